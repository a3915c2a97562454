// Every statement on stops alone, except their status (statuses.sql.ts).
import type { StopStatus } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import { withoutUndefined } from '../frame/platform/compact.ts'
import type { Db } from '../frame/platform/db.ts'
import { json, laterThanBefore, type Scope } from '../frame/platform/scope.ts'
import { coarsePlace } from './coarse-place.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import {
  changeRecords,
  deleteRecords,
  findRecord,
  listColumns,
  listRecords,
  setColumns,
  updateRecord,
  updateRecords,
  writeEach,
} from './record-statements.ts'
import { columnValues, listIds, mapById } from './records.ts'
import { type StopRow, stopTable } from './stop-table.ts'
import type { WarningValue } from './values.ts'

const byCreation = sql`order by created_at, id`
const inDrivingOrder = sql`order by "order" asc nulls last, id`

export async function findStopRow(scope: Scope, id: string): Promise<StopRow | undefined> {
  return findRecord(scope, stopTable, { id, deleted: false })
}

/** Returns stops by id, without deleted ones, in no order. */
export async function listStopRows(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  return listRecords(scope, stopTable, { id: ids, deleted: false })
}

/** Returns stops in the order of the ids, deleted ones too. */
export async function listStopRowsEvenDeleted(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  const byId = mapById(await listRecords(scope, stopTable, { id: ids }))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Locks the stops that are not deleted, in the order of their ids. */
export async function lockStopRows(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  return listRecords(scope, stopTable, { id: ids, deleted: false }, sql`order by id for update`)
}

/** Returns the stops of a plan in the order of their creation; a route or vehicle of null means stops without one. */
export async function listStopsOfPlan(
  scope: Scope,
  planId: string,
  filter: Partial<Pick<StopRow, 'status' | 'route_id' | 'vehicle_id'>> = {},
): Promise<StopRow[]> {
  const which = { plan_id: planId, deleted: false, ...withoutUndefined(filter) }
  return listRecords(scope, stopTable, which, byCreation)
}

/** Returns the open stops of a project that are in no plan, oldest first. */
export async function listStopsWithoutPlan(scope: Scope, projectId: string): Promise<StopRow[]> {
  const which = { project_id: projectId, plan_id: null, status: 'pending' as const, deleted: false }
  return listRecords(scope, stopTable, which, byCreation)
}

/** Returns the places of a plan's stops. */
export async function listPlacesOfStops(scope: Scope, planId: string): Promise<Pick<StopRow, 'id' | 'location'>[]> {
  return listColumns(scope, stopTable, ['id', 'location'], { plan_id: planId, deleted: false })
}

/** Returns the stops of a plan: those on routes in driving order, the others in the order of creation. */
export async function listStopsOfPlanByRoute(scope: Scope, planId: string): Promise<StopRow[]> {
  const order = sql`order by route_id, "order" asc nulls last, created_at, id`
  return listRecords(scope, stopTable, { plan_id: planId, deleted: false }, order)
}

/** Returns the stops of some plans: those on routes in driving order, the others in the order of creation. */
export async function listStopsOfPlans(scope: Scope, planIds: readonly string[]): Promise<StopRow[]> {
  const order = sql`order by plan_id, route_id, "order" asc nulls last, created_at, id`
  return listRecords(scope, stopTable, { plan_id: planIds, deleted: false }, order)
}

/** Returns the stops of a plan that are on routes; those of each in driving order. */
export async function listRoutedStops(scope: Scope, planId: string): Promise<StopRow[]> {
  return listRecords(scope, stopTable, [{ plan_id: planId, deleted: false }, sql`route_id is not null`], inDrivingOrder)
}

/** Returns the ids of a project's stops that are in no plan. */
export async function listPlanlessStopIds(scope: Scope, projectId: string): Promise<string[]> {
  const which = { project_id: projectId, plan_id: null, deleted: false }
  return (await listColumns(scope, stopTable, ['id'], which, sql`order by id`)).map(({ id }) => id)
}

/** Returns the stops of routes in driving order; stops without a number come last. */
export async function listStopsOfRoutes(scope: Scope, routeIds: readonly string[]): Promise<StopRow[]> {
  return listRecords(scope, stopTable, { route_id: routeIds, deleted: false }, inDrivingOrder)
}

/**
 * Returns stops whose goods are or were aboard one of the routes, deleted ones too, and stops of these routes that failed with
 * goods aboard; in driving order.
 */
export async function listStopsWithGoodsAboard(scope: Scope, routeIds: readonly string[]): Promise<StopRow[]> {
  const isFailed = sql`route_id = any(${routeIds}::text[]) and status in ('canceled', 'incomplete') and aboard_route_id is not null`
  const isOfRoutes = sql`(aboard_route_id = any(${routeIds}::text[]) or (${isFailed}))`
  return listRecords(scope, stopTable, [isOfRoutes], inDrivingOrder)
}

/** Returns the pending stops of a route, in driving order. */
export async function listPendingStops(scope: Scope, routeId: string): Promise<StopRow[]> {
  const which = { route_id: routeId, status: 'pending', deleted: false } as const
  return listRecords(scope, stopTable, which, inDrivingOrder)
}

/** Returns the fields that decide in which order the pending stops of a route are visited; in the order of the route. */
export async function listPendingOrder(scope: Scope, routeId: string) {
  const which = { route_id: routeId, status: 'pending', deleted: false } as const
  return listColumns(scope, stopTable, ['id', 'status', 'report_attempts', 'arrived_at'], which, inDrivingOrder)
}

/** Counts the stops of the plan by status, without meeting places of vehicles, which are no stops of customers. */
export async function countStopsByStatus(scope: Scope, planId: string): Promise<Record<StopStatus, number>> {
  const { rows } = await sql<{ status: StopStatus; count: number }>`
    select status, count(*) as count from stops
    where plan_id = ${planId} and organization_id = ${scope.organizationId} and not deleted and meeting_of is null
    group by status`.execute(scope.tx)
  const byStatus: Record<StopStatus, number> = { pending: 0, incomplete: 0, completed: 0, canceled: 0 }
  for (const { status, count } of rows) byStatus[status] = count
  return byStatus
}

/** Returns the routes that stops are on, even if the stops are deleted. */
export async function listRouteIdsOfStops(scope: Scope, stopIds: readonly string[]): Promise<string[]> {
  const rows = await listColumns(scope, stopTable, ['route_id'], { id: stopIds })
  return [...new Set(rows.flatMap((row) => row.route_id ?? []))]
}

/** Returns those of the stops that are on no route, in the order of creation. */
export async function listUnassignedStops(scope: Scope, stopIds: readonly string[]): Promise<StopRow[]> {
  return listRecords(scope, stopTable, { id: stopIds, route_id: null, deleted: false }, byCreation)
}

/** Returns the deliveries linked to these pickups. */
export async function listLinkedDeliveries(scope: Scope, pickupIds: readonly string[]) {
  const which = { pickup_id: pickupIds, deleted: false }
  return listColumns(scope, stopTable, ['id', 'pickup_id', 'route_id', 'status'], which, sql`order by id`)
}

const linkedColumns = ['id', 'plan_id', 'route_id', 'cluster', 'pickup_id', 'optimization_warnings', 'status'] as const

export type LinkedStop = Pick<StopRow, (typeof linkedColumns)[number]>

/** Returns stops of plans with links: members of a cluster, deliveries with a pickup, and these pickups. */
export async function listLinkedStops(scope: Scope, planIds: readonly string[]): Promise<LinkedStop[]> {
  const isTied = sql`(cluster is not null or pickup_id is not null)`
  const tied = await listColumns(scope, stopTable, linkedColumns, [{ plan_id: planIds, deleted: false }, isTied])
  const known = new Set(listIds(tied))
  const pickupIds = [...new Set(tied.flatMap((stop) => stop.pickup_id ?? []))].filter((id) => !known.has(id))
  return [...tied, ...(await listColumns(scope, stopTable, linkedColumns, { id: pickupIds, deleted: false }))]
}

/** Returns stops of the plan that share a cluster or a pickup with these, including these. */
export async function listTiedStops(scope: Scope, planId: string, stops: readonly StopRow[]): Promise<StopRow[]> {
  const clusters = stops.flatMap((stop) => stop.cluster ?? [])
  const pickups = stops.flatMap((stop) => stop.pickup_id ?? [])
  const ids = listIds(stops)
  if (clusters.length + pickups.length === 0 && !stops.some((stop) => stop.type === 'pickup')) return []
  const isTied = sql`(cluster = any(${clusters}::text[]) or id = any(${pickups}::text[]) or pickup_id = any(${ids}::text[]))`
  return listRecords(scope, stopTable, [{ plan_id: planId, deleted: false }, isTied])
}

/** Returns a fingerprint of each route of the plan that changes whenever its stops or their times do. */
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

/** Returns the stop of a token; no other query searches across organizations. */
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

/** Copies stops with changed values. */
export async function copyStopRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, stopTable, rows)
}

/** Changes stops, but never their status, and sets their updated_at. */
export async function updateStopRows(
  scope: Scope,
  ids: readonly string[],
  changes: Partial<Omit<StopRow, 'status'>>,
): Promise<void> {
  await changeRecords(scope, stopTable, { id: ids }, changes)
}

/** The same for one stop, which it returns. */
export async function updateStopRow(
  scope: Scope,
  id: string,
  changes: Partial<Omit<StopRow, 'status'>>,
): Promise<StopRow> {
  return updateRecord(scope, stopTable, id, changes)
}

export async function deleteStopRows(scope: Scope, ids: readonly string[]): Promise<void> {
  await updateStopRows(scope, ids, { deleted: true, deleted_at: scope.now })
}

/** Soft-deletes the remaining stops of the plan, and returns them. */
export async function deleteStopsOfPlan(scope: Scope, planId: string): Promise<StopRow[]> {
  return deleteRecords(scope, stopTable, { plan_id: planId, deleted: false })
}

/** Values of a stop on no route: all columns cleared that depend on a place on one. */
const withoutPlace = {
  route_id: null,
  vehicle_id: null,
  order: null,
  planned_arrival_time: null,
  planned_departure_time: null,
  estimated_arrival_time: null,
  estimated_departure_time: null,
  distance_to_previous_stop: null,
  distance_to_next_stop: null,
  is_straight_to_previous_stop: null,
  is_straight_to_next_stop: null,
  optimization_warnings: [],
} satisfies Partial<StopRow>

/** Restores deleted stops of the plan, unassigned; returns the ids of those that were deleted. */
export async function restoreStopRows(scope: Scope, planId: string, ids: readonly string[]): Promise<string[]> {
  const which = { id: ids, plan_id: planId, deleted: true }
  const rows = await updateRecords(scope, stopTable, which, { ...withoutPlace, deleted: false, deleted_at: null })
  return listIds(rows)
}

/** Takes stops off their routes, clearing all columns that depend on their place there. */
export async function clearPlacements(scope: Scope, ids: readonly string[]): Promise<void> {
  await changeRecords(scope, stopTable, [{ id: ids }, sql`route_id is not null`], withoutPlace)
}

/** Moves stops to another plan (or out of any): with a new number each, and without a route. */
export async function moveStopRows(
  scope: Scope,
  stops: readonly { id: string; fixed_id: string | null }[],
  planId: string | null,
): Promise<void> {
  const cleared = Object.entries(columnValues(stopTable, withoutPlace)).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  )
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
  await writeEach(scope, stopTable, placements)
}

export interface StopTimes {
  id: string
  order: number
  planned_arrival_time: number | null
  planned_departure_time: number | null
  distance_to_previous_stop: number | null
  distance_to_next_stop: number | null
  is_straight_to_previous_stop: boolean | null
  is_straight_to_next_stop: boolean | null
  optimization_warnings: readonly WarningValue[]
}

/** Writes the computed columns of stops. */
export async function writeStopTimes(scope: Scope, times: readonly StopTimes[]): Promise<void> {
  await writeEach(scope, stopTable, times)
}

/** Writes why stops are unassigned. */
export async function writeStopWarnings(
  scope: Scope,
  warnings: ReadonlyMap<string, readonly WarningValue[]>,
): Promise<void> {
  const rows = [...warnings].map(([id, optimization_warnings]) => ({ id, optimization_warnings }))
  await writeEach(scope, stopTable, rows)
}

export interface StopEstimate {
  id: string
  /** ISO timestamps. */
  estimated_arrival_time: string | null
  estimated_departure_time: string | null
}

/** Writes the estimated times of stops; derived values, so `updated_at` stays. */
export async function writeEstimates(scope: Scope, estimates: readonly StopEstimate[]): Promise<void> {
  if (estimates.length === 0) return
  await estimatesUpdate(scope, estimates).execute(scope.tx)
}

/**
 * Returns the statement for the estimates of a route under way, to run alone or as part of another. Skips stops that are locked
 * just now: drivers' calls must not wait for them, and the next position updates them.
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

export interface NoticedVisit {
  id: string
  noticed_arrival_time: string
  noticed_departure_time: string | null
}

/** Writes when the van arrived at stops of a route and left them, and returns these stops. Skips those that a report has locked. */
export async function writeNoticedVisits(
  { tx, organizationId }: Scope,
  routeId: string,
  visits: readonly NoticedVisit[],
): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    update stops set noticed_arrival_time = v.noticed_arrival_time, noticed_departure_time = v.noticed_departure_time
    from jsonb_to_recordset(${json(visits)}::jsonb)
      as v(id text, noticed_arrival_time timestamptz, noticed_departure_time timestamptz)
    where stops.id = v.id and stops.organization_id = ${organizationId} and stops.id in (
      select id from stops where route_id = ${routeId} and deleted = false order by id
      for no key update skip locked) returning stops.*`.execute(tx)
  return rows
}

/** Sets the arrival; returns undefined when there was one already, because the first counts. */
export async function setStopArrival(scope: Scope, id: string, arrivedAt: Date): Promise<StopRow | undefined> {
  return (await updateRecords(scope, stopTable, { id, arrived_at: null }, { arrived_at: arrivedAt }))[0]
}

/** Counts a wrong handover code. */
export async function countWrongPin(scope: Scope, id: string): Promise<void> {
  await setColumns(scope, stopTable, { id }, { pin_attempts: sql`pin_attempts + 1` })
}

/** Records that the recipients of these stops were asked for their place. */
export async function markLocationAsked(scope: Scope, ids: readonly string[]): Promise<void> {
  const asked = { location_validation_sent: true, location_validation_sent_at: scope.now }
  await setColumns(scope, stopTable, { id: ids }, asked)
}

/** Removes the geocoder's marks of doubt from a place that the recipient has seen. */
export async function dropGeocodingMarks(scope: Scope, id: string): Promise<void> {
  await setColumns(scope, stopTable, { id }, { location: sql`location - 'scoring' - 'partial_match'` })
}

/** Returns stops of the route's plan that changed since and are not on the route: they may have been taken off it. */
export async function listStopsTakenOff(
  scope: Scope,
  route: { id: string; plan_id: string },
  since: Date,
): Promise<string[]> {
  const isOff = sql`(route_id is null or route_id <> ${route.id} or deleted) and updated_at > ${since}`
  const rows = await listColumns(scope, stopTable, ['id'], [{ plan_id: route.plan_id }, isOff], sql`order by id`)
  return listIds(rows)
}

const blank = {
  label: null,
  comments: null,
  phone: null,
  email: null,
  url: null,
  reference_person: null,
  location_details: null,
  custom_fields: null,
  pin: null,
  customer_text_field: null,
}

/** Deletes personal data of stops, and makes their places coarse; figures, times and statuses stay. */
export async function blankStops(scope: Scope, ids: readonly string[]): Promise<number> {
  const places = { location: coarsePlace(sql.ref('location')), learned_place: null, van_place: null, phone_doubt: null }
  return setColumns(scope, stopTable, { id: ids }, { ...blank, ...places })
}

/** Clears the learned durations of usual visitors from all stops of the project. */
export async function forgetWorkOfAnybody(scope: Scope, projectId: string): Promise<void> {
  const which = [{ project_id: projectId }, sql`anybody_duration is not null`]
  await setColumns(scope, stopTable, which, { anybody_duration: null })
}

/** Removes the numbers that link stops to a person, and ends the links of their pages. */
export async function unlinkStops(scope: Scope, ids: readonly string[]): Promise<number> {
  const numbers = { external_id: null, client_external_id: null, client_id: null }
  const ended = { tracking_ended_at: sql<Date>`coalesce(tracking_ended_at, ${scope.now})` }
  return setColumns(scope, stopTable, { id: ids }, { ...numbers, ...ended })
}
