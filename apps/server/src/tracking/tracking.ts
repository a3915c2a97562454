// The rules of the recipient's page: what one recipient sees of one stop, and what he may change.
import { isTerminalStop, limits, type SurveyInput, type TrackingLocation } from '@routewright/contract'
import { updateEstimates } from '../estimates/estimates.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'
import { momentOfPlanDay } from '../modelling/local-time.ts'
import { getPlan } from '../plans/plans.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import type { LocationValue } from '../platform/schema.ts'
import type { Scope } from '../platform/scope.ts'
import { type Services, transactAs } from '../platform/services.ts'
import { getProject, type ProjectRow } from '../projects/projects.ts'
import { pickColumns } from '../resources/compact.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow } from '../resources/stop.ts'
import { getRoute } from '../routes/routes.ts'
import { getStop, updateStop } from '../stops/stops.ts'
import { findSurvey, mayRate, rateStop, type SurveyRow } from '../surveys/surveys.ts'
import {
  countPendingBefore,
  dropGeocodingMarks,
  findLastReport,
  selectTrackedStop,
  writeRecipientChange,
} from './tracking.sql.ts'

/** What the recipient's view is made of: his stop and what it hangs on, of nobody else's. */
interface Tracked {
  stop: StopRow
  plan?: PlanRow
  route?: RouteRow
  project: ProjectRow
  survey?: SurveyRow
}

/** Whether the token's page still shows something; the same answer for tokens that never were. */
export async function isOpenTracking(services: Services, token: string, now: Date): Promise<boolean> {
  const found = await selectTrackedStop(services.database.db, token)
  if (!found) return false
  return transactAs(services, customer(found.organization_id), async (scope) => {
    const stop = await getStop(scope, found.id)
    const plan = stop.plan_id ? await getPlan(scope, stop.plan_id) : undefined
    return !isExpired(plan, now)
  })
}

/**
 * Runs a rule for the stop of the token, on behalf of its recipient. Throws 404 highway.domain.error.not_found for an
 * unknown token, 404 highway.tracking.error.expired thirty days after the execution date.
 */
export async function asRecipient<T>(
  services: Services,
  token: string,
  now: Date,
  work: (scope: Scope, stopId: string) => Promise<T>,
): Promise<T> {
  const found = await selectTrackedStop(services.database.db, token)
  if (!found) throw notFound('delivery', 'this link')
  return transactAs(services, customer(found.organization_id), (scope) => work(scope, found.id), now)
}

function customer(organizationId: string) {
  return { organizationId, projects: 'all' as const, actor: { type: 'customer' as const } }
}

/** The delivery as its recipient may see it now. */
export async function trackingView(scope: Scope, stopId: string) {
  return viewOf(scope, await load(scope, await getStop(scope, stopId)))
}

/** Leaves a word for the driver. Throws highway.stop.error.already_executed. */
export async function leaveInstructions(scope: Scope, stopId: string, text: string | null) {
  const { stop } = await loadPending(scope, stopId)
  if (text !== stop.customer_text_field) {
    await writeRecipientChange(scope.tx, stop.id, { customer_text_field: text }, scope.now)
  }
  return trackingView(scope, stopId)
}

/**
 * Confirms the place (nothing sent) or corrects it. Throws highway.stop.error.already_executed, and
 * highway.geocoding.error.wrong_lat_lng when the driver is already heading to the place.
 */
export async function confirmLocation(scope: Scope, stopId: string, input: TrackingLocation) {
  const tracked = await loadPending(scope, stopId)
  const { stop } = tracked
  const { lat, lng, location_details } = input
  const isMoved = lat !== undefined && lng !== undefined && (lat !== stop.location?.lat || lng !== stop.location?.lng)
  if (isMoved) {
    if (!(await mayCorrect(scope, tracked))) {
      const reason = 'the driver is already on the way to this place; please call instead'
      throw apiError('highway.geocoding.error.wrong_lat_lng', { place: 'lat', reason })
    }
    await updateStop(scope, stop.id, { location: { ...withoutMarks(stop.location), lat, lng } })
    if (stop.route_id) await updateEstimates(scope, stop.route_id)
  } else if (stop.location) await dropGeocodingMarks(scope.tx, stop.id)
  const isPlaced = isMoved || stop.location?.lat !== undefined
  const change = {
    ...(location_details === undefined ? {} : { location_details }),
    ...(isPlaced ? { location_validated: true, location_validated_at: scope.now } : {}),
  }
  await writeRecipientChange(scope.tx, stop.id, change, scope.now)
  return trackingView(scope, stopId)
}

/** Rates the delivery. Throws highway.survey.error.{not_allowed_yet, already_exists}. */
export async function rateDelivery(scope: Scope, stopId: string, input: SurveyInput) {
  const stop = (await lockStops(scope, [stopId]))[0]!
  await load(scope, stop)
  const survey = await rateStop(scope, stop, input)
  return pickColumns(survey, ['stop_id', 'route_id', 'rating', 'rating_tag', 'comments', 'created_at', 'updated_at'])
}

async function load(scope: Scope, stop: StopRow): Promise<Tracked> {
  const plan = stop.plan_id ? await getPlan(scope, stop.plan_id) : undefined
  if (isExpired(plan, scope.now)) throw apiError('highway.tracking.error.expired')
  return {
    stop,
    plan,
    route: stop.route_id ? await getRoute(scope, stop.route_id) : undefined,
    project: await getProject(scope, stop.project_id),
    survey: await findSurvey(scope, stop.id),
  }
}

/** The locked stop, which its recipient still may change. */
async function loadPending(scope: Scope, stopId: string): Promise<Tracked> {
  const tracked = await load(scope, (await lockStops(scope, [stopId]))[0]!)
  const { id, status } = tracked.stop
  if (isTerminalStop(status)) throw apiError('highway.stop.error.already_executed', { id, status })
  return tracked
}

function isExpired(plan: PlanRow | undefined, now: Date): boolean {
  return plan !== undefined && now.getTime() >= plan.execution_date.getTime() + limits.TRACKING_DAYS * 86_400_000
}

/** Not once the driver is heading there: the stop under way is never pulled away silently. */
async function mayCorrect(scope: Scope, { stop, route }: Tracked): Promise<boolean> {
  return route?.status !== 'in_transit' || (await countPendingBefore(scope.tx, route.id, stop.order ?? 0)) > 0
}

const shownLocation = [
  'label',
  'country',
  'country_code',
  'state',
  'city',
  'street',
  'postal_code',
  'main_text',
  'secondary_text',
  'lat',
  'lng',
] as const

async function viewOf(scope: Scope, tracked: Tracked) {
  const { stop, plan, route, project, survey } = tracked
  const isPending = stop.status === 'pending'
  const isStarted = route?.status === 'in_transit'
  // What a draft says is not meant for anybody yet.
  const isPlanned = plan !== undefined && plan.status !== 'draft' && route !== undefined
  const wrapped = {
    project_label: project.label,
    label: stop.label,
    location: stop.location && pickColumns(stop.location as Record<string, unknown>, shownLocation),
    location_details: stop.location_details,
    execution_date: plan?.execution_date,
    customer_text_field: stop.customer_text_field,
    pin: isPending ? stop.pin : null,
    rating: survey?.rating,
    rating_tag: survey?.rating_tag,
    rating_comments: survey?.comments,
    ...(isPending && isPlanned ? await ahead(scope, tracked, route) : {}),
    ...(isPending ? {} : await outcome(scope, tracked)),
  }
  return {
    status: stop.status,
    started: isStarted,
    timezone: project.timezone,
    time_windows: stop.time_windows,
    can_edit: isPending && (await mayCorrect(scope, tracked)),
    can_rate: mayRate(stop, survey, scope.now),
    ...Object.fromEntries(Object.entries(wrapped).filter(([, value]) => value !== null && value !== undefined)),
  }
}

/** When the driver will be there; where he is, only while he is under way. */
async function ahead(scope: Scope, { stop, plan, project }: Tracked, route: RouteRow) {
  const planned = stop.planned_arrival_time
  const isStarted = route.status === 'in_transit'
  return {
    stops_before: await countPendingBefore(scope.tx, route.id, stop.order ?? 0),
    planned_arrival_time:
      planned === null ? undefined : momentOfPlanDay(planned, plan!.execution_date, project.timezone),
    estimated_arrival_time: isStarted ? stop.estimated_arrival_time : undefined,
    last_position: isStarted ? route.last_position : undefined,
  }
}

async function outcome(scope: Scope, { stop, project }: Tracked) {
  const report = stop.status === 'completed' ? undefined : await findLastReport(scope.tx, stop.id)
  const reasonId = report?.cancel_reason
  const known = project.cancel_reasons.find(({ id }) => id === reasonId)
  return { finished_at: stop.finished_at, cancel_reason: (known?.label as string | undefined) ?? reasonId }
}

function withoutMarks(location: LocationValue | null) {
  const { scoring, partial_match, ...rest } = location ?? {}
  return rest
}
