// Reads and writes whole tables as PostgreSQL itself writes a row as text, which either database takes back exactly.
import { createHash } from 'node:crypto'

/** One session of a database, in which statements follow each other. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

export interface Table {
  /** Schema and name, as in `public.stops`. */
  name: string
  columns: string[]
}

/** How many rows, and a checksum in which their order does not count. */
export interface RowTotals {
  rows: number
  checksum: string
}

const rowsPerBatch = 500

/** Whatever is set elsewhere, values are written in one way, nothing is cut off and no row is left out. */
export const PLAIN_SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local row_security = off;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`

/**
 * Lists the tables to back up: all permanent ones except the history of migrations, which the backup's header contains. Of the
 * queue only the jobs, because its library recreates everything else.
 */
export async function listTables(session: Session): Promise<Table[]> {
  const { rows } = await session.query(`
    select n.nspname || '.' || c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and (n.nspname = 'public' and c.relname not like 'kysely\\_%' or n.nspname = 'jobs' and c.relname = 'job')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1 order by 1`)
  return rows as unknown as Table[]
}

/** All rows in batches, each row as text. */
export async function* readRows(session: Session, { name, columns }: Table): AsyncGenerator<string[]> {
  const list = columns.map(quoted).join(', ')
  await session.query(`declare backup_rows no scroll cursor for select row(${list})::text as row from ${quoted(name)}`)
  for (;;) {
    const { rows } = await session.query(`fetch ${rowsPerBatch} from backup_rows`)
    if (rows.length > 0) yield rows.map(({ row }) => row as string)
    if (rows.length < rowsPerBatch) break
  }
  await session.query('close backup_rows')
}

/** Returns a function that writes batches of such rows into the table. */
export async function rowWriter(
  session: Session,
  { name, columns }: Table,
): Promise<(rows: string[]) => Promise<void>> {
  const list = columns.map(quoted).join(', ')
  const type = quoted(`backup_${name.replace('.', '_')}`)
  // A type with these columns in this order, wherever the table has them. It goes with the transaction.
  await session.query(`create temporary table ${type} on commit drop as select ${list} from ${quoted(name)} limit 0`)
  const values = columns.map((column) => `(one).${quoted(column)}`).join(', ')
  // Without the offset the text would be taken apart once for each column.
  const insert = `insert into ${quoted(name)} (${list}) overriding system value
    select ${values} from (select row::${type} as one from unnest($1::text[]) as row offset 0) as rows`
  return async (rows) => {
    await session.query(insert, [rows])
  }
}

/** Counts rows while they pass. */
export class RowCount {
  #rows = 0
  readonly #lanes = new Uint32Array(8)

  add(rows: readonly string[]): void {
    this.#rows += rows.length
    for (const row of rows) {
      const digest = createHash('sha256').update(row).digest()
      for (let lane = 0; lane < 8; lane++) this.#lanes[lane]! += digest.readUInt32LE(4 * lane)
    }
  }

  get totals(): RowTotals {
    return { rows: this.#rows, checksum: Buffer.from(this.#lanes.buffer).toString('hex') }
  }
}

/** Counts the present rows of the table. */
export async function countRows(session: Session, table: Table): Promise<RowTotals> {
  const count = new RowCount()
  for await (const rows of readRows(session, table)) count.add(rows)
  return count.totals
}

/** A name as part of a statement; a dot separates schema and table. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
}
