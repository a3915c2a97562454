// What was estimated of the arrivals of past days, some stops ahead, and when the driver really came: replayed from the plan and the reports.
import type { EstimateFacts } from '../modelling/arrival-spread.ts'
import { leftOfBreak, restsInOrder } from '../modelling/breaks-ahead.ts'

/** One stop of a driven route. Moments are milliseconds since 1970. */
export interface DrivenStop {
  plannedArrival: number
  plannedDeparture: number
  /** Undefined where nobody knows when the driver came. */
  arrivedAt: number | undefined
  /** When it was reported; undefined where the report was not made there and then. */
  reportedAt: number | undefined
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
  plannedStart: number
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
  /** Pending stops before it. */
  stopsAhead: number
  /** The driver came so much later than estimated; negative for earlier. */
  secondsLate: number
}

/** Each arrival is estimated so many stops ahead. */
const STOPS_AHEAD = new Set([0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32, 40])
/** What was wrong by more was another day, or no estimate at all. */
const MOST_SECONDS = 4 * 3_600

/** The estimates before the start, and at the reports of stops. `hourOf` tells the local hour of a moment. O(stops²). */
export function leadsOf(route: DrivenRoute, hourOf: (moment: number) => number): Lead[] {
  const { routeId, day, stops, plannedStart } = route
  const lead = (at: number, estimate: number, told: Told): Lead[] => {
    const { arrivedAt } = stops[at]!
    const secondsLate = ((arrivedAt ?? Number.NaN) - estimate) / 1_000
    if (!(Math.abs(secondsLate) <= MOST_SECONDS)) return []
    return [{ routeId, day, stop: at, hour: hourOf(estimate), secondsLate, ...told }]
  }
  const planned = stops.flatMap(({ plannedArrival }, at) =>
    lead(at, plannedArrival, {
      ...{ isStarted: false, isRested: false, stopsAhead: at },
      secondsAhead: (plannedArrival - plannedStart) / 1_000,
    }),
  )
  const underWay = stops.flatMap(({ reportedAt }, last) => {
    if (reportedAt === undefined) return []
    const isRested = hasRested(route, reportedAt)
    return estimatesAt(route, last, reportedAt).flatMap((estimate, stopsAhead) => {
      const at = last + 1 + stopsAhead
      const isLater = reportedAt <= (stops[at]!.arrivedAt ?? 0) && estimate >= reportedAt
      const secondsAhead = (estimate - reportedAt) / 1_000
      return isLater && STOPS_AHEAD.has(stopsAhead)
        ? lead(at, estimate, { isStarted: true, isRested, stopsAhead, secondsAhead })
        : []
    })
  })
  return [...planned, ...underWay]
}

type Told = Pick<Lead, 'isStarted' | 'isRested' | 'stopsAhead' | 'secondsAhead'>

/** What the live estimate would have been of the stops behind one, when that was reported: the plan between them, and the breaks still ahead. */
function estimatesAt({ breaks, stops }: DrivenRoute, last: number, reportedAt: number): number[] {
  const rests = restsInOrder(breaksLeft({ breaks, stops }, last, reportedAt))
  const workUntil = (moment: number) => moment - breaks.reduce((sum, one) => sum + plannedRestBefore(one, moment), 0)
  const behind = workUntil(stops[last]!.plannedDeparture)
  let rested = 0
  let departure = reportedAt
  return stops.slice(last + 1).map(({ plannedArrival, plannedDeparture }, at) => {
    rested += 1_000 * rests(last + 1 + at, departure / 1_000)
    departure = reportedAt + rested + workUntil(plannedDeparture) - behind
    return reportedAt + rested + workUntil(plannedArrival) - behind
  })
}

/** Milliseconds of a planned break before a moment of the plan. */
function plannedRestBefore({ planned }: DrivenBreak, moment: number): number {
  return planned ? Math.max(0, Math.min(planned.to, moment) - planned.from) : 0
}

function breaksLeft({ breaks, stops }: Pick<DrivenRoute, 'breaks' | 'stops'>, last: number, reportedAt: number) {
  const finished = stops
    .slice(0, last + 1)
    .flatMap((stop) =>
      stop.reportedAt === undefined
        ? []
        : [{ plannedDeparture: stop.plannedDeparture / 1_000, finishedAt: stop.reportedAt / 1_000 }],
    )
  return breaks.flatMap(({ planned, within, told }) => {
    if (!planned) return []
    const isBegun = told !== undefined && told.from <= reportedAt
    const known = {
      planned: { from: planned.from / 1_000, to: planned.to / 1_000 },
      order: stops.filter(({ plannedDeparture }) => plannedDeparture <= planned.from).length,
      within: within && { start: within.start / 1_000, end: within.end / 1_000 },
      begunAt: isBegun ? told.from / 1_000 : undefined,
      isOver: isBegun && told.to <= reportedAt,
    }
    return leftOfBreak(known, { finished, heading: last + 1, next: undefined, now: reportedAt / 1_000 }) ?? []
  })
}

/** All breaks were told to be over by then. */
function hasRested({ breaks }: DrivenRoute, moment: number): boolean {
  return breaks.length > 0 && breaks.every(({ told }) => told !== undefined && told.to <= moment)
}
