// On which days stops are planned.
import { sql } from 'kysely'
import type { Scope } from '../../../frame/platform/scope.ts'

/** The calendar date of the plan of each stop that has one. */
export async function findPlanDays(scope: Scope, stopIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; day: string }>`
    select s.id, (p.execution_date at time zone 'UTC')::date::text as day from stops s join plans p on p.id = s.plan_id
    where s.organization_id = ${scope.organizationId} and s.id = any(${stopIds}::text[])`.execute(scope.tx)
  return new Map(rows.map(({ id, day }) => [id, day]))
}
