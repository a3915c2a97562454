// What days teach of work and ways, as the service learns it: nothing about single drivers.
import { learnService } from '../../apps/server/src/learning/learn-service.ts'
import { learnSpeeds } from '../../apps/server/src/learning/learn-speeds.ts'
import { predictSeconds } from '../../apps/server/src/learning/service-model.ts'
import { TYPICAL_WEEK } from '../../packages/roads/src/traffic/typical-week.ts'
import type { WeekTraffic } from '../../packages/roads/src/traffic/week-traffic.ts'
import { countedLegs, visitsOf } from './seen.ts'
import type { PlayedDay, SeenStop } from './truth.ts'

export interface Taught {
  week: WeekTraffic
  /** The given time where the client's own is no better. */
  workSeconds(stop: SeenStop): number
}

export function learnTimes(days: readonly PlayedDay[]): Taught {
  const routes = days.flatMap((day) => day.routes)
  const service = learnService(routes.flatMap(visitsOf))
  const { week } = learnSpeeds(countedLegs(routes), TYPICAL_WEEK)
  const better = new Map(service.clients.map((client) => [client.clientId, client.isBetter]))
  return {
    week,
    workSeconds: (stop) =>
      better.get(stop.clientId) === false
        ? stop.givenSeconds
        : predictSeconds(service.model, { ...stop, driverId: null }, ['driver']),
  }
}
