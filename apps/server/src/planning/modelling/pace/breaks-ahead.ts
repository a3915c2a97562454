// The breaks that a driver under way has still to take, and before which stop each of them comes; estimates add them.
import { listBreaks } from '@routewright/contract/breaks'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { RouteBreakValue } from '../../../data/values.ts'
import { type FinishedStop, restOpen, restSeen } from './rest-seen.ts'

/** State of a planned break at some moment; all times are seconds of one clock. */
export interface KnownBreak {
  planned: { from: number; to: number }
  /** Number of stops of the route before it. */
  order: number
  /** Earliest start and latest end of a break by the clock; undefined for a break required by law. */
  within: { start: number; end: number } | undefined
  /** When the driver began and ended it, where they reported it. */
  begunAt: number | undefined
  endedAt: number | undefined
  isOver: boolean
}

/** Rest of a break that is still to be taken. */
export interface BreakAhead {
  seconds: number
  order: number
  /** First stop, by its number on the route, before which it can be taken. */
  first: number
  /** Earliest start, and the latest one, at which it begins wherever the driver is. Unlimited for a break required by law. */
  from: number
  until: number
}

/** Returns the breaks of a route. `secondsOf` converts a moment to seconds of the plan's day. */
export function knownBreaks(
  route: Pick<RouteRow, 'breaks' | 'break_stop' | 'vehicle'>,
  secondsOf: (moment: Date) => number,
): KnownBreak[] {
  return listBreaks(route).map((pause) => knownBreak(pause, route, secondsOf))
}

function knownBreak(
  { planned_start_time: from = 0, planned_end_time: to = 0, order = 0, ...one }: RouteBreakValue,
  { vehicle }: Pick<RouteRow, 'vehicle'>,
  secondsOf: (moment: Date) => number,
): KnownBreak {
  const tell = (moment: string | undefined) => (moment === undefined ? undefined : secondsOf(new Date(moment)))
  return {
    planned: { from, to },
    order,
    within: one.law === undefined ? (vehicle?.break ?? { start: from, end: to }) : undefined,
    begunAt: tell(one.real_start_time),
    endedAt: tell(one.real_end_time),
    isOver: one.is_completed,
  }
}

/** State of a route at `now`, according to its reports. */
export interface DoneSoFar {
  /** Finished stops in the order in which they were finished. */
  finished: readonly FinishedStop[]
  /** Number of the stop that the driver is heading to, and its planned departure where that is known. */
  heading: number
  next: number | undefined
  now: number
}

/** Returns the state of a route from its stops in driving order. */
export function doneSoFar(stops: readonly StopRow[], now: number, secondsOf: (moment: Date) => number): DoneSoFar {
  let plannedWork = 0
  const finished = stops
    .flatMap(({ finished_at, planned_arrival_time, planned_departure_time }) => {
      if (planned_departure_time === null) return []
      plannedWork += planned_departure_time - (planned_arrival_time ?? planned_departure_time)
      return finished_at === null
        ? []
        : [{ plannedDeparture: planned_departure_time, plannedWork, finishedAt: secondsOf(finished_at) }]
    })
    .sort((a, b) => a.finishedAt - b.finishedAt)
  const heading = stops.findIndex(({ status }) => status === 'pending')
  const next = stops[heading]?.planned_departure_time ?? undefined
  return { finished, heading: heading < 0 ? stops.length : heading, next, now }
}

/**
 * Returns the rest of a break; undefined for none. A break by the clock remains due until the end of its time, unless it was
 * taken: reported by the driver, or inferred from a halt between reports. While nobody reported its beginning, the driver counts
 * as driving to the next stop. `delay`: breaks begin this many seconds later than planned, wherever the driver is then;
 * undefined: at their planned place.
 */
export function leftOfBreak(
  pause: KnownBreak,
  { finished, heading, next, now }: DoneSoFar,
  delay?: number,
): BreakAhead | undefined {
  const { planned, within, order } = pause
  const whole = planned.to - planned.from
  if (pause.isOver || whole <= 0) return undefined
  if (pause.begunAt !== undefined) {
    const seconds = whole - (now - pause.begunAt)
    return seconds > 0 ? { seconds, order: 0, first: 0, ...anyTime } : undefined
  }
  if (!within) return { seconds: whole, order, first: 0, ...anyTime }
  if (now >= within.end) return undefined
  const last = finished.at(-1)
  const open =
    !last || next === undefined
      ? 0
      : restOpen(last, { plannedDeparture: next, finishedAt: now }, { ...planned, ...within })
  const seconds = whole - Math.max(restSeen(finished, { ...planned, ...within }), open)
  if (seconds <= 0) return undefined
  const until = within.end - whole
  const place = { seconds, first: heading + 1, until }
  return delay === undefined
    ? { ...place, order, from: within.start }
    : { ...place, order: 0, from: expectedBegin(planned, within, delay) }
}

const anyTime = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** Expected position of a break by the clock that has not begun: `later` than an estimate, or `before` it; `none` is ahead. */
export type RestAhead = 'none' | 'later' | 'before'

/** Returns the position relative to an estimate made at `now`, both in seconds of the plan's day. Ignores the driver's reports. */
export function restAhead(breaks: readonly KnownBreak[], estimate: number, now: number, delay?: number): RestAhead {
  let found: RestAhead = 'none'
  for (const { planned, within, begunAt, isOver } of breaks) {
    const whole = planned.to - planned.from
    if (isOver || begunAt !== undefined || !within || whole <= 0 || now >= within.end) continue
    if (estimate >= expectedBegin(planned, within, delay) + whole) return 'before'
    found = 'later'
  }
  return found
}

/** Expected start: as planned plus the usual delay, within the hours of the break. */
function expectedBegin(
  planned: KnownBreak['planned'],
  within: NonNullable<KnownBreak['within']>,
  delay: number | undefined,
): number {
  const latest = within.end - (planned.to - planned.from)
  return Math.max(within.start, Math.min(planned.from + (delay ?? 0), latest))
}

/**
 * Returns a function for the seconds of rest before the stop of a number (the end of the route comes after the last) when the
 * driver could drive on at `at`. A break is taken at its place, but not before its time, and at the latest when its time ends;
 * each is returned once.
 */
export function restsInOrder(breaks: readonly BreakAhead[]): (order: number, at: number) => number {
  let ahead = breaks
  return (order, at) => {
    let seconds = 0
    ahead = ahead.filter((pause) => {
      const begins = at + seconds
      const isPlace = pause.order <= order && begins >= pause.from
      const isDue = order >= pause.first && (isPlace || begins >= pause.until)
      if (isDue) seconds += pause.seconds
      return !isDue
    })
    return seconds
  }
}
