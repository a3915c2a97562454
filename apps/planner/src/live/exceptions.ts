// Exceptions of a running day that need a dispatcher's eye. Pure functions.
import type {
  DriverNote,
  ReportConflict,
  BareRoute as Route,
  SentDispatch,
  Stop,
  UnreachableStop,
} from '@routewright/contract'
import { expectedLateness } from '../plan/lateness.ts'
import type { PlanData } from '../plan/plan-data.ts'

export type Exception =
  /** A driver's report that contradicts what the service knows, and of which nobody has decided. */
  | { kind: 'conflict'; conflict: ReportConflict; stop: Stop | undefined }
  | { kind: 'problem'; note: DriverNote; route: Route; stop: Stop | undefined }
  /** The worst of a route; `stops` are all that will be late on it, worst first. */
  | { kind: 'late'; stop: Stop; route: Route; seconds: number; stops: readonly Stop[] }
  | { kind: 'attempted'; stop: Stop; route: Route | undefined }
  | { kind: 'failed'; stop: Stop; route: Route | undefined }
  /** Told as done, at a place that is none of its own: the farthest of a route; `stops` are all of them, farthest first. */
  | { kind: 'far'; stop: Stop; route: Route | undefined; meters: number; stops: readonly Stop[] }
  | { kind: 'no_gps'; route: Route; seconds: number | undefined }
  | { kind: 'off_order'; route: Route; stop: Stop }
  | { kind: 'not_started'; route: Route; seconds: number }
  /** It takes goods over on the way, and its driver was not sent that. */
  | { kind: 'not_told'; route: Route; stop: Stop }
  | { kind: 'unassigned'; count: number }
  /** Recipients whom no message reaches. */
  | { kind: 'unreachable'; count: number; recipients: readonly UnreachableStop[] }

/** From how many metres on a report is far from its stop. */
const FAR_METERS = 500

export interface ExceptionRules {
  lateSeconds: number
  silentSeconds: number
}

interface Moment {
  now: number
  /** Midnight of the plan's day in its zone, milliseconds since 1970. */
  midnight: number
}

/** Facts apart from the records of the plan. */
export interface Told {
  /** Notes of drivers that nobody has put aside. */
  notes?: readonly DriverNote[]
  /** Drivers' reports that do not count. */
  conflicts?: readonly ReportConflict[]
  unreachable?: readonly UnreachableStop[]
  /** The last dispatch of each driver, by route; undefined until it is read. */
  dispatches?: ReadonlyMap<string, SentDispatch> | undefined
}

/** Worst first. */
export function listExceptions(
  data: PlanData,
  moment: Moment,
  rules: ExceptionRules,
  { notes = [], conflicts = [], unreachable = [], dispatches }: Told = {},
): Exception[] {
  const routes = new Map(data.routes.map((route) => [route.id, route]))
  const found: Exception[] = []
  for (const note of notes) {
    const route = routes.get(note.route_id)
    const isOpen = note.kind === 'problem' && route !== undefined && route.status !== 'finished'
    if (isOpen) found.push({ kind: 'problem', note, route, stop: data.stops.get(note.stop_id ?? '') })
  }
  for (const conflict of conflicts) {
    if (conflict.state === 'open') found.push({ kind: 'conflict', conflict, stop: data.stops.get(conflict.stop_id) })
  }
  for (const stop of data.stops.values()) found.push(...listOfStop(stop, routes.get(stop.route_id ?? '')))
  for (const route of data.routes) {
    const stops = (data.orders.get(route.id) ?? []).map((id) => data.stops.get(id)!)
    found.push(...listLate(route, stops, moment, rules), ...listOfRoute(route, stops, moment, rules))
    const untold = dispatches && findUntold(route, stops, dispatches.get(route.id))
    if (untold) found.push({ kind: 'not_told', route, stop: untold })
  }
  if (data.unassigned.length > 0) found.push({ kind: 'unassigned', count: data.unassigned.length })
  if (unreachable.length > 0) found.push({ kind: 'unreachable', count: unreachable.length, recipients: unreachable })
  return found.sort((a, b) => weigh(b) - weigh(a))
}

/** The outcome of the stop, and where it was reported. */
function listOfStop(stop: Stop, route: Route | undefined): Exception[] {
  if (stop.status === 'canceled' || stop.status === 'incomplete') return [{ kind: 'failed', stop, route }]
  if (stop.status === 'pending') return stop.report_attempts > 0 ? [{ kind: 'attempted', stop, route }] : []
  const meters = stop.reports.at(-1)?.location_distance ?? 0
  return meters > FAR_METERS ? [{ kind: 'far', stop, route, meters, stops: [stop] }] : []
}

/** One for all stops of the route that will be late. */
function listLate(
  route: Route,
  stops: readonly Stop[],
  { midnight }: Moment,
  { lateSeconds }: ExceptionRules,
): Exception[] {
  const late = stops
    .filter(({ status }) => status === 'pending')
    .map((stop) => ({ stop, seconds: expectedLateness(stop, route, midnight) }))
    .filter(({ seconds }) => seconds >= lateSeconds)
    .sort((a, b) => b.seconds - a.seconds)
  const [worst] = late
  return worst ? [{ kind: 'late', route, ...worst, stops: late.map(({ stop }) => stop) }] : []
}

/** Whether the route is on its way as it should be. */
function listOfRoute(
  route: Route,
  stops: readonly Stop[],
  { now, midnight }: Moment,
  rules: ExceptionRules,
): Exception[] {
  const found: Exception[] = []
  if (route.status === 'in_transit') {
    const seen = route.last_position ? (now - Date.parse(route.last_position.created_at)) / 1000 : undefined
    if (seen === undefined || seen > rules.silentSeconds) found.push({ kind: 'no_gps', route, seconds: seen })
    const skipped = offOrder(stops)
    if (skipped) found.push({ kind: 'off_order', route, stop: skipped })
  }
  if (route.status === 'not_started' && stops.length > 0 && route.planned_start_time !== undefined) {
    const leaves = route.planned_start_time + (route.planned_loading_time ?? 0)
    const seconds = (now - midnight) / 1000 - leaves
    if (seconds > rules.lateSeconds && seconds < 86_400) found.push({ kind: 'not_started', route, seconds })
  }
  return found
}

/** Where a route that has not left takes goods over, if its driver was not sent that. Who is under way reads it on the phone. */
function findUntold(route: Route, stops: readonly Stop[], sent: SentDispatch | undefined): Stop | undefined {
  if (route.status !== 'not_started') return undefined
  return stops.find(
    ({ id, type, status, meeting_of }) =>
      meeting_of !== undefined && type === 'pickup' && status === 'pending' && !sent?.stop_ids.includes(id),
  )
}

/** The first open stop that the driver passed over: a later stop of the route is already done. */
function offOrder(stops: readonly Stop[]): Stop | undefined {
  const lastDone = stops.findLastIndex(({ status }) => status !== 'pending')
  // A stop with a failed attempt is left for later on purpose, so it does not count as passed over.
  return stops.find(
    ({ status, report_attempts }, place) => place < lastDone && status === 'pending' && report_attempts === 0,
  )
}

function weigh(exception: Exception): number {
  switch (exception.kind) {
    case 'problem':
      return 1e8
    case 'conflict':
      return 5e7
    case 'not_told':
      return 9e6
    case 'not_started':
      return 5e6 + exception.seconds
    case 'failed':
      return 4e6
    case 'late':
      return 3e6 + exception.seconds
    case 'attempted':
      return 2e6
    case 'far':
      return 15e5
    case 'no_gps':
      return 1e6
    case 'off_order':
      return 5e5
    case 'unreachable':
      return 2e5
    case 'unassigned':
      return 1e5
  }
}

/** Far reports of one route as one exception: a phone that errs about where it is errs at one stop after the other. */
export function gatherFar(exceptions: readonly Exception[]): Exception[] {
  const byRoute = new Map<string, Extract<Exception, { kind: 'far' }>>()
  for (const exception of exceptions) {
    if (exception.kind !== 'far') continue
    const key = exception.route?.id ?? exception.stop.id
    const known = byRoute.get(key)
    const [first, second] = known && known.meters >= exception.meters ? [known, exception] : [exception, known]
    byRoute.set(key, { ...first, stops: [...first.stops, ...(second?.stops ?? [])] })
  }
  const byFarthest = new Map([...byRoute.values()].map((gathered) => [gathered.stop.id, gathered]))
  return exceptions.flatMap((exception) =>
    exception.kind === 'far' ? (byFarthest.get(exception.stop.id) ?? []) : exception,
  )
}

/** Ids to put aside once somebody has seen to the exception: the note or the reports that it comes from. */
export function listSources(exception: Exception): string[] {
  if (exception.kind === 'problem') return [exception.note.id]
  const ended = exception.kind === 'far' ? exception.stops : exception.kind === 'failed' ? [exception.stop] : []
  return ended.map(({ id, reports }) => reports.at(-1)?.id ?? id)
}
