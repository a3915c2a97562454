// A plan with its stops, routes and vehicles: creating, reading, changing and deleting the whole.
import { initialStatus, type PlanInput, type PlanUpdate } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { recordEvents } from '../../data/events.ts'
import { cancelRunsOfPlan } from '../../data/optimization-runs.sql.ts'
import { type PlanRow, planTable } from '../../data/plan-table.ts'
import { deletePlanRow, insertPlanRow, updatePlanRow } from '../../data/plans.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { changedValues, sentValues } from '../../data/records.ts'
import { planResource, vehicleResource } from '../../data/resources/records.ts'
import { routeResource } from '../../data/resources/route.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { deleteRoutesOfPlan, listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { deleteStopsOfPlan, listStopsOfPlan } from '../../data/stops.sql.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { listVehiclesOfPlan } from '../../data/vehicles.sql.ts'
import { requirePlanAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { requireDayUnpromised, requireNoPromisesOnPlan } from '../consent/consent.ts'
import { planUpdated, putPlanStatus, refreshPlans } from '../lifecycle/lifecycle.ts'
import { getPlan } from '../plans/plans.ts'
import { tellHappening } from '../ports.ts'
import { createRoutes } from '../routes/routes.ts'
import {
  buildStopRecords,
  createStops,
  findAttachments,
  recordDeletedStops,
  type StopRecord,
  stopRecords,
} from '../stops/stops.ts'
import { findVehicles } from '../vehicles/vehicles.ts'

/**
 * POST /v2/plan: creates a plan with the stops and routes that are sent, all or none, and returns it without them. Throws 404 or
 * 403 for the project, and what `createStops` and `createRoutes` throw.
 */
export async function createPlan(scope: Scope, projectId: string, input: PlanInput) {
  const project = await getProject(scope, projectId)
  const plan = await insertPlanRow(scope, {
    ...beginRecord(scope, project.id),
    ...sentPlan(input),
    execution_date: startInstant(input.execution_date ?? dateInZone(scope.now, project.timezone)),
    status: input.status ?? initialStatus.plan,
  })
  await recordEvents(scope, [
    { eventId: 'svc.planner.2.plan.created', projectId: project.id, data: planResource(plan) },
  ])
  if (input.stops?.length) await createStops(scope, { project, plan }, input.stops, 'stops')
  if (input.routes?.length) await createRoutes(scope, plan, input.routes, 'routes')
  return planResource(await getPlan(scope, plan.id))
}

/** The full plan: its stops in the order of creation, its routes with theirs in driving order, and their vehicles. */
export async function fullPlan(scope: Scope, planId: string) {
  const [plan, stops, attachments, routes, vehicles] = await Promise.all([
    getPlan(scope, planId),
    listStopsOfPlan(scope, planId),
    findAttachments(scope, { planId }),
    listRoutesOfPlan(scope, planId),
    listVehiclesOfPlan(scope, planId),
  ])
  return assemble(plan, await buildStopRecords(scope, stops, attachments), routes, vehicles)
}

/**
 * PUT /v2/plan/{id}: changes the fields sent and returns the full plan; the lifecycle's table decides on a status. All changes
 * make one plan.updated event; a PUT that changes nothing makes none. Throws highway.plan.error.invalid_status_transition,
 * highway.plan.error.finished for settings of a finished plan, and highway.stop.error.promised for another day.
 */
export async function updatePlan(scope: Scope, planId: string, input: PlanUpdate) {
  const plan = await getPlan(scope, planId, { lock: true })
  await requirePlanAsSeen(scope, plan)
  const changes = changedValues(plan, sentPlan(input))
  const hasNewSettings = 'optimizer_config' in changes || 'traffic_options' in changes
  if (hasNewSettings && plan.status === 'finished') throw apiError('highway.plan.error.finished', { id: plan.id })
  if (changes.execution_date) await requireDayUnpromised(scope, plan.id)
  if (Object.keys(changes).length > 0) await updatePlanRow(scope, plan.id, changes)
  const hasNewStatus = input.status !== undefined && (await putPlanStatus(scope, plan, input.status))
  if (hasNewStatus && input.status === 'finished')
    await tellHappening(scope, (listener) => listener.planClosed?.(scope, plan.id))
  if (hasNewSettings) await refreshPlans(scope, [plan.id])
  const changed = [...Object.keys(changes), ...(hasNewStatus ? ['status'] : [])]
  if (changed.length > 0) {
    await recordEvents(scope, [planUpdated(await getPlan(scope, plan.id), [...changed, 'updated_at'])])
  }
  return fullPlan(scope, plan.id)
}

/**
 * DELETE /v2/plan/{id}: deletes the plan with its routes and stops, whatever its status, and returns the full plan. Throws
 * highway.plan.error.promises_broken.
 */
export async function deletePlan(scope: Scope, planId: string) {
  await requirePlanAsSeen(scope, await getPlan(scope, planId, { lock: true }))
  await requireNoPromisesOnPlan(scope, planId)
  const { plan, stops, routes } = await removePlan(scope, planId)
  const vehicles = await findVehicles(
    scope,
    routes.flatMap((route) => route.vehicle_id ?? []),
  )
  return assemble(plan, await stopRecords(scope, stops), routes, [...vehicles.values()])
}

/** Deletes a locked plan with its routes and stops, asks a running optimization of it to stop, and records the events. */
export async function removePlan(scope: Scope, planId: string) {
  const stops = (await deleteStopsOfPlan(scope, planId)).sort(byCreation)
  const routes = await deleteRoutesOfPlan(scope, planId)
  routes.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  const plan = await deletePlanRow(scope, planId)
  await cancelRunsOfPlan(scope, planId)
  await recordDeletedStops(scope, stops)
  await recordEvents(scope, [
    { eventId: 'svc.planner.2.plan.deleted', projectId: plan.project_id, data: planResource(plan) },
  ])
  return { plan, stops, routes }
}

/** Builds the full plan. Every stop is built once and appears twice: in the plan and on its route. */
function assemble(
  plan: PlanRow,
  stops: readonly StopRecord[],
  routes: readonly RouteRow[],
  vehicles: readonly VehicleRow[],
) {
  const byRoute = Map.groupBy(
    stops.filter((stop) => stop.route_id !== undefined),
    (stop) => stop.route_id!,
  )
  return {
    ...planResource(plan),
    stops,
    routes: routes.map((route) => ({
      ...routeResource(route, plan),
      stops: (byRoute.get(route.id) ?? []).sort(inDrivingOrder),
    })),
    vehicles: vehicles.map(vehicleResource),
  }
}

function inDrivingOrder(a: StopRecord, b: StopRecord): number {
  return (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER) || (a.id! < b.id! ? -1 : 1)
}

function byCreation(a: StopRow, b: StopRow): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)
}

/** Returns the sent fields as columns; settings without a value are left out. */
function sentPlan(input: PlanInput | PlanUpdate) {
  const { execution_date, optimizer_config, traffic_options } = input
  return {
    ...sentValues(planTable, input),
    ...(execution_date ? { execution_date: startInstant(execution_date) } : {}),
    ...(optimizer_config ? { optimizer_config: withoutEmpty(optimizer_config) } : {}),
    ...(traffic_options ? { traffic_options: withoutEmpty(traffic_options) } : {}),
  }
}
