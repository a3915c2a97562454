// Tells whether anything of an organization changed: a digest of its rows in every table, by one statement.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../src/frame/platform/db.ts'

/** A line for each table that has rows by organization, but for those left out. */
export async function readRowDigests(db: Db, organizationId: string, leftOut: readonly string[] = []): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' and table_name <> all(${leftOut}::text[])`.execute(
    db,
  )
  expect(tables.length).toBeGreaterThan(15)
  const digests = tables.map(
    ({
      name,
    }) => sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from ${sql.table(name)} t where organization_id = ${organizationId}`,
  )
  const union = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)} order by 1`
  const { rows } = await union.execute(db)
  return rows.map(({ name, digest }) => `${name} ${digest}`).join('\n')
}
