// The rules of routes: created from vehicles, changed, ordered and deleted, always while their plan is locked.
import { isDeepStrictEqual } from 'node:util'
import type { QueryOf, RouteInput, RouteUpdate } from '@routewright/contract'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanHeads, type PlanHead } from '../../data/plans.sql.ts'
import { changedValues, listIds } from '../../data/records.ts'
import { routeResource } from '../../data/resources/route.ts'
import { type RouteRow, routeTable } from '../../data/route-table.ts'
import {
  findRouteRow,
  insertRouteRows,
  listRouteRowsEvenDeleted,
  listRoutesOfPlan,
  listRoutesOfProject,
  updateRouteRow,
} from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { requireRouteAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { getPage, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { requireNoPromisesOnRoute } from '../consent/consent.ts'
import { endsOfRoute, withDepots } from '../depots/depots.ts'
import { lockPlans, refreshPlans, requirePlanAllows } from '../lifecycle/lifecycle.ts'
import { detachStops, placeOnRoutes, recomputeRoutes, setOrder } from '../sequence/sequence.ts'
import { createStops, type StopRecord, stopRecords } from '../stops/stops.ts'
import { findVehicles } from '../vehicles/vehicles.ts'
import { newRoute, routeValues } from './new-routes.ts'

/** Returns the route. Throws 404, or 403 when the caller cannot access its project. */
export async function getRoute(scope: Scope, routeId: string): Promise<RouteRow> {
  const route = await findRouteRow(scope, routeId)
  if (!route) throw notFound('route', routeId)
  requireReach(scope, route.project_id)
  return route
}

/** Locks the plan of a route and returns both rows as read after the wait, the first step of every rule that changes a route. */
export async function lockRouteWithPlan(scope: Scope, routeId: string): Promise<{ route: RouteRow; plan: PlanRow }> {
  const { plan_id } = await getRoute(scope, routeId)
  const [plan] = await lockPlans(scope, [plan_id])
  if (!plan) throw notFound('route', routeId)
  return { plan, route: await getRoute(scope, routeId) }
}

/** Builds the records in the order of the rows; with `stops` each contains its stops in driving order. */
export async function routeRecords(scope: Scope, rows: readonly RouteRow[], options: { stops: boolean }) {
  const planIds = rows.map((row) => row.plan_id)
  const [plans, stopRows] = await Promise.all([
    findPlanHeads(scope, planIds),
    options.stops ? listStopsOfRoutes(scope, listIds(rows)) : [],
  ])
  if (!options.stops) return rows.map((row) => routeResource(row, plans.get(row.plan_id)))
  return buildRouteRecords(rows, plans, { rows: stopRows, records: await stopRecords(scope, stopRows) })
}

/** Builds the records of the rows, with the given stop records in driving order. */
export function buildRouteRecords(
  rows: readonly RouteRow[],
  plans: ReadonlyMap<string, PlanHead>,
  stops: { rows: readonly StopRow[]; records: readonly StopRecord[] },
) {
  const byRoute = Map.groupBy(stops.records, (_, index) => stops.rows[index]!.route_id)
  return rows.map((row) => ({ ...routeResource(row, plans.get(row.plan_id)), stops: byRoute.get(row.id) ?? [] }))
}

/** The route's record with its stops. */
export async function routeRecord(scope: Scope, routeId: string) {
  const route = await getRoute(scope, routeId)
  return (await routeRecords(scope, [route], { stops: true }))[0]!
}

const sortable = ['label', 'external_id', 'created_at', 'updated_at']

/** Returns a page of a project's routes with their stops, across plans. */
export async function searchRoutes(scope: Scope, query: QueryOf<'searchDrivers'>) {
  const { id: projectId } = await getProject(scope, query.project_id)
  const sort = parseSort(query.sort ?? 'created_at:desc', sortable)
  const { rows, total } = await listRoutesOfProject(scope, { ...query, projectId, includeDeleted: false, sort })
  return getPage(await routeRecords(scope, rows, { stops: true }), total, query.limit, query.offset)
}

/** POST /v2/routes: creates routes in a plan, all or none. */
export async function createRoutesInPlan(scope: Scope, planId: string, inputs: readonly RouteInput[]) {
  const [plan] = await lockPlans(scope, [planId])
  if (!plan) throw notFound('plan', planId)
  requireReach(scope, plan.project_id)
  const rows = await createRoutes(scope, plan, inputs)
  return routeRecords(scope, rows, { stops: true })
}

/**
 * Creates routes in a locked plan, all or none, and returns their rows in the order of the inputs. `place` begins every path in a
 * refusal. Throws highway.plan.error.finished, highway.vehicle.error.disabled, highway.route.error.vehicle_already_used, 404 for
 * a vehicle outside the project, and what `createStops` throws.
 */
export async function createRoutes(
  scope: Scope,
  plan: PlanRow,
  inputs: readonly RouteInput[],
  place = '',
): Promise<RouteRow[]> {
  if (inputs.length === 0) return []
  requirePlanAllows(plan, 'stops_joined')
  const project = await getProject(scope, plan.project_id)
  const present = await listRoutesOfPlan(scope, plan.id)
  const vehicles = await findVehicles(
    scope,
    inputs.flatMap((input) => input.vehicle_id ?? []),
  )
  const firstOrder = present.reduce((next, route) => Math.max(next, route.order + 1), 0)
  const filled = await withDepots(scope, plan.project_id, inputs, endsOfRoute)
  const rows = filled.map((input, index) => {
    const vehicle = input.vehicle_id
      ? requireVehicle(vehicles.get(input.vehicle_id), input.vehicle_id, plan)
      : undefined
    return newRoute(scope, plan, vehicle, input, firstOrder + index)
  })
  const all = [...present]
  for (const row of rows) {
    requireVehicleFree(row, all)
    all.push(row)
  }
  await insertRouteRows(scope, rows)
  for (const [index, input] of inputs.entries()) {
    if (!input.stops?.length) continue
    await createStops(scope, { project, plan, route: rows[index]! }, input.stops, `${place}[${index}].stops`)
  }
  await refreshPlans(scope, [plan.id])
  return listRouteRowsEvenDeleted(scope, listIds(rows))
}

/** Returns the row of a route created from a vehicle without fields of its own; writes nothing. */
export function getNewRoute(scope: Scope, plan: PlanRow, vehicle: VehicleRow, order: number): RouteRow {
  return newRoute(scope, plan, vehicle, {}, order)
}

const isDescriptive = (field: string) => field in routeTable.descriptive

/** Fields of a route that no time, distance or warning depends on. */
const untimed: ReadonlySet<string> = new Set([
  'is_locked',
  'order',
  'price_per_minute',
  'price_per_distance',
  'price_per_stop',
  'toll_price',
  'toll_price_currency',
])
const changesTimes = (field: string) => field in routeTable.planning && !untimed.has(field)

/**
 * Changes the fields sent; `stops` sets the exact order (see `setOrder`). Throws highway.route.error.finished when more
 * than descriptive fields of a finished route would change, and highway.route.error.vehicle_already_used,
 * highway.vehicle.error.disabled.
 */
export async function updateRoute(scope: Scope, routeId: string, input: RouteUpdate) {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  await requireRouteAsSeen(scope, route)
  const [filled] = await withDepots(scope, route.project_id, [input], endsOfRoute, route)
  const changes = changedValues(route, routeValues(filled!, route.vehicle))
  const fields = Object.keys(changes)
  if (route.status === 'finished' && !fields.every(isDescriptive)) {
    throw apiError('highway.route.error.finished', { id: route.id })
  }
  let updated = route
  if (fields.length > 0) {
    await requireVehicleFits(scope, plan, { ...route, ...changes })
    updated = await updateRouteRow(scope, route.id, changes)
  }
  if ('vehicle_id' in changes) await carryVehicle(scope, updated)
  if (input.stops) await setOrder(scope, updated, input.stops)
  else if (fields.some(changesTimes)) await recomputeRoutes(scope, [route.id])
  if (fields.length > 0 || input.stops) await refreshPlans(scope, [plan.id])
  return routeRecord(scope, route.id)
}

/** PUT /v2/route/{id}/stops: sets the exact sequence and returns the route. Throws as `setOrder`. */
export async function setRouteStops(scope: Scope, routeId: string, stopIds: readonly string[]) {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  await requireRouteAsSeen(scope, route)
  await setOrder(scope, route, stopIds)
  await refreshPlans(scope, [plan.id])
  return routeRecord(scope, route.id)
}

/** Soft-deletes the route; its stops stay in the plan, unassigned. Throws highway.{route.error.locked, plan.error.promises_broken}. */
export async function deleteRoute(scope: Scope, routeId: string) {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  await requireRouteAsSeen(scope, route)
  if (route.is_locked) throw apiError('highway.route.error.locked', { id: route.id })
  const stops = await listStopsOfRoutes(scope, [route.id])
  await requireNoPromisesOnRoute(scope, plan.id, listIds(stops))
  const deleted = await updateRouteRow(scope, route.id, { deleted: true, deleted_at: scope.now })
  await detachStops(scope, listIds(stops))
  await refreshPlans(scope, [plan.id])
  return { ...routeResource(deleted, plan), stops: [] }
}

/** Copies the vehicle of a route to its stops. */
async function carryVehicle(scope: Scope, route: RouteRow): Promise<void> {
  const stops = await listStopsOfRoutes(scope, [route.id])
  await placeOnRoutes(scope, [{ route, stopIds: listIds(stops) }], [])
}

/** Checks that a newly chosen vehicle, or new hours of the present one, do not conflict with the vehicle's other routes. */
async function requireVehicleFits(scope: Scope, plan: PlanRow, wanted: RouteRow): Promise<void> {
  const before = await findRouteRow(scope, wanted.id)
  const isSameVehicle = before?.vehicle_id === wanted.vehicle_id
  if (!wanted.vehicle_id || (isSameVehicle && isDeepStrictEqual(before?.time_window, wanted.time_window))) return
  if (!isSameVehicle) {
    const vehicles = await findVehicles(scope, [wanted.vehicle_id])
    requireVehicle(vehicles.get(wanted.vehicle_id), wanted.vehicle_id, plan)
  }
  const others = await listRoutesOfPlan(scope, plan.id)
  requireVehicleFree(
    wanted,
    others.filter((route) => route.id !== wanted.id),
  )
}

function requireVehicle(vehicle: VehicleRow | undefined, vehicleId: string, plan: PlanRow): VehicleRow {
  if (vehicle?.project_id !== plan.project_id) throw notFound('vehicle', vehicleId)
  if (!vehicle.enabled) throw apiError('highway.vehicle.error.disabled', { id: vehicle.id })
  return vehicle
}

/** Throws when another route of the plan uses the vehicle in overlapping hours; a route without hours uses the whole day. */
function requireVehicleFree(route: RouteRow, others: readonly RouteRow[]): void {
  const isUsed = others.some((other) => other.vehicle_id === route.vehicle_id && overlaps(route, other))
  if (route.vehicle_id && isUsed) {
    throw apiError('highway.route.error.vehicle_already_used', { id: route.vehicle_id })
  }
}

function overlaps({ time_window: a }: RouteRow, { time_window: b }: RouteRow): boolean {
  return !a || !b || (a[0] < b[1] && b[0] < a[1])
}
