// The queries of API keys; a key itself is never stored, only its digest.

import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { ApiKeyRow } from './api-key-table.ts'
import type { Database } from './tables.ts'

const columns = ['id', 'organization_id', 'user_id', 'label', 'active', 'hint', 'created_at'] as const

export async function insertApiKey(tx: Tx, row: Insertable<Database['api_keys']>): Promise<ApiKeyRow> {
  return tx.insertInto('api_keys').values(row).returning(columns).executeTakeFirstOrThrow()
}

/** All keys of the organization, newest first. */
export async function selectApiKeys(tx: Tx, organizationId: string): Promise<ApiKeyRow[]> {
  return tx
    .selectFrom('api_keys')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function updateApiKeyRow(
  tx: Tx,
  organizationId: string,
  keyId: string,
  changes: Pick<Updateable<Database['api_keys']>, 'label' | 'active'>,
): Promise<ApiKeyRow | undefined> {
  return tx
    .updateTable('api_keys')
    .set(changes)
    .where('id', '=', keyId)
    .where('organization_id', '=', organizationId)
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteApiKeyRow(tx: Tx, organizationId: string, keyId: string): Promise<ApiKeyRow | undefined> {
  return tx
    .deleteFrom('api_keys')
    .where('id', '=', keyId)
    .where('organization_id', '=', organizationId)
    .returning(columns)
    .executeTakeFirst()
}
