/** Runs the optimizer to a deadline on the clock of performance.now(), for the command line and the benchmarks. */

import { solveParallel } from '../parallel/solve-parallel.ts'
import type { Problem } from '../problem.ts'
import type { Progress, SolveResult } from '../solve.ts'

export interface EngineBudget {
  readonly seed: number
  readonly threads: number
  /** Steps of each thread at most; undefined: until the deadline. */
  readonly iterations: number | undefined
  /** Infinity: no deadline. */
  readonly deadlineMs: number
  readonly onProgress?: (progress: Progress) => void
}

export function runEngine(problem: Problem, budget: EngineBudget): Promise<SolveResult> {
  const { seed, threads, iterations, deadlineMs, onProgress } = budget
  return solveParallel(problem, {
    seed,
    threads,
    ...(iterations !== undefined && { iterations }),
    ...(Number.isFinite(deadlineMs) && { seconds: Math.max(0, deadlineMs - performance.now()) / 1000 }),
    ...(onProgress !== undefined && { onProgress }),
  })
}
