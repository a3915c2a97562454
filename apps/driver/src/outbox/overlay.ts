// The route after everything in the queue: this is what the driver sees, connected or not.
import {
  type ChargingReport,
  type DriverAmendment,
  type DriverNoteInput,
  type DriverReturn,
  type DriverRoute,
  type DriverStop,
  decide,
  goodsToReturn,
  handedParcels,
  isRefusal,
  type Package,
  packageLifecycle,
  parcelAfterScan,
  parcelHolders,
  type Report,
  type ReturningGoods,
  type RouteStatus,
  reportTrigger,
  routeLifecycle,
  type ScanPurpose,
  type StopType,
  stopLifecycle,
} from '@routewright/contract'
import { beginBreak, currentBreak, endBreak, listBreaks } from '@routewright/contract/breaks'
import { tellCharging } from '@routewright/contract/told-charging'
import type { QueuedItem } from '../store/database.ts'
import { amendReports, isMeantBy, reportOnPhone } from './amended-reports.ts'

/** Pure; the route is not changed. Calls come in their order; refused ones are left out by the caller. */
export function applyCalls(route: DriverRoute, calls: readonly QueuedItem[]): DriverRoute {
  return calls.reduce(applyCall, route)
}

function applyCall(route: DriverRoute, item: QueuedItem): DriverRoute {
  switch (item.kind) {
    case 'start':
      return route.status === 'not_started' ? { ...route, status: 'in_transit', start_date: item.body.at } : route
    case 'report':
      return applyReport(route, item)
    case 'amend':
      return applyAmendment(route, item)
    case 'scan':
      return changeStop(route, item.body.stop_id, (stop) =>
        scanParcels(stop, [item.body.identifier], stop.type ?? 'delivery', item.body.purpose),
      )
    case 'van_place':
      return placeInVan(route, item)
    case 'break': {
      const at = item.body.at ?? ''
      const known = listBreaks(route)
      const breaks = item.body.action === 'start' ? beginBreak(known, at) : endBreak(known, at)
      return { ...route, breaks, break_stop: currentBreak(breaks)! }
    }
    case 'charging':
      return noteCharging(route, item.body)
    case 'order':
      return { ...route, stops: inOrder(route.stops, item.body.stop_ids) }
    case 'return':
      return noteReturn(route, item.body)
    case 'note':
      return item.body.kind === 'door' ? moveStop(route, item.body) : route
    case 'arrive':
    case 'message':
    case 'marks':
      return route
  }
}

/** Applies a report by the service's own rules for the stop, its parcels and the route. */
function applyReport(route: DriverRoute, item: QueuedItem & { kind: 'report' }): DriverRoute {
  const stop = route.stops.find(({ id }) => id === item.stop_id)
  // The reading already contains a report whose response is known, and an ended stop is not reported again.
  if (stop?.status !== 'pending' || stop.reports.some(({ client_id }) => client_id === item.id)) return route
  const codes = handedParcels(item.body).map(({ identifier }) => identifier)
  const holders = new Set(parcelHolders(route.stops, stop).map(({ id }) => id))
  const handed = route.stops.map((entry) =>
    holders.has(entry.id) ? scanParcels(entry, codes, stop.type ?? 'delivery', 'delivery') : entry,
  )
  const trigger = reportTrigger(item.body, handed.find(({ id }) => id === stop.id)!.packages)
  const status = decide(stopLifecycle, stop.status, trigger)
  if (isRefusal(status)) return route
  const attempts = stop.report_attempts + (trigger === 'report_attempted' ? 1 : 0)
  const after = changeStop({ ...route, stops: handed }, stop.id, (shown) => ({
    ...shown,
    status,
    report_attempts: attempts,
    reports: [...shown.reports, reportOnPhone(item)],
  }))
  const started = decide(routeLifecycle, route.status, 'reported') as RouteStatus
  after.returns = returnsAfter(after, stop.id)
  const isOver = after.stops.every((stop) => stop.status !== 'pending')
  return { ...after, status: isOver ? (decide(routeLifecycle, started, 'all_stops_terminal') as RouteStatus) : started }
}

/** The report says something else, or the stop is as it was before it. Where the service did so already, nothing changes. */
function applyAmendment(route: DriverRoute, { stop_id, body }: QueuedItem & { kind: 'amend' }): DriverRoute {
  const stop = route.stops.find(({ id }) => id === stop_id)
  const report = stop?.reports.find((report) => isMeantBy(report, body))
  if (!stop || !report) return route
  const { amended, action } = body
  const after =
    amended?.packages === undefined && action === 'amend' ? route : handedOtherwise(route, stop, report, body)
  const reports = amendReports(stop.reports, body)
  if (action === 'amend') {
    const status = amendedStatus(after, stop, reports.find((report) => isMeantBy(report, body))!, body)
    const changed = changeStop(after, stop.id, (shown) => ({ ...shown, reports, status }))
    return { ...changed, returns: returnsAfter(changed, stop.id) }
  }
  const wasAttempt = report.type === 'service_report_attempted'
  const reopened = changeStop(after, stop.id, (shown) => ({
    ...shown,
    reports,
    status: decide(stopLifecycle, shown.status, 'taken_back', { terminal_report: true }) as DriverStop['status'],
    report_attempts: Math.max(0, shown.report_attempts - (wasAttempt ? 1 : 0)),
  }))
  return { ...reopened, returns: returnsAfter(reopened, stop.id) }
}

/** Parcels that the report no longer hands over are where they were, those that it hands over now are there. */
function handedOtherwise(
  route: DriverRoute,
  stop: DriverStop,
  report: Report,
  { action, amended }: Omit<DriverAmendment, 'client_id'>,
): DriverRoute {
  const codes = (action === 'take_back' ? [] : (amended?.packages ?? [])).map(({ identifier }) => identifier)
  const undone = handedParcels(report)
    .map(({ identifier }) => identifier)
    .filter((code) => !codes.includes(code))
  const holders = new Set(parcelHolders(route.stops, stop).map(({ id }) => id))
  const stops = route.stops.map((entry) => {
    if (!holders.has(entry.id)) return entry
    const packages = entry.packages.map((parcel) => (undone.includes(parcel.identifier) ? takenBack(parcel) : parcel))
    return scanParcels({ ...entry, packages }, codes, stop.type ?? 'delivery', 'delivery')
  })
  return { ...route, stops }
}

function takenBack(parcel: Package): Package {
  const loaded_before = parcel.status === 'delivered' && parcel.picked_at !== parcel.delivered_at
  return {
    ...parcel,
    status: decide(packageLifecycle, parcel.status, 'taken_back', { loaded_before }) as Package['status'],
  }
}

/** Only tasks and parcels decide whether an ended stop is done in part. */
function amendedStatus(
  route: DriverRoute,
  { id, status }: DriverStop,
  report: Report,
  { amended = {} }: Omit<DriverAmendment, 'client_id'>,
): DriverStop['status'] {
  if (status === 'pending' || (amended.tasks ?? amended.packages) === undefined) return status
  const { packages } = route.stops.find((stop) => stop.id === id)!
  const next = decide(stopLifecycle, 'pending', reportTrigger(report, packages))
  return isRefusal(next) ? status : next
}

/** Returns the goods that go back after the report of the stop; empty where none do. */
function returnsAfter(route: DriverRoute, stopId: string): ReturningGoods[] {
  const stop = route.stops.find(({ id }) => id === stopId)!
  const { label, external_id, fixed_id } = stop
  const own = {
    stop_id: stopId,
    route_id: route.id,
    ...(label && { label }),
    ...(external_id && { external_id }),
    ...(fixed_id && { fixed_id }),
  }
  const left = goodsToReturn({ ...stop, type: stop.type ?? 'delivery' })
  const goods = left.map((identifier) => (identifier === undefined ? own : { ...own, identifier }))
  return [...(route.returns ?? []).filter(({ stop_id }) => stop_id !== stopId), ...goods]
}

function noteReturn(route: DriverRoute, { stop_id, identifier, at }: DriverReturn): DriverRoute {
  const returns = (route.returns ?? []).map((goods) =>
    goods.stop_id === stop_id && goods.identifier === identifier ? { returned_at: at ?? '', ...goods } : goods,
  )
  return { ...route, returns }
}

function noteCharging(route: DriverRoute, { at = '', ...told }: ChargingReport): DriverRoute {
  const { planned_charge: planned, battery } = route
  const charging = tellCharging(planned?.charging ?? [], { ...told, at }, battery?.capacity ?? 0)
  return planned && charging ? { ...route, planned_charge: { ...planned, charging } } : route
}

function placeInVan(route: DriverRoute, { stop_id, body }: QueuedItem & { kind: 'van_place' }): DriverRoute {
  return changeStop(route, stop_id, ({ van_place: _before, ...stop }) => ({
    ...stop,
    ...(body.place && { van_place: body.place }),
  }))
}

function moveStop(route: DriverRoute, { stop_id, location }: DriverNoteInput): DriverRoute {
  return changeStop(route, stop_id, (stop) => {
    if (stop.status !== 'pending') return stop
    // The driver at the door overrules the learned place.
    const { learned_place: _learned, ...rest } = stop
    return { ...rest, location: { ...stop.location, ...location } }
  })
}

function scanParcels(
  stop: DriverStop,
  codes: readonly string[],
  scannedAt: StopType,
  purpose: ScanPurpose,
): DriverStop {
  const packages = stop.packages.map((parcel) =>
    codes.includes(parcel.identifier)
      ? { ...parcel, status: parcelAfterScan(parcel.status, scannedAt, purpose) }
      : parcel,
  )
  return { ...stop, packages }
}

function changeStop(
  route: DriverRoute,
  stopId: string | undefined,
  change: (stop: DriverStop) => DriverStop,
): DriverRoute {
  return { ...route, stops: route.stops.map((stop) => (stop.id === stopId ? change(stop) : stop)) }
}

/** Ended stops first, then the chosen ones, then those that the choice does not name. */
export function inOrder(stops: readonly DriverStop[], chosen: readonly string[]): DriverStop[] {
  const rank = (stop: DriverStop) => {
    if (stop.status !== 'pending') return -1
    const place = chosen.indexOf(stop.id)
    return place < 0 ? chosen.length : place
  }
  return stops.toSorted((a, b) => rank(a) - rank(b))
}
