// Rules that tie stops to each other (pickups, clusters) across routes that the optimizer may or may not change.
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import type { PlanPicture, RouteWithStops } from './plan-problem.ts'

/** Why a stop cannot be handed to the optimizer at all. */
export type LinkRefusal = 'pickup_unassigned' | 'cluster'

/** What remains of a stop's links inside the problem. */
export interface StopLinks {
  /** A pending pickup of the problem. */
  pickupId?: string
  cluster?: string
  maxRideSeconds?: number
  /** The goods are aboard this route. */
  onlyRouteId?: string
}

export interface ResolvedLinks {
  of(stopId: string): StopLinks
  refused: ReadonlyMap<string, LinkRefusal>
}

/**
 * A stop that must stay where it is keeps its place even if a link is broken there (the dispatcher's order is flagged,
 * not refused); a stop that is free is refused when its pickup or its cluster is out of the optimizer's reach.
 */
export function resolveLinks(
  picture: PlanPicture,
  open: readonly RouteWithStops[],
  candidates: readonly StopRow[],
): ResolvedLinks {
  const rows = new Map<string, StopRow>()
  for (const { stops } of picture.routes) for (const stop of stops) rows.set(stop.id, stop)
  for (const stop of picture.unassigned) rows.set(stop.id, stop)
  const inProblem = new Set(candidates.map((stop) => stop.id))
  const openRoutes = new Map(open.map(({ route }) => [route.id, route]))
  const fixedRouteOf = (stop: StopRow) => fixedRoute(stop, openRoutes, picture)
  const deliveryRoutes = routesOfDeliveries(candidates, fixedRouteOf)
  const isOutside = (stop: StopRow) => stop.route_id !== null && !openRoutes.has(stop.route_id)

  const links = new Map<string, StopLinks>()
  const refused = new Map<string, LinkRefusal>()
  const clusterRoutes = routesOfClusters(rows.values(), (stop) =>
    isOutside(stop) || stop.status !== 'pending' ? (stop.route_id ?? undefined) : fixedRouteOf(stop),
  )
  for (const stop of candidates) {
    const link: StopLinks = {}
    const fixed = fixedRouteOf(stop)
    if (stop.cluster) applyCluster(stop, link)
    applyPickup(stop, link, fixed)
    links.set(stop.id, link)
  }
  for (const stop of candidates) settleContradiction(stop)
  return { of: (stopId) => links.get(stopId) ?? {}, refused }

  /** A delivery whose pickup was refused, or is bound to another route than the delivery, goes without or not at all. */
  function settleContradiction(stop: StopRow): void {
    const link = links.get(stop.id)!
    if (link.pickupId === undefined) return
    const fixed = fixedRouteOf(stop)
    const bound = fixed ?? link.onlyRouteId
    const pickupBound = fixedRouteOf(rows.get(link.pickupId)!) ?? links.get(link.pickupId)!.onlyRouteId
    const isContradiction = bound !== undefined && pickupBound !== undefined && bound !== pickupBound
    if (!refused.has(link.pickupId) && !isContradiction) return
    if (fixed === undefined) refused.set(stop.id, isContradiction ? 'cluster' : 'pickup_unassigned')
    link.pickupId = undefined
  }

  function applyCluster(stop: StopRow, link: StopLinks): void {
    const routes = clusterRoutes.get(stop.cluster!) ?? new Set()
    if (routes.size > 1) return
    const [only] = routes
    if (only === undefined || openRoutes.has(only)) {
      link.cluster = stop.cluster!
      // Its mates may have been executed already, and so be no part of the problem.
      if (only !== undefined) link.onlyRouteId = only
    } else if (fixedRouteOf(stop) === undefined) refused.set(stop.id, 'cluster')
  }

  function applyPickup(stop: StopRow, link: StopLinks, fixed: string | undefined): void {
    const pickup = stop.pickup_id === null ? undefined : rows.get(stop.pickup_id)
    const ride = stop.max_delivery_time ?? undefined
    if (!pickup) {
      link.maxRideSeconds = ride === undefined ? undefined : Math.max(0, ride - rideSoFar(stop.route_id, undefined))
      return
    }
    if (pickup.status !== 'pending') {
      const isAboard = pickup.status === 'completed' && pickup.route_id !== null && openRoutes.has(pickup.route_id)
      if (isAboard) link.onlyRouteId = pickup.route_id!
      else if (fixed === undefined) refused.set(stop.id, 'pickup_unassigned')
      if (isAboard && ride !== undefined) link.maxRideSeconds = Math.max(0, ride - rideSoFar(pickup.route_id, pickup))
      if (fixed !== undefined && link.onlyRouteId !== fixed) link.onlyRouteId = undefined
      return
    }
    const pickupRoute = fixedRouteOf(pickup)
    const isPossible =
      inProblem.has(pickup.id) &&
      (fixed === undefined || pickupRoute === undefined || pickupRoute === fixed) &&
      (deliveryRoutes.get(pickup.id)?.size ?? 0) < 2
    if (isPossible) {
      link.pickupId = pickup.id
      link.maxRideSeconds = ride
    } else if (fixed === undefined) refused.set(stop.id, 'pickup_unassigned')
  }

  /** Seconds that the goods have been under way before the problem's clock. */
  function rideSoFar(routeId: string | null, pickup: StopRow | undefined): number {
    const route = routeId === null ? undefined : openRoutes.get(routeId)
    if (route?.status !== 'in_transit') return 0
    const from = pickup?.planned_departure_time ?? route.planned_start_time
    return from === null || from === undefined ? 0 : Math.max(0, picture.nowSeconds - from)
  }
}

/** The route that a pending stop cannot leave, if any. */
function fixedRoute(
  stop: StopRow,
  openRoutes: ReadonlyMap<string, RouteRow>,
  picture: PlanPicture,
): string | undefined {
  const route = stop.route_id === null ? undefined : openRoutes.get(stop.route_id)
  if (!route) return undefined
  return picture.freedom !== 'rebuild' || route.status === 'in_transit' ? route.id : undefined
}

/** For each pickup, the routes that its deliveries cannot leave. */
function routesOfDeliveries(
  stops: readonly StopRow[],
  fixedRouteOf: (stop: StopRow) => string | undefined,
): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>()
  for (const stop of stops) {
    const fixed = stop.pickup_id === null ? undefined : fixedRouteOf(stop)
    if (fixed !== undefined) routes.set(stop.pickup_id!, (routes.get(stop.pickup_id!) ?? new Set()).add(fixed))
  }
  return routes
}

/** For each cluster, the routes to which a member is bound. */
function routesOfClusters(
  stops: Iterable<StopRow>,
  boundRoute: (stop: StopRow) => string | undefined,
): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>()
  for (const stop of stops) {
    if (!stop.cluster) continue
    const bound = boundRoute(stop)
    if (bound === undefined) continue
    const known = routes.get(stop.cluster)
    if (known) known.add(bound)
    else routes.set(stop.cluster, new Set([bound]))
  }
  return routes
}
