// What was estimated of the arrivals of past days, some stops ahead, and when the driver really came: replayed from the plan and the reports.
import type { EstimateFacts } from '../modelling/arrival-spread.ts'

/** One stop of a driven route. Moments are milliseconds since 1970. */
export interface DrivenStop {
  plannedArrival: number
  plannedDeparture: number
  /** Undefined where nobody knows when the driver came. */
  arrivedAt: number | undefined
  /** When it was reported; undefined where the report was not made there and then. */
  reportedAt: number | undefined
}

export interface DrivenRoute {
  routeId: string
  /** YYYY-MM-DD */
  day: string
  plannedStart: number
  /** The planned break: estimates under way do not contain it. */
  pause: { from: number; to: number } | undefined
  /** When the driver really had it. */
  rested: { from: number; to: number } | undefined
  /** In the order in which they were driven. */
  stops: readonly DrivenStop[]
}

/** An estimate, and by how much it was wrong. */
export interface Lead extends EstimateFacts {
  routeId: string
  day: string
  /** Pending stops before it. */
  stopsAhead: number
  /** The driver came so much later than estimated; negative for earlier. */
  secondsLate: number
}

/** Each arrival is estimated so many stops ahead. */
const STOPS_AHEAD = [0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32, 40]
/** What was wrong by more was another day, or no estimate at all. */
const MOST_SECONDS = 4 * 3_600

/** The estimates before the start, and at the reports of earlier stops. `hourOf` tells the local hour of a moment. O(stops). */
export function leadsOf(route: DrivenRoute, hourOf: (moment: number) => number): Lead[] {
  return route.stops.flatMap(({ arrivedAt, plannedArrival }, at) => {
    if (arrivedAt === undefined) return []
    const { routeId, day } = route
    const lead = (estimate: number, secondsAhead: number, stopsAhead: number, state: State): Lead[] => {
      const secondsLate = (arrivedAt - estimate) / 1_000
      if (Math.abs(secondsLate) > MOST_SECONDS) return []
      return [{ routeId, day, stopsAhead, secondsAhead, hour: hourOf(estimate), secondsLate, ...state }]
    }
    const planned = lead(plannedArrival, (plannedArrival - route.plannedStart) / 1_000, at, beforeStart)
    const underWay = STOPS_AHEAD.flatMap((stopsAhead) => {
      const last = route.stops[at - stopsAhead - 1]
      if (last?.reportedAt === undefined || last.reportedAt > arrivedAt) return []
      const ahead = millisecondsBetween(last, plannedArrival, route.pause)
      return ahead < 0
        ? []
        : lead(last.reportedAt + ahead, ahead / 1_000, stopsAhead, {
            isStarted: true,
            isRested: route.rested !== undefined && route.rested.to <= last.reportedAt,
          })
    })
    return [...planned, ...underWay]
  })
}

type State = Pick<EstimateFacts, 'isStarted' | 'isRested'>

const beforeStart: State = { isStarted: false, isRested: false }

/** From leaving one stop to coming to another as planned, without the break. */
function millisecondsBetween(
  { plannedDeparture }: DrivenStop,
  plannedArrival: number,
  pause: DrivenRoute['pause'],
): number {
  return plannedArrival - plannedDeparture - overlap(pause, plannedDeparture, plannedArrival)
}

function overlap(span: { from: number; to: number } | undefined, from: number, to: number): number {
  return span ? Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)) : 0
}
