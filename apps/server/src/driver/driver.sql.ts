// What drivers' pages read across tables: earlier visits, and where a package belongs.
import { sql } from 'kysely'
import type { Tx } from '../platform/scope.ts'

/** Stops of the route that hold a package with this identifier. */
export async function selectStopsWithPackage(tx: Tx, routeId: string, identifier: string): Promise<{ id: string }[]> {
  return tx
    .selectFrom('packages')
    .innerJoin('stops', 'stops.id', 'packages.stop_id')
    .select('stops.id')
    .where('stops.route_id', '=', routeId)
    .where('stops.deleted', '=', false)
    .where('packages.identifier', '=', identifier)
    .orderBy('stops.order')
    .execute()
}

export interface LastVisitRow {
  stop_id: string
  type: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'
  created_at: Date
  images: { id: string; url: string }[]
  comments: string | null
  cancel_reason: string | null
}

/** For each pending stop of the route the latest report of another stop at the same place or address book entry. */
export async function selectLastVisits(tx: Tx, route: { id: string; project_id: string }): Promise<LastVisitRow[]> {
  const { rows } = await sql<LastVisitRow>`
    select s.id as stop_id, v.type, v.created_at, v.images, v.comments, v.cancel_reason
    from stops s cross join lateral (
      select r.type, r.created_at, r.images, r.comments, r.cancel_reason
      from (
        select o.id from stops o where o.client_id = s.client_id and o.project_id = ${route.project_id}
        union
        select o.id from stops o where o.project_id = ${route.project_id}
        and o.location->>'lat' = s.location->>'lat' and o.location->>'lng' = s.location->>'lng' and o.location is not null
      ) o join reports r on r.stop_id = o.id
      where o.id != s.id
      order by r.created_at desc, r.id desc limit 1
    ) v
    where s.route_id = ${route.id} and s.deleted = false and s.status = 'pending'
    order by s."order", s.id`.execute(tx)
  return rows
}
