// Every statement on order files, and on when their sources are polled.
import type { OrderFetching } from '@routewright/contract'
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { type OrderFileRow, type OrderSourceRow, orderFileTable, orderSourceTable } from './order-source-tables.ts'
import { changeRecords, insertRecords, listPage, listRecords, setColumns, type Written } from './record-statements.ts'
import type { NewRow } from './records.ts'

/** A source that is due. */
export type DueSource = Pick<OrderSourceRow, 'id' | 'organization_id' | 'project_id'>

/**
 * Returns up to `most` due sources, longest waiting first, and schedules the next turn of each after its interval, so that a
 * failing one waits as well.
 */
export async function claimDueSources(tx: Tx, now: Date, most: number): Promise<DueSource[]> {
  const { rows } = await sql<DueSource>`
    with due as (
      select s.id from order_sources s join projects p on p.id = s.project_id
      where s.fetching is not null and s.enabled and not p.deleted and s.fetch_at <= ${now}
      order by s.fetch_at, s.id limit ${most} for no key update of s skip locked)
    update order_sources s set fetch_at = ${now}::timestamptz + make_interval(mins => (s.fetching ->> 'every_minutes')::int)
    from due where s.id = due.id
    returning s.id, s.organization_id, s.project_id`.execute(tx)
  return rows
}

/** Sets where files are fetched, and the first time; null ends it. */
export async function writeFetching(
  scope: Scope,
  id: string,
  values: { fetching: OrderFetching | null; fetch_secret: string | null; fetch_at: Date | null },
): Promise<void> {
  await changeRecords(
    scope,
    orderSourceTable,
    { id },
    { ...values, fetching: values.fetching, fetch_problem: null, fetched_at: null },
  )
}

/** Stores the result of a round, or the time of the next; the source itself does not count as changed. */
export async function noteFetching(
  scope: Scope,
  id: string,
  values: Pick<Written<typeof orderSourceTable>, 'fetching' | 'fetch_at' | 'fetched_at' | 'fetch_problem'>,
): Promise<void> {
  await setColumns(scope, orderSourceTable, { id }, values)
}

/** Marks known files as seen now, and returns their results by print. */
export async function markSeenFiles(
  scope: Scope,
  sourceId: string,
  prints: readonly string[],
): Promise<Map<string, OrderFileRow['result']>> {
  if (prints.length === 0) return new Map()
  await setColumns(scope, orderFileTable, { source_id: sourceId, print: prints }, { seen_at: scope.now })
  return new Map((await listOrderFilesByPrint(scope, sourceId, prints)).map(({ print, result }) => [print, result]))
}

export async function listOrderFilesByPrint(
  scope: Scope,
  sourceId: string,
  prints: readonly string[],
): Promise<OrderFileRow[]> {
  return listRecords(scope, orderFileTable, { source_id: sourceId, print: prints })
}

/** Inserts the file; returns false when it is known already. */
export async function insertOrderFile(scope: Scope, row: NewRow<typeof orderFileTable>): Promise<boolean> {
  const added = await insertRecords(scope, orderFileTable, [row], sql`on conflict (source_id, print) do nothing`)
  return added.length > 0
}

/** Returns a page of files, newest first. */
export async function listOrderFilePage(
  scope: Scope,
  sourceId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: OrderFileRow[]; total: number }> {
  return listPage(scope, orderFileTable, { source_id: sourceId }, sql`created_at desc, id desc`, page)
}

/** Blanks name, sender and refusal of files that contain one of the texts; the files stay known. */
export async function blankOrderFiles(scope: Scope, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return
  const holds = texts.map(
    (text) => sql`position(${text.toLowerCase()} in lower(concat_ws(' ', name, sender, detail))) > 0`,
  )
  const blank = { name: '', sender: null, detail: null }
  await setColumns(scope, orderFileTable, [sql`(${sql.join(holds, sql` or `)})`], blank)
}

/** Deletes files that no round has seen for long: they are no longer at their source. */
export async function deleteUnseenFiles(db: Db, before: Date): Promise<void> {
  await sql`delete from order_files where seen_at < ${before}`.execute(db)
}

/** Locks the sources of all organizations with a secret for fetching, to re-encrypt it. */
export async function lockFetchSecrets(tx: Tx): Promise<Pick<OrderSourceRow, 'id' | 'fetch_secret'>[]> {
  return tx
    .selectFrom('order_sources')
    .select(['id', 'fetch_secret'])
    .where('fetch_secret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the same secret, re-encrypted. */
export async function rewriteFetchSecret(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('order_sources').set({ fetch_secret: sealed }).where('id', '=', id).execute()
}
