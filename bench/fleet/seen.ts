// The service's view of a played day, in the words of the learners.
import type { Leg } from '../../apps/server/src/annexes/learning/speed-model.ts'
import { sortOutVisits, type Visit } from '../../apps/server/src/annexes/learning/visits.ts'
import type { SeenRoute } from './truth.ts'

/** The visits of a route whose arrival was told; without one nobody knows how long it took. */
export function listVisits({ routeId, driverId, day, pause, stops }: SeenRoute): Visit[] {
  return stops.flatMap((stop) => {
    const { clientId, type, quantity, isFirst, place, arrivedAt, reportedAt, metersAway, givenSeconds } = stop
    if (arrivedAt === undefined) return []
    const secondsInStop = (reportedAt - arrivedAt) / 1_000
    const told = { isMeasured: false, clientId, type, quantity, isFirst, place, reportedAt, metersAway, givenSeconds }
    return [{ ...told, routeId, driverId, day, pause, secondsInStop }]
  })
}

/** The legs of routes between the visits that count. */
export function countedLegs(routes: readonly SeenRoute[]): Leg[] {
  const visits = sortOutVisits(routes.flatMap(listVisits)).visits
  const counted = new Set(visits.map(({ routeId, reportedAt }) => `${routeId} ${reportedAt}`))
  return routes.flatMap((route) => listLegs(route, (at) => counted.has(`${route.routeId} ${at}`)))
}

/** The legs between the visits of a route that count, one after the other, and outside of its pause. */
function listLegs({ driverId, day, pause, stops }: SeenRoute, counts: (reportedAt: number) => boolean): Leg[] {
  return stops.slice(1).flatMap((stop, before) => {
    const departedAt = stops[before]!.reportedAt
    const { arrivedAt, way } = stop
    if (arrivedAt === undefined || arrivedAt <= departedAt) return []
    if (!counts(departedAt) || !counts(stop.reportedAt)) return []
    if (pause && pause.from < arrivedAt && pause.to > departedAt) return []
    const seconds = (arrivedAt - departedAt) / 1_000
    return [
      {
        day,
        vehicleId: driverId,
        hour: hourOfWeek((departedAt + arrivedAt) / 2),
        plainSeconds: way.seconds,
        mix: way.mix,
        seconds,
      },
    ]
  })
}

/** Monday 0:00 first, in UTC, where the fleet drives. */
export function hourOfWeek(moment: number): number {
  const date = new Date(moment)
  return ((date.getUTCDay() + 6) % 7) * 24 + date.getUTCHours()
}
