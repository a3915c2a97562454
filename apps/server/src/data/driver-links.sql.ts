// The queries of dispatch links.

import { type Insertable, sql } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { LinkRow } from './driver-tables.ts'
import type { Database } from './tables.ts'

export async function insertLink(tx: Tx, row: Insertable<Database['driver_links']>): Promise<void> {
  await tx.insertInto('driver_links').values(row).execute()
}

/** The newest link of a route. */
export async function findLatestLink(tx: Tx, routeId: string): Promise<LinkRow | undefined> {
  return tx
    .selectFrom('driver_links')
    .selectAll()
    .where('route_id', '=', routeId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function markLinkOpened(tx: Tx, linkId: string, now: Date): Promise<void> {
  await tx
    .updateTable('driver_links')
    .set({ opened_at: now })
    .where('id', '=', linkId)
    .where('opened_at', 'is', null)
    .execute()
}

/** Ends all links of the route that are not ended yet, and answers how many. */
export async function revokeLinks(tx: Tx, routeId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('driver_links')
    .set({ revoked_at: now })
    .where('route_id', '=', routeId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export interface DispatchRow {
  route_id: string
  sent_to: string
  sent_at: Date
  stop_ids: string[]
  opened_at: Date | null
  has_link: boolean
}

/** Of each route of the plan the latest link that was mailed, and whether any link of it still works. */
export async function selectDispatches(tx: Tx, organizationId: string, planId: string): Promise<DispatchRow[]> {
  const { rows } = await sql<DispatchRow>`
    select distinct on (l.route_id) l.route_id, l.sent_to, l.created_at as sent_at, l.stop_ids,
      max(l.opened_at) over of_route as opened_at, bool_or(l.revoked_at is null) over of_route as has_link
    from routes r join driver_links l on l.route_id = r.id
    where r.plan_id = ${planId} and r.organization_id = ${organizationId} and r.deleted = false
      and l.sent_to is not null and l.stop_ids is not null
    window of_route as (partition by l.route_id)
    order by l.route_id, l.created_at desc, l.id desc`.execute(tx)
  return rows
}
