// Where working hours go: each second of the vans' working hours is one of six kinds. Pure.
import type { BareRoute } from './schemas/route.ts'
import type { Stop } from './schemas/stop.ts'

export const hourKinds = ['loaded', 'empty', 'work', 'waiting', 'breaks', 'free'] as const
export type HourKind = (typeof hourKinds)[number]

/** Most days that the service sums up at once. */
export const mostDaysOfHours = 31

/** Seconds by kind. */
export type SpentHours = Record<HourKind, number>

/** The needed fields of a stop. */
export type SpentStop = Pick<
  Stop,
  'id' | 'type' | 'pickup_id' | 'planned_arrival_time' | 'planned_departure_time' | 'time_windows'
>

/** The needed fields of a route, with its stops in driving order. */
export interface SpentRoute
  extends Pick<
    BareRoute,
    'planned_start_time' | 'planned_loading_time' | 'planned_end_time' | 'time_window' | 'breaks'
  > {
  stops: readonly SpentStop[]
}

interface Span {
  kind: HourKind
  from: number
  to: number
}

/** Adds up the routes that have stops; a van that stays at home spends nothing. */
export function spentHours(routes: Iterable<SpentRoute>): SpentHours {
  const spent: SpentHours = { loaded: 0, empty: 0, work: 0, waiting: 0, breaks: 0, free: 0 }
  for (const route of routes) if (route.stops.length > 0) addRoute(spent, route)
  return spent
}

function addRoute(spent: SpentHours, route: SpentRoute): void {
  const { planned_start_time: start, planned_end_time: end, time_window: hours } = route
  if (start === undefined || end === undefined) return
  const spans = listSpans(route, start, end)
  for (const { kind, from, to } of spans) spent[kind] += to - from
  for (const { planned_start_time: from, planned_end_time: to } of route.breaks) {
    if (from === undefined || to === undefined) continue
    for (const span of spans) {
      const shared = Math.max(0, Math.min(to, span.to) - Math.max(from, span.from))
      spent[span.kind] -= shared
      spent.breaks += shared
    }
  }
  if (hours) spent.free += Math.max(0, hours[1] - hours[0] - (end - start))
}

/** The day from the start to the end without gaps; breaks lie within driving, waiting and work. */
function listSpans({ stops, planned_loading_time }: SpentRoute, start: number, end: number): Span[] {
  const spans: Span[] = []
  let now = start
  const spend = (kind: HourKind, until: number) => {
    const to = Math.min(end, Math.max(now, until))
    spans.push({ kind, from: now, to })
    now = to
  }
  spend('work', start + (planned_loading_time ?? 0))
  const loaded = loadedDrives(stops)
  const drive = (index: number, until: number) => spend(loaded[index] ? 'loaded' : 'empty', until)
  for (const [index, stop] of stops.entries()) {
    const { planned_arrival_time: arrives, planned_departure_time: leaves } = stop
    if (arrives === undefined || leaves === undefined) continue
    drive(index, arrives)
    spend('waiting', opensAt(stop, arrives, leaves))
    spend('work', leaves)
  }
  drive(stops.length, end)
  return spans
}

/** When work can begin: the window in which the van leaves may open after it came. */
function opensAt({ time_windows: windows }: SpentStop, arrives: number, leaves: number): number {
  const opens = windows.find(([open, close]) => leaves > open && arrives <= close)?.[0] ?? arrives
  return Math.max(arrives, opens)
}

/**
 * Returns for each drive of the route whether goods are aboard: the first is to the first stop, the last one home. Goods come on at
 * the depot or at their pickup, and leave at their delivery or at the depot.
 */
function loadedDrives(order: readonly SpentStop[]): boolean[] {
  const places = new Map(order.map(({ id }, at) => [id, at]))
  const broughtOn = new Set(order.map(({ pickup_id }) => pickup_id))
  const changes = new Map<number, number>()
  const change = (drive: number, by: number) => changes.set(drive, (changes.get(drive) ?? 0) + by)
  for (const [at, { id, type, pickup_id: pickup }] of order.entries()) {
    if (type === 'delivery') {
      const pickedAt = pickup === undefined ? undefined : places.get(pickup)
      change(pickedAt === undefined ? 0 : pickedAt + 1, 1)
      change(at + 1, -1)
    } else if (type === 'pickup' && !broughtOn.has(id)) change(at + 1, 1)
  }
  let aboard = 0
  return Array.from({ length: order.length + 1 }, (_, drive) => {
    aboard += changes.get(drive) ?? 0
    return aboard > 0
  })
}
