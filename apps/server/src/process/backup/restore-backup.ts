// Brings a backup back into an empty database, of either kind, and an empty place for files, and looks whether all of it arrived.
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../frame/files/storage.ts'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import type { Db } from '../../frame/platform/db.ts'
import { migrate } from '../../frame/platform/migrate.ts'
import { listMigrations } from '../../frame/platform/migrations.ts'
import { BackupError } from './backup-error.ts'
import type { Placed } from './restore-leftovers.ts'
import { countRows, PLAIN_SETTINGS, quoted, rowWriter, type Session, type Table } from './rows.ts'
import { type Entry, readTar } from './tar.ts'
import { FORMAT, type Head, type Totals } from './write-backup.ts'

export interface RestoreTarget {
  db: Db
  /** Another connection than those of `db`, or the same one where there is only one. */
  session: Session
  storage: Storage
  dataDirectory: string
  /** Opens the queues, which makes their tables. */
  prepareQueues(): Promise<void>
  /** Grows with each file that is written. */
  placed: Placed
}

/** All or nothing for the database. Throws BackupError when the target is not empty, and when something is missing or was changed. */
export async function restoreEntries(archive: AsyncIterable<Uint8Array>, target: RestoreTarget): Promise<Totals> {
  const entries = readTar(archive)
  const head = await readHead(entries)
  await prepareTables(head, target)
  const { session } = target
  await session.query(`begin; ${PLAIN_SETTINGS}`)
  const references = await loosen(session)
  const totals = await loadEntries(entries, head, target)
  await tighten(session, references)
  for (const table of head.tables) await requireSame(session, table, totals)
  for (const { name, last_value } of totals.sequences) {
    await session.query('select setval($1::regclass, $2::bigint)', [quoted(name), last_value])
  }
  // Queues that this version or its library no longer has, or makes anew by itself.
  await session.query('delete from jobs.job where name not in (select name from jobs.queue)')
  await session.query('commit')
  await migrate(target.db)
  return totals
}

async function readHead(entries: AsyncGenerator<Entry>): Promise<Head> {
  const first = await entries.next()
  if (first.done || first.value.name !== 'head.json') {
    throw new BackupError(
      'This is no backup of this version. One of a data folder as a whole (.tar.gz with ./database in it) is unpacked by tar -xzf into an empty folder.',
    )
  }
  const head = JSON.parse((await first.value.read()).toString()) as Head
  if (head.format !== FORMAT)
    throw new BackupError(`The backup has format ${head.format}; this version reads ${FORMAT}.`)
  const known = listMigrations()
  const unknown = head.migrations.find((name) => !known.includes(name))
  if (unknown) {
    throw new BackupError(`The backup was made by a newer version: this one does not know its migration ${unknown}.`)
  }
  return head
}

/** The tables as they were where the backup was made. What was brought to more by an earlier try must still be empty. */
async function prepareTables(
  { migrations, tables }: Head,
  { db, session, prepareQueues }: RestoreTarget,
): Promise<void> {
  const { rows } = await session.query(`select to_regclass('public.kysely_migration') is not null as is_there`)
  if (!rows[0]!.is_there) {
    await migrate(db, { upTo: migrations.at(-1) })
    await prepareQueues()
    return
  }
  const { rows: made } = await session.query('select name from public.kysely_migration order by name')
  const isSame = made.map(({ name }) => name).join() === migrations.join()
  const { rows: organizations } = await session.query('select from public.organizations limit 1')
  if (!isSame || organizations.length > 0) {
    throw new BackupError('The database is not empty: name a new one, and no service may run on it.')
  }
  for (const { name } of tables) {
    const { rows: table } = await session.query('select to_regclass($1) is not null as is_there', [quoted(name)])
    if (!table[0]!.is_there) await prepareQueues()
  }
}

interface Reference {
  table: string
  name: string
  definition: string
}

/** References and triggers would look at rows before all of them are there; they come back before the end. */
async function loosen(session: Session): Promise<Reference[]> {
  const { rows } = await session.query(`
    select n.nspname || '.' || t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where c.contype = 'f' and n.nspname = 'public' and c.conparentid = 0 order by 1, 2`)
  const references = rows as unknown as Reference[]
  for (const { table, name } of references) {
    await session.query(`alter table ${quoted(table)} drop constraint "${name}"`)
  }
  const tables = await listOwnTables(session)
  for (const table of tables) await session.query(`alter table ${quoted(table)} disable trigger user`)
  await session.query(`truncate ${tables.map(quoted).join(', ')}`)
  await session.query('delete from jobs.job')
  return references
}

/** Making the references anew looks whether every row that is referred to is there. */
async function tighten(session: Session, references: readonly Reference[]): Promise<void> {
  for (const { table, name, definition } of references) {
    await session.query(`alter table ${quoted(table)} add constraint "${name}" ${definition}`)
  }
  for (const table of await listOwnTables(session)) {
    await session.query(`alter table ${quoted(table)} enable trigger user`)
  }
}

async function listOwnTables(session: Session): Promise<string[]> {
  const { rows } = await session.query(`
    select 'public.' || relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not like 'kysely\\_%' order by 1`)
  return rows.map(({ name }) => name as string)
}

/** Reads to the end of the archive, where it turns out whether any byte was changed. */
async function loadEntries(entries: AsyncGenerator<Entry>, head: Head, target: RestoreTarget): Promise<Totals> {
  const { session, storage, dataDirectory, placed } = target
  const tables = new Map(head.tables.map((table) => [table.name, table]))
  const writers = new Map<string, Awaited<ReturnType<typeof rowWriter>>>()
  const files = { count: 0, bytes: 0 }
  let totals: Totals | undefined
  for await (const entry of entries) {
    const [kind, ...rest] = entry.name.split('/')
    if (entry.name === 'totals.json') totals = JSON.parse((await entry.read()).toString()) as Totals
    else if (kind === 'tables') {
      const table = tables.get(rest[0]!)
      if (!table) throw new BackupError(`The backup has rows of a table that it does not name: ${rest[0]}`)
      const write = writers.get(table.name) ?? (await rowWriter(session, table))
      writers.set(table.name, write)
      await write(JSON.parse((await entry.read()).toString()) as string[])
    } else if (kind === 'files') {
      const bytes = await entry.read()
      const key = rest.join('/')
      placed.keys.push(key)
      await storeFile(session, storage, key, bytes)
      files.count += 1
      files.bytes += bytes.length
    } else if (kind === 'data') await writeDataFile(dataDirectory, rest.join('/'), entry, placed)
  }
  if (!totals) throw new BackupError('The backup ends too early: its totals are missing.')
  if (totals.files.count === files.count && totals.files.bytes === files.bytes) return totals
  throw new BackupError(`The backup has ${files.count} files and should have ${totals.files.count}.`)
}

/** The picture's row says what its bytes must be; the small size has no row. */
async function storeFile(session: Session, storage: Storage, key: string, bytes: Buffer): Promise<void> {
  const id = /([0-9a-f]{24})(-small)?\.\w+$/.exec(key)
  const { rows } = await session.query('select storage_key, sha256 from public.report_images where id = $1', [id?.[1]])
  if (!rows[0] || (rows[0].storage_key === key && rows[0].sha256 !== computeChecksum(bytes))) {
    throw new BackupError(`The file ${key} is not the one that the database names.`)
  }
  await storage.putFile(key, bytes)
}

/** Writes the file unless it exists: the key of an installation is not replaced by another. */
async function writeDataFile(dataDirectory: string, name: string, entry: Entry, { paths }: Placed): Promise<void> {
  const file = resolve(dataDirectory, name)
  if (!file.startsWith(resolve(dataDirectory) + sep)) throw new BackupError(`Not a name of a file: ${name}`)
  if (existsSync(file)) return
  paths.push(file)
  mkdirSync(dirname(file), { recursive: true })
  await pipeline(entry.stream(), createWriteStream(file, { mode: 0o600, flush: true }))
}

async function requireSame(session: Session, table: Table, totals: Totals): Promise<void> {
  const told = totals.tables[table.name]!
  const found = await countRows(session, table)
  if (found.rows === told.rows && found.checksum === told.checksum) return
  throw new BackupError(`${table.name} came back with ${found.rows} rows that are not the ${told.rows} of the backup.`)
}
