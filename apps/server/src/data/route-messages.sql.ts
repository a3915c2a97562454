// Every statement on the messages between dispatchers and drivers.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { changeRecords, findRecord, insertRecords, listRecords, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type RouteMessageRow, routeMessageTable } from './route-message-table.ts'

const inOrder = sql`order by received_at, id`

/** Stores the message; undefined where one came under its client_id before. */
export async function insertRouteMessage(
  scope: Scope,
  row: NewRow<typeof routeMessageTable>,
): Promise<RouteMessageRow | undefined> {
  const unlessSent = sql`on conflict (route_id, client_id) where client_id is not null do nothing`
  return (await insertRecords(scope, routeMessageTable, [row], unlessSent))[0]
}

export async function findMessageByClientId(
  scope: Scope,
  routeId: string,
  clientId: string,
): Promise<RouteMessageRow | undefined> {
  return findRecord(scope, routeMessageTable, { route_id: routeId, client_id: clientId })
}

/** The newest messages of a route, newest first. */
export async function listNewestMessages(scope: Scope, routeId: string, limit: number): Promise<RouteMessageRow[]> {
  return listRecords(
    scope,
    routeMessageTable,
    { route_id: routeId },
    sql`order by received_at desc, id desc limit ${limit}`,
  )
}

/** Those of a route that are new or were marked since. */
export async function listMessagesSince(scope: Scope, routeId: string, since: Date): Promise<RouteMessageRow[]> {
  return listRecords(scope, routeMessageTable, [{ route_id: routeId }, sql`updated_at > ${since}`], inOrder)
}

export async function listMessageRows(scope: Scope, ids: readonly string[]): Promise<RouteMessageRow[]> {
  return listRecords(scope, routeMessageTable, { id: ids }, inOrder)
}

/** Those that name one of the stops, oldest first. */
export async function listMessagesOfStops(scope: Scope, stopIds: readonly string[]): Promise<RouteMessageRow[]> {
  return listRecords(scope, routeMessageTable, { stop_id: stopIds }, inOrder)
}

/** Which messages of a route are marked: those that this side sent and that have no such mark. */
export interface Marked {
  routeId: string
  sender: RouteMessageRow['sender']
  ids: readonly string[]
}

/** The other side has read them; what was read has also been delivered to a phone. Answers how many there were. */
export async function markRead(scope: Scope, { routeId, sender, ids }: Marked, at: Date): Promise<number> {
  const delivered = sender === 'dispatcher' ? { delivered_at: sql`coalesce(delivered_at, ${at})` } : {}
  const which = { id: ids, route_id: routeId, sender, read_at: null }
  return changeRecords(scope, routeMessageTable, which, { read_at: at, ...delivered })
}

/** The phone has kept these of the dispatchers' messages. Answers how many there were. */
export async function markDelivered(scope: Scope, { routeId, sender, ids }: Marked, at: Date): Promise<number> {
  const which = { id: ids, route_id: routeId, sender, delivered_at: null }
  return changeRecords(scope, routeMessageTable, which, { delivered_at: at })
}

/** The bytes of the picture have come. */
export async function noteImageArrived(scope: Scope, routeId: string, imageId: string): Promise<void> {
  const which = [{ route_id: routeId, awaits_image: true }, sql`image ->> 'id' = ${imageId}`]
  await changeRecords(scope, routeMessageTable, which, { awaits_image: false })
}

/** Pictures that are gone stand in no message. */
export async function forgetImagesOfMessages(scope: Scope, imageIds: readonly string[]): Promise<void> {
  const which = [sql`image ->> 'id' = any(${imageIds}::text[])`]
  await setColumns(scope, routeMessageTable, which, { image: null, awaits_image: false })
}

/** What was written goes, and who wrote it; that there was a message, and when it was read, stays. */
export async function blankRouteMessages(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, routeMessageTable, { id: ids }, { text: null, author: null })
}
