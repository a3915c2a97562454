// The queries of invitations.

import type { Insertable, UpdateObject } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { Database } from './tables.ts'
import type { InvitationRow } from './user-tables.ts'

export async function selectInvitations(tx: Tx, organizationId: string): Promise<InvitationRow[]> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute()
}

export async function lockInvitation(
  tx: Tx,
  organizationId: string,
  invitationId: string,
): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', invitationId)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}

/** The invitation of a link, behind its lock, while the link works. */
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

/** Ends what is open for the address, for a new one to take its place. */
export async function withdrawOpen(tx: Tx, organizationId: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where('organization_id', '=', organizationId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
}

export async function insertInvitation(tx: Tx, row: Insertable<Database['invitations']>): Promise<InvitationRow> {
  return tx.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateInvitation(
  tx: Tx,
  invitationId: string,
  changes: UpdateObject<Database, 'invitations'>,
): Promise<InvitationRow> {
  return tx
    .updateTable('invitations')
    .set(changes)
    .where('id', '=', invitationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
