// A thread that plans several days together, checks the solution independently, and reports its progress.
import { parentPort, workerData } from 'node:worker_threads'
import {
  checkPeriods,
  evaluate,
  type PeriodicProblem,
  type PeriodicSolution,
  type Route,
  solvePeriods,
} from '@routewright/solver'

export interface WeekSolveOrder {
  periodic: PeriodicProblem
  /** Present sequences, stop indices by vehicle: where the search begins. */
  initial: number[][]
  seconds: number
  seed: number
  threads: number
  /** Over shared memory: non-zero ends the search with the best found so far. */
  cancel: Int32Array
}

export interface WeekAnswer {
  periodic: PeriodicSolution
  /** Present routes by vehicle. */
  before: Route[]
}

export type WeekMessage =
  | { kind: 'progress'; fraction: number; cost: number; unassigned: number }
  | ({ kind: 'done'; faults: string[] } & WeekAnswer)

const port = parentPort!
const { periodic, initial, ...options } = workerData as WeekSolveOrder

const { solution } = await solvePeriods(periodic, {
  ...options,
  initial,
  onProgress: ({ fraction, cost, unassigned }) => send({ kind: 'progress', fraction, cost, unassigned }),
})
send({
  kind: 'done',
  periodic: solution,
  before: initial.map((stops, vehicle) => evaluate(periodic.problem, vehicle, stops)),
  faults: checkPeriods(periodic, solution).slice(0, 10),
})

function send(message: WeekMessage): void {
  port.postMessage(message)
}
