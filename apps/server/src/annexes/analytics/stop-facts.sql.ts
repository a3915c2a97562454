// Queries for the counts of stops: by route, by client and by zone, and their durations.
import { type RawBuilder, sql } from 'kysely'
import { stopCounts } from '../../data/plan-figure-tables.ts'

/** A table with the columns `id`, `project_id` and `midnight` of plans. */
export type Days = RawBuilder<unknown>

const halfMinute = sql.lit(30)

/**
 * One row for each stop. It was finished when the device says so, however late the report was handed in. Its promise is the
 * window that was agreed, or else the end of what its recipient was told before the start: the planned arrival, an hour later,
 * at the next quarter of an hour (modelling/arrival-window.ts). What counts for a promise is when the driver came.
 */
function getFacts(days: Days): RawBuilder<unknown> {
  return sql`
    select s.plan_id, days.project_id, s.vehicle_id, s.route_id, s.client_id, s.location, s.status, s.report_attempts,
      s.duration, r.attempts, s.returned_at, s.return_to_sender_at, r.time_in_stop, v.rating, coalesce(r.done_at, s.finished_at) as done_at,
      least(s.arrived_at, r.done_at, s.finished_at) as came_at,
      days.midnight + make_interval(secs => s.planned_departure_time) as planned_at,
      days.midnight + make_interval(secs => agreed.closes + coalesce(s.duration, 0)) as closes_at,
      days.midnight + make_interval(secs => agreed.closes) as agreed_at,
      days.midnight + make_interval(secs =>
        coalesce(agreed.closes, ceil((s.planned_arrival_time + 3600) / 900.0) * 900)) as promised_at,
      (s.status = 'completed' and s.finished_at is not null) as is_done,
      (s.report_attempts > 0 or s.status in ('completed', 'canceled')
        or (s.status = 'incomplete' and s.finished_at is not null)) as is_attempted
    from ${days} as days
    join stops s on s.plan_id = days.id and s.deleted = false
    cross join lateral (select (s.time_windows -> -1 ->> 1)::integer as closes) agreed
    left join lateral (
      select avg(reports.time_in_stop) filter (where s.finished_at is not null) as time_in_stop,
        max(reports.created_at) filter (where s.finished_at is not null and reports.type <> 'service_report_attempted') as done_at,
        count(*) filter (where reports.type <> 'service_report_canceled' or reports.reporter is distinct from 'dispatcher') as attempts
      from reports where reports.stop_id = s.id
    ) r on true
    left join surveys v on v.stop_id = s.id`
}

/**
 * The counts of `stopCounts`. A stop is on time when it was finished before its last window closed, or without windows before
 * its planned departure; only completed stops with one of both count. The first attempt is what ended in completion without a
 * failed one before, also of a stop that was opened again.
 */
const counts = sql`
  count(*) as total_stops,
  count(*) filter (where status = 'completed') as completed_stops,
  count(*) filter (where status = 'incomplete') as incomplete_stops,
  count(*) filter (where status = 'canceled') as canceled_stops,
  count(*) filter (where status = 'pending') as pending_stops,
  count(*) filter (where is_done and coalesce(closes_at, planned_at) is not null) as timed_stops,
  count(*) filter (where is_done and done_at <= coalesce(closes_at, planned_at)) as on_time_stops,
  count(*) filter (where is_done and promised_at is not null) as promised_stops,
  count(*) filter (where is_done and came_at <= promised_at) as kept_promises,
  count(*) filter (where is_done and agreed_at is not null) as agreed_stops,
  count(*) filter (where is_done and came_at <= agreed_at) as kept_agreed_stops,
  count(*) filter (where is_attempted) as attempted_stops,
  count(*) filter (where status = 'completed' and report_attempts = 0 and attempts <= 1) as first_attempt_stops,
  coalesce(sum(attempts), 0) as attempts,
  count(*) filter (where returned_at is not null) as returned_stops,
  count(*) filter (where return_to_sender_at is not null) as sender_stops,
  count(done_at - planned_at) filter (where is_done) as delayed_stops,
  coalesce(sum(extract(epoch from done_at - planned_at)) filter (where is_done), 0) as sum_of_delays,
  count(time_in_stop) as measured_stops, coalesce(sum(time_in_stop), 0) as sum_of_times_in_stop,
  count(rating) as ratings, coalesce(sum(rating), 0) as sum_of_ratings`

/** Counts by plan, vehicle and route. */
export function stopFigures(days: Days): RawBuilder<unknown> {
  return sql`select plan_id, vehicle_id, route_id, ${counts} from (${getFacts(days)}) facts group by 1, 2, 3`
}

/** Counts by plan and client: `group_id` is the client's id, or null. */
export function clientFigures(days: Days): RawBuilder<unknown> {
  return sql`select plan_id, client_id as group_id, ${counts} from (${getFacts(days)}) facts group by 1, 2`
}

/**
 * Counts by plan and zone: `group_id` is the zone's id, or null for stops in none. A stop within several zones counts in each.
 * Zones count in their present shape.
 */
export function areaFigures(days: Days): RawBuilder<unknown> {
  return sql`
    select plan_id, area.id as group_id, ${counts} from (${getFacts(days)}) facts
    left join (
      select z.id, z.project_id, ('(' || (
        select string_agg('(' || (corner ->> 0) || ',' || (corner ->> 1) || ')', ',' order by place)
        from jsonb_array_elements(z.polygon) with ordinality as corners (corner, place)
      ) || ')')::polygon as shape
      from zones z where z.deleted = false and z.project_id in (select project_id from ${days} as days)
    ) area on area.project_id = facts.project_id
      and point((facts.location ->> 'lng')::double precision, (facts.location ->> 'lat')::double precision) <@ area.shape
    group by 1, 2`
}

/** How many stops took how long, and how long the same were planned to take: words are numbers of half minutes. */
export function timesAtStops(days: Days): RawBuilder<unknown> {
  return sql`
    select plan_id, kind, bucket::text as word, count(*) as count
    from (${getFacts(days)}) facts cross join lateral (values
      ('time_in_stop', round(time_in_stop / ${halfMinute})), ('planned_time_in_stop', round(duration / ${halfMinute}::numeric))
    ) as times (kind, bucket)
    where time_in_stop is not null and bucket is not null group by 1, 2, 3`
}

/** Noughts for what is counted of stops, where routes are counted. */
export const noStopCounts = sql.join(stopCounts.map((name) => sql`0 as ${sql.ref(name)}`))
