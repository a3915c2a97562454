// Every statement on the messages between dispatchers and drivers.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { changeRecords, findRecord, insertRecords, listRecords, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type RouteMessageRow, routeMessageTable } from './route-message-table.ts'

const inOrder = sql`order by received_at, id`

/** Stores the message; returns undefined where one with its client_id exists. */
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

/** Returns the newest messages of a route, newest first. */
export async function listNewestMessages(scope: Scope, routeId: string, limit: number): Promise<RouteMessageRow[]> {
  return listRecords(
    scope,
    routeMessageTable,
    { route_id: routeId },
    sql`order by received_at desc, id desc limit ${limit}`,
  )
}

/** Returns the messages of a route that are new or were marked since. */
export async function listMessagesSince(scope: Scope, routeId: string, since: Date): Promise<RouteMessageRow[]> {
  return listRecords(scope, routeMessageTable, [{ route_id: routeId }, sql`updated_at > ${since}`], inOrder)
}

export async function listMessageRows(scope: Scope, ids: readonly string[]): Promise<RouteMessageRow[]> {
  return listRecords(scope, routeMessageTable, { id: ids }, inOrder)
}

/** Returns the messages that name one of the stops, oldest first. */
export async function listMessagesOfStops(scope: Scope, stopIds: readonly string[]): Promise<RouteMessageRow[]> {
  return listRecords(scope, routeMessageTable, { stop_id: stopIds }, inOrder)
}

/** Messages of a route to be marked: those that this side sent and that do not have the mark. */
export interface Marked {
  routeId: string
  sender: RouteMessageRow['sender']
  ids: readonly string[]
}

/** Marks messages as read by the other side; a read message was also delivered. Returns their number. */
export async function markRead(scope: Scope, { routeId, sender, ids }: Marked, at: Date): Promise<number> {
  const delivered = sender === 'dispatcher' ? { delivered_at: sql`coalesce(delivered_at, ${at})` } : {}
  const which = { id: ids, route_id: routeId, sender, read_at: null }
  return changeRecords(scope, routeMessageTable, which, { read_at: at, ...delivered })
}

/** Marks messages from dispatchers as delivered to the phone. Returns their number. */
export async function markDelivered(scope: Scope, { routeId, sender, ids }: Marked, at: Date): Promise<number> {
  const which = { id: ids, route_id: routeId, sender, delivered_at: null }
  return changeRecords(scope, routeMessageTable, which, { delivered_at: at })
}

/** Records that the bytes of the picture have arrived. */
export async function noteImageArrived(scope: Scope, routeId: string, imageId: string): Promise<void> {
  const which = [{ route_id: routeId, awaits_image: true }, sql`image ->> 'id' = ${imageId}`]
  await changeRecords(scope, routeMessageTable, which, { awaits_image: false })
}

/** Removes deleted pictures from messages. */
export async function forgetImagesOfMessages(scope: Scope, imageIds: readonly string[]): Promise<void> {
  const which = [sql`image ->> 'id' = any(${imageIds}::text[])`]
  await setColumns(scope, routeMessageTable, which, { image: null, awaits_image: false })
}

/** Deletes text and author of messages; that there was a message, and when it was read, stays. */
export async function blankRouteMessages(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, routeMessageTable, { id: ids }, { text: null, author: null })
}
