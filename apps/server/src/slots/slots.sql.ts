// Which vehicles usually drive on which day of the week.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface DrivenPlan {
  /** The plan's calendar date. */
  date: string
  vehicle_ids: string[]
}

/** The plans of some days that have routes with vehicles, the newest first; drafts are left out. */
export async function listDrivenPlans(scope: Scope, projectId: string, from: Date, to: Date): Promise<DrivenPlan[]> {
  const { rows } = await sql<DrivenPlan>`
    select (p.execution_date at time zone 'UTC')::date::text as date, array_agg(distinct r.vehicle_id) as vehicle_ids
    from plans p join routes r on r.plan_id = p.id and not r.deleted and r.vehicle_id is not null
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and not p.deleted
      and p.status <> 'draft' and p.execution_date >= ${from} and p.execution_date < ${to}
    group by p.id order by p.execution_date desc, p.created_at, p.id`.execute(scope.tx)
  return rows
}
