// Every statement on providers of sign-ins and on who is who there.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  addRows,
  findRecord,
  insertRecord,
  listRecords,
  removeRows,
  updateRecord,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'
import { providerIdentityTable, type SignInProviderRow, signInProviderTable } from './sign-in-provider-tables.ts'

/** Oldest first. */
export async function listProviderRows(scope: Scope): Promise<SignInProviderRow[]> {
  return listRecords(scope, signInProviderTable, [], sql`order by id`)
}

export async function findProviderRow(scope: Scope, id: string, lock?: 'lock'): Promise<SignInProviderRow | undefined> {
  return findRecord(scope, signInProviderTable, { id }, lock && sql`for update`)
}

/** One that is on, whatever organization it is. */
export async function findEnabledProvider(db: Db, id: string): Promise<SignInProviderRow | undefined> {
  const { rows } = await sql<SignInProviderRow>`
    select * from sign_in_providers where id = ${id} and enabled`.execute(db)
  return rows[0]
}

/** Those that are on, for addresses of a domain or for people of an organization. */
export async function listOffered(
  db: Db,
  { domain, organizationId }: { domain: string | undefined; organizationId: string | undefined },
): Promise<Pick<SignInProviderRow, 'id' | 'label'>[]> {
  const { rows } = await sql<Pick<SignInProviderRow, 'id' | 'label'>>`
    select id, label from sign_in_providers
    where enabled and (organization_id = ${organizationId ?? null}::text
      or email_domains @> ${domain === undefined ? null : JSON.stringify([domain])}::jsonb)
    order by id limit 20`.execute(db)
  return rows
}

export async function insertProvider(
  scope: Scope,
  row: NewRow<typeof signInProviderTable>,
): Promise<SignInProviderRow> {
  return insertRecord(scope, signInProviderTable, row)
}

export async function updateProviderRow(
  scope: Scope,
  id: string,
  changes: Written<typeof signInProviderTable>,
): Promise<SignInProviderRow> {
  return updateRecord(scope, signInProviderTable, id, changes)
}

/** Who is who there goes with it. */
export async function deleteProviderRow(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, signInProviderTable, { id })
}

/** The providers of all organizations that have a secret, behind their locks, to encrypt these anew. */
export async function lockSecretProviders(tx: Tx): Promise<Pick<SignInProviderRow, 'id' | 'secret'>[]> {
  return tx
    .selectFrom('sign_in_providers')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the same secret, encrypted anew. */
export async function rewriteProviderSecret(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('sign_in_providers').set({ secret: sealed }).where('id', '=', id).execute()
}

/** Whom the provider knows by this name. */
export async function findIdentity(scope: Scope, providerId: string, subject: string): Promise<string | undefined> {
  const which = { provider_id: providerId, subject }
  return (await findRecord(scope, providerIdentityTable, which))?.user_id
}

/** Notes who somebody is there; what another account of the same person stood for ends. */
export async function writeIdentity(scope: Scope, row: NewRow<typeof providerIdentityTable>): Promise<void> {
  await removeRows(scope, providerIdentityTable, { provider_id: row.provider_id, user_id: row.user_id })
  const replace = sql`on conflict (provider_id, subject) do update set user_id = excluded.user_id`
  await addRows(scope, providerIdentityTable, [row], replace)
}

/** Forgets who is who, when the provider is another one from now on. */
export async function deleteIdentities(scope: Scope, providerId: string): Promise<void> {
  await removeRows(scope, providerIdentityTable, { provider_id: providerId })
}

/** Whether the person signs in by any provider. */
export async function hasIdentity(scope: Scope, userId: string): Promise<boolean> {
  return (await findRecord(scope, providerIdentityTable, { user_id: userId }, sql`limit 1`)) !== undefined
}
