/**
 * The search of a wide problem: rounds over the parts of the plan. Each round cuts the plan along other lines, threads take part after part,
 * and all parts of a round anneal between the same two fractions of one cooling.
 */
import { Random } from '../model/random.ts'
import type { Crew } from '../parallel/crew.ts'
import { routeAt } from '../parallel/messages.ts'
import type { Share } from '../parallel/partition.ts'
import { getDropCosts } from '../problem.ts'
import type { Progress } from '../solve.ts'
import type { WideProblem } from '../wide-problem.ts'
import { entryAt } from './entry-at.ts'
import { coldFactor, type PartOrder, type PartReport, packOrder } from './messages.ts'
import type { PlanCutter, WideRoutes } from './wide-plan.ts'

export type WideCrew = Crew<PartOrder, PartReport>

/** Limits of a run, on the clock of performance.now(). */
export interface WideBudget {
  startedAt: number
  /** When the search ends; Infinity without a time limit. */
  endsAt: number
  /** Steps of all threads together. */
  iterations: number
  seed: number
  cancel: Int32Array
  onProgress: ((progress: Progress) => void) | undefined
}

/**
 * Stops of a part while the first plan is constructed, and in the search; more where routes are long: with few routes in a part, the search
 * does not find out that one of them is not needed.
 */
const constructedStops = 600
const constructedRoutes = 10
const searchedStops = 800
const searchedRoutes = 20
/** Up to this many stops the compiled steps hold the part's table (lean-steps.ts). */
const mostPartStops = 2_400
/**
 * Number of rounds. A leg shall take so many times as long as building its part took, at least `leastLegMilliseconds`, and so many steps. Where
 * that leaves fewer than `enoughRounds`, parts are smaller, because they are built in the square of their stops.
 */
const enoughRounds = 8
const mostRounds = 30
const legsPerBuild = 6
const leastLegMilliseconds = 600
const leastLegSteps = 40_000
/**
 * Start temperature as a factor of the mean leg of a part. With fewer steps per stop than `fullSteps`, the search starts cooler. Windows
 * need more steps, as for smaller plans.
 */
const hotFactor = 2
const fullSteps = 1_500
const fullStepsTimed = 6_000
/** Least time between two reports of progress, in milliseconds. */
const reportEvery = 500

/** One search: its current plan, its best plan, and what is left of its budget. */
export class WideSearch {
  /** Steps so far. */
  iterations = 0
  /** Best plan so far, and its search cost. */
  best: WideRoutes
  private bestCost: number
  /** Current plan of the annealing. */
  private standing: WideRoutes
  private standingCost: number
  private readonly problem: WideProblem
  private readonly cutter: PlanCutter
  private readonly crew: WideCrew
  private readonly budget: WideBudget
  private readonly random: Random
  /** Thread milliseconds spent on steps. */
  private searchedMilliseconds = 0
  /** Milliseconds that it took to build a part of the last round, in the mean, and how many stops it had. */
  private buildMilliseconds = 0
  private builtStops = 1
  private orderCount = 0
  private reportedAt = 0

  constructor(problem: WideProblem, cutter: PlanCutter, crew: WideCrew, budget: WideBudget) {
    this.problem = problem
    this.cutter = cutter
    this.crew = crew
    this.budget = budget
    this.random = new Random(budget.seed ^ 0x5eed)
    this.standing = problem.vehicles.map(() => new Int32Array(0))
    this.best = this.standing
    this.standingCost = getDropCosts(problem).reduce((sum, cost) => sum + cost, 0)
    this.bestCost = this.standingCost
  }

  /** Builds the first plan: in each part the given routes without what breaks a rule, then every other stop. */
  async construct(given: WideRoutes): Promise<void> {
    const length = this.expectLength()
    const count = this.countParts(Math.max(constructedStops, constructedRoutes * length))
    const shares = this.cutter.cut(given, count, this.random)
    await this.runRound(shares, 0, (order) => ({ ...order, task: 'construct' }))
    this.report(0)
  }

  /**
   * Cools in rounds until the budget is used up. The first round accepts improvements only, and tells how many steps there will be. How many
   * rounds follow is decided anew after each, because other programs may slow the threads down.
   */
  async anneal(): Promise<void> {
    const partCount = this.choosePartCount()
    let hot = coldFactor
    let cooled = 0
    for (let round = 0; round < mostRounds && cooled < 1 && !this.isOver(); round++) {
      const rounds = Math.max(1, Math.min(mostRounds - round, Math.floor(this.countRounds(partCount))))
      const toFraction = round === 0 ? 0 : cooled + (1 - cooled) / rounds
      const shares = this.cutter.cut(this.standing, partCount, this.random)
      await this.runRound(shares, cooled, this.planLegs(shares, rounds, { hot, fromFraction: cooled, toFraction }))
      if (round === 0) hot = this.chooseHeat()
      cooled = toFraction
      this.report(cooled)
    }
  }

  /** Gives each part of a round its share of the round's time and steps, by its stops. */
  private planLegs(
    shares: Share[],
    rounds: number,
    cooling: Pick<PartOrder, 'hot' | 'fromFraction' | 'toFraction'>,
  ): (order: PartOrder) => PartOrder {
    const { budget, crew } = this
    const milliseconds = ((budget.endsAt - performance.now()) * crew.size) / rounds
    const iterations = (budget.iterations - this.iterations) / rounds
    const weight = shares.reduce((sum, part) => sum + countElements(part), 0)
    return (order) => {
      const part = (order.elements.length + order.absent.length) / weight
      return { ...order, ...cooling, iterations: Math.ceil(iterations * part), milliseconds: milliseconds * part }
    }
  }

  private isOver(): boolean {
    const { cancel, endsAt, iterations } = this.budget
    return Atomics.load(cancel, 0) !== 0 || performance.now() >= endsAt || this.iterations >= iterations
  }

  /** Start temperature for the steps that the rest of the budget allows. */
  private chooseHeat(): number {
    const { budget, crew, problem } = this
    const perMillisecond = Math.max(1, this.iterations) / Math.max(1, this.searchedMilliseconds)
    const left = Math.max(0, budget.endsAt - performance.now()) * crew.size * perMillisecond
    const perStop = Math.max(0, Math.min(left, budget.iterations - this.iterations)) / problem.stops.length
    const hasWindows = problem.stops.some(({ windows = [] }) => windows.length > 0)
    const full = hasWindows ? fullStepsTimed : fullSteps
    return Math.max(2 * coldFactor, hotFactor * Math.min(1, Math.sqrt(perStop / full)))
  }

  /** Parts for a round: a multiple of the threads, so that none of them waits for the last part. */
  private countParts(size: number): number {
    const threads = this.crew.size
    return threads * Math.max(1, Math.round(this.problem.stops.length / Math.min(size, mostPartStops) / threads))
  }

  /** Number of parts for the search: larger ones where routes are long and the budget allows. */
  private choosePartCount(): number {
    const length = this.measureLength()
    const large = this.countParts(Math.max(searchedStops, searchedRoutes * length))
    if (this.countRounds(large) >= enoughRounds) return large
    return this.countParts(Math.max(searchedStops, (searchedRoutes / 2) * length))
  }

  /** Rounds that the rest of the budget allows, with a fraction. */
  private countRounds(partCount: number): number {
    const { budget, crew, problem } = this
    const build = this.buildMilliseconds * (problem.stops.length / partCount / this.builtStops) ** 2
    const leg = Math.max(leastLegMilliseconds, legsPerBuild * build)
    const byTime = ((budget.endsAt - performance.now()) * crew.size) / (partCount * leg)
    const bySteps = (budget.iterations - this.iterations) / (partCount * leastLegSteps)
    return Math.max(1, Math.min(byTime, bySteps))
  }

  /** Stops per route that capacities allow, before there is any route. */
  private expectLength(): number {
    const { stops, vehicles, loadDimensions } = this.problem
    let used = 0
    for (let k = 0; k < loadDimensions; k++) {
      const mean = sumAmounts(vehicles, ({ capacity }) => capacity?.[k]) / vehicles.length
      const load = Math.max(
        sumAmounts(stops, ({ delivered }) => delivered?.[k]),
        sumAmounts(stops, ({ collected }) => collected?.[k]),
      )
      if (mean > 0) used = Math.max(used, load / mean)
    }
    return stops.length / Math.max(1, used > 0 ? used : vehicles.length)
  }

  /** Stops per route of the current plan. */
  private measureLength(): number {
    const used = this.standing.filter((route) => route.length > 0)
    return used.reduce((sum, route) => sum + route.length, 0) / Math.max(1, used.length)
  }

  /** Works through all parts. A cancelled round leaves the parts as they are that no thread has begun. */
  private async runRound(shares: Share[], fraction: number, toOrder: (order: PartOrder) => PartOrder): Promise<void> {
    const orders = shares.map((share) =>
      toOrder(packOrder(share, 'anneal', (this.budget.seed * 1_000_003 + this.orderCount++) | 0)),
    )
    const standing = [...this.standing]
    const best = [...this.standing]
    let [current, reached] = [this.standingCost, this.standingCost]
    let built = 0
    await this.crew.runAll(
      orders,
      () => Atomics.load(this.budget.cancel, 0) !== 0,
      (report, index) => {
        this.iterations += report.iterations
        this.searchedMilliseconds += report.searchedMilliseconds
        built += report.builtMilliseconds
        current += report.currentCost - report.givenCost
        reached += report.bestCost - report.givenCost
        const { vehicles } = entryAt(shares, index)
        replaceRoutes(standing, vehicles, report.current)
        replaceRoutes(best, vehicles, report.best)
        if (reached >= this.bestCost) return
        this.bestCost = reached
        this.best = best
        this.report(fraction)
      },
    )
    this.standing = standing
    this.standingCost = current
    this.buildMilliseconds = built / shares.length
    this.builtStops = Math.max(1, this.problem.stops.length / shares.length)
  }

  private report(fraction: number): void {
    const { budget, best } = this
    const now = performance.now()
    if (!budget.onProgress || now - this.reportedAt < reportEvery) return
    this.reportedAt = now
    const served = best.reduce((sum, route) => sum + route.filter((stop) => stop >= 0).length, 0)
    budget.onProgress({
      cost: this.bestCost,
      unassigned: this.problem.stops.length - served,
      iterations: this.iterations,
      fraction,
      elapsedMilliseconds: now - budget.startedAt,
      orders: () => best.map((route) => Array.from(route).filter((stop) => stop >= 0)),
    })
  }
}

/** Sets the routes of the vehicles to those of a report, which lists used vehicles only. */
function replaceRoutes(plan: WideRoutes, vehicles: Int32Array, reported: PartReport['best']): void {
  for (const v of vehicles) plan[v] = new Int32Array(0)
  reported.vehicles.forEach((v, index) => {
    plan[v] = routeAt(reported, index)
  })
}

function sumAmounts<T>(list: readonly T[], readAmount: (entry: T) => number | undefined): number {
  return list.reduce((sum, entry) => sum + (readAmount(entry) ?? 0), 0)
}

function countElements({ routes, absent }: Share): number {
  return routes.reduce((sum, route) => sum + route.length, absent.length)
}
