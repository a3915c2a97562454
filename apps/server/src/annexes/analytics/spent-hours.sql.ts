// The statement for where the working hours of a day went.
import type { SpentRoute } from '@routewright/contract/spent-hours'
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Span } from './analytics.sql.ts'

/** The routes of the span's plans that have stops, each with them in driving order; without drafts. */
export async function selectSpentRoutes(scope: Scope, { projectIds, start, end }: Span): Promise<SpentRoute[]> {
  const reach = projectIds === 'all' ? sql`true` : sql`plans.project_id = any(${projectIds}::text[])`
  const { rows } = await sql<{ route: SpentRoute }>`
    select jsonb_strip_nulls(jsonb_build_object('planned_start_time', r.planned_start_time, 'planned_loading_time',
        r.planned_loading_time, 'planned_end_time', r.planned_end_time, 'time_window', r.time_window, 'breaks', r.breaks,
        'stops', (
          select jsonb_agg(jsonb_build_object('id', s.id, 'type', s.type, 'pickup_id', s.pickup_id, 'planned_arrival_time',
            s.planned_arrival_time, 'planned_departure_time', s.planned_departure_time, 'time_windows', s.time_windows)
            order by s."order")
          from stops s where s.route_id = r.id and s.deleted = false
        ))) as route
    from plans join routes r on r.plan_id = plans.id and r.deleted = false and r.planned_end_time is not null
    where plans.organization_id = ${scope.organizationId} and plans.deleted = false and plans.status <> 'draft'
      and ${reach} and plans.execution_date between ${start} and ${end}
      and exists (select 1 from stops s where s.route_id = r.id and s.deleted = false)`.execute(scope.tx)
  return rows.map(({ route }) => route)
}
