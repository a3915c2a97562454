// Every statement on the address book alone.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { type ClientRow, clientTable } from './client-table.ts'
import { insertRows } from './insert-rows.ts'
import {
  deleteRecord,
  deleteRecordsOfProject,
  hasId,
  isPresent,
  listRecordPage,
  listRecords,
  lockRecord,
  type RecordQuery,
  updateRecord,
} from './record-statements.ts'

/** Entries by id that are not deleted, in no order. */
export async function listClientRows(scope: Scope, ids: readonly string[]): Promise<ClientRow[]> {
  return ids.length === 0 ? [] : listRecords(scope, clientTable, [hasId(ids), isPresent])
}

const searched = [sql`label`, sql`external_id`, sql`phone`, sql`email`]

export async function listClientPage(scope: Scope, query: RecordQuery) {
  return listRecordPage(scope, clientTable, query, searched)
}

/** The entry behind the lock, for a change. */
export async function lockClientRow(scope: Scope, clientId: string): Promise<ClientRow | undefined> {
  return lockRecord(scope, clientTable, clientId)
}

export async function insertClientRows(scope: Scope, rows: readonly ClientRow[]): Promise<void> {
  await insertRows(scope.tx, clientTable, rows)
}

export async function updateClientRow(scope: Scope, clientId: string, changes: Partial<ClientRow>): Promise<ClientRow> {
  return updateRecord(scope, clientTable, clientId, changes)
}

export async function deleteClientRow(scope: Scope, clientId: string): Promise<ClientRow> {
  return deleteRecord(scope, clientTable, clientId)
}

export async function deleteClientsOfProject(scope: Scope, projectId: string): Promise<void> {
  await deleteRecordsOfProject(scope, clientTable, projectId)
}
