// Lessons of days about work and ways, as the service learns them: without single drivers, and with their paces where a project uses them.
import { listDayParts } from '../../apps/server/src/annexes/learning/day-parts.ts'
import { learnBreakShares } from '../../apps/server/src/annexes/learning/learn-break-shares.ts'
import { type DrivenWay, learnDriving } from '../../apps/server/src/annexes/learning/learn-driving.ts'
import { learnService } from '../../apps/server/src/annexes/learning/learn-service.ts'
import { learnSpeeds } from '../../apps/server/src/annexes/learning/learn-speeds.ts'
import { drivingUsed, paceUsed } from '../../apps/server/src/annexes/learning/pace-used.ts'
import { predictSeconds } from '../../apps/server/src/annexes/learning/service-model.ts'
import { TYPICAL_WEEK } from '../../packages/roads/src/traffic/typical-week.ts'
import type { WeekTraffic } from '../../packages/roads/src/traffic/week-traffic.ts'
import type { BreakShare } from '../../packages/solver/src/index.ts'
import { drivenRoutes, planWith } from './plans.ts'
import { countedLegs, listVisits } from './seen.ts'
import type { PlayedDay, SeenStop } from './truth.ts'

export interface Taught {
  week: WeekTraffic
  /** The given time where the client's own is no better. */
  workSeconds(stop: SeenStop): number
  /** How slow or quick those are who come to a stop, where nobody is known to; 1 where paces are not used. */
  comersOf(stop: SeenStop): number
  /** How slow or quick a driver works, and drives; 1 where paces are not used. */
  paceOf(driverId: string): number
  driveOf(driverId: string): number
  /** Shares of drivers who have had their break by then; undefined where too little is known. */
  takenShares?: readonly BreakShare[] | undefined
}

export function learnTimes(days: readonly PlayedDay[], hasPaces: boolean): Taught {
  const routes = days.flatMap((day) => day.routes)
  const service = learnService(routes.flatMap(listVisits), hasPaces)
  const { week } = learnSpeeds(countedLegs(routes), TYPICAL_WEEK)
  const better = new Map(service.clients.map((client) => [client.clientId, client.isBetter]))
  const comers = new Map(service.clients.map(({ clientId, comersFactor }) => [clientId, comersFactor]))
  const paces = new Map(
    service.paces.flatMap(({ driverId, factor, isBetter }) => (isBetter ? [[driverId, paceUsed(factor)]] : [])),
  )
  const taught = {
    week,
    comersOf: ({ clientId }: SeenStop) => (better.get(clientId) === false ? 1 : (comers.get(clientId) ?? 1)),
    paceOf: (driverId: string) => paces.get(driverId) ?? 1,
    driveOf: (_: string) => 1,
    workSeconds: (stop: SeenStop) =>
      better.get(stop.clientId) === false
        ? stop.givenSeconds
        : predictSeconds(service.model, { ...stop, driverId: null }, ['driver']),
  }
  if (!hasPaces) return taught
  const driving = new Map(
    learnDriving(drivenWays(days, taught)).flatMap(({ driverId, factor, isBetter }) =>
      isBetter ? [[driverId, drivingUsed(factor)]] : [],
    ),
  )
  const [hours] = learnBreakShares(days.flatMap((day) => drivenRoutes(day, planWith(taught), 'now')))
  return { ...taught, driveOf: (driverId) => driving.get(driverId) ?? 1, takenShares: hours?.steps }
}

/** The ways of these days against plans with the times that they taught. */
function drivenWays(days: readonly PlayedDay[], taught: Taught): DrivenWay[] {
  return days.flatMap((day) => {
    const driverOf = new Map(day.routes.map(({ routeId, driverId }) => [routeId, driverId]))
    return drivenRoutes(day, planWith(taught), 'now').flatMap((route) =>
      listDayParts(route).flatMap((part) =>
        part.kind === 'driving' ? [{ ...part, day: route.day, driverId: driverOf.get(route.routeId)! }] : [],
      ),
    )
  })
}
