// Every statement on dispatch links.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { driverLinkTable, type LinkRow } from './driver-tables.ts'
import { addRows, findRecord, listColumns, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function insertLink(scope: Scope, row: NewRow<typeof driverLinkTable>): Promise<void> {
  await addRows(scope, driverLinkTable, [row])
}

/** Returns the newest link of a route. */
export async function findLatestLink(scope: Scope, routeId: string): Promise<LinkRow | undefined> {
  return findRecord(scope, driverLinkTable, { route_id: routeId }, sql`order by created_at desc, id desc limit 1`)
}

/** Stores when a driver first opened the route by this link. */
export async function markLinkOpened(scope: Scope, linkId: string): Promise<void> {
  await setColumns(scope, driverLinkTable, { id: linkId, opened_at: null }, { opened_at: scope.now })
}

/** Revokes all links of the route, and returns how many. */
export async function revokeLinks(scope: Scope, routeId: string): Promise<number> {
  return setColumns(scope, driverLinkTable, { route_id: routeId, revoked_at: null }, { revoked_at: scope.now })
}

/** Revokes the links by which these phones opened their routes. */
export async function revokeLinksOfDevices(scope: Scope, deviceIds: readonly string[]): Promise<void> {
  await setColumns(scope, driverLinkTable, { device_id: deviceIds, revoked_at: null }, { revoked_at: scope.now })
}

/** Returns links to routes of a project that were sent to an address, the latest first. */
export async function listLinksSentTo(scope: Scope, projectId: string, address: string) {
  const isOfProject = sql`route_id in (select id from routes where project_id = ${projectId})`
  const which = [sql`lower(sent_to) = ${address.toLowerCase()}`, isOfProject]
  const names = ['route_id', 'sent_to', 'created_at'] as const
  const rows = await listColumns(scope, driverLinkTable, names, which, sql`order by created_at desc, id desc`)
  return rows.map((row) => ({ ...row, sent_to: row.sent_to! }))
}

/** Removes the recipient from links; the links stay. */
export async function forgetSentTo(scope: Scope, projectId: string, address: string): Promise<void> {
  const isOfProject = sql`route_id in (select id from routes where project_id = ${projectId})`
  const which = [sql`lower(sent_to) = ${address.toLowerCase()}`, isOfProject]
  await setColumns(scope, driverLinkTable, which, { sent_to: null })
}

/** Returns the routes of the plan that are under way, or that a driver has a link to: these are not changed without the driver knowing. */
export async function listRoutesWithDrivers(scope: Scope, planId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from routes r
    where plan_id = ${planId} and organization_id = ${scope.organizationId} and not deleted and (status <> 'not_started'
      or exists (select from driver_links l where l.route_id = r.id and l.revoked_at is null))`.execute(scope.tx)
  return new Set(rows.map(({ id }) => id))
}

export interface DispatchRow {
  route_id: string
  sent_to: string
  sent_at: Date
  stop_ids: string[]
  opened_at: Date | null
  has_link: boolean
}

/** Returns the latest mailed link of each route of the plan, and whether any of its links still works. */
export async function listDispatchesOfPlan(scope: Scope, planId: string): Promise<DispatchRow[]> {
  const { rows } = await sql<DispatchRow>`
    select distinct on (l.route_id) l.route_id, l.sent_to, l.created_at as sent_at, l.stop_ids,
      max(l.opened_at) over of_route as opened_at, bool_or(l.revoked_at is null) over of_route as has_link
    from routes r join driver_links l on l.route_id = r.id
    where r.plan_id = ${planId} and r.organization_id = ${scope.organizationId} and r.deleted = false
      and l.sent_to is not null and l.stop_ids is not null
    window of_route as (partition by l.route_id)
    order by l.route_id, l.created_at desc, l.id desc`.execute(scope.tx)
  return rows
}
