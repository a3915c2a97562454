// The queries that put stops on routes and write what follows from their order.
import { type Selectable, sql } from 'kysely'
import type { RouteTimes } from '../modelling/evaluate-route.ts'
import type { ZonesTable } from '../platform/schema.ts'
import { json, laterThanBefore, type Scope } from '../platform/scope.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow } from '../resources/stop.ts'

const idIn = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`

/** Stops by id, deleted ones left out, in no order. */
export async function findStops(scope: Scope, stopIds: readonly string[]): Promise<StopRow[]> {
  if (stopIds.length === 0) return []
  return scope.tx
    .selectFrom('stops')
    .selectAll()
    .where(idIn(stopIds))
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .execute()
}

/** Routes by id with lock, in ascending order of ids. */
export async function lockRoutes(scope: Scope, routeIds: readonly string[]): Promise<RouteRow[]> {
  if (routeIds.length === 0) return []
  return scope.tx
    .selectFrom('routes')
    .selectAll()
    .where(idIn(routeIds))
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The stops of routes in driving order; a stop without a number comes last. */
export async function listStopsOfRoutes(scope: Scope, routeIds: readonly string[]): Promise<StopRow[]> {
  if (routeIds.length === 0) return []
  return scope.tx
    .selectFrom('stops')
    .selectAll()
    .where(sql<boolean>`route_id = any(${routeIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy(sql`"order" asc nulls last`)
    .orderBy('id')
    .execute()
}

/** Pending stops of the route before a place of it. */
export async function countPending(scope: Scope, routeId: string, before: number): Promise<number> {
  const { count } = await scope.tx
    .selectFrom('stops')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('route_id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where('status', '=', 'pending')
    .where('order', '<', before)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The routes that stops are on, whether the stops are deleted or not. */
export async function listRouteIdsOfStops(scope: Scope, stopIds: readonly string[]): Promise<string[]> {
  const rows = await scope.tx
    .selectFrom('stops')
    .select('route_id')
    .distinct()
    .where(idIn(stopIds))
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return rows.flatMap((row) => row.route_id ?? [])
}

export interface Placement {
  id: string
  route_id: string
  vehicle_id: string | null
  order: number
}

/** Puts stops on routes at their places. */
export async function placeStops(scope: Scope, placements: readonly Placement[]): Promise<void> {
  if (placements.length === 0) return
  await sql`
    update stops set route_id = r.route_id, vehicle_id = r.vehicle_id, "order" = r."order",
      updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(placements)}::jsonb)
      as r (id text, route_id text, vehicle_id text, "order" integer)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}
      and (stops.route_id, stops.vehicle_id, stops."order") is distinct from (r.route_id, r.vehicle_id, r."order")
  `.execute(scope.tx)
}

/** Takes stops off their routes, with everything that their place there gave them. */
export async function clearPlacements(scope: Scope, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  await scope.tx
    .updateTable('stops')
    .set({
      route_id: null,
      vehicle_id: null,
      order: null,
      planned_arrival_time: null,
      planned_departure_time: null,
      estimated_arrival_time: null,
      estimated_departure_time: null,
      distance_to_previous_stop: null,
      distance_to_next_stop: null,
      optimization_warnings: json([]),
      updated_at: laterThanBefore(scope.now),
    })
    .where(idIn(stopIds))
    .where('organization_id', '=', scope.organizationId)
    .where('route_id', 'is not', null)
    .execute()
}

/** Plan and the settings of its project. */
export async function findPlanSettings(scope: Scope, planIds: readonly string[]) {
  const rows = await scope.tx
    .selectFrom('plans')
    .innerJoin('projects', 'projects.id', 'plans.project_id')
    .where('plans.id', 'in', planIds)
    .where('plans.organization_id', '=', scope.organizationId)
    .select([
      'plans.id',
      'plans.project_id',
      'plans.execution_date',
      'plans.optimizer_config',
      'plans.traffic_options',
      'projects.timezone',
      'projects.optimizer_config as project_optimizer_config',
      'projects.traffic_options as project_traffic_options',
      sql<boolean>`exists (select 1 from routes where routes.plan_id = plans.id and routes.status = 'in_transit'
        and routes.deleted = false)`.as('is_live'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function listEnabledZones(
  scope: Scope,
  projectIds: readonly string[],
): Promise<Pick<Selectable<ZonesTable>, 'id' | 'project_id' | 'polygon'>[]> {
  return scope.tx
    .selectFrom('zones')
    .select(['id', 'project_id', 'polygon'])
    .where('project_id', 'in', projectIds)
    .where('organization_id', '=', scope.organizationId)
    .where('enabled', '=', true)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
}

export interface LinkedStop {
  id: string
  plan_id: string | null
  route_id: string | null
  cluster: string | null
  pickup_id: string | null
  optimization_warnings: StopRow['optimization_warnings']
  status: StopRow['status']
}

/** Stops of plans that are tied to others: members of a cluster, deliveries with a pickup, and these pickups. */
export async function listLinkedStops(scope: Scope, planIds: readonly string[]): Promise<LinkedStop[]> {
  const columns = ['id', 'plan_id', 'route_id', 'cluster', 'pickup_id', 'optimization_warnings', 'status'] as const
  const tied = await scope.tx
    .selectFrom('stops')
    .select(columns)
    .where('plan_id', 'in', planIds)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where((eb) => eb.or([eb('cluster', 'is not', null), eb('pickup_id', 'is not', null)]))
    .execute()
  const known = new Set(tied.map((stop) => stop.id))
  const pickupIds = [...new Set(tied.flatMap((stop) => stop.pickup_id ?? []))].filter((id) => !known.has(id))
  if (pickupIds.length === 0) return tied
  const pickups = await scope.tx
    .selectFrom('stops')
    .select(columns)
    .where(idIn(pickupIds))
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .execute()
  return [...tied, ...pickups]
}

/** Writes the computed times of whole routes; rows that would not change stay untouched, `updated_at` too. */
export async function writeTimes(scope: Scope, times: ReadonlyMap<string, RouteTimes>): Promise<void> {
  const routes = [...times].map(([id, { stops: _, isStandIn: __, totals: ___, ...route }]) => ({ id, ...route }))
  const stops = [...times.values()].flatMap((route) =>
    [...route.stops].map(([id, own], order) => ({ id, order, ...own })),
  )
  await sql`
    update routes set planned_start_time = r.planned_start_time, planned_end_time = r.planned_end_time,
      planned_distance = r.planned_distance, planned_track = r.planned_track, break_stop = r.break_stop,
      updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(routes)}::jsonb) as r (id text, planned_start_time integer, planned_end_time integer,
      planned_distance double precision, planned_track text, break_stop jsonb)
    where routes.id = r.id and routes.organization_id = ${scope.organizationId}
      and (routes.planned_start_time, routes.planned_end_time, routes.planned_distance, routes.planned_track,
        routes.break_stop) is distinct from (r.planned_start_time, r.planned_end_time, r.planned_distance,
        r.planned_track, nullif(r.break_stop, 'null'::jsonb))
  `.execute(scope.tx)
  if (stops.length === 0) return
  await sql`
    update stops set "order" = r."order", planned_arrival_time = r.planned_arrival_time,
      planned_departure_time = r.planned_departure_time, distance_to_previous_stop = r.distance_to_previous_stop,
      distance_to_next_stop = r.distance_to_next_stop, optimization_warnings = r.optimization_warnings,
      updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(stops)}::jsonb) as r (id text, "order" integer, planned_arrival_time integer,
      planned_departure_time integer, distance_to_previous_stop double precision,
      distance_to_next_stop double precision, optimization_warnings jsonb)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}
      and (stops."order", stops.planned_arrival_time, stops.planned_departure_time, stops.distance_to_previous_stop,
        stops.distance_to_next_stop, stops.optimization_warnings) is distinct from (r."order", r.planned_arrival_time,
        r.planned_departure_time, r.distance_to_previous_stop, r.distance_to_next_stop, r.optimization_warnings)
  `.execute(scope.tx)
}

export interface StopEstimate {
  id: string
  /** ISO timestamps. */
  estimated_arrival_time: string | null
  estimated_departure_time: string | null
}

/** Writes when stops are expected; derived values, so `updated_at` stays. */
export async function writeEstimates(scope: Scope, estimates: readonly StopEstimate[]): Promise<void> {
  if (estimates.length === 0) return
  await sql`
    update stops set estimated_arrival_time = r.estimated_arrival_time,
      estimated_departure_time = r.estimated_departure_time
    from jsonb_to_recordset(${json(estimates)}::jsonb) as r (id text, estimated_arrival_time timestamptz,
      estimated_departure_time timestamptz)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}`.execute(scope.tx)
}
