// Finds conflicts of a day's drivers: routes whose driver is absent or missing, and drivers on two routes at once.
import type { Attention } from '@routewright/contract'
import type { DriverRow } from '../../data/driver-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { loadDriversOfDays } from '../sequence/sequence.ts'
import { listDayRoutes } from './driver-days.sql.ts'
import { type DrivenRoute, drivenRoutes, isOpen } from './driver-days.ts'

/** Returns one entry for each driver and plan that is no draft, with the first route concerned. */
export async function listDriverTroubles(scope: Scope, projectId: string, date: string): Promise<Attention[]> {
  const day = (await loadDriversOfDays(scope, projectId, [date])).get(date)!
  if (day.drivers.length === 0) return []
  const routes = drivenRoutes(day, await listDayRoutes(scope, projectId, { from: date, to: date }))
  const open = routes.filter(({ route }) => isOpen(route) && route.plan_status !== 'draft')
  const of = (kind: Attention['kind'], trouble: string, whom: (one: DrivenRoute) => DriverRow | undefined) =>
    [
      ...Map.groupBy(
        open.filter(({ driven }) => driven.trouble === trouble),
        (route) => `${route.route.plan_id} ${whom(route)?.id}`,
      ).values(),
    ].map((some) => getEntry(kind, some, whom(some[0]!)))
  return [
    ...of('driver_absent', 'absent', ({ driven }) => driven.missing),
    ...of('no_driver', 'nobody', () => undefined),
    ...of('driver_twice', 'twice', ({ driven }) => driven.driver),
  ]
}

function getEntry(kind: Attention['kind'], routes: readonly DrivenRoute[], driver: DriverRow | undefined): Attention {
  const { route } = routes[0]!
  return {
    kind,
    plan_id: route.plan_id,
    count: routes.length,
    route_id: route.id,
    ...(route.label !== null && { route_label: route.label }),
    ...(driver && { driver_id: driver.id, driver_label: driver.label }),
  }
}
