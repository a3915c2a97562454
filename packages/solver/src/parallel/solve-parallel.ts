/**
 * Solving on several worker threads over shared memory. Large plans: each thread anneals its own share of neighbouring routes at
 * the common temperature, shares are merged and cut anew every leg. Small plans: every thread anneals the whole plan, and each
 * leg starts from the best of where they stand. The calling thread only waits.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { getModel } from '../explain.ts'
import type { Model } from '../model.ts'
import type { Neighbours } from '../neighbours.ts'
import type { Problem } from '../problem.ts'
import { Random } from '../random.ts'
import { Annealer } from '../search/anneal.ts'
import { findExactPlan } from '../search/enumerate.ts'
import {
  assemble,
  begin,
  defaultIterations,
  dropShortRoutes,
  finishReserve,
  listInitial,
  prepareNeighbours,
  type SolveOptions,
  type SolveResult,
  sensibleIterations,
} from '../solve.ts'
import { flatten, type LegOrder, type LegReport, routeAt, type WorkerSetup } from './messages.ts'
import { type PlanRoutes, partition, type Share } from './partition.ts'

/** As SolveOptions; the clock is the system's. */
export interface ParallelOptions extends Omit<SolveOptions, 'clock' | 'deadlineMilliseconds'> {
  /** Worker threads; default: one per core. */
  threads?: number
  /** Wall time, setting up included. Without it and without `iterations` the number of iterations follows from the size. */
  seconds?: number
}

/** Stops from which a thread gets a share of its own instead of the whole plan. */
const leastSharedStops = 300

/** Solves without blocking the calling thread. Same seed, threads and iterations (no `seconds`): same answer. */
export async function solveParallel(problem: Problem, options: ParallelOptions = {}): Promise<SolveResult> {
  const startedAt = performance.now()
  const model = getModel(problem)
  const exact = findExactPlan(model)
  if (exact) return { solution: assemble(problem, model, exact), iterations: 0 }
  const neighbours = prepareNeighbours(model)
  const starter = new Annealer(model, neighbours, options.seed ?? 1)
  begin(starter, listInitial(model, options.initial))
  const threads = Math.max(1, options.threads ?? availableParallelism())
  const cancel = options.cancel ?? new Int32Array(new SharedArrayBuffer(4))
  const crew = new Crew(model, neighbours, cancel, threads, options.seed ?? 1)
  try {
    const run = new ParallelRun(model, neighbours, starter, crew, options, startedAt, cancel)
    await run.anneal()
    const routes = dropShortRoutes(model, starter, run.best)
    return { solution: assemble(problem, model, routes), iterations: run.iterations }
  } finally {
    await crew.dismiss()
  }
}

/** The worker threads of one run. */
class Crew {
  readonly size: number
  private readonly workers: Worker[]

  constructor(model: Model, neighbours: Neighbours, cancel: Int32Array, size: number, seed: number) {
    this.size = size
    this.workers = Array.from({ length: size }, (_, index) => {
      const setup: WorkerSetup = { model, neighbours, seed: seed * 1000 + index + 1, cancel }
      return new Worker(new URL('./worker.ts', import.meta.url), { workerData: setup })
    })
  }

  /** Sends one order to each of the first workers and waits for their reports. */
  run(orders: LegOrder[]): Promise<LegReport[]> {
    return Promise.all(orders.map((order, index) => this.ask(this.workers[index]!, order)))
  }

  private ask(worker: Worker, order: LegOrder): Promise<LegReport> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        worker.off('message', onMessage)
        worker.off('error', onError)
        worker.off('exit', onExit)
      }
      const onMessage = (report: LegReport): void => {
        settle()
        resolve(report)
      }
      const onError = (error: Error): void => {
        settle()
        reject(error)
      }
      const onExit = (code: number): void => {
        settle()
        reject(new Error(`a search thread ended with code ${code}`))
      }
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', onExit)
      worker.postMessage(order)
    })
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }
}

/** The legs of one annealing. */
class ParallelRun {
  iterations = 0
  best: PlanRoutes
  private bestCost: number
  private current: PlanRoutes
  private readonly model: Model
  private readonly neighbours: Neighbours
  private readonly crew: Crew
  private readonly options: ParallelOptions
  private readonly startedAt: number
  private readonly cancel: Int32Array
  private readonly random: Random
  private readonly hot: number
  private readonly cold: number
  private readonly starter: Annealer
  private reportedAt = 0

  constructor(
    model: Model,
    neighbours: Neighbours,
    starter: Annealer,
    crew: Crew,
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
    const leg = starter.legCost()
    this.hot = leg * starter.settings.startTemperature
    this.cold = leg * starter.settings.endTemperature
    this.best = emptyPlan(model)
    starter.readBest((v, elements) => {
      this.best[v] = elements
    })
    this.current = [...this.best]
    this.bestCost = starter.bestCost
  }

  async anneal(): Promise<void> {
    const { model, options, crew } = this
    const isShared = crew.size > 1 && model.stopCount >= leastSharedStops
    const budget = (options.seconds ?? Number.POSITIVE_INFINITY) * 1000 - finishReserve(model)
    const mostIterations =
      options.iterations ??
      (options.seconds === undefined ? defaultIterations(model.stopCount) : sensibleIterations(model.stopCount))
    const legs = isShared ? 60 : 20
    for (let leg = 0; leg < legs; leg++) {
      if (Atomics.load(this.cancel, 0) !== 0) break
      const left = budget - (performance.now() - this.startedAt)
      if (left < 2) break
      const milliseconds = left / (legs - leg)
      const iterations = Math.ceil(mostIterations / legs)
      await this.runLeg(isShared, leg / legs, (leg + 1) / legs, iterations, milliseconds)
      this.report((leg + 1) / legs)
    }
  }

  private async runLeg(
    isShared: boolean,
    from: number,
    to: number,
    iterations: number,
    milliseconds: number,
  ): Promise<void> {
    const whole = isShared ? undefined : partition(this.model, this.neighbours, this.current, 1, this.random)[0]!
    const shares: Share[] = whole
      ? Array.from({ length: this.crew.size }, () => whole)
      : partition(this.model, this.neighbours, this.current, this.crew.size, this.random)
    const orders = shares.map((share): LegOrder => {
      const flat = flatten(Array.from(share.vehicles), share.routes)
      return {
        ...flat,
        absent: share.absent,
        hot: this.hot,
        cold: this.cold,
        fromFraction: from,
        toFraction: to,
        iterations,
        milliseconds,
      }
    })
    const reports = await this.crew.run(orders)
    for (const report of reports) this.iterations += report.iterations
    if (isShared) this.mergeShares(shares, reports)
    else this.pickBest(reports)
  }

  /** Shares are disjoint: where they stand together is a plan, and so is the best of each together. */
  private mergeShares(shares: Share[], reports: LegReport[]): void {
    let sum = this.lockedCost()
    for (const report of reports) sum += report.bestCost
    const merge = (pick: (report: LegReport) => LegReport['best']): PlanRoutes => {
      const plan = [...this.current]
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
    this.current = merge((report) => report.current)
  }

  private pickBest(reports: LegReport[]): void {
    let standing: LegReport = reports[0]!
    const fixed = this.lockedCost()
    for (const report of reports) {
      if (report.currentCost < standing.currentCost) standing = report
      if (report.bestCost + fixed >= this.bestCost - 1e-7) continue
      this.bestCost = report.bestCost + fixed
      this.best = this.withLocked(report.best)
    }
    this.current = this.withLocked(standing.current)
  }

  private withLocked(flat: LegReport['best']): PlanRoutes {
    const plan = emptyPlan(this.model)
    for (let v = 0; v < this.model.vehicleCount; v++) if (this.model.isLocked[v] === 1) plan[v] = this.current[v]!
    flat.vehicles.forEach((v, i) => {
      plan[v] = routeAt(flat, i)
    })
    return plan
  }

  /** Search cost of what no share contains: locked routes, and stops that cannot be placed. */
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
    })
  }
}

function emptyPlan(model: Model): PlanRoutes {
  return Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
}
