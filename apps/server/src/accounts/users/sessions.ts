// The rules of sessions: opened for users who proved their identity, listed, ended.

import { recordMaker } from '../../data/records.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsExcept,
  findSession,
  insertSession,
  listSessionRows,
} from '../../data/sessions.sql.ts'
import { type UserRow, userSessionTable } from '../../data/user-tables.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { auditRecord } from '../audit/audit.ts'

/** Lifetime of a session. */
const SESSION_HOURS = 30 * 24
/** Lifetime of a session opened by a provider, so that the provider is asked again who may still sign in. */
const PROVIDER_SESSION_HOURS = 12
/** 256 random bits. */
const TOKEN_CHARACTERS = 43

export interface SignedIn {
  user: UserRow
  /** The secret of the session's cookie; only its digest is stored. */
  token: string
  expiresAt: Date
}

/** Provider that opens a session, and its sign-out URL, encrypted (see `sealLogoutUrl`). */
export interface OpenedByProvider {
  provider_id: string
  logout_url: (sessionId: string) => string | null
}

/** Opens a session; the caller has verified the user. `by` names the method, where it was not a password alone. */
export async function openSession(
  scope: Scope,
  user: UserRow,
  userAgent: string | undefined,
  by?: string,
  provider?: OpenedByProvider,
): Promise<SignedIn> {
  const { now } = scope
  const id = createId(now)
  const hours = provider ? PROVIDER_SESSION_HOURS : SESSION_HOURS
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  const token = createSecret('', TOKEN_CHARACTERS)
  await deleteExpiredSessions(scope, user.id)
  await insertSession(scope, {
    id,
    user_id: user.id,
    token_digest: digestSecret(token),
    provider_id: provider?.provider_id ?? null,
    logout_url: provider?.logout_url(id) ?? null,
    user_agent: userAgent?.slice(0, 300) ?? null,
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt,
  })
  const acting: Scope = { ...scope, actor: { type: 'user', id: user.id } }
  await auditRecord(
    acting,
    'signed_in',
    'session',
    { id },
    {
      device: describeDevice(userAgent ?? null),
      ...(by ? { by } : {}),
    },
  )
  return { user, token, expiresAt }
}

const logoutPurpose = (sessionId: string) => `logout address of session ${sessionId}`

/** Returns the URL encrypted for storage, because it contains data about the user signed by the provider. */
export function sealLogoutUrl(secrets: SecretKeys, sessionId: string, url: string): string {
  return secrets.seal(url, logoutPurpose(sessionId))
}

/** Ends the session and returns the sign-out URL of the provider that opened it, if any. Throws 404. */
export async function signOut(scope: Scope, secrets: SecretKeys, sessionId: string): Promise<string | undefined> {
  const row = await findSession(scope, scope.userId ?? '', sessionId)
  await endSession(scope, sessionId)
  if (!row?.logout_url) return undefined
  try {
    return secrets.open(row.logout_url, logoutPurpose(sessionId))
  } catch {
    // The key was replaced meanwhile; the session here has ended all the same.
    return undefined
  }
}

const ownRecord = recordMaker(userSessionTable)

/** Returns the caller's sessions, last seen first. */
export async function listSessions(scope: Scope, currentId: string) {
  const rows = await listSessionRows(scope, scope.userId ?? '')
  return rows.map((row) => ({
    ...ownRecord(row),
    device: describeDevice(row.user_agent),
    current: row.id === currentId,
  }))
}

/** Ends a session of the caller. Throws 404 for another user's. */
export async function endSession(scope: Scope, sessionId: string): Promise<void> {
  if (!(await deleteSession(scope, scope.userId ?? '', sessionId))) throw notFound('session', sessionId)
}

export async function endOtherSessions(scope: Scope, keptId: string): Promise<void> {
  await deleteSessionsExcept(scope, scope.userId ?? '', keptId)
}

/** Browsers by their user agent; the first match counts, because user agents of earlier ones also contain the names of later ones. */
const browsers: [RegExp, string][] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns "Firefox on Linux", or what is known of it. */
export function describeDevice(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (userAgent?.split(/[\s/]/, 1)[0]?.slice(0, 60) || 'Unknown device')
}
