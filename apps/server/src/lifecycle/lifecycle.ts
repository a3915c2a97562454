// The only writer of the status columns of plans, routes, stops, tasks and packages: locks, looks the table up, cascades
// stop → route → plan, counts, and records the events, all in the caller's transaction.
import {
  decide,
  isRefusal,
  type PackageTrigger,
  type PlanTrigger,
  packageLifecycle,
  planLifecycle,
  planPutTriggers,
  type Refusal,
  type RouteTrigger,
  routeLifecycle,
  type StopTrigger,
  stopLifecycle,
} from '@routewright/contract'
import { sql } from 'kysely'
import { noteActor } from '../platform/actor.ts'
import { apiError } from '../platform/api-error.ts'
import { likelyMoment } from '../platform/device-time.ts'
import type { PackageStatus, PlanStatus, StopStatus, TaskStatus } from '../platform/schema.ts'
import { laterThanBefore, type Scope } from '../platform/scope.ts'
import { type PlanRow, planResource } from '../resources/plan.ts'
import { type RouteRow, routeResource } from '../resources/route.ts'
import { bareStopResource, type StopRow } from '../resources/stop.ts'
import { type EventRecord, recordEvents } from '../webhooks/events.ts'

/**
 * Locks plans in ascending order of their ids, the first step of every rule that changes a plan, its routes or its stops,
 * and answers their rows as they are after the wait. Ids of other organizations and deleted plans are left out.
 */
export async function lockPlans(scope: Scope, planIds: Iterable<string>): Promise<PlanRow[]> {
  const ids = [...new Set(planIds)]
  if (ids.length === 0) return []
  const rows = await scope.tx
    .selectFrom('plans')
    .selectAll()
    .select(noteActor(scope.actor))
    .where('id', 'in', ids)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ noted_actor: _, ...plan }) => plan)
}

/**
 * Shares the plan of a stop with others who do so, and keeps out whoever locks plans (`lockPlans`): the first step of what
 * concerns one stop and its route only. Counters may still be counted on (`settleReport`). Answers undefined for a stop
 * without a plan.
 */
export async function sharePlanOfStop(scope: Scope, stopId: string): Promise<PlanRow | undefined> {
  const row = await scope.tx
    .selectFrom('plans')
    .selectAll()
    .select(noteActor(scope.actor))
    .where('id', '=', (eb) => eb.selectFrom('stops').select('plan_id').where('id', '=', stopId))
    .where('organization_id', '=', scope.organizationId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) return undefined
  const { noted_actor: _, ...plan } = row
  return plan
}

/** Whether the trigger is allowed for a record in this status; throws the table's refusal. Changes nothing. */
export function requirePlanAllows(plan: Pick<PlanRow, 'id' | 'status'>, trigger: PlanTrigger): void {
  const outcome = decide(planLifecycle, plan.status, trigger)
  if (isRefusal(outcome)) throw refusal(outcome, plan.id)
}

export function requireRouteAllows(route: RouteRow, trigger: RouteTrigger): void {
  const outcome = decide(routeLifecycle, route.status, trigger)
  if (isRefusal(outcome)) throw refusal(outcome, route.id)
}

export interface ReportOutcome {
  /** The stop and its route as they are afterwards. */
  stop: StopRow
  route?: RouteRow
  /** False when the report is kept as evidence only, because the plan's closing had ended the stop. */
  counted: boolean
  /** The report ended the last pending stop of the route. */
  hasRouteFinished?: boolean
}

/** A stop with its route and plan, locked for a report by `lockReportedStop`. */
export interface ReportedStop {
  stop: StopRow
  route?: RouteRow
  plan?: PlanRow
}

/** What a report says about its stop. */
export interface ReportedAttempt {
  trigger: StopTrigger
  /** When it was made, by the device's clock. */
  at: Date
  /** A completed or canceled report exists that was made after the stop's last move. */
  hasTerminalReport: boolean
}

/**
 * Applies one report to its stop and cascades to its route; what it does to the plan is left to `settleReport`. Stop and route
 * start and end when the report was made, which may be long before it came.
 * Throws highway.stop.error.report_already_exists. The stop.reported event is the caller's (`recordStopReported`), because
 * its data carry the reports and tasks.
 */
export async function reportStop(
  scope: Scope,
  { stop, route, plan }: ReportedStop,
  { trigger, at, hasTerminalReport }: ReportedAttempt,
): Promise<ReportOutcome> {
  const next = decide(stopLifecycle, stop.status, trigger, { terminal_report: hasTerminalReport })
  if (isRefusal(next)) throw refusal(next, stop.id)
  const counted = stop.status === 'pending'
  const updated = await scope.tx
    .updateTable('stops')
    .set((eb) => ({
      status: next,
      updated_at: laterThanBefore(scope.now),
      ...(trigger === 'report_attempted' ? { report_attempts: eb('report_attempts', '+', 1) } : {}),
      ...(counted && next !== 'pending'
        ? { finished_at: likelyMoment(at, scope.now, stop.reports_valid_from ?? stop.created_at) }
        : {}),
    }))
    .where('id', '=', stop.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!counted) return { stop: updated, route, counted }
  const started = route && (await startLockedRoute(scope, route, 'reported', at))
  // What a route that is over gets late may end nothing.
  const mayEnd = started && plan && next !== 'pending'
  const [finished] = mayEnd ? await finishRoutes(scope, plan.id, 'all_stops_terminal', lastDone(started)) : []
  return { stop: updated, route: finished ?? started, counted, hasRouteFinished: finished !== undefined }
}

/**
 * Brings the plan in line with a report: its counters and revision, and its end with that of its last route. From here on
 * other reports of the plan wait for the commit, so it comes late.
 */
export async function settleReport(scope: Scope, { stop, plan }: ReportedStop, outcome: ReportOutcome): Promise<void> {
  if (!plan || !outcome.counted) return
  const [before, after] = [`${stop.status}_stops`, `${outcome.stop.status}_stops`] as const
  await scope.tx
    .updateTable('plans')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      ...(before === after ? {} : { [before]: eb(before, '-', 1), [after]: eb(after, '+', 1) }),
    }))
    .where('id', '=', plan.id)
    .execute()
  if (outcome.hasRouteFinished) await finishPlan(scope, plan.id)
}

/** Records stop.reported: the stop with its status, reports and tasks, never its packages. */
export async function recordStopReported(
  scope: Scope,
  stop: StopRow,
  plan: Pick<PlanRow, 'label' | 'execution_date'> | undefined,
  children: { reports: object[]; tasks: object[] },
): Promise<void> {
  const data = { ...bareStopResource(stop, plan, scope.publicBase), ...children }
  const changes = ['reports', 'status', 'updated_at']
  await recordEvents(scope, [{ eventId: 'svc.planner.2.stop.reported', projectId: stop.project_id, data, changes }])
}

/** The driver opened the route at a moment of his device: not_started becomes in_transit, its plan in_progress. The plan must be locked or shared. */
export async function startRoute(scope: Scope, routeId: string, at: Date): Promise<RouteRow | undefined> {
  const route = await scope.tx
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return route && startLockedRoute(scope, route, 'opened', at)
}

async function startLockedRoute(
  scope: Scope,
  route: RouteRow,
  trigger: 'opened' | 'reported',
  at: Date,
): Promise<RouteRow> {
  const next = decide(routeLifecycle, route.status, trigger)
  if (isRefusal(next)) throw refusal(next, route.id)
  if (next === route.status) return route
  const started = await scope.tx
    .updateTable('routes')
    .set({
      status: next,
      start_date: likelyMoment(at, scope.now, route.created_at),
      updated_at: laterThanBefore(scope.now),
    })
    .where('id', '=', route.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordRouteEvents(scope, 'svc.drivers.2.route.started', [started])
  await triggerPlan(scope, route.plan_id, 'route_started')
  return started
}

/**
 * Brings counters, routes and plans in line with their stops, after stops or routes were created, deleted, moved, assigned
 * or reported: an in_transit route without a pending stop finishes, an in_progress plan whose routes are all finished
 * finishes. Also moves the plan's revision on. The plans must be locked.
 */
export async function refreshPlans(scope: Scope, planIds: Iterable<string>): Promise<void> {
  await settle(scope, [...new Set(planIds)].sort())
}

/**
 * The status of a PUT on a plan. `finished` closes it: pending stops become incomplete, open routes finish.
 * Answers whether the status changed; the plan.updated event is the caller's, together with its other changes.
 * Throws highway.plan.error.invalid_status_transition. The plan must be locked.
 */
export async function putPlanStatus(scope: Scope, plan: PlanRow, status: PlanStatus): Promise<boolean> {
  const started = await scope.tx
    .selectFrom('routes')
    .select('id')
    .where('plan_id', '=', plan.id)
    .where('deleted', '=', false)
    .where('status', '!=', 'not_started')
    .limit(1)
    .executeTakeFirst()
  const next = decide(planLifecycle, plan.status, planPutTriggers[status], { route_started: started !== undefined })
  if (isRefusal(next)) throw apiError(next.refuse, { id: plan.id, from: plan.status, to: status })
  if (next === plan.status) return false
  if (next === 'finished') await closeStopsAndRoutes(scope, plan)
  await scope.tx
    .updateTable('plans')
    .set({ status: next, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', plan.id)
    .execute()
  await countPlan(scope, plan.id)
  return true
}

/** Stops that move to another plan or out of theirs are pending again, and reports made so far no longer count. */
export async function resetMovedStops(scope: Scope, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  for (const from of ['pending', 'incomplete', 'completed', 'canceled'] as const) {
    const next = decide(stopLifecycle, from, 'moved')
    if (isRefusal(next)) throw refusal(next, stopIds[0]!)
    await scope.tx
      .updateTable('stops')
      .set({
        status: next,
        reports_valid_from: scope.now,
        finished_at: null,
        arrived_at: null,
        updated_at: laterThanBefore(scope.now),
      })
      .where('id', 'in', stopIds)
      .where('organization_id', '=', scope.organizationId)
      .where('status', '=', from)
      .execute()
  }
}

/** One scan of a package; a repeated scan changes nothing. Answers the status afterwards. */
export async function scanPackage(
  scope: Scope,
  parcel: { id: string; status: PackageStatus },
  trigger: PackageTrigger,
  scannedAt: Date,
): Promise<PackageStatus> {
  const next = decide(packageLifecycle, parcel.status, trigger)
  if (isRefusal(next)) throw refusal(next, parcel.id)
  if (next === parcel.status) return next
  await scope.tx
    .updateTable('packages')
    .set((eb) => ({
      status: next,
      picked_at: eb.fn.coalesce('picked_at', sql<Date>`${scannedAt}::timestamptz`),
      ...(next === 'delivered' ? { delivered_at: scannedAt } : {}),
      updated_at: laterThanBefore(scope.now),
    }))
    .where('id', '=', parcel.id)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return next
}

/** The status of a task, by a report or by a PUT while its stop is pending (the caller's rule). */
export async function setTaskStatus(scope: Scope, taskId: string, status: TaskStatus): Promise<void> {
  await scope.tx
    .updateTable('tasks')
    .set({ status, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', taskId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

async function closeStopsAndRoutes(scope: Scope, plan: PlanRow): Promise<void> {
  const stopNext = decide(stopLifecycle, 'pending', 'plan_closed')
  if (isRefusal(stopNext)) throw refusal(stopNext, plan.id)
  await scope.tx
    .updateTable('stops')
    .set({ status: stopNext, finished_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('plan_id', '=', plan.id)
    .where('deleted', '=', false)
    .where('status', '=', 'pending')
    .execute()
  await finishRoutes(scope, plan.id, 'plan_closed')
}

/** A route that a report ends, and when that was: with the last of its stops, but not before it began. */
function lastDone({ id }: RouteRow) {
  const end_date = sql<Date>`greatest(start_date, (select max(finished_at) from stops where route_id = ${id} and not deleted))`
  return { id, end_date }
}

/** Finishes the plan's routes, or the one named, that the trigger ends, with their events, and answers them. */
async function finishRoutes(
  scope: Scope,
  planId: string,
  trigger: RouteTrigger,
  route?: ReturnType<typeof lastDone>,
): Promise<RouteRow[]> {
  const from = (['not_started', 'in_transit'] as const).filter(
    (status) => decide(routeLifecycle, status, trigger) === 'finished',
  )
  let query = scope.tx
    .updateTable('routes')
    .set({ status: 'finished', end_date: route?.end_date ?? scope.now, updated_at: laterThanBefore(scope.now) })
    .where('plan_id', '=', planId)
    .where('deleted', '=', false)
    .where('status', 'in', from)
  if (route) query = query.where('id', '=', route.id)
  if (trigger === 'all_stops_terminal') {
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('stops')
            .select('stops.id')
            .whereRef('stops.route_id', '=', 'routes.id')
            .where('stops.deleted', '=', false)
            .where('stops.status', '=', 'pending'),
        ),
      ),
    )
  }
  const finished = await query.returningAll().execute()
  finished.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  await recordRouteEvents(scope, 'svc.drivers.2.route.finished', finished)
  return finished
}

async function settle(scope: Scope, planIds: readonly string[]): Promise<void> {
  for (const planId of planIds) {
    await finishRoutes(scope, planId, 'all_stops_terminal')
    await countPlan(scope, planId)
    await finishPlan(scope, planId)
  }
}

/** Finishes the plan if all its routes are. Its row is locked, so that of the last two routes the later one sees both. */
async function finishPlan(scope: Scope, planId: string): Promise<void> {
  const { open, finished } = await scope.tx
    .selectFrom('routes')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('status', '!=', 'finished').as('open'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'finished').as('finished'),
    ])
    .where('plan_id', '=', planId)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow()
  if (Number(open) === 0 && Number(finished) > 0) await triggerPlan(scope, planId, 'all_routes_finished')
}

/** Counts the plan's stops and routes anew. The row is locked, so no other transaction's change can be missed. */
async function countPlan(scope: Scope, planId: string): Promise<void> {
  const counts = await scope.tx
    .selectFrom('stops')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('plan_id', '=', planId)
    .where('deleted', '=', false)
    .groupBy('status')
    .execute()
  const byStatus: Record<StopStatus, number> = { pending: 0, incomplete: 0, completed: 0, canceled: 0 }
  for (const { status, count } of counts) byStatus[status] = Number(count)
  await scope.tx
    .updateTable('plans')
    .set((eb) => ({
      pending_stops: byStatus.pending,
      incomplete_stops: byStatus.incomplete,
      completed_stops: byStatus.completed,
      canceled_stops: byStatus.canceled,
      total_stops: byStatus.pending + byStatus.incomplete + byStatus.completed + byStatus.canceled,
      total_routes: eb
        .selectFrom('routes')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('plan_id', '=', planId)
        .where('deleted', '=', false),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', planId)
    .execute()
}

async function triggerPlan(scope: Scope, planId: string, trigger: PlanTrigger): Promise<void> {
  // Who shares the plan (`sharePlanOfStop`) may start its first route at the same time as another.
  const plan = await scope.tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', planId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const next = decide(planLifecycle, plan.status, trigger)
  if (isRefusal(next)) throw refusal(next, planId)
  if (next === plan.status) return
  const updated = await scope.tx
    .updateTable('plans')
    .set({ status: next, updated_at: laterThanBefore(scope.now) })
    .where('id', '=', planId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(scope, [planUpdated(updated, ['status', 'updated_at'])])
}

/** The plan.updated event of a plan's row as it is now. */
export function planUpdated(plan: PlanRow, changes: readonly string[]): EventRecord {
  return { eventId: 'svc.planner.2.plan.updated', projectId: plan.project_id, data: planResource(plan), changes }
}

async function recordRouteEvents(
  scope: Scope,
  eventId: 'svc.drivers.2.route.started' | 'svc.drivers.2.route.finished',
  routes: readonly RouteRow[],
): Promise<void> {
  if (routes.length === 0) return
  const plan = await scope.tx
    .selectFrom('plans')
    .select(['label', 'execution_date'])
    .where('id', '=', routes[0]!.plan_id)
    .executeTakeFirst()
  const changes = ['status', eventId.endsWith('started') ? 'start_date' : 'end_date', 'updated_at']
  await recordEvents(
    scope,
    routes.map((route) => ({ eventId, projectId: route.project_id, data: routeResource(route, plan), changes })),
  )
}

function refusal(outcome: Refusal, id: string) {
  return apiError(outcome.refuse, { id })
}
