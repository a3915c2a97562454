// A thread that solves one problem, checks the answer independently, and tells its progress meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { check, type Problem, type Solution, solveParallel } from '@routewright/solver'

export interface SolveOrder {
  problem: Problem
  seconds: number
  /** Ends the search early where more brings next to nothing; absent: the whole time. */
  iterations?: number
  seed: number
  threads: number
  /** Stop indices per vehicle, where the present order is a good beginning. */
  initial?: number[][]
  /** Over shared memory: non-zero ends the search with the best found so far. */
  cancel: Int32Array
}

export type SolveMessage =
  | { kind: 'progress'; fraction: number; cost: number; unassigned: number; iterations: number }
  | { kind: 'done'; solution: Solution; iterations: number; faults: string[] }

const port = parentPort!
const { problem, ...order } = workerData as SolveOrder

const { solution, iterations } = await solveParallel(problem, {
  ...order,
  onProgress: ({ fraction, cost, unassigned, iterations: done }) =>
    send({ kind: 'progress', fraction, cost, unassigned, iterations: done }),
})
const faults = check(problem, solution)
  .filter((finding) => !finding.isDeclared)
  .slice(0, 10)
  .map((finding) => finding.message)
send({ kind: 'done', solution, iterations, faults })

function send(message: SolveMessage): void {
  port.postMessage(message)
}
