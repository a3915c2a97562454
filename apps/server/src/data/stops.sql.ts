// Every statement on stops alone, but for their status (statuses.sql.ts).
import type { StopStatus } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { json, laterThanBefore, type Scope } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { columnValues } from './records.ts'
import { type StopRow, stopTable } from './stop-table.ts'
import type { WarningValue } from './values.ts'

const idIn = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`

/** The stops of the organization that are not deleted. */
function present(scope: Scope) {
  return scope.tx.selectFrom('stops').where('organization_id', '=', scope.organizationId).where('deleted', '=', false)
}

export async function findStopRow(scope: Scope, stopId: string): Promise<StopRow | undefined> {
  return present(scope).selectAll().where('id', '=', stopId).executeTakeFirst()
}

/** Stops by id, deleted ones left out, in no order. */
export async function listStopRows(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return []
  return present(scope).selectAll().where(idIn(ids)).execute()
}

/** The stops whatever became of them, deleted ones too, in the order of the ids. */
export async function listStopRowsEvenDeleted(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return []
  const rows = await scope.tx
    .selectFrom('stops')
    .selectAll()
    .where(idIn(ids))
    .where('organization_id', '=', scope.organizationId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The stops that are not deleted behind their locks, in the order of their ids. */
export async function lockStopRows(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return []
  return present(scope).selectAll().where(idIn(ids)).orderBy('id').forUpdate().execute()
}

export interface PlanStopFilter {
  status?: StopStatus
  /** Null: stops without one. */
  routeId?: string | null
  vehicleId?: string | null
}

/** The stops of a plan in the order of their creation. */
export async function listStopsOfPlan(scope: Scope, planId: string, filter: PlanStopFilter = {}): Promise<StopRow[]> {
  let query = present(scope).selectAll().where('plan_id', '=', planId)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.routeId !== undefined)
    query = query.where('route_id', filter.routeId === null ? 'is' : '=', filter.routeId)
  if (filter.vehicleId !== undefined) {
    query = query.where('vehicle_id', filter.vehicleId === null ? 'is' : '=', filter.vehicleId)
  }
  return query.orderBy('created_at').orderBy('id').execute()
}

/** The stops of a plan: those of routes in driving order, the others as they were created. */
export async function listStopsOfPlanByRoute(scope: Scope, planId: string): Promise<StopRow[]> {
  return present(scope)
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('route_id')
    .orderBy(sql`"order" asc nulls last`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The stops of a project that are in no plan. */
export async function listPlanlessStopIds(scope: Scope, projectId: string): Promise<string[]> {
  const rows = await present(scope)
    .select('id')
    .where('project_id', '=', projectId)
    .where('plan_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The stops of routes in driving order; a stop without a number comes last. */
export async function listStopsOfRoutes(scope: Scope, routeIds: readonly string[]): Promise<StopRow[]> {
  if (routeIds.length === 0) return []
  return present(scope)
    .selectAll()
    .where(sql<boolean>`route_id = any(${routeIds}::text[])`)
    .orderBy(sql`"order" asc nulls last`)
    .orderBy('id')
    .execute()
}

/** What stands on the route, in driving order. */
export async function listStopHeads(scope: Scope, routeId: string): Promise<Pick<StopRow, 'id' | 'status'>[]> {
  return present(scope)
    .select(['id', 'status'])
    .where('route_id', '=', routeId)
    .orderBy(sql`"order" asc nulls last`)
    .orderBy('id')
    .execute()
}

/** The pending stops of a route, in driving order. */
export async function listPendingStops(scope: Scope, routeId: string): Promise<StopRow[]> {
  return present(scope)
    .selectAll()
    .where('route_id', '=', routeId)
    .where('status', '=', 'pending')
    .orderBy('order')
    .orderBy('id')
    .execute()
}

/** Pending stops of the route before a place of it. */
export async function countPendingStops(scope: Scope, routeId: string, before: number): Promise<number> {
  const { count } = await present(scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('route_id', '=', routeId)
    .where('status', '=', 'pending')
    .where('order', '<', before)
    .executeTakeFirstOrThrow()
  return count
}

/** How many stops of the plan there are of each status. */
export async function countStopsByStatus(scope: Scope, planId: string): Promise<Record<StopStatus, number>> {
  const counts = await present(scope)
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('plan_id', '=', planId)
    .groupBy('status')
    .execute()
  const byStatus: Record<StopStatus, number> = { pending: 0, incomplete: 0, completed: 0, canceled: 0 }
  for (const { status, count } of counts) byStatus[status] = count
  return byStatus
}

/** The plans that stops are in. */
export async function listPlanIdsOfStops(scope: Scope, stopIds: readonly string[]): Promise<string[]> {
  if (stopIds.length === 0) return []
  const rows = await present(scope).select('plan_id').distinct().where(idIn(stopIds)).execute()
  return rows.flatMap((row) => row.plan_id ?? [])
}

/** The routes that stops are on, whether the stops are deleted or not. */
export async function listRouteIdsOfStops(scope: Scope, stopIds: readonly string[]): Promise<string[]> {
  const rows = await scope.tx
    .selectFrom('stops')
    .select('route_id')
    .distinct()
    .where(idIn(stopIds))
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return rows.flatMap((row) => row.route_id ?? [])
}

/** Those of the stops that are on no route, as they were created. */
export async function listUnassignedStops(scope: Scope, stopIds: readonly string[]): Promise<StopRow[]> {
  return present(scope)
    .selectAll()
    .where(idIn(stopIds))
    .where('route_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The deliveries that are linked to these pickups. */
export async function listLinkedDeliveries(
  scope: Scope,
  pickupIds: readonly string[],
): Promise<Pick<StopRow, 'id' | 'pickup_id' | 'route_id'>[]> {
  if (pickupIds.length === 0) return []
  return present(scope)
    .select(['id', 'pickup_id', 'route_id'])
    .where(sql<boolean>`pickup_id = any(${pickupIds}::text[])`)
    .orderBy('id')
    .execute()
}

const linkedColumns = ['id', 'plan_id', 'route_id', 'cluster', 'pickup_id', 'optimization_warnings', 'status'] as const

export type LinkedStop = Pick<StopRow, (typeof linkedColumns)[number]>

/** Stops of plans that are tied to others: members of a cluster, deliveries with a pickup, and these pickups. */
export async function listLinkedStops(scope: Scope, planIds: readonly string[]): Promise<LinkedStop[]> {
  const tied = await present(scope)
    .select(linkedColumns)
    .where('plan_id', 'in', planIds)
    .where((eb) => eb.or([eb('cluster', 'is not', null), eb('pickup_id', 'is not', null)]))
    .execute()
  const known = new Set(tied.map((stop) => stop.id))
  const pickupIds = [...new Set(tied.flatMap((stop) => stop.pickup_id ?? []))].filter((id) => !known.has(id))
  if (pickupIds.length === 0) return tied
  return [...tied, ...(await present(scope).select(linkedColumns).where(idIn(pickupIds)).execute())]
}

/** Stops of the plan that share a cluster or a pickup with these, these included. */
export async function listTiedStops(scope: Scope, planId: string, stops: readonly StopRow[]): Promise<StopRow[]> {
  const clusters = stops.flatMap((stop) => stop.cluster ?? [])
  const pickups = stops.flatMap((stop) => stop.pickup_id ?? [])
  const ids = stops.map((stop) => stop.id)
  if (clusters.length + pickups.length === 0 && !stops.some((stop) => stop.type === 'pickup')) return []
  return present(scope)
    .selectAll()
    .where('plan_id', '=', planId)
    .where(
      sql<boolean>`(cluster = any(${clusters}::text[]) or id = any(${pickups}::text[]) or pickup_id = any(${ids}::text[]))`,
    )
    .execute()
}

/** A text for each route of the plan that changes whenever its stops or their times do. */
export async function listOrderPrints(scope: Scope, planId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ route_id: string; print: string }>`
    select route_id, md5(string_agg(concat(id, ' ', updated_at, ' ', planned_arrival_time), ',' order by "order", id)) as print
    from stops where plan_id = ${planId} and organization_id = ${scope.organizationId} and route_id is not null
      and not deleted
    group by route_id`.execute(scope.tx)
  return new Map(rows.map(({ route_id, print }) => [route_id, print]))
}

export interface TrackedStop {
  id: string
  organization_id: string
}

/** Which stop a token belongs to; no other query looks across organizations. */
export async function findTrackedStop(db: Db | Scope['tx'], token: string): Promise<TrackedStop | undefined> {
  return db
    .selectFrom('stops')
    .select(['id', 'organization_id'])
    .where('tracking_token', '=', token)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

// --- what changes stops ------------------------------------------------------------------------------------------------

export async function insertStopRows(scope: Scope, rows: readonly StopRow[]): Promise<void> {
  await insertRows(scope.tx, stopTable, rows)
}

/** Copies of stops with what differs in them. */
export async function copyStopRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, stopTable, rows)
}

/** Changes stops, but never their status, and moves their updated_at. */
export async function updateStopRows(
  scope: Scope,
  ids: readonly string[],
  changes: Partial<Omit<StopRow, 'status'>>,
): Promise<void> {
  if (ids.length === 0) return
  await scope.tx
    .updateTable('stops')
    .set({ ...columnValues(stopTable, changes), updated_at: laterThanBefore(scope.now) })
    .where(idIn(ids))
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

export async function deleteStopRows(scope: Scope, ids: readonly string[]): Promise<void> {
  await updateStopRows(scope, ids, { deleted: true, deleted_at: scope.now })
}

/** Deletes what is left of the plan's stops softly, and answers them. */
export async function deleteStopsOfPlan(scope: Scope, planId: string): Promise<StopRow[]> {
  return scope.tx
    .updateTable('stops')
    .set({ deleted: true, deleted_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .returningAll()
    .execute()
}

/** On no route: without everything that a place on one gives. */
const withoutPlace = columnValues(stopTable, {
  route_id: null,
  vehicle_id: null,
  order: null,
  planned_arrival_time: null,
  planned_departure_time: null,
  estimated_arrival_time: null,
  estimated_departure_time: null,
  distance_to_previous_stop: null,
  distance_to_next_stop: null,
  optimization_warnings: [],
})

/** Brings deleted stops of the plan back, on no route; answers those that were deleted. */
export async function restoreStopRows(scope: Scope, planId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await scope.tx
    .updateTable('stops')
    .set({ ...withoutPlace, deleted: false, deleted_at: null, updated_at: laterThanBefore(scope.now) })
    .where(idIn(ids))
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', true)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Takes stops off their routes, with everything that their place there gave them. */
export async function clearPlacements(scope: Scope, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  await scope.tx
    .updateTable('stops')
    .set({ ...withoutPlace, updated_at: laterThanBefore(scope.now) })
    .where(idIn(stopIds))
    .where('organization_id', '=', scope.organizationId)
    .where('route_id', 'is not', null)
    .execute()
}

/** Gives the stops their place in another plan (or none): a number each, and no route. */
export async function moveStopRows(
  scope: Scope,
  stops: readonly { id: string; fixed_id: string | null }[],
  planId: string | null,
): Promise<void> {
  const cleared = Object.entries(withoutPlace).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`
    update stops set plan_id = ${planId}, fixed_id = r.fixed_id, updated_at = ${laterThanBefore(scope.now)}, ${sql.join(cleared)}
    from jsonb_to_recordset(${json(stops)}::jsonb) as r(id text, fixed_id text)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}`.execute(scope.tx)
}

export interface Placement {
  id: string
  route_id: string
  vehicle_id: string | null
  order: number
}

/** Puts stops on routes at their places. */
export async function placeStopRows(scope: Scope, placements: readonly Placement[]): Promise<void> {
  if (placements.length === 0) return
  await sql`
    update stops set route_id = r.route_id, vehicle_id = r.vehicle_id, "order" = r."order",
      updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(placements)}::jsonb)
      as r (id text, route_id text, vehicle_id text, "order" integer)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}
      and (stops.route_id, stops.vehicle_id, stops."order") is distinct from (r.route_id, r.vehicle_id, r."order")
  `.execute(scope.tx)
}

export interface StopTimes {
  id: string
  order: number
  planned_arrival_time: number | null
  planned_departure_time: number | null
  distance_to_previous_stop: number | null
  distance_to_next_stop: number | null
  optimization_warnings: readonly WarningValue[]
}

/** Writes what was computed of stops; rows that would not change stay untouched, `updated_at` too. */
export async function writeStopTimes(scope: Scope, times: readonly StopTimes[]): Promise<void> {
  if (times.length === 0) return
  await sql`
    update stops set "order" = r."order", planned_arrival_time = r.planned_arrival_time,
      planned_departure_time = r.planned_departure_time, distance_to_previous_stop = r.distance_to_previous_stop,
      distance_to_next_stop = r.distance_to_next_stop, optimization_warnings = r.optimization_warnings,
      updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(times)}::jsonb) as r (id text, "order" integer, planned_arrival_time integer,
      planned_departure_time integer, distance_to_previous_stop double precision,
      distance_to_next_stop double precision, optimization_warnings jsonb)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}
      and (stops."order", stops.planned_arrival_time, stops.planned_departure_time, stops.distance_to_previous_stop,
        stops.distance_to_next_stop, stops.optimization_warnings) is distinct from (r."order", r.planned_arrival_time,
        r.planned_departure_time, r.distance_to_previous_stop, r.distance_to_next_stop, r.optimization_warnings)
  `.execute(scope.tx)
}

/** Writes why stops are unassigned; rows that say it already stay untouched. */
export async function writeStopWarnings(
  scope: Scope,
  warnings: ReadonlyMap<string, readonly WarningValue[]>,
): Promise<void> {
  if (warnings.size === 0) return
  const rows = [...warnings].map(([id, optimization_warnings]) => ({ id, optimization_warnings }))
  await sql`
    update stops set optimization_warnings = r.optimization_warnings, updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id text, optimization_warnings jsonb)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}
      and stops.optimization_warnings is distinct from r.optimization_warnings`.execute(scope.tx)
}

export interface StopEstimate {
  id: string
  /** ISO timestamps. */
  estimated_arrival_time: string | null
  estimated_departure_time: string | null
}

/** Writes when stops are expected; derived values, so `updated_at` stays. */
export async function writeEstimates(scope: Scope, estimates: readonly StopEstimate[]): Promise<void> {
  if (estimates.length === 0) return
  await estimatesUpdate(scope, estimates).execute(scope.tx)
}

/**
 * The statement for the estimates of a route that somebody drives, to run alone or beside another. A stop that is being
 * changed just now is passed over: nobody on the road waits for that, and the next position brings it up to date.
 */
export function drivenEstimatesUpdate(
  scope: Scope,
  routeId: string,
  estimates: readonly StopEstimate[],
): RawBuilder<unknown> {
  return sql`${estimatesUpdate(scope, estimates)} and stops.id in (
      select id from stops where route_id = ${routeId} and deleted = false and status = 'pending' order by id
      for no key update skip locked)`
}

function estimatesUpdate(scope: Scope, estimates: readonly StopEstimate[]): RawBuilder<unknown> {
  return sql`
    update stops set estimated_arrival_time = e.estimated_arrival_time, estimated_departure_time = e.estimated_departure_time
    from jsonb_to_recordset(${json(estimates)}::jsonb)
      as e(id text, estimated_arrival_time timestamptz, estimated_departure_time timestamptz)
    where stops.id = e.id and stops.organization_id = ${scope.organizationId}`
}

/** The first arrival counts: undefined when there was one. */
export async function setStopArrival(scope: Scope, stopId: string, arrivedAt: Date): Promise<StopRow | undefined> {
  return scope.tx
    .updateTable('stops')
    .set({ arrived_at: arrivedAt, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', stopId)
    .where('organization_id', '=', scope.organizationId)
    .where('arrived_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** One wrong handover code more. */
export async function countWrongPin(scope: Scope, stopId: string): Promise<void> {
  await scope.tx
    .updateTable('stops')
    .set((eb) => ({ pin_attempts: eb('pin_attempts', '+', 1) }))
    .where('id', '=', stopId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

/** Notes that the recipients of these stops were asked for their place. */
export async function markLocationAsked(scope: Scope, stopIds: readonly string[]): Promise<void> {
  await scope.tx
    .updateTable('stops')
    .set({ location_validation_sent: true, location_validation_sent_at: scope.now })
    .where('id', 'in', stopIds)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

/** A place that the recipient has seen is no guess of the geocoder any more. */
export async function dropGeocodingMarks(scope: Scope, stopId: string): Promise<void> {
  await sql`
    update stops set location = location - 'scoring' - 'partial_match'
    where id = ${stopId} and organization_id = ${scope.organizationId}`.execute(scope.tx)
}

/** Stops of the route's plan that changed since and are not on the route: they may have been taken off it. */
export async function listStopsTakenOff(
  scope: Scope,
  route: { id: string; plan_id: string },
  since: Date,
): Promise<string[]> {
  const rows = await scope.tx
    .selectFrom('stops')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('plan_id', '=', route.plan_id)
    .where('updated_at', '>', since)
    .where((eb) => eb.or([eb('route_id', 'is', null), eb('route_id', '!=', route.id), eb('deleted', '=', true)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
