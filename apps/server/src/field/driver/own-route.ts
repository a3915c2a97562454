// Access check of driver calls: the link's own route and its stops, and nothing else.

import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getRoute } from '../../planning/routes/routes.ts'
import { getStop } from '../../planning/stops/stops.ts'
import { isLinkAlive } from '../dispatch/dispatch.ts'

/** A driver's access: the route of the link, and the link itself. */
export interface DriverCaller {
  routeId: string
  credentialId: string
}

/** Returns the route of the link. Throws 404 when it was deleted, or when the link is an older one of a finished route. */
export async function getOwnRoute(scope: Scope, caller: DriverCaller): Promise<RouteRow> {
  const route = await getRoute(scope, caller.routeId)
  await requireOwnRoute(scope, caller, route)
  return route
}

/** Throws 404 unless the link opens this route. */
export async function requireOwnRoute(scope: Scope, caller: DriverCaller, route: RouteRow | undefined): Promise<void> {
  const isOwn = route?.id === caller.routeId && !route.deleted
  if (!isOwn || !(await isLinkAlive(scope, route, caller.credentialId))) throw notFound('route', caller.routeId)
}

/** Returns the stop, if it is on the link's route. Throws 404 for any other. */
export async function getOwnStop(scope: Scope, route: RouteRow, stopId: string): Promise<StopRow> {
  const stop = await getStop(scope, stopId)
  if (stop.route_id !== route.id) throw notFound('stop', stopId)
  return stop
}
