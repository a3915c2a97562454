// The rules of reports: what a driver's record of an attempt must contain, and its effect on the stop.
import {
  asksPin,
  type CancelReason,
  type DriverReportInput,
  endsStop,
  handedParcels,
  isPinAccepted,
  lacksNote,
  listMissingProofs,
  type Reporter,
  type ReportInput,
  reportTrigger,
} from '@routewright/contract'
import type { PackageRow } from '../../data/package-table.ts'
import { listPackages } from '../../data/packages.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { findProjectOfStop } from '../../data/projects.sql.ts'
import { emptyRow, mapById, sentValues } from '../../data/records.ts'
import { type ReportRow, reportTable } from '../../data/report-tables.ts'
import {
  findLatestReport,
  insertReport,
  listReportsOfStops,
  listStopImages,
  type PictureOwner,
} from '../../data/reports.sql.ts'
import { taskResource } from '../../data/resources/records.ts'
import { reportResource } from '../../data/resources/report.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { countWrongPin, listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { FileReference } from '../../data/values.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import { readDeviceTime } from '../../frame/platform/device-time.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { type ReportedStop, recordStopReported, reportStop, settleReport } from '../../planning/lifecycle/lifecycle.ts'
import { lockReportedStop } from '../../planning/lifecycle/lock-stops.ts'
import { scanPackage } from '../../planning/packages/packages.ts'
import { getStop } from '../../planning/stops/stops.ts'
import { applyTaskResults } from '../../planning/tasks/tasks.ts'
import { findDay, keepProgress } from '../estimates/estimates.ts'
import { listRecorded, traceRoute } from '../recorded-track/recorded-track.ts'
import { endAttempts } from '../returns/returns.ts'
import { auditByHand } from './audit-by-hand.ts'
import {
  awaitPicture,
  discardPicture,
  keepPictures,
  keepUpload,
  pictureReference,
  readDataUrl,
  type StoredPicture,
  storePicture,
} from './pictures.ts'

export { auditByHand } from './audit-by-hand.ts'
export { awaitPicture, discardPicture, findShownPicture, readPicture, type StoredPicture } from './pictures.ts'

interface ReportResult {
  report: ReportRow
  stop: StopRow
  /** True when the caller had sent this report before. */
  isRepeated: boolean
  /**
   * Set in `WrongPin` only, when a wrong handover code was counted and nothing else done: the caller responds with
   * `highway.stop.error.invalid_pin`.
   */
  refusal?: undefined
}

interface WrongPin {
  refusal: 'wrong_pin'
}

/** A driver's report may name pictures that are uploaded later. */
export type AnyReportInput = ReportInput & Pick<DriverReportInput, 'awaited_images'>

type TransactAs = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** Rules that differ between kinds of reporters. */
export interface ReporterRules {
  /** Throws unless the caller may report on the locked stop; `earlier` are its reports so far. */
  requireMayReport?: (scope: Scope, reported: ReportedStop, earlier: readonly ReportRow[]) => Promise<void>
  /** The only route that the report may start; by default any. */
  startsRouteId?: string
}

/**
 * Creates a report from any source. Stores its pictures first, outside the transaction. Repeated with the same client_id, it
 * returns the stored one.
 */
async function createReport(
  { services, transaction, now }: Filing,
  stopId: string,
  input: AnyReportInput,
  { requireMayReport, startsRouteId }: ReporterRules,
): Promise<ReportResult> {
  const pictures = await storeInlinePictures(services, input, now)
  const forget = () => Promise.all(pictures.stored.map((picture) => discardPicture(services.storage, picture)))
  try {
    const result = await transaction(async (scope) => {
      // Sent together, run one after the other: what is read after the locks is current.
      const [reported, earlier, project] = await Promise.all([
        lockReportedStop(scope, stopId),
        listReportsOfStops(scope, [stopId]),
        findProjectOfStop(scope, stopId),
      ])
      await requireMayReport?.(scope, reported, earlier)
      return applyReport(scope, { ...reported, earlier, project, startsRouteId }, pictures.input, pictures.stored)
    })
    if (result.refusal) throw apiError('highway.stop.error.invalid_pin', { id: stopId })
    if (result.isRepeated) await forget()
    return result
  } catch (error) {
    await forget()
    throw error
  }
}

/** Context that a request provides for filing a report. */
export interface Filing {
  services: Pick<Services, 'storage' | 'pictures' | 'publicBase'>
  transaction: TransactAs
  now: Date
}

/**
 * Files a report: returns its record with 201, or the stored one with 200 when its client_id was sent before. Every caller must
 * have access to the stop's project, and satisfy the `rules`.
 */
export async function fileReport(filing: Filing, stopId: string, input: AnyReportInput, rules: ReporterRules = {}) {
  const result = await createReport(filing, stopId, input, rules)
  const record = reportRecord({ publicBase: filing.services.publicBase() }, result.report)
  return { status: result.isRepeated ? 200 : 201, record }
}

/**
 * Stores a picture for the stop, which is looked up before the body is read. Repeated with the same device id, it returns the
 * stored one. Throws 404, 403 and what storing throws.
 */
export async function addPicture(
  filing: Filing,
  stopId: string,
  readBytes: () => Promise<Buffer>,
  clientId?: string,
): Promise<FileReference> {
  const owner = { stop_id: stopId }
  return uploadPicture(filing, owner, { readBytes, clientId, requireOwner: (scope) => getStop(scope, stopId) })
}

interface Upload {
  readBytes: () => Promise<Buffer>
  clientId?: string | undefined
  /** Throws unless the caller has access to the picture's owner; called before the body is read, and again when storing. */
  requireOwner(scope: Scope): Promise<unknown>
  /** Runs in the transaction that stores the picture. */
  onKept?(scope: Scope, reference: FileReference): Promise<void>
}

/** The same for a picture of a stop or a route. */
export async function uploadPicture(
  { services, transaction, now }: Filing,
  owner: PictureOwner,
  { readBytes, clientId, requireOwner, onKept }: Upload,
): Promise<FileReference> {
  await transaction(requireOwner)
  const stored = await storePicture(services, await readBytes(), 'file', now)
  const picture = { ...stored, client_id: clientId ?? null }
  const forget = () => discardPicture(services.storage, picture)
  try {
    const { reference, isRepeated } = await transaction(async (scope) => {
      await requireOwner(scope)
      const kept = await keepUpload(scope, owner, picture)
      await onKept?.(scope, kept.reference)
      return kept
    })
    if (isRepeated) await forget()
    return { id: reference.id, url: services.publicBase() + reference.url }
  } catch (error) {
    await forget()
    throw error
  }
}

export function reportRecord(scope: Pick<Scope, 'publicBase'>, report: ReportRow) {
  return reportResource(report, scope.publicBase)
}

/** Pictures of a report, or of its correction. */
type NamedPictures = Pick<AnyReportInput, 'images' | 'signature' | 'awaited_images'>

export interface InlinePictures<Input> {
  /** The input with every picture replaced by its id. */
  input: Input
  stored: StoredPicture[]
}

export async function storeInlinePictures<Input extends NamedPictures>(
  services: Pick<Services, 'storage' | 'pictures'>,
  input: Input,
  now: Date,
): Promise<InlinePictures<Input>> {
  const stored: StoredPicture[] = []
  const byId = async (picture: string | { id: string }, place: string) => {
    if (typeof picture !== 'string' || /^[0-9a-f]{24}$/.test(picture)) return picture
    const one = await storePicture(services, readDataUrl(picture, place), place, now)
    stored.push(one)
    return one.id
  }
  const images: (string | { id: string })[] = []
  for (const [index, image] of (input.images ?? []).entries()) images.push(await byId(image, `images[${index}]`))
  const signature = input.signature ? await byId(input.signature, 'signature') : input.signature
  return { input: { ...input, ...(input.images && { images }), signature }, stored }
}

/** A locked stop with records read together with it. */
interface Reported extends ReportedStop {
  /** Its reports so far. */
  earlier: readonly ReportRow[]
  project?: ProjectRow
  startsRouteId?: string | undefined
}

/** The pictures of a report, as it refers to them. */
export interface ReportFiles {
  images: FileReference[]
  signature: FileReference | null
}

/** A report that passed all checks. */
export interface ToldReport {
  input: AnyReportInput
  files: ReportFiles
  /** Time by the device's clock. */
  createdAt: Date
  reporter: Reporter
}

async function applyReport(
  scope: Scope,
  reported: Reported,
  input: AnyReportInput,
  pictures: readonly StoredPicture[],
): Promise<ReportResult | WrongPin> {
  const { stop, plan, project, earlier } = reported
  const known = input.client_id && earlier.find(({ client_id }) => client_id === input.client_id)
  if (known) return { report: known, stop, isRepeated: true }
  if (!plan) throw apiError('highway.stop.error.not_in_plan', { id: stop.id })
  const createdAt = readDeviceTime(input.created_at, scope.now, 'created_at')
  const hasTerminal = earlier.some((report) => endsStop(report.type) && isSinceMove(report, stop))
  if (hasTerminal) throw apiError('highway.stop.error.report_already_exists', { id: stop.id })

  if (!project) throw notFound('project', stop.project_id)
  requireProof(project, input, getReporter(scope))
  if (lacksPin(project, stop, input, getReporter(scope))) return refuseCode(scope, stop, input)

  const files = await keepReportFiles(scope, stop, input, pictures)
  const { report, stop: after } = await recordReport(
    scope,
    { ...reported, plan, project },
    { input, files, createdAt, reporter: getReporter(scope) },
  )
  return { report, stop: after, isRepeated: false }
}

/** Inserts rows for the pictures of a report: those that came with it, and those still to come. Throws invalid_image for an unknown one. */
export async function keepReportFiles(
  scope: Scope,
  stop: StopRow,
  input: NamedPictures,
  pictures: readonly StoredPicture[],
): Promise<ReportFiles> {
  const owner = { stop_id: stop.id }
  await keepPictures(scope, owner, pictures)
  const files = await resolvePictures(scope, stop, input)
  for (const clientId of input.awaited_images ?? []) {
    files.images.push((await awaitPicture(scope, owner, clientId)).reference)
  }
  return files
}

/** Stores a report and applies its effects to the stop, its parcels, its route and its plan. Throws what the tables refuse. */
export async function recordReport(
  scope: Scope,
  reported: Reported & { plan: PlanRow; project: ProjectRow },
  told: ToldReport,
): Promise<{ report: ReportRow; stop: StopRow }> {
  const { stop, plan, route, project, earlier, startsRouteId } = reported
  const { input, createdAt } = told
  const hasTerminalReport = earlier.some((report) => endsStop(report.type) && isSinceMove(report, stop))
  const trigger = reportTrigger(input, await handOver(scope, stop, input, createdAt))
  // The stops are read as they are after the report.
  const [tasks, report, outcome, stops, recorded, day] = await Promise.all([
    applyTaskResults(scope, stop, input.tasks?.map(withoutEmpty) ?? []),
    insertReport(scope, reportRow(scope, stop, told)),
    reportStop(scope, reported, { trigger, at: createdAt, hasTerminalReport, startsRouteId }),
    listStopsOfRoutes(scope, route ? [route.id] : []),
    route ? listRecorded(scope, route.id) : [],
    route ? findDay(scope, project, plan) : undefined,
  ])
  if (outcome.counted) outcome.stop = await endAttempts(scope, outcome.stop)
  if (outcome.route) {
    const way = { route: outcome.route, plan, project, day }
    await keepProgress(scope, way, stops, await traceRoute(scope, { ...way, stops }, recorded))
  }
  await settleReport(scope, reported, outcome)
  await auditByHand(scope, 'created', report)
  await recordStopReported(scope, outcome.stop, plan, {
    reports: [...earlier, report].map((row) => reportRecord(scope, row)),
    tasks: tasks.map(taskResource),
  })
  return { report, stop: outcome.stop }
}

/** Returns the latest report that ended the stop. */
export async function findEndingReport(scope: Scope, stopId: string): Promise<ReportRow | undefined> {
  return findLatestReport(scope, stopId, 'ending')
}

/** Returns the latest attempt that left the stop pending. */
export async function findLastAttempt(scope: Scope, stopId: string): Promise<ReportRow | undefined> {
  return findLatestReport(scope, stopId, 'attempt')
}

/** Returns whether the report still counts: those made before the stop moved to another plan do not. */
export function isSinceMove(report: ReportRow, stop: StopRow): boolean {
  return report.stop_moves === stop.moves
}

/** Returns the kind of reporter. Reports that the demo creates for past days count as the drivers'. */
export function getReporter({ actor }: Scope): Reporter {
  if (actor.type === 'user') return 'dispatcher'
  return actor.type === 'api_key' ? 'program' : 'driver'
}

/** Throws highway.report.error.missing_required_field for the first required field that is missing. */
export function requireProof(project: ProjectRow, input: AnyReportInput, reporter: Reporter): void {
  // Both columns were validated by this schema when the project was written.
  const demands = { settings: project.settings, cancel_reasons: project.cancel_reasons as unknown as CancelReason[] }
  const [missing] = listMissingProofs(demands, input, reporter)
  const place = missing?.place ?? (lacksNote(input, reporter) ? 'comments' : undefined)
  if (place) throw apiError('highway.report.error.missing_required_field', { place })
}

/** Returns whether the stop cannot be completed for lack of the handover code. */
function lacksPin(project: ProjectRow, stop: StopRow, input: ReportInput, reporter: Reporter): boolean {
  if (stop.pin === null || !asksPin(project.settings, true, input.type)) return false
  const code = { pin: stop.pin, wrongTries: stop.pin_attempts }
  return !isPinAccepted(code, input.pin, reporter)
}

/** Counts a wrong code. Throws where none was given. */
async function refuseCode(scope: Scope, stop: StopRow, { pin }: ReportInput): Promise<WrongPin> {
  if (pin === undefined || pin === null) throw apiError('highway.stop.error.invalid_pin', { id: stop.id })
  await countWrongPin(scope, stop.id)
  return { refusal: 'wrong_pin' }
}

async function resolvePictures(scope: Scope, stop: StopRow, input: NamedPictures): Promise<ReportFiles> {
  const getId = (picture: string | { id: string }) => (typeof picture === 'string' ? picture : picture.id)
  const imageIds = (input.images ?? []).map(getId)
  const signatureId = input.signature ? getId(input.signature) : undefined
  const wanted = signatureId ? [...imageIds, signatureId] : imageIds
  const rows = mapById(await listStopImages(scope, stop.id, wanted))
  const resolve = (id: string, place: string) => {
    const row = rows.get(id)
    if (row) return pictureReference(row)
    const reason = `${id} is not the id of a picture uploaded for this stop`
    throw apiError('highway.report.error.invalid_image', { place, reason })
  }
  return {
    images: imageIds.map((id, index) => resolve(id, `images[${index}]`)),
    signature: signatureId ? resolve(signatureId, 'signature') : null,
  }
}

/** Marks the packages named by the report as handed over (at a pickup: loaded). Returns the stop's own packages as they are then. */
async function handOver(scope: Scope, stop: StopRow, input: ReportInput, createdAt: Date): Promise<PackageRow[]> {
  for (const { identifier, scanned_at } of handedParcels(input)) {
    await scanPackage(scope, stop, identifier, 'delivery', scanned_at ? new Date(scanned_at) : createdAt)
  }
  return input.packages ? listPackages(scope, [stop.id]) : []
}

function reportRow(scope: Scope, stop: StopRow, { input, files, createdAt, reporter }: ToldReport) {
  return {
    ...emptyRow(reportTable),
    ...sentValues(reportTable, input),
    ...files,
    id: createId(scope.now),
    project_id: stop.project_id,
    plan_id: stop.plan_id,
    route_id: stop.route_id,
    stop_id: stop.id,
    stop_moves: stop.moves,
    created_by: scope.userId ?? null,
    reporter,
    type: input.type,
    tasks: (input.tasks ?? []).map(withoutEmpty),
    packages: (input.packages ?? []).map(withoutEmpty),
    location_distance: distanceToStop(stop, input.location),
    time_in_stop: input.time_in_stop ?? timeSinceArrival(stop, createdAt),
    created_at: createdAt,
    received_at: scope.now,
  }
}

/** Returns the metres between the report and the stop, when both places are known. */
export function distanceToStop(
  stop: StopRow,
  location: { lat?: number | null; lng?: number | null } | null | undefined,
) {
  const { lat, lng } = stop.location ?? {}
  if (lat === undefined || lng === undefined || !location) return null
  if (typeof location.lat !== 'number' || typeof location.lng !== 'number') return null
  return Math.round(straightMeters({ lat, lng }, { lat: location.lat, lng: location.lng }) * 10) / 10
}

function timeSinceArrival(stop: StopRow, createdAt: Date): number | null {
  if (!stop.arrived_at) return null
  return Math.max(0, Math.round((createdAt.getTime() - stop.arrived_at.getTime()) / 1_000))
}
