// What a service sees of a played day, in the words of the learner.
import type { Visit } from '../../apps/server/src/learning/visits.ts'
import type { SeenRoute } from './truth.ts'

/** The visits of a route whose arrival was told; without one nobody knows how long it took. */
export function visitsOf({ routeId, driverId, day, pause, stops }: SeenRoute): Visit[] {
  return stops.flatMap((stop) => {
    const { clientId, type, quantity, isFirst, place, arrivedAt, reportedAt, metersAway, givenSeconds } = stop
    if (arrivedAt === undefined) return []
    const secondsInStop = (reportedAt - arrivedAt) / 1_000
    const told = { isMeasured: false, clientId, type, quantity, isFirst, place, reportedAt, metersAway, givenSeconds }
    return [{ ...told, routeId, driverId, day, pause, secondsInStop }]
  })
}
