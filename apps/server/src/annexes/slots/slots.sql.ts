// Facts of past days: which vehicles drive, what was ordered, and each stop's share of the driving.
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'
import type { PastDays, PastStops } from './insertion/past-days.ts'

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

/** A stop of a past day as the order that it was: when it came in, for which day and where. */
export interface PastOrder {
  date: string
  created_at: Date
  client_id: string | null
  customer_class: string | null
  lat: number
  lng: number
  /** The first of its own windows, seconds of the day. */
  window: [number, number] | null
  planned_seconds: number | null
}

/** The orders of some days that have a place, the newest first; drafts are left out. */
export async function listPastOrders(
  scope: Scope,
  projectId: string,
  from: Date,
  to: Date,
  most: number,
): Promise<PastOrder[]> {
  const { rows } = await sql<PastOrder>`
    select (p.execution_date at time zone 'UTC')::date::text as date, s.created_at, s.client_id,
      c.custom_fields ->> 'customer_class' as customer_class,
      (s.location ->> 'lat')::float as lat, (s.location ->> 'lng')::float as lng,
      s.time_windows -> 0 as window, s.planned_arrival_time as planned_seconds
    from stops s join plans p on p.id = s.plan_id left join clients c on c.id = s.client_id
    where s.organization_id = ${scope.organizationId} and s.project_id = ${projectId} and not s.deleted and not p.deleted
      and p.status <> 'draft' and p.execution_date >= ${from} and p.execution_date <= ${to}
      and s.location ->> 'lat' is not null and s.location ->> 'lng' is not null
    order by s.created_at desc, s.id desc limit ${most}`.execute(scope.tx)
  return rows
}

/** Past stops within a cell of this many degrees (a kilometre, or less) are merged. */
const cellDegrees = 0.01

/** Returns, by weekday (0 is Sunday), the last plans in a span of days with stops on routes; drafts are left out. */
export async function readPastDays(
  scope: Scope,
  projectId: string,
  { from, to, weekdays, most }: { from: Date; to: Date; weekdays: readonly number[]; most: number },
): Promise<Map<number, PastDays>> {
  const { rows } = await sql<{
    weekday: number
    days: number
    routes: number
    cells: PastStops[]
    leads: PastDays['leads']
  }>`
    with plans_then as (
      select id, execution_date, extract(dow from execution_date at time zone 'UTC')::int as weekday from plans
      where organization_id = ${scope.organizationId} and project_id = ${projectId} and not deleted and status <> 'draft'
        and total_routes > 0 and execution_date >= ${from} and execution_date < ${to}
        and extract(dow from execution_date at time zone 'UTC')::int = any(${[...weekdays]}::int[])
    ), counted as (
      select *, row_number() over (partition by weekday order by execution_date desc, id) as place from plans_then
    ), driven as (
      select c.weekday, c.id as plan_id, s.route_id, (s.location ->> 'lat')::float as lat, (s.location ->> 'lng')::float as lng,
        coalesce(s.distance_to_previous_stop, 0)::float as before, coalesce(s.distance_to_next_stop, 0)::float as behind,
        row_number() over (partition by s.route_id order by s."order", s.id) as at, count(*) over (partition by s.route_id) as stops,
        ceil(extract(epoch from c.execution_date - s.created_at) / 3600)::int as hours
      from counted c join stops s on s.plan_id = c.id and not s.deleted and s.route_id is not null
      where c.place <= ${most} and s.location ->> 'lat' is not null and s.location ->> 'lng' is not null
    ), shared as (
      select *, (case when at > 1 then before else 0 end + case when at < stops then behind else 0 end) / 2
        + sum(case when at = 1 then before else 0 end + case when at = stops then behind else 0 end) over (partition by route_id)
        / stops as meters
      from driven
    ), cells as (
      select weekday, avg(lat) as lat, avg(lng) as lng, count(*)::int as stops, sum(meters) as meters
      from shared group by weekday, round(lat / ${cellDegrees}::float), round(lng / ${cellDegrees}::float)
    ), leads as (select weekday, hours, count(*)::int as stops from shared group by weekday, hours)
    select weekday, count(distinct plan_id)::int as days, count(distinct route_id)::int as routes,
      (select json_agg(json_build_object('lat', lat, 'lng', lng, 'stops', stops, 'meters', meters) order by lat, lng)
        from cells where cells.weekday = shared.weekday) as cells,
      (select json_agg(json_build_object('hours', hours, 'stops', stops) order by hours)
        from leads where leads.weekday = shared.weekday) as leads
    from shared group by weekday order by weekday`.execute(scope.tx)
  return new Map(
    rows.map(({ weekday, days, routes, cells, leads }) => {
      const stops = cells.reduce((sum, cell) => sum + cell.stops, 0)
      return [weekday, { days, routes, stops, places: cells, leads }]
    }),
  )
}
