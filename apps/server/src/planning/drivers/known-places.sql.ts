// Where routes of past days stopped: plans, routes and completed stops in one statement.
import { sql } from 'kysely'
import type { RouteRow } from '../../data/route-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export interface PastRoute extends Pick<RouteRow, 'id' | 'vehicle_id' | 'time_window'> {
  /** Calendar date of the route's plan. */
  date: string
  /** Coordinates of the completed stops: lat, lng, lat, lng … in degrees. */
  places: number[]
}

/** Returns up to `most` routes of past days with a completed stop, the latest first. */
export async function listPastRoutes(
  scope: Scope,
  projectId: string,
  { from, to, most }: { from: Date; to: Date; most: number },
): Promise<PastRoute[]> {
  const { rows } = await sql<PastRoute>`
    select r.id, r.vehicle_id, r.time_window, to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as date,
      (select json_agg(degrees order by s.id, part) from stops s cross join lateral unnest(array[
          (s.location ->> 'lat')::double precision, (s.location ->> 'lng')::double precision])
          with ordinality as parts (degrees, part)
        where s.route_id = r.id and not s.deleted and s.status = 'completed'
          and s.location ->> 'lat' is not null and s.location ->> 'lng' is not null) as places
    from plans p join routes r on r.plan_id = p.id and not r.deleted
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and not p.deleted
      and p.execution_date >= ${from} and p.execution_date < ${to}
      and exists (select from stops s where s.route_id = r.id and not s.deleted and s.status = 'completed')
    order by p.execution_date desc, r.id limit ${most}`.execute(scope.tx)
  return rows.map((row) => ({ ...row, places: row.places ?? [] }))
}
