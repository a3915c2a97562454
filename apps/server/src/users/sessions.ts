// The rules of sessions: opened by whoever proved to be somebody, listed, ended.

import { auditRecord } from '../audit/audit.ts'
import { recordMaker } from '../data/records.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsExcept,
  insertSession,
  listSessionRows,
} from '../data/sessions.sql.ts'
import { type UserRow, userSessionTable } from '../data/user-tables.ts'
import { notFound } from '../platform/api-error.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { digestSecret } from '../platform/password.ts'
import type { Scope } from '../platform/scope.ts'

/** A session ends by itself after so long. */
const SESSION_DAYS = 30
/** 256 random bits. */
const TOKEN_CHARACTERS = 43

export interface SignedIn {
  user: UserRow
  /** The secret of the session's cookie; only its digest is stored. */
  token: string
  expiresAt: Date
}

/** Opens a session; whoever calls has made sure that it is this person. `by` says how, where it was not a password alone. */
export async function openSession(
  scope: Scope,
  user: UserRow,
  userAgent: string | undefined,
  by?: string,
): Promise<SignedIn> {
  const { now } = scope
  const id = createId(now)
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000)
  const token = createSecret('', TOKEN_CHARACTERS)
  await deleteExpiredSessions(scope, user.id)
  await insertSession(scope, {
    id,
    user_id: user.id,
    token_digest: digestSecret(token),
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

const ownRecord = recordMaker(userSessionTable)

/** Where the caller is signed in, last seen first. */
export async function listSessions(scope: Scope, currentId: string) {
  const rows = await listSessionRows(scope, scope.userId ?? '')
  return rows.map((row) => ({
    ...ownRecord(row),
    device: describeDevice(row.user_agent),
    current: row.id === currentId,
  }))
}

/** Ends a session of the caller. Throws 404 for one that is not his. */
export async function endSession(scope: Scope, sessionId: string): Promise<void> {
  if (!(await deleteSession(scope, scope.userId ?? '', sessionId))) throw notFound('session', sessionId)
}

export async function endOtherSessions(scope: Scope, keptId: string): Promise<void> {
  await deleteSessionsExcept(scope, scope.userId ?? '', keptId)
}

/** The first that is found names it: later ones call themselves like earlier ones. */
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

/** "Firefox on Linux", or what can be told of it. */
export function describeDevice(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (userAgent?.split(/[\s/]/, 1)[0]?.slice(0, 60) || 'Unknown device')
}
