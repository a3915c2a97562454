// Every statement on sign-in providers and on users' identities there.
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
import {
  type ProvenDomainRow,
  provenDomainTable,
  providerIdentityTable,
  type SignInProviderRow,
  signInProviderTable,
} from './sign-in-provider-tables.ts'

/** Returns the providers, oldest first. */
export async function listProviderRows(scope: Scope): Promise<SignInProviderRow[]> {
  return listRecords(scope, signInProviderTable, [], sql`order by id`)
}

export async function findProviderRow(scope: Scope, id: string, lock?: 'lock'): Promise<SignInProviderRow | undefined> {
  return findRecord(scope, signInProviderTable, { id }, lock && sql`for update`)
}

/** Returns an enabled provider of any organization. */
export async function findEnabledProvider(db: Db, id: string): Promise<SignInProviderRow | undefined> {
  const { rows } = await sql<SignInProviderRow>`
    select * from sign_in_providers where id = ${id} and enabled`.execute(db)
  return rows[0]
}

/** Returns enabled providers, for addresses of a proven domain or for the users of an organization. */
export async function listOffered(
  db: Db,
  { domain, organizationId }: { domain: string | undefined; organizationId: string | undefined },
): Promise<Pick<SignInProviderRow, 'id' | 'label'>[]> {
  const { rows } = await sql<Pick<SignInProviderRow, 'id' | 'label'>>`
    select id, label from sign_in_providers
    where enabled and (organization_id = ${organizationId ?? null}::text
      or email_domains @> ${domain === undefined ? null : JSON.stringify([domain])}::jsonb
        and exists (
          select 1 from proven_domains p
          where p.organization_id = sign_in_providers.organization_id and p.domain = ${domain ?? null}::text))
    order by id limit 20`.execute(db)
  return rows
}

/** Returns the domains that the organization has proven. */
export async function listProvenDomains(scope: Scope): Promise<ProvenDomainRow[]> {
  return listRecords(scope, provenDomainTable, [], sql`order by domain`)
}

/** Keeps the first proof of a domain. */
export async function insertProvenDomain(scope: Scope, row: NewRow<typeof provenDomainTable>): Promise<void> {
  await addRows(scope, provenDomainTable, [row], sql`on conflict (organization_id, domain) do nothing`)
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

/** Deletes the provider with its identities. */
export async function deleteProviderRow(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, signInProviderTable, { id })
}

/** Locks the providers of all organizations with a secret, to re-encrypt it. */
export async function lockSecretProviders(tx: Tx): Promise<Pick<SignInProviderRow, 'id' | 'secret'>[]> {
  return tx
    .selectFrom('sign_in_providers')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the same secret, re-encrypted. */
export async function rewriteProviderSecret(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('sign_in_providers').set({ secret: sealed }).where('id', '=', id).execute()
}

/** Returns the user with this identity at the provider. */
export async function findIdentity(scope: Scope, providerId: string, subject: string): Promise<string | undefined> {
  const which = { provider_id: providerId, subject }
  return (await findRecord(scope, providerIdentityTable, which))?.user_id
}

/** Links a user to an identity; the user's earlier identity at the provider is removed. */
export async function writeIdentity(scope: Scope, row: NewRow<typeof providerIdentityTable>): Promise<void> {
  await removeRows(scope, providerIdentityTable, { provider_id: row.provider_id, user_id: row.user_id })
  const replace = sql`on conflict (provider_id, subject) do update set user_id = excluded.user_id`
  await addRows(scope, providerIdentityTable, [row], replace)
}

/** Deletes all identities of a provider, after its configuration now means another one. */
export async function deleteIdentities(scope: Scope, providerId: string): Promise<void> {
  await removeRows(scope, providerIdentityTable, { provider_id: providerId })
}

/** Returns whether the user has an identity at any provider. */
export async function hasIdentity(scope: Scope, userId: string): Promise<boolean> {
  return (await findRecord(scope, providerIdentityTable, { user_id: userId }, sql`limit 1`)) !== undefined
}
