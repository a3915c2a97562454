/** Hands an annealer's plan to the genetic search and its result back. */
import type { Model } from '../../model.ts'
import type { Annealer } from '../anneal.ts'
import type { GeneticSearch } from './genetic-search.ts'
import { supportsGenetic } from './terms.ts'

/** Sizes up to which populations win over one annealed plan, with and without times. */
const mostStopsWithTimes = 260
const mostStopsWithoutTimes = 260

/**
 * Part of the time (or of the iterations) that the annealing gets when the genetic search follows; 1: all of it. Measured on the
 * development instances, see the README.
 */
export function annealShare(model: Model): number {
  const most = model.features.hasWindows ? mostStopsWithTimes : mostStopsWithoutTimes
  if (model.stopCount > most || !supportsGenetic(model)) return 1
  return model.stopCount <= 150 ? 0.2 : 0.35
}

/** Children that cost about as much time as so many ruin-and-recreate steps. */
export function childrenFor(model: Model, steps: number): number {
  return Math.ceil(steps / Math.max(30, model.stopCount))
}

/** Gives the annealer's best plan to the genetic search. Returns false when it leaves a stop out: then there is nothing to breed. */
export function admitBest(annealer: Annealer, search: GeneticSearch): boolean {
  if (annealer.bestAbsent > 0) return false
  const routes: Int32Array[] = Array.from({ length: annealer.model.vehicleCount }, () => new Int32Array(0))
  annealer.readBest((v, elements) => {
    routes[v] = elements
  })
  search.admit(routes)
  return true
}

/** Makes the genetic search's best plan the annealer's, when it is better. */
export function takeBest(annealer: Annealer, search: GeneticSearch): void {
  if (search.bestCost >= annealer.bestCost - 1e-7) return
  const vehicles: number[] = []
  const routes: Int32Array[] = []
  search.readBest((v, stops) => {
    vehicles.push(v)
    routes.push(stops)
  })
  annealer.kernel.load(vehicles, routes, [])
  annealer.start()
}
