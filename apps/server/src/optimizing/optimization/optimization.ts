// The rules of optimization: one run of a plan at a time, requested, followed, canceled and awaited from any node.

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
import { hasOtherOrganization } from '../../data/organizations.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanRow } from '../../data/plans.sql.ts'
import { listIds } from '../../data/records.ts'
import { getState, runRecord } from '../../data/resources/optimization-runs.ts'
import { listStopsOfRoutes, listUnassignedStops } from '../../data/stops.sql.ts'
import type { JsonObject } from '../../data/values.ts'
import { type ApiError, apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { lockPlans, requirePlanAllows, requireRouteAllows } from '../../planning/lifecycle/lifecycle.ts'
import { useUp } from '../../planning/ports.ts'
import { lockRouteWithPlan } from '../../planning/routes/routes.ts'
import { type StopRecord, stopRecords } from '../../planning/stops/stops.ts'
import { deadSeconds, getRun } from './solve.job.ts'

export interface RunRequest {
  keepCurrentAssignment: boolean
  /** True when the caller waits; limits the solver's time to `solverSeconds.maxWhenWaiting`. */
  isAwaited: boolean
  /** The default follows `keepCurrentAssignment`: `keep_assignment` or `from_scratch`. */
  mode?: RunRow['mode']
  /** Holds the result instead of applying it. */
  hold?: boolean
  /** Settings of this run only. */
  config?: JsonObject
  /**
   * True when the service itself starts the run: routes already sent to drivers stay as they are, and the result is applied only
   * if it is worth it.
   */
  isAfterBookings?: boolean
}

/**
 * Requests a run of the plan: takes the lease and sends the job in the caller's transaction. Throws 404,
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

/** Requests a run of one route and returns it with the stops that were on the route. Throws also highway.route.error.{locked, finished}. */
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
  return { run, stopIds: listIds(stops) }
}

export { getState, runRecord }

/** Seconds of a run after bookings: short, because nobody waits for it and others need the processors. */
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
  // The first second; the others are known when the run has ended.
  await useUp(scope, 'optimizer_seconds', 1)
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
  const job = { organization_id: scope.organizationId, run_id: run.id, max_seconds: maxSeconds }
  await services.jobs.send(scope.tx, 'optimization', job, {
    // Runs that somebody waits for go first.
    ...(isAfterBookings && { priority: -1 }),
    ...((await isShared(scope, services)) && { group: { id: scope.organizationId } }),
  })
  return run
}

/** Whether others than this organization and the demo's use the service, so that a part of its processors is kept free for them. */
async function isShared({ tx, organizationId }: Scope, { trial }: Services): Promise<boolean> {
  return hasOtherOrganization(tx, [organizationId, ...(trial.organizationId ? [trial.organizationId] : [])])
}

/** Returns the state of the plan's latest run. Throws 404 when there never was one. */
export async function getRunningOptimization(scope: Scope, planId: string) {
  return runRecord(await getLatestRun(scope, planId))
}

/**
 * Cancels the run in progress and releases the plan at once, unchanged; with `apply` the worker is asked to write its best
 * solution, and the caller may wait for that. An ended run stays as it is.
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

/** Seconds that a caller waits beyond the solver's own time: for the queue, the matrices and the writing. */
const extraWaitSeconds = 60

/**
 * Waits until the run has ended, on whatever node it runs. Throws the run's error, and highway.optimization.error.failed when it
 * takes far longer than its time.
 */
export async function waitForRun(services: Services, run: RunRow): Promise<RunRow> {
  const end = performance.now() + (solverSeconds.maxWhenWaiting + extraWaitSeconds) * 1000
  for (let pauseMilliseconds = 20; ; pauseMilliseconds = Math.min(200, pauseMilliseconds * 1.3)) {
    const now = await getRun(services, run.id)
    if (now.status === 'failed') throw getFailure(now)
    if (now.status !== 'in progress') return now
    if (performance.now() > end)
      throw failed(run, 'it takes longer than this call may wait; it goes on in the background')
    await wait(pauseMilliseconds)
  }
}

/** Waits up to 5 seconds until the result of a canceled run is applied, and returns the run's present state. */
export async function waitForCancel(services: Services, run: RunRow): Promise<RunRow> {
  const end = performance.now() + 5_000
  let now = run
  while (now.status === 'in progress' && performance.now() < end) {
    await wait(50)
    now = await getRun(services, run.id)
  }
  return now
}

function getFailure(run: RunRow): ApiError {
  const messageId = run.error?.message_id
  if (messageId === 'highway.optimization.error.plan_finished') return apiError(messageId, { id: run.plan_id })
  if (messageId === 'highway.domain.error.not_found') return notFound('plan', run.plan_id)
  return failed(run, (run.error?.message ?? 'unknown').replace(/^The optimization failed: |\.$/g, ''))
}

function failed(run: RunRow, reason: string): ApiError {
  return apiError('highway.optimization.error.failed', { id: run.plan_id, reason })
}

/** Returns the records of those of the stops that are on no route. */
export async function listUnassigned(scope: Scope, stopIds: readonly string[]): Promise<StopRecord[]> {
  return stopRecords(scope, await listUnassignedStops(scope, stopIds))
}
