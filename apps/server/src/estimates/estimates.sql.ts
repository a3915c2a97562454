// Reads what estimates are made of, and writes them with what else drivers on the way change: derived values, so `updated_at` stays.

import type { PlanRow } from '../data/plan-table.ts'
import type { ProjectRow } from '../data/project-tables.ts'
import type { RouteRow } from '../data/route-table.ts'
import { noteActor } from '../platform/actor.ts'
import type { Scope } from '../platform/scope.ts'

export interface Way {
  route: RouteRow
  plan: Pick<
    PlanRow,
    'id' | 'label' | 'status' | 'execution_date' | 'optimizer_config' | 'traffic_options' | 'updated_at'
  >
  project: Pick<
    ProjectRow,
    'id' | 'label' | 'timezone' | 'optimizer_config' | 'traffic_options' | 'settings' | 'messages' | 'sends_messages'
  >
  /** When the driver application was noted last for the vehicle of the route. */
  sessionSeenAt: Date | null
}

/**
 * `route` locks the route, for changes of nothing else. `plan` takes a shared lock of the plan, for changes that also concern
 * stops: drivers of other routes may go on, and whoever rearranges the plan waits.
 */
export type WayLock = 'route' | 'plan'

/** A route with what its times depend on beside its stops, by one statement. */
export async function findWay(scope: Scope, routeId: string, lock?: WayLock): Promise<Way | undefined> {
  let query = selectWay(scope, routeId)
  if (lock === 'route') query = query.forNoKeyUpdate('routes')
  if (lock === 'plan') query = query.forKeyShare('plans')
  const row = await query.executeTakeFirst()
  return row && wayOf(row)
}

function selectWay(scope: Scope, routeId: string) {
  return scope.tx
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
}

function wayOf(row: NonNullable<Awaited<ReturnType<ReturnType<typeof selectWay>['executeTakeFirst']>>>): Way {
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
