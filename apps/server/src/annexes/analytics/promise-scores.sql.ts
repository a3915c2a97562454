// How windows of arrival that were told came out, summed up by everything that they are shown by, in one statement.
import { sql } from 'kysely'
import type { TimeWindow } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Span } from './analytics.sql.ts'

/** Pending stops before it at which the next group begins. */
export const STOPS_AHEAD = [0, 1, 3, 6, 11, 21] as const

export interface PromiseSums {
  /** Which of the columns below this row is by: the bits of `by`. */
  groups: number
  told_by: 'page' | 'email' | 'sms' | 'slot' | null
  share: number | null
  hour: number | null
  /** Index in `STOPS_AHEAD`; null before the start. */
  step: number | null
  day: string
  project_id: string
  route_id: string | null
  vehicle_id: string | null
  time_window: TimeWindow | null
  promises: number
  kept: number
  early: number
  late: number
  width: number
  off: number | null
}

/** The bits of `groups`: a bit that is not set stands for a column that the row is by. */
export const by = { total: 0b11111, means: 0b01111, rules: 0b10111, hours: 0b11011, steps: 0b11101, routes: 0b11110 }

export async function selectPromiseSums(scope: Scope, { projectIds, start, end }: Span): Promise<PromiseSums[]> {
  const reach = projectIds === 'all' ? sql`true` : sql`p.project_id = any(${projectIds}::text[])`
  const steps = sql.join(
    STOPS_AHEAD.map((begin) => sql`(a.stops_ahead >= ${sql.lit(begin)})::integer`),
    sql` + `,
  )
  const { rows } = await sql<PromiseSums>`
    with facts as (
      select a.told_by, a.share, a.hour, case when a.is_started then ${steps} - 1 end as step, a.route_id, a.vehicle_id,
        to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as day, p.project_id, a.outcome, a.seconds_off,
        extract(epoch from a.window_to - a.window_from) as width
      from plans p join arrival_promises a on a.plan_id = p.id
      where p.organization_id = ${scope.organizationId} and not p.deleted and ${reach}
        and p.execution_date between ${start} and ${end} and a.outcome in ('kept', 'early', 'late')
    )
    select grouping(told_by, share, hour, step, facts.route_id) as groups, told_by, share, hour, step, day, facts.project_id,
      facts.route_id, facts.vehicle_id, routes.time_window, count(*)::integer as promises,
      count(*) filter (where outcome = 'kept')::integer as kept, count(*) filter (where outcome = 'early')::integer as early,
      count(*) filter (where outcome = 'late')::integer as late, avg(width)::double precision as width,
      avg(abs(seconds_off)) filter (where outcome <> 'kept')::double precision as off
    from facts left join routes on routes.id = facts.route_id
    group by grouping sets (
      (), (told_by), (share), (hour), (step), (day, facts.project_id, facts.route_id, facts.vehicle_id, routes.time_window))
    order by told_by, share, hour, step, day, route_id`.execute(scope.tx)
  return rows
}
