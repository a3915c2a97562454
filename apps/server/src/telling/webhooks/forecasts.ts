// Events that tell what is about to happen: which of them a route under way gives rise to, by the thresholds of each webhook.
import { type ForecastEventId, forecastThresholds, listStopsAhead } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { type EventRecord, recordEvents } from '../../data/events.ts'
import type { ForecastNoteRow, ToldForecastRow } from '../../data/forecast-tables.ts'
import { dropForecastNote, hasForecastNote, insertToldForecasts, takeForecastNote } from '../../data/forecasts.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanEvenDeleted } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { routeResource } from '../../data/resources/route.ts'
import { bareStopResource } from '../../data/resources/stop.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { findRouteRow } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listPendingStops } from '../../data/stops.sql.ts'
import type { WebhookRow } from '../../data/webhook-tables.ts'
import { listForecastWebhooks } from '../../data/webhooks.sql.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getMoment, type Services, systemScope } from '../../frame/platform/services.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { findPlace } from '../../planning/modelling/places.ts'

type Threshold = keyof typeof forecastThresholds

/** A route under way with its pending stops, the next one first. */
interface Outlook {
  route: RouteRow
  plan: PlanRow
  project: ProjectRow
  stops: readonly StopRow[]
}

/** Something that is about to happen, for one webhook. */
interface Forecast {
  eventId: ForecastEventId
  resourceId: string
  /** Told once for each cause. */
  cause: string
  /** The moment that it is about, where the same cause may be told again after another one: a position. */
  repeats?: { at: Date; afterSeconds: number }
  data(): EventRecord['data']
}

/** Looks at the next noted route; returns false when none is noted. A route that fails does not hold up the others. */
export async function forecastNext(services: Services): Promise<boolean> {
  const { database, log } = services
  if (!(await hasForecastNote(database.db))) return false
  let note: ForecastNoteRow | undefined
  try {
    await database.transaction(async (tx) => {
      note = await takeForecastNote(tx)
      if (!note) return
      const { organization_id, route_id } = note
      await tellForecasts(systemScope(services, tx, organization_id, getMoment(services, organization_id)), route_id)
    })
  } catch (error) {
    if (!note) throw error
    log.error({ err: error, route: note.route_id }, 'what is about to happen on a route could not be told')
    await dropForecastNote(database.db, note.route_id)
  }
  return note !== undefined
}

async function tellForecasts(scope: Scope, routeId: string): Promise<void> {
  const outlook = await findOutlook(scope, routeId)
  if (!outlook) return
  const webhooks = await listForecastWebhooks(scope, outlook.project.id)
  const forecasts = webhooks.flatMap((webhook) =>
    listForecasts(scope, webhook, outlook).map((forecast) => ({ webhookId: webhook.id, forecast })),
  )
  const rows = forecasts.map(({ webhookId, forecast }) => toldRow(scope, webhookId, forecast))
  const told = new Set((await insertToldForecasts(scope, rows)).map(getName))
  const events = forecasts.flatMap(({ webhookId, forecast }, index): EventRecord[] => {
    const row = rows[index]
    if (!row || !told.has(getName(row))) return []
    const data = { ...forecast.data(), updated_at: scope.now }
    return [{ eventId: forecast.eventId, projectId: outlook.project.id, data, webhookId }]
  })
  await recordEvents(scope, events)
}

async function findOutlook(scope: Scope, routeId: string): Promise<Outlook | undefined> {
  const route = await findRouteRow(scope, routeId)
  if (route?.status !== 'in_transit') return undefined
  const plan = await findPlanEvenDeleted(scope, route.plan_id)
  if (!plan || plan.deleted) return undefined
  const project = await getProject(scope, route.project_id)
  return { route, plan, project, stops: listStopsAhead(await listPendingStops(scope, routeId)) }
}

function toldRow(
  { now }: Scope,
  webhookId: string,
  { eventId, resourceId, cause, repeats }: Forecast,
): ToldForecastRow {
  return {
    webhook_id: webhookId,
    event_id: eventId,
    resource_id: resourceId,
    cause,
    told_at: repeats?.at ?? now,
    again_at: repeats ? new Date(repeats.at.getTime() + repeats.afterSeconds * 1_000) : null,
  }
}

function getName({ webhook_id, event_id, resource_id, cause }: ToldForecastRow): string {
  return [webhook_id, event_id, resource_id, cause].join(' ')
}

/** Returns all that the webhook wants to know of the route now, told before or not. */
function listForecasts(scope: Scope, webhook: WebhookRow, outlook: Outlook): Forecast[] {
  return rules.flatMap(([eventId, threshold, find]) =>
    webhook.events.includes(eventId)
      ? find(scope, outlook, webhook[threshold] ?? forecastThresholds[threshold].usual).map((found) => ({
          eventId,
          ...found,
        }))
      : [],
  )
}

type Rule = (scope: Scope, outlook: Outlook, threshold: number) => Omit<Forecast, 'eventId'>[]

const rules: readonly (readonly [ForecastEventId, Threshold, Rule])[] = [
  ['svc.drivers.2.stop.expected', 'expected_within_minutes', findExpected],
  ['svc.drivers.2.stop.approached', 'within_meters', findApproached],
  ['svc.drivers.2.stop.window_at_risk', 'late_by_minutes', findEndangered],
  ['svc.drivers.2.route.delayed', 'delayed_by_minutes', findDelay],
  ['svc.drivers.2.route.positioned', 'position_every_seconds', findPosition],
]

function findExpected(scope: Scope, outlook: Outlook, withinMinutes: number) {
  return arrivalsAhead(outlook).flatMap(({ stop, arrival }) => {
    const minutes = minutesBetween(scope.now, arrival)
    if (minutes > withinMinutes) return []
    return [stopForecast(scope, outlook, stop, getVisit(stop), { minutes_ahead: Math.max(0, Math.ceil(minutes)) })]
  })
}

/** Only the next stop counts: a van that passes a later one is not on its way to it. */
function findApproached(scope: Scope, outlook: Outlook, withinMeters: number) {
  const { route, stops } = outlook
  const [next] = stops
  const [from, to] = [route.last_position, next && findPlace(next.location)]
  if (!next || next.arrived_at !== null || !from || !to) return []
  const meters = straightMeters(from, to)
  if (meters > withinMeters) return []
  return [stopForecast(scope, outlook, next, getVisit(next), { meters_ahead: Math.round(meters) })]
}

function findEndangered(scope: Scope, outlook: Outlook, lateByMinutes: number) {
  return arrivalsAhead(outlook).flatMap(({ stop, arrival }) => {
    if (stop.time_windows.length === 0) return []
    const closes = momentOfDay(outlook, Math.max(...stop.time_windows.map(([, end]) => end)))
    const minutes = minutesBetween(closes, arrival)
    if (arrival <= closes || minutes < lateByMinutes) return []
    const cause = `${getVisit(stop)} ${JSON.stringify(stop.time_windows)}`
    return [stopForecast(scope, outlook, stop, cause, { minutes_late: Math.floor(minutes) })]
  })
}

function findDelay(_scope: Scope, outlook: Outlook, byMinutes: number) {
  const { route, plan } = outlook
  const { estimated_end_time: end, planned_end_time: planned } = route
  if (!end || planned === null) return []
  const minutes = minutesBetween(momentOfDay(outlook, planned), end)
  if (minutes < byMinutes) return []
  const data = () => ({ ...routeResource(route, plan), minutes_late: Math.floor(minutes) })
  return [{ resourceId: route.id, cause: plan.id, data }]
}

function findPosition(_scope: Scope, { route }: Outlook, everySeconds: number) {
  const { last_position: position } = route
  if (!position) return []
  const { id, organization_id, project_id, plan_id, status, vehicle_id, label, external_id } = route
  const data = () => ({
    id,
    organization_id,
    project_id,
    plan_id,
    status,
    position,
    ...(vehicle_id && { vehicle_id }),
    ...(label && { label }),
    ...(external_id && { external_id }),
  })
  return [
    { resourceId: id, cause: '', repeats: { at: new Date(position.created_at), afterSeconds: everySeconds }, data },
  ]
}

function stopForecast(scope: Scope, { plan }: Outlook, stop: StopRow, cause: string, more: object) {
  const data = () => ({ ...bareStopResource(stop, plan, scope.publicBase), ...more })
  return { resourceId: stop.id, cause, data }
}

/** Pending stops that the driver has not reached, with their estimated arrivals. */
function arrivalsAhead({ stops }: Outlook): { stop: StopRow; arrival: Date }[] {
  return stops.flatMap((stop) => {
    const { estimated_arrival_time: arrival, arrived_at } = stop
    return arrival && arrived_at === null ? [{ stop, arrival }] : []
  })
}

/** After a failed attempt the driver comes again, which is another visit. */
function getVisit({ plan_id, report_attempts }: StopRow): string {
  return `${plan_id} ${report_attempts}`
}

function momentOfDay({ plan, project }: Outlook, seconds: number): Date {
  return momentOfPlanDay(seconds, plan.execution_date, project.timezone)
}

function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000
}
