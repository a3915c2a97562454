// Every statement on sources of orders, their orders and their messages.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  type OrderSourceRow,
  orderSourceTable,
  type SourceMessageRow,
  type SourceOrderRow,
  sourceMessageTable,
  sourceOrderTable,
} from './order-source-tables.ts'
import {
  addRows,
  findRecord,
  insertRecord,
  insertRecords,
  listPage,
  listRecords,
  removeRows,
  setColumns,
  updateRecord,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'

/** Returns the sources, oldest first. */
export async function listSourceRows(scope: Scope): Promise<OrderSourceRow[]> {
  return listRecords(scope, orderSourceTable, [], sql`order by id`)
}

export async function findSourceRow(scope: Scope, id: string, lock?: 'lock'): Promise<OrderSourceRow | undefined> {
  return findRecord(scope, orderSourceTable, { id }, lock && sql`for update`)
}

/** Returns the source, of any organization, whose messages arrive at this address. */
export async function findSourceByToken(db: Db, digest: Buffer): Promise<OrderSourceRow | undefined> {
  const { rows } = await sql<OrderSourceRow>`
    select s.* from order_sources s join projects p on p.id = s.project_id
    where s.token_digest = ${digest} and s.enabled and not p.deleted`.execute(db)
  return rows[0]
}

export async function insertSource(scope: Scope, row: NewRow<typeof orderSourceTable>): Promise<OrderSourceRow> {
  return insertRecord(scope, orderSourceTable, row)
}

export async function updateSourceRow(
  scope: Scope,
  id: string,
  changes: Written<typeof orderSourceTable>,
): Promise<OrderSourceRow> {
  return updateRecord(scope, orderSourceTable, id, changes)
}

/** Deletes the source with its orders and messages; their stops stay. */
export async function deleteSourceRow(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, orderSourceTable, { id })
}

/** Locks the sources of all organizations with a secret, to re-encrypt it. */
export async function lockSecretSources(tx: Tx): Promise<Pick<OrderSourceRow, 'id' | 'secret'>[]> {
  return tx
    .selectFrom('order_sources')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the same secret, re-encrypted. */
export async function rewriteSourceSecret(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('order_sources').set({ secret: sealed }).where('id', '=', id).execute()
}

export async function findSourceOrder(
  scope: Scope,
  sourceId: string,
  orderId: string,
): Promise<SourceOrderRow | undefined> {
  return findRecord(scope, sourceOrderTable, { source_id: sourceId, order_id: orderId })
}

/** Inserts the order if it is unknown, and locks it; waits for transactions that work on it. */
export async function lockSourceOrder(scope: Scope, row: NewRow<typeof sourceOrderTable>): Promise<SourceOrderRow> {
  await insertRecords(scope, sourceOrderTable, [row], sql`on conflict (source_id, order_id) do nothing`)
  const key = { source_id: row.source_id, order_id: row.order_id }
  return (await findRecord(scope, sourceOrderTable, key, sql`for update`))!
}

export async function writeSourceOrder(
  scope: Scope,
  id: string,
  values: Written<typeof sourceOrderTable>,
): Promise<void> {
  await setColumns(scope, sourceOrderTable, { id }, values)
}

export async function insertMessages(scope: Scope, rows: readonly NewRow<typeof sourceMessageTable>[]): Promise<void> {
  await addRows(scope, sourceMessageTable, rows)
}

export async function findMessage(scope: Scope, id: string, lock?: 'lock'): Promise<SourceMessageRow | undefined> {
  return findRecord(scope, sourceMessageTable, { id }, lock && sql`for update`)
}

export async function noteMessage(scope: Scope, id: string, values: Written<typeof sourceMessageTable>): Promise<void> {
  await setColumns(scope, sourceMessageTable, { id }, values)
}

/** Returns a page of messages, newest first. */
export async function listMessagePage(scope: Scope, sourceId: string, page: { limit: number; offset: number }) {
  return listPage(scope, sourceMessageTable, { source_id: sourceId }, sql`received_at desc, id desc`, page)
}

/** Deletes messages that made these stops, or that contain one of the texts. */
export async function deleteMessagesFor(
  scope: Scope,
  stopIds: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const holds = texts.map((text) => sql`position(${text.toLowerCase()} in lower(body::text)) > 0`)
  const any = sql.join([sql`stop_id = any(${stopIds}::text[])`, ...holds], sql` or `)
  await removeRows(scope, sourceMessageTable, [sql`(${any})`])
}

export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await sql`delete from source_messages where received_at < ${before}`.execute(db)
}

/** Deletes orders without news for long; if they come again, they are new. */
export async function deleteOldOrders(db: Db, before: Date): Promise<void> {
  await sql`delete from source_orders where touched_at < ${before}`.execute(db)
}
