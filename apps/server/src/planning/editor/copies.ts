// Copies for comparison: copies a plan as a draft that may differ, and compares plans.

import { type DuplicateRequest, initialStatus } from '@routewright/contract'
import { recordEvents } from '../../data/events.ts'
import { copyPackageRows, listPackages } from '../../data/packages.sql.ts'
import { findOrigin, insertCopy } from '../../data/plan-copies.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { copyPlanRow } from '../../data/plans.sql.ts'
import { planResource } from '../../data/resources/records.ts'
import { copyRouteRows, listRoutesOfPlan } from '../../data/routes.sql.ts'
import { copyStopRows, listStopsOfPlan } from '../../data/stops.sql.ts'
import { copyTaskRows, listTasksOfStops } from '../../data/tasks.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { planUpdated, refreshPlans } from '../lifecycle/lifecycle.ts'
import { getPlan } from '../plans/plans.ts'
import { recomputeRoutes } from '../sequence/sequence.ts'
import { newTrackingToken } from '../stops/stops.ts'
import { type FigureMemory, planFigures } from './figures.ts'

/** Stop fields that record execution, reset in a copy. */
export const untouchedStop = {
  finished_at: null,
  arrived_at: null,
  noticed_arrival_time: null,
  noticed_departure_time: null,
  moves: 0,
  moved_at: null,
  tracking_ended_at: null,
  estimated_arrival_time: null,
  estimated_departure_time: null,
  report_attempts: 0,
  pin_attempts: 0,
  aboard_route_id: null,
  meeting_of: null,
}
export const untouchedRoute = {
  status: initialStatus.route,
  start_date: null,
  end_date: null,
  estimated_end_time: null,
  last_position: null,
  distance_traveled: null,
  tracing_percent: null,
  break_stop: null,
  breaks: [],
  planned_charge: null,
}
export const untouchedTask = { status: 'pending' }
export const untouchedPackage = { status: initialStatus.package, picked_at: null, delivered_at: null }

/** The beginning of a stop that is copied: pending, under an address of its own. */
export function beginCopiedStop() {
  return { ...untouchedStop, status: initialStatus.stop, tracking_token: newTrackingToken() }
}

/** A copy, and the ids of its routes and stops by the ids in the origin. */
export interface PlanCopy {
  plan: PlanRow
  routeIds: ReadonlyMap<string, string>
  stopIds: ReadonlyMap<string, string>
}

/** Copies a plan as `copyPlan` does and returns its record. */
export async function duplicatePlan(scope: Scope, planId: string, request: DuplicateRequest) {
  return planResource((await copyPlan(scope, planId, request)).plan)
}

/**
 * Copies a plan with its routes and stops as a draft, which sends nobody anything. Executed stops are pending in the copy. Throws
 * 403, and 404 for the plan or for a route to leave out that the plan does not have.
 */
export async function copyPlan(scope: Scope, planId: string, request: DuplicateRequest): Promise<PlanCopy> {
  const origin = await getPlan(scope, planId)
  const { keep_assignment = true, leave_out_routes = [] } = request
  const present = await listRoutesOfPlan(scope, planId)
  for (const id of leave_out_routes) if (!present.some((route) => route.id === id)) throw notFound('route', id)
  const routes = present.filter((route) => !leave_out_routes.includes(route.id))
  const copyId = await copyHead(scope, planId, request, origin.label)
  const times = { created_at: scope.now, updated_at: scope.now }
  const made = { plan_id: copyId, created_by: scope.userId ?? null, ...times }
  const routeIds = new Map(routes.map((route) => [route.id, createId(scope.now)]))
  const window = request.time_window ? { time_window: request.time_window } : {}
  await copyRouteRows(
    scope,
    routes.map((route) => ({
      from: route.id,
      values: { ...untouchedRoute, ...made, ...window, id: routeIds.get(route.id) },
    })),
  )
  const stopIds = await copyStops(scope, planId, { made, routeIds: keep_assignment ? routeIds : new Map() })
  await insertCopy(scope, { plan_id: copyId, origin_plan_id: planId, origin_label: origin.label })
  await refreshPlans(scope, [copyId])
  await recomputeRoutes(scope, [...routeIds.values()])
  const plan = await getPlan(scope, copyId)
  const created = { ...planUpdated(plan, []), eventId: 'svc.planner.2.plan.created' as const }
  await recordEvents(scope, [created])
  return { plan, routeIds, stopIds }
}

async function copyHead(
  scope: Scope,
  planId: string,
  request: DuplicateRequest,
  originLabel: string | null,
): Promise<string> {
  const id = createId(scope.now)
  const { label = `${originLabel ?? 'Plan'} (copy)`, execution_date, optimizer_config } = request
  const values = {
    id,
    label,
    external_id: null,
    status: 'draft',
    created_by: scope.userId ?? null,
    created_at: scope.now,
    updated_at: scope.now,
    revision: 0,
    ...(execution_date === undefined ? {} : { execution_date: startInstant(execution_date) }),
    ...(optimizer_config === undefined ? {} : { optimizer_config }),
  }
  await copyPlanRow(scope, { from: planId, values })
  return id
}

interface CopyTarget {
  made: { plan_id: string; created_by: string | null; created_at: Date; updated_at: Date }
  /** New ids of routes that the stops stay on. */
  routeIds: ReadonlyMap<string, string>
}

/** Copies the stops and returns the new ids by the old ones. */
async function copyStops(scope: Scope, planId: string, { made, routeIds }: CopyTarget): Promise<Map<string, string>> {
  const heads = await listStopsOfPlan(scope, planId)
  const stopIds = new Map(heads.map((stop) => [stop.id, createId(scope.now)]))
  const loose = {
    route_id: null,
    vehicle_id: null,
    order: null,
    planned_arrival_time: null,
    planned_departure_time: null,
  }
  const rows = heads.map((stop) => {
    const routeId = stop.route_id === null ? undefined : routeIds.get(stop.route_id)
    return {
      from: stop.id,
      values: {
        ...beginCopiedStop(),
        ...made,
        id: stopIds.get(stop.id),
        pickup_id: stop.pickup_id === null ? null : (stopIds.get(stop.pickup_id) ?? null),
        ...(routeId === undefined ? { ...loose, optimization_warnings: [] } : { route_id: routeId }),
      },
    }
  })
  await copyStopRows(scope, rows)
  const tasks = await listTasksOfStops(scope, [...stopIds.keys()])
  const packages = await listPackages(scope, [...stopIds.keys()])
  const times = { created_at: made.created_at, updated_at: made.updated_at }
  const child = (row: { id: string; stop_id: string }, values: object) => ({
    from: row.id,
    values: { ...values, ...times, id: createId(scope.now), stop_id: stopIds.get(row.stop_id) },
  })
  await copyTaskRows(
    scope,
    tasks.map((row) => child(row, untouchedTask)),
  )
  await copyPackageRows(
    scope,
    packages.map((row) => child(row, untouchedPackage)),
  )
  return stopIds
}

/** Returns the figures of plans in the order asked for. Throws 404, 403. */
export async function comparePlans(scope: Scope, planIds: readonly string[], memory: FigureMemory) {
  const compared: object[] = []
  for (const planId of planIds) {
    const plan = await getPlan(scope, planId)
    const origin = await findOrigin(scope, planId)
    compared.push({
      plan: planResource(plan),
      figures: await planFigures(scope, planId, memory),
      ...(origin ? { origin } : {}),
    })
  }
  return compared
}
