// Which tables of a database hold rows.
import type pg from 'pg'

/** Names of the tables with rows, those of the catalog left out. */
export async function listFilledTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  )
  const questions = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await client.query<{ name: string }>(questions.join(' union all '))
  return rows.map(({ name }) => name)
}
