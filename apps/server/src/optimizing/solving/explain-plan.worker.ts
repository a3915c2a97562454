// A thread that finds out why a plan is as it is, by trying what would be with more room and with less.
import { parentPort, workerData } from 'node:worker_threads'
import { explainPlan, type PlanReasons, type Problem } from '@routewright/solver'
import { withMeanHours } from './solve-by-hour.ts'

export interface ExplainOrder {
  problem: Problem
  /** Stops by vehicle, as they are now. */
  orders: readonly (readonly number[])[]
  /** For all searches together, at most. */
  seconds: number
  /** Of each search. */
  steps: number
  seed: number
}

export interface ExplainAnswer {
  reasons: PlanReasons
}

const { problem, orders, seconds, steps, seed } = workerData as ExplainOrder
const clock = () => performance.now()
// Which of two plans is better hardly ever hangs on the hour, and by the mean of the day there is time for many times as many steps.
const reasons = explainPlan(withMeanHours(problem), orders, {
  steps,
  seed,
  clock,
  deadlineMilliseconds: clock() + 1000 * seconds,
})
parentPort!.postMessage({ kind: 'done', reasons, faults: [] })
