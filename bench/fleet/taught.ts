// What days teach of work and ways, as the service learns it: without single drivers, and with their paces where a project uses them.
import { learnService } from '../../apps/server/src/learning/learn-service.ts'
import { learnSpeeds } from '../../apps/server/src/learning/learn-speeds.ts'
import { paceUsed } from '../../apps/server/src/learning/pace-used.ts'
import { predictSeconds } from '../../apps/server/src/learning/service-model.ts'
import { TYPICAL_WEEK } from '../../packages/roads/src/traffic/typical-week.ts'
import type { WeekTraffic } from '../../packages/roads/src/traffic/week-traffic.ts'
import { countedLegs, visitsOf } from './seen.ts'
import type { PlayedDay, SeenStop } from './truth.ts'

export interface Taught {
  week: WeekTraffic
  /** The given time where the client's own is no better. */
  workSeconds(stop: SeenStop): number
  /** How slow or quick a driver works; 1 where paces are not used. */
  paceOf(driverId: string): number
}

export function learnTimes(days: readonly PlayedDay[], hasPaces: boolean): Taught {
  const routes = days.flatMap((day) => day.routes)
  const service = learnService(routes.flatMap(visitsOf), hasPaces)
  const { week } = learnSpeeds(countedLegs(routes), TYPICAL_WEEK)
  const better = new Map(service.clients.map((client) => [client.clientId, client.isBetter]))
  const paces = new Map(
    service.paces.flatMap(({ driverId, factor, isBetter }) => (isBetter ? [[driverId, paceUsed(factor)]] : [])),
  )
  return {
    week,
    paceOf: (driverId) => paces.get(driverId) ?? 1,
    workSeconds: (stop) =>
      better.get(stop.clientId) === false
        ? stop.givenSeconds
        : predictSeconds(service.model, { ...stop, driverId: null }, ['driver']),
  }
}
