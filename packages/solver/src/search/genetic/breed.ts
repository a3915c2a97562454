/** Hands an annealer's plan to the genetic search and its result back. */
import type { Model } from '../../model.ts'
import type { Annealer } from '../anneal.ts'
import type { GeneticSearch } from './genetic-search.ts'
import { supportsGenetic } from './terms.ts'

/**
 * Sizes up to which populations win over one annealed plan: with one kind of vehicle, where the annealing is strong, and with
 * several (types, depots). Measured on the development instances, see the README.
 */
const mostAlike = 260
const mostMixed = 400
/** Less time than this per stop, and a population does not come to its crossing. */
const leastMillisecondsPerStop = 5
/** Part of the time, or of the iterations, that the annealing gets when a population follows. */
const annealedPart = 0.1
/** Part of the population's time after which it learns of plans from elsewhere: sooner, they would soon be all that it knows. */
export const guestShare = 0.6

/**
 * Part of the search that the annealing gets; 1: all of it. `milliseconds` is the whole time, Infinity when only iterations count.
 */
export function annealShare(model: Model, milliseconds: number): number {
  if (model.stopCount > (model.typeCount > 1 ? mostMixed : mostAlike) || !supportsGenetic(model)) return 1
  return milliseconds < leastMillisecondsPerStop * model.stopCount ? 1 : annealedPart
}

/** Children that cost about as much time as so many ruin-and-recreate steps. */
export function childrenFor(model: Model, steps: number): number {
  return Math.ceil(steps / Math.max(30, model.stopCount))
}

/** Gives the annealer's best plan, which must leave no stop out, to the genetic search. */
export function admitBest(annealer: Annealer, search: GeneticSearch): void {
  const routes: Int32Array[] = Array.from({ length: annealer.model.vehicleCount }, () => new Int32Array(0))
  annealer.readBest((v, elements) => {
    routes[v] = elements
  })
  search.admit(routes)
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
