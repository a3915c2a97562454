// The stops and routes of all plans of a day.
import { sql } from 'kysely'
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import type { Scope } from '../platform/scope.ts'

/** The plans of the project whose execution date lies in the window, both ends included. */
const plansOf = (scope: Scope, projectId: string, start: Date, end: Date) => sql`
  from plans p where p.project_id = ${projectId} and p.organization_id = ${scope.organizationId} and not p.deleted
    and p.execution_date between ${start} and ${end}`

/** The stops of these plans in the order of their creation. */
export async function listDayStops(scope: Scope, projectId: string, start: Date, end: Date): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    select s.* from stops s join (select p.id, p.execution_date ${plansOf(scope, projectId, start, end)}) p
      on p.id = s.plan_id
    where not s.deleted order by p.execution_date, s.plan_id, s.created_at, s.id`.execute(scope.tx)
  return rows
}

/** The routes of these plans in the order of each plan. */
export async function listDayRoutes(scope: Scope, projectId: string, start: Date, end: Date): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select r.* from routes r join (select p.id, p.execution_date ${plansOf(scope, projectId, start, end)}) p
      on p.id = r.plan_id
    where not r.deleted order by p.execution_date, r.plan_id, r."order", r.id`.execute(scope.tx)
  return rows
}
