// The rules of people that others build on: signing in, who somebody is, and the record of a person.

import { recordMaker } from '../data/records.ts'
import { type UserRow, userTable } from '../data/user-tables.ts'
import { findUser, findUserByEmail, selectLastSeen, selectMemberships } from '../data/users.sql.ts'
import { getOrganization } from '../organizations/organizations.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { isPassword } from '../platform/password.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { openSession, type SignedIn } from './sessions.ts'

export { openSetup } from './setup.ts'

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
  const user = await database.transaction((tx) => findUserByEmail(tx, login.email))
  const isRight = await isPassword(login.password, user?.password_hash)
  if (!user?.active || !isRight) {
    throw apiError('highway.user.error.forbidden', { action: 'sign in with these credentials' })
  }
  return await database.transaction((tx) => openSession(tx, user, clock.now(), userAgent))
}

/** The signed-in user with memberships, and the organization. */
export async function describeSession(scope: Scope) {
  return { user: await getOwnUser(scope), organization: await getOrganization(scope) }
}

/** The caller's own record. Throws 404 when there is no person behind the call. */
export async function getOwnUser(scope: Scope) {
  return userRecord(scope, await requireUser(scope, scope.userId ?? ''))
}

/** The row of a person of the organization. Throws 404. */
export async function requireUser(scope: Scope, userId: string, lock?: 'lock'): Promise<UserRow> {
  const user = await findUser(scope.tx, scope.organizationId, userId, lock)
  if (!user) throw notFound('user', userId)
  return user
}

export async function userRecord(scope: Scope, row: UserRow) {
  return (await userRecords(scope, [row]))[0]!
}

const ownRecord = recordMaker(userTable)

/** Records in the order of the rows. */
export async function userRecords(scope: Scope, rows: readonly UserRow[]) {
  const ids = rows.map(({ id }) => id)
  const memberships = await selectMemberships(scope.tx, ids)
  const seen = await selectLastSeen(scope.tx, ids)
  return rows.map((row) => {
    const lastSeen = seen.get(row.id)
    return {
      ...ownRecord(row),
      memberships: memberships.get(row.id) ?? [],
      ...(lastSeen ? { last_seen_at: lastSeen } : {}),
    }
  })
}
