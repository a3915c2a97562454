// The statements behind the figures: one pass over the stops and one over the routes of the plans of a span.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface Span {
  /** 'all' projects of the organization, or these. */
  projectIds: 'all' | readonly string[]
  start: Date
  end: Date
}

/** Which group a row of sums is of: none, a day, a vehicle or a project. */
export interface GroupKey {
  day: string | null
  vehicle_id: string | null
  project_id: string | null
  /** Bits of `grouping(day, vehicle_id, project_id)`: 1 where the column is not part of the group. */
  groups: number
}
export type Sums = GroupKey & Record<string, number | string | null>

/** The plans of the span: by the index on project and execution date where projects are named. */
function plansOf(scope: Scope, { projectIds, start, end }: Span): RawBuilder<unknown> {
  const projects = projectIds === 'all' ? sql`` : sql`and plans.project_id = any(${projectIds}::text[])`
  return sql`
    select plans.id, plans.project_id, (plans.execution_date at time zone 'UTC')::date::text as day,
      (plans.execution_date at time zone 'UTC')::date::timestamp at time zone projects.timezone as midnight
    from plans join projects on projects.id = plans.project_id and projects.deleted = false
    where plans.organization_id = ${scope.organizationId} and plans.deleted = false and plans.status <> 'draft' ${projects}
      and plans.execution_date between ${start} and ${end}`
}

const mostTags = 20
const groups = sql`grouping sets ((), (day), (vehicle_id), (project_id))`
const keys = sql`day, vehicle_id, project_id, grouping(day, vehicle_id, project_id)::integer as groups`

/**
 * A stop is on time when it was finished before its last window closed, or without windows before its planned departure;
 * only completed stops with one of both count. It was finished when the device says so, however late the report was handed
 * in. The first attempt is what ended in completion without a failed one before.
 */
export async function selectStopSums(
  scope: Scope,
  span: Span,
): Promise<{ sums: Sums[]; ratingTags: { rating_tag: string; ratings: number }[] }> {
  const { rows } = await sql<Sums & { rating_tag: string | null; is_of_tag: boolean; ratings: number }>`
    with days as (${plansOf(scope, span)}), timed as (
      select days.day, days.project_id, s.vehicle_id, s.status, s.report_attempts, coalesce(r.done_at, s.finished_at) as done_at,
        days.midnight + make_interval(secs => s.planned_departure_time) as planned_at,
        days.midnight + make_interval(secs => (s.time_windows -> -1 ->> 1)::integer + coalesce(s.duration, 0)) as closes_at,
        (s.status = 'completed' and s.finished_at is not null) as is_done,
        (s.report_attempts > 0 or s.status in ('completed', 'canceled')
          or (s.status = 'incomplete' and s.finished_at is not null)) as is_attempted,
        r.time_in_stop, v.rating, v.rating_tag
      from days
      join stops s on s.plan_id = days.id and s.deleted = false
      left join lateral (
        select avg(reports.time_in_stop) as time_in_stop,
          max(reports.created_at) filter (where reports.type <> 'service_report_attempted') as done_at from reports
        where reports.stop_id = s.id and s.finished_at is not null
      ) r on true
      left join surveys v on v.stop_id = s.id
    )
    select ${keys}, rating_tag, grouping(rating_tag) = 0 as is_of_tag, count(*) as total_stops,
      count(*) filter (where status = 'completed') as completed_stops,
      count(*) filter (where status = 'incomplete') as incomplete_stops,
      count(*) filter (where status = 'canceled') as canceled_stops,
      count(*) filter (where status = 'pending') as pending_stops,
      count(*) filter (where is_done and coalesce(closes_at, planned_at) is not null) as timed_stops,
      count(*) filter (where is_done and done_at <= coalesce(closes_at, planned_at)) as on_time_stops,
      count(*) filter (where is_attempted) as attempted_stops,
      count(*) filter (where status = 'completed' and report_attempts = 0) as first_attempt_stops,
      count(rating) as ratings,
      avg(extract(epoch from done_at - planned_at)) filter (where is_done) as average_delay,
      avg(time_in_stop) as average_time_in_stop, avg(rating) as average_rating
    from timed group by grouping sets ((), (day), (vehicle_id), (project_id), (rating_tag))`.execute(scope.tx)
  // One pass over the stops gives both: a second one for the tags would take as long again.
  const tags = rows.flatMap(({ is_of_tag, rating_tag, ratings }) =>
    is_of_tag && rating_tag !== null ? [{ rating_tag, ratings: Number(ratings) }] : [],
  )
  return {
    sums: rows.flatMap(({ is_of_tag, rating_tag: _, ...sums }) => (is_of_tag ? [] : [sums as Sums])),
    ratingTags: tags.sort((a, b) => b.ratings - a.ratings || (a.rating_tag < b.rating_tag ? -1 : 1)).slice(0, mostTags),
  }
}

/** Planned and driven are compared over the same routes: finished ones, of which both are known. */
export async function selectRouteSums(scope: Scope, span: Span): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    with days as (${plansOf(scope, span)}), driven as (
      select days.day, days.project_id, r.vehicle_id, r.status, r.planned_distance, r.distance_traveled,
        r.planned_end_time - r.planned_start_time as planned_time,
        extract(epoch from r.end_date - r.start_date) as driven_time,
        (r.status = 'finished' and r.distance_traveled is not null and r.planned_distance is not null) as has_distance,
        (r.status = 'finished' and r.end_date > r.start_date and r.planned_end_time > r.planned_start_time) as has_time
      from days join routes r on r.plan_id = days.id and r.deleted = false
    )
    select ${keys}, count(*) as total_routes, count(*) filter (where status = 'finished') as finished_routes,
      coalesce(sum(planned_distance) filter (where has_distance), 0) as planned_distance,
      coalesce(sum(distance_traveled) filter (where has_distance), 0) as driven_distance,
      coalesce(sum(planned_time) filter (where has_time), 0) as planned_time,
      coalesce(sum(driven_time) filter (where has_time), 0) as driven_time
    from driven group by ${groups}`.execute(scope.tx)
  return rows
}

/** Why stops failed, most frequent first. */
export async function selectReasons(scope: Scope, span: Span) {
  const { rows } = await sql<{ cancel_reason: string; stops: number }>`
    with days as (${plansOf(scope, span)})
    select r.cancel_reason, count(distinct r.stop_id)::integer as stops
    from days join reports r on r.plan_id = days.id and r.cancel_reason is not null
    join stops s on s.id = r.stop_id and s.plan_id = days.id and s.deleted = false
    where s.report_attempts > 0 or s.status = 'canceled'
    group by r.cancel_reason order by 2 desc, 1 limit 50`.execute(scope.tx)
  return rows
}
