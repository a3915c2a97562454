// The view of one recipient of one stop: built from that stop and what belongs to it, and from no other stop.
import { type RecipientPage, readReason } from '@routewright/contract'
import { listPackages } from '../../data/packages.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { projectFonts, projectLogos } from '../../data/project-files.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import { pickColumns } from '../../data/resources/compact.ts'
import { getBranding, getMessageSettings, getRecipientPage } from '../../data/resources/recipients.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { SurveyRow } from '../../data/survey-table.ts'
import type { FileReference } from '../../data/values.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { arrivalWindow, expectedArrival } from '../../planning/modelling/pace/arrival-window.ts'
import { readPageParts } from '../../planning/ports.ts'
import { countPendingBefore, findDriverOfRoute } from '../../planning/sequence/sequence.ts'
import { areMessagesRefused } from '../../telling/messages/messages.ts'
import { getPromise } from '../../telling/promises/promises.ts'
import { findEndingReport, findLastAttempt } from '../reports/reports.ts'
import { mayRate } from '../surveys/surveys.ts'

/** Records from which the recipient's view is built. */
export interface Tracked {
  stop: StopRow
  plan?: PlanRow
  route?: RouteRow
  project: ProjectRow
  survey?: SurveyRow
}

const shownLocation = [
  'label',
  'country',
  'country_code',
  'state',
  'city',
  'street',
  'house_number',
  'postal_code',
  'main_text',
  'secondary_text',
  'lat',
  'lng',
] as const

/** Shorter delays are not shown. */
const delayMinutes = 10
const daySeconds = 86_400

export async function getView(scope: Scope, tracked: Tracked) {
  const { stop, plan, route, project, survey } = tracked
  const page = getRecipientPage(project)
  const isPending = stop.status === 'pending'
  // A draft is not meant for anybody yet.
  const isPlanned = plan !== undefined && plan.status !== 'draft' && route !== undefined
  const wrapped = {
    project_label: project.label,
    label: stop.label,
    location: stop.location && pickColumns(stop.location as Record<string, unknown>, shownLocation),
    location_details: stop.location_details,
    execution_date: plan?.execution_date,
    customer_text_field: stop.customer_text_field,
    pin: isPending ? stop.pin : null,
    cash_on_delivery: isPending ? stop.cash_on_delivery : null,
    rating: survey?.rating,
    rating_tag: survey?.rating_tag,
    rating_comments: survey?.comments,
    ...(await getContents(scope, stop, page)),
    driver_name: isPending && isPlanned ? await driverName(scope, tracked, route, page) : undefined,
    ...(await readPageParts(scope, (part) => part.recipientPage?.(scope, { project, stop, route }))),
    ...(isPending && isPlanned ? await ahead(scope, tracked, route, page) : {}),
    ...(isPending ? {} : await outcome(scope, tracked, page)),
  }
  return {
    ...underLink(wrapped, stop.tracking_token),
    status: stop.status,
    type: stop.type,
    started: route?.status === 'in_transit',
    timezone: project.timezone,
    time_windows: stop.time_windows,
    can_edit: isPending && page.allow_correction && (await mayCorrect(scope, tracked)),
    can_instruct: isPending && page.allow_instructions,
    can_rate: page.survey && mayRate(stop, survey, scope.now),
    brand: await getBrand(scope, tracked),
    language: getMessageSettings(project).language,
    messages_off: await areMessagesRefused(scope, stop, project),
    server_time: scope.now,
  }
}

/** Returns the fields that have a value; the URLs of pictures are below the link, and end with it. */
function underLink(
  { images, signature, ...fields }: { images?: FileReference[]; signature?: FileReference },
  token: string,
) {
  const own = ({ id }: FileReference) => ({ id, url: `/track/v1/${token}/picture/${id}` })
  const pictures = { images: images?.map(own), signature: signature && own(signature) }
  return Object.fromEntries(
    Object.entries({ ...fields, ...pictures }).filter(([, value]) => value !== null && value !== undefined),
  )
}

/**
 * Returns whether the recipient may correct the place: until the driver is near, counted in stops, so that the driver's present
 * destination never changes silently.
 */
export async function mayCorrect(scope: Scope, { stop, route, project }: Tracked): Promise<boolean> {
  if (route?.status !== 'in_transit') return true
  if (stop.arrived_at) return false
  const before = await countPendingBefore(scope, stop)
  return before >= getRecipientPage(project).correct_until_stops
}

async function getBrand(scope: Scope, { stop, project }: Tracked) {
  const logo = await projectLogos.findDigest(scope, project.id)
  const logoUrl = logo && { logo_url: `/track/v1/${stop.tracking_token}/logo?v=${logo}` }
  const font = await projectFonts.findDigest(scope, project.id)
  const fontUrl = font && { font_url: `/track/v1/${stop.tracking_token}/font?v=${font}` }
  return { ...getBranding(project), ...logoUrl, ...fontUrl }
}

/** Returns what is delivered, as far as the sender shows it. */
async function getContents(scope: Scope, stop: StopRow, page: RecipientPage) {
  const packages = page.contents === 'none' ? [] : await listPackages(scope, [stop.id])
  const told = page.contents_field === undefined ? undefined : stop.custom_fields?.[page.contents_field]
  return {
    parcels: packages.length > 0 ? packages.length : undefined,
    parcel_codes:
      page.contents === 'codes' && packages.length > 0 ? packages.map(({ identifier }) => identifier) : undefined,
    contents: told === undefined || told === null || told === '' ? undefined : String(told),
  }
}

/** Returns the first name of the day's driver, on the day itself; undefined where no driver is known. */
async function driverName(scope: Scope, { plan, project }: Tracked, route: RouteRow, page: RecipientPage) {
  if (!page.show_driver || !plan) return undefined
  const seconds = secondsOfPlanDay(scope.now, plan.execution_date, project.timezone)
  if (seconds < 0 || seconds >= daySeconds) return undefined
  const driver = await findDriverOfRoute(scope, route, plan)
  return driver && firstName(driver.label)
}

/** Returns "Anna" of "Anna Frick" as of "Frick, Anna". */
function firstName(label: string): string | undefined {
  const given = label.includes(',') ? label.slice(label.indexOf(',') + 1) : label
  return given.trim().split(/\s+/)[0] || undefined
}

/** Returns when the driver will arrive, and the driver's position only while under way and if the project shows it. */
async function ahead(scope: Scope, tracked: Tracked, route: RouteRow, page: RecipientPage) {
  const { stop, project } = tracked
  const plan = tracked.plan!
  const isStarted = route.status === 'in_transit'
  const planned =
    stop.planned_arrival_time === null
      ? undefined
      : momentOfPlanDay(stop.planned_arrival_time, plan.execution_date, project.timezone)
  const estimated = isStarted ? (stop.estimated_arrival_time ?? undefined) : undefined
  const before = await countPendingBefore(scope, stop)
  const expected = expectedArrival(stop, plan, route, project, scope.now, before)
  const window = expected && arrivalWindow(expected, scope.now)
  if (window) scope.noteWindow?.(getPromise(scope, { stop, told_by: 'page', window, stopsAhead: before }, expected))
  const isVanShown = isStarted && (page.van === 'always' || (page.van === 'near' && before <= page.van_stops))
  const attempt = stop.report_attempts > 0 ? await findLastAttempt(scope, stop.id) : undefined
  return {
    stops_before: page.show_stops_before ? before : undefined,
    planned_arrival_time: planned,
    estimated_arrival_time: estimated,
    window_from: window?.from,
    window_to: window?.to,
    delay_minutes: computeDelay(
      planned,
      expected?.isStarted ? new Date(Math.max(+expected.arrival, +scope.now)) : undefined,
    ),
    arrived_at: stop.arrived_at,
    attempted_at: attempt?.created_at,
    ...(attempt ? getAttempt(attempt, project, page) : {}),
    last_position: isVanShown ? route.last_position : undefined,
  }
}

/** Returns the delay in steps of five minutes, so that the page does not change with every position. */
function computeDelay(planned: Date | undefined, expected: Date | undefined): number | undefined {
  if (!planned || !expected) return undefined
  const minutes = Math.round((expected.getTime() - planned.getTime()) / 300_000) * 5
  return minutes > delayMinutes ? minutes : undefined
}

async function outcome(scope: Scope, { stop, project }: Tracked, page: RecipientPage) {
  const report = await findEndingReport(scope, stop.id)
  const isDone = stop.status === 'completed'
  const finished = { finished_at: stop.finished_at, payment_collected: paidBy(report) }
  if (isDone) return { ...finished, ...getProof(report, page) }
  return {
    ...finished,
    ...(report && getAttempt(report, project, page)),
    ...(stop.return_to_sender_at === null && { next_step: page.next_step }),
  }
}

/** Returns why the stop failed, and the photos of it that the project shows. */
function getAttempt({ cancel_reason, images }: ReportRow, project: ProjectRow, { proof }: RecipientPage) {
  const reason = cancel_reason === null ? undefined : readReason(cancel_reason, project.cancel_reasons)
  return {
    cancel_reason: reason?.text,
    cancel_reason_id: reason?.id,
    ...(images.length > 0 && proof !== 'none' ? { images } : {}),
  }
}

/** Returns what the recipient paid, without the reason that a driver wrote for the office; undefined where it was nothing. */
function paidBy(report: ReportRow | undefined) {
  if (!report?.payment_collected?.method) return undefined
  const { amount, currency, method } = report.payment_collected
  return { amount, currency, method }
}

/** Returns the proof from the report that completed the stop: who took it, and those pictures that the project shows. */
function getProof(report: Awaited<ReturnType<typeof findEndingReport>>, { proof }: RecipientPage) {
  if (!report) return {}
  const taken = { taken_by: report.taken_by, taker_name: report.taken_by && report.taker_name }
  if (proof === 'none') return taken
  return {
    ...taken,
    ...(report.images.length > 0 ? { images: report.images } : {}),
    ...(proof === 'photos_and_signature' && report.signature ? { signature: report.signature } : {}),
  }
}
