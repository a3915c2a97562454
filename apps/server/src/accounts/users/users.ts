// The rules of people that others build on: signing in, who somebody is, and the record of a person.

import type { Login, OrganizationChoice } from '@routewright/contract'
import { findFactorOwners } from '../../data/factors.sql.ts'
import { listIds, recordMaker } from '../../data/records.ts'
import { type UserRow, userTable } from '../../data/user-tables.ts'
import { findLastSeen, findMemberships, findUser, listUsersByEmail, updateUserRow } from '../../data/users.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Caller, type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import { getOrganization, organizationRecord } from '../organizations/organizations.ts'
import { admitPerson, type SignInOutcome, type Visit } from './second-step.ts'
import { describeDevice } from './sessions.ts'

export { renewAuthenticators } from './authenticators.ts'
export { renewProviderSecrets } from './provider-secrets.ts'
export { describeDevice, type SignedIn } from './sessions.ts'
export { openSetup, setUp } from './setup.ts'

/**
 * Signs in. Throws 403 highway.user.error.forbidden, the same and after the same time, whether the address or the
 * password is wrong. The password is checked outside any transaction: it takes half a second. A person whom the password opens
 * several organizations chooses one of them, and signs in again with it.
 */
export async function signIn(
  services: Services,
  login: Login,
  visit: Visit,
): Promise<SignInOutcome | OrganizationChoice> {
  const users = await findWithPassword(services, login, visit)
  const [user, ...others] = users
  if (!user) throw apiError('highway.user.error.forbidden', { action: 'sign in with these credentials' })
  if (others.length > 0) return { organizations: await listNames(services, users) }
  const { passwords } = services
  const isOutdated = user.password_hash !== null && passwords.isOutdated(user.password_hash)
  const better = isOutdated ? await passwords.hash(login.password) : undefined
  // The machine's time, by which sessions are looked up.
  const now = services.clock.now()
  const work = async (scope: Scope) => {
    if (better) await replaceHash(scope, user, better)
    return admitPerson(services, scope, user, visit)
  }
  return transactAs(services, systemCaller(user.organization_id), work, now)
}

/** Returns the active users of the address whom the password opens, one for each organization. */
async function findWithPassword(
  services: Services,
  { email, password, organization_id: wanted }: Login,
  visit: Visit,
): Promise<UserRow[]> {
  const all = await services.database.transaction((tx) => listUsersByEmail(tx, email))
  const users = all.filter((user) => wanted === undefined || user.organization_id === wanted)
  // An unknown address takes as long as a known one.
  const hashes = users.length > 0 ? users.map(({ password_hash }) => password_hash) : [undefined]
  const areRight = await Promise.all(hashes.map((hash) => services.passwords.isRight(password, hash)))
  const right = users.filter(({ active }, index) => active && areRight[index])
  if (right.length === 0) for (const user of users) noteRefusal(services, user, visit.userAgent)
  return right
}

function listNames(services: Services, users: readonly UserRow[]): Promise<OrganizationChoice['organizations']> {
  return Promise.all(
    users.map(({ organization_id }) =>
      transactAs(services, systemCaller(organization_id), async (scope) => {
        const { id, name } = await getOrganization(scope)
        return { id, name }
      }),
    ),
  )
}

/** Audits the refusal after the response, whose time must not reveal whether the address is known. */
function noteRefusal(services: Services, { id, organization_id }: UserRow, userAgent: string | undefined): void {
  const caller: Caller = { ...systemCaller(organization_id), actor: { type: 'user', id } }
  const changes = { device: describeDevice(userAgent ?? null) }
  const note = (scope: Scope) => auditRecord(scope, 'refused', 'session', { id: createId(scope.now) }, changes)
  transactAs(services, caller, note, services.clock.now()).catch((error) =>
    services.log.warn({ err: error }, 'a refused sign-in was not noted'),
  )
}

/** The same password at today's cost, unless it was changed meanwhile. */
async function replaceHash(scope: Scope, { id, password_hash }: UserRow, better: string): Promise<void> {
  const user = await requireUser(scope, id, 'lock')
  if (user.password_hash === password_hash) await updateUserRow(scope, id, { password_hash: better })
}

/** The signed-in user with memberships, and the organization. */
export async function describeSession(scope: Scope) {
  const user = await getOwnUser(scope)
  const organization = await getOrganization(scope)
  const { second_factor_from: second_factor_due } = organization
  const isDue = second_factor_due && !user.has_second_factor && (await hasPassword(scope, user.id))
  return { user, organization: organizationRecord(organization), ...(isDue ? { second_factor_due } : {}) }
}

async function hasPassword(scope: Scope, userId: string): Promise<boolean> {
  return (await requireUser(scope, userId)).password_hash !== null
}

/** Returns the caller's own record. Throws 404 when the caller is no user. */
export async function getOwnUser(scope: Scope) {
  return userRecord(scope, await requireUser(scope, scope.userId ?? ''))
}

/** The row of a person of the organization. Throws 404. */
export async function requireUser(scope: Scope, userId: string, lock?: 'lock'): Promise<UserRow> {
  const user = await findUser(scope, userId, lock)
  if (!user) throw notFound('user', userId)
  return user
}

export async function userRecord(scope: Scope, row: UserRow) {
  return (await userRecords(scope, [row]))[0]!
}

const ownRecord = recordMaker(userTable)

/** Records in the order of the rows. */
export async function userRecords(scope: Scope, rows: readonly UserRow[]) {
  const ids = listIds(rows)
  const memberships = await findMemberships(scope, ids)
  const seen = await findLastSeen(scope, ids)
  const factorOwners = await findFactorOwners(scope, ids)
  return rows.map((row) => ({
    ...ownRecord(row),
    memberships: memberships.get(row.id) ?? [],
    has_second_factor: factorOwners.has(row.id),
    ...withoutEmpty({ last_seen_at: seen.get(row.id) }),
  }))
}
