// Queries of the driver app across tables: earlier visits, and the stop of a package.
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'

/** Returns the codes of all packages of the route, in driving order, with their stops. */
export async function selectCodesOfRoute(
  scope: Scope,
  routeId: string,
): Promise<{ identifier: string; stop_id: string }[]> {
  const { rows } = await sql<{ identifier: string; stop_id: string }>`
    select p.identifier, p.stop_id from packages p join stops s on s.id = p.stop_id
    where s.route_id = ${routeId} and s.organization_id = ${scope.organizationId} and not s.deleted
    order by s."order", s.id`.execute(scope.tx)
  return rows
}

export interface LastVisitRow {
  stop_id: string
  type: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'
  created_at: Date
  images: { id: string; url: string }[]
  comments: string | null
  cancel_reason: string | null
}

/** Returns, for each pending stop of the route, the latest report of another stop at the same place or of the same client. */
export async function selectLastVisits(
  scope: Scope,
  route: { id: string; project_id: string },
): Promise<LastVisitRow[]> {
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
    order by s."order", s.id`.execute(scope.tx)
  return rows
}
