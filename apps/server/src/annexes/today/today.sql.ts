// The statements for the overview of the day: one over the routes and stops of its plans, one over their problems.
import type { Attention } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import type { PlanRow } from '../../data/plan-table.ts'
import { straightMeters } from '../../data/routes.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** The plans of a project whose execution date lies between, both ends included. */
export interface Days {
  projectId: string
  start: Date
  end: Date
}

export interface DayPlanRow extends PlanRow {
  assigned_stops: number
  used_routes: number
  sent_routes: number
  started_routes: number
  routes_on_road: number
  planned_meters: number
  straight_meters: number
  driven_meters: number
}

function isOfDays(scope: Scope, { projectId, start, end }: Days): RawBuilder<unknown> {
  return sql`plans.organization_id = ${scope.organizationId} and plans.project_id = ${projectId}
    and plans.deleted = false and plans.execution_date between ${start} and ${end}`
}

const isSent = sql`exists (select 1 from driver_links where driver_links.route_id = routes.id
  and driver_links.revoked_at is null)`
const stopCount = sql`(select count(*)::integer from stops where stops.route_id = routes.id and stops.deleted = false
  and stops.meeting_of is null)`
const pendingStop = sql`select 1 from stops where stops.route_id = routes.id and stops.deleted = false
  and stops.status = 'pending'`
/** Condition that only handing goods to others is left to do: a broken-down van is not on the road. */
const waitsToGive = sql`(exists (${pendingStop} and stops.meeting_of = routes.id)
  and not exists (${pendingStop} and stops.meeting_of is distinct from routes.id))`

/** The plans of the days with how far their routes are. */
export async function selectDayPlans(scope: Scope, days: Days, onlyFirst = sql``): Promise<DayPlanRow[]> {
  const { rows } = await sql<DayPlanRow>`
    select plans.*, r.* from plans cross join lateral (
      select coalesce(sum(stop_count), 0)::integer as assigned_stops,
        (count(*) filter (where stop_count > 0))::integer as used_routes,
        (count(*) filter (where stop_count > 0 and is_sent))::integer as sent_routes,
        (count(*) filter (where stop_count > 0 and status <> 'not_started'))::integer as started_routes,
        (count(*) filter (where status = 'in_transit' and not waits_to_give))::integer as routes_on_road,
        coalesce(sum(planned_distance), 0)::float8 as planned_meters,
        coalesce(sum(straight_distance), 0)::float8 as straight_meters,
        coalesce(sum(distance_traveled), 0)::float8 as driven_meters
      from (
        select routes.status, routes.planned_distance, ${straightMeters('routes')} as straight_distance, routes.distance_traveled, ${isSent} as is_sent,
          ${stopCount} as stop_count, ${waitsToGive} as waits_to_give
        from routes where routes.plan_id = plans.id and routes.deleted = false
      ) each_route
    ) r
    where ${isOfDays(scope, days)} order by plans.execution_date, plans.created_at, plans.id ${onlyFirst}`.execute(
    scope.tx,
  )
  return rows
}

/** The first plan of the days that still has something to do. */
export async function selectNextPlan(scope: Scope, days: Days): Promise<DayPlanRow | undefined> {
  const [next] = await selectDayPlans(scope, days, sql`limit 1`)
  return next
}

export interface AttentionRules {
  lateSeconds: number
  silentSeconds: number
  sendAheadSeconds: number
}

export type AttentionRow = { [Key in keyof Attention]-?: NonNullable<Attention[Key]> | null } & {
  kind: Attention['kind']
  plan_id: string
  count: number
}

/** Returns the problems of the plans of the days: one row for each route concerned, else for each plan. */
export async function selectAttention(scope: Scope, days: Days, rules: AttentionRules): Promise<AttentionRow[]> {
  const { rows } = await sql<AttentionRow>`
    with live_plans as (
      select plans.id, plans.total_routes,
        (plans.execution_date at time zone 'UTC')::date::timestamp at time zone projects.timezone as midnight
      from plans join projects on projects.id = plans.project_id
      where ${isOfDays(scope, days)} and plans.status <> 'draft'
    ),
    used_routes as (${usedRoutes(scope)}),
    open_stops as (${openStops})
    ${routeTroubles(rules)} union all ${toldProblems} union all ${lateStops(rules)} union all ${failedStops}
    union all ${planTroubles}
    order by kind, seconds desc nulls last, plan_id, route_id`.execute(scope.tx)
  return rows
}

function usedRoutes(scope: Scope): RawBuilder<unknown> {
  return sql`
    select routes.id, routes.plan_id, routes.status, ${isSent} as is_sent,
      coalesce(routes.label, routes.vehicle_label, routes.plate) as label,
      extract(epoch from ${scope.now}::timestamptz - live_plans.midnight) - routes.planned_start_time as since_start,
      coalesce(routes.planned_loading_time, 0) as loading,
      extract(epoch from ${scope.now}::timestamptz - coalesce((routes.last_position ->> 'created_at')::timestamptz,
        routes.start_date)) as since_seen
    from live_plans join routes on routes.plan_id = live_plans.id and routes.deleted = false
    where ${stopCount} > 0`
}

/** How late each will be: against its last window; without one, on the road, against the plan. */
const openStops = sql`
  select stops.id, stops.plan_id, stops.route_id, stops.location, stops.optimization_warnings, live_plans.total_routes,
    coalesce(stops.label, stops.location ->> 'label', stops.location ->> 'street') as label,
    case when stops.estimated_arrival_time is not null and used_routes.status = 'in_transit'
        then extract(epoch from stops.estimated_arrival_time - live_plans.midnight)
        else stops.planned_arrival_time end
      - coalesce((stops.time_windows -> -1 ->> 1)::integer, stops.planned_arrival_time) as late_seconds
  from live_plans
  join stops on stops.plan_id = live_plans.id and stops.deleted = false and stops.status = 'pending'
  left join used_routes on used_routes.id = stops.route_id`

/** Not sent although the start is near, sent but not started once it has loaded, on the road but silent. */
function routeTroubles(rules: AttentionRules): RawBuilder<unknown> {
  return sql`
    select trouble.kind, plan_id, 1 as count, id as route_id, label as route_label, null::text as stop_id,
      null::text as stop_label, round(trouble.seconds)::integer as seconds, null::text as reason, null::text as comments
    from used_routes cross join lateral (
      select case when not is_sent then 'not_sent' else 'not_started' end as kind,
        case when is_sent then since_start - loading else -since_start end as seconds
      where status = 'not_started' and since_start - case when is_sent then loading else 0 end between
        case when is_sent then ${rules.lateSeconds}::float8 else ${-rules.sendAheadSeconds}::float8 end and 86400
      union all
      select 'silent', since_seen where status = 'in_transit' and since_seen > ${rules.silentSeconds}::float8
    ) trouble`
}

/** Latest problem reported by the driver of each route on the road. */
const toldProblems = sql`
  (select distinct on (r.id) 'problem', r.plan_id, (count(*) over (partition by r.id))::integer, r.id, r.label, s.id,
    coalesce(s.label, s.location ->> 'label', s.location ->> 'street'), null::integer, n.category, n.comments
  from used_routes r join driver_notes n on n.route_id = r.id and n.kind = 'problem'
  left join stops s on s.id = n.stop_id and s.deleted = false
  where r.status = 'in_transit'
  order by r.id, n.created_at desc, n.id)`

/** The worst of each route. */
function lateStops({ lateSeconds }: AttentionRules): RawBuilder<unknown> {
  return sql`
    (select distinct on (o.route_id) 'late', o.plan_id, (count(*) over of_route)::integer, o.route_id, r.label, o.id,
      o.label, round(o.late_seconds)::integer, null, null
    from open_stops o join used_routes r on r.id = o.route_id
    where o.late_seconds >= ${lateSeconds}::float8 window of_route as (partition by o.route_id)
    order by o.route_id, o.late_seconds desc, o.id)`
}

/** The latest of each route. */
const failedStops = sql`
  (select distinct on (s.plan_id, s.route_id) 'failed', s.plan_id,
    (count(*) over (partition by s.plan_id, s.route_id))::integer, s.route_id, r.label, s.id,
    coalesce(s.label, s.location ->> 'label', s.location ->> 'street'), null::integer, report.cancel_reason, null
  from live_plans join stops s on s.plan_id = live_plans.id and s.deleted = false
  left join used_routes r on r.id = s.route_id
  left join lateral (
    select reports.cancel_reason from reports where reports.stop_id = s.id order by reports.created_at desc, id limit 1
  ) report on true
  where s.status in ('canceled', 'incomplete')
  order by s.plan_id, s.route_id, s.finished_at desc nulls last, s.id)`

/** Stops that no route can take as they are, a row for each plan and kind. */
const planTroubles = sql`
  (select kind, plan_id, count(*)::integer, null, null, min(id), min(label) filter (where is_only), null::integer, null, null
  from (
    select trouble.kind, o.plan_id, o.id, o.label, count(*) over (partition by o.plan_id, trouble.kind) = 1 as is_only
    from open_stops o cross join lateral (
      select case when o.location ->> 'lat' is null then 'no_place'
        when o.optimization_warnings @> '[{"code":"unreachable"}]' then 'unreachable'
        when o.route_id is null and o.total_routes > 0 then 'unassigned' end as kind
    ) trouble
    where trouble.kind is not null
  ) troubled group by kind, plan_id)`

/** Plans of the days that were begun and are not over: the latest first. */
export async function selectUnclosed(scope: Scope, days: Days): Promise<Attention[]> {
  const { rows } = await sql<Attention>`
    select 'not_closed' as kind, plans.id as plan_id, plans.pending_stops as count, coalesce(plans.label, '') as plan_label,
      to_char(plans.execution_date at time zone 'UTC', 'YYYY-MM-DD') as plan_date
    from plans where ${isOfDays(scope, days)} and plans.status = 'in_progress'
    order by plans.execution_date desc, plans.id limit ${mostUnclosed}`.execute(scope.tx)
  return rows
}

/** More than these are no list that anybody works off in the morning. */
const mostUnclosed = 20

export interface ProjectCounts {
  project_id: string
  plans: number
  total_stops: number
  completed_stops: number
  incomplete_stops: number
  canceled_stops: number
  routes_on_road: number
}

/** Counts by project, only for projects with a plan on the day that is no draft, or with a begun and unfinished one since `earliest`. */
export async function selectProjectCounts(
  scope: Scope,
  days: readonly (Days & { earliest: Date })[],
): Promise<Map<string, ProjectCounts>> {
  if (days.length === 0) return new Map()
  const each = days.map(({ projectId, earliest, start, end }) => ({ project_id: projectId, earliest, start, end }))
  const { rows } = await sql<ProjectCounts>`
    select plans.project_id, (count(*) filter (where is_today))::integer as plans,
      ${ofToday(sql`plans.total_stops`)} as total_stops, ${ofToday(sql`plans.completed_stops`)} as completed_stops,
      ${ofToday(sql`plans.incomplete_stops`)} as incomplete_stops, ${ofToday(sql`plans.canceled_stops`)} as canceled_stops,
      ${ofToday(sql`on_road.routes`)} as routes_on_road
    from jsonb_to_recordset(${JSON.stringify(each)}::jsonb)
      as day (project_id text, earliest timestamptz, start timestamptz, "end" timestamptz)
    join plans on plans.organization_id = ${scope.organizationId} and plans.project_id = day.project_id
      and plans.deleted = false and plans.execution_date between day.earliest and day.end
    cross join lateral (select plans.execution_date >= day.start as is_today) moment
    cross join lateral (
      select count(*) as routes from routes
      where is_today and routes.plan_id = plans.id and routes.deleted = false and routes.status = 'in_transit'
        and not ${waitsToGive}
    ) on_road
    where case when is_today then plans.status <> 'draft' else plans.status = 'in_progress' end
    group by plans.project_id`.execute(scope.tx)
  return new Map(rows.map((row) => [row.project_id, row]))
}

const ofToday = (value: RawBuilder<unknown>) => sql`coalesce(sum(${value}) filter (where is_today), 0)::integer`
