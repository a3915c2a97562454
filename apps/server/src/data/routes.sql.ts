// Every statement on routes alone, but for their status (statuses.sql.ts).
import { sql } from 'kysely'
import { json, laterThanBefore, type Scope } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { columnValues } from './records.ts'
import { type RouteRow, routeTable } from './route-table.ts'
import { drivenEstimatesUpdate, type StopEstimate } from './stops.sql.ts'
import type { BreakStopValue, PositionValue } from './values.ts'

const idIn = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`

/** The routes of the organization that are not deleted. */
function present(scope: Scope) {
  return scope.tx.selectFrom('routes').where('organization_id', '=', scope.organizationId).where('deleted', '=', false)
}

export async function findRouteRow(scope: Scope, routeId: string): Promise<RouteRow | undefined> {
  return present(scope).selectAll().where('id', '=', routeId).executeTakeFirst()
}

/** The rows whatever became of them, deleted ones too, in the order of the ids. */
export async function listRouteRowsEvenDeleted(scope: Scope, ids: readonly string[]): Promise<RouteRow[]> {
  if (ids.length === 0) return []
  const rows = await scope.tx
    .selectFrom('routes')
    .selectAll()
    .where(idIn(ids))
    .where('organization_id', '=', scope.organizationId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The routes of a plan in their order; with `ids` those of them. */
export async function listRoutesOfPlan(scope: Scope, planId: string, ids?: readonly string[]): Promise<RouteRow[]> {
  if (ids?.length === 0) return []
  const query = present(scope).selectAll().where('plan_id', '=', planId).orderBy('order').orderBy('id')
  return (ids ? query.where(idIn(ids)) : query).execute()
}

/** Routes by id with lock, in ascending order of ids. */
export async function lockRouteRows(scope: Scope, routeIds: readonly string[]): Promise<RouteRow[]> {
  if (routeIds.length === 0) return []
  return present(scope).selectAll().where(idIn(routeIds)).orderBy('id').forUpdate().execute()
}

/** A route behind the lock of those who change nothing that others refer to. */
export async function lockRouteRow(scope: Scope, routeId: string): Promise<RouteRow | undefined> {
  return present(scope).selectAll().where('id', '=', routeId).forNoKeyUpdate().executeTakeFirst()
}

/** The same for the route that a stop is on, whatever became of the route. */
export async function lockRouteOfStop(scope: Scope, stopId: string): Promise<RouteRow | undefined> {
  return scope.tx
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('stops').select('route_id').where('id', '=', stopId))
    .where('organization_id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A route that the vehicle is driving at this moment. */
export async function findRouteUnderWay(scope: Scope, vehicleId: string): Promise<string | undefined> {
  const route = await present(scope)
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('status', '=', 'in_transit')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return route?.id
}

/** Whether any route of the plan has left `not_started`. */
export async function hasStartedRoute(scope: Scope, planId: string): Promise<boolean> {
  const route = await present(scope)
    .select('id')
    .where('plan_id', '=', planId)
    .where('status', '!=', 'not_started')
    .limit(1)
    .executeTakeFirst()
  return route !== undefined
}

/** How many routes of the plan are over, and how many are not. */
export async function countRoutes(scope: Scope, planId: string): Promise<{ open: number; finished: number }> {
  return present(scope)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '!=', 'finished').as('open'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'finished').as('finished'),
    ])
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
}

// --- what changes routes -----------------------------------------------------------------------------------------------

export async function insertRouteRows(scope: Scope, rows: readonly RouteRow[]): Promise<void> {
  await insertRows(scope.tx, routeTable, rows)
}

/** Copies of routes with what differs in them. */
export async function copyRouteRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, routeTable, rows)
}

/** Changes a route, but never its status, and moves its updated_at. */
export async function updateRouteRow(
  scope: Scope,
  routeId: string,
  changes: Partial<Omit<RouteRow, 'status'>>,
): Promise<RouteRow> {
  return scope.tx
    .updateTable('routes')
    .set({ ...columnValues(routeTable, changes), updated_at: laterThanBefore(scope.now) })
    .where('id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes what is left of the plan's routes softly, and answers them. */
export async function deleteRoutesOfPlan(scope: Scope, planId: string): Promise<RouteRow[]> {
  return scope.tx
    .updateTable('routes')
    .set({ deleted: true, deleted_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .returningAll()
    .execute()
}

/** Brings deleted routes of the plan back; answers those that were deleted. */
export async function restoreRouteRows(scope: Scope, planId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await scope.tx
    .updateTable('routes')
    .set({ deleted: false, deleted_at: null, updated_at: laterThanBefore(scope.now) })
    .where(idIn(ids))
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', true)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Locks the routes against the optimizer, or opens them to it. */
export async function setRouteLocks(scope: Scope, routeIds: readonly string[], isLocked: boolean): Promise<void> {
  await scope.tx
    .updateTable('routes')
    .set({ is_locked: isLocked, updated_at: laterThanBefore(scope.now) })
    .where(idIn(routeIds))
    .where('organization_id', '=', scope.organizationId)
    .where('is_locked', '!=', isLocked)
    .execute()
}

export interface ComputedRoute {
  id: string
  planned_start_time: number | null
  planned_end_time: number | null
  planned_distance: number | null
  planned_track: string | null
  break_stop: BreakStopValue | null
}

/** Writes what was computed of whole routes; rows that would not change stay untouched, `updated_at` too. */
export async function writeRouteTimes(scope: Scope, routes: readonly ComputedRoute[]): Promise<void> {
  await sql`
    update routes set planned_start_time = r.planned_start_time, planned_end_time = r.planned_end_time,
      planned_distance = r.planned_distance, planned_track = r.planned_track, break_stop = r.break_stop,
      updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(routes)}::jsonb) as r (id text, planned_start_time integer, planned_end_time integer,
      planned_distance double precision, planned_track text, break_stop jsonb)
    where routes.id = r.id and routes.organization_id = ${scope.organizationId}
      and (routes.planned_start_time, routes.planned_end_time, routes.planned_distance, routes.planned_track,
        routes.break_stop) is distinct from (r.planned_start_time, r.planned_end_time, r.planned_distance,
        r.planned_track, nullif(r.break_stop, 'null'::jsonb))
  `.execute(scope.tx)
}

export async function setBreakStop(scope: Scope, routeId: string, value: BreakStopValue): Promise<RouteRow> {
  return updateRouteRow(scope, routeId, { break_stop: value })
}

/** What a driver's positions and reports change about the route; what is absent stays. */
export interface RouteProgress {
  last_position?: PositionValue
  estimated_end_time?: Date
  /** Metres of the recorded track. */
  distance_traveled?: number
  tracing_percent?: number | null
}

/** Writes how far a route got and when its stops are expected, by one statement; derived values, so `updated_at` stays. */
export async function writeProgress(
  scope: Scope,
  routeId: string,
  progress: RouteProgress,
  estimates: readonly StopEstimate[] = [],
): Promise<void> {
  const { last_position, estimated_end_time, distance_traveled, tracing_percent } = progress
  const changes = [
    ...(last_position === undefined ? [] : [sql`last_position = ${json(last_position)}::jsonb`]),
    ...(estimated_end_time === undefined ? [] : [sql`estimated_end_time = ${estimated_end_time}::timestamptz`]),
    ...(distance_traveled === undefined ? [] : [sql`distance_traveled = ${distance_traveled}::double precision`]),
    ...(tracing_percent === undefined ? [] : [sql`tracing_percent = ${tracing_percent}::double precision`]),
  ]
  const updateStops = drivenEstimatesUpdate(scope, routeId, estimates)
  const updateRoute = sql`
    update routes set ${sql.join(changes)} where id = ${routeId} and organization_id = ${scope.organizationId}`
  if (changes.length === 0 && estimates.length === 0) return
  if (changes.length === 0) await updateStops.execute(scope.tx)
  else if (estimates.length === 0) await updateRoute.execute(scope.tx)
  else await sql`with expected as (${updateStops}) ${updateRoute}`.execute(scope.tx)
}
