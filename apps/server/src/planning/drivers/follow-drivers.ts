// Updates routes after a change of drivers: recomputes times and warnings where another driver drives or the same one
// differently, and revokes links that were sent to somebody else.
import { revokeLinks } from '../../data/driver-links.sql.ts'
import { listIds } from '../../data/records.ts'
import { getWeekday } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockPlans, refreshPlans } from '../lifecycle/lifecycle.ts'
import { type Driven, findShift, getDriver } from '../modelling/route-drivers.ts'
import { loadDriversOfDays, recomputeRoutes } from '../sequence/sequence.ts'
import { type DayRoute, listDayRoutes } from './driver-days.sql.ts'

/**
 * Makes the change, and recomputes open routes of these days. A route that has not begun loses links sent to a previous driver
 * once another one drives it. A route under way keeps them, so that reports still on the phone arrive.
 */
export async function changingDrivers<Answer>(
  scope: Scope,
  projectId: string,
  days: { from: string; to?: string },
  change: () => Promise<Answer>,
): Promise<Answer> {
  await lockPlans(scope, listPlans(await listDayRoutes(scope, projectId, days)))
  const routes = (await listDayRoutes(scope, projectId, days)).filter(({ status }) => status !== 'finished')
  const dates = [...new Set(routes.map(({ date }) => date))]
  const before = await drivenBy(scope, projectId, dates, routes)
  const answer = await change()
  const after = await drivenBy(scope, projectId, dates, routes)
  const isOther = ({ id, date }: DayRoute) => computePrint(before.get(id)!, date) !== computePrint(after.get(id)!, date)
  const changed = routes.filter(isOther)
  for (const { id, status } of changed) {
    const { driver } = after.get(id)!
    const isHandedOver = driver && driver.id !== before.get(id)!.driver?.id
    if (status === 'not_started' && isHandedOver) await revokeLinks(scope, id)
  }
  await recomputeRoutes(scope, listIds(changed))
  await refreshPlans(scope, listPlans(changed))
  return answer
}

function listPlans(routes: readonly DayRoute[]): string[] {
  return [...new Set(routes.map(({ plan_id }) => plan_id))].sort()
}

async function drivenBy(scope: Scope, projectId: string, dates: readonly string[], routes: readonly DayRoute[]) {
  const days = await loadDriversOfDays(scope, projectId, dates)
  return new Map(routes.map((route) => [route.id, getDriver(route, days.get(route.date)!)]))
}

/** Fingerprint of the driver's fields that a route's times depend on. */
function computePrint({ driver }: Driven, date: string): string {
  if (!driver) return ''
  const weekday = getWeekday(new Date(`${date}T00:00:00Z`))
  const { id, provides, cost_per_hour, cost_per_day, driving_rules, driving_log } = driver
  return JSON.stringify([
    id,
    provides,
    findShift(driver, weekday),
    cost_per_hour,
    cost_per_day,
    driving_rules,
    driving_log,
  ])
}
