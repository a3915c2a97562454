// A driver's report is evidence: it counts unless it contradicts what is known, and is then kept for a dispatcher instead.
import type { ConflictReason, DriverReportInput, MessageId } from '@routewright/contract'
import { findMomentLeft } from '../../data/report-conflicts.sql.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRouteRowsEvenDeleted } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import { ApiError, notFound } from '../../frame/platform/api-error.ts'
import { likelyMoment } from '../../frame/platform/device-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { ReportedStop } from '../../planning/lifecycle/lifecycle.ts'
import { conflictRecord, findKept, keepConflict } from '../reports/report-conflicts.ts'
import { findTakenBackReport } from '../reports/report-versions.ts'
import {
  discardPicture,
  type Filing,
  fileReport,
  type InlinePictures,
  keepReportFiles,
  storeInlinePictures,
  uploadPicture,
} from '../reports/reports.ts'
import type { DriverCaller } from './own-route.ts'

/** Thrown when the report contradicts what the service knows. */
export class Contradiction extends Error {
  readonly reason: ConflictReason

  constructor(reason: ConflictReason) {
    super(`The report does not count: ${reason}`)
    this.reason = reason
  }
}

type TakenBackReport = NonNullable<Awaited<ReturnType<typeof findTakenBackReport>>>

/** Thrown when the report was stored before and then taken back. */
class TakenBack extends Error {
  readonly report: TakenBackReport

  constructor(report: TakenBackReport) {
    super(`Report ${report.id} was taken back`)
    this.report = report
  }
}

/** A driver who reports on a stop, and the phone. */
export interface Reporting {
  caller: DriverCaller
  stopId: string
  /** User agent of the phone. */
  device: string | undefined
}

/**
 * Files the report on whatever route the stop is now (201, or 200 when its client_id was sent before), or keeps it as a conflict
 * (202). Throws 404 for a stop that was never on the route of the link, and highway.stop.error.invalid_pin while the driver can
 * still ask for the code.
 */
export async function fileEvidence(filing: Filing, reporting: Reporting, sent: DriverReportInput) {
  const { caller, stopId } = reporting
  const { without_code, ...told } = sent
  const input = { ...told, created_at: getMoment(sent, filing.now).toISOString() }
  try {
    return await fileReport(filing, stopId, input, {
      startsRouteId: caller.routeId,
      requireMayReport: (scope, reported, earlier) => requireNoContradiction(scope, caller, reported, earlier, input),
    })
  } catch (error) {
    // The report was sent before and taken back since: repeating it changes nothing.
    if (error instanceof TakenBack) return { status: 200, record: error.report }
    const why = whyKept(error, without_code === true)
    if (!why) throw error
    return { status: 202, record: await keepEvidence(filing, reporting, input, why) }
  }
}

/** Returns when the report was made: a device clock that runs ahead is no reason to refuse it. */
function getMoment({ created_at }: Pick<DriverReportInput, 'created_at'>, now: Date): Date {
  return likelyMoment(created_at ? new Date(created_at) : now, now)
}

async function requireNoContradiction(
  scope: Scope,
  caller: DriverCaller,
  { stop, route, plan }: ReportedStop,
  earlier: readonly ReportRow[],
  { client_id }: DriverReportInput,
): Promise<void> {
  const own = route?.id === caller.routeId ? route : await getRouteOfLink(scope, caller)
  const leftAt = own === route ? undefined : await requireWasOn(scope, own, stop)
  if (client_id && earlier.some((report) => report.client_id === client_id)) return
  const takenBack = client_id ? await findTakenBackReport(scope, stop.id, client_id) : undefined
  if (takenBack) throw new TakenBack(takenBack)
  if (await findKept(scope, stop.id, client_id)) throw new Contradiction('ended')
  if (own.deleted) throw new Contradiction('route_deleted')
  if (!plan) throw new Contradiction('left_plan')
  if (route && leftAt && isBegunSince(stop, route, earlier, leftAt)) throw new Contradiction('begun_elsewhere')
}

/** Returns whether the driver of the stop's present route has already come to it. */
function isBegunSince(stop: StopRow, route: RouteRow, earlier: readonly ReportRow[], leftAt: Date): boolean {
  const hasArrived = stop.arrived_at !== null && stop.arrived_at > leftAt
  return (
    hasArrived ||
    earlier.some((row) => row.route_id === route.id && row.received_at > leftAt && row.stop_moves === stop.moves)
  )
}

/** Returns the route of the link, even if deleted. */
export async function getRouteOfLink(scope: Scope, { routeId }: DriverCaller): Promise<RouteRow> {
  const [route] = await listRouteRowsEvenDeleted(scope, [routeId])
  if (!route) throw notFound('route', routeId)
  return route
}

/** Returns when the stop left the route, undefined while it is on it. Throws 404 for one that never was. */
export async function requireWasOn(scope: Scope, route: RouteRow, stop: StopRow): Promise<Date | undefined> {
  if (stop.route_id === route.id) return undefined
  const leftAt = await findMomentLeft(scope, stop.id, route.id)
  if (!leftAt) throw notFound('stop', stop.id)
  return leftAt
}

const refusals: Partial<Record<MessageId, ConflictReason>> = {
  'highway.stop.error.report_already_exists': 'ended',
  'highway.stop.error.not_in_plan': 'left_plan',
  'highway.domain.error.not_found': 'stop_deleted',
  'highway.report.error.missing_required_field': 'refused',
  'highway.report.error.task_not_in_stop': 'refused',
  'highway.package.error.not_found': 'refused',
}

export interface Why {
  reason: ConflictReason
  refusal?: string
  /** Report that this one corrects or takes back. */
  amends?: string
}

/** Returns why the report is kept as a conflict; undefined where the error has another cause. */
export function whyKept(error: unknown, isWithoutCode: boolean): Why | undefined {
  if (error instanceof Contradiction) return { reason: error.reason }
  if (!(error instanceof ApiError)) return undefined
  if (error.messageId === 'highway.stop.error.invalid_pin') return isWithoutCode ? { reason: 'no_code' } : undefined
  const reason = refusals[error.messageId]
  if (!reason) return undefined
  return { reason, ...(reason === 'refused' && { refusal: error.message }) }
}

async function keepEvidence(filing: Filing, reporting: Reporting, input: DriverReportInput, why: Why) {
  return keepStored(filing, reporting, await storeInlinePictures(filing.services, input, filing.now), why)
}

/** Keeps a report, whose pictures are stored, as a conflict of its stop; returns the stored one when its client_id was sent before. */
export async function keepStored(
  { services, transaction }: Filing,
  { caller, stopId, device }: Reporting,
  pictures: InlinePictures<DriverReportInput>,
  why: Why,
) {
  const { input } = pictures
  const forget = () => Promise.all(pictures.stored.map((picture) => discardPicture(services.storage, picture)))
  try {
    return await transaction(async (scope) => {
      const { stop, route } = await getReported(scope, caller, stopId)
      const kept = await findKept(scope, stopId, input.client_id)
      if (kept) {
        await forget()
        return conflictRecord(scope, kept)
      }
      const reason = stop.deleted && !why.amends ? 'stop_deleted' : why.reason
      const files = await keepReportFiles(scope, stop, input, pictures.stored)
      const told = { input, files, createdAt: getMoment(input, scope.now) }
      const conflict = await keepConflict(scope, { stop, route }, told, { ...why, reason, device })
      return conflictRecord(scope, conflict)
    })
  } catch (error) {
    await forget()
    throw error
  }
}

/** Returns the stop and the route of the link on which it once was, both even if deleted. Throws 404 for any other stop. */
async function getReported(scope: Scope, caller: DriverCaller, stopId: string) {
  const [stop] = await listStopRowsEvenDeleted(scope, [stopId])
  if (!stop) throw notFound('stop', stopId)
  const route = await getRouteOfLink(scope, caller)
  await requireWasOn(scope, route, stop)
  return { stop, route }
}

/** Stores a picture of a report, whatever happened to the stop and its route. Throws 404 for a stop that was never on the route. */
export async function addEvidence(
  filing: Filing,
  caller: DriverCaller,
  stopId: string,
  { readBytes, clientId }: { readBytes: () => Promise<Buffer>; clientId: string | undefined },
) {
  const requireOwner = (scope: Scope) => getReported(scope, caller, stopId)
  return uploadPicture(filing, { stop_id: stopId }, { readBytes, clientId, requireOwner })
}
