// Bookings of a day since it was last optimized, and whether a job is working on it.
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'

export interface BookedSince {
  bookings: number
  /** Added by them. */
  seconds: number
  meters: number
  /** Sums of the whole day as planned now. */
  daySeconds: number
  dayMeters: number
  /** Share of the day that the last optimization found and left, because it was too little. */
  left: number
}

/** Bookings since the last optimization of the whole plan that was applied, or that the service thought too little of. */
export async function findBookedSince(scope: Scope, planId: string): Promise<BookedSince> {
  const { rows } = await sql<BookedSince>`
    with last_run as (
      select r.started_at, case when r.discarded_at is null then 0 else
        coalesce(greatest(0,
          1 - (o.comparison -> 'after' ->> 'travel_time')::float / nullif((o.comparison -> 'before' ->> 'travel_time')::float, 0),
          1 - (o.comparison -> 'after' ->> 'distance')::float / nullif((o.comparison -> 'before' ->> 'distance')::float, 0)), 0)
        end as left
      from optimization_runs r left join optimization_results o on o.run_id = r.id
      where r.organization_id = ${scope.organizationId} and r.plan_id = ${planId} and r.route_id is null
        and r.status = 'success' and r.mode = 'from_scratch'
        and (not r.hold or r.applied_at is not null or (r.after_bookings and o.comparison is not null))
      order by r.started_at desc, r.id desc limit 1
    ), booked as (
      select count(*)::int as bookings, coalesce(sum((p.offer ->> 'added_time')::float), 0) as seconds,
        coalesce(sum((p.offer ->> 'added_distance')::float), 0) as meters
      from slot_promises p join stops s on s.id = p.stop_id and not s.deleted
      where p.organization_id = ${scope.organizationId} and s.plan_id = ${planId} and p.released_at is null
        and p.updated_at > coalesce((select started_at from last_run), '-infinity')
    )
    select booked.*, coalesce((select "left" from last_run), 0) as "left", day.*
    from booked, (
      select coalesce(sum(planned_end_time - planned_start_time), 0)::float as "daySeconds",
        coalesce(sum(planned_distance), 0)::float as "dayMeters"
      from routes where organization_id = ${scope.organizationId} and plan_id = ${planId} and not deleted
    ) day`.execute(scope.tx)
  return rows[0]!
}

/**
 * Returns whether a signed-in user changed the plan, its routes or its stops within these seconds, on any process. Keys, drivers
 * and recipients do not count.
 */
export async function isEdited(scope: Scope, planId: string, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ is_edited: boolean }>`
    select exists (select from live_changes where organization_id = ${scope.organizationId} and plan_id = ${planId}
      and kind in ('plan', 'routes', 'stops') and actor ->> 'type' = 'user'
      and created_at > now() - make_interval(secs => ${seconds})) as is_edited`.execute(scope.tx)
  return rows[0]!.is_edited
}

/** Returns whether somebody's search is running, or its result awaits a decision. */
export async function hasUndecidedRun(scope: Scope, planId: string): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from optimization_runs where organization_id = ${scope.organizationId} and plan_id = ${planId}
      and (status = 'in progress' or (status = 'success' and hold and not after_bookings and applied_at is null and discarded_at is null))
      ) as is_there`.execute(scope.tx)
  return rows[0]!.is_there
}
