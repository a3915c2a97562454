// The rules of the recipient's page: what each token opens, and what recipients may change.
import {
  isTerminalStop,
  limits,
  type SurveyInput,
  type TrackingLocation,
  type TrackingView,
} from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { projectFonts, projectLogos } from '../../data/project-files.sql.ts'
import type { ImageRow } from '../../data/report-tables.ts'
import { streetAndTown } from '../../data/resources/address.ts'
import { getBranding, getRecipientPage } from '../../data/resources/recipients.ts'
import { surveyResource } from '../../data/resources/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { dropGeocodingMarks, findTrackedStop, updateStopRows } from '../../data/stops.sql.ts'
import { findSurveyRow } from '../../data/surveys.sql.ts'
import type { LocationValue } from '../../data/values.ts'
import { calendarFile } from '../../frame/calendar-files/calendar-files.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { readAtOneMoment, type Services, transactAs } from '../../frame/platform/services.ts'
import { keepCorrectedPoint } from '../../planning/clients/clients.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { arrivalWindow, expectedArrival } from '../../planning/modelling/pace/arrival-window.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { getRoute } from '../../planning/routes/routes.ts'
import { countPendingBefore } from '../../planning/sequence/sequence.ts'
import { getStop, updateStop } from '../../planning/stops/stops.ts'
import { pageSentence, refuseMessages } from '../../telling/messages/messages.ts'
import { updateEstimates } from '../estimates/estimates.ts'
import { findShownPicture } from '../reports/reports.ts'
import { rateStop } from '../surveys/surveys.ts'
import { getView, mayCorrect, type Tracked } from './view.ts'

export { endTrackingLink, renewTrackingLink } from './tracking-links.ts'

/**
 * Runs a rule for the stop of the token, on behalf of its recipient. Throws 404 highway.domain.error.not_found for an unknown
 * token, 404 highway.tracking.error.expired for a link that was ended, and thirty days after the execution date.
 */
export async function asRecipient<T>(
  services: Services,
  token: string,
  work: (scope: Scope, stopId: string) => Promise<T>,
): Promise<T> {
  const found = await findByToken(services, token)
  return transactAs(services, customer(found.organization_id), (scope) => work(scope, found.id))
}

/** The same for reading, in one snapshot. */
export async function shownToRecipient<T>(
  services: Services,
  token: string,
  look: (scope: Scope, stopId: string) => Promise<T>,
): Promise<T> {
  const found = await findByToken(services, token)
  return readAtOneMoment(services, customer(found.organization_id), (scope) => look(scope, found.id))
}

async function findByToken(services: Services, token: string) {
  const found = await findTrackedStop(services.database.db, token)
  if (!found) throw notFound('delivery', 'this link')
  return found
}

function customer(organizationId: string) {
  return { organizationId, projects: 'all' as const, actor: { type: 'customer' as const } }
}

/** Returns the delivery as its recipient may see it now. */
export async function trackingView(scope: Scope, stopId: string) {
  return getView(scope, await load(scope, await getStop(scope, stopId)))
}

/** Returns the view, and the plan whose changes affect it. */
export async function followedView(scope: Scope, stopId: string) {
  const tracked = await load(scope, await getStop(scope, stopId))
  return { planId: tracked.stop.plan_id, view: await getView(scope, tracked) }
}

/** Returns the view with the sentence for browsers without scripts, in the preferred language if it is supported. */
export async function trackingDocument(scope: Scope, stopId: string, wished: string | undefined) {
  const tracked = await load(scope, await getStop(scope, stopId))
  const view = await getView(scope, tracked)
  return { view, words: await pageSentence(scope, tracked.stop, writeSentence(tracked, view), wished) }
}

function writeSentence({ stop, plan }: Tracked, view: { window_from?: unknown; started: boolean }) {
  if (stop.status === 'completed') return 'completed'
  if (stop.status !== 'pending') return 'failed'
  if (view.window_from) return view.started ? 'started' : 'planned'
  return plan ? 'plannedDay' : 'unplanned'
}

/** Stores instructions for the driver. Throws highway.stop.error.already_executed, highway.user.error.forbidden. */
export async function leaveInstructions(scope: Scope, stopId: string, text: string | null) {
  const { stop, project } = await loadPending(scope, stopId)
  if (!getRecipientPage(project).allow_instructions) {
    throw apiError('highway.user.error.forbidden', { action: 'leave instructions' })
  }
  if (text !== stop.customer_text_field) {
    await updateStopRows(scope, [stop.id], { customer_text_field: text })
  }
  return trackingView(scope, stopId)
}

/**
 * Confirms the place (nothing sent) or corrects it. An address without coordinates is only shown to the driver; a corrected point
 * is stored for later stops of the stop's client. Throws highway.stop.error.already_executed, highway.user.error.forbidden, and
 * highway.geocoding.error.wrong_lat_lng when the driver is already heading there.
 */
export async function confirmLocation(scope: Scope, stopId: string, input: TrackingLocation) {
  const tracked = await loadPending(scope, stopId)
  const { stop } = tracked
  const { lat, lng, address } = input
  const isMoved = lat !== undefined && lng !== undefined && (lat !== stop.location?.lat || lng !== stop.location?.lng)
  if (isMoved || address !== undefined) await requireCorrection(scope, tracked)
  if (isMoved) {
    const place = address === undefined ? withoutMarks(stop.location) : { label: address, main_text: address }
    await updateStop(scope, stop.id, { location: { ...place, lat, lng } })
    if (stop.client_id && address === undefined) {
      await keepCorrectedPoint(scope, stop.client_id, stop.location ?? {}, { lat, lng })
    }
    if (stop.route_id) await updateEstimates(scope, stop.route_id)
  } else if (stop.location) await dropGeocodingMarks(scope, stop.id)
  const isPlaced = isMoved || (stop.location?.lat !== undefined && address === undefined)
  const details = findDetails(input, isMoved)
  const change = {
    ...(details === undefined ? {} : { location_details: details }),
    ...(isPlaced ? { location_validated: true, location_validated_at: scope.now } : {}),
  }
  await updateStopRows(scope, [stop.id], change)
  return trackingView(scope, stopId)
}

function findDetails({ address, location_details }: TrackingLocation, isMoved: boolean): string | undefined {
  if (address === undefined || isMoved) return location_details
  return [address, location_details].filter(Boolean).join(' · ')
}

async function requireCorrection(scope: Scope, tracked: Tracked): Promise<void> {
  if (!getRecipientPage(tracked.project).allow_correction) {
    throw apiError('highway.user.error.forbidden', { action: 'correct the place' })
  }
  if (await mayCorrect(scope, tracked)) return
  const reason = 'the driver is already on the way to this place; please call instead'
  throw apiError('highway.geocoding.error.wrong_lat_lng', { place: 'lat', reason })
}

/** Rates the delivery. Throws highway.survey.error.{not_allowed_yet, already_exists}. */
export async function rateDelivery(scope: Scope, stopId: string, input: SurveyInput) {
  const stop = (await lockStops(scope, [stopId]))[0]!
  await load(scope, stop)
  const survey = await rateStop(scope, stop, input)
  return surveyResource(survey)
}

/** Stops messages to the recipient's contacts, or allows them again. */
export async function setMessages(scope: Scope, stopId: string, off: boolean) {
  const { stop, project } = await load(scope, await getStop(scope, stopId))
  await refuseMessages(scope, stop, project, off)
  return trackingView(scope, stopId)
}

/** Returns the delivery as a calendar file. */
export async function getCalendar(scope: Scope, stopId: string): Promise<string> {
  const { stop, plan, route, project } = await load(scope, await getStop(scope, stopId))
  const isShown = plan && route && plan.status !== 'draft' && stop.status === 'pending'
  const before = isShown ? await countPendingBefore(scope, stop) : 0
  const expected = isShown ? expectedArrival(stop, plan, route, project, scope.now, before) : undefined
  return calendarFile({
    id: stop.id,
    now: scope.now,
    summary: getBranding(project).name || 'Delivery',
    location: streetAndTown(stop.location && { ...stop.location, street: stop.location.street ?? stop.location.label }),
    url: `${scope.publicBase}/t/${stop.tracking_token}`,
    window: expected && arrivalWindow(expected, scope.now),
    day: plan?.execution_date,
  })
}

/** Returns a picture that the page shows now. Throws 404 for any other. */
export async function getPicture(scope: Scope, stopId: string, imageId: string): Promise<ImageRow> {
  const { images = [], signature } = (await trackingView(scope, stopId)) as Pick<TrackingView, 'images' | 'signature'>
  const isShown = [...images, signature].some((picture) => picture?.id === imageId)
  const picture = isShown ? await findShownPicture(scope, imageId) : undefined
  if (!picture) throw notFound('picture', imageId)
  return picture
}

/** Returns the sender's logo. Throws 404 when there is none. */
export async function getLogo(scope: Scope, stopId: string) {
  const { project } = await load(scope, await getStop(scope, stopId))
  const logo = await projectLogos.find(scope, project.id)
  if (!logo) throw notFound('logo', 'this link')
  return logo
}

/** Returns the sender's own font. Throws 404 when there is none. */
export async function getFont(scope: Scope, stopId: string) {
  const { project } = await load(scope, await getStop(scope, stopId))
  const font = await projectFonts.find(scope, project.id)
  if (!font) throw notFound('font', 'this link')
  return font
}

async function load(scope: Scope, stop: StopRow): Promise<Tracked> {
  const plan = stop.plan_id ? await getPlan(scope, stop.plan_id) : undefined
  if (stop.tracking_ended_at || isExpired(plan, scope.now)) throw apiError('highway.tracking.error.expired')
  return {
    stop,
    plan,
    route: stop.route_id ? await getRoute(scope, stop.route_id) : undefined,
    project: await getProject(scope, stop.project_id),
    survey: await findSurveyRow(scope, stop.id),
  }
}

/** Returns the locked stop, if its recipient may still change it. */
async function loadPending(scope: Scope, stopId: string): Promise<Tracked> {
  const tracked = await load(scope, (await lockStops(scope, [stopId]))[0]!)
  const { id, status } = tracked.stop
  if (isTerminalStop(status)) throw apiError('highway.stop.error.already_executed', { id, status })
  return tracked
}

function isExpired(plan: PlanRow | undefined, now: Date): boolean {
  return plan !== undefined && now.getTime() >= plan.execution_date.getTime() + limits.TRACKING_DAYS * 86_400_000
}

function withoutMarks(location: LocationValue | null) {
  const { scoring, partial_match, ...rest } = location ?? {}
  return rest
}
