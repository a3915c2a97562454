// Embedded databases that stay open between tests: who borrows one finds it as it was when it was new.
import pg from 'pg'
import { type PgliteProcess, startPglite } from '../src/frame/platform/pglite.ts'
import type { DatabaseSnapshot } from '../src/frame/platform/pglite-worker.ts'
import { compareDatabases, type OpenOther } from './compared-databases.ts'
import { listFilledTables } from './filled-tables.ts'

/** One that is open, with what it held at first. */
interface Kept {
  embedded: PgliteProcess
  schema: string
  /** Rows of each table as a JSON array; tables without rows are left out. */
  rows: Map<string, string>
  /** Told when the thread ends by itself. */
  lose: (error: Error) => void
}

const idle: Kept[] = []

/**
 * Lends a database until it is closed, as `startPglite` starts one. To open one takes a second of a processor, to empty one a
 * twentieth of that. One whose tables, functions or statistics were changed is not lent again. When it comes back, what it was asked
 * is asked of PostgreSQL too, in a whole run.
 */
export async function lendEmbedded(
  snapshot: DatabaseSnapshot,
  onLost: (error: Error) => void,
  openOther: OpenOther,
): Promise<PgliteProcess> {
  const kept = (await findRestored()) ?? (await openKept(snapshot))
  kept.lose = onLost
  return {
    ...kept.embedded,
    async close() {
      kept.lose = () => {}
      try {
        await ask(kept.embedded, async (client) => {
          // Statements on tables that a test changed have no other side.
          if ((await readSchema(client)) === kept.schema) await compareDatabases(client, openOther)
        })
      } finally {
        kept.embedded.keepsRunning(false)
        idle.push(kept)
      }
    },
  }
}

async function openKept(snapshot: DatabaseSnapshot): Promise<Kept> {
  const lost = { lose: (_: Error) => {} }
  const embedded = await startPglite({ snapshot }, (error) => lost.lose(error))
  const contents = await ask(embedded, async (client) => {
    const rows = new Map<string, string>()
    for (const table of await listFilledTables(client)) rows.set(table, await readRows(client, table))
    return { schema: await readSchema(client), rows }
  })
  return Object.assign(lost, { embedded, ...contents })
}

async function findRestored(): Promise<Kept | undefined> {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    const { embedded, schema, rows } = kept
    embedded.keepsRunning(true)
    if (await ask(embedded, (client) => restore(client, schema, rows))) return kept
    await embedded.close()
  }
  return undefined
}

/** Whether everything is again as it was at first; if not, nothing was changed. */
async function restore(client: pg.Client, schema: string, rows: Kept['rows']): Promise<boolean> {
  if ((await readSchema(client)) !== schema) return false
  const filled = await listFilledTables(client)
  const changed: string[] = filled.filter((table) => !rows.has(table))
  for (const [table, first] of rows) if ((await readRows(client, table)) !== first) changed.push(table)
  // Without triggers and references: the rows that those would look after go as well.
  await client.query('begin; set local session_replication_role = replica')
  for (const table of changed) await client.query(`delete from ${table}`)
  for (const table of changed.filter((name) => rows.has(name))) {
    const values = [rows.get(table)]
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, values)
  }
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences`,
  )
  await client.query('commit')
  for (const table of changed) await client.query(`vacuum ${table}`)
  return true
}

/** Returns the rows as a JSON array, in a fixed order. */
async function readRows(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ rows: string }>(
    `select coalesce(json_agg(r order by r::text), '[]')::text as rows from ${table} r`,
  )
  return rows[0]!.rows
}

/** Changes with every change of the catalog by which a statement could do something else. */
async function readSchema(client: pg.Client): Promise<string> {
  const catalogs = ['pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_statistic', 'pg_db_role_setting']
  const { rows } = await client.query(
    catalogs.map((name) => `select '${name}', count(*), max(xmin::text::bigint) from ${name}`).join(' union all '),
  )
  return JSON.stringify(rows)
}

async function ask<T>(embedded: PgliteProcess, questions: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => embedded.connect() as never })
  await client.connect()
  try {
    return await questions(client)
  } finally {
    await client.end()
  }
}
