/** Runs the optimizer to a deadline, for the command line and the benchmarks. */

import { solveSoon } from '../parallel/solve-soon.ts'
import type { Problem } from '../problem.ts'
import { type Progress, type SolveOptions, type SolveResult, solve } from '../solve.ts'
import { solveWide } from '../wide/solve-wide.ts'
import { isWide, type WideProblem } from '../wide-problem.ts'

export interface EngineBudget {
  readonly seed: number
  readonly threads: number
  /** Most steps of each thread; undefined: until the deadline. */
  readonly iterations: number | undefined
  /** On the clock of performance.now(), or on `clock`. Infinity: no deadline. */
  readonly deadlineMs: number
  /**
   * Milliseconds. When given, the calling thread solves alone by this clock: a benchmark uses processor time. Wide problems take what is
   * left on it as wall time, on their own threads.
   */
  readonly clock?: () => number
  /** In shared memory: the search ends with its best plan so far soon after element 0 becomes non-zero. */
  readonly cancel?: Int32Array
  readonly onProgress?: (progress: Progress) => void
  /** Same as `SolveOptions.waitPrice`. */
  readonly waitPrice?: number
  readonly initial?: SolveOptions['initial']
}

const now = (): number => performance.now()

export async function runEngine(problem: Problem | WideProblem, budget: EngineBudget): Promise<SolveResult> {
  const { seed, threads, iterations, deadlineMs, clock, cancel, onProgress, waitPrice, initial } = budget
  const shared = {
    seed,
    ...(iterations !== undefined && { iterations }),
    ...(cancel !== undefined && { cancel }),
    ...(onProgress !== undefined && { onProgress }),
    ...(waitPrice !== undefined && { waitPrice }),
    ...(initial !== undefined && { initial }),
  }
  const seconds = Number.isFinite(deadlineMs) ? Math.max(0, deadlineMs - (clock ?? now)()) / 1000 : undefined
  if (isWide(problem)) {
    return solveWide(problem, { ...shared, threads, ...(seconds !== undefined && { seconds }) })
  }
  if (clock !== undefined) return solve(problem, { ...shared, clock, deadlineMilliseconds: deadlineMs })
  return solveSoon(problem, { ...shared, threads, ...(seconds !== undefined && { seconds }) })
}
