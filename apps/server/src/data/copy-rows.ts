// Copies rows in the database, by one statement for many of them.
import { sql } from 'kysely'
import { json, type Scope } from '../frame/platform/scope.ts'
import type { Table } from './table.ts'

/** A row that is copied, and the values in which the copy differs. */
export interface Copied {
  from: string
  values: Record<string, unknown>
}

/** Every column that `values` does not name is that of the original. */
export async function copyRows(scope: Scope, table: Table, rows: readonly Copied[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table.name)}
    select copy.* from ${sql.table(table.name)} original
      join jsonb_to_recordset(${json(rows)}::jsonb) as wanted ("from" text, "values" jsonb) on wanted."from" = original.id,
      lateral jsonb_populate_record(original, wanted."values") copy
    where original.organization_id = ${scope.organizationId}`.execute(scope.tx)
}
