// The rules of API keys: made, shown once, deactivated, deleted.
import type { ApiKey, ApiKeyCreated, ApiKeyInput, ApiKeyUpdate } from '@routewright/contract'
import { type AuditedChange, recordAudit } from '../audit/audit.ts'
import type { ApiKeyRow } from '../data/api-key-table.ts'
import { deleteApiKeyRow, insertApiKey, selectApiKeys, updateApiKeyRow } from '../data/api-keys.sql.ts'
import type { JsonObject } from '../data/values.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { digestSecret } from '../platform/password.ts'
import type { Scope } from '../platform/scope.ts'

const KEY_PREFIX = 'api_key_'
/** 48 letters and digits: 285 random bits. */
const KEY_CHARACTERS = 48
const HINT_CHARACTERS = 4

/** A key that acts as the caller. The answer is the only place that ever holds it. */
export async function createApiKey(scope: Scope, input: ApiKeyInput): Promise<ApiKeyCreated> {
  requireAdministrator(scope)
  if (!scope.userId) throw apiError('highway.user.error.forbidden', { action: 'make a key without being a user' })
  const key = createSecret(KEY_PREFIX, KEY_CHARACTERS)
  const row = await insertApiKey(scope.tx, {
    id: createId(scope.now),
    organization_id: scope.organizationId,
    user_id: scope.userId,
    label: input.label ?? '',
    digest: digestSecret(key),
    hint: key.slice(-HINT_CHARACTERS),
    created_at: scope.now,
  })
  await audit(scope, 'created', row.id, { label: row.label })
  return { ...apiKeyRecord(row), key }
}

/** The keys of the organization, newest first, without their secrets. */
export async function listApiKeys(scope: Scope): Promise<ApiKey[]> {
  requireAdministrator(scope)
  return (await selectApiKeys(scope.tx, scope.organizationId)).map(apiKeyRecord)
}

/** Renames, activates or deactivates a key. Throws 404 when the organization has no such key. */
export async function updateApiKey(scope: Scope, keyId: string, changes: ApiKeyUpdate): Promise<ApiKey> {
  requireAdministrator(scope)
  const present = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(present).length === 0) {
    const same = (await selectApiKeys(scope.tx, scope.organizationId)).find((row) => row.id === keyId)
    if (!same) throw notFound('API key', keyId)
    return apiKeyRecord(same)
  }
  const row = await updateApiKeyRow(scope.tx, scope.organizationId, keyId, present)
  if (!row) throw notFound('API key', keyId)
  await audit(scope, 'updated', keyId, present)
  return apiKeyRecord(row)
}

/** Deletes a key for good; answers what it was. Throws 404 when the organization has no such key. */
export async function deleteApiKey(scope: Scope, keyId: string): Promise<ApiKey> {
  requireAdministrator(scope)
  const row = await deleteApiKeyRow(scope.tx, scope.organizationId, keyId)
  if (!row) throw notFound('API key', keyId)
  await audit(scope, 'deleted', keyId)
  return apiKeyRecord(row)
}

async function audit(scope: Scope, action: AuditedChange['action'], keyId: string, changes?: JsonObject) {
  await recordAudit(scope, { action, resourceType: 'api_key', resourceId: keyId, changes })
}

function requireAdministrator(scope: Scope): void {
  if (scope.role === 'organization_administrator') return
  throw apiError('highway.user.error.forbidden', { action: 'manage API keys' })
}

function apiKeyRecord(row: ApiKeyRow): ApiKey {
  return { ...row, created_at: row.created_at.toISOString() }
}
