// The statements that write the status of plans, routes, stops, tasks and packages. For the lifecycle alone: nobody else
// imports this file, and no other statement writes one of these columns.
import type { PackageStatus, PlanStatus, RouteStatus, StopStatus, TaskStatus } from '@routewright/contract'
import { sql } from 'kysely'
import { laterThanBefore, type Scope } from '../platform/scope.ts'
import type { PlanRow } from './plan-table.ts'
import type { RouteRow } from './route-table.ts'
import type { StopRow } from './stop-table.ts'

/** What a report makes of its stop: one attempt more if it was one, and its end if that came. */
export async function writeReportedStop(
  scope: Scope,
  stopId: string,
  status: StopStatus,
  { isAttempt, finishedAt }: { isAttempt: boolean; finishedAt?: Date },
): Promise<StopRow> {
  return scope.tx
    .updateTable('stops')
    .set((eb) => ({
      status,
      updated_at: laterThanBefore(scope.now),
      ...(isAttempt ? { report_attempts: eb('report_attempts', '+', 1) } : {}),
      ...(finishedAt ? { finished_at: finishedAt } : {}),
    }))
    .where('id', '=', stopId)
    .where('organization_id', '=', scope.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends the stops of a plan that are in a status. */
export async function endStopsOfPlan(scope: Scope, planId: string, from: StopStatus, to: StopStatus): Promise<void> {
  await scope.tx
    .updateTable('stops')
    .set({ status: to, finished_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where('status', '=', from)
    .execute()
}

/** Gives moved stops that are in a status another one, as if nothing had happened to them yet. */
export async function resetStops(
  scope: Scope,
  stopIds: readonly string[],
  from: StopStatus,
  to: StopStatus,
): Promise<void> {
  await scope.tx
    .updateTable('stops')
    .set((eb) => ({
      status: to,
      moves: eb('moves', '+', 1),
      moved_at: scope.now,
      finished_at: null,
      arrived_at: null,
      updated_at: laterThanBefore(scope.now),
    }))
    .where('id', 'in', stopIds)
    .where('organization_id', '=', scope.organizationId)
    .where('status', '=', from)
    .execute()
}

export async function writeStartedRoute(
  scope: Scope,
  routeId: string,
  status: RouteStatus,
  startDate: Date,
): Promise<RouteRow> {
  return scope.tx
    .updateTable('routes')
    .set({ status, start_date: startDate, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface FinishedRoutes {
  /** The statuses that are left for `finished`. */
  from: readonly RouteStatus[]
  /** Only this one, which ended with the last of its stops, but not before it began. */
  routeId?: string
  /** Only routes on which no stop is pending. */
  withoutPending: boolean
}

/** Finishes routes of the plan and answers them in the order of the plan. */
export async function finishRoutesOfPlan(
  scope: Scope,
  planId: string,
  { from, routeId, withoutPending }: FinishedRoutes,
): Promise<RouteRow[]> {
  const lastDone = sql<Date>`greatest(start_date, (select max(finished_at) from stops where route_id = ${routeId} and not deleted))`
  let query = scope.tx
    .updateTable('routes')
    .set({
      status: 'finished',
      end_date: routeId === undefined ? scope.now : lastDone,
      updated_at: laterThanBefore(scope.now),
    })
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where('status', 'in', from)
  if (routeId !== undefined) query = query.where('id', '=', routeId)
  if (withoutPending) {
    query = query.where(
      sql<boolean>`not exists (select 1 from stops s where s.route_id = routes.id and not s.deleted and s.status = 'pending')`,
    )
  }
  const finished = await query.returningAll().execute()
  return finished.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

export async function writePlanStatus(scope: Scope, planId: string, status: PlanStatus): Promise<PlanRow> {
  return scope.tx
    .updateTable('plans')
    .set({ status, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The first scan picks the package up, whatever it was. */
export async function writeScannedPackage(
  scope: Scope,
  packageId: string,
  status: PackageStatus,
  scannedAt: Date,
): Promise<void> {
  await scope.tx
    .updateTable('packages')
    .set((eb) => ({
      status,
      picked_at: eb.fn.coalesce('picked_at', sql<Date>`${scannedAt}::timestamptz`),
      ...(status === 'delivered' ? { delivered_at: scannedAt } : {}),
      updated_at: laterThanBefore(scope.now),
    }))
    .where('id', '=', packageId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

export async function writeTaskStatus(scope: Scope, taskId: string, status: TaskStatus): Promise<void> {
  await scope.tx
    .updateTable('tasks')
    .set({ status, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', taskId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}
