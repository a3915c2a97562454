// The rules of drivers' reports that contradict what the service knows: kept whole, shown in Live, decided by a dispatcher.
import {
  type ConflictDecision,
  type ConflictReason,
  type ConflictState,
  endsStop,
  findByCode,
  type Reporter,
} from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { requireReach } from '../../accounts/projects/projects.ts'
import { findActorNames } from '../../data/actor-names.sql.ts'
import { recordEvents } from '../../data/events.ts'
import { listPackages } from '../../data/packages.sql.ts'
import { findPlanHeads } from '../../data/plans.sql.ts'
import { findProjectOfStop } from '../../data/projects.sql.ts'
import { emptyRow, mapById, recordMaker, sentValues } from '../../data/records.ts'
import { type ReportConflictRow, reportConflictTable } from '../../data/report-conflict-tables.ts'
import {
  decideConflict,
  findConflictByClientId,
  findConflictOfReport,
  insertConflict,
  listConflicts,
  listConflictsOfPlan,
  listConflictsOfStops,
  lockConflict,
} from '../../data/report-conflicts.sql.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import { deleteReport, listReportsOfStops } from '../../data/reports.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { findRouteRow, listRouteRowsEvenDeleted } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listLinkedDeliveries, listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import { listTasksOfStops } from '../../data/tasks.sql.ts'
import { ApiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import {
  refreshPlans,
  reopenReportedStop,
  requirePlanAllows,
  requireRouteAllows,
} from '../../planning/lifecycle/lifecycle.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { findDriverOfRoute } from '../../planning/sequence/sequence.ts'
import { cannotTake, countAmendment } from './amended-conflicts.ts'
import { type AnyReportInput, distanceToStop, type ReportFiles, recordReport } from './reports.ts'

export { amendConflict } from './amended-conflicts.ts'

/** Why a report does not count, and on which device it was made. */
export interface Circumstances {
  reason: ConflictReason
  /** The rule that refused it, in words. */
  refusal?: string | undefined
  /** User agent of the phone. */
  device?: string | undefined
  /** Report that this one corrects or takes back. */
  amends?: string | undefined
}

/**
 * Keeps a driver's report, made on the driver's route, as a conflict of its stop. Returns the stored one when its client_id was
 * sent before. Nobody has to decide where the counting report has the same content and comes from the same route.
 */
export async function keepConflict(
  scope: Scope,
  { stop, route }: { stop: StopRow; route: RouteRow },
  { input, files, createdAt }: { input: AnyReportInput; files: ReportFiles; createdAt: Date },
  { reason, refusal, device, amends }: Circumstances,
): Promise<ReportConflictRow> {
  const counted = (await listReportsOfStops(scope, [stop.id])).find((report) => isEnding(report, stop))
  const isSame = reason === 'ended' && counted?.type === input.type && counted.route_id === route.id
  const stored = await insertConflict(scope, {
    ...emptyRow(reportConflictTable),
    ...sentValues(reportConflictTable, input),
    ...files,
    id: createId(scope.now),
    project_id: stop.project_id,
    plan_id: route.plan_id,
    route_id: route.id,
    stop_id: stop.id,
    type: input.type,
    tasks: input.tasks ?? [],
    packages: input.packages ?? [],
    location_distance: distanceToStop(stop, input.location),
    reporter: 'driver',
    reason,
    refusal: refusal ?? null,
    device: device?.slice(0, 300) ?? null,
    amends: amends ?? null,
    state: isSame ? 'kept' : 'open',
    created_at: createdAt,
    received_at: scope.now,
  })
  if (!stored) return (await findConflictByClientId(scope, stop.id, input.client_id!))!
  await auditConflict(scope, 'created', stored, { conflict: reason })
  if (stored.state === 'open') await tellConflict(scope, stored)
  return stored
}

/** Records the optional event that somebody has to decide on a report. */
async function tellConflict(scope: Scope, row: ReportConflictRow): Promise<void> {
  const data = { ...(await conflictRecord(scope, row)), updated_at: row.received_at }
  await recordEvents(scope, [{ eventId: 'svc.drivers.2.report.contradicted', projectId: row.project_id, data }])
}

/** Returns the conflict with the report's client_id, if the report was kept as one. */
export async function findKept(scope: Scope, stopId: string, clientId: string | undefined | null) {
  return clientId ? findConflictByClientId(scope, stopId, clientId) : undefined
}

/** Returns the conflicts of a plan. Throws 404, or 403 when the caller cannot access the plan. */
export async function listReportConflicts(scope: Scope, planId: string) {
  const plan = await getPlan(scope, planId)
  return conflictRecords(scope, await listConflictsOfPlan(scope, plan.id))
}

/** Returns these conflicts, oldest first. */
export async function findConflicts(scope: Scope, ids: readonly string[]) {
  return conflictRecords(scope, await listConflicts(scope, ids))
}

/** Returns the conflicts of stops, for the data export of a recipient. */
export async function findConflictsOfStops(scope: Scope, stopIds: readonly string[]) {
  return conflictRecords(scope, await listConflictsOfStops(scope, stopIds))
}

const states: Record<ConflictDecision, ConflictState> = { take: 'taken', keep: 'kept', dismiss: 'dismissed' }

/**
 * Decides on a report. Repeating the same decision changes nothing. Throws 404, 403, highway.report.error.cannot_take with the
 * reason, and the refusals of a finished plan or route where the stop would be pending again.
 */
export async function decideReportConflict(scope: Scope, conflictId: string, decision: ConflictDecision) {
  const [seen] = await listConflicts(scope, [conflictId])
  if (!seen) throw notFound('report conflict', conflictId)
  requireReach(scope, seen.project_id)
  // Lock order: plan and stop before the conflict, as for reports.
  const stop = decision === 'take' ? await lockStop(scope, seen) : undefined
  const conflict = (await lockConflict(scope, conflictId))!
  const state = states[decision]
  if (conflict.state === state) return conflictRecord(scope, conflict)
  if (conflict.state === 'taken') throw cannotTake(conflict, 'it counts already')
  const counted = stop && (await countReport(scope, conflict, stop))
  const report_id = counted && conflict.reason !== 'taken_back' ? counted.id : null
  await decideConflict(scope, conflictId, { state, decided_by: scope.actor.id ?? null, report_id })
  await auditConflict(scope, 'updated', conflict, { decision })
  return conflictRecord(scope, (await listConflicts(scope, [conflictId]))[0]!)
}

async function lockStop(scope: Scope, conflict: ReportConflictRow): Promise<StopRow> {
  try {
    const [stop] = await lockStops(scope, [conflict.stop_id])
    return stop!
  } catch (error) {
    const isGone = error instanceof ApiError && error.messageId === 'highway.domain.error.not_found'
    throw isGone ? cannotTake(conflict, 'its stop was deleted') : error
  }
}

/** Makes the report the one that counts; the one that counted before becomes a conflict. The stop and its plan must be locked. */
async function countReport(scope: Scope, conflict: ReportConflictRow, stop: StopRow): Promise<ReportRow> {
  const amended = conflict.amends === null ? undefined : await countAmendment(scope, conflict, stop)
  if (amended) return amended
  if (stop.plan_id === null) throw cannotTake(conflict, 'its stop is in no plan')
  const plan = await getPlan(scope, stop.plan_id)
  const route = stop.route_id === null ? undefined : await findRouteRow(scope, stop.route_id)
  const project = (await findProjectOfStop(scope, stop.id))!
  const earlier = await listReportsOfStops(scope, [stop.id])
  const counted = stop.status === 'pending' ? undefined : earlier.find((report) => isEnding(report, stop))
  if (stop.status !== 'pending' && !endsStop(conflict.type)) {
    requirePlanAllows(plan, 'stops_joined')
    if (route) requireRouteAllows(route, 'stops_joined')
  }
  if (counted) await setBeside(scope, counted, stop)
  const pending = stop.status === 'pending' ? stop : await reopenReportedStop(scope, stop)
  const others = earlier.filter((report) => report !== counted)
  const reported = {
    stop: pending,
    plan,
    project,
    earlier: others,
    startsRouteId: conflict.route_id,
    ...(route && { route }),
  }
  const { images, signature, created_at: createdAt } = conflict
  const input = await knownInput(scope, conflict, stop)
  const reporter: Reporter = conflict.reporter ?? 'driver'
  const { report } = await recordReport(scope, reported, { input, files: { images, signature }, createdAt, reporter })
  await refreshPlans(scope, [plan.id])
  return report
}

/** Makes the counting report a conflict of the stop. */
async function setBeside(scope: Scope, report: ReportRow, stop: StopRow): Promise<void> {
  await deleteReport(scope, report.id)
  const taken = await findConflictOfReport(scope, report.id)
  if (taken)
    return decideConflict(scope, taken.id, { state: 'kept', decided_by: scope.actor.id ?? null, report_id: null })
  const { organization_id: _own, created_by: _by, stop_moves: _moves, amended_at: _amended, ...told } = report
  const stored = await insertConflict(scope, {
    ...emptyRow(reportConflictTable),
    ...told,
    plan_id: report.plan_id ?? stop.plan_id!,
    // A report by hand may belong to a stop without a route.
    route_id: report.route_id ?? stop.route_id ?? stop.id,
    reason: 'replaced',
    state: 'kept',
  })
  if (stored) await auditConflict(scope, 'created', stored, { conflict: 'replaced' })
}

/** Returns the content of the report, without parcels and tasks that the stop no longer has. */
async function knownInput(scope: Scope, conflict: ReportConflictRow, stop: StopRow): Promise<AnyReportInput> {
  const linked = stop.type === 'pickup' ? await listLinkedDeliveries(scope, [stop.id]) : []
  const parcels = await listPackages(scope, [stop.id, ...linked.map(({ id }) => id)])
  const tasks = new Set((await listTasksOfStops(scope, [stop.id])).map(({ id }) => id))
  const told = {
    ...Object.fromEntries(Object.entries(conflict).filter(([, value]) => value !== null)),
    tasks: conflict.tasks.filter(({ task_id }) => tasks.has(String(task_id))),
    packages: conflict.packages.filter(({ identifier }) => findByCode(parcels, String(identifier)).length > 0),
  } as unknown as AnyReportInput
  const hasParcels = conflict.packages.length > 0
  return { ...told, ...(!hasParcels && { packages: undefined }) }
}

function isEnding(report: ReportRow, stop: StopRow): boolean {
  return endsStop(report.type) && report.stop_moves === stop.moves
}

/** Audits the decision with the report's content except words and pictures. */
async function auditConflict(
  scope: Scope,
  action: 'created' | 'updated',
  conflict: ReportConflictRow,
  how: { conflict: ConflictReason } | { decision: ConflictDecision },
): Promise<void> {
  const { stop_id, type, cancel_reason } = conflict
  const changes = { stop_id, type, ...(cancel_reason && { cancel_reason }), ...how }
  await auditRecord(scope, action, 'report_conflict', conflict, changes)
}

/** Returns who drove these routes on their days, by route id. */
async function listDriverLabels(scope: Scope, routes: readonly RouteRow[]): Promise<Map<string, string>> {
  const plans = await findPlanHeads(
    scope,
    routes.map(({ plan_id }) => plan_id),
  )
  const labels = new Map<string, string>()
  for (const route of routes) {
    const plan = plans.get(route.plan_id)
    const driver = plan && (await findDriverOfRoute(scope, route, plan))
    if (driver) labels.set(route.id, driver.label)
  }
  return labels
}

const ownRecord = recordMaker(reportConflictTable)

/** Returns the record of one conflict. */
export async function conflictRecord(scope: Scope, row: ReportConflictRow) {
  return (await conflictRecords(scope, [row]))[0]!
}

async function conflictRecords(scope: Scope, rows: readonly ReportConflictRow[]) {
  if (rows.length === 0) return []
  const [stops, routes, names] = await Promise.all([
    listStopRowsEvenDeleted(scope, [...new Set(rows.map(({ stop_id }) => stop_id))]),
    listRouteRowsEvenDeleted(scope, [...new Set(rows.map(({ route_id }) => route_id))]),
    findActorNames(
      scope,
      rows.flatMap(({ decided_by }) => decided_by ?? []),
    ),
  ])
  const drivers = await listDriverLabels(scope, routes)
  const stopById = mapById(stops)
  const routeById = mapById(routes)
  const absolute = (file: { id: string; url: string }) => ({ id: file.id, url: scope.publicBase + file.url })
  return rows.map((row) => {
    const stop = stopById.get(row.stop_id)
    const route = routeById.get(row.route_id)
    const stop_label = stop?.label ?? stop?.external_id
    const route_label = route?.label ?? route?.vehicle_label
    const driver_label = drivers.get(row.route_id)
    const decided_by = names.get(row.decided_by ?? '')
    return {
      ...ownRecord(row),
      images: row.images.map(absolute),
      ...(row.signature && { signature: absolute(row.signature) }),
      ...(stop_label && { stop_label }),
      ...(route_label && { route_label }),
      ...(driver_label && { driver_label }),
      ...(decided_by && { decided_by }),
    }
  })
}
