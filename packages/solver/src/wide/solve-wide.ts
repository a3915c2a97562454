/**
 * Solves plans too large for full travel tables. The search works on parts of the plan, each an ordinary problem with a small table; no
 * array grows with the square of the number of stops.
 */
import { availableParallelism } from 'node:os'
import { Crew } from '../parallel/crew.ts'
import { listInitial, type SolveOptions, type SolveResult } from '../solve.ts'
import type { WideProblem } from '../wide-problem.ts'
import { finishPlan, finishReserve } from './finish.ts'
import type { WideSetup } from './messages.ts'
import { requireWide } from './require-wide.ts'
import { PlanCutter, type WideRoutes } from './wide-plan.ts'
import { type WideCrew, WideSearch } from './wide-search.ts'

/**
 * Same as `SolveOptions`; the clock is the system's. Without `iterations` and `seconds`, the number of iterations follows from the size.
 * With `iterations` alone, the same seed and threads give the same solution.
 */
export interface WideOptions extends Omit<SolveOptions, 'clock' | 'deadlineMilliseconds' | 'waitPrice'> {
  /** Number of worker threads; default: one per core. */
  threads?: number
  /** Wall time, including setup. */
  seconds?: number
}

/** Steps per stop without a limit. */
const usualStepsPerStop = 600

/** Solves without blocking the calling thread. Throws a RangeError that names the field for a rule that needs the whole plan at once. */
export async function solveWide(problem: WideProblem, options: WideOptions = {}): Promise<SolveResult> {
  const startedAt = performance.now()
  requireWide(problem)
  const { seed = 1, seconds = Number.POSITIVE_INFINITY, onProgress } = options
  const threads = Math.max(1, options.threads ?? availableParallelism())
  const cancel = options.cancel ?? new Int32Array(new SharedArrayBuffer(4))
  const cutter = new PlanCutter(problem)
  const setup: WideSetup = { problem, rank: cutter.rank, cancel }
  const setups = Array.from({ length: threads }, () => setup)
  const crew: WideCrew = new Crew(new URL('./worker.ts', import.meta.url), setups)
  const usual = options.seconds === undefined ? usualStepsPerStop * problem.stops.length : Number.POSITIVE_INFINITY
  try {
    const search = new WideSearch(problem, cutter, crew, {
      startedAt,
      endsAt: startedAt + seconds * 1000 - finishReserve(problem, threads),
      iterations: options.iterations === undefined ? usual : options.iterations * threads,
      seed,
      cancel,
      onProgress,
    })
    await search.construct(keepFirst(problem, listInitial(problem, options.initial)))
    await search.anneal()
    return { solution: await finishPlan(problem, cutter, crew, search.best), iterations: search.iterations }
  } finally {
    await crew.dismiss()
  }
}

/** One route per vehicle from the given lists, each stop only where it stands first. */
function keepFirst({ stops, vehicles }: WideProblem, given: number[][]): WideRoutes {
  const isTaken = new Uint8Array(stops.length)
  return vehicles.map((_, v) =>
    Int32Array.from(
      (given[v] ?? []).filter((stop) => {
        if (stop < 0) return true
        if (stop >= stops.length || isTaken[stop] === 1) return false
        isTaken[stop] = 1
        return true
      }),
    ),
  )
}
