/** Solves on one thread: construct, anneal, and return a solution that keeps every rule. */
import { buildSolution } from './answer/build-solution.ts'
import { getModel, listReasons, routeElements } from './answer/explain.ts'
import { settlePriorities } from './answer/settle-priorities.ts'
import { settleQueues } from './answer/settle-queues.ts'
import { shortenDays } from './answer/shorten-days.ts'
import { countCustomers, listLeftOut } from './model/alternatives.ts'
import { withoutLonePickups } from './model/lone-pickups.ts'
import type { Model } from './model/model.ts'
import { buildNeighbours, type Neighbours } from './model/neighbours.ts'
import { fromSpaceOrder, orderInSpace, toSpaceOrder } from './model/space-order.ts'
import type { Problem } from './problem.ts'
import { Annealer } from './search/anneal.ts'
import { adaptCooling } from './search/cooling.ts'
import { findExactPlan } from './search/enumerate.ts'
import {
  admitBest,
  type Breeding,
  beginPopulation,
  childrenFor,
  planBreeding,
  takeBest,
} from './search/genetic/breed.ts'
import type { PopulationSearch } from './search/genetic/population-search.ts'
import { RichKernel } from './search/rich-kernel.ts'
import { runLeg } from './search/run.ts'
import { GainWatch, getSearchKind, worthwhileSeconds } from './search/worth-waiting.ts'
import type { Solution, Unassigned } from './solution.ts'

export { timeOrders } from './answer/time-orders.ts'
export { requireValid } from './model/validate.ts'
export { type SearchKind, usualWaitPrice, worthwhileSeconds } from './search/worth-waiting.ts'

/** Time limit and settings of the search. Without `iterations` and `deadline`, the number of iterations follows from the size. */
export interface SolveOptions {
  /** The same seed and iterations give the same solution (unless a deadline cuts the search short). Default 1. */
  seed?: number
  /** Maximum number of ruin-and-recreate steps. */
  iterations?: number
  /** Milliseconds on any clock; with `deadlineMilliseconds`, the search ends by that time. */
  clock?: () => number
  deadlineMilliseconds?: number
  /**
   * Price of a second of waiting, in percent of the plan's cost: the search ends when the next second is expected to save less, and no
   * later than the deadline. Needs a clock. Default: it runs until the deadline.
   */
  waitPrice?: number
  /** In shared memory: the search ends soon after element 0 becomes non-zero. */
  cancel?: Int32Array
  /** Called at most every 100 ms of the clock, and only with a clock. */
  onProgress?: (progress: Progress) => void
  /** Initial plan: stop indices per vehicle (-1: a reload), or a solution. Elements that break a rule are removed first. */
  initial?: Solution | readonly (readonly number[])[]
}

export interface Progress {
  /** Best cost so far, drop costs included. */
  cost: number
  unassigned: number
  iterations: number
  /** Part of the search done, 0..1. */
  fraction: number
  elapsedMilliseconds: number
  /** Stops of each vehicle in the best plan so far. Only the parallel solver offers it, and only during the call of `onProgress`. */
  orders?: () => number[][]
}

/** A solution with the effort of the search for it. */
export interface SolveResult {
  solution: Solution
  iterations: number
}

/** Solves on the calling thread. Throws a RangeError for a problem with indices out of range. */
export function solve(problem: Problem, options: SolveOptions = {}): SolveResult {
  const order = orderInSpace(problem)
  if (!order) return solveInOrder(problem, options)
  const initial = toSpaceOrder(order, listInitial(problem, options.initial))
  const { solution, iterations } = solveInOrder(order.problem, { ...options, initial })
  return { solution: fromSpaceOrder(order, solution), iterations }
}

function solveInOrder(problem: Problem, options: SolveOptions): SolveResult {
  const startedAt = options.clock?.() ?? 0
  const model = getModel(problem)
  const exact = findExactPlan(model)
  if (exact) return { solution: assemble(problem, model, exact), iterations: 0 }
  return searchFrom(problem, model, options, startedAt)
}

/** Like `solve`, but also searches a problem that could be enumerated, so that the search can be compared with all orders. */
export function solveBySearch(problem: Problem, options: SolveOptions = {}): SolveResult {
  return searchFrom(problem, getModel(problem), options, options.clock?.() ?? 0)
}

export function searchFrom(problem: Problem, model: Model, asked: SolveOptions, startedAt: number): SolveResult {
  const options = untilWorthwhile(model, asked, startedAt)
  const neighbours = prepareNeighbours(model)
  const annealer = new Annealer(model, neighbours, options.seed ?? 1)
  begin(annealer, listInitial(problem, options.initial))
  const children = search(annealer, neighbours, options, startedAt)
  return { solution: finish(problem, model, annealer), iterations: annealer.iterations + children }
}

/** Options with the deadline moved to the time after which waiting is not worth its price, where that is earlier. */
function untilWorthwhile(model: Model, options: SolveOptions, startedAt: number): SolveOptions {
  const { clock, waitPrice, deadlineMilliseconds = Number.POSITIVE_INFINITY } = options
  if (!clock || waitPrice === undefined) return options
  const worthwhile = 1000 * worthwhileSeconds(model.stopCount, getSearchKind(model), waitPrice)
  return { ...options, deadlineMilliseconds: Math.min(deadlineMilliseconds, startedAt + worthwhile) }
}

/** Neighbour lists, long enough for the size of the problem. */
export function prepareNeighbours(model: Model): Neighbours {
  const { stopCount } = model
  const places = Math.ceil(stopCount / Math.max(1, countCustomers(model)))
  return buildNeighbours(model, 250 * places, Math.min(stopCount, 100 * places))
}

/** Like `prepareNeighbours`, for a model that holds every stop once for each day that may serve it. */
export function listVisitNeighbours(model: Model, dayCount: number): Neighbours {
  return buildNeighbours(model, 250, Math.min(model.stopCount, 100 * dayCount))
}

/** Elements per vehicle of an initial solution; empty without one. */
export function listInitial(problem: Pick<Problem, 'vehicles'>, initial: SolveOptions['initial']): number[][] {
  if (!initial) return []
  if ('routes' in initial) {
    const lists: number[][] = problem.vehicles.map(() => [])
    for (const route of initial.routes) lists[route.vehicle] = routeElements(route)
    return lists
  }
  return initial.map((list) => [...list])
}

/** Loads pins and the initial routes, removes what breaks a rule, and inserts the rest greedily. */
export function begin(annealer: Annealer, initial: number[][]): void {
  const { kernel, model } = annealer
  for (let v = 0; v < model.vehicleCount; v++) {
    const prefix = Array.from(model.prefixStop.subarray(model.prefixFrom[v]!, model.prefixFrom[v + 1]!))
    const isFree = (stop: number): boolean =>
      stop < 0 ||
      (kernel.isAbsent(stop) &&
        // Linked stops are put in anew, at times that keep their order.
        !model.links[stop]?.length &&
        model.isPlaceable[stop] === 1 &&
        (model.pinnedTo[stop]! < 0 || model.pinnedTo[stop] === v))
    const given =
      model.isLocked[v] === 1 ? [] : (initial[v] ?? []).filter((stop) => isFree(stop) && !prefix.includes(stop))
    const whole = withoutLonePickups(model, v, [...prefix, ...given])
    const rest = given.filter((stop) => stop < 0 || whole.includes(stop))
    const seen = new Set<number>()
    const sequence = [...prefix, ...rest].filter((stop) => stop < 0 || (!seen.has(stop) && seen.add(stop)))
    if (sequence.some((stop) => stop >= 0)) kernel.setRoute(v, sequence, sequence.length)
    if (rest.length > 0 && !keepsRules(annealer, v, sequence)) repair(annealer, v, prefix, rest)
  }
  annealer.construct()
  annealer.start()
}

function keepsRules(annealer: Annealer, v: number, sequence: readonly number[]): boolean {
  const { kernel, model } = annealer
  const elements = sequence.map((stop) => (stop < 0 ? annealer.evaluator.reloadElement : stop))
  if (annealer.evaluator.evaluate(v, elements, elements.length, true) === Number.POSITIVE_INFINITY) return false
  if (model.clusterFrom.length <= 1) return true
  return sequence.every((stop) => {
    if (stop < 0 || model.clusterOf[stop]! < 0) return true
    const cluster = model.clusterOf[stop]!
    for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++) {
      const route = kernel.routeOf[model.clusterMember[i]!]!
      if (route >= 0 && route !== v) return false
    }
    return true
  })
}

/** Rebuilds a route stop by stop in its old order, leaving out (unless pinned) what no longer fits. */
function repair(annealer: Annealer, v: number, prefix: number[], rest: number[]): void {
  const { kernel, model } = annealer
  kernel.emptyRoute(v)
  const kept = [...prefix]
  for (const stop of rest) {
    if (stop >= 0 && model.pinnedTo[stop] === v) kept.push(stop)
    else if (keepsRules(annealer, v, [...kept, stop])) kept.push(stop)
  }
  while (kept.length > 0 && kept.at(-1)! < 0) kept.pop()
  const whole = withoutLonePickups(model, v, kept)
  const isWhole = whole.length === kept.length || keepsRules(annealer, v, whole)
  const repaired = isWhole ? whole : prefix
  if (repaired.length > 0) kernel.setRoute(v, repaired, repaired.length)
}

/** Number of iterations after which more gain next to nothing. */
export function sensibleIterations(stopCount: number): number {
  return Math.min(2e9, Math.ceil(2500 * stopCount * Math.sqrt(stopCount)) + 1000)
}

/**
 * Anneals; where a population finds more, it then breeds from the annealed plan, unless that leaves a stop out. Returns the number of
 * children bred.
 */
function search(annealer: Annealer, neighbours: Neighbours, options: SolveOptions, startedAt: number): number {
  const { model } = annealer
  const breeding = planBreeding(annealer, searchDeadline(model, options) - startedAt, stepsFor(model, options))
  anneal(annealer, options, startedAt, breeding?.annealed ?? 1)
  if (!breeding) return 0
  if (annealer.bestAbsent > 0) {
    anneal(annealer, options, startedAt, 1)
    return 0
  }
  const genetic = beginPopulation(model, neighbours, options.seed ?? 1)
  breed(annealer, genetic, options, startedAt, breeding)
  return genetic.iterations
}

function breed(
  annealer: Annealer,
  genetic: PopulationSearch,
  options: SolveOptions,
  startedAt: number,
  breeding: Breeding,
): void {
  const { model } = annealer
  const share = breeding.annealed
  const { clock, cancel, onProgress } = options
  const deadline = searchDeadline(model, options)
  const beganAt = clock?.() ?? 0
  let reportedAt = beganAt
  const iterations = childrenFor(model, stepsFor(model, options) * (1 - share))
  const runUntil = (part: number): void => {
    const now = clock?.() ?? 0
    const watch = new GainWatch(clock && options.waitPrice, now, beganAt + (deadline - beganAt) * part - now)
    genetic.run({
      isEnough: () => watch.isEnough(genetic.bestCost, clock?.() ?? 0),
      iterations: Math.ceil(iterations * part) - genetic.iterations,
      clock,
      deadlineMilliseconds: clock ? beganAt + (deadline - beganAt) * part : Number.POSITIVE_INFINITY,
      cancel,
      onPause: () => {
        if (!clock || !onProgress) return
        const now = clock()
        if (now - reportedAt < 100) return
        reportedAt = now
        const done = Math.max(genetic.iterations / iterations, Math.min(1, (now - beganAt) / (deadline - beganAt)))
        onProgress({
          cost: Math.min(annealer.bestCost, genetic.bestCost),
          unassigned: 0,
          iterations: annealer.iterations + genetic.iterations,
          fraction: share + (1 - share) * done,
          elapsedMilliseconds: now - startedAt,
        })
      },
    })
  }
  runUntil(breeding.guest)
  admitBest(annealer, genetic)
  runUntil(1)
  takeBest(annealer, genetic)
}

/** When the search ends on the options' clock; Infinity without a deadline. */
function searchDeadline(model: Model, { clock, deadlineMilliseconds }: SolveOptions): number {
  if (clock === undefined || deadlineMilliseconds === undefined) return Number.POSITIVE_INFINITY
  return deadlineMilliseconds - finishReserve(model)
}

function stepsFor(model: Model, options: SolveOptions): number {
  if (options.iterations !== undefined) return options.iterations
  const hasDeadline = options.clock !== undefined && options.deadlineMilliseconds !== undefined
  return hasDeadline ? sensibleIterations(model.stopCount) : defaultIterations(model.stopCount)
}

/** Cools the annealer from its start temperature, for `share` of the time or iterations. */
export function anneal(annealer: Annealer, options: SolveOptions, startedAt: number, share: number): void {
  const { model, settings } = annealer
  const { clock, cancel, onProgress } = options
  const beganAt = clock?.() ?? 0
  const whole = Math.max(0, searchDeadline(model, options) - beganAt) * share
  const iterations = Math.ceil(stepsFor(model, options) * share)
  adaptCooling(annealer, { iterations, clock, milliseconds: whole, threads: 1 })
  const leg = annealer.legCost()
  const cold = leg * settings.endTemperature
  let reportedAt = startedAt
  /** Runs coolings between two fractions of the time, or of the steps. Work done before this call has used some of both. */
  const cool = (hot: number, coolings: number, from: number, to: number): void => {
    runLeg(annealer, {
      hot,
      cold,
      coolings,
      fromFraction: 0,
      toFraction: 1,
      clock,
      cancel,
      iterations: Math.max(0, Math.ceil(iterations * to) - annealer.iterations),
      milliseconds: whole * to - ((clock?.() ?? 0) - beganAt),
      onPause: (fraction) => {
        if (!clock || !onProgress) return
        const now = clock()
        if (now - reportedAt < 100) return
        reportedAt = now
        onProgress(computeProgress(annealer, share * (from + (to - from) * fraction), now - startedAt))
      },
    })
  }
  const first = share === 1 && isQuenched(model) ? quenchShare : 0
  if (first > 0) cool(cold, 1, 0, first)
  cool(leg * settings.startTemperature, share < 1 ? 1 : settings.coolings, first, 1)
}

/** Share of the time in which a large plan is only improved, before worse plans are accepted. */
export const quenchShare = 0.1
/** From this many stops on, a cooling takes so long that for a while users would see no improvement. */
const leastQuenched = 1_500

export function isQuenched({ stopCount }: Model): boolean {
  return stopCount >= leastQuenched
}

export function defaultIterations(stopCount: number): number {
  return Math.min(sensibleIterations(stopCount), 200_000)
}

/** Milliseconds reserved for building the solution. */
export function finishReserve(model: Model): number {
  return 15 + model.stopCount / 50
}

function computeProgress(annealer: Annealer, fraction: number, elapsedMilliseconds: number): Progress {
  return {
    cost: annealer.bestCost,
    unassigned: annealer.bestAbsent,
    iterations: annealer.iterations,
    fraction: Math.min(1, fraction),
    elapsedMilliseconds,
  }
}

/** The best plan as a public solution, with reasons for what is left out. */
export function finish(problem: Problem, model: Model, annealer: Annealer): Solution {
  const sequences: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
  annealer.readBest((v, elements) => {
    sequences[v] = elements
  })
  const holds = annealer.kernel instanceof RichKernel ? annealer.kernel.holds : undefined
  holds?.takeBest()
  const solution = assemble(problem, model, dropShortRoutes(model, annealer, sequences))
  // The model is asked again for other plans of the problem.
  holds?.free()
  return solution
}

/** Removes routes below their minimum time or distance; their stops become unassigned. */
export function dropShortRoutes(model: Model, annealer: Annealer, sequences: Int32Array[]): Int32Array[] {
  if (!(annealer.kernel instanceof RichKernel)) return sequences
  return sequences.map((sequence, v) => {
    if (sequence.length === 0 || model.isLocked[v] === 1) return sequence
    const elements = sequence.map((stop) => (stop < 0 ? annealer.evaluator.reloadElement : stop))
    annealer.evaluator.evaluate(v, elements, elements.length, false)
    if (annealer.evaluator.shortfall === 0) return sequence
    return sequence.filter((stop) => stop >= 0 && model.pinnedTo[stop] === v)
  })
}

/** Public solution from sequences; every stop on none of them is unassigned, with reasons. */
export function assemble(problem: Problem, model: Model, sequences: ArrayLike<number>[]): Solution {
  const settled = settlePriorities(problem, model, shortenDays(model, settleQueues(problem, model, sequences)))
  const isServed = new Uint8Array(model.stopCount)
  for (const sequence of settled) {
    for (let i = 0; i < sequence.length; i++) if (sequence[i]! >= 0) isServed[sequence[i]!] = 1
  }
  const leftOut = listLeftOut(problem, (stop) => isServed[stop] === 1)
  const unassigned = leftOut.map((stop): Unassigned => ({ stop, reasons: [] }))
  const solution = buildSolution(problem, model, settled, unassigned)
  // With many unassigned stops, check only a few vehicles for each.
  const mostVehicles = Math.max(2, Math.ceil(800 / (unassigned.length + 1)))
  const planned = new Set(sequences.flatMap((sequence) => Array.from(sequence)))
  for (const entry of unassigned) {
    // A stop dropped because no charging point was free would fit by itself.
    entry.reasons = planned.has(entry.stop) ? ['battery'] : listReasons(problem, solution, entry.stop, mostVehicles)
  }
  return solution
}
