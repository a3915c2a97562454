/**
 * Solves on several worker threads over shared memory. Large plans: each thread anneals its own share of neighbouring routes at the common
 * temperature; after every leg shares are merged and divided anew. Small plans: every thread anneals the whole plan by itself; with one
 * kind of vehicle all then continue from the best of them, cooler, and share their plans. The calling thread only waits.
 */
import { availableParallelism } from 'node:os'
import { getModel } from '../answer/explain.ts'
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import { Random } from '../model/random.ts'
import { fromSpaceOrder, orderInSpace, type SpaceOrder, toSpaceOrder } from '../model/space-order.ts'
import type { VisitChoices } from '../model/visit-choices.ts'
import type { Problem } from '../problem.ts'
import { Annealer } from '../search/anneal.ts'
import { adaptCooling } from '../search/cooling.ts'
import { findExactPlan } from '../search/enumerate.ts'
import { type Breeding, planBreeding } from '../search/genetic/breed.ts'
import { GainWatch, getSearchKind, worthwhileSeconds } from '../search/worth-waiting.ts'
import {
  assemble,
  begin,
  defaultIterations,
  dropShortRoutes,
  finishReserve,
  isQuenched,
  listInitial,
  type Progress,
  prepareNeighbours,
  quenchShare,
  type SolveOptions,
  type SolveResult,
  searchFrom,
  sensibleIterations,
} from '../solve.ts'
import { Crew } from './crew.ts'
import { flatten, type LegOrder, type LegReport, routeAt, type WorkerSetup } from './messages.ts'
import { type PlanRoutes, partition, type Share } from './partition.ts'

/** Same as `SolveOptions`; the clock is the system's. */
export interface ParallelOptions extends Omit<SolveOptions, 'clock' | 'deadlineMilliseconds'> {
  /** Number of worker threads; default: one per core. */
  threads?: number
  /** Wall time, including setup. Without it and without `iterations`, the number of iterations follows from the size. */
  seconds?: number
}

/** From this many stops a thread gets a share of its own instead of the whole plan: with one kind of vehicle, and with several (0503). */
const leastSharedAlike = 450
const leastSharedMixed = 600

/** Solves without blocking the calling thread. The same seed, threads and iterations (without `seconds`) give the same solution. */
export async function solveParallel(problem: Problem, options: ParallelOptions = {}): Promise<SolveResult> {
  const startedAt = performance.now()
  const order = orderInSpace(problem)
  if (!order) return solveInOrder(problem, options, startedAt)
  const initial = toSpaceOrder(order, listInitial(problem, options.initial))
  const onProgress = options.onProgress && ((told: Progress) => options.onProgress!(withOriginalStops(told, order)))
  const { solution, iterations } = await solveInOrder(order.problem, { ...options, initial, onProgress }, startedAt)
  return { solution: fromSpaceOrder(order, solution), iterations }
}

function withOriginalStops(told: Progress, { originalOf }: SpaceOrder): Progress {
  const { orders } = told
  return orders ? { ...told, orders: () => orders().map((route) => route.map((stop) => originalOf[stop]!)) } : told
}

async function solveInOrder(problem: Problem, options: ParallelOptions, startedAt: number): Promise<SolveResult> {
  const model = getModel(problem)
  const exact = findExactPlan(model)
  if (exact) return { solution: assemble(problem, model, exact), iterations: 0 }
  // Threads exchange plans without the times at which linked stops are held.
  if (model.links.length > 0) return solveHere(problem, model, options, startedAt)
  const neighbours = prepareNeighbours(model)
  const starter = new Annealer(model, neighbours, options.seed ?? 1)
  begin(starter, listInitial(problem, options.initial))
  const { best, iterations } = await searchOnThreads(starter, untilWorthwhile(model, options), startedAt)
  return { solution: assemble(problem, model, dropShortRoutes(model, starter, best)), iterations }
}

/** Searches on the calling thread. */
function solveHere(problem: Problem, model: Model, options: ParallelOptions, startedAt: number): SolveResult {
  const { seconds } = options
  const limit = seconds === undefined ? {} : { deadlineMilliseconds: startedAt + 1000 * seconds }
  return searchFrom(problem, model, { ...options, clock: () => performance.now(), ...limit }, startedAt)
}

/** Options with the time limit lowered to the time after which waiting is not worth its price, where that is earlier. */
function untilWorthwhile(model: Model, options: ParallelOptions): ParallelOptions {
  const { waitPrice, seconds = Number.POSITIVE_INFINITY } = options
  if (waitPrice === undefined) return options
  return { ...options, seconds: Math.min(seconds, worthwhileSeconds(model.stopCount, getSearchKind(model), waitPrice)) }
}

/** Threads that search legs of an annealing. */
type SearchCrew = Crew<LegOrder, LegReport>

/** Continues from the annealer's current plan on several threads. Returns the best routes, elements (-1: a reload) per vehicle. */
export async function searchOnThreads(
  starter: Annealer,
  options: ParallelOptions,
  startedAt: number,
  days?: VisitChoices,
): Promise<{ best: PlanRoutes; iterations: number }> {
  const { model, neighbours } = starter
  const threads = Math.max(1, options.threads ?? availableParallelism())
  const cancel = options.cancel ?? new Int32Array(new SharedArrayBuffer(4))
  const common = { model, neighbours, days, cancel }
  const setups = Array.from(
    { length: threads },
    (_, index): WorkerSetup => ({ ...common, seed: (options.seed ?? 1) * 1000 + index + 1 }),
  )
  const crew: SearchCrew = new Crew(new URL('./worker.ts', import.meta.url), setups)
  try {
    const run = new ParallelRun(model, neighbours, starter, crew, options, startedAt, cancel)
    await run.anneal()
    return { best: run.best, iterations: run.iterations }
  } finally {
    await crew.dismiss()
  }
}

/**
 * One leg of the schedule: between two fractions of a cooling from hot to cold, and its part of the whole time. `after` says whether
 * threads work on shares, or on whole plans and how they then continue.
 */
interface Leg {
  hot: number
  cold: number
  /** Number of coolings. Default 1. */
  coolings?: number
  from: number
  to: number
  part: number
  after: 'shares' | 'apart' | 'leader' | 'best'
  breeding?: 'apart' | 'together'
}

/** Legs of equal length over `part` of the whole time; `plan` gives the remaining fields of each. */
function cutLegs(count: number, part: number, plan: (i: number) => Omit<Leg, 'from' | 'to' | 'part'>): Leg[] {
  return Array.from({ length: count }, (_, i) => ({
    ...plan(i),
    from: i / count,
    to: (i + 1) / count,
    part: part / count,
  }))
}

/** One cooling, in many legs so that the borders between shares move. */
function sharedLegs(hot: number, cold: number, part = 1): Leg[] {
  return cutLegs(Math.ceil(60 * part), part, () => ({ hot, cold, after: 'shares' }))
}

/** Like `sharedLegs`, after a part of the time that only accepts improvements: a search ended early then has more than its first plan. */
function quenchedLegs(hot: number, cold: number): Leg[] {
  const quench = cutLegs(6, quenchShare, () => ({ hot: cold, cold, after: 'shares' }))
  return [...quench, ...sharedLegs(hot, cold, 1 - quenchShare)]
}

/** Half of the time apart, the rest from the best plan, reheated less each time. */
function wholeLegs(hot: number, cold: number): Leg[] {
  const count = 10
  return [
    ...cutLegs(count, 0.5, (i) => ({ hot, cold, after: i === count - 1 ? 'best' : 'apart' })),
    ...cutLegs(count, 0.5, (i) => ({ hot: hot / 8, cold, after: i % 3 === 2 ? 'leader' : 'apart' })),
  ]
}

/**
 * Each thread cools plans of its own. Larger plans cool once, because one long cooling finds more than two short ones when days or kinds of
 * vehicle are chosen. Small plans cool as often as there are steps for it.
 */
function apartLegs(hot: number, cold: number, coolings: number): Leg[] {
  return cutLegs(20, 1, () => ({ hot, cold, coolings, after: 'apart' }))
}

/** A cooling of each thread apart, or of all on shares; then each thread's own population, which takes in the best plans late. */
function geneticLegs(hot: number, cold: number, breeding: Breeding, isShared: boolean): Leg[] {
  const count = Math.max(1, Math.round(20 * breeding.annealed))
  const bred = 20 - count
  const annealing = isShared
    ? sharedLegs(hot, cold, count / 20)
    : cutLegs(count, count / 20, (i) => ({
        hot,
        cold,
        after: breeding.shared === 0 && i === count - 1 ? 'best' : 'apart',
      }))
  const populations = cutLegs(bred, bred / 20, (i) => ({
    hot: hot / 8,
    cold,
    after: (i + 1) / bred <= breeding.shared ? 'apart' : 'best',
    breeding: i / bred < breeding.guest ? 'apart' : 'together',
  }))
  return [...annealing, ...populations]
}

/** All legs of one annealing. */
class ParallelRun {
  iterations = 0
  best: PlanRoutes
  private bestCost: number
  /** Current plans of the annealing: one, or one per thread. */
  private standing: PlanRoutes[]
  private readonly model: Model
  private readonly neighbours: Neighbours
  private readonly crew: SearchCrew
  private readonly options: ParallelOptions
  private readonly startedAt: number
  private readonly cancel: Int32Array
  private readonly random: Random
  private readonly hot: number
  private readonly cold: number
  private readonly starter: Annealer
  /** Largest number of steps of one thread. */
  private readonly mostIterations: number
  private readonly breeding: Breeding | undefined
  private reportedAt = 0

  constructor(
    model: Model,
    neighbours: Neighbours,
    starter: Annealer,
    crew: SearchCrew,
    options: ParallelOptions,
    startedAt: number,
    cancel: Int32Array,
  ) {
    this.model = model
    this.neighbours = neighbours
    this.crew = crew
    this.options = options
    this.startedAt = startedAt
    this.cancel = cancel
    this.starter = starter
    this.random = new Random((options.seed ?? 1) ^ 0x5eed)
    const hasTime = options.seconds !== undefined
    this.mostIterations =
      options.iterations ?? (hasTime ? sensibleIterations(model.stopCount) : defaultIterations(model.stopCount))
    this.breeding = starter.days
      ? undefined
      : planBreeding(starter, (options.seconds ?? Number.POSITIVE_INFINITY) * 1000, this.mostIterations)
    const left = hasTime ? (options.seconds ?? 0) * 1000 - (performance.now() - startedAt) : Number.POSITIVE_INFINITY
    adaptCooling(starter, {
      iterations: this.mostIterations * (this.isShared ? crew.size : 1),
      clock: hasTime ? () => performance.now() : undefined,
      milliseconds: left,
      threads: this.isShared ? crew.size : 1,
    })
    const leg = starter.legCost()
    this.hot = leg * starter.settings.startTemperature
    this.cold = leg * starter.settings.endTemperature
    this.best = emptyPlan(model)
    starter.readBest((v, elements) => {
      this.best[v] = elements
    })
    this.standing = Array.from({ length: crew.size }, () => this.best)
    this.bestCost = starter.bestCost
  }

  async anneal(): Promise<void> {
    const { model, options, mostIterations } = this
    const budget = (options.seconds ?? Number.POSITIVE_INFINITY) * 1000 - finishReserve(model)
    let rest = 1
    this.report(0)
    const legs = this.listLegs()
    let watch = new GainWatch(undefined, 0, 0)
    let stage: Leg['breeding']
    for (const leg of legs) {
      if (leg.breeding !== stage) {
        const part = legs.reduce((sum, { breeding, part }) => sum + (breeding === leg.breeding ? part : 0), 0)
        watch = new GainWatch(options.waitPrice, performance.now(), budget * part)
      }
      stage = leg.breeding
      // Skips the rest of a stage in which the population no longer improves; the next stage may bring in another plan.
      if (stage !== undefined && watch.isEnough(this.bestCost, performance.now())) {
        rest -= leg.part
        continue
      }
      if (Atomics.load(this.cancel, 0) !== 0) break
      const left = budget - (performance.now() - this.startedAt)
      if (left < 2) break
      await this.runLeg(leg, Math.ceil(mostIterations * leg.part), (left * leg.part) / Math.max(leg.part, rest))
      rest -= leg.part
      this.report(1 - rest)
    }
  }

  private listLegs(): Leg[] {
    if (this.breeding) return geneticLegs(this.hot, this.cold, this.breeding, this.isShared)
    if (this.isShared)
      return isQuenched(this.model) ? quenchedLegs(this.hot, this.cold) : sharedLegs(this.hot, this.cold)
    const { coolings } = this.starter.settings
    const isApart = this.starter.days !== undefined || this.model.typeCount > 1 || coolings > 1
    return isApart ? apartLegs(this.hot, this.cold, coolings) : wholeLegs(this.hot, this.cold)
  }

  /** Whether threads anneal shares of one plan, instead of whole plans of their own. */
  private get isShared(): boolean {
    const least = this.model.typeCount > 1 ? leastSharedMixed : leastSharedAlike
    return !this.starter.days && this.crew.size > 1 && this.model.stopCount >= least
  }

  private async runLeg(leg: Leg, iterations: number, milliseconds: number): Promise<void> {
    const { model, neighbours, crew, random } = this
    const cut = (plan: PlanRoutes, count: number): Share[] => partition(model, neighbours, plan, count, random)
    const isShared = leg.after === 'shares'
    const shares = isShared ? cut(this.standing[0]!, crew.size) : this.listWhole().map((plan) => cut(plan, 1)[0]!)
    const orders = shares.map(
      (share): LegOrder => ({
        ...flatten(Array.from(share.vehicles), share.routes),
        absent: share.absent,
        hot: leg.hot,
        cold: leg.cold,
        coolings: leg.coolings ?? 1,
        fromFraction: leg.from,
        toFraction: leg.to,
        iterations,
        milliseconds,
        breeding: leg.breeding ?? 'none',
      }),
    )
    const reports = await crew.run(orders)
    for (const report of reports) this.iterations += report.iterations
    if (isShared) this.mergeShares(shares, reports)
    else this.keepWhole(reports, leg)
  }

  /** The plan each thread starts its next leg from: its own, or, after a leg on shares, the best one for all. */
  private listWhole(): PlanRoutes[] {
    if (this.standing.length === this.crew.size) return this.standing
    return Array.from({ length: this.crew.size }, () => this.best)
  }

  /** Shares are disjoint: their current plans together are a plan, and so are their best plans. */
  private mergeShares(shares: Share[], reports: LegReport[]): void {
    let sum = this.lockedCost()
    for (const report of reports) sum += report.bestCost
    const merge = (pick: (report: LegReport) => LegReport['best']): PlanRoutes => {
      const plan = [...this.standing[0]!]
      reports.forEach((report, index) => {
        for (const v of shares[index]!.vehicles) plan[v] = new Int32Array(0)
        const flat = pick(report)
        flat.vehicles.forEach((v, i) => {
          plan[v] = routeAt(flat, i)
        })
      })
      return plan
    }
    if (sum < this.bestCost - 1e-7) {
      this.bestCost = sum
      this.best = merge((report) => report.best)
    }
    this.standing = [merge((report) => report.current)]
  }

  /** After a leg on whole plans, threads continue from their own plans, all from the best current one, or all from the best of all. */
  private keepWhole(reports: LegReport[], leg: Leg): void {
    const fixed = this.lockedCost()
    let leader = reports[0]!
    for (const report of reports) {
      if (report.currentCost < leader.currentCost) leader = report
      if (report.bestCost + fixed >= this.bestCost - 1e-7) continue
      this.bestCost = report.bestCost + fixed
      this.best = this.withLocked(report.best)
    }
    switch (leg.after) {
      case 'apart':
        this.standing = reports.map((report) => this.withLocked(report.current))
        break
      case 'leader':
        this.standing = reports.map(() => this.withLocked(leader.current))
        break
      case 'best':
        this.standing = reports.map(() => this.best)
        break
    }
  }

  private withLocked(flat: LegReport['best']): PlanRoutes {
    const plan = emptyPlan(this.model)
    for (let v = 0; v < this.model.vehicleCount; v++) if (this.model.isLocked[v] === 1) plan[v] = this.best[v]!
    flat.vehicles.forEach((v, i) => {
      plan[v] = routeAt(flat, i)
    })
    return plan
  }

  /** Search cost of everything outside the shares: locked routes, and stops that cannot be placed. */
  private lockedCost(): number {
    const { model, starter } = this
    let cost = 0
    for (let v = 0; v < model.vehicleCount; v++) if (model.isLocked[v] === 1) cost += starter.kernel.routeCost[v]!
    for (let stop = 0; stop < model.stopCount; stop++) {
      if (model.isPlaceable[stop] === 0) cost += model.dropCost[stop]!
    }
    return cost
  }

  private report(fraction: number): void {
    const now = performance.now()
    if (!this.options.onProgress || now - this.reportedAt < 100) return
    this.reportedAt = now
    let served = 0
    for (const route of this.best) for (const stop of route) if (stop >= 0) served++
    this.options.onProgress({
      cost: this.bestCost,
      unassigned: this.model.stopCount - served,
      iterations: this.iterations,
      fraction,
      elapsedMilliseconds: now - this.startedAt,
      orders: () =>
        this.best.map((route) => Array.from(route).filter((stop) => stop >= 0 && stop < this.model.stopCount)),
    })
  }
}

function emptyPlan(model: Model): PlanRoutes {
  return Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
}
