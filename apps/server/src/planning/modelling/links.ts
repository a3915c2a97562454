// Rules that tie stops to each other (pickups, clusters) across routes that the optimizer may or may not change.
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { PlanPicture, RouteWithStops } from './plan-problem.ts'

/** Why a stop cannot be handed to the optimizer at all. */
export type LinkRefusal = 'pickup_unassigned' | 'delivery_unassigned' | 'cluster'

/** Links of a stop that remain inside the problem. */
export interface StopLinks {
  /** A pending pickup of the problem. */
  pickupId?: string
  cluster?: string
  maxRideSeconds?: number
  /** Route that has the goods aboard. */
  onlyRouteId?: string
}

export interface ResolvedLinks {
  of(stopId: string): StopLinks
  refused: ReadonlyMap<string, LinkRefusal>
}

/**
 * Resolves the links of stops. A stop that must stay keeps its place even if a link is broken there (the dispatcher's sequence is
 * flagged, not refused); a free stop is refused when the optimizer cannot move its pickup or its cluster.
 */
export function resolveLinks(
  picture: PlanPicture,
  open: readonly RouteWithStops[],
  candidates: readonly StopRow[],
): ResolvedLinks {
  const resolver = new LinkResolver(picture, open, candidates)
  for (const stop of candidates) resolver.resolve(stop)
  for (const stop of candidates) resolver.settleContradiction(stop)
  for (const stop of candidates) resolver.refuseLonePickup(stop)
  const { links, refused } = resolver
  return { of: (stopId) => links.get(stopId) ?? {}, refused }
}

/** Resolves links stop by stop, with knowledge of the whole plan. */
class LinkResolver {
  readonly links = new Map<string, StopLinks>()
  readonly refused = new Map<string, LinkRefusal>()
  private readonly picture: PlanPicture
  private readonly openRoutes: ReadonlyMap<string, RouteRow>
  /** All stops of the plan by id. */
  private readonly rows: ReadonlyMap<string, StopRow>
  private readonly inProblem: ReadonlySet<string>
  /** Pending stops of the plan by their pickup. */
  private readonly owed: ReadonlyMap<string | null, readonly StopRow[]>
  private readonly deliveryRoutes: ReadonlyMap<string, ReadonlySet<string>>
  private readonly clusterRoutes: ReadonlyMap<string, ReadonlySet<string>>

  constructor(picture: PlanPicture, open: readonly RouteWithStops[], candidates: readonly StopRow[]) {
    this.picture = picture
    this.openRoutes = new Map(open.map(({ route }) => [route.id, route]))
    const all = [...picture.routes.flatMap(({ stops }) => stops), ...picture.unassigned]
    this.rows = new Map(all.map((stop) => [stop.id, stop]))
    this.inProblem = new Set(candidates.map((stop) => stop.id))
    this.owed = Map.groupBy(
      all.filter(({ status }) => status === 'pending'),
      ({ pickup_id }) => pickup_id,
    )
    this.deliveryRoutes = routesOfDeliveries(candidates, (stop) => this.fixedRouteOf(stop))
    this.clusterRoutes = routesOfClusters(this.rows.values(), (stop) => this.boundRouteOf(stop))
  }

  resolve(stop: StopRow): void {
    const link: StopLinks = {}
    if (stop.cluster) this.applyCluster(stop, stop.cluster, link)
    this.applyPickup(stop, link)
    this.links.set(stop.id, link)
  }

  /**
   * Unlinks a delivery from a pickup that was refused or is bound to another route. A delivery that is free is refused as well;
   * else it stays where it is, without its pickup.
   */
  settleContradiction(stop: StopRow): void {
    const link = this.links.get(stop.id)!
    if (link.pickupId === undefined) return
    const fixed = this.fixedRouteOf(stop)
    const bound = fixed ?? link.onlyRouteId
    const pickupBound = this.fixedRouteOf(this.rows.get(link.pickupId)!) ?? this.links.get(link.pickupId)!.onlyRouteId
    const isContradiction = bound !== undefined && pickupBound !== undefined && bound !== pickupBound
    if (!this.refused.has(link.pickupId) && !isContradiction) return
    if (fixed === undefined) this.refused.set(stop.id, isContradiction ? 'cluster' : 'pickup_unassigned')
    link.pickupId = undefined
  }

  /** Refuses a pickup that may be left out when none of its pending deliveries can be served, because its goods would go nowhere. */
  refuseLonePickup(stop: StopRow): void {
    const owed = this.owed.get(stop.id) ?? []
    if (owed.length === 0 || this.fixedRouteOf(stop) !== undefined || this.refused.has(stop.id)) return
    if (owed.every(({ id }) => this.refused.has(id) || !this.inProblem.has(id))) {
      this.refused.set(stop.id, 'delivery_unassigned')
    }
  }

  private applyCluster(stop: StopRow, cluster: string, link: StopLinks): void {
    const routes = this.clusterRoutes.get(cluster) ?? new Set()
    if (routes.size > 1) return
    const [only] = routes
    if (only === undefined || this.openRoutes.has(only)) {
      link.cluster = cluster
      // Other members of the cluster may have been executed already and are then not in the problem.
      if (only !== undefined) link.onlyRouteId = only
    } else if (this.fixedRouteOf(stop) === undefined) this.refused.set(stop.id, 'cluster')
  }

  private applyPickup(stop: StopRow, link: StopLinks): void {
    const pickup = stop.pickup_id === null ? undefined : this.rows.get(stop.pickup_id)
    const ride = stop.max_delivery_time ?? undefined
    if (!pickup) {
      if (ride !== undefined) link.maxRideSeconds = Math.max(0, ride - this.rideSoFar(stop.route_id, undefined))
    } else if (pickup.status !== 'pending') this.applyExecutedPickup(stop, pickup, link)
    else if (this.isWithinReach(pickup, this.fixedRouteOf(stop))) {
      link.pickupId = pickup.id
      link.maxRideSeconds = ride
    } else if (this.fixedRouteOf(stop) === undefined) this.refused.set(stop.id, 'pickup_unassigned')
  }

  /** Applies an executed pickup: its goods are aboard the route that picked them up, or were never picked up. */
  private applyExecutedPickup(stop: StopRow, pickup: StopRow, link: StopLinks): void {
    const fixed = this.fixedRouteOf(stop)
    const ride = stop.max_delivery_time ?? undefined
    const isAboard = pickup.status === 'completed' && pickup.route_id !== null && this.openRoutes.has(pickup.route_id)
    if (isAboard) link.onlyRouteId = pickup.route_id!
    else if (fixed === undefined) this.refused.set(stop.id, 'pickup_unassigned')
    if (isAboard && ride !== undefined)
      link.maxRideSeconds = Math.max(0, ride - this.rideSoFar(pickup.route_id, pickup))
    if (fixed !== undefined && link.onlyRouteId !== fixed) link.onlyRouteId = undefined
  }

  /** Whether the optimizer can put the pickup on the route of its delivery. */
  private isWithinReach(pickup: StopRow, deliveryRoute: string | undefined): boolean {
    const pickupRoute = this.fixedRouteOf(pickup)
    return (
      this.inProblem.has(pickup.id) &&
      (deliveryRoute === undefined || pickupRoute === undefined || pickupRoute === deliveryRoute) &&
      (this.deliveryRoutes.get(pickup.id)?.size ?? 0) < 2
    )
  }

  /** Seconds that the goods have been under way before the problem's clock. */
  private rideSoFar(routeId: string | null, pickup: StopRow | undefined): number {
    const route = routeId === null ? undefined : this.openRoutes.get(routeId)
    if (route?.status !== 'in_transit') return 0
    const from = pickup?.planned_departure_time ?? route.planned_start_time
    return from === null || from === undefined ? 0 : Math.max(0, this.picture.nowSeconds - from)
  }

  /** The route that a pending stop cannot leave, if any. */
  private fixedRouteOf(stop: StopRow): string | undefined {
    const route = stop.route_id === null ? undefined : this.openRoutes.get(stop.route_id)
    if (!route) return undefined
    return this.picture.freedom !== 'rebuild' || route.status === 'in_transit' ? route.id : undefined
  }

  /** The same for any stop: executed ones, and those of routes that the optimizer does not change, stay where they are. */
  private boundRouteOf(stop: StopRow): string | undefined {
    const isOutside = stop.route_id !== null && !this.openRoutes.has(stop.route_id)
    return isOutside || stop.status !== 'pending' ? (stop.route_id ?? undefined) : this.fixedRouteOf(stop)
  }
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
