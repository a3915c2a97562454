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
