// The rules of the driver app's calls: what the link shows, starting, positions, breaks, arrivals, scans, the driver's own sequence.

import { isDeepStrictEqual } from 'node:util'
import {
  type Arrival,
  type BreakAction,
  type ChargingReport,
  type DriverOrder,
  type DriverReturn,
  findByCode,
  hiddenRouteFields,
  hiddenStopFields,
  type QueryOf,
  type RouteStart,
  type Scan,
  type VanPlaceInput,
} from '@routewright/contract'
import { beginBreak, currentBreak, endBreak, listBreaks } from '@routewright/contract/breaks'
import { tellCharging } from '@routewright/contract/told-charging'
import { getProject } from '../../accounts/projects/projects.ts'
import { insertCall } from '../../data/driver-calls.sql.ts'
import { markLinkOpened } from '../../data/driver-links.sql.ts'
import { listPackages } from '../../data/packages.sql.ts'
import type { NewPosition } from '../../data/positions.sql.ts'
import { packageResource } from '../../data/resources/records.ts'
import { routeResource } from '../../data/resources/route.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { updateRouteRow } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfRoutes, listStopsTakenOff, setStopArrival, updateStopRows } from '../../data/stops.sql.ts'
import type { PlannedChargeValue } from '../../data/values.ts'
import { noteHeartbeat } from '../../data/vehicles.sql.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { likelyMoment, readDeviceTime } from '../../frame/platform/device-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { requirePlanAllows, startRoute } from '../../planning/lifecycle/lifecycle.ts'
import { scanPackage } from '../../planning/packages/packages.ts'
import { readPageParts } from '../../planning/ports.ts'
import { lockRouteWithPlan } from '../../planning/routes/routes.ts'
import { findDriverOfRoute, recomputeRoutes, setOrder } from '../../planning/sequence/sequence.ts'
import { getStop, stopRecords } from '../../planning/stops/stops.ts'
import { getWay, updateEstimates, type Way } from '../estimates/estimates.ts'
import { recordPositions, tellArrival, wasNoticed } from '../recorded-track/recorded-track.ts'
import { listReturnsOfRoutes, noteGoods } from '../returns/returns.ts'
import { selectCodesOfRoute, selectLastVisits } from './driver.sql.ts'
import { type DriverCaller, getOwnRoute, getOwnStop, requireOwnRoute } from './own-route.ts'
import { type Changed, routeDifference } from './route-difference.ts'

export { findNotes } from './notes.ts'

/** Least time between two stored heartbeats: a thousand drivers must not write every second. */
const heartbeatMilliseconds = 20_000
/** Longest time between the start of a call, which dates its changes, and its commit, which makes them visible. */
const slowestMilliseconds = 5_000
async function getOwnWay(scope: Scope, caller: DriverCaller, lock?: 'route' | 'plan'): Promise<Way> {
  const way = await getWay(scope, caller.routeId, lock)
  await requireOwnRoute(scope, caller, way.route)
  return way
}

/** Returns what the link opens. Changes nothing, because mail scanners and previews may call it. */
export async function describeSession(scope: Scope, caller: DriverCaller) {
  const { route, plan } = await getOwnWay(scope, caller)
  const project = await getProject(scope, route.project_id)
  const person = await findDriverOfRoute(scope, route, plan)
  return {
    route_id: route.id,
    plan_id: route.plan_id,
    project_id: route.project_id,
    route_status: route.status,
    timezone: project.timezone,
    settings: project.settings,
    cancel_reasons: project.cancel_reasons,
    server_time: scope.now,
    ...(route.label ? { route_label: route.label } : {}),
    ...(route.vehicle_label ? { vehicle_label: route.vehicle_label } : {}),
    ...(route.plate ? { plate: route.plate } : {}),
    ...(person ? { driver_label: person.label } : {}),
    ...(project.label ? { project_label: project.label } : {}),
  }
}

/** Starts the route when the driver opens it: it becomes in_transit. Does nothing on a started route. */
export async function startOwnRoute(scope: Scope, caller: DriverCaller, input: RouteStart) {
  const at = readDeviceTime(input.at, scope.now, 'at')
  const way = await getOwnWay(scope, caller, 'plan')
  const { route, plan } = way
  if (route.status === 'not_started') {
    if (plan.status === 'draft') requirePlanAllows(plan, 'dispatched')
    await startRoute(scope, route.id, at)
    await markLinkOpened(scope, caller.credentialId)
    await updateEstimates(scope, route.id)
  }
  await beat(scope, way)
  return driverRoute(scope, caller)
}

/** Returns the route with its stops, as the driver may see them. */
export async function driverRoute(scope: Scope, caller: DriverCaller) {
  const way = await getOwnWay(scope, caller)
  return wayRecord(scope, way, await listStopsOfRoutes(scope, [way.route.id]))
}

async function wayRecord(scope: Scope, { route, plan }: Way, stops: readonly StopRow[]) {
  const returns = await listReturnsOfRoutes(scope, [route])
  const { planned_charge: charge, ...record } = without(routeResource(route, plan), hiddenRouteFields)
  return {
    ...record,
    ...(charge && { planned_charge: withoutCosts(charge) }),
    stops: await driverStops(scope, stops),
    ...(returns.length > 0 ? { returns } : {}),
  }
}

/** Stores a batch of positions; those already stored are ignored. */
export async function addPositions(scope: Scope, caller: DriverCaller, positions: readonly NewPosition[]) {
  const way = await getOwnWay(scope, caller, 'route')
  const accepted = await recordPositions(scope, way, positions)
  await beat(scope, way)
  return { accepted }
}

/** Begins or ends a break. Repeated, it changes nothing. Throws highway.route.error.finished. */
export async function takeBreak(scope: Scope, caller: DriverCaller, input: BreakAction) {
  await getOwnRoute(scope, caller)
  const { action } = input
  const { route } = await lockRouteWithPlan(scope, caller.routeId)
  if (await isRepeated(scope, route, input)) return driverRoute(scope, caller)
  if (route.status === 'finished') throw apiError('highway.route.error.finished', { id: route.id })
  const before = listBreaks(route)
  const running = currentBreak(before)?.real_start_time
  const begun = running ? new Date(running) : (route.start_date ?? route.created_at)
  const moment = likelyMoment(readDeviceTime(input.at, scope.now, 'at'), scope.now, begun).toISOString()
  const breaks = action === 'start' ? beginBreak(before, moment) : endBreak(before, moment)
  if (!isDeepStrictEqual(breaks, before)) {
    await updateRouteRow(scope, route.id, { breaks, break_stop: currentBreak(breaks) ?? null })
    // A break shorter or earlier than planned may require another one.
    if (breaks.some(({ law }) => law !== undefined)) await recomputeRoutes(scope, [route.id])
    await updateEstimates(scope, route.id)
  }
  await beat(scope, { route, sessionSeenAt: null })
  return driverRoute(scope, caller)
}

/**
 * Reports charging on the way: the rest of the route is computed with the reported charge. Throws 404, and
 * highway.route.error.finished.
 */
export async function reportCharging(scope: Scope, caller: DriverCaller, input: ChargingReport) {
  await getOwnRoute(scope, caller)
  const { route } = await lockRouteWithPlan(scope, caller.routeId)
  if (await isRepeated(scope, route, input)) return driverRoute(scope, caller)
  if (route.status === 'finished') throw apiError('highway.route.error.finished', { id: route.id })
  const { charging_place_id, charge } = input
  const since = route.start_date ?? route.created_at
  const at = likelyMoment(readDeviceTime(input.at, scope.now, 'at'), scope.now, since).toISOString()
  const { planned_charge: planned, battery } = route
  const stops = await listStopsOfRoutes(scope, [route.id])
  const passed = stops.filter(({ status }) => status !== 'pending').length
  const told = tellCharging(planned?.charging ?? [], { charging_place_id, charge, at, passed }, battery?.capacity ?? 0)
  if (!planned || !told) throw notFound('charging visit', charging_place_id)
  await updateRouteRow(scope, route.id, { planned_charge: { ...planned, charging: told } })
  await recomputeRoutes(scope, [route.id])
  await updateEstimates(scope, route.id)
  await beat(scope, { route, sessionSeenAt: null })
  return driverRoute(scope, caller)
}

/** Reports the arrival at a stop; the first arrival counts. */
export async function arrive(scope: Scope, caller: DriverCaller, stopId: string, input: Arrival) {
  const way = await getOwnWay(scope, caller, 'plan')
  const stop = await getOwnStop(scope, way.route, stopId)
  const isKnown = stop.arrived_at !== null || (await isRepeated(scope, way.route, input))
  const at = likelyMoment(readDeviceTime(input.at, scope.now, 'at'), scope.now)
  const arrived = isKnown ? undefined : await setStopArrival(scope, stop.id, at)
  if (arrived && !wasNoticed(stop)) await tellArrival(scope, arrived, way.plan, { at, by: 'driver' })
  // The time of arrival says more about delays than the last position.
  if (arrived) await updateEstimates(scope, way.route.id)
  await beat(scope, way)
  return (await driverStops(scope, [arrived ? await getStop(scope, stop.id) : stop]))[0]!
}

/** Sets where in the van the goods of the stop are; null clears it. Repeated, it changes nothing. */
export async function setVanPlace(scope: Scope, caller: DriverCaller, stopId: string, input: VanPlaceInput) {
  const way = await getOwnWay(scope, caller, 'plan')
  const stop = await getOwnStop(scope, way.route, stopId)
  if (!(await isRepeated(scope, way.route, input))) {
    const van_place = input.place && { ...input.place, route_id: way.route.id }
    await updateStopRows(scope, [stop.id], { van_place })
  }
  await beat(scope, way)
  return (await driverStops(scope, [await getStop(scope, stop.id)]))[0]!
}

/** Applies one scan; repeated, it changes nothing. Throws highway.package.error.not_found, also for a code that several stops have. */
export async function scan(scope: Scope, caller: DriverCaller, input: Scan) {
  const way = await getOwnWay(scope, caller, 'plan')
  const { route } = way
  const stop = await findScannedStop(scope, route, input)
  const at = likelyMoment(readDeviceTime(input.scanned_at, scope.now, 'scanned_at'), scope.now)
  const isKnown = await isRepeated(scope, route, input)
  const known = isKnown && findByCode(await listPackages(scope, [stop.id]), input.identifier)[0]
  const scanned = known ? undefined : await scanPackage(scope, stop, input.identifier, input.purpose, at)
  const parcel = known || scanned!.packages.find(({ stop_id }) => stop_id === stop.id) || scanned!.packages[0]!
  const target = parcel.stop_id === stop.id ? stop : await getStop(scope, parcel.stop_id)
  await beat(scope, way)
  return {
    stop_id: target.id,
    package: packageResource(parcel),
    repeated: !scanned?.hasChanged,
    ...(target.fixed_id ? { fixed_id: target.fixed_id } : {}),
  }
}

/** Reports that goods were handed over at the depot. Repeated, it changes nothing. Throws highway.stop.error.nothing_to_return. */
export async function handBack(scope: Scope, caller: DriverCaller, input: DriverReturn) {
  const route = await getOwnRoute(scope, caller)
  const at = likelyMoment(readDeviceTime(input.at, scope.now, 'at'), scope.now)
  if (!(await isRepeated(scope, route, input))) {
    await noteGoods(scope, [route], [{ place: 'stop_id', ...input }], input.returned === false ? null : at)
  }
  await beat(scope, { route, sessionSeenAt: null })
  return driverRoute(scope, caller)
}

/** Sets the driver's own sequence of all pending stops, where the project allows it. */
export async function chooseOrder(scope: Scope, caller: DriverCaller, input: DriverOrder) {
  await getOwnRoute(scope, caller)
  const { route } = await lockRouteWithPlan(scope, caller.routeId)
  const project = await getProject(scope, route.project_id)
  if (!project.settings.driver_may_reorder) {
    throw apiError('highway.user.error.forbidden', { action: 'choose another order' })
  }
  if (await isRepeated(scope, route, input)) return driverRoute(scope, caller)
  const stops = await listStopsOfRoutes(scope, [route.id])
  const pending = stops.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const stopIds = input.merge ? mergeOrder(input.stop_ids, pending) : input.stop_ids
  const foreign = stopIds.find((id) => !pending.includes(id))
  if (foreign) throw apiError('highway.route.error.stop_not_in_plan', { id: foreign, plan_id: route.plan_id })
  if (stopIds.length !== pending.length) {
    const reason = `must hold all ${pending.length} pending stops of the route`
    throw invalidPayload('stop_ids', reason)
  }
  const executed = stops.filter(({ status }) => status !== 'pending').map(({ id }) => id)
  await setOrder(scope, route, [...executed, ...stopIds])
  await updateEstimates(scope, route.id)
  await beat(scope, { route, sessionSeenAt: null })
  return driverRoute(scope, caller)
}

/** Returns the chosen stops that are still pending, then those that the driver did not know. */
function mergeOrder(chosen: readonly string[], pending: readonly string[]): string[] {
  return [...chosen.filter((id) => pending.includes(id)), ...pending.filter((id) => !chosen.includes(id))]
}

/** Returns findings of the latest visit at each stop's door: a photo of the door says more than its address. */
export async function listLastVisits(scope: Scope, caller: DriverCaller) {
  const route = await getOwnRoute(scope, caller)
  const rows = await selectLastVisits(scope, route)
  return rows.map(({ images, comments, cancel_reason, ...visit }) => ({
    ...visit,
    images: images.map(({ id, url }) => ({ id, url: scope.publicBase + url })),
    ...(comments ? { comments } : {}),
    ...(cancel_reason ? { cancel_reason } : {}),
  }))
}

/**
 * Returns changes since a moment: new or different stops, and whether the route itself changed. Changes dated earlier but
 * committed after the last response are included, so the newest ones may be sent twice.
 */
export async function listChanges(scope: Scope, caller: DriverCaller, query: QueryOf<'getDriverChanges'>) {
  const since = new Date(Date.parse(query.since) - slowestMilliseconds)
  const way = await getOwnWay(scope, caller)
  const { route, plan } = way
  const stops = await listStopsOfRoutes(scope, [route.id])
  const changedStopIds = stops.filter((stop) => stop.updated_at > since).map(({ id }) => id)
  const removedStopIds = await listStopsTakenOff(scope, route, since)
  const isRouteNew = route.updated_at > since || plan.updated_at > since || removedStopIds.length > 0
  const changed = isRouteNew || changedStopIds.length > 0
  const stopIds = new Set(changedStopIds)
  // A report ends a stop in place; any other change may have moved it.
  const isOrderNew = isRouteNew || stops.some(({ id, status }) => stopIds.has(id) && status === 'pending')
  const news = await readPageParts(scope, (part) => part.driverNews?.(scope, route.id, since))
  await beat(scope, way)
  return {
    server_time: scope.now,
    changed,
    ...(changed && tellRoute(await wayRecord(scope, way, stops), query.form, { stopIds, isOrderNew })),
    ...news,
    changed_stop_ids: changedStopIds,
    removed_stop_ids: removedStopIds,
  }
}

function tellRoute(
  whole: Awaited<ReturnType<typeof wayRecord>>,
  form: QueryOf<'getDriverChanges'>['form'],
  changed: Changed,
) {
  return form === 'difference' ? { difference: routeDifference(whole, changed) } : { route: whole }
}

async function findScannedStop(scope: Scope, route: RouteRow, input: Scan): Promise<StopRow> {
  if (input.stop_id) return getOwnStop(scope, route, input.stop_id)
  const [holder, ...others] = findByCode(await selectCodesOfRoute(scope, route.id), input.identifier)
  if (holder && others.length === 0) return getStop(scope, holder.stop_id)
  const place = holder ? 'one stop of the route only: send stop_id' : 'the stops of this route'
  throw apiError('highway.package.error.not_found', { identifier: input.identifier, place })
}

async function driverStops(scope: Scope, rows: readonly StopRow[]) {
  const records = await stopRecords(scope, rows)
  return records.map((record, index) => ({ ...without(record, hiddenStopFields), pin_required: hasPin(rows[index]!) }))
}

function hasPin(stop: StopRow): boolean {
  return stop.pin !== null
}

/** Common fields of calls that may be repeated. */
interface RepeatableCall {
  client_id?: string
  at?: string
  scanned_at?: string
  moment_within?: number
}

/** Returns whether a call with this client_id was made before; if not, records it as made now. */
async function isRepeated(scope: Scope, route: RouteRow, call: RepeatableCall): Promise<boolean> {
  const { client_id, at = call.scanned_at, moment_within } = call
  if (client_id === undefined) return false
  return !(await insertCall(scope, route.id, { client_id, at: at ? new Date(at) : undefined, moment_within }))
}

/** Stores that the app is connected. */
async function beat(scope: Scope, { route, sessionSeenAt }: Pick<Way, 'route' | 'sessionSeenAt'>): Promise<void> {
  if (!route.vehicle_id) return
  const notBefore = new Date(scope.now.getTime() - heartbeatMilliseconds)
  if (sessionSeenAt && sessionSeenAt >= notBefore) return
  await noteHeartbeat(scope, route.vehicle_id, notBefore)
}

function withoutCosts({ charging, ...charge }: PlannedChargeValue): PlannedChargeValue {
  return { ...charge, ...(charging && { charging: charging.map((visit) => without(visit, ['cost'])) }) }
}

function without<T extends object, K extends string>(record: T, fields: readonly K[]): Omit<T, K> {
  const copy = { ...record } as Record<string, unknown>
  for (const field of fields) delete copy[field]
  return copy as Omit<T, K>
}
