// Copies many rows inside the database, with one statement.
import { sql } from 'kysely'
import { json, type Scope } from '../frame/platform/scope.ts'
import type { Table } from './table.ts'

/** Id of a row to copy, and the values in which the copy differs. */
export interface Copied {
  from: string
  values: Record<string, unknown>
}

/** Copies the rows; columns that `values` does not name keep the original's value. */
export async function copyRows(scope: Scope, table: Table, rows: readonly Copied[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table.name)}
    select copy.* from ${sql.table(table.name)} original
      join jsonb_to_recordset(${json(rows)}::jsonb) as wanted ("from" text, "values" jsonb) on wanted."from" = original.id,
      lateral jsonb_populate_record(original, wanted."values") copy
    where original.organization_id = ${scope.organizationId}`.execute(scope.tx)
}

/** Copies rows of several tables, in this order: rows that others name come first. */
export async function copyRowsOfTables(
  scope: Scope,
  copies: Iterable<readonly [Table, readonly Copied[]]>,
): Promise<void> {
  for (const [table, rows] of copies) await copyRows(scope, table, rows)
}
