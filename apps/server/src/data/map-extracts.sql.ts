// Every statement on the extracts. They belong to no organization.
import type { Insertable, Updateable, UpdateObject } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Tx } from '../frame/platform/scope.ts'
import type { MapExtractRow } from './map-extract-table.ts'
import type { Database } from './tables.ts'

/** Returns the extracts in the order in which they were added. */
export async function listMapExtractRows(db: Db | Tx): Promise<MapExtractRow[]> {
  return db.selectFrom('map_extracts').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** Returns the extract; with `lock`, locks its row for a change. */
export async function findMapExtractRow(db: Db | Tx, id: string, lock?: 'lock'): Promise<MapExtractRow | undefined> {
  const query = db.selectFrom('map_extracts').selectAll().where('id', '=', id)
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

/** Inserts an extract, unless its id exists. */
export async function insertMapExtractRow(tx: Tx, row: Insertable<Database['map_extracts']>): Promise<void> {
  await tx
    .insertInto('map_extracts')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

export async function updateMapExtractRow(
  tx: Tx,
  id: string,
  changes: UpdateObject<Database, 'map_extracts'>,
): Promise<MapExtractRow> {
  return tx.updateTable('map_extracts').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Stores the progress of a download; returns false when the extract was removed or restarted meanwhile. */
export async function noteMapDownload(
  db: Db | Tx,
  { id, version }: Pick<MapExtractRow, 'id' | 'version'>,
  changes: Updateable<Database['map_extracts']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('map_extracts')
    .set(changes)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteMapExtractRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('map_extracts').where('id', '=', id).execute()
}
