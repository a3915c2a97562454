// Every statement on the mails and SMS of sandboxes.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { addRows, listPage, listRecords, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type SandboxMessageRow, sandboxMessageTable } from './sandbox-table.ts'

export async function insertSandboxMessage(scope: Scope, row: NewRow<typeof sandboxMessageTable>): Promise<void> {
  await addRows(scope, sandboxMessageTable, [row])
}

/** Returns a page of messages, newest first. */
export async function listSandboxMessagePage(
  scope: Scope,
  page: { limit: number; offset: number },
): Promise<{ rows: SandboxMessageRow[]; total: number }> {
  return listPage(scope, sandboxMessageTable, [], sql`created_at desc, id desc`, page)
}

/** Returns all messages of the organization, for searching them for one recipient. */
export async function listSandboxMessages(scope: Scope): Promise<SandboxMessageRow[]> {
  return listRecords(scope, sandboxMessageTable, [], sql`order by created_at, id`)
}

export async function deleteSandboxMessages(scope: Scope, ids: readonly string[]): Promise<void> {
  await removeRows(scope, sandboxMessageTable, { id: ids })
}

export async function deleteOldSandboxMessages(db: Db, before: Date): Promise<void> {
  await sql`delete from sandbox_messages where created_at < ${before}`.execute(db)
}
