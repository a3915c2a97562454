// Writes a backup: the database at one moment, the uploaded files that it names, and what else the data folder has of its own.
import { createReadStream, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { filesOfPicture } from '../../frame/files/picture-files.ts'
import type { Storage } from '../../frame/files/storage.ts'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import {
  type RowCount as Count,
  listTables,
  RowCount,
  type RowTotals,
  readRows,
  type Session,
  type Table,
} from './rows.ts'
import type { NewEntry } from './tar.ts'

export const FORMAT = 1

/** The first entry of a backup. */
export interface Head {
  format: typeof FORMAT
  /** RFC 3339. */
  made_at: string
  database: 'postgres' | 'embedded'
  /** Names of the migrations that made the tables, in their order. */
  migrations: string[]
  tables: Table[]
}

/** The last entry: what all the others must come to. */
export interface Totals {
  /** Totals by name of the table. */
  tables: Record<string, RowTotals>
  sequences: { name: string; last_value: string }[]
  /** Uploaded files, the small sizes of pictures among them. */
  files: { count: number; bytes: number }
  /** Keys of pictures whose rows are there and whose files were not. */
  missing: string[]
}

/** Files in the data folder that belong to the installation; maps built from extracts are rebuilt. */
const OF_DATA_FOLDER = ['secret-keys', 'demo.json', 'demo-time.json', 'outbox', join('map', 'extracts')]

export interface BackupParts {
  session: Session
  storage: Storage
  dataDirectory: string
  database: Head['database']
  now: Date
}

/** The entries in their order; `tell` gets the totals at the end. */
export async function* backupEntries(parts: BackupParts, tell: (totals: Totals) => void): AsyncGenerator<NewEntry> {
  const { session } = parts
  const tables = await listTables(session)
  const { rows: migrations } = await session.query('select name from public.kysely_migration order by name')
  const head: Head = {
    format: FORMAT,
    made_at: parts.now.toISOString(),
    database: parts.database,
    migrations: migrations.map(({ name }) => name as string),
    tables,
  }
  yield jsonEntry('head.json', head)
  const totals: Totals = { tables: {}, sequences: [], files: { count: 0, bytes: 0 }, missing: [] }
  for (const table of tables) {
    const count = new RowCount()
    yield* tableEntries(session, table, count)
    totals.tables[table.name] = count.totals
  }
  const { rows: sequences } = await session.query(`
    select schemaname || '.' || sequencename as name, last_value::text as last_value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`)
  totals.sequences = sequences as unknown as Totals['sequences']
  yield* fileEntries(parts, totals)
  yield* dataFolderEntries(parts.dataDirectory)
  yield jsonEntry('totals.json', totals)
  tell(totals)
}

function jsonEntry(name: string, value: unknown): NewEntry {
  return { name, content: Buffer.from(JSON.stringify(value)) }
}

async function* tableEntries(session: Session, table: Table, count: Count): AsyncGenerator<NewEntry> {
  let part = 0
  for await (const rows of readRows(session, table)) {
    count.add(rows)
    part += 1
    yield jsonEntry(`tables/${table.name}/${String(part).padStart(8, '0')}.json`, rows)
  }
}

const picturesPerPage = 1_000

async function* fileEntries({ session, storage }: BackupParts, totals: Totals): AsyncGenerator<NewEntry> {
  for (let after = ''; ; ) {
    const { rows } = await session.query(
      `select id, storage_key, sha256 from public.report_images where id > $1 and storage_key is not null
       order by id limit ${picturesPerPage}`,
      [after],
    )
    for (const row of rows as { id: string; storage_key: string; sha256: string }[]) {
      for (const key of filesOfPicture(row.storage_key)) {
        const content = await storage.findFile(key)
        const isWhole = content && (key !== row.storage_key || computeChecksum(content) === row.sha256)
        if (content && isWhole) {
          totals.files.count += 1
          totals.files.bytes += content.length
          yield { name: `files/${key}`, content }
        } else if (key === row.storage_key) totals.missing.push(key)
      }
    }
    if (rows.length < picturesPerPage) return
    after = rows.at(-1)!.id as string
  }
}

async function* dataFolderEntries(dataDirectory: string): AsyncGenerator<NewEntry> {
  for (const name of OF_DATA_FOLDER) {
    const path = join(dataDirectory, name)
    if (!existsSync(path)) continue
    const isFolder = (await stat(path)).isDirectory()
    const files = isFolder ? (await readdir(path, { recursive: true })).map((file) => join(path, file)) : [path]
    for (const file of files.sort()) {
      const found = await stat(file).catch(() => undefined)
      if (!found?.isFile() || file.endsWith('.tmp')) continue
      const entry = `data/${relative(dataDirectory, file).split(sep).join('/')}`
      yield { name: entry, content: { size: found.size, stream: createReadStream(file) } }
    }
  }
}
