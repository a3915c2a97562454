// Versions of a report before it was corrected or taken back, and the effects on its stop, tasks and parcels.
import { endsStop, handedParcels, type Reporter, reportTrigger } from '@routewright/contract'
import { listPackages } from '../../data/packages.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { emptyRow, recordMaker, settableNames } from '../../data/records.ts'
import { decideConflict, findConflictOfReport } from '../../data/report-conflicts.sql.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import { type ReportVersionRow, reportVersionTable } from '../../data/report-version-table.ts'
import { findTakenBack, insertReportVersion, listVersionsOfStops } from '../../data/report-versions.sql.ts'
import { deleteReport, listReportsOfStops, rewriteReport } from '../../data/reports.sql.ts'
import { taskResource } from '../../data/resources/records.ts'
import { reportResource } from '../../data/resources/report.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { updateStopRows } from '../../data/stops.sql.ts'
import { listTasksOfStops } from '../../data/tasks.sql.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import {
  amendStop,
  type ReportedStop,
  recordStopReported,
  refreshPlans,
  setTaskStatus,
} from '../../planning/lifecycle/lifecycle.ts'
import { scanPackage, unscanPackage } from '../../planning/packages/packages.ts'
import { getStop } from '../../planning/stops/stops.ts'
import { applyTaskResults } from '../../planning/tasks/tasks.ts'
import { auditByHand, isSinceMove, requireProof } from './reports.ts'

/** Author and moment of a correction or withdrawal of a report. */
export interface Change {
  by: Reporter
  at: Date
  /** Seconds by which `at` may be wrong. */
  within?: number | null | undefined
  /** The caller's id of the correction. */
  amendmentId?: string | undefined
}

type SaidName =
  | ('comments' | 'cancel_reason' | 'custom_fields' | 'taken_by' | 'taker_name' | 'payment_collected')
  | ('images' | 'signature' | 'tasks' | 'packages')

/** Fields of a report that a correction may change. */
export type Said = Partial<Pick<ReportRow, SaidName>>

/**
 * Changes a report and keeps its former version. Tasks, parcels and the stop follow, if the report is the one that counts. Throws
 * highway.report.error.missing_required_field for a driver's correction that lacks a required field, task_not_in_stop, and
 * highway.package.error.not_found. The stop and its plan must be locked.
 */
export async function amendReport(
  scope: Scope,
  { stop, plan, project }: ReportedStop & { project: ProjectRow },
  report: ReportRow,
  said: Said,
  change: Change,
): Promise<ReportRow> {
  const after = { ...report, ...said, amended_at: change.at }
  if (change.by === 'driver') requireProof(project, getProofs(after), change.by)
  await keepVersion(scope, report, 'amended', change)
  const isOutcome = (said.tasks ?? said.packages) !== undefined && endsStop(report.type) && isSinceMove(report, stop)
  if (isOutcome) await changeOutcome(scope, stop, report, said)
  else await updateStopRows(scope, [stop.id], {})
  await rewriteReport(scope, report.id, { ...said, amended_at: change.at })
  if (plan) await refreshPlans(scope, [plan.id])
  await auditByHand(scope, 'updated', report, change.by)
  await tellReports(scope, stop.id, plan)
  return after
}

/** Updates the stop, its tasks and its parcels to the corrected report. */
async function changeOutcome(scope: Scope, stop: StopRow, before: ReportRow, said: Said): Promise<void> {
  const after = { ...before, ...said }
  const [was, is] = [handedBy(before), handedBy(after)]
  for (const [identifier, at] of was) if (!is.has(identifier)) await unscanPackage(scope, stop, identifier, at)
  for (const [identifier, at] of is) {
    if (!was.has(identifier)) await scanPackage(scope, stop, identifier, 'delivery', at)
  }
  const named = new Set(after.tasks.map(({ task_id }) => String(task_id)))
  await reopenTasks(
    scope,
    stop,
    before.tasks.flatMap(({ task_id }) => (named.has(String(task_id)) ? [] : String(task_id))),
  )
  await applyTaskResults(scope, stop, listResults(after))
  const isToldOfParcels = said.packages !== undefined || toldOfParcels(stop, before)
  const parcels = isToldOfParcels ? await listPackages(scope, [stop.id]) : []
  await amendStop(scope, stop, reportTrigger(getOutcome(after, isToldOfParcels), parcels))
}

/** Returns whether the report had a list of parcels. An empty list is visible only in the stop's status, incomplete. */
function toldOfParcels(stop: StopRow, { packages, tasks }: ReportRow): boolean {
  const hasCanceledTask = tasks.some(({ status }) => status === 'canceled')
  return packages.length > 0 || (stop.status === 'incomplete' && !hasCanceledTask)
}

/** Undoes what a report did to tasks and parcels. The plan must be locked. */
export async function undoOutcome(scope: Scope, stop: StopRow, report: ReportRow): Promise<void> {
  for (const [identifier, at] of handedBy(report)) await unscanPackage(scope, stop, identifier, at)
  await reopenTasks(
    scope,
    stop,
    report.tasks.map(({ task_id }) => String(task_id)),
  )
}

const versionedNames = [
  ...settableNames(reportVersionTable),
  ...(['stop_id', 'project_id', 'plan_id', 'route_id', 'created_at', 'reporter'] as const),
]
type VersionedName = (typeof versionedNames)[number]

/** Stores the present content of the report as a version, whether or not it counts. */
export async function keepVersion(
  scope: Scope,
  report: Pick<ReportRow, 'id' | VersionedName>,
  ended_as: 'amended' | 'taken_back',
  { by, at, within, amendmentId }: Change,
): Promise<ReportVersionRow> {
  const told = Object.fromEntries(versionedNames.map((name) => [name, report[name]])) as Pick<ReportRow, VersionedName>
  return insertReportVersion(scope, {
    ...emptyRow(reportVersionTable),
    ...told,
    id: createId(scope.now),
    report_id: report.id,
    ended_as,
    ended_at: at,
    ended_by: by,
    ended_within: within ?? null,
    ended_by_user: scope.userId ?? null,
    amendment_id: amendmentId ?? null,
    recorded_at: scope.now,
  })
}

/** Deletes the report, after `undoOutcome` and the stop followed; a conflict that had become this report is discarded. */
export async function removeReport(scope: Scope, report: ReportRow, change: Change): Promise<void> {
  await keepVersion(scope, report, 'taken_back', change)
  await deleteReport(scope, report.id)
  const taken = await findConflictOfReport(scope, report.id)
  if (!taken) return
  await decideConflict(scope, taken.id, { state: 'dismissed', decided_by: scope.actor.id ?? null, report_id: null })
}

/** Records stop.reported with the present reports of the stop. */
export async function tellReports(scope: Scope, stopId: string, plan: ReportedStop['plan']): Promise<void> {
  const reports = await listReportsOfStops(scope, [stopId])
  const tasks = await listTasksOfStops(scope, [stopId])
  await recordStopReported(scope, await getStop(scope, stopId), plan, {
    reports: reports.map((report) => reportResource(report, scope.publicBase)),
    tasks: tasks.map(taskResource),
  })
}

/** Returns the versions of a stop's reports, oldest first. Throws 404 and 403. */
export async function listReportVersions(scope: Scope, stopId: string) {
  const stop = await getStop(scope, stopId)
  return versionRecords(scope, [stop.id])
}

/** Returns the versions, for the data export of a recipient. */
export async function versionRecords(scope: Scope, stopIds: readonly string[]) {
  const rows = await listVersionsOfStops(scope, stopIds)
  const absolute = (file: { id: string; url: string }) => ({ id: file.id, url: scope.publicBase + file.url })
  return rows.map((row) => ({
    ...ownRecord(row),
    images: row.images.map(absolute),
    ...(row.signature && { signature: absolute(row.signature) }),
  }))
}

/** Returns the report with this device id that was taken back, as it was; undefined where there is none. */
export async function findTakenBackReport(scope: Scope, stopId: string, report: string) {
  const version = await findTakenBack(scope, stopId, report)
  return version && reportResource(reportOfVersion(version), scope.publicBase)
}

const ownRecord = recordMaker(reportVersionTable)

/** Returns the report as it was in the version. */
export function reportOfVersion(version: ReportVersionRow): ReportRow {
  const { ended_as: _as, ended_at: _at, ended_by: _by, ended_within: _within, ...told } = version
  const { report_id, ended_by_user: _user, amendment_id: _amendment, recorded_at, ...said } = told
  return { ...said, id: report_id, amended_at: null, stop_moves: 0, created_by: null, received_at: recorded_at }
}

async function reopenTasks(scope: Scope, stop: StopRow, taskIds: readonly string[]): Promise<void> {
  const known = new Map((await listTasksOfStops(scope, [stop.id])).map((task) => [task.id, task.status]))
  for (const id of taskIds) {
    const status = known.get(id)
    if (status !== undefined && status !== 'pending') await setTaskStatus(scope, id, 'pending')
  }
}

/** Returns the parcels that the report handed over, with the times of their scans. */
function handedBy(report: ReportRow): Map<string, Date> {
  return new Map(
    handedParcels(getOutcome(report)).map(({ identifier, scanned_at }) => [
      identifier,
      scanned_at ? new Date(scanned_at) : report.created_at,
    ]),
  )
}

type Outcome = Parameters<typeof reportTrigger>[0]

/** Returns the fields that the rules of reports use. */
function getOutcome({ type, tasks, packages }: ReportRow, isToldOfParcels = true): Outcome {
  // Both were validated by the schemas of reports when they arrived.
  return { type, tasks, ...(isToldOfParcels && { packages }) } as Outcome
}

function listResults({ tasks }: ReportRow): Parameters<typeof applyTaskResults>[2] {
  return tasks as unknown as Parameters<typeof applyTaskResults>[2]
}

function getProofs({ type, cancel_reason, images, signature, custom_fields }: ReportRow) {
  return { type, cancel_reason, images, custom_fields, ...(signature && { signature }) }
}
