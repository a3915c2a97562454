// The statements that write the status of plans, routes, stops, tasks and packages. For the lifecycle alone: no other file
// imports this one, and no other statement writes one of these columns.
import type { PackageStatus, PlanStatus, RouteStatus, StopStatus, TaskStatus } from '@routewright/contract'
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { packageTable } from './package-table.ts'
import { type PlanRow, planTable } from './plan-table.ts'
import { changeRecords, updateRecord, updateRecords } from './record-statements.ts'
import { type RouteRow, routeTable } from './route-table.ts'
import { type StopRow, stopTable } from './stop-table.ts'
import { taskTable } from './task-table.ts'

/**
 * Applies a report to its stop: ends it, or counts one attempt more. An attempt also clears the arrival, because the driver has
 * left: missed recipients must not read that the driver has arrived, and the next arrival counts.
 */
export async function writeReportedStop(
  scope: Scope,
  id: string,
  status: StopStatus,
  { isAttempt, finishedAt }: { isAttempt: boolean; finishedAt?: Date },
): Promise<StopRow> {
  return updateRecord(scope, stopTable, id, {
    status,
    ...(isAttempt ? { report_attempts: sql`report_attempts + 1`, arrived_at: null } : {}),
    ...(finishedAt ? { finished_at: finishedAt } : {}),
  })
}

/** Restores a stop to its state before its only report since then, with one attempt less if that was one. */
export async function writeUnreportedStop(
  scope: Scope,
  id: string,
  status: StopStatus,
  { wasAttempt }: { wasAttempt: boolean },
): Promise<StopRow> {
  return updateRecord(scope, stopTable, id, {
    status,
    ...(wasAttempt
      ? { report_attempts: sql`greatest(report_attempts - 1, 0)` }
      : { finished_at: null, return_to_sender_at: null }),
  })
}

/** Sets the status of an ended stop after its report was corrected; the time of its end stays. */
export async function writeAmendedStop(scope: Scope, id: string, status: StopStatus): Promise<StopRow> {
  return updateRecord(scope, stopTable, id, { status })
}

/** Values of a stop that nobody has visited since it was reopened or moved. */
const notVisited = { arrived_at: null, noticed_arrival_time: null, noticed_departure_time: null }

/** Reopens a stop: later reports are counted separately from earlier ones. */
export async function writeRetriedStop(scope: Scope, id: string, status: StopStatus): Promise<StopRow> {
  const moved = { moves: sql`moves + 1`, moved_at: scope.now }
  return updateRecord(scope, stopTable, id, { status, ...moved, finished_at: null, ...notVisited })
}

/** Ends a reopened stop with its former status. */
export async function writeEndedAgain(
  scope: Scope,
  id: string,
  status: StopStatus,
  { moves, finishedAt }: { moves: number; finishedAt: Date },
): Promise<StopRow> {
  return updateRecord(scope, stopTable, id, { status, moves, finished_at: finishedAt })
}

/** Marks the goods of these deliveries as waiting for their pickup again. */
export async function unloadDeliveriesFor(scope: Scope, pickupId: string): Promise<void> {
  await changeRecords(scope, stopTable, { pickup_id: pickupId, deleted: false }, { aboard_route_id: null })
}

/** Ends the stops of a plan that are in a status. */
export async function endStopsOfPlan(scope: Scope, planId: string, from: StopStatus, to: StopStatus): Promise<void> {
  const which = { plan_id: planId, deleted: false, status: from }
  await changeRecords(scope, stopTable, which, { status: to, finished_at: scope.now })
}

/** Sets moved stops in one status to another and clears what happened to them. */
export async function resetStops(
  scope: Scope,
  ids: readonly string[],
  from: StopStatus,
  to: StopStatus,
): Promise<void> {
  const moved = { moves: sql`moves + 1`, moved_at: scope.now }
  // The route with the goods stays known: they come back with its vehicle.
  const reset = { status: to, ...moved, finished_at: null, ...notVisited, return_to_sender_at: null }
  await changeRecords(scope, stopTable, { id: ids, status: from }, reset)
}

export async function writeStartedRoute(
  scope: Scope,
  id: string,
  status: RouteStatus,
  startDate: Date,
): Promise<RouteRow> {
  return updateRecord(scope, routeTable, id, { status, start_date: startDate })
}

/** Marks the goods of the route's deliveries as aboard, except those that are still to be picked up. */
export async function loadStopsOfRoute(scope: Scope, routeId: string): Promise<void> {
  await sql`
    with loaded as (
      update packages set returned_at = null where returned_at is not null and stop_id in (
        select id from stops where route_id = ${routeId} and organization_id = ${scope.organizationId} and status = 'pending' and not deleted)
    )
    update stops set aboard_route_id = route_id, returned_at = null
    where route_id = ${routeId} and organization_id = ${scope.organizationId} and not deleted
      and status = 'pending' and type = 'delivery' and (aboard_route_id is distinct from route_id or returned_at is not null)
      and (weight > 0 or volume > 0 or exists (select 1 from packages where packages.stop_id = stops.id))
      and not exists (select 1 from stops p where p.id = stops.pickup_id and p.status = 'pending' and not p.deleted)`.execute(
    scope.tx,
  )
}

/**
 * Ends the stops at which a route gave its goods away, once no receiving pickup is pending; returns them. One that is being
 * reported now is left to its report.
 */
export async function writeMeetingEnd(
  scope: Scope,
  { plan_id, meeting_of }: Pick<StopRow, 'plan_id' | 'meeting_of'>,
  status: StopStatus,
  finishedAt: Date,
): Promise<StopRow[]> {
  const isOpen = sql`plan_id = ${plan_id} and meeting_of = ${meeting_of} and organization_id = ${scope.organizationId}
    and status = 'pending' and not deleted`
  const { rows } = await sql<StopRow>`
    update stops set status = ${status}, finished_at = ${finishedAt}, updated_at = ${scope.now}
    where id in (select id from stops where ${isOpen} and type = 'visit' order by id for update skip locked)
      and not exists (select 1 from stops where ${isOpen} and type = 'pickup')
    returning *`.execute(scope.tx)
  return rows
}

/** Marks the goods of these deliveries as aboard the route that has just picked them up. */
export async function loadDeliveriesFor(scope: Scope, pickup: Pick<StopRow, 'id' | 'route_id'>): Promise<void> {
  await sql`
    update stops set aboard_route_id = ${pickup.route_id}, returned_at = null
    where pickup_id = ${pickup.id} and organization_id = ${scope.organizationId} and not deleted
      and status = 'pending'`.execute(scope.tx)
}

export interface FinishedRoutes {
  /** Statuses from which routes finish. */
  from: readonly RouteStatus[]
  /** Finishes only this route, at the end of its last stop, but not before it began. */
  routeId?: string
  /** Only routes on which no stop is pending. */
  withoutPending: boolean
}

/** Finishes routes of the plan and returns them in the order of the plan. */
export async function finishRoutesOfPlan(
  scope: Scope,
  planId: string,
  { from, routeId, withoutPending }: FinishedRoutes,
): Promise<RouteRow[]> {
  const lastDone = sql`greatest(start_date, (select max(finished_at) from stops where route_id = ${routeId} and not deleted))`
  const hasNoPending = sql`not exists (
    select 1 from stops s where s.route_id = routes.id and not s.deleted and s.status = 'pending')`
  const which = [
    { plan_id: planId, deleted: false, status: from, ...(routeId === undefined ? {} : { id: routeId }) },
    ...(withoutPending ? [hasNoPending] : []),
  ]
  const changes = { status: 'finished', end_date: routeId === undefined ? scope.now : lastDone } as const
  const finished = await updateRecords(scope, routeTable, which, changes)
  return finished.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

export async function writePlanStatus(scope: Scope, id: string, status: PlanStatus): Promise<PlanRow> {
  return updateRecord(scope, planTable, id, { status })
}

/** Writes a scan; the first one counts as the pickup. */
export async function writeScannedPackage(
  scope: Scope,
  id: string,
  status: PackageStatus,
  scannedAt: Date,
): Promise<void> {
  const picked_at = sql`coalesce(picked_at, ${scannedAt}::timestamptz)`
  const delivered = status === 'delivered' ? { delivered_at: scannedAt } : {}
  await changeRecords(scope, packageTable, { id }, { status, picked_at, ...delivered })
}

/** Restores the status of a package before its scan. */
export async function writeUnscannedPackage(scope: Scope, id: string, status: PackageStatus): Promise<void> {
  const unpicked = status === 'pending' ? { picked_at: null } : {}
  await changeRecords(scope, packageTable, { id }, { status, delivered_at: null, ...unpicked })
}

export async function writeTaskStatus(scope: Scope, id: string, status: TaskStatus): Promise<void> {
  await changeRecords(scope, taskTable, { id }, { status })
}
