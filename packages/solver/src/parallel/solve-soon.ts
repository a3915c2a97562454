/** Starts searching with the least delay: few stops on the calling thread, more on worker threads. */
import type { Problem } from '../problem.ts'
import { type SolveResult, solve } from '../solve.ts'
import { type ParallelOptions, solveParallel } from './solve-parallel.ts'

/** Up to this many stops, a search is finished about as soon as threads have started. */
const mostStopsHere = 50

/**
 * Like `solveParallel`. With a `waitPrice`, plans of few stops are searched on the calling thread, which is blocked for a second or two.
 */
export async function solveSoon(problem: Problem, options: ParallelOptions): Promise<SolveResult> {
  const { seconds = Number.POSITIVE_INFINITY, threads: _, ...rest } = options
  if (options.waitPrice === undefined || problem.stops.length > mostStopsHere) return solveParallel(problem, options)
  const clock = () => performance.now()
  return solve(problem, { ...rest, clock, deadlineMilliseconds: clock() + 1_000 * seconds })
}
