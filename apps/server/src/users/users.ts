// The rules of people: signing in and out, and who somebody is.
import { getOrganization } from '../organizations/organizations.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { digestSecret, isPassword } from '../platform/password.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { pickColumns } from '../resources/compact.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findActiveUserByEmail,
  findUser,
  insertSession,
  selectMemberships,
  type UserRow,
} from './users.sql.ts'

/** A session ends by itself after so long. */
export const SESSION_DAYS = 30
const TOKEN_CHARACTERS = 43

export interface SignedIn {
  user: UserRow
  /** The secret of the session's cookie; only its digest is stored. */
  token: string
  expiresAt: Date
}

/**
 * Signs in. Throws 403 highway.user.error.forbidden, the same and after the same time, whether the address or the
 * password is wrong. The password is checked outside any transaction: it takes a tenth of a second.
 */
export async function signIn(
  services: Pick<Services, 'database' | 'clock'>,
  login: { email: string; password: string },
  userAgent: string | undefined,
): Promise<SignedIn> {
  const { database, clock } = services
  const user = await database.transaction((tx) => findActiveUserByEmail(tx, login.email))
  const isRight = await isPassword(login.password, user?.password_hash)
  if (!user || !isRight) throw apiError('highway.user.error.forbidden', { action: 'sign in with these credentials' })
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000)
  const token = createSecret('', TOKEN_CHARACTERS)
  await database.transaction(async (tx) => {
    await deleteExpiredSessions(tx, user.id, now)
    await insertSession(tx, {
      id: createId(now),
      user_id: user.id,
      token_digest: digestSecret(token),
      user_agent: userAgent?.slice(0, 300) ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
  })
  return { user, token, expiresAt }
}

export async function signOut(scope: Scope, sessionId: string): Promise<void> {
  await deleteSession(scope.tx, sessionId)
}

/** The signed-in user with memberships, and the organization. */
export async function describeSession(scope: Scope) {
  const userId = scope.userId ?? ''
  const user = await findUser(scope.tx, scope.organizationId, userId)
  if (!user) throw notFound('user', userId)
  const memberships = await selectMemberships(scope.tx, userId)
  return { user: userResource(user, memberships), organization: await getOrganization(scope) }
}

function userResource(row: UserRow, memberships: Awaited<ReturnType<typeof selectMemberships>>) {
  const columns = ['id', 'organization_id', 'email', 'name', 'role', 'active', 'created_at', 'updated_at'] as const
  return { ...pickColumns(row, columns), memberships }
}
