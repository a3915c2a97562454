// The routes that name a depot on days that are still to come: plans and routes in one statement.
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'

/** Returns the routes that name the depot, have not begun, and belong to plans from a calendar date on. */
export async function listRoutesOfDepot(
  scope: Scope,
  projectId: string,
  depotId: string,
  from: string,
): Promise<{ id: string; plan_id: string }[]> {
  const { rows } = await sql<{ id: string; plan_id: string }>`
    select r.id, r.plan_id from plans p join routes r on r.plan_id = p.id and not r.deleted and r.status = 'not_started'
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and not p.deleted
      and p.status <> 'finished' and p.execution_date >= ${`${from}T00:00:00Z`}::timestamptz
      and (r.start_depot_id = ${depotId} or r.end_depot_id = ${depotId})
    order by r.id`.execute(scope.tx)
  return rows
}
