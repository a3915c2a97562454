/** Decides which search with a population goes on from an annealer's plan, passes the plan to it, and takes its result back. */
import type { Model } from '../../model/model.ts'
import type { Neighbours } from '../../model/neighbours.ts'
import type { Annealer } from '../anneal.ts'
import { longRoute } from '../anneal-settings.ts'
import { expectSteps } from '../cooling.ts'
import { AnnealedPopulation, supportsAnnealedPopulation } from './annealed-population.ts'
import { GeneticSearch } from './genetic-search.ts'
import type { PopulationSearch } from './population-search.ts'
import { supportsGenetic } from './terms.ts'

/**
 * Sizes up to which the genetic search wins at any time limit: with one kind of vehicle, for which annealing is strong, and with several
 * (types, depots). Measured on the development instances, see the README.
 */
const mostAlike = 260
const mostMixed = 310
/**
 * Sizes up to which it wins with enough time to converge (decisions 0261, 0507): without windows, with them, and with them on long routes.
 */
const mostFree = 335
/** Stops per route below which it does not win without windows: annealing finds better short routes (decision 0560). */
const leastFreeLength = 5
const mostTimed = 420
const mostLong = 1000
/**
 * Size up to which it wins without windows once there is a well annealed plan, with one kind of vehicle and at least this many stops per
 * route (decisions 0503, 0507).
 */
const mostBred = 1200
const leastBredLength = 8
/** Numbers of stops between which plans of pairs are bred. */
const leastPaired = 8
const mostPaired = 260
/** Steps per stop below which pairs are only annealed: too few for several first plans. */
const leastStepsPerStop = 900
/** Milliseconds per stop below which no time is left for crossing after the first plans: for small and for large plans. */
const leastMillisecondsPerStop = 5
const leastMillisecondsPerLargeStop = 50
/** From this many times stops² milliseconds, a population finds its best plan without help of the annealing. */
const convergingAlike = 1 / 16
const convergingMixed = 1 / 8

/** Division of a search between annealing and breeding. */
export interface Breeding {
  /** Share of the time, or of the iterations, for the annealing. */
  annealed: number
  /** Share of the breeding after which the population takes in plans from elsewhere. */
  guest: number
  /** Share of the breeding after which threads exchange their best plans. */
  shared: number
}

/**
 * With enough time the annealed plan joins the population late, because all plans would soon resemble it if it came early. With little time
 * it joins at once, and breeding only improves it.
 */
const patient: Breeding = { annealed: 0.1, guest: 0.6, shared: 0 }
const hurried: Breeding = { annealed: 0.35, guest: 0, shared: 0 }
/** Pairs: several short coolings find a plan with fewer routes more often than one long one does (decision 0612). */
const paired: Breeding = { annealed: 0.15, guest: 0.6, shared: 0 }
const large: Breeding = { annealed: 0.5, guest: 0, shared: 0.5 }

/**
 * The genetic search does not know the limit of single waits. When a wait of the first plan exceeds this share of the limit, the plans of
 * the genetic search would probably break it, so only annealing is used.
 */
const bindingWait = 0.6

/**
 * Decides whether and how to breed, given some plan; undefined: annealing alone is better. `milliseconds` is the whole time, Infinity when
 * only iterations count, and `iterations` the largest number of steps.
 */
export function planBreeding(
  annealer: Annealer,
  milliseconds: number,
  iterations = Number.POSITIVE_INFINITY,
): Breeding | undefined {
  const { model, routeLength } = annealer
  const { stopCount } = model
  const isMixed = model.typeCount > 1
  const isSmall = stopCount <= (isMixed ? mostMixed : mostAlike)
  if (supportsAnnealedPopulation(model)) return planAnnealed(annealer, milliseconds, iterations)
  if (!supportsGenetic(model)) return undefined
  if (model.features.hasWaitLimit && longestWait(annealer) > bindingWait * model.maxWaitSeconds) return undefined
  if (milliseconds < (isSmall ? leastMillisecondsPerStop : leastMillisecondsPerLargeStop) * stopCount) return undefined
  const isConverging = milliseconds >= (isMixed ? convergingMixed : convergingAlike) * stopCount * stopCount
  if (isSmall) return isConverging ? patient : hurried
  if (isConverging && stopCount <= mostPatient(annealer)) return patient
  const isBred = !model.features.hasWindows && !isMixed && stopCount <= mostBred && routeLength >= leastBredLength
  return isBred ? large : undefined
}

/** The same for plans that are bred by annealing: small ones, with the steps for several of them. */
function planAnnealed(annealer: Annealer, milliseconds: number, iterations: number): Breeding | undefined {
  const { stopCount } = annealer.model
  if (stopCount < leastPaired || stopCount > mostPaired) return undefined
  const steps = Math.min(iterations, expectSteps(annealer, milliseconds) ?? 0)
  return steps >= leastStepsPerStop * stopCount ? paired : undefined
}

/** The search with a population for the rules of the model. */
export function beginPopulation(model: Model, neighbours: Neighbours, seed: number): PopulationSearch {
  return model.features.hasShipments
    ? new AnnealedPopulation(model, neighbours, seed)
    : new GeneticSearch(model, neighbours, seed)
}

/** Number of stops up to which the genetic search wins with enough time to converge. */
function mostPatient({ model, routeLength }: Annealer): number {
  if (!model.features.hasWindows) return routeLength < leastFreeLength ? 0 : mostFree
  return routeLength >= longRoute && model.typeCount === 1 ? mostLong : mostTimed
}

/** Longest wait before one stop of the annealer's best plan, in seconds. */
function longestWait(annealer: Annealer): number {
  const { evaluator } = annealer
  let longest = 0
  annealer.readBest((v, elements) => {
    evaluator.evaluate(v, elements, elements.length, false)
    for (let e = 0; e < elements.length; e++) longest = Math.max(longest, evaluator.begin[e]! - evaluator.arrival[e]!)
  })
  return longest
}

/** Number of children that cost about as much time as the given ruin-and-recreate steps. */
export function childrenFor(model: Model, steps: number): number {
  return Math.ceil(steps / Math.max(30, model.stopCount))
}

/** Passes the annealer's best plan, which must leave no stop out, to the genetic search. */
export function admitBest(annealer: Annealer, search: PopulationSearch): void {
  const routes: Int32Array[] = Array.from({ length: annealer.model.vehicleCount }, () => new Int32Array(0))
  annealer.readBest((v, elements) => {
    routes[v] = elements
  })
  search.admit(routes)
}

/** Makes the genetic search's best plan the annealer's plan, when it is better. */
export function takeBest(annealer: Annealer, search: PopulationSearch): void {
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
