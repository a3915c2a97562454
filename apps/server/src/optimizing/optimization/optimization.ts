// The rules of optimization: one run of a plan at a time, from any node; asked for, followed, canceled, waited for.

import { setTimeout as wait } from 'node:timers/promises'
import { solverSeconds } from '@routewright/contract'
import { requireReach } from '../../accounts/projects/projects.ts'
import {
  cancelRunAfterBookings,
  failDeadRun,
  findLatestRun,
  finishRun,
  insertRun,
  type RunError,
  requestCancel,
} from '../../data/optimization-runs.sql.ts'
import type { RunRow } from '../../data/optimization-tables.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanRow } from '../../data/plans.sql.ts'
import { idsOf } from '../../data/records.ts'
import { runRecord, stateOf } from '../../data/resources/optimization-runs.ts'
import { listStopsOfRoutes, listUnassignedStops } from '../../data/stops.sql.ts'
import type { JsonObject } from '../../data/values.ts'
import { type ApiError, apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { lockPlans, requirePlanAllows, requireRouteAllows } from '../../planning/lifecycle/lifecycle.ts'
import { lockRouteWithPlan } from '../../planning/routes/routes.ts'
import { type StopRecord, stopRecords } from '../../planning/stops/stops.ts'
import { deadSeconds, getRun } from './solve.job.ts'

export interface RunRequest {
  keepCurrentAssignment: boolean
  /** The solver budget is at most `solverSeconds.maxWhenWaiting`, because the caller waits. */
  isAwaited: boolean
  /** Left out, it follows from `keepCurrentAssignment`: `keep_assignment` or `from_scratch`. */
  mode?: RunRow['mode']
  /** Keeps the result aside instead of applying it. */
  hold?: boolean
  /** Settings of this run only. */
  config?: JsonObject
  /** The service asks by itself: routes that drivers have stay as they are, and what is found is applied only if it is worth it. */
  isAfterBookings?: boolean
}

/**
 * Asks for a run of the plan: takes the lease and sends the job in the caller's transaction. Throws 404,
 * highway.optimization.error.plan_finished, highway.optimization.error.sync_optimization_already_progress.
 */
export async function requestPlanRun(
  scope: Scope,
  services: Services,
  planId: string,
  request: RunRequest,
): Promise<RunRow> {
  const [plan] = await lockPlans(scope, [planId])
  if (!plan) throw notFound('plan', planId)
  requireReach(scope, plan.project_id)
  return takeLease(scope, services, plan, null, request)
}

/** A run of one route, and the stops that were on it. Throws also highway.route.error.{locked, finished}. */
export async function requestRouteRun(
  scope: Scope,
  services: Services,
  routeId: string,
): Promise<{ run: RunRow; stopIds: string[] }> {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  if (route.is_locked) throw apiError('highway.route.error.locked', { id: route.id })
  requirePlanAllows(plan, 'optimized')
  requireRouteAllows(route, 'stops_joined')
  const stops = await listStopsOfRoutes(scope, [route.id])
  const run = await takeLease(scope, services, plan, route.id, { keepCurrentAssignment: false, isAwaited: true })
  return { run, stopIds: idsOf(stops) }
}

export { runRecord, stateOf }

/** Nobody waits for it, and the processors are wanted for those who do. */
const secondsAfterBookings = 10

const workerGone: RunError = {
  message: 'The optimization failed: its worker is gone.',
  message_id: 'highway.optimization.error.failed',
}

async function takeLease(
  scope: Scope,
  services: Services,
  plan: PlanRow,
  routeId: string | null,
  request: RunRequest,
): Promise<RunRow> {
  requirePlanAllows(plan, 'optimized')
  await failDeadRun(scope, plan.id, 3 * deadSeconds, workerGone)
  const { isAfterBookings = false } = request
  if (!isAfterBookings) await cancelRunAfterBookings(scope, plan.id)
  const run = await insertRun(scope, {
    id: createId(scope.now),
    project_id: plan.project_id,
    plan_id: plan.id,
    route_id: routeId,
    keep_current_assignment: request.keepCurrentAssignment,
    mode: request.mode ?? (request.keepCurrentAssignment ? 'keep_assignment' : 'from_scratch'),
    hold: request.hold ?? false,
    after_bookings: isAfterBookings,
    config: request.config ?? null,
  })
  if (!run) throw apiError('highway.optimization.error.sync_optimization_already_progress', { id: plan.id })
  const waited = request.isAwaited ? solverSeconds.maxWhenWaiting : undefined
  const maxSeconds = isAfterBookings ? secondsAfterBookings : waited
  // Whoever waits for a plan goes first.
  const order = isAfterBookings ? { priority: -1 } : {}
  await services.jobs.send(scope.tx, 'optimization', { run_id: run.id, max_seconds: maxSeconds }, order)
  return run
}

/** How the latest run of the plan is doing. Throws 404 when there never was one. */
export async function getRunningOptimization(scope: Scope, planId: string) {
  return runRecord(await getLatestRun(scope, planId))
}

/**
 * Cancels the run in progress. The plan stays as it was, and is free at once; with `apply` the worker is asked to write
 * the best that it has, which the caller may wait for. A run that has ended stays as it is.
 */
export async function cancelRun(scope: Scope, planId: string, options: { apply: boolean }): Promise<RunRow> {
  const run = await getLatestRun(scope, planId)
  if (run.status !== 'in progress') return run
  // A run that still waits in the queue has found nothing that could be applied.
  if (options.apply && run.attempts > 0) await requestCancel(scope, run.id)
  else await finishRun(scope, run.id, { status: 'canceled' })
  return getLatestRun(scope, planId)
}

async function getLatestRun(scope: Scope, planId: string): Promise<RunRow> {
  const plan = await findPlanRow(scope, planId)
  if (!plan) throw notFound('plan', planId)
  requireReach(scope, plan.project_id)
  const run = await findLatestRun(scope, planId)
  if (!run) throw notFound('optimization of plan', planId)
  return run
}

/** How long a caller waits beyond the solver's own budget: for the queue, the matrices and the writing. */
const extraWaitSeconds = 60

/**
 * Waits until the run has ended, wherever it is worked off. Throws what it failed with, and
 * highway.optimization.error.failed when it takes far longer than its budget.
 */
export async function waitForRun(services: Services, run: RunRow): Promise<RunRow> {
  const end = performance.now() + (solverSeconds.maxWhenWaiting + extraWaitSeconds) * 1000
  for (let pauseMilliseconds = 20; ; pauseMilliseconds = Math.min(200, pauseMilliseconds * 1.3)) {
    const now = await getRun(services, run.id)
    if (now.status === 'failed') throw failureOf(now)
    if (now.status !== 'in progress') return now
    if (performance.now() > end)
      throw failed(run, 'it takes longer than this call may wait; it goes on in the background')
    await wait(pauseMilliseconds)
  }
}

/** Waits a moment until what a canceled run found is applied, and answers the run as it is then. */
export async function waitForCancel(services: Services, run: RunRow): Promise<RunRow> {
  const end = performance.now() + 5_000
  let now = run
  while (now.status === 'in progress' && performance.now() < end) {
    await wait(50)
    now = await getRun(services, run.id)
  }
  return now
}

function failureOf(run: RunRow): ApiError {
  const messageId = run.error?.message_id
  if (messageId === 'highway.optimization.error.plan_finished') return apiError(messageId, { id: run.plan_id })
  if (messageId === 'highway.domain.error.not_found') return notFound('plan', run.plan_id)
  return failed(run, (run.error?.message ?? 'unknown').replace(/^The optimization failed: |\.$/g, ''))
}

function failed(run: RunRow, reason: string): ApiError {
  return apiError('highway.optimization.error.failed', { id: run.plan_id, reason })
}

/** The records of those of the stops that are on no route. */
export async function listUnassigned(scope: Scope, stopIds: readonly string[]): Promise<StopRecord[]> {
  return stopRecords(scope, await listUnassignedStops(scope, stopIds))
}
