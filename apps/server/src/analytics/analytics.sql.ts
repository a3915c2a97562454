// The statements behind the figures: sums kept for plans whose day has passed, and one pass over the stops and routes of the others.
import { type RawBuilder, sql } from 'kysely'
import type { PlanFigureRow, PlanWordRow } from '../data/plan-figure-tables.ts'
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
/** What is counted of stops and routes, summed up. */
export type Counts = Record<(typeof counted)[number], number>
export type Sums = GroupKey & Counts

const counted = [
  ...['total_stops', 'completed_stops', 'incomplete_stops', 'canceled_stops', 'pending_stops'],
  ...['timed_stops', 'on_time_stops', 'attempted_stops', 'first_attempt_stops'],
  ...['delayed_stops', 'sum_of_delays', 'measured_stops', 'sum_of_times_in_stop', 'ratings', 'sum_of_ratings'],
  ...['total_routes', 'finished_routes', 'planned_distance', 'driven_distance', 'planned_time', 'driven_time'],
] as (keyof Omit<PlanFigureRow, 'plan_id' | 'organization_id' | 'vehicle_id' | 'midnight'>)[]

/** When the day of a plan began where its project is. */
const midnight = sql`(plans.execution_date at time zone 'UTC')::date::timestamp at time zone projects.timezone`

/** The plans of the span: by the index on project and execution date where projects are named. */
function plansOf(scope: Scope, { projectIds, start, end }: Span): RawBuilder<unknown> {
  const projects = projectIds === 'all' ? sql`` : sql`and plans.project_id = any(${projectIds}::text[])`
  return sql`
    select plans.id, plans.project_id, (plans.execution_date at time zone 'UTC')::date::text as day, ${midnight} as midnight
    from plans join projects on projects.id = plans.project_id and projects.deleted = false
    where plans.organization_id = ${scope.organizationId} and plans.deleted = false and plans.status <> 'draft' ${projects}
      and plans.execution_date between ${start} and ${end}`
}

/** Of `days` those whose figures are kept and still hold, and those whose stops have to be read. */
const isKept = sql`exists (select 1 from plan_figures f where f.plan_id = days.id and f.midnight = days.midnight)`

/**
 * What is counted of the plans of `days`, by plan and vehicle. A stop is on time when it was finished before its last window
 * closed, or without windows before its planned departure; only completed stops with one of both count. It was finished when
 * the device says so, however late the report was handed in. The first attempt is what ended in completion without a failed
 * one before. Planned and driven are compared over the same routes: finished ones, of which both are known.
 */
function figuresOf(days: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select plan_id, vehicle_id, ${sql.join(counted.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
    from (${stopFigures(days)} union all ${routeFigures(days)}) both_kinds group by plan_id, vehicle_id`
}

function stopFigures(days: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select plan_id, vehicle_id, count(*) as total_stops,
      count(*) filter (where status = 'completed') as completed_stops,
      count(*) filter (where status = 'incomplete') as incomplete_stops,
      count(*) filter (where status = 'canceled') as canceled_stops,
      count(*) filter (where status = 'pending') as pending_stops,
      count(*) filter (where is_done and coalesce(closes_at, planned_at) is not null) as timed_stops,
      count(*) filter (where is_done and done_at <= coalesce(closes_at, planned_at)) as on_time_stops,
      count(*) filter (where is_attempted) as attempted_stops,
      count(*) filter (where status = 'completed' and report_attempts = 0) as first_attempt_stops,
      count(done_at - planned_at) filter (where is_done) as delayed_stops,
      coalesce(sum(extract(epoch from done_at - planned_at)) filter (where is_done), 0) as sum_of_delays,
      count(time_in_stop) as measured_stops, coalesce(sum(time_in_stop), 0) as sum_of_times_in_stop,
      count(rating) as ratings, coalesce(sum(rating), 0) as sum_of_ratings,
      0 as total_routes, 0 as finished_routes, 0 as planned_distance, 0 as driven_distance, 0 as planned_time, 0 as driven_time
    from (
      select days.id as plan_id, s.vehicle_id, s.status, s.report_attempts, coalesce(r.done_at, s.finished_at) as done_at,
        days.midnight + make_interval(secs => s.planned_departure_time) as planned_at,
        days.midnight + make_interval(secs => (s.time_windows -> -1 ->> 1)::integer + coalesce(s.duration, 0)) as closes_at,
        (s.status = 'completed' and s.finished_at is not null) as is_done,
        (s.report_attempts > 0 or s.status in ('completed', 'canceled')
          or (s.status = 'incomplete' and s.finished_at is not null)) as is_attempted,
        r.time_in_stop, v.rating
      from ${days} as days
      join stops s on s.plan_id = days.id and s.deleted = false
      left join lateral (
        select avg(reports.time_in_stop) as time_in_stop,
          max(reports.created_at) filter (where reports.type <> 'service_report_attempted') as done_at from reports
        where reports.stop_id = s.id and s.finished_at is not null
      ) r on true
      left join surveys v on v.stop_id = s.id
    ) timed group by plan_id, vehicle_id`
}

function routeFigures(days: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofStops = counted.slice(0, counted.indexOf('total_routes'))
  return sql`
    select plan_id, vehicle_id, ${sql.join(ofStops.map((name) => sql`0 as ${sql.ref(name)}`))},
      count(*) as total_routes, count(*) filter (where status = 'finished') as finished_routes,
      coalesce(sum(planned_distance) filter (where has_distance), 0) as planned_distance,
      coalesce(sum(distance_traveled) filter (where has_distance), 0) as driven_distance,
      coalesce(sum(planned_time) filter (where has_time), 0) as planned_time,
      coalesce(sum(driven_time) filter (where has_time), 0) as driven_time
    from (
      select days.id as plan_id, r.vehicle_id, r.status, r.planned_distance, r.distance_traveled,
        r.planned_end_time - r.planned_start_time as planned_time,
        extract(epoch from r.end_date - r.start_date) as driven_time,
        (r.status = 'finished' and r.distance_traveled is not null and r.planned_distance is not null) as has_distance,
        (r.status = 'finished' and r.end_date > r.start_date and r.planned_end_time > r.planned_start_time) as has_time
      from ${days} as days join routes r on r.plan_id = days.id and r.deleted = false
    ) driven group by plan_id, vehicle_id`
}

/** Why stops of the plans of `days` failed, and what recipients said, by plan. */
function wordsOf(days: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select days.id as plan_id, 'cancel_reason' as kind, r.cancel_reason as word, count(distinct r.stop_id) as count
    from ${days} as days join reports r on r.plan_id = days.id and r.cancel_reason is not null
    join stops s on s.id = r.stop_id and s.plan_id = days.id and s.deleted = false
    where s.report_attempts > 0 or s.status = 'canceled' group by days.id, r.cancel_reason
    union all
    select days.id, 'rating_tag', v.rating_tag, count(*)
    from ${days} as days join stops s on s.plan_id = days.id and s.deleted = false
    join surveys v on v.stop_id = s.id and v.rating_tag is not null group by days.id, v.rating_tag`
}

/** What is counted of the plans of the span: altogether, by day, by vehicle and by project. */
export async function selectSums(scope: Scope, span: Span): Promise<Sums[]> {
  const sums = counted.map((name) => sql`sum(${sql.ref(name)})::double precision as ${sql.ref(name)}`)
  const names = sql.join(counted.map((name) => sql.ref(name)))
  const { rows } = await sql<Sums>`
    with days as materialized (${plansOf(scope, span)}),
    fresh as materialized (select * from days where not ${isKept}),
    figures as (
      select plan_id, vehicle_id, ${names} from plan_figures
      join days on days.id = plan_id and days.midnight = plan_figures.midnight
      where total_stops + total_routes > 0
      union all select plan_id, vehicle_id, ${names} from (${figuresOf(sql`fresh`)}) counted_now
    )
    select day, vehicle_id, project_id, grouping(day, vehicle_id, project_id)::integer as groups, ${sql.join(sums)}
    from figures join days on days.id = plan_id
    group by grouping sets ((), (day), (vehicle_id), (project_id))`.execute(scope.tx)
  return rows
}

/** Words that were said of the stops of the span, those said most often first. */
export async function selectWords(scope: Scope, span: Span): Promise<Pick<PlanWordRow, 'kind' | 'word' | 'count'>[]> {
  const { rows } = await sql<Pick<PlanWordRow, 'kind' | 'word' | 'count'>>`
    with days as materialized (${plansOf(scope, span)}),
    fresh as materialized (select * from days where not ${isKept}),
    words as (
      select kind, word, count from plan_words
      where plan_id in (select id from days) and plan_id not in (select id from fresh)
      union all select kind, word, count from (${wordsOf(sql`fresh`)}) counted_now
    )
    select kind, word, sum(count)::integer as count from words group by kind, word order by 3 desc, 2`.execute(scope.tx)
  return rows
}

export interface PlanToCount {
  id: string
  organization_id: string
}

/** Plans of all organizations whose day ended before the moment and whose figures are not kept, the newest days first. */
export async function selectPlansToCount(scope: Pick<Scope, 'tx'>, before: Date, most: number): Promise<PlanToCount[]> {
  const { rows } = await sql<PlanToCount>`
    select plans.id, plans.organization_id from plans
    join projects on projects.id = plans.project_id and projects.deleted = false
    where plans.deleted = false and plans.status <> 'draft' and plans.execution_date < ${before}
      and not exists (select 1 from plan_figures f where f.plan_id = plans.id and f.midnight = ${midnight})
    order by plans.execution_date desc, plans.id limit ${most}`.execute(scope.tx)
  return rows
}

/** The figures of plans as they are now, by plan and vehicle; a plan without stops and routes has a row of noughts. */
export async function selectPlanFigures(scope: Scope, planIds: readonly string[]): Promise<PlanFigureRow[]> {
  const values = counted.map((name) => sql`coalesce(${sql.ref(name)}, 0)::double precision as ${sql.ref(name)}`)
  const { rows } = await sql<PlanFigureRow>`
    with days as materialized (${daysOf(scope, planIds)})
    select days.id as plan_id, vehicle_id, midnight, ${sql.join(values)}
    from days left join (${figuresOf(sql`days`)}) figures on plan_id = days.id`.execute(scope.tx)
  return rows
}

export async function selectPlanWords(scope: Scope, planIds: readonly string[]): Promise<PlanWordRow[]> {
  const { rows } = await sql<PlanWordRow>`
    with days as materialized (${daysOf(scope, planIds)}) ${wordsOf(sql`days`)}`.execute(scope.tx)
  return rows
}

function daysOf(scope: Scope, planIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select plans.id, ${midnight} as midnight from plans join projects on projects.id = plans.project_id
    where plans.organization_id = ${scope.organizationId} and plans.id = any(${planIds}::text[])`
}
