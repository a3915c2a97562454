// The checks of `doctor` inside a database: whether an upgrade is due or complete, and whether pictures are where they should be.
import type { Storage } from '../../frame/files/storage.ts'
import { listMigrations, whyNotWith } from '../../frame/platform/migrations.ts'
import { findBackupNote } from '../backup/backup.ts'
import type { Finding } from './doctor.ts'

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

const DAY_MS = 86_400_000

/** Before an upgrade: what it will do, and whether there is a way back. After it: whether it is complete. */
export async function examineContents(query: Query, storage: Storage, dataDirectory: string): Promise<Finding[]> {
  const { rows } = await query(`select to_regclass('public.kysely_migration') is not null as is_there`)
  if (!rows[0]!.is_there)
    return [{ name: 'schema', state: 'ok', message: 'empty; the tables are made at the first start' }]
  const schema = await examineSchema(query, dataDirectory)
  // Another version's tables may have other columns.
  if (schema.state === 'failed') return [schema]
  const pictures = await examinePictures(query, storage).catch((error: Error): Finding => {
    return { name: 'pictures', state: 'warning', message: `They cannot be looked at: ${error.message}` }
  })
  return [schema, await examineSoundness(query), pictures]
}

async function examineSchema(query: Query, dataDirectory: string): Promise<Finding> {
  const { rows } = await query('select name from public.kysely_migration')
  const made = rows.map(({ name }) => name as string)
  const known = listMigrations()
  const why = whyNotWith(made, known)
  if (why) {
    const message = `The database was made by another version: ${why}. Start that one, or restore a backup for this one.`
    return { name: 'schema', state: 'failed', message }
  }
  const added = made.filter((name) => !known.includes(name))
  if (added.length > 0) {
    const message = `A newer version has added to it (${added.join(', ')}); this one may go on with it.`
    return { name: 'schema', state: 'ok', message }
  }
  const due = known.filter((name) => !made.includes(name))
  const backup = findBackupNote(dataDirectory)
  const last = backup
    ? `the last backup is of ${backup.made_at}${backup.verified ? ', verified' : ''}${backup.sent_to ? `, also in ${backup.sent_to}` : ''}`
    : 'no backup was made here'
  if (due.length === 0) return { name: 'schema', state: 'ok', message: `that of this version; ${last}` }
  const isRecent = backup !== undefined && Date.now() - Date.parse(backup.made_at) < DAY_MS
  const message = `The next start changes the schema for good (${due.join(', ')}); ${last}.`
  return isRecent
    ? { name: 'schema', state: 'ok', message, due }
    : { name: 'schema', state: 'warning', message: `${message} Make one first: routewright backup FILE --verify.`, due }
}

async function examineSoundness(query: Query): Promise<Finding> {
  const { rows } = await query(`
    select conrelid::regclass || ': ' || conname as name from pg_constraint where not convalidated
    union all select indrelid::regclass || ': ' || indexrelid::regclass from pg_index where not (indisvalid and indisready)
    order by 1`)
  if (rows.length === 0) return { name: 'tables', state: 'ok', message: 'every reference and index is valid' }
  const message = `Not valid: ${rows.map(({ name }) => name).join(', ')}. A migration or REINDEX was broken off; run it again.`
  return { name: 'tables', state: 'failed', message }
}

const picturesLookedAt = 200

/** The newest ones: after an upgrade or a move of files, those are what people look for. */
async function examinePictures(query: Query, storage: Storage): Promise<Finding> {
  const { rows } = await query(`
    select storage_key from public.report_images where storage_key is not null order by id desc limit ${picturesLookedAt}`)
  const missing: string[] = []
  for (const { storage_key } of rows) {
    if (!(await storage.hasFile(storage_key as string))) missing.push(storage_key as string)
  }
  if (missing.length === 0) {
    return { name: 'pictures', state: 'ok', message: `the newest ${rows.length} are in ${storage.place}` }
  }
  const message = `${missing.length} of the newest ${rows.length} are not in ${storage.place}, ${missing[0]} among them. Look at FILE_STORAGE and DATA_DIR.`
  return { name: 'pictures', state: 'warning', message }
}
