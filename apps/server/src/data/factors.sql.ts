// Every statement on authenticator apps, passkeys and recovery codes.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  type AuthenticatorRow,
  authenticatorTable,
  type PasskeyRow,
  passkeyTable,
  recoveryCodeTable,
} from './factor-tables.ts'
import {
  addRows,
  countRecords,
  findRecord,
  insertRecord,
  listRecords,
  removeRows,
  setColumns,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'

/** Returns the user's authenticator; with `lock`, locks its row, so that one code is not used twice at once. */
export async function findAuthenticator(
  scope: Scope,
  userId: string,
  lock?: 'lock',
): Promise<AuthenticatorRow | undefined> {
  return findRecord(scope, authenticatorTable, { user_id: userId }, lock && sql`for update`)
}

/** Returns false when the user has one already. */
export async function insertAuthenticator(scope: Scope, row: NewRow<typeof authenticatorTable>): Promise<boolean> {
  return (await addRows(scope, authenticatorTable, [row], sql`on conflict do nothing`)) > 0
}

export async function updateAuthenticator(
  scope: Scope,
  id: string,
  values: Written<typeof authenticatorTable>,
): Promise<void> {
  await setColumns(scope, authenticatorTable, { id }, values)
}

/** Returns whether the user had one. */
export async function deleteAuthenticator(scope: Scope, userId: string): Promise<boolean> {
  return (await removeRows(scope, authenticatorTable, { user_id: userId })) > 0
}

/** Locks all secrets of the installation, to re-encrypt them. */
export async function lockAuthenticatorSecrets(tx: Tx): Promise<Pick<AuthenticatorRow, 'id' | 'user_id' | 'secret'>[]> {
  const { rows } = await sql<Pick<AuthenticatorRow, 'id' | 'user_id' | 'secret'>>`
    select id, user_id, secret from authenticators order by id for update`.execute(tx)
  return rows
}

export async function rewriteAuthenticatorSecret(tx: Tx, id: string, secret: string): Promise<void> {
  await tx.updateTable('authenticators').set({ secret }).where('id', '=', id).execute()
}

/** Returns the user's passkeys in the order of creation. */
export async function listPasskeys(scope: Scope, userId: string): Promise<PasskeyRow[]> {
  return listRecords(scope, passkeyTable, { user_id: userId }, sql`order by created_at, id`)
}

/** Locks a passkey by its credential, which identifies the user. */
export async function lockPasskeyByCredential(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select * from passkeys where credential_id = ${credentialId} for update`.execute(tx)
  return rows[0]
}

export async function isCredentialKnown(tx: Tx, credentialId: string): Promise<boolean> {
  return (await lockPasskeyByCredential(tx, credentialId)) !== undefined
}

export async function insertPasskey(scope: Scope, row: NewRow<typeof passkeyTable>): Promise<PasskeyRow> {
  return insertRecord(scope, passkeyTable, row)
}

/** Returns whether the user has this passkey. */
export async function updatePasskey(
  scope: Scope,
  userId: string,
  id: string,
  values: Written<typeof passkeyTable>,
): Promise<boolean> {
  return (await setColumns(scope, passkeyTable, { id, user_id: userId }, values)) > 0
}

/** Returns whether the user had this passkey. */
export async function deletePasskey(scope: Scope, userId: string, id: string): Promise<boolean> {
  return (await removeRows(scope, passkeyTable, { id, user_id: userId })) > 0
}

export async function deletePasskeys(scope: Scope, userId: string): Promise<number> {
  return removeRows(scope, passkeyTable, { user_id: userId })
}

export async function countOpenRecoveryCodes(scope: Scope, userId: string): Promise<number> {
  return countRecords(scope, recoveryCodeTable, { user_id: userId, used_at: null })
}

/** Replaces the user's recovery codes. */
export async function replaceRecoveryCodes(
  scope: Scope,
  userId: string,
  rows: readonly NewRow<typeof recoveryCodeTable>[],
): Promise<void> {
  await removeRows(scope, recoveryCodeTable, { user_id: userId })
  await addRows(scope, recoveryCodeTable, rows)
}

/** Marks an unused code of the user as used; returns false where there was none. */
export async function useRecoveryCode(scope: Scope, userId: string, code_digest: Buffer): Promise<boolean> {
  const which = { user_id: userId, code_digest, used_at: null }
  return (await setColumns(scope, recoveryCodeTable, which, { used_at: scope.now })) > 0
}

/** Returns which of the users have an authenticator app or a passkey. */
export async function findFactorOwners(scope: Scope, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from authenticators where user_id = any(${userIds}::text[]) and organization_id = ${scope.organizationId}
    union
    select user_id from passkeys where user_id = any(${userIds}::text[]) and organization_id = ${scope.organizationId}`.execute(
    scope.tx,
  )
  return new Set(rows.map(({ user_id }) => user_id))
}
