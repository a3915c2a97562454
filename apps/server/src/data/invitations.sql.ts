// Every statement on invitations.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { findRecord, insertRecord, listRecords, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type InvitationRow, invitationTable } from './user-tables.ts'

/** Returns the newest thousand invitations of the organization. */
export async function listInvitationRows(scope: Scope): Promise<InvitationRow[]> {
  return listRecords(scope, invitationTable, [], sql`order by created_at desc, id desc limit 1000`)
}

export async function lockInvitation(scope: Scope, id: string): Promise<InvitationRow | undefined> {
  return findRecord(scope, invitationTable, { id }, sql`for update`)
}

/** Locks the invitation of a valid link, which identifies the organization. */
export async function lockOpenInvitation(tx: Tx, digest: Buffer, now: Date): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('token_digest', '=', digest)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the open invitation of an address. */
export async function lockOpenInvitationFor(scope: Scope, email: string): Promise<InvitationRow | undefined> {
  const isForAddress = sql`lower(email) = ${email.toLowerCase()}`
  const isOpen = sql`expires_at > ${scope.now}`
  const which = [isForAddress, isOpen, { accepted_at: null, withdrawn_at: null }]
  return findRecord(scope, invitationTable, which, sql`order by id desc limit 1 for update`)
}

/** Withdraws the open invitation of an address, so that a new one can replace it. */
export async function withdrawOpen(scope: Scope, email: string): Promise<void> {
  const isForAddress = sql`lower(email) = ${email.toLowerCase()}`
  const which = [isForAddress, { accepted_at: null, withdrawn_at: null }]
  await setColumns(scope, invitationTable, which, { withdrawn_at: scope.now })
}

export async function insertInvitation(scope: Scope, row: NewRow<typeof invitationTable>): Promise<InvitationRow> {
  return insertRecord(scope, invitationTable, row)
}

/** Changes the locked invitation and returns it. */
export async function updateInvitation(
  scope: Scope,
  row: InvitationRow,
  changes: Partial<InvitationRow>,
): Promise<InvitationRow> {
  await setColumns(scope, invitationTable, { id: row.id }, changes)
  return { ...row, ...changes }
}
