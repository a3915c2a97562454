// Reads the routes of days with their number of stops and the recipient of their link: plans, routes, stops and links in one statement.
import type { PlanStatus } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import type { RouteRow } from '../../data/route-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export interface DayRoute
  extends Pick<
    RouteRow,
    | ('id' | 'plan_id' | 'vehicle_id' | 'status' | 'time_window' | 'email' | 'provides' | 'start_date')
    | ('planned_start_time' | 'planned_end_time' | 'price_per_minute' | 'price_per_distance' | 'price_per_stop')
    | 'toll_price'
  > {
  label: string | null
  /** Calendar date of the route's plan. */
  date: string
  plan_status: PlanStatus
  stops: number
  /** Recipient of the latest link that still works, and when it was sent. */
  sent_to: string | null
  sent_at: Date | null
}

/** Returns the routes of plans between two calendar dates, both included; without `to`, all later ones. */
export async function listDayRoutes(
  scope: Scope,
  projectId: string,
  { from, to }: { from: string; to?: string },
): Promise<DayRoute[]> {
  const until: RawBuilder<unknown> =
    to === undefined ? sql`` : sql`and p.execution_date < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`
  const { rows } = await sql<DayRoute>`
    select r.id, r.plan_id, r.vehicle_id, r.status, r.time_window, r.email, r.provides, r.start_date, r.planned_start_time,
      r.planned_end_time, r.price_per_minute, r.price_per_distance, r.price_per_stop, r.toll_price,
      coalesce(r.label, r.vehicle_label, r.plate) as label,
      to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as date, p.status as plan_status,
      (select count(*)::integer from stops where stops.route_id = r.id and stops.deleted = false) as stops,
      l.sent_to, l.created_at as sent_at
    from plans p join routes r on r.plan_id = p.id and r.deleted = false
    left join lateral (
      select sent_to, created_at from driver_links
      where driver_links.route_id = r.id and sent_to is not null and revoked_at is null
      order by created_at desc, id desc limit 1
    ) l on true
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and p.deleted = false
      and p.execution_date >= ${`${from}T00:00:00Z`}::timestamptz ${until}
    order by p.execution_date, p.created_at, p.id, r."order", r.id`.execute(scope.tx)
  return rows
}
