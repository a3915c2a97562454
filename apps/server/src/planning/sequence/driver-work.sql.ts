// Reads the work of drivers on given days and in the weeks before: routes and their plans in one statement.
import { sql } from 'kysely'
import type { RouteWorkValue } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { WorkOfRoute } from '../modelling/route-drivers.ts'

export interface DatedWork extends WorkOfRoute {
  /** Calendar date of the route's plan. */
  date: string
}

/**
 * Returns routes under a law from `from` to `to`, calendar dates, both included. Drafts count for no driver, and neither do
 * routes that were not begun by the day after. Only routes of `dates` come with their records.
 */
export async function listDriverWork(
  scope: Scope,
  projectId: string,
  { from, to, dates }: { from: string; to: string; dates: readonly string[] },
): Promise<DatedWork[]> {
  const { rows } = await sql<Omit<DatedWork, 'work'> & { work: RouteWorkValue }>`
    select r.id, r.plan_id, r.label, r.vehicle_label, r.status, r.time_window, r.planned_start_time, p.status as plan_status,
      to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as date,
      case when to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') in (${sql.join(dates)})
        then r.driver_work else r.driver_work - 'record' end as work
    from routes r join plans p on p.id = r.plan_id and p.deleted = false
    where r.organization_id = ${scope.organizationId} and r.project_id = ${projectId} and r.deleted = false
      and r.driver_work is not null
      and p.execution_date >= ${`${from}T00:00:00Z`}::timestamptz
      and p.execution_date < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
      and (r.status <> 'not_started' or p.execution_date > ${scope.now}::timestamptz - interval '36 hours')
    order by p.execution_date, r.id`.execute(scope.tx)
  return rows
}

/** Returns all stored work of one driver, the latest first, including that of deleted plans and routes. */
export async function listWorkOfDriver(scope: Scope, projectId: string, driverId: string) {
  const { rows } = await sql<Omit<DatedWork, 'plan_status'>>`
    select r.id, r.plan_id, r.label, r.vehicle_label, r.status, r.time_window, r.planned_start_time,
      to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as date, r.driver_work - 'record' as work
    from routes r join plans p on p.id = r.plan_id
    where r.organization_id = ${scope.organizationId} and r.project_id = ${projectId}
      and r.driver_work is not null and r.driver_work->>'driver' = ${driverId}
    order by p.execution_date desc, r.id`.execute(scope.tx)
  return rows
}
