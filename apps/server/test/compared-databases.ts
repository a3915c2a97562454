// Asks PostgreSQL every kind of statement that the embedded database was asked, on the same rows, and compares what comes back.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { listFilledTables } from './filled-tables.ts'
import { type NotedStatement, noteStatements, takeNotedStatements } from './noted-statements.ts'

/** Set by `npm test` where there is a PostgreSQL: then the run compares. */
const isComparing = process.env.ROUTEWRIGHT_COMPARED === '1'
if (isComparing) noteStatements()

/** Result of a statement on one of the two databases. */
interface Outcome {
  /** SQLSTATE of a refusal. */
  error?: string
  rowCount?: number | null
  columns?: string[]
  rows?: unknown[]
}

/** The library has these two; its types do not name them. */
export type OtherClient = pg.Client & { ref(): void; unref(): void }

/** A client of the database to compare with, made once in a process. */
export type OpenOther = () => Promise<OtherClient>

let other: Promise<OtherClient> | undefined

/**
 * Replays statements that this process recorded and did not compare before: on the present embedded database, and on PostgreSQL
 * with the same rows, each in a savepoint that is rolled back. Throws with the first five that differ.
 */
export async function compareDatabases(embedded: pg.Client, openOther: OpenOther): Promise<void> {
  const statements = isComparing ? takeNotedStatements() : []
  if (statements.length === 0) return
  other ??= openOther()
  const postgres = await other
  postgres.ref()
  try {
    const { differences, withRows } = await compareStatements(embedded, postgres, statements)
    noteCompared(statements.length, withRows)
    if (differences.length > 0)
      throw new Error(`${differences.length} statements differ on PostgreSQL:\n${differences.slice(0, 5).join('\n')}`)
  } finally {
    // Kept for the next comparison, but no reason for this process to go on.
    postgres.unref()
  }
}

/** Returns a text for each statement that differs, and how many found or changed rows on the embedded database. Changes nothing. */
export async function compareStatements(
  embedded: pg.Client,
  postgres: pg.Client,
  statements: readonly NotedStatement[],
): Promise<{ differences: string[]; withRows: number }> {
  const both = [embedded, postgres]
  const differences: string[] = []
  let withRows = 0
  for (const client of both) await client.query('begin')
  try {
    await copyRows(embedded, postgres)
    for (const client of both) await client.query('set constraints all immediate')
    for (const statement of statements) {
      const [here, there] = [await replay(embedded, statement), await replay(postgres, statement)]
      if (here.rowCount) withRows += 1
      if (!isSame(statement, here, there)) differences.push(describe(statement, here, there))
    }
  } finally {
    for (const client of both) await client.query('rollback')
  }
  return { differences, withRows }
}

async function replay(client: pg.Client, { text, values }: NotedStatement): Promise<Outcome> {
  await client.query('savepoint replayed')
  try {
    const { rowCount, rows, fields } = await client.query(text, [...values])
    return { rowCount, columns: fields.map(({ name, dataTypeID }) => `${name}:${typeName(dataTypeID)}`), rows }
  } catch (error) {
    const { code } = error as { code?: string }
    // Errors of the client itself have no code, and no meaning here.
    if (!code) throw error
    return { error: code }
  } finally {
    await client.query('rollback to savepoint replayed')
  }
}

/** Types of extensions and composite types are numbered by each database for itself. */
function typeName(dataTypeId: number): number | 'own' {
  return dataTypeId < 16_384 ? dataTypeId : 'own'
}

/** Values that each database or session makes for itself; of such statements only the shape is compared. */
const madeInPlace =
  /\b(?:\w*now|clock_timestamp|statement_timestamp|random|gen_random_uuid|nextval|version)\s*\(|\bcurrent_setting\('routewright\.|\bpg_|\bxmin\b|\bctid\b|current_timestamp/i

/**
 * Rows, and what an aggregate gathers, may come in another order: that of equals is nobody's promise, and how texts are sorted is a
 * setting of a PostgreSQL.
 */
function isSame({ text }: NotedStatement, here: Outcome, there: Outcome): boolean {
  const refusalAndColumns = ({ error, columns }: Outcome) => ({ error, columns })
  if (!isDeepStrictEqual(refusalAndColumns(here), refusalAndColumns(there))) return false
  if (choosesFreely(text)) return true
  if (here.rowCount !== there.rowCount) return false
  if (madeInPlace.test(text)) return true
  const isGathered = /_agg\s*\(/i.test(text)
  return isDeepStrictEqual(inAnOrder(here, isGathered), inAnOrder(there, isGathered))
}

/** Which rows a limit leaves of equals is each database's choice, and what is written may hang on it; so is what it counts of itself. */
function choosesFreely(text: string): boolean {
  return /\blimit\b|\bpg_stat_|\bgin_clean_pending_list\b/i.test(text)
}

/** Rows as text, sorted; with what was gathered into arrays sorted as well. */
function inAnOrder({ rows = [] }: Outcome, isGathered: boolean): string[] {
  return rows.map((row) => JSON.stringify(isGathered ? withArraysSorted(row) : row)).sort()
}

function withArraysSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(withArraysSorted(item))).sort()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withArraysSorted(item)]))
}

function describe({ text, values }: NotedStatement, here: Outcome, there: Outcome): string {
  const short = (what: unknown) => JSON.stringify(what)?.slice(0, 1_500)
  return `${text}\n  values ${short(values)}\n  embedded ${short(here)}\n  PostgreSQL ${short(there)}`
}

/** Makes the rows of all tables of `to` those of `from`, within the transaction that is open on both. */
async function copyRows(from: pg.Client, to: pg.Client): Promise<void> {
  // Without triggers and references: their work is in the rows already.
  await to.query('set local session_replication_role = replica')
  for (const name of await listFilledTables(to)) await to.query(`delete from ${name}`)
  for (const name of await listFilledTables(from)) {
    const columns = await listColumns(from, name)
    const { rows } = await from.query(`select array_agg(t::text) as lines from ${name} t`)
    await to.query(
      `insert into ${name} (${columns}) overriding system value select ${columns} from unnest($1::text[]::${name}[])`,
      [rows[0].lines],
    )
  }
  await to.query('set local session_replication_role = origin')
  await copySequences(from, to)
}

/** Rows that triggers add get the numbers that they would get there. */
async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } =
    await from.query(`select json_agg(json_build_array(format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null))::text as places
     from pg_sequences`)
  await to.query(
    `select setval((place ->> 0)::regclass, (place ->> 1)::bigint, (place ->> 2)::boolean)
     from json_array_elements($1::json) as place`,
    [rows[0].places],
  )
}

/** Columns of a table that are stored as given, with commas between them. */
async function listColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0].columns
}

/** Writes the counts next to the servers' results (answered.ts). */
function noteCompared(compared: number, withRows: number): void {
  const folder = process.env.ROUTEWRIGHT_TEST_ANSWERED
  if (!folder) return
  const file = join(folder, `compared-${randomBytes(8).toString('hex')}.json`)
  writeFileSync(file, JSON.stringify({ database: 'both', operations: [], compared, withRows }))
}
