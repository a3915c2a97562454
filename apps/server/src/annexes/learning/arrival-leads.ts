// Estimates of past arrivals some stops ahead, compared with the real ones: replayed from the plan and the reports.
import type { EstimateFacts } from '../../planning/modelling/pace/arrival-spread.ts'
import { hourOfDay } from '../../planning/modelling/pace/arrival-window.ts'
import { type KnownBreak, leftOfBreak, restAhead, restsInOrder } from '../../planning/modelling/pace/breaks-ahead.ts'
import { type DayFactors, USUAL_DAY } from '../../planning/modelling/pace/day-pace.ts'
import { computeSlowness, type EstimateHabits, getPace } from '../../planning/modelling/pace/pace.ts'

/** One stop of a driven route. Moments are milliseconds since 1970. */
export interface DrivenStop {
  plannedArrival: number
  plannedDeparture: number
  /** Undefined where nobody knows when the driver came. */
  arrivedAt: number | undefined
  /** When it was reported; undefined where the report was not made there and then. */
  reportedAt: number | undefined
  /** Its number on the route. */
  order?: number
  /** Its plan may have a wait in it. */
  mayWait?: boolean
}

/** A break that was planned, told by the driver, or both. */
export interface DrivenBreak {
  planned: { from: number; to: number } | undefined
  /** Between which times a break by the clock may lie; undefined for one that the law asks for. */
  within: { start: number; end: number } | undefined
  told: { from: number; to: number } | undefined
}

export interface DrivenRoute {
  routeId: string
  /** YYYY-MM-DD */
  day: string
  /** When the day begins on the clocks of the project. */
  midnight: number
  plannedStart: number
  /** Between which seconds of its day a break by the clock may lie; undefined where the vehicle has none. */
  breakHours?: { start: number; end: number } | undefined
  /** In order of time. */
  breaks: readonly DrivenBreak[]
  /** In the order in which they were driven. */
  stops: readonly DrivenStop[]
}

/** An estimate, and by how much it was wrong. */
export interface Lead extends EstimateFacts {
  routeId: string
  day: string
  /** Which stop of the route, in the order driven. */
  stop: number
  /** Planned driving and work before it, as long as they take on such a day, in seconds; 0 before the start. */
  workSeconds: number
  /** Pace of the route so far (modelling/pace.ts); 0 before the start. */
  paceSoFar: number
  /** The driver came so much later than estimated; negative for earlier. */
  secondsLate: number
}

/** Numbers of stops ahead for which each arrival is estimated. */
const STOPS_AHEAD = new Set([0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32, 40])
/** A larger error means another day, or no estimate at all. */
const MOST_SECONDS = 4 * 3_600

/** Effects of the day known at a moment, shared by all routes. */
export interface KnownDays {
  factorsAt(day: string, moment: number): DayFactors
}

const usualDays: KnownDays = { factorsAt: () => USUAL_DAY }

/** The estimates before the start, and at the reports of stops, with what past days say of them. O(stops²). */
export function listLeads(route: DrivenRoute, habits: EstimateHabits, known: KnownDays = usualDays): Lead[] {
  const { routeId, day, stops, plannedStart, midnight } = route
  const lead = (at: number, estimate: number, told: Told): Lead[] => {
    const { arrivedAt } = stops[at]!
    const secondsLate = ((arrivedAt ?? Number.NaN) - estimate) / 1_000
    if (!(Math.abs(secondsLate) <= MOST_SECONDS)) return []
    return [{ routeId, day, stop: at, hour: hourOfDay((estimate - midnight) / 1_000), secondsLate, ...told }]
  }
  const planned = stops.flatMap(({ plannedArrival }, at) =>
    lead(at, plannedArrival, {
      isStarted: false,
      rest: 'none',
      stopsAhead: at,
      workSeconds: 0,
      paceSoFar: 0,
      secondsAhead: (plannedArrival - plannedStart) / 1_000,
    }),
  )
  const underWay = stops.flatMap(({ reportedAt }, last) => {
    if (reportedAt === undefined) return []
    const { paceSoFar, breaks, ahead } = outlookAt(route, last, reportedAt, habits, known.factorsAt(day, reportedAt))
    return ahead.flatMap(({ estimate, workSeconds }, stopsAhead) => {
      const at = last + 1 + stopsAhead
      const isLater = reportedAt <= (stops[at]!.arrivedAt ?? 0) && estimate >= reportedAt
      const secondsAhead = (estimate - reportedAt) / 1_000
      const rest = restAhead(breaks, estimate / 1_000, reportedAt / 1_000, habits.breakDelay)
      return isLater && STOPS_AHEAD.has(stopsAhead)
        ? lead(at, estimate, { isStarted: true, rest, stopsAhead, secondsAhead, workSeconds, paceSoFar })
        : []
    })
  })
  return [...planned, ...underWay]
}

type Told = Omit<Lead, 'routeId' | 'day' | 'stop' | 'hour' | 'secondsLate'>

/**
 * Computes the live estimate of later stops at the time of a report: the plan between them at the route's pace, and the breaks
 * still ahead.
 */
function outlookAt(
  { breaks, stops }: DrivenRoute,
  last: number,
  reportedAt: number,
  habits: EstimateHabits,
  factors: DayFactors,
) {
  let plannedWork = 0
  const finished = stops.slice(0, last + 1).flatMap((stop) => {
    plannedWork += (stop.plannedDeparture - stop.plannedArrival) / 1_000
    return stop.reportedAt === undefined
      ? []
      : [{ plannedDeparture: stop.plannedDeparture / 1_000, plannedWork, finishedAt: stop.reportedAt / 1_000 }]
  })
  const known = breaks.map((pause) => knownAt(pause, stops, reportedAt))
  const done = { finished, heading: last + 1, next: undefined, now: reportedAt / 1_000 }
  const rests = restsInOrder(known.flatMap((pause) => leftOfBreak(pause, done, habits.breakDelay) ?? []))
  const paceSoFar = getPace(finished, known, factors)
  const slowness = computeSlowness(habits, paceSoFar)
  const workUntil = (moment: number) =>
    moment - breaks.reduce((sum, pause) => sum + plannedRestBefore(pause, moment), 0)
  let behind = workUntil(stops[last]!.plannedDeparture)
  let [rested, taken] = [0, 0]
  const ahead = stops.slice(last + 1).map(({ plannedArrival, plannedDeparture }, at) => {
    rested += 1_000 * rests(last + 1 + at, (reportedAt + rested + slowness * taken) / 1_000)
    const [arrives, leaves] = [workUntil(plannedArrival), workUntil(plannedDeparture)]
    taken += factors.driving * (arrives - behind)
    const [estimate, workSeconds] = [reportedAt + rested + slowness * taken, taken / 1_000]
    taken += factors.work * (leaves - arrives)
    behind = leaves
    return { estimate, workSeconds }
  })
  return { paceSoFar, breaks: known, ahead }
}

/** Milliseconds of a planned break before a moment of the plan. */
function plannedRestBefore({ planned }: DrivenBreak, moment: number): number {
  return planned ? Math.max(0, Math.min(planned.to, moment) - planned.from) : 0
}

/** Returns what was known of a break at a moment, in seconds. */
function knownAt({ planned, within, told }: DrivenBreak, stops: DrivenRoute['stops'], moment: number): KnownBreak {
  const isBegun = told !== undefined && told.from <= moment
  const isOver = isBegun && told.to <= moment
  return {
    planned: planned ? { from: planned.from / 1_000, to: planned.to / 1_000 } : { from: 0, to: 0 },
    order: stops.filter(({ plannedDeparture }) => plannedDeparture <= (planned?.from ?? 0)).length,
    within: within && { start: within.start / 1_000, end: within.end / 1_000 },
    begunAt: isBegun ? told.from / 1_000 : undefined,
    endedAt: isOver ? told.to / 1_000 : undefined,
    isOver,
  }
}
