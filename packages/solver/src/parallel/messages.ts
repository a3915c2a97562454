/** Messages between the main thread and the workers. */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { VisitChoices } from '../model/visit-choices.ts'

/** Data for a worker at its start; the large arrays are in shared memory and are not copied. */
export interface WorkerSetup {
  model: Model
  neighbours: Neighbours
  seed: number
  /** Choice of days for stops served on several days. */
  days: VisitChoices | undefined
  /** A non-zero element 0 stops the search. */
  cancel: Int32Array
}

/** One leg of work on a share. Routes are flat: elements of vehicle i are at routeFrom[i] .. routeFrom[i + 1] - 1. */
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
  /**
   * For whole plans without absent stops: continue with the thread's own population, which takes in this plan (`together`) or not
   * (`apart`).
   */
  breeding: 'none' | 'apart' | 'together'
}

/** A share after its leg: the current plan of the annealing, and the best it found. */
export interface LegReport {
  current: FlatRoutes
  best: FlatRoutes
  /** Search cost of the share's best and current plan. */
  bestCost: number
  currentCost: number
  iterations: number
}

export interface FlatRoutes {
  vehicles: Int32Array
  elements: Int32Array
  routeFrom: Int32Array
}

/** Flattens routes given per vehicle. */
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
