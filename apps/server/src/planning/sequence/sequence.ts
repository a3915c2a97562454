// The sequence of stops on routes: adding, removing, reordering, and recomputing everything that follows from it.

import { setImmediate } from 'node:timers/promises'
import { listStopsAhead, type PlanStatus } from '@routewright/contract'
import { listIds, mapById } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { type ComputedRoute, lockRouteRows, writeRouteTimes } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import {
  clearPlacements,
  type LinkedStop,
  listLinkedStops,
  listPendingOrder,
  listRouteIdsOfStops,
  listStopRows,
  listStopsOfRoutes,
  placeStopRows,
  type StopEstimate,
  type StopTimes,
  writeEstimates,
  writeStopTimes,
} from '../../data/stops.sql.ts'
import type { JsonObject, WarningValue } from '../../data/values.ts'
import { listEnabledZones } from '../../data/zones.sql.ts'
import { apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { requireRouteAllows } from '../lifecycle/lifecycle.ts'
import type { ChargingBooking, ChargingBookings } from '../modelling/charging/charging.ts'
import { evaluateRoute, type RouteTimes } from '../modelling/evaluate-route.ts'
import { workDone } from '../modelling/law/driver-work.ts'
import { isClockUsable } from '../modelling/live-state.ts'
import { byTurn, type DriversOfDay } from '../modelling/route-drivers.ts'
import { type PlanSettings, planSettings } from '../modelling/settings.ts'
import { tiedTexts } from '../modelling/warnings.ts'
import type { ZoneShape } from '../modelling/zones.ts'
import { asLookedAt, findBehind, noteTimes, rebook } from './follow-work.ts'
import { loadDriversOfPlans } from './load-drivers.ts'
import { findPlanSettings } from './sequence.sql.ts'

export { type DatedWork, listDriverWork, listWorkOfDriver } from './driver-work.sql.ts'
export { routesBehind } from './follow-work.ts'
export { findDriverOfRoute, loadDriversOfDays } from './load-drivers.ts'
export { loadPlanRows } from './plan-rows.ts'

/*
 * Every function expects the plans of its routes and stops to be locked (`lockPlans`), and leaves `refreshPlans` to its caller,
 * because callers usually change more than the sequence.
 */

/**
 * Makes `stopIds` the exact sequence of the route. Stops of other routes and unassigned ones of the plan are moved in; stops of
 * the route that are left out become unassigned. A broken constraint is flagged, never refused. Throws
 * highway.route.error.{finished, stop_not_in_plan}, highway.stop.error.already_executed (an executed stop dropped, reordered, or
 * taken from elsewhere), and invalid_payload for a stop named twice.
 */
export async function setOrder(scope: Scope, route: RouteRow, stopIds: readonly string[]): Promise<void> {
  const current = await listStopsOfRoutes(scope, [route.id])
  const isSame = current.length === stopIds.length && current.every((stop, index) => stop.id === stopIds[index])
  if (!isSame) requireRouteAllows(route, 'stops_joined')
  requireDistinct(stopIds)
  const stops = await getStopsOfPlan(scope, route, stopIds, current)
  requireExecutedInPlace(current, stops, route)
  const wanted = new Set(stopIds)
  await clearPlacements(
    scope,
    current.filter((stop) => !wanted.has(stop.id)).map((stop) => stop.id),
  )
  const order = stops.map((stop, index) => ({ ...stop, ...placement(stop, route, index) }))
  // Stops that stay on the route get their new number later, together with their times.
  const joining = order.filter((_, index) => !isPlaced(stops[index]!, route))
  await placeStopRows(
    scope,
    joining.map((stop) => placement(stop, route, stop.order)),
  )
  await recomputeRoutes(scope, [route.id, ...listSources(stops)], new Map([[route.id, order]]))
}

/** Appends stops to the route, in the given order; those already on it stay where they are. Throws as `setOrder`. */
export async function appendStops(scope: Scope, route: RouteRow, stopIds: readonly string[]): Promise<void> {
  const current = await listStopsOfRoutes(scope, [route.id])
  const present = new Set(listIds(current))
  const added = stopIds.filter((id) => !present.has(id))
  if (added.length > 0) await setOrder(scope, route, [...current.map((stop) => stop.id), ...added])
}

/**
 * Writes whole sequences of several routes, and takes `removed` off theirs: for a solution, whose rules were checked. The caller
 * computes the times next (`recomputeRoutes`).
 */
export async function placeOnRoutes(
  scope: Scope,
  orders: readonly { route: RouteRow; stopIds: readonly string[] }[],
  removed: readonly string[],
): Promise<void> {
  await clearPlacements(scope, removed)
  await placeStopRows(
    scope,
    orders.flatMap(({ route, stopIds }) =>
      stopIds.map((id, order) => ({ id, route_id: route.id, vehicle_id: route.vehicle_id, order })),
    ),
  )
}

/** Counts pending stops before this one on its route; 0 for a stop without a route. */
export async function countPendingBefore(
  scope: Scope,
  { id, route_id }: Pick<StopRow, 'id' | 'route_id'>,
): Promise<number> {
  if (route_id === null) return 0
  const ahead = listStopsAhead(await listPendingOrder(scope, route_id))
  return Math.max(
    0,
    ahead.findIndex((stop) => stop.id === id),
  )
}

/** Takes pending stops off their routes, back into the plan. Throws highway.stop.error.already_executed. */
export async function unassignStops(scope: Scope, stopIds: readonly string[]): Promise<void> {
  const stops = await listStopRows(scope, stopIds)
  const executed = stops.find((stop) => stop.status !== 'pending' && stop.route_id !== null)
  if (executed) throw alreadyExecuted(executed)
  await detachStops(scope, stopIds)
}

/** Takes stops off their routes whatever their status (they were deleted, moved away, or lost their route), and closes the gaps. */
export async function detachStops(scope: Scope, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  const routeIds = await listRouteIdsOfStops(scope, stopIds)
  await clearPlacements(scope, stopIds)
  await recomputeRoutes(scope, routeIds)
}

/**
 * Numbers the stops of routes from 0, and recomputes their planned times, distances, tracks, breaks and warnings. Finished routes
 * are only numbered. Returns the ids of all routes that were checked: a change of one route may also change the warnings of
 * another that shares a cluster or a pickup with it. `orders` are the routes' stops in their intended sequence, where the caller
 * has read them; all other values are as in the database. `booked`: the planned charging of the routes, where an optimizer has
 * distributed the charging points; else routes keep their present charging until they are computed.
 */
export async function recomputeRoutes(
  scope: Scope,
  routeIds: readonly string[],
  orders: ReadonlyMap<string, readonly StopRow[]> = new Map(),
  booked?: ChargingBookings,
): Promise<string[]> {
  const asked = await lockRouteRows(scope, [...new Set(routeIds)])
  if (asked.length === 0) return []
  const planIds = [...new Set(asked.map((route) => route.plan_id))]
  const linked = await listLinkedStops(scope, planIds)
  const broken = brokenLinks(linked)
  const routes = [...asked, ...(await lockRouteRows(scope, staleRoutes(linked, broken, asked)))]
  const contexts = await loadContexts(scope, planIds)
  if (booked) for (const { booked: own } of contexts.values()) rebook(own, listIds(routes), booked)
  const unread = listIds(routes).filter((id) => !orders.has(id))
  const stops = new Map<string, readonly StopRow[]>([
    ...orders,
    ...Map.groupBy(await listStopsOfRoutes(scope, unread), (stop) => stop.route_id!),
  ])
  const times = new Map<string, RouteTimes>()
  for (const route of routes.toSorted(byTurn)) {
    const own = { route, stops: stops.get(route.id) ?? [] }
    const context = contexts.get(route.plan_id)!
    const computed =
      route.status === 'finished' ? keptTimes(own, context) : await evaluateRoute(own, context, scope.travel)
    addLinkWarnings(own.stops, broken, computed)
    times.set(route.id, computed)
    noteTimes(context, route, computed)
    // A plan of many routes must not keep the event loop from serving other requests.
    if (times.size % routesPerTurn === 0) await setImmediate()
  }
  await writeRouteTimes(scope, [...times].map(computedRoute))
  await writeStopTimes(scope, [...times.values()].flatMap(computedStops))
  await writeEstimates(scope, listEstimates(routes, contexts, stops, times))
  await requestRoadTimes(scope, times)
  const behind = await findBehind(scope, routes, times, contexts)
  return [...listIds(routes), ...(behind.length > 0 ? await recomputeRoutes(scope, behind) : [])]
}

const routesPerTurn = 20

/** Sends a job for each route that got straight lines, in the same transaction, so that the job exists if and only if these times do. */
async function requestRoadTimes(scope: Scope, times: ReadonlyMap<string, RouteTimes>): Promise<void> {
  const waiting = [...times].filter(([, { isStandIn }]) => isStandIn)
  await scope.jobs.sendEach(
    scope.tx,
    'road_times',
    waiting.map(([routeId]) => ({
      key: routeId,
      payload: { organization_id: scope.organizationId, route_id: routeId },
    })),
  )
}

function computedRoute([id, { driver_work, ...times }]: [string, RouteTimes]): ComputedRoute {
  return { id, driver_work, ...getRouteTimes(times) }
}

function computedStops({ stops }: RouteTimes): StopTimes[] {
  return [...stops].map(([id, own], order) => ({ id, order, ...own }))
}

type RouteOrder = { route: RouteRow; stops: readonly StopRow[] }

/**
 * Computes the times and warnings that routes would have with other stops on them; writes nothing. The stops are those of the
 * whole route in driving order; they may come from other routes of the plan, or from none. `booked` as for `recomputeRoutes`.
 */
export async function previewOrders(
  scope: Scope,
  planId: string,
  orders: readonly RouteOrder[],
  context: PlanContext,
  booked?: ChargingBookings,
): Promise<Map<string, RouteTimes>> {
  const [times] = await previewVariants(scope, planId, [orders], context, booked)
  return times!
}

/** The same for several variants of the same routes, each computed on its own. */
export async function previewVariants(
  scope: Scope,
  planId: string,
  variants: readonly (readonly RouteOrder[])[],
  context: PlanContext,
  booked?: ChargingBookings,
): Promise<Map<string, RouteTimes>[]> {
  const linked = await listLinkedStops(scope, [planId])
  const all: Map<string, RouteTimes>[] = []
  for (const orders of variants) all.push(await previewVariant(scope, orders, context, linked, booked))
  return all
}

async function previewVariant(
  { travel }: Scope,
  orders: readonly RouteOrder[],
  context: PlanContext,
  linked: readonly LinkedStop[],
  booked: ChargingBookings | undefined,
): Promise<Map<string, RouteTimes>> {
  const placeOf = new Map(orders.flatMap(({ route, stops }) => stops.map((stop) => [stop.id, route.id] as const)))
  const known = new Set(orders.map(({ route }) => route.id))
  const moved = linked.map((stop) => {
    // A stop of one of these routes that is in none of the sequences becomes unassigned.
    const left = stop.route_id !== null && known.has(stop.route_id) ? null : stop.route_id
    return { ...stop, route_id: placeOf.get(stop.id) ?? left }
  })
  const broken = brokenLinks(moved)
  const looked = { ...context, drivers: asLookedAt(context.drivers), booked: new Map(context.booked) }
  if (booked) rebook(looked.booked, [...known], booked)
  const times = new Map<string, RouteTimes>()
  for (const one of orders.toSorted((a, b) => byTurn(a.route, b.route))) {
    const { route, stops } = one
    const computed = route.status === 'finished' ? keptTimes(one, looked) : await evaluateRoute(one, looked, travel)
    addLinkWarnings(stops, broken, computed)
    times.set(route.id, computed)
    noteTimes(looked, route, computed)
    if (times.size % routesPerTurn === 0) await setImmediate()
  }
  return new Map(orders.map(({ route }) => [route.id, times.get(route.id)!]))
}

/** Estimates of routes under way: new planned times are also the best estimates until the driver's next position or report. */
function listEstimates(
  routes: readonly RouteRow[],
  contexts: ReadonlyMap<string, PlanContext>,
  stops: ReadonlyMap<string, readonly StopRow[]>,
  times: ReadonlyMap<string, RouteTimes>,
): StopEstimate[] {
  return routes.flatMap((route) => {
    const { nowSeconds, executionDate, settings } = contexts.get(route.plan_id)!
    if (route.status !== 'in_transit' || !isClockUsable(nowSeconds)) return []
    const moment = (seconds: number | null) =>
      seconds === null ? null : momentOfPlanDay(seconds, executionDate, settings.timeZone).toISOString()
    return (stops.get(route.id) ?? []).flatMap((stop) => {
      const own = times.get(route.id)!.stops.get(stop.id)!
      if (stop.status !== 'pending') return []
      return [
        {
          id: stop.id,
          estimated_arrival_time: moment(own.planned_arrival_time),
          estimated_departure_time: moment(own.planned_departure_time),
        },
      ]
    })
  })
}

export interface PlanContext {
  settings: PlanSettings
  zones: ZoneShape[]
  nowSeconds: number
  isLive: boolean
  executionDate: Date
  status: PlanStatus
  /** Drivers of the day; undefined in projects without drivers. */
  drivers: DriversOfDay | undefined
  /** Charging of the day's routes, other plans included, by route id; `noteTimes` updates it. */
  booked: Map<string, readonly ChargingBooking[]>
}

/** Returns a key of everything that a plan's times depend on except roads and learned times. For a live day it changes every minute. */
export function contextKey(revision: number, { settings, drivers, isLive, nowSeconds, booked }: PlanContext): string {
  const people = drivers && [
    drivers.drivers.map(({ id, updated_at }) => [id, updated_at]),
    [...drivers.byRoute, ...drivers.byVehicle],
    [...drivers.work.values()].flat().map(({ id, work: { began, ended } }) => [id, began, ended]),
    [...drivers.past],
  ]
  const minute = isLive ? Math.floor(nowSeconds / 60) : 0
  return JSON.stringify([revision, minute, settings, people, [...booked]])
}

/** Loads everything except the routes that the times of a plan's routes depend on. `config` overrides the settings of the plans. */
export async function loadContexts(
  scope: Scope,
  planIds: readonly string[],
  config: JsonObject = {},
): Promise<Map<string, PlanContext>> {
  const plans = await findPlanSettings(scope, planIds)
  const projectIds = [...new Set([...plans.values()].map((plan) => plan.project_id))]
  const zones = Map.groupBy(await listEnabledZones(scope, projectIds), (zone) => zone.project_id)
  const drivers = await loadDriversOfPlans(scope, plans.values())
  return new Map(
    [...plans].map(([planId, row]) => {
      const project = {
        optimizer_config: row.project_optimizer_config,
        traffic_options: row.project_traffic_options,
        timezone: row.timezone,
        traffic_week: row.traffic_week,
        driving_rules: row.driving_rules,
        counts_driven_days: row.counts_driven_days,
        depots: row.depots ?? [],
        charging_places: row.charging_places ?? [],
        learning: row.learning,
      }
      return [
        planId,
        {
          settings: planSettings({ ...row, optimizer_config: { ...row.optimizer_config, ...config } }, project),
          zones: zones.get(row.project_id) ?? [],
          nowSeconds: secondsOfPlanDay(scope.now, row.execution_date, row.timezone),
          isLive: row.is_live,
          executionDate: row.execution_date,
          status: row.status,
          drivers: drivers.get(planId),
          booked: new Map(Object.entries(row.charging ?? {})),
        },
      ]
    }),
  )
}

/** Returns the stops in the order of their ids; those of `known` are not read again. */
async function getStopsOfPlan(
  scope: Scope,
  route: RouteRow,
  stopIds: readonly string[],
  known: readonly StopRow[],
): Promise<StopRow[]> {
  const found = mapById(known)
  const others = stopIds.filter((id) => !found.has(id))
  for (const stop of await listStopRows(scope, others)) found.set(stop.id, stop)
  return stopIds.map((id) => {
    const stop = found.get(id)
    if (stop?.plan_id !== route.plan_id) {
      throw apiError('highway.route.error.stop_not_in_plan', { id, plan_id: route.plan_id })
    }
    return stop
  })
}

function requireDistinct(stopIds: readonly string[]): void {
  const seen = new Set<string>()
  for (const [index, id] of stopIds.entries()) {
    if (seen.has(id)) {
      throw invalidPayload(`stops[${index}]`, `stop ${id} stands twice`)
    }
    seen.add(id)
  }
}

/** Throws unless the executed stops of the route keep their order, and none is taken from another route. */
function requireExecutedInPlace(current: readonly StopRow[], wanted: readonly StopRow[], route: RouteRow): void {
  const before = current.filter((stop) => stop.status !== 'pending')
  const after = wanted.filter((stop) => stop.status !== 'pending')
  const stranger = after.find((stop) => stop.route_id !== route.id)
  if (stranger) throw alreadyExecuted(stranger)
  for (const [index, stop] of before.entries()) if (after[index]?.id !== stop.id) throw alreadyExecuted(stop)
}

function alreadyExecuted(stop: StopRow) {
  return apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
}

function listSources(stops: readonly StopRow[]): string[] {
  return stops.flatMap((stop) => stop.route_id ?? [])
}

function isPlaced(stop: StopRow, route: RouteRow): boolean {
  return stop.route_id === route.id && stop.vehicle_id === route.vehicle_id
}

function placement(stop: StopRow, route: RouteRow, order: number) {
  return { id: stop.id, route_id: route.id, vehicle_id: route.vehicle_id, order }
}

const linkCodes = ['cluster', 'pickup_unassigned', 'delivery_unassigned'] as const
type LinkCode = (typeof linkCodes)[number]

/** Returns the rules between routes that assigned pending stops break, by stop id. */
function brokenLinks(linked: readonly LinkedStop[]): Map<string, Set<LinkCode>> {
  const broken = new Map<string, Set<LinkCode>>()
  const byId = mapById(linked)
  const deliveries = Map.groupBy(linked, ({ pickup_id, status }) => (status === 'pending' ? pickup_id : null))
  const assigned = linked.filter((stop) => stop.route_id !== null)
  const clusterRoutes = Map.groupBy(
    assigned.filter((stop) => stop.cluster !== null),
    (stop) => `${stop.plan_id} ${stop.cluster}`,
  )
  for (const stop of assigned) {
    if (stop.status !== 'pending') continue
    const codes = new Set<LinkCode>()
    const mates = stop.cluster === null ? [] : (clusterRoutes.get(`${stop.plan_id} ${stop.cluster}`) ?? [])
    if (mates.some((mate) => mate.route_id !== stop.route_id)) codes.add('cluster')
    const pickup = stop.pickup_id === null ? undefined : byId.get(stop.pickup_id)
    if (pickup && pickup.route_id !== stop.route_id) codes.add('pickup_unassigned')
    const owed = deliveries.get(stop.id) ?? []
    if (owed.length > 0 && owed.every((delivery) => delivery.route_id !== stop.route_id))
      codes.add('delivery_unassigned')
    broken.set(stop.id, codes)
  }
  return broken
}

/** Returns other routes with a flag of such a rule missing or no longer true. */
function staleRoutes(
  linked: readonly LinkedStop[],
  broken: ReadonlyMap<string, ReadonlySet<LinkCode>>,
  asked: readonly RouteRow[],
): string[] {
  const known = new Set(listIds(asked))
  const stale = linked.filter((stop) => {
    const codes = broken.get(stop.id)
    if (!codes || known.has(stop.route_id!)) return false
    return linkCodes.some(
      (code) => codes.has(code) !== stop.optimization_warnings.some((warning) => warning.code === code),
    )
  })
  return [...new Set(stale.map((stop) => stop.route_id!))]
}

function addLinkWarnings(
  stops: readonly StopRow[],
  broken: ReadonlyMap<string, ReadonlySet<LinkCode>>,
  times: RouteTimes,
): void {
  for (const stop of stops) {
    const own = times.stops.get(stop.id)!
    const added: WarningValue[] = []
    for (const code of broken.get(stop.id) ?? []) {
      if (!own.optimization_warnings.some((warning) => warning.code === code)) {
        added.push({ code, message: tiedTexts[code] })
      }
    }
    own.optimization_warnings = [...own.optimization_warnings, ...added]
  }
}

function keptTimes({ route, stops }: RouteOrder, context: PlanContext): RouteTimes {
  return {
    ...getRouteTimes(route),
    driver_work: workDone({ route, stops }, context),
    isStandIn: false,
    stops: new Map(
      stops.map((stop) => [
        stop.id,
        {
          planned_arrival_time: stop.planned_arrival_time,
          planned_departure_time: stop.planned_departure_time,
          distance_to_previous_stop: stop.distance_to_previous_stop,
          distance_to_next_stop: stop.distance_to_next_stop,
          is_straight_to_previous_stop: stop.is_straight_to_previous_stop,
          is_straight_to_next_stop: stop.is_straight_to_next_stop,
          optimization_warnings: stop.optimization_warnings,
        },
      ]),
    ),
  }
}

/** Stored times of a route, except the hours of its driver. */
function getRouteTimes(times: Omit<ComputedRoute, 'id' | 'driver_work'>): Omit<ComputedRoute, 'id' | 'driver_work'> {
  const { planned_start_time, planned_loading_time, planned_end_time, planned_distance, planned_track } = times
  const { straight_distance, is_off_roads, break_stop, breaks, planned_charge, drive_factor } = times
  const planned = { planned_start_time, planned_loading_time, planned_end_time, planned_distance, planned_track }
  return { ...planned, straight_distance, is_off_roads, break_stop, breaks, planned_charge, drive_factor }
}
