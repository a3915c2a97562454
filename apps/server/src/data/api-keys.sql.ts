// Every statement on API keys alone; a key itself is never stored, only its digest.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type ApiKeyRow, apiKeyTable } from './api-key-table.ts'
import { findRecord, insertRecord, listRecords, removeRows, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function insertApiKey(scope: Scope, row: NewRow<typeof apiKeyTable>): Promise<ApiKeyRow> {
  return insertRecord(scope, apiKeyTable, row)
}

/** All keys of the organization, newest first. */
export async function listApiKeyRows(scope: Scope): Promise<ApiKeyRow[]> {
  return listRecords(scope, apiKeyTable, [], sql`order by created_at desc, id desc`)
}

/** Locks the key's row for a change. */
export async function lockApiKeyRow(scope: Scope, id: string): Promise<ApiKeyRow | undefined> {
  return findRecord(scope, apiKeyTable, { id }, sql`for update`)
}

export async function updateApiKeyRow(scope: Scope, id: string, changes: Partial<ApiKeyRow>): Promise<void> {
  await setColumns(scope, apiKeyTable, { id }, changes)
}

export async function deleteApiKeyRow(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, apiKeyTable, { id })
}
