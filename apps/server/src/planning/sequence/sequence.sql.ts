// Plans with the settings of their projects.

import { sql } from 'kysely'
import { mapById } from '../../data/records.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { ChargingBooking, ChargingPlaceRules } from '../modelling/charging/charging.ts'
import type { DepotRules } from '../modelling/depots.ts'
import type { BreaksOfProject } from '../modelling/pace/break-room.ts'
import type { PacesOfProject } from '../modelling/pace/paces-of-project.ts'

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
      sql<PacesOfProject & BreaksOfProject>`jsonb_strip_nulls(jsonb_build_object(
        'uses_paces', projects.learning -> 'uses_paces', 'paces', projects.learning -> 'paces', 'driving_paces', projects.learning -> 'driving_paces',
        'uses_service_times', projects.learning -> 'uses_service_times', 'uses_break_room', projects.learning -> 'uses_break_room',
        'break_shares', projects.learning -> 'break_shares'))`.as('learning'),
      'plans.status',
      sql<boolean>`exists (select 1 from drivers where drivers.project_id = plans.project_id and not drivers.deleted)`.as(
        'has_drivers',
      ),
      sql<
        DepotRules[] | null
      >`(select jsonb_agg(jsonb_build_object('id', id, 'hours', hours, 'loading_time', loading_time) order by id)
        from depots where depots.project_id = plans.project_id and not depots.deleted)`.as('depots'),
      sql<
        ChargingPlaceRules[] | null
      >`(select jsonb_agg(jsonb_build_object('id', id, 'label', label, 'location', location, 'power', power, 'points', points,
          'hours', hours, 'price_per_kwh', price_per_kwh) order by id)
        from charging_places where charging_places.project_id = plans.project_id and not charging_places.deleted)`.as(
        'charging_places',
      ),
      bookingsOfDay.as('charging'),
      sql<boolean>`exists (select 1 from routes where routes.plan_id = plans.id and routes.status = 'in_transit'
        and routes.deleted = false)`.as('is_live'),
    ])
    .execute()
  return mapById(rows)
}

/** Bookings by all plans of the day except drafts. Skipped where the project has no charging place. */
const bookingsOfDay = sql<Record<string, ChargingBooking[]> | null>`case when exists
    (select 1 from charging_places where charging_places.project_id = plans.project_id and not charging_places.deleted)
  then (select jsonb_object_agg(r.id, r.planned_charge -> 'charging') from plans p
    join routes r on r.plan_id = p.id and not r.deleted and r.planned_charge -> 'charging' is not null
    where p.project_id = plans.project_id and not p.deleted and (p.id = plans.id or p.status <> 'draft')
      and p.execution_date > plans.execution_date - interval '1 day' and p.execution_date < plans.execution_date + interval '1 day'
      and (p.execution_date at time zone 'UTC')::date = (plans.execution_date at time zone 'UTC')::date) end`
