// Which devices an alert goes to.
import { sql } from 'kysely'
import type { Scope } from '../../../frame/platform/scope.ts'

/** Devices of the people who plan or manage the project. */
export async function selectDevicesOfPlanners(scope: Scope, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from push_devices d join users u on u.id = d.user_id
    where d.organization_id = ${scope.organizationId} and u.organization_id = d.organization_id and u.active
      and (u.role in ('organization_administrator', 'organization_manager') or exists (
        select from project_members m where m.user_id = u.id and m.project_id = ${projectId} and m.role <> 'supervisor'))
    order by d.id`.execute(scope.tx)
  return rows.map(({ id }) => id)
}

/** Devices that opened the route, and those on which its driver opened another one; none whose link was ended. */
export async function selectDevicesOfRoute(
  scope: Scope,
  routeId: string,
  driverId: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from push_devices d join driver_links l on l.id = d.link_id
    where d.organization_id = ${scope.organizationId} and l.revoked_at is null
      and (d.route_id = ${routeId} or d.driver_id = ${driverId ?? null})
    order by d.id`.execute(scope.tx)
  return rows.map(({ id }) => id)
}
