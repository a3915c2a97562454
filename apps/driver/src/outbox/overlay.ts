// The route as it is once everything in the queue is done: what the driver sees, connected or not.
import type { DriverRoute, DriverStop } from '@routewright/contract'
import type { QueuedItem } from '../store/database.ts'

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
    case 'scan':
      return changeStop(route, item.body.stop_id, (stop) => ({ ...stop, packages: pick(stop, item) }))
    case 'break': {
      const before = route.break_stop ?? { is_completed: false }
      const at = item.body.at
      const break_stop =
        item.body.action === 'start'
          ? { ...before, real_start_time: before.real_start_time ?? at }
          : { ...before, real_end_time: before.real_end_time ?? at, is_completed: true }
      return { ...route, break_stop }
    }
    case 'order':
      return { ...route, stops: inOrder(route.stops, item.body.stop_ids) }
    case 'arrive':
    case 'note':
      return route
  }
}

function applyReport(route: DriverRoute, item: QueuedItem & { kind: 'report' }): DriverRoute {
  const { type, packages, tasks } = item.body
  const after = changeStop(route, item.stop_id, (stop) => {
    // Its own answer may be known already.
    if (stop.status !== 'pending' || stop.reports.some(({ client_id }) => client_id === item.id)) return stop
    if (type === 'service_report_attempted') return { ...stop, report_attempts: stop.report_attempts + 1 }
    if (type === 'service_report_canceled') return { ...stop, status: 'canceled' }
    const handed = new Set((packages ?? []).map(({ identifier }) => identifier))
    const parcels = stop.packages.map((parcel) =>
      handed.has(parcel.identifier) ? { ...parcel, status: 'delivered' as const } : parcel,
    )
    const isShort =
      (tasks ?? []).some(({ status }) => status === 'canceled') ||
      (packages !== undefined && parcels.some(({ status }) => status !== 'delivered'))
    return { ...stop, packages: parcels, status: isShort ? 'incomplete' : 'completed' }
  })
  const isOver = after.stops.length > 0 && after.stops.every(({ status }) => status !== 'pending')
  return { ...after, status: isOver ? 'finished' : after.status === 'not_started' ? 'in_transit' : after.status }
}

function pick(stop: DriverStop, item: QueuedItem & { kind: 'scan' }): DriverStop['packages'] {
  const status = item.body.purpose === 'delivery' ? ('delivered' as const) : ('picked' as const)
  return stop.packages.map((parcel) =>
    parcel.identifier === item.body.identifier && parcel.status !== 'delivered' ? { ...parcel, status } : parcel,
  )
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
