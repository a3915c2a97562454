// Every statement on exports in the background.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { type ExportRow, exportTable } from './export-table.ts'
import {
  countUnderLock,
  findRecord,
  insertRecord,
  listRecords,
  removeRows,
  setColumns,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'

const isUnfinished = { state: ['waiting', 'running'] } as const

/** Counts waiting and running exports; concurrent requests wait for the end of the transaction. */
export async function countUnfinishedExports(scope: Scope): Promise<number> {
  return countUnderLock(scope, exportTable, isUnfinished)
}

export async function insertExport(scope: Scope, row: NewRow<typeof exportTable>): Promise<ExportRow> {
  return insertRecord(scope, exportTable, row)
}

/** Returns the caller's exports, newest first. */
export async function listOwnExports(scope: Scope, projectId: string): Promise<ExportRow[]> {
  const which = [{ project_id: projectId, created_by: scope.userId ?? null }, sql`expires_at > ${scope.now}`] as const
  return listRecords(scope, exportTable, which, sql`order by created_at desc, id desc`)
}

export async function findExport(scope: Scope, id: string): Promise<ExportRow | undefined> {
  return findRecord(scope, exportTable, { id })
}

/** Locks the export, if it is still to be written. */
export async function lockUnfinishedExport(scope: Scope, id: string): Promise<ExportRow | undefined> {
  return findRecord(scope, exportTable, { id, ...isUnfinished }, sql`for no key update`)
}

/** Stores the progress of the attempt; returns false where the export was ended or restarted meanwhile. */
export async function noteExportAttempt(
  scope: Scope,
  { id, attempt }: Pick<ExportRow, 'id' | 'attempt'>,
  changes: Written<typeof exportTable>,
): Promise<boolean> {
  return (await setColumns(scope, exportTable, { id, attempt, state: 'running' }, changes)) > 0
}

/** Begins an attempt; results of earlier ones no longer count. */
export async function beginExportAttempt(scope: Scope, id: string, attempt: number): Promise<void> {
  const begun = { state: 'running', percent: 0, rows: null, parts: 0, attempt, updated_at: scope.now } as const
  await setColumns(scope, exportTable, { id }, begun)
}

export async function removeExport(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, exportTable, { id })
}

/** Locks exports: all of the organization, or the expired ones. */
export async function lockExports(scope: Scope, which: 'all' | 'expired'): Promise<ExportRow[]> {
  const isMeant = which === 'all' ? sql`true` : sql`expires_at <= ${scope.now}`
  return listRecords(scope, exportTable, [isMeant], sql`order by id for update`)
}

/** Returns the organizations that have expired exports. */
export async function listOrganizationsWithExpired(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('exports')
    .select('organization_id')
    .distinct()
    .where('expires_at', '<=', now)
    .orderBy('organization_id')
    .execute()
  return rows.map((row) => row.organization_id)
}
