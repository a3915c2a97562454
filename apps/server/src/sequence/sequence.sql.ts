// Plans with the settings of their projects.

import { sql } from 'kysely'
import { mapById } from '../data/records.ts'
import type { DepotRules } from '../modelling/depots.ts'
import type { Scope } from '../platform/scope.ts'

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
      'projects.traffic_week',
      'projects.driving_rules',
      'projects.counts_driven_days',
      'plans.status',
      sql<boolean>`exists (select 1 from drivers where drivers.project_id = plans.project_id and not drivers.deleted)`.as(
        'has_drivers',
      ),
      sql<
        DepotRules[] | null
      >`(select jsonb_agg(jsonb_build_object('id', id, 'hours', hours, 'loading_time', loading_time) order by id)
        from depots where depots.project_id = plans.project_id and not depots.deleted)`.as('depots'),
      sql<boolean>`exists (select 1 from routes where routes.plan_id = plans.id and routes.status = 'in_transit'
        and routes.deleted = false)`.as('is_live'),
    ])
    .execute()
  return mapById(rows)
}
