// The rules of API keys: created, shown once, deactivated, deleted.
import type { ApiKey, ApiKeyCreated, ApiKeyInput, ApiKeyUpdate } from '@routewright/contract'
import { type ApiKeyRow, apiKeyTable } from '../../data/api-key-table.ts'
import {
  deleteApiKeyRow,
  insertApiKey,
  listApiKeyRows,
  lockApiKeyRow,
  updateApiKeyRow,
} from '../../data/api-keys.sql.ts'
import { recordMaker } from '../../data/records.ts'
import { findUser } from '../../data/users.sql.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty, withoutUndefined } from '../../frame/platform/compact.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { auditRecord } from '../audit/audit.ts'

const KEY_PREFIX = 'api_key_'
/** 48 letters and digits: 285 random bits. */
const KEY_CHARACTERS = 48
const HINT_CHARACTERS = 4

/** Creates a key that acts as the caller, or as a machine user of the organization. The key itself is only ever in this response. */
export async function createApiKey(scope: Scope, input: ApiKeyInput): Promise<ApiKeyCreated> {
  requireAdministrator(scope)
  if (!scope.userId) throw apiError('highway.user.error.forbidden', { action: 'make a key without being a user' })
  const userId = input.user_id ?? scope.userId
  if (userId !== scope.userId) await requireMachine(scope, userId)
  const inactive_from = readEnd(scope, input.inactive_from) ?? null
  const key = createSecret(KEY_PREFIX, KEY_CHARACTERS)
  const row = await insertApiKey(scope, {
    id: createId(scope.now),
    user_id: userId,
    label: input.label ?? '',
    inactive_from,
    digest: digestSecret(key),
    hint: key.slice(-HINT_CHARACTERS),
    created_at: scope.now,
  })
  await auditRecord(
    scope,
    'created',
    'api_key',
    { id: row.id },
    withoutEmpty({ label: row.label, user_id: input.user_id, inactive_from }),
  )
  return { ...apiKeyRecord(row), key }
}

/** Returns the keys of the organization, newest first, without their secrets. */
export async function listApiKeys(scope: Scope): Promise<ApiKey[]> {
  requireAdministrator(scope)
  return (await listApiKeyRows(scope)).map(apiKeyRecord)
}

/** Renames, activates or deactivates a key, or sets its end. Throws 404 when the organization has no such key. */
export async function updateApiKey(scope: Scope, keyId: string, changes: ApiKeyUpdate): Promise<ApiKey> {
  requireAdministrator(scope)
  const row = await lockApiKeyRow(scope, keyId)
  if (!row) throw notFound('API key', keyId)
  const { inactive_from, ...others } = changes
  const end = readEnd(scope, inactive_from)
  const sent = { ...withoutUndefined(others), ...(end === undefined ? {} : { inactive_from: end }) }
  if (Object.keys(sent).length === 0) return apiKeyRecord(row)
  await updateApiKeyRow(scope, keyId, sent)
  await auditRecord(scope, 'updated', 'api_key', { id: keyId }, sent)
  return apiKeyRecord({ ...row, ...sent })
}

/** Deletes a key permanently and returns its record. Throws 404 when the organization has no such key. */
export async function deleteApiKey(scope: Scope, keyId: string): Promise<ApiKey> {
  requireAdministrator(scope)
  const row = await lockApiKeyRow(scope, keyId)
  if (!row) throw notFound('API key', keyId)
  await deleteApiKeyRow(scope, keyId)
  await auditRecord(scope, 'deleted', 'api_key', { id: keyId }, null)
  return apiKeyRecord(row)
}

/** Throws unless the key acts as the caller or as a program: never as another person. */
async function requireMachine(scope: Scope, userId: string): Promise<void> {
  const user = await findUser(scope, userId)
  if (!user) throw notFound('user', userId)
  if (!user.is_machine) throw invalidPayload('user_id', 'must be a machine user or oneself')
}

/** Returns the key's end; undefined where nothing was sent. Throws invalid_payload for a moment in the past. */
function readEnd({ now }: Scope, sent: string | null | undefined): Date | null | undefined {
  if (sent === undefined || sent === null) return sent
  const end = new Date(sent)
  if (end <= now) throw invalidPayload('inactive_from', 'must be in the future')
  return end
}

function requireAdministrator(scope: Scope): void {
  if (scope.role === 'organization_administrator') return
  throw apiError('highway.user.error.forbidden', { action: 'manage API keys' })
}

const ownRecord = recordMaker(apiKeyTable)

function apiKeyRecord(row: ApiKeyRow): ApiKey {
  const { inactive_from, ...record } = ownRecord(row)
  const end = inactive_from && { inactive_from: inactive_from.toISOString() }
  return { ...record, created_at: row.created_at.toISOString(), ...end }
}
