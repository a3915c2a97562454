// A driver corrects a report or takes it back: applied where the project allows it, else stored for a dispatcher.
import { type AmendedReport, type DriverAmendment, mayAmend } from '@routewright/contract'
import { findProjectOfStop } from '../../data/projects.sql.ts'
import { findConflictByClientId } from '../../data/report-conflicts.sql.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import { findTakenBack, findVersionEndedBy } from '../../data/report-versions.sql.ts'
import { listReportsOfStops } from '../../data/reports.sql.ts'
import { findRouteRow } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { ApiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty, withoutUndefined } from '../../frame/platform/compact.ts'
import { likelyMoment } from '../../frame/platform/device-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { amendConflict, conflictRecord } from '../reports/report-conflicts.ts'
import { amendReport, type Change, reportOfVersion, type Said, withdrawReport } from '../reports/report-versions.ts'
import {
  type AnyReportInput,
  discardPicture,
  type Filing,
  keepReportFiles,
  reportRecord,
  type StoredPicture,
  storeInlinePictures,
} from '../reports/reports.ts'
import {
  Contradiction,
  getRouteOfLink,
  keepStored,
  type Reporting,
  requireWasOn,
  type Why,
  whyKept,
} from './evidence.ts'

/** A correction whose pictures are stored already. */
interface Told {
  input: DriverAmendment
  amended: AmendedReport
  stored: readonly StoredPicture[]
}

/**
 * Corrects the report or takes it back (200), or stores the correction as a conflict (202). Repeated with the same client_id, it
 * changes nothing. Throws 404 for a stop that was never on the route of the link, and for an unknown report.
 */
export async function fileAmendment(filing: Filing, reporting: Reporting, input: DriverAmendment) {
  const { services, transaction, now } = filing
  const { input: amended, stored } = await storeInlinePictures(services, input.amended ?? {}, now)
  const told = { input, amended, stored }
  const forget = () => Promise.all(stored.map((picture) => discardPicture(services.storage, picture)))
  try {
    const done = await transaction((scope) => amend(scope, reporting, told))
    if (done.isRepeated) await forget()
    return { status: done.status, record: done.record }
  } catch (error) {
    const why = whyLeft(error, input)
    if (!why) {
      await forget()
      throw error
    }
    return { status: 202, record: await keepAmendment(filing, reporting, told, why) }
  }
}

async function amend(scope: Scope, { caller, stopId }: Reporting, told: Told) {
  const { input } = told
  const [stop] = await lockStops(scope, [stopId])
  await requireWasOn(scope, await getRouteOfLink(scope, caller), stop!)
  const reports = await listReportsOfStops(scope, [stopId])
  const report = reports.find((report) => isMeant(report, input))
  const done = await findVersionEndedBy(scope, stopId, input.client_id)
  if (done) return { status: 200, record: reportRecord(scope, report ?? reportOfVersion(done)), isRepeated: true }
  if (await findConflictByClientId(scope, stopId, input.client_id)) throw new Contradiction('amended')
  const conflict = await findConflictByClientId(scope, stopId, input.report)
  if (!report && conflict) return amendBeside(scope, stop!, conflict.id, told)
  const gone = report ? undefined : await findTakenBack(scope, stopId, input.report)
  if (gone && input.action === 'take_back')
    return { status: 200, record: reportRecord(scope, reportOfVersion(gone)), isRepeated: true }
  if (!report && !gone) throw notFound('report', input.report)
  if (!report || !stop!.plan_id) throw new Contradiction(input.action === 'amend' ? 'amended' : 'taken_back')
  return { status: 200, record: reportRecord(scope, await change(scope, stop!, report, told)), isRepeated: false }
}

/** Corrects a report that is kept as a conflict, or discards it when the driver takes it back. */
async function amendBeside(scope: Scope, stop: StopRow, conflictId: string, told: Told) {
  const said = told.input.action === 'amend' ? await saidBy(scope, stop, told) : undefined
  const conflict = await amendConflict(scope, conflictId, said, getChange(scope, told.input))
  return { status: 202, record: await conflictRecord(scope, conflict), isRepeated: false }
}

/** Corrects the report or takes it back, and returns it as it is afterwards, or was before. */
async function change(scope: Scope, stop: StopRow, report: ReportRow, told: Told): Promise<ReportRow> {
  const { input } = told
  const project = (await findProjectOfStop(scope, stop.id))!
  const route = stop.route_id === null ? undefined : await findRouteRow(scope, stop.route_id)
  const isOwn = report.reporter === 'driver' || report.reporter === null
  const how = getChange(scope, input)
  // A correction made before the route ended counts as made in time, even if it arrives later.
  const isInTime = input.action === 'amend' && route?.end_date != null && how.at < route.end_date
  const status = isInTime ? 'in_transit' : (route?.status ?? 'in_transit')
  if (!isOwn || !mayAmend(project.settings, status)) {
    throw new Contradiction(input.action === 'amend' ? 'amended' : 'taken_back')
  }
  if (input.action === 'take_back') {
    await withdrawReport(scope, stop, report, how)
    return report
  }
  const plan = await getPlan(scope, stop.plan_id!)
  return amendReport(scope, { stop, plan, project }, report, await saidBy(scope, stop, told), how)
}

function getChange(scope: Scope, { at, moment_within, client_id }: DriverAmendment): Change {
  const moment = likelyMoment(at ? new Date(at) : scope.now, scope.now)
  return { by: 'driver', at: moment, within: moment_within, amendmentId: client_id }
}

/** Returns the content of the correction, with the pictures that the report then has. */
async function saidBy(scope: Scope, stop: StopRow, { amended, stored }: Told): Promise<Said> {
  const { images, signature, awaited_images, tasks, packages, ...words } = amended
  const files = await keepReportFiles(scope, stop, { images, signature, awaited_images }, stored)
  const hasImages = images !== undefined || awaited_images !== undefined
  return {
    ...withoutUndefined(words),
    ...(hasImages && { images: files.images }),
    ...(signature !== undefined && { signature: files.signature }),
    ...(tasks !== undefined && { tasks: (tasks ?? []).map(withoutEmpty) }),
    ...(packages !== undefined && { packages: (packages ?? []).map(withoutEmpty) }),
  } as Said
}

/** Returns why the correction is left to a dispatcher; undefined where the error has another cause. */
function whyLeft(error: unknown, { action }: DriverAmendment): Why | undefined {
  const cannot = ['cannot_take_back', 'plan.error.finished', 'route.error.finished']
  if (action === 'take_back' && error instanceof ApiError && cannot.some((end) => error.messageId.endsWith(end)))
    return { reason: 'taken_back', refusal: error.message }
  return whyKept(error, false)
}

/** Stores the report as it would be corrected or taken back. Throws 404 for an unknown report. */
async function keepAmendment(filing: Filing, reporting: Reporting, { input, amended, stored }: Told, why: Why) {
  const report = await filing.transaction((scope) => findMeant(scope, reporting.stopId, input))
  if (!report) throw notFound('report', input.report)
  const content = { ...getContent(report), ...(input.action === 'amend' && correctedContent(report, amended)) }
  const told = { ...content, client_id: input.client_id } as AnyReportInput
  return keepStored(filing, reporting, { input: told, stored: [...stored] }, { ...why, amends: report.id })
}

/** Finds the report: counting, kept as a conflict, or taken back. */
async function findMeant(scope: Scope, stopId: string, input: DriverAmendment): Promise<Content | undefined> {
  const reports = await listReportsOfStops(scope, [stopId])
  const gone = await findTakenBack(scope, stopId, input.report)
  return (
    reports.find((report) => isMeant(report, input)) ??
    (gone && reportOfVersion(gone)) ??
    (await findConflictByClientId(scope, stopId, input.report))
  )
}

function isMeant({ id, client_id }: Pick<ReportRow, 'id' | 'client_id'>, { report }: DriverAmendment): boolean {
  return id === report || client_id === report
}

type ContentName =
  | ('type' | 'comments' | 'cancel_reason' | 'custom_fields' | 'taken_by' | 'taker_name' | 'images' | 'signature')
  | ('payment_collected' | 'tasks' | 'packages' | 'location' | 'time_in_stop' | 'moment_within' | 'created_at')
type Content = Pick<ReportRow, ContentName | 'id'>

function getContent({ id: _id, ...report }: Content): object {
  const { type, comments, cancel_reason, custom_fields, taken_by, taker_name, images, signature } = report
  const { payment_collected, tasks, packages, location, time_in_stop, moment_within, created_at } = report
  const words = { type, comments, cancel_reason, custom_fields, taken_by, taker_name, images, signature }
  return withoutEmpty({
    ...words,
    payment_collected,
    tasks,
    packages,
    location,
    time_in_stop,
    moment_within,
    created_at: created_at.toISOString(),
  })
}

/** Returns the corrected content; pictures stay where the correction names none. */
function correctedContent({ images, signature }: Content, amended: AmendedReport): object {
  const hasImages = amended.images !== undefined || amended.awaited_images !== undefined
  return {
    ...withoutUndefined(amended),
    images: hasImages ? (amended.images ?? []) : images,
    awaited_images: amended.awaited_images ?? [],
    signature: amended.signature === undefined ? signature : amended.signature,
  }
}
