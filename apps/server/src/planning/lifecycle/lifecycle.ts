// The only writer of the status columns of plans, routes, stops, tasks and packages: locks, looks the table up, cascades
// stop → route → plan, counts, and records the events, all in the caller's transaction.
import {
  decide,
  isRefusal,
  type PackageStatus,
  type PackageTrigger,
  type PlanStatus,
  type PlanTrigger,
  packageLifecycle,
  planLifecycle,
  planPutTriggers,
  type Refusal,
  type ReportType,
  type RouteTrigger,
  routeLifecycle,
  routeStatuses,
  type StopTrigger,
  stopLifecycle,
  stopStatuses,
  type TaskStatus,
} from '@routewright/contract'
import { type EventRecord, recordEvents } from '../../data/events.ts'
import type { PackageRow } from '../../data/package-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import {
  countStopOver,
  findPlanHeads,
  lockPlanRowBesideSharers,
  lockPlanRows,
  lockSharedPlanRow,
  sharePlanRowOfStop,
  writePlanCounters,
} from '../../data/plans.sql.ts'
import { planResource } from '../../data/resources/records.ts'
import { routeResource } from '../../data/resources/route.ts'
import { bareStopResource } from '../../data/resources/stop.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { countRoutes, hasStartedRoute, lockRouteRow } from '../../data/routes.sql.ts'
import {
  endStopsOfPlan,
  finishRoutesOfPlan,
  loadDeliveriesFor,
  loadStopsOfRoute,
  resetStops,
  unloadDeliveriesFor,
  writeAmendedStop,
  writeEndedAgain,
  writeMeetingEnd,
  writePlanStatus,
  writeReportedStop,
  writeRetriedStop,
  writeScannedPackage,
  writeStartedRoute,
  writeTaskStatus,
  writeUnreportedStop,
  writeUnscannedPackage,
} from '../../data/statuses.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { countStopsByStatus } from '../../data/stops.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { likelyMoment } from '../../frame/platform/device-time.ts'
import { type Scope, withoutWaiting } from '../../frame/platform/scope.ts'

/**
 * Locks plans in ascending order of their ids, the first step of every rule that changes a plan, its routes or its stops, and
 * returns their rows as read after the wait. Ids of other organizations and deleted plans are left out.
 */
export async function lockPlans(scope: Scope, planIds: Iterable<string>): Promise<PlanRow[]> {
  return lockPlanRows(scope, [...new Set(planIds)])
}

/**
 * Locks a plan for new stops that are on no route yet and refer to no existing stop. Reports and arrivals, which share the plan
 * (`sharePlanOfStop`), run concurrently; only updates of the plan's counters wait for each other.
 */
export async function lockPlanForNewStops(scope: Scope, planId: string): Promise<PlanRow | undefined> {
  return lockPlanRowBesideSharers(scope, planId)
}

/**
 * Takes a shared lock on the plan of a stop, the first step of operations on one stop and its route only. Other sharers run
 * concurrently; exclusive locks (`lockPlans`) wait. Counters can still be updated (`settleReport`). Returns undefined for a stop
 * without a plan.
 */
export async function sharePlanOfStop(scope: Scope, stopId: string): Promise<PlanRow | undefined> {
  return sharePlanRowOfStop(scope, stopId)
}

/** Throws the table's refusal unless the trigger is allowed for a plan in this status. Changes nothing. */
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

/** Facts of a report that decide what becomes of its stop. */
export interface ReportedAttempt {
  trigger: StopTrigger
  /** When it was made, by the device's clock. */
  at: Date
  /** A completed or canceled report exists that was made after the stop's last move. */
  hasTerminalReport: boolean
  /** The only route that the report may start, if set: a report from another route does not mean that its sender drives this one. */
  startsRouteId?: string | undefined
}

/**
 * Applies one report to its stop and cascades to its route; `settleReport` updates the plan. Stop and route start and end when
 * the report was made, which may be long before it arrived. Throws highway.stop.error.report_already_exists. The caller records
 * the stop.reported event (`recordStopReported`), because its data contain the reports and tasks.
 */
export async function reportStop(
  scope: Scope,
  { stop, route, plan }: ReportedStop,
  { trigger, at, hasTerminalReport, startsRouteId }: ReportedAttempt,
): Promise<ReportOutcome> {
  const next = decide(stopLifecycle, stop.status, trigger, { terminal_report: hasTerminalReport })
  if (isRefusal(next)) throw refusal(next, stop.id)
  const counted = stop.status === 'pending'
  const isEnd = counted && next !== 'pending'
  const updated = await writeReportedStop(scope, stop.id, next, {
    isAttempt: trigger === 'report_attempted',
    finishedAt: isEnd ? likelyMoment(at, scope.now, stop.moved_at ?? stop.created_at) : undefined,
  })
  if (!counted) return { stop: updated, route, counted }
  const hasTaken = isEnd && next === 'completed' && stop.type === 'pickup'
  if (hasTaken) await loadDeliveriesFor(scope, stop)
  const hasGiverFinished = hasTaken && plan !== undefined && (await endMeeting(scope, updated, plan))
  const isStarting = startsRouteId === undefined || startsRouteId === route?.id
  const started = route && isStarting ? await startLockedRoute(scope, route, 'reported', at) : route
  // A late report of a finished route must not end anything.
  const mayEnd = started && plan && isEnd
  const [finished] = mayEnd ? await finishRoutes(scope, plan.id, 'all_stops_terminal', started.id) : []
  const hasRouteFinished = finished !== undefined || hasGiverFinished
  return { stop: updated, route: finished ?? started, counted, hasRouteFinished }
}

/**
 * Ends the meeting stop of the route that gave its goods away, once the last receiving route has picked its share up. The driver
 * need not report it: their vehicle may have broken down. Returns whether the giving route has nothing more to do.
 */
async function endMeeting(scope: Scope, pickup: StopRow, plan: PlanRow): Promise<boolean> {
  if (pickup.meeting_of === null) return false
  const next = decide(stopLifecycle, 'pending', 'report_completed')
  if (isRefusal(next)) throw refusal(next, pickup.id)
  const visits = await writeMeetingEnd(scope, pickup, next, pickup.finished_at ?? scope.now)
  let hasFinished = false
  for (const routeId of new Set(visits.flatMap(({ route_id }) => route_id ?? []))) {
    const finished = await finishRoutes(scope, plan.id, 'all_stops_terminal', routeId)
    if (finished.length > 0) hasFinished = true
  }
  return hasFinished
}

/**
 * Updates the plan after a report: its counters and revision, and its status when the last route ended. Called late in the
 * transaction, because from here on other reports of the plan wait for the commit.
 */
export async function settleReport(scope: Scope, { stop, plan }: ReportedStop, outcome: ReportOutcome): Promise<void> {
  if (!plan || !outcome.counted) return
  const [before, after] = [`${stop.status}_stops`, `${outcome.stop.status}_stops`] as const
  if (stop.meeting_of === null) withoutWaiting(countStopOver(scope, plan.id, before, after))
  if (outcome.hasRouteFinished) await finishPlan(scope, plan.id)
}

/**
 * Undoes a report: makes its stop pending again and recounts its plan; the plan must be locked. Goods of a pickup are no longer
 * aboard. Throws what the tables refuse, and the refusals of a finished plan or route.
 */
export async function unreportStop(
  scope: Scope,
  { stop, route, plan }: ReportedStop & { plan: PlanRow },
  report: { id: string; isAttempt: boolean },
): Promise<StopRow> {
  requirePlanAllows(plan, 'stops_joined')
  if (route) requireRouteAllows(route, 'stops_joined')
  const next = decide(stopLifecycle, stop.status, 'taken_back', { terminal_report: !report.isAttempt })
  if (isRefusal(next)) throw apiError(next.refuse, { id: report.id, reason: 'its plan was closed' })
  const pending = await writeUnreportedStop(scope, stop.id, next, { wasAttempt: report.isAttempt })
  if (stop.type === 'pickup' && !report.isAttempt) await unloadDeliveriesFor(scope, stop.id)
  await refreshPlans(scope, [plan.id])
  return pending
}

/**
 * Sets an ended stop to the status of its corrected report; its route and plan stay as they are. The plan must be locked;
 * `refreshPlans` recounts it.
 */
export async function amendStop(scope: Scope, stop: StopRow, trigger: StopTrigger): Promise<StopRow> {
  const open = decide(stopLifecycle, stop.status, 'taken_back', { terminal_report: true })
  const next = isRefusal(open) ? open : decide(stopLifecycle, open, trigger)
  if (isRefusal(next)) throw refusal(next, stop.id)
  if (stop.type === 'pickup' && next !== stop.status) {
    await (next === 'completed' ? loadDeliveriesFor(scope, stop) : unloadDeliveriesFor(scope, stop.id))
  }
  return writeAmendedStop(scope, stop.id, next)
}

/**
 * Makes an ended stop pending, so that another report can end it in the same transaction; its route and plan may be finished and
 * stay so. The plan must be locked; `refreshPlans` recounts it.
 */
export async function reopenReportedStop(scope: Scope, stop: StopRow): Promise<StopRow> {
  const next = decide(stopLifecycle, stop.status, 'taken_back', { terminal_report: true })
  if (isRefusal(next)) throw refusal(next, stop.id)
  const pending = await writeUnreportedStop(scope, stop.id, next, { wasAttempt: false })
  if (stop.type === 'pickup') await unloadDeliveriesFor(scope, stop.id)
  return pending
}

/**
 * Makes a failed stop pending again on the same day, so that later reports count. Its goods stay where they are. The plan must be
 * locked; `refreshPlans` recounts it.
 */
export async function retryStop(scope: Scope, stop: StopRow): Promise<StopRow> {
  const next = decide(stopLifecycle, stop.status, 'retried')
  if (isRefusal(next)) throw apiError(next.refuse, { id: stop.id, status: stop.status })
  return writeRetriedStop(scope, stop.id, next)
}

/** Gives up the retry of a stop: restores the status of the report that had ended it. The plan must be locked. */
export async function giveUpRetry(
  scope: Scope,
  stop: StopRow,
  report: { type: ReportType; stop_moves: number; created_at: Date },
): Promise<StopRow> {
  if (stop.status !== 'pending')
    throw apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
  // Only stops that failed or were completed in part can be retried.
  const trigger = report.type === 'service_report_canceled' ? 'report_canceled' : 'report_completed_partial'
  const next = decide(stopLifecycle, stop.status, trigger)
  if (isRefusal(next)) throw refusal(next, stop.id)
  return writeEndedAgain(scope, stop.id, next, { moves: report.stop_moves, finishedAt: report.created_at })
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

/**
 * Starts a route when its driver opens it, at a time of the device: not_started becomes in_transit, its plan in_progress. The
 * plan must be locked or shared.
 */
export async function startRoute(scope: Scope, routeId: string, at: Date): Promise<RouteRow | undefined> {
  const route = await lockRouteRow(scope, routeId)
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
  const started = await writeStartedRoute(scope, route.id, next, likelyMoment(at, scope.now, route.created_at))
  await loadStopsOfRoute(scope, route.id)
  await recordRouteEvents(scope, 'svc.drivers.2.route.started', [started])
  await triggerPlan(scope, route.plan_id, 'route_started')
  return started
}

/**
 * Updates counters, routes and plans after stops or routes were created, deleted, moved, assigned or reported: an in_transit
 * route without a pending stop finishes, and so does an in_progress plan whose routes are all finished. Also increases the plan's
 * revision. The plans must be locked.
 */
export async function refreshPlans(scope: Scope, planIds: Iterable<string>): Promise<void> {
  await settle(scope, [...new Set(planIds)].sort())
}

/**
 * Applies the status of a PUT on a plan. `finished` closes it: pending stops become incomplete, open routes finish. Returns
 * whether the status changed; the caller records one plan.updated event for this and its other changes. Throws
 * highway.plan.error.invalid_status_transition. The plan must be locked.
 */
export async function putPlanStatus(scope: Scope, plan: PlanRow, status: PlanStatus): Promise<boolean> {
  const hasStarted = await hasStartedRoute(scope, plan.id)
  const next = decide(planLifecycle, plan.status, planPutTriggers[status], { route_started: hasStarted })
  if (isRefusal(next)) throw apiError(next.refuse, { id: plan.id, from: plan.status, to: status })
  if (next === plan.status) return false
  if (next === 'finished') await closeStopsAndRoutes(scope, plan)
  await writePlanStatus(scope, plan.id, next)
  await countPlan(scope, plan.id)
  return true
}

/** Stops that move to another plan or out of theirs are pending again, and reports made so far no longer count. */
export async function resetMovedStops(scope: Scope, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  for (const from of stopStatuses) {
    const next = decide(stopLifecycle, from, 'moved')
    if (isRefusal(next)) throw refusal(next, stopIds[0]!)
    await resetStops(scope, stopIds, from, next)
  }
}

/** Applies one scan of a package and returns its status afterwards; a repeated scan changes nothing. */
export async function scanPackage(
  scope: Scope,
  parcel: { id: string; status: PackageStatus },
  trigger: PackageTrigger,
  scannedAt: Date,
): Promise<PackageStatus> {
  const next = decide(packageLifecycle, parcel.status, trigger)
  if (isRefusal(next)) throw refusal(next, parcel.id)
  if (next === parcel.status) return next
  await writeScannedPackage(scope, parcel.id, next, scannedAt)
  return next
}

/** Undoes the scan that a report made at `scannedAt`. A package that was scanned again since stays as it is. */
export async function takeBackScan(scope: Scope, parcel: PackageRow, scannedAt: Date): Promise<void> {
  const last = parcel.delivered_at ?? parcel.picked_at
  if (last === null || last.getTime() !== scannedAt.getTime()) return
  const loaded_before = parcel.picked_at !== null && parcel.picked_at < scannedAt
  const next = decide(packageLifecycle, parcel.status, 'taken_back', { loaded_before })
  if (isRefusal(next)) throw refusal(next, parcel.id)
  if (next !== parcel.status) await writeUnscannedPackage(scope, parcel.id, next)
}

/** Sets the status of a task, after a report, or by a PUT while its stop is pending (the caller checks that). */
export async function setTaskStatus(scope: Scope, taskId: string, status: TaskStatus): Promise<void> {
  await writeTaskStatus(scope, taskId, status)
}

async function closeStopsAndRoutes(scope: Scope, plan: PlanRow): Promise<void> {
  const stopNext = decide(stopLifecycle, 'pending', 'plan_closed')
  if (isRefusal(stopNext)) throw refusal(stopNext, plan.id)
  await endStopsOfPlan(scope, plan.id, 'pending', stopNext)
  await finishRoutes(scope, plan.id, 'plan_closed')
}

/** Finishes the plan's routes, or the one named, that the trigger ends, records their events, and returns them. */
async function finishRoutes(
  scope: Scope,
  planId: string,
  trigger: RouteTrigger,
  routeId?: string,
): Promise<RouteRow[]> {
  const from = routeStatuses.filter(
    (status) => status !== 'finished' && decide(routeLifecycle, status, trigger) === 'finished',
  )
  const withoutPending = trigger === 'all_stops_terminal'
  const finished = await finishRoutesOfPlan(scope, planId, { from, routeId, withoutPending })
  await recordRouteEvents(scope, 'svc.drivers.2.route.finished', finished)
  // The driver's other routes and days start from what was really driven.
  const lawful = finished.filter(({ driver_work }) => driver_work !== null)
  await scope.jobs.sendEach(
    scope.tx,
    'road_times',
    lawful.map(({ id }) => ({ key: id, payload: { organization_id: scope.organizationId, route_id: id } })),
  )
  return finished
}

async function settle(scope: Scope, planIds: readonly string[]): Promise<void> {
  for (const planId of planIds) {
    await finishRoutes(scope, planId, 'all_stops_terminal')
    await countPlan(scope, planId)
    await finishPlan(scope, planId)
  }
}

/**
 * Finishes the plan if all its routes are finished. Its row is locked, so when the last two routes end at once, the later
 * transaction sees both.
 */
async function finishPlan(scope: Scope, planId: string): Promise<void> {
  const { open, finished } = await countRoutes(scope, planId)
  if (open === 0 && finished > 0) await triggerPlan(scope, planId, 'all_routes_finished')
}

/** Recounts the plan's stops and routes. The row is locked, so no other transaction's change can be missed. */
async function countPlan(scope: Scope, planId: string): Promise<void> {
  const { pending, incomplete, completed, canceled } = await countStopsByStatus(scope, planId)
  await writePlanCounters(scope, planId, {
    pending_stops: pending,
    incomplete_stops: incomplete,
    completed_stops: completed,
    canceled_stops: canceled,
  })
}

async function triggerPlan(scope: Scope, planId: string, trigger: PlanTrigger): Promise<void> {
  // Two transactions that share the plan (`sharePlanOfStop`) may start its first routes at the same time.
  const plan = await lockSharedPlanRow(scope, planId)
  const next = decide(planLifecycle, plan.status, trigger)
  if (isRefusal(next)) throw refusal(next, planId)
  if (next === plan.status) return
  const updated = await writePlanStatus(scope, planId, next)
  await recordEvents(scope, [planUpdated(updated, ['status', 'updated_at'])])
}

/** Returns the plan.updated event of a plan's present row. */
export function planUpdated(plan: PlanRow, changes: readonly string[]): EventRecord {
  return { eventId: 'svc.planner.2.plan.updated', projectId: plan.project_id, data: planResource(plan), changes }
}

async function recordRouteEvents(
  scope: Scope,
  eventId: 'svc.drivers.2.route.started' | 'svc.drivers.2.route.finished',
  routes: readonly RouteRow[],
): Promise<void> {
  if (routes.length === 0) return
  const plan = (await findPlanHeads(scope, [routes[0]!.plan_id])).get(routes[0]!.plan_id)
  const changes = ['status', eventId.endsWith('started') ? 'start_date' : 'end_date', 'updated_at']
  await recordEvents(
    scope,
    routes.map((route) => ({ eventId, projectId: route.project_id, data: routeResource(route, plan), changes })),
  )
}

function refusal(outcome: Refusal, id: string) {
  return apiError(outcome.refuse, { id })
}
