// The stops and routes of all plans of a day.
import { sql } from 'kysely'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** The plans of the project whose execution date lies in the window, both ends included. */
const getPlans = (scope: Scope, projectId: string, start: Date, end: Date) => sql`
  from plans p where p.project_id = ${projectId} and p.organization_id = ${scope.organizationId} and not p.deleted
    and p.execution_date between ${start} and ${end}`

/** The stops of these plans in the order of their creation. */
export async function listDayStops(scope: Scope, projectId: string, start: Date, end: Date): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    select s.* from stops s join (select p.id, p.execution_date ${getPlans(scope, projectId, start, end)}) p
      on p.id = s.plan_id
    where not s.deleted order by p.execution_date, s.plan_id, s.created_at, s.id`.execute(scope.tx)
  return rows
}

/** The routes of these plans in the order of each plan. */
export async function listDayRoutes(scope: Scope, projectId: string, start: Date, end: Date): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select r.* from routes r join (select p.id, p.execution_date ${getPlans(scope, projectId, start, end)}) p
      on p.id = r.plan_id
    where not r.deleted order by p.execution_date, r.plan_id, r."order", r.id`.execute(scope.tx)
  return rows
}

export interface OverduePlan {
  id: string
  organization_id: string
}

/** Plans under way whose day has been over, in their project's zone, for as long as the project waits; the oldest first. */
export async function listOverduePlans(
  { tx }: Pick<Scope, 'tx'>,
  now: Date,
  limit: number,
  planId?: string,
): Promise<OverduePlan[]> {
  const { rows } = await sql<OverduePlan>`
    select plans.id, plans.organization_id
    from plans join projects on projects.id = plans.project_id and projects.deleted = false
    where plans.status = 'in_progress' and plans.deleted = false ${planId ? sql`and plans.id = ${planId}` : sql``}
      and ((plans.execution_date at time zone 'UTC')::date + 1)::timestamp at time zone projects.timezone
        + (projects.settings ->> 'close_days_after_hours')::integer * interval '1 hour' <= ${now}
    order by plans.execution_date, plans.id limit ${limit}`.execute(tx)
  return rows
}
