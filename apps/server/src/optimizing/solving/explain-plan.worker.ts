// A thread that explains a plan: it searches again with looser and with tighter limits and compares.
import { parentPort, workerData } from 'node:worker_threads'
import { explainPlan, type PlanReasons, type Problem } from '@routewright/solver'
import { withMeanHours } from './solve-by-hour.ts'

export interface ExplainOrder {
  problem: Problem
  /** Present sequences, stop indices by vehicle. */
  orders: readonly (readonly number[])[]
  /** Upper limit for all searches together. */
  seconds: number
  /** Search steps of each search. */
  steps: number
  seed: number
}

export interface ExplainAnswer {
  reasons: PlanReasons
}

const { problem, orders, seconds, steps, seed } = workerData as ExplainOrder
const clock = () => performance.now()
// Hourly times hardly ever change which of two plans is better, and with mean times many times as many steps fit.
const reasons = explainPlan(withMeanHours(problem), orders, {
  steps,
  seed,
  clock,
  deadlineMilliseconds: clock() + 1000 * seconds,
})
parentPort!.postMessage({ kind: 'done', reasons, faults: [] })
