// Reads what estimates are made of, and writes them with what else drivers on the way change: derived values, so `updated_at` stays.
import { type Selectable, sql } from 'kysely'
import { noteActor } from '../platform/actor.ts'
import type { PositionValue, ProjectsTable } from '../platform/schema.ts'
import { json, type Scope } from '../platform/scope.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { RouteRow } from '../resources/route.ts'

export interface Way {
  route: RouteRow
  plan: Pick<
    PlanRow,
    'id' | 'label' | 'status' | 'execution_date' | 'optimizer_config' | 'traffic_options' | 'updated_at'
  >
  project: Pick<
    Selectable<ProjectsTable>,
    'id' | 'label' | 'timezone' | 'optimizer_config' | 'traffic_options' | 'settings' | 'messages' | 'sends_messages'
  >
  /** When the driver application was noted last for the vehicle of the route. */
  sessionSeenAt: Date | null
}

/**
 * `route`: the route is locked, for what happens on it alone. `plan`: the plan is shared with others who do so, and those who
 * lock plans are kept out, for what also concerns stops.
 */
export type WayLock = 'route' | 'plan'

/** A route with what its times depend on beside its stops, by one statement. */
export async function findWay(scope: Scope, routeId: string, lock?: WayLock): Promise<Way | undefined> {
  let query = scope.tx
    .selectFrom('routes')
    .innerJoin('plans', 'plans.id', 'routes.plan_id')
    .innerJoin('projects', 'projects.id', 'routes.project_id')
    .leftJoin('vehicles', 'vehicles.id', 'routes.vehicle_id')
    .selectAll('routes')
    .select([
      'plans.label as plan_label',
      'plans.status as plan_status',
      'plans.execution_date as plan_date',
      'plans.optimizer_config as plan_config',
      'plans.traffic_options as plan_traffic',
      'plans.updated_at as plan_updated_at',
      'projects.label as project_label',
      'projects.timezone as project_timezone',
      'projects.optimizer_config as project_config',
      'projects.traffic_options as project_traffic',
      'projects.settings as project_settings',
      'projects.messages as project_messages',
      'projects.sends_messages as project_sends',
      'vehicles.session_seen_at',
    ])
    .select(noteActor(scope.actor))
    .where('routes.id', '=', routeId)
    .where('routes.organization_id', '=', scope.organizationId)
    .where('routes.deleted', '=', false)
  if (lock === 'route') query = query.forNoKeyUpdate('routes')
  if (lock === 'plan') query = query.forKeyShare('plans')
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const {
    plan_label,
    plan_status,
    plan_date,
    plan_config,
    plan_traffic,
    plan_updated_at,
    project_label,
    project_timezone,
    project_config,
    project_traffic,
    project_settings,
    project_messages,
    project_sends,
    session_seen_at,
    noted_actor: _,
    ...route
  } = row
  return {
    route,
    plan: {
      id: route.plan_id,
      label: plan_label,
      status: plan_status,
      execution_date: plan_date,
      optimizer_config: plan_config,
      traffic_options: plan_traffic,
      updated_at: plan_updated_at,
    },
    project: {
      id: route.project_id,
      label: project_label,
      timezone: project_timezone,
      optimizer_config: project_config,
      traffic_options: project_traffic,
      settings: project_settings,
      messages: project_messages,
      sends_messages: project_sends,
    },
    sessionSeenAt: session_seen_at,
  }
}

export interface StopEstimate {
  id: string
  estimated_arrival_time: string
  estimated_departure_time: string
}

/** What a driver's positions and reports change about the route; what is absent stays. */
export interface RouteProgress {
  last_position?: PositionValue
  estimated_end_time?: Date
  /** Metres of the recorded track. */
  distance_traveled?: number
  tracing_percent?: number | null
}

/**
 * Writes the estimates of the route's stops and what else changed about it, by one statement. A stop that somebody changes just
 * now is passed over: nobody on the road waits for that, and the next position brings it up to date.
 */
export async function writeProgress(
  scope: Scope,
  routeId: string,
  progress: RouteProgress,
  estimates: readonly StopEstimate[] = [],
): Promise<void> {
  const { last_position, estimated_end_time, distance_traveled, tracing_percent } = progress
  const changes = [
    ...(last_position === undefined ? [] : [sql`last_position = ${json(last_position)}::jsonb`]),
    ...(estimated_end_time === undefined ? [] : [sql`estimated_end_time = ${estimated_end_time}::timestamptz`]),
    ...(distance_traveled === undefined ? [] : [sql`distance_traveled = ${distance_traveled}::double precision`]),
    ...(tracing_percent === undefined ? [] : [sql`tracing_percent = ${tracing_percent}::double precision`]),
  ]
  const updateStops = sql`
    update stops set estimated_arrival_time = e.estimated_arrival_time, estimated_departure_time = e.estimated_departure_time
    from jsonb_to_recordset(${json(estimates)}::jsonb)
      as e(id text, estimated_arrival_time timestamptz, estimated_departure_time timestamptz)
    where stops.id = e.id and stops.id in (
      select id from stops where route_id = ${routeId} and deleted = false and status = 'pending' order by id
      for no key update skip locked)`
  const updateRoute = sql`
    update routes set ${sql.join(changes)} where id = ${routeId} and organization_id = ${scope.organizationId}`
  if (changes.length === 0 && estimates.length === 0) return
  if (changes.length === 0) await updateStops.execute(scope.tx)
  else if (estimates.length === 0) await updateRoute.execute(scope.tx)
  else await sql`with expected as (${updateStops}) ${updateRoute}`.execute(scope.tx)
}
