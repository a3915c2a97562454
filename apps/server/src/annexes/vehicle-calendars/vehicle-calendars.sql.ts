// The work of a vehicle: the stops of its routes on the days of a calendar.
import { sql } from 'kysely'
import type { StopRow } from '../../data/stop-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export type CalendarStop = Pick<
  StopRow,
  | ('id' | 'label' | 'external_id' | 'location' | 'location_details' | 'comments' | 'phone' | 'status')
  | ('duration' | 'order' | 'planned_arrival_time' | 'planned_departure_time')
> & { route_label: string | null; execution_date: Date; changed_at: Date }

/** In driving order, day by day; nothing of plans that are drafts. */
export async function selectStopsOfVehicle(
  scope: Scope,
  vehicleId: string,
  { from, to, most }: { from: Date; to: Date; most: number },
): Promise<CalendarStop[]> {
  const { rows } = await sql<CalendarStop>`
    select s.id, s.label, s.external_id, s.location, s.location_details, s.comments, s.phone, s.status, s.duration,
      s."order", s.planned_arrival_time, s.planned_departure_time, r.label as route_label, p.execution_date,
      greatest(s.updated_at, r.updated_at, p.updated_at) as changed_at
    from routes r join plans p on p.id = r.plan_id join stops s on s.route_id = r.id
    where r.vehicle_id = ${vehicleId} and r.organization_id = ${scope.organizationId}
      and not r.deleted and not p.deleted and not s.deleted and p.status <> 'draft'
      and p.execution_date >= ${from} and p.execution_date < ${to}
    order by p.execution_date, r."order", r.id, s."order", s.id limit ${most}`.execute(scope.tx)
  return rows
}
