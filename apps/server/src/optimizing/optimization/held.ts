// The rules of optimizing with a preview: start, follow, end early, then apply or discard.
import type { ApplyOptions, OptimizationOptions, PlanGoal } from '@routewright/contract'
import { requireReach } from '../../accounts/projects/projects.ts'
import { dropResult, findResult } from '../../data/optimization-results.sql.ts'
import { findRun, finishRun, requestCancel, settleRun } from '../../data/optimization-runs.sql.ts'
import type { ResultRow, RunRow } from '../../data/optimization-tables.ts'
import { findPlanRow } from '../../data/plans.sql.ts'
import { getRecord, getState } from '../../data/resources/optimization-runs.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { JsonObject } from '../../data/values.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { lockPlans, requirePlanAllows } from '../../planning/lifecycle/lifecycle.ts'
import { applyWithConsent, type FoundPlan } from './apply.ts'
import { requestPlanRun } from './optimization.ts'
import { getUndo, leftBy, ordersNow } from './orders.ts'

/** Starts a run; by default its result is held. Throws as `requestPlanRun`. */
export async function startOptimization(
  scope: Scope,
  services: Services,
  planId: string,
  options: OptimizationOptions,
) {
  const { mode = 'from_scratch', hold = true, config, ...wishes } = options
  const run = await requestPlanRun(scope, services, planId, {
    keepCurrentAssignment: mode !== 'from_scratch',
    isAwaited: false,
    mode,
    hold,
    config: findConfig(config, wishes),
  })
  return getRecord(scope, run)
}

/** Adds the sliders and the wish for alternatives to the settings, for this run only. */
function findConfig(
  config: object | null | undefined,
  wishes: Pick<OptimizationOptions, 'balance' | 'compact' | 'familiar' | 'keep' | 'alternatives'>,
): JsonObject | undefined {
  const whole = withoutEmpty({ ...config, ...wishes })
  return Object.keys(whole).length > 0 ? whole : undefined
}

/** Returns the run's record. Throws 404 for a run that the plan does not have. */
export async function getOptimization(scope: Scope, planId: string, runId: string) {
  return getRecord(scope, await getOwnRun(scope, planId, runId))
}

async function getOwnRun(scope: Scope, planId: string, runId: string): Promise<RunRow> {
  const plan = await findPlanRow(scope, planId)
  if (!plan) throw notFound('plan', planId)
  requireReach(scope, plan.project_id)
  const run = await findRun(scope, runId)
  if (run?.plan_id !== planId) throw notFound('optimization', runId)
  return run
}

/** Ends the search with the best solution so far, held or applied as the run was asked to. */
export async function stopSearch(scope: Scope, planId: string, runId: string): Promise<RunRow> {
  const run = await getOwnRun(scope, planId, runId)
  if (run.status === 'in progress') {
    if (run.attempts > 0) await requestCancel(scope, run.id)
    else await finishRun(scope, run.id, { status: 'canceled' })
  }
  return getOwnRun(scope, planId, runId)
}

/** Cancels a run, or discards its held result. An applied result stays applied. */
export async function discardOptimization(scope: Scope, planId: string, runId: string) {
  await lockPlans(scope, [planId])
  const run = await getOwnRun(scope, planId, runId)
  if (run.status === 'in progress') await finishRun(scope, run.id, { status: 'canceled' })
  else if (getState(run) === 'ready') {
    await settleRun(scope, run.id, 'discarded_at')
    await dropResult(scope, run.id)
  }
  return getOptimization(scope, planId, runId)
}

/**
 * Applies a held result, keeping changes made meanwhile, and returns the undo step. Throws highway.optimization.error.not_ready,
 * highway.optimization.error.no_alternative, highway.optimization.error.plan_finished, highway.plan.error.promises_broken.
 */
export async function applyOptimization(scope: Scope, planId: string, runId: string, options: ApplyOptions) {
  const [plan] = await lockPlans(scope, [planId])
  const run = await getOwnRun(scope, planId, runId)
  if (!plan) throw notFound('plan', planId)
  requirePlanAllows(plan, 'optimized')
  const stored = await findResult(scope, runId)
  const state = getState(run)
  if (state !== 'ready' || !stored?.result) throw apiError('highway.optimization.error.not_ready', { id: runId, state })
  const { goal = 'cheapest' } = options
  const chosen = chosenPlan(stored, goal)
  if (!chosen) throw apiError('highway.optimization.error.no_alternative', { id: runId, goal })
  const found = revive(chosen.result as unknown as FoundPlan)
  const before = await ordersNow(scope, planId)
  await applyWithConsent(scope, plan, run.route_id, found)
  await settleRun(scope, run.id, 'applied_at')
  await dropResult(scope, run.id, chosen.comparison)
  const after = await ordersNow(scope, planId)
  const { revision } = (await findPlanRow(scope, planId))!
  const nothing = { results: [], effects: [], routes: [], stops: [] }
  return { preview: false, revision, ...nothing, unassigned: leftBy(before, after), undo: getUndo(before, after) }
}

function chosenPlan(stored: ResultRow, goal: PlanGoal) {
  const { result, comparison } = stored
  if (goal === 'cheapest') return result && comparison ? { result, comparison } : undefined
  return stored.alternatives?.find((alternative) => alternative.goal === goal)
}

/** Converts dates, which the database returns as texts. */
function revive(found: FoundPlan): FoundPlan {
  const date = (value: unknown) => new Date(value as string)
  const newRoutes = found.newRoutes.map(
    (route): RouteRow => ({ ...route, created_at: date(route.created_at), updated_at: date(route.updated_at) }),
  )
  return { ...found, newRoutes }
}
