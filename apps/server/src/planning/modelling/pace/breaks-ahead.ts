// The breaks that a driver under way has still to take, and before which stop each of them comes: what estimates wait for.
import { listBreaks } from '@routewright/contract/breaks'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { RouteBreakValue } from '../../../data/values.ts'
import { type FinishedStop, restOpen, restSeen } from './rest-seen.ts'

/** A planned break as it stands at some moment; all times are seconds of one clock. */
export interface KnownBreak {
  planned: { from: number; to: number }
  /** Stops of the route before it. */
  order: number
  /** Between which times a break by the clock may lie; undefined for one that the law asks for. */
  within: { start: number; end: number } | undefined
  /** When the driver began and ended it, where he told. */
  begunAt: number | undefined
  endedAt: number | undefined
  isOver: boolean
}

/** What is left of one. */
export interface BreakAhead {
  seconds: number
  order: number
  /** It is not taken before an earlier stop than this one, in numbers of the route. */
  first: number
  /** Nobody begins it before; by then it is begun wherever the driver is. Unlimited for a break that the law asks for. */
  from: number
  until: number
}

/** The breaks of a route. `secondsOf` tells the seconds of the plan's day of a moment. */
export function knownBreaks(
  route: Pick<RouteRow, 'breaks' | 'break_stop' | 'vehicle'>,
  secondsOf: (moment: Date) => number,
): KnownBreak[] {
  return listBreaks(route).map((one) => knownBreak(one, route, secondsOf))
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

/** What the reports of a route say at `now`. */
export interface DoneSoFar {
  /** In the order in which they were finished. */
  finished: readonly FinishedStop[]
  /** The number of the stop that the driver is heading to, and its planned departure where it is known. */
  heading: number
  next: number | undefined
  now: number
}

/** The same of the stops of a route, in driving order. */
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
 * What is left of a break; undefined for nothing. One by the clock counts until the end of its time, unless it was taken: told by the driver, or seen
 * as a halt in his reports. While nobody has told that it began, the driver is taken to be on his way to the next stop. `delay`: breaks begin so many seconds later than planned, wherever the
 * driver is then; undefined: where the plan has them.
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

/** Where a break by the clock that nobody has begun is expected: `later` than an estimate, or `before` it; `none` is ahead. */
export type RestAhead = 'none' | 'later' | 'before'

/** Of an estimate that is told at `now`, both in seconds of the plan's day. The driver's reports are not looked at. */
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

/** Where the plan has it, or as much later as breaks begin on other days, as far as its time allows. */
function expectedBegin(
  planned: KnownBreak['planned'],
  within: NonNullable<KnownBreak['within']>,
  delay: number | undefined,
): number {
  const latest = within.end - (planned.to - planned.from)
  return Math.max(within.start, Math.min(planned.from + (delay ?? 0), latest))
}

/**
 * How long the driver rests before the stop of a number (the end of the route is behind the last) when he could go on at `at`. A break comes at its place,
 * unless that is reached before its time or it is too late by then; each is told once.
 */
export function restsInOrder(breaks: readonly BreakAhead[]): (order: number, at: number) => number {
  let ahead = breaks
  return (order, at) => {
    let seconds = 0
    ahead = ahead.filter((one) => {
      const begins = at + seconds
      const isPlace = one.order <= order && begins >= one.from
      const isDue = order >= one.first && (isPlace || begins >= one.until)
      if (isDue) seconds += one.seconds
      return !isDue
    })
    return seconds
  }
}
