/** Runs the optimizer to a deadline, for the command line and the benchmarks. */

import { solveSoon } from '../parallel/solve-soon.ts'
import type { Problem } from '../problem.ts'
import { type Progress, type SolveOptions, type SolveResult, solve } from '../solve.ts'

export interface EngineBudget {
  readonly seed: number
  readonly threads: number
  /** Most steps of each thread; undefined: until the deadline. */
  readonly iterations: number | undefined
  /** On the clock of performance.now(), or on `clock`. Infinity: no deadline. */
  readonly deadlineMs: number
  /** Milliseconds. When given, the calling thread solves alone by this clock: a benchmark uses processor time. */
  readonly clock?: () => number
  /** In shared memory: the search ends with its best plan so far soon after element 0 becomes non-zero. */
  readonly cancel?: Int32Array
  readonly onProgress?: (progress: Progress) => void
  /** Same as `SolveOptions.waitPrice`. */
  readonly waitPrice?: number
  readonly initial?: SolveOptions['initial']
}

export async function runEngine(problem: Problem, budget: EngineBudget): Promise<SolveResult> {
  const { seed, threads, iterations, deadlineMs, clock, cancel, onProgress, waitPrice, initial } = budget
  const shared = {
    seed,
    ...(iterations !== undefined && { iterations }),
    ...(cancel !== undefined && { cancel }),
    ...(onProgress !== undefined && { onProgress }),
    ...(waitPrice !== undefined && { waitPrice }),
    ...(initial !== undefined && { initial }),
  }
  if (clock !== undefined) return solve(problem, { ...shared, clock, deadlineMilliseconds: deadlineMs })
  return solveSoon(problem, {
    ...shared,
    threads,
    ...(Number.isFinite(deadlineMs) && { seconds: Math.max(0, deadlineMs - performance.now()) / 1000 }),
  })
}
