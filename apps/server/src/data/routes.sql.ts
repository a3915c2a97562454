// Every statement on routes alone, except their status (statuses.sql.ts).

import { type RawBuilder, sql } from 'kysely'
import { json, type Scope } from '../frame/platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { wakeChannel } from './events.ts'
import { forecastNoteInsert } from './forecasts.sql.ts'
import { insertRows } from './insert-rows.ts'
import {
  changeRecords,
  deleteRecords,
  findRecord,
  listRecords,
  projectRecords,
  type RecordQuery,
  setColumns,
  updateRecord,
  updateRecords,
  writeEach,
} from './record-statements.ts'
import { listIds, mapById } from './records.ts'
import { type RouteRow, routeTable } from './route-table.ts'
import { drivenEstimatesUpdate, type StopEstimate } from './stops.sql.ts'
import type {
  BreakStopValue,
  LocationValue,
  PlannedChargeValue,
  PositionValue,
  RouteBreakValue,
  RouteWorkValue,
} from './values.ts'

export async function findRouteRow(scope: Scope, id: string): Promise<RouteRow | undefined> {
  return findRecord(scope, routeTable, { id, deleted: false })
}

/** Returns the routes in the order of the ids, deleted ones too. */
export async function listRouteRowsEvenDeleted(scope: Scope, ids: readonly string[]): Promise<RouteRow[]> {
  const byId = mapById(await listRecords(scope, routeTable, { id: ids }))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the routes of a plan in their order; with `ids`, only these. */
export async function listRoutesOfPlan(scope: Scope, planId: string, ids?: readonly string[]): Promise<RouteRow[]> {
  const which = { plan_id: planId, deleted: false, ...(ids ? { id: ids } : {}) }
  return listRecords(scope, routeTable, which, sql`order by "order", id`)
}

/** Returns the routes of some plans, those of each in their order. */
export async function listRoutesOfPlans(scope: Scope, planIds: readonly string[]): Promise<RouteRow[]> {
  return listRecords(scope, routeTable, { plan_id: planIds, deleted: false }, sql`order by plan_id, "order", id`)
}

/** Returns a page of the routes of a project. */
export async function listRoutesOfProject(
  scope: Scope,
  query: RecordQuery,
): Promise<{ rows: RouteRow[]; total: number }> {
  return projectRecords(routeTable).page(scope, query)
}

/** Locks routes by id, in ascending order of ids. */
export async function lockRouteRows(scope: Scope, ids: readonly string[]): Promise<RouteRow[]> {
  return listRecords(scope, routeTable, { id: ids, deleted: false }, sql`order by id for update`)
}

/** Locks a route for changes that no other rows refer to. */
export async function lockRouteRow(scope: Scope, id: string): Promise<RouteRow | undefined> {
  return findRecord(scope, routeTable, { id, deleted: false }, sql`for no key update`)
}

/** Locks the route that a stop is on, even if deleted. */
export async function lockRouteOfStop(scope: Scope, stopId: string): Promise<RouteRow | undefined> {
  const isOfStop = sql`id = (select route_id from stops where id = ${stopId})`
  return findRecord(scope, routeTable, [isOfStop], sql`for no key update`)
}

/** Returns a route that the vehicle is driving now. */
export async function findRouteUnderWay(scope: Scope, vehicleId: string): Promise<RouteRow | undefined> {
  const which = { vehicle_id: vehicleId, status: 'in_transit', deleted: false } as const
  return findRecord(scope, routeTable, which, sql`order by id limit 1`)
}

/** Returns the routes of a vehicle that were driven at some time since a moment, the most recently begun first. */
export async function listRoutesDrivenSince(scope: Scope, vehicleId: string, since: Date): Promise<RouteRow[]> {
  const isDriven = sql`start_date is not null and (end_date is null or end_date >= ${since})`
  const which = [{ vehicle_id: vehicleId, deleted: false }, isDriven]
  return listRecords(scope, routeTable, which, sql`order by start_date desc, id`)
}

/** Returns whether any route of the plan has left `not_started`. */
export async function hasStartedRoute(scope: Scope, planId: string): Promise<boolean> {
  const which = [{ plan_id: planId, deleted: false }, sql`status <> 'not_started'`]
  return (await findRecord(scope, routeTable, which, sql`limit 1`)) !== undefined
}

/** Counts the finished routes of the plan, and the others. */
export async function countRoutes(scope: Scope, planId: string): Promise<{ open: number; finished: number }> {
  const { rows } = await sql<{ open: number; finished: number }>`
    select count(*) filter (where status <> 'finished') as open, count(*) filter (where status = 'finished') as finished
    from routes where plan_id = ${planId} and organization_id = ${scope.organizationId} and not deleted`.execute(
    scope.tx,
  )
  return rows[0]!
}

// --- what changes routes -----------------------------------------------------------------------------------------------

export async function insertRouteRows(scope: Scope, rows: readonly RouteRow[]): Promise<void> {
  await insertRows(scope.tx, routeTable, rows)
}

/** Copies routes with changed values. */
export async function copyRouteRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, routeTable, rows)
}

/** Changes a route, but never its status, and sets its updated_at. */
export async function updateRouteRow(
  scope: Scope,
  id: string,
  changes: Partial<Omit<RouteRow, 'status'>>,
): Promise<RouteRow> {
  return updateRecord(scope, routeTable, id, changes)
}

/** Writes the new place of a depot to these of its routes, or removes the depot from them. */
export async function changeDepotOfRoutes(
  scope: Scope,
  depotId: string,
  ids: readonly string[],
  { place, isGone }: { place?: LocationValue; isGone?: boolean },
): Promise<void> {
  const changes = (end: 'start' | 'end') => ({
    ...(place && { [`${end}_location`]: place }),
    ...(isGone && { [`${end}_depot_id`]: null }),
  })
  if (!place && !isGone) return
  await changeRecords(scope, routeTable, { id: ids, start_depot_id: depotId }, changes('start'))
  await changeRecords(scope, routeTable, { id: ids, end_depot_id: depotId }, changes('end'))
}

/** Soft-deletes the remaining routes of the plan, and returns them. */
export async function deleteRoutesOfPlan(scope: Scope, planId: string): Promise<RouteRow[]> {
  return deleteRecords(scope, routeTable, { plan_id: planId, deleted: false })
}

/** Restores deleted routes of the plan; returns the ids of those that were deleted. */
export async function restoreRouteRows(scope: Scope, planId: string, ids: readonly string[]): Promise<string[]> {
  const which = { id: ids, plan_id: planId, deleted: true }
  const rows = await updateRecords(scope, routeTable, which, { deleted: false, deleted_at: null })
  return listIds(rows)
}

/** Locks the routes against the optimizer, or unlocks them. */
export async function setRouteLocks(scope: Scope, ids: readonly string[], isLocked: boolean): Promise<void> {
  await changeRecords(scope, routeTable, { id: ids, is_locked: !isLocked }, { is_locked: isLocked })
}

export interface ComputedRoute {
  id: string
  planned_start_time: number | null
  planned_loading_time: number | null
  planned_end_time: number | null
  planned_distance: number | null
  straight_distance: number | null
  is_off_roads: boolean | null
  planned_track: string | null
  break_stop: BreakStopValue | null
  breaks: RouteBreakValue[]
  driver_work: RouteWorkValue | null
  planned_charge: PlannedChargeValue | null
  drive_factor: number | null
}

/** Metres of a route's planned distance that are straight lines; null for none. */
export function straightMeters(routes: string): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${routes}.${name}`)
  return sql`case when ${column('is_off_roads')} then ${column('planned_distance')} else ${column('straight_distance')} end`
}

/** Writes the computed columns of whole routes. */
export async function writeRouteTimes(scope: Scope, routes: readonly ComputedRoute[]): Promise<void> {
  await writeEach(scope, routeTable, routes)
}

/** Deletes a driver's work from routes; the routes stay. */
export async function forgetWorkOfDriver(scope: Scope, projectId: string, driverId: string): Promise<void> {
  await sql`update routes set driver_work = null
    where organization_id = ${scope.organizationId} and project_id = ${projectId}
      and driver_work is not null and driver_work->>'driver' = ${driverId}`.execute(scope.tx)
}

/** Changes of a route by its driver's positions and reports; absent fields stay. */
export interface RouteProgress {
  last_position?: PositionValue
  estimated_end_time?: Date
  /** Metres of the recorded track. */
  distance_traveled?: number
  tracing_percent?: number | null
}

/** Writes the progress of a route; derived values, so `updated_at` stays. */
export async function writeProgress(scope: Scope, routeId: string, progress: RouteProgress): Promise<void> {
  const changes = progressChanges(progress)
  if (changes.length > 0) await progressUpdate(scope, routeId, changes).execute(scope.tx)
}

/**
 * Writes the progress of a route under way with the estimates of its stops, and notes the route for the webhooks that want to know what is
 * about to happen: one statement, as every position needs it. Derived values, so `updated_at` stays.
 */
export async function writeExpectations(
  scope: Scope,
  routeId: string,
  progress: RouteProgress & { estimated_end_time: Date },
  estimates: readonly StopEstimate[],
): Promise<void> {
  const update = progressUpdate(scope, routeId, progressChanges(progress))
  const parts = [
    ...(estimates.length > 0 ? [sql`expected as (${drivenEstimatesUpdate(scope, routeId, estimates)})`] : []),
    sql`noted as (${forecastNoteInsert(scope, routeId)} returning 1)`,
  ]
  const wake = sql`(select notice(${wakeChannel}, '') from noted limit 1)`
  await sql`with ${sql.join(parts)} ${update} returning ${wake}`.execute(scope.tx)
}

function progressChanges(progress: RouteProgress): RawBuilder<unknown>[] {
  const { last_position, estimated_end_time, distance_traveled, tracing_percent } = progress
  return [
    ...(last_position === undefined ? [] : [sql`last_position = ${json(last_position)}::jsonb`]),
    ...(estimated_end_time === undefined ? [] : [sql`estimated_end_time = ${estimated_end_time}::timestamptz`]),
    ...(distance_traveled === undefined ? [] : [sql`distance_traveled = ${distance_traveled}::double precision`]),
    ...(tracing_percent === undefined ? [] : [sql`tracing_percent = ${tracing_percent}::double precision`]),
  ]
}

function progressUpdate(scope: Scope, routeId: string, changes: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`
    update routes set ${sql.join(changes)} where id = ${routeId} and organization_id = ${scope.organizationId}`
}

/** Deletes the last position of these routes. */
export async function forgetLastPositions(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, routeTable, { id: ids }, { last_position: null })
}
