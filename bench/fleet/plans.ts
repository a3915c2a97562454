// How the simulated fleet plans its days, and what would have been estimated of them under way: with the live estimate as it is, and as it was.
import type { DrivenBreak, DrivenRoute } from '../../apps/server/src/annexes/learning/arrival-leads.ts'
import { expectedSeconds } from '../../apps/server/src/annexes/learning/speed-model.ts'
import { sortOutVisits } from '../../apps/server/src/annexes/learning/visits.ts'
import { hourOfWeek, listVisits } from './seen.ts'
import type { Taught } from './taught.ts'
import type { PlayedDay, SeenRoute } from './truth.ts'

/** Half an hour between half past eleven and half past one, as the vehicles of the fleet have it. */
const lunch = { start: 11.5 * 3_600_000, end: 13.5 * 3_600_000, duration: 1_800_000 }

/** How long ways and work take, as the fleet plans them; moments are milliseconds since 1970. */
export type Plan = (route: SeenRoute) => {
  plannedStart: number
  /** Where the plan has the break; undefined for routes that end before its time. */
  rest: { from: number; to: number } | undefined
  stops: { plannedArrival: number; plannedDeparture: number }[]
}

/** Plans with the times that days taught. */
export function planWith({ week, workSeconds, paceOf, driveOf }: Taught): Plan {
  return (route) => {
    // Drivers leave between seven and twenty to eight.
    const plannedStart = Date.parse(route.day) + (7 * 60 + 20) * 60_000
    const midnight = Date.parse(route.day)
    let now = plannedStart
    let rest: { from: number; to: number } | undefined
    const stops = route.stops.map((stop) => {
      // Where the optimizer has it: as soon as it may be.
      if (!rest && now >= midnight + lunch.start) {
        rest = { from: now, to: now + lunch.duration }
        now = rest.to
      }
      const leg = { day: '', vehicleId: '', plainSeconds: stop.way.seconds, mix: stop.way.mix, seconds: 0 }
      now +=
        1_000 *
        driveOf(route.driverId) *
        expectedSeconds(week, { ...leg, hour: hourOfWeek(now + stop.way.seconds * 500) })
      const plannedArrival = now
      now += 1_000 * paceOf(route.driverId) * workSeconds(stop)
      return { plannedArrival, plannedDeparture: now }
    })
    return { plannedStart, rest, stops }
  }
}

/** `now`: the live estimate waits for the break that is ahead. `before`: as it was until decision 0401, it knows of none. */
export type Estimate = 'now' | 'before'

export function drivenRoutes({ routes }: PlayedDay, plan: Plan, estimate: Estimate): DrivenRoute[] {
  return routes.map((route) => {
    const { plannedStart, rest, stops } = plan(route)
    const told = new Set(sortOutVisits(listVisits(route)).visits.map(({ reportedAt }) => reportedAt))
    const driven = route.stops.map(({ arrivedAt, reportedAt }, at) => ({
      ...stops[at]!,
      arrivedAt: told.has(reportedAt) ? arrivedAt : undefined,
      reportedAt: arrivedAt === undefined || told.has(reportedAt) ? reportedAt : undefined,
    }))
    const { routeId, day } = route
    const breaks = listBreaks(route, rest, estimate)
    const breakHours = { start: lunch.start / 1_000, end: lunch.end / 1_000 }
    return { routeId, day, midnight: Date.parse(day), plannedStart, breakHours, breaks, stops: driven }
  })
}

function listBreaks(
  { day, pause: told }: SeenRoute,
  planned: DrivenBreak['planned'],
  estimate: Estimate,
): DrivenBreak[] {
  const midnight = Date.parse(day)
  // A break whose time is always over is never ahead.
  const within =
    estimate === 'before' ? { start: 0, end: 0 } : { start: midnight + lunch.start, end: midnight + lunch.end }
  return planned || told ? [{ planned, within, told }] : []
}
