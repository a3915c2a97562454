// The queries of dispatch links.
import type { Insertable, Selectable } from 'kysely'
import type { DriverLinksTable } from '../platform/schema.ts'
import type { Tx } from '../platform/scope.ts'

export type LinkRow = Selectable<DriverLinksTable>

export async function insertLink(tx: Tx, row: Insertable<DriverLinksTable>): Promise<void> {
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

export async function countPendingStops(tx: Tx, routeId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('stops')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('route_id', '=', routeId)
    .where('deleted', '=', false)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}
