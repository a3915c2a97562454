/** What the main thread and the workers tell each other. */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { DayOptions } from '../search/day-choice.ts'

/** Given to a worker at its start; the large arrays lie in shared memory and are not copied. */
export interface WorkerSetup {
  model: Model
  neighbours: Neighbours
  seed: number
  /** Days of stops that are served on several. */
  days: DayOptions | undefined
  /** Element 0 non-zero: stop. */
  cancel: Int32Array
}

/** One leg of work on a share. Routes are flat: elements of vehicle i lie at routeFrom[i] .. routeFrom[i + 1] - 1. */
export interface LegOrder {
  vehicles: Int32Array
  elements: Int32Array
  routeFrom: Int32Array
  absent: Int32Array
  hot: number
  cold: number
  coolings: number
  fromFraction: number
  toFraction: number
  iterations: number
  milliseconds: number
  /** Whole plans without absent stops only: go on with the thread's own population, which learns of this plan or does not. */
  breeding: 'none' | 'apart' | 'together'
}

/** A share after its leg: where the annealing stands, and the best it passed. */
export interface LegReport {
  current: FlatRoutes
  best: FlatRoutes
  /** Search cost of the share's best plan and of where it stands. */
  bestCost: number
  currentCost: number
  iterations: number
}

export interface FlatRoutes {
  vehicles: Int32Array
  elements: Int32Array
  routeFrom: Int32Array
}

/** Flattens the routes given per vehicle. */
export function flatten(vehicles: readonly number[], routes: readonly Int32Array[]): FlatRoutes {
  const routeFrom = new Int32Array(vehicles.length + 1)
  routes.forEach((route, index) => {
    routeFrom[index + 1] = routeFrom[index]! + route.length
  })
  const elements = new Int32Array(routeFrom[vehicles.length]!)
  routes.forEach((route, index) => {
    elements.set(route, routeFrom[index]!)
  })
  return { vehicles: Int32Array.from(vehicles), elements, routeFrom }
}

/** The i-th route of a flat list. */
export function routeAt(flat: { elements: Int32Array; routeFrom: Int32Array }, index: number): Int32Array {
  return flat.elements.slice(flat.routeFrom[index]!, flat.routeFrom[index + 1]!)
}
