// The rules of passwords: changed with the old one, or reset through a mail to the address.
import { setTimeout as wait } from 'node:timers/promises'
import {
  closeResets,
  countResetsSince,
  deleteOldResets,
  insertReset,
  lockOpenReset,
} from '../../data/password-resets.sql.ts'
import { deleteSessionsExcept } from '../../data/sessions.sql.ts'
import { hasIdentity } from '../../data/sign-in-providers.sql.ts'
import type { UserRow } from '../../data/user-tables.ts'
import { listUsersByEmail, updateUserRow } from '../../data/users.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { queueMail } from '../../frame/platform/mail.ts'
import { digestSecret, type Passwords } from '../../frame/platform/password.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../frame/platform/services.ts'
import { passwordChangedMail, resetMail } from './account-mails.ts'
import { admitPerson, type SignInOutcome, type Visit } from './second-step.ts'
import { requireUser } from './users.ts'

/** Minutes for which a link works. */
const RESET_MINUTES = 60
/** Most mails per hour: more would only serve to annoy. */
const MAILS_PER_HOUR = 5
const TOKEN_CHARACTERS = 40
/** Duration of every response, so that timing reveals nothing about the address. */
const ANSWER_MILLISECONDS = 250

/** Sends a mail with a link if the address is an active person's; the caller cannot tell. */
export async function requestReset(services: Services, email: string): Promise<void> {
  const evenly = wait(ANSWER_MILLISECONDS)
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    const [user] = await listResettable(services, tx, email, now)
    if (!user) return
    const scope = systemScope(services, tx, user.organization_id, now)
    if ((await countResetsSince(scope, user.id, new Date(now.getTime() - 3_600_000))) >= MAILS_PER_HOUR) return
    const token = createSecret('', TOKEN_CHARACTERS)
    await insertReset(scope, {
      id: createId(now),
      user_id: user.id,
      token_digest: digestSecret(token),
      expires_at: new Date(now.getTime() + RESET_MINUTES * 60_000),
      created_at: now,
    })
    const link = `${services.publicBase()}/reset/${token}`
    const facts = { to: user.email, language: user.language, link, minutes: RESET_MINUTES }
    await queueMail(scope, resetMail(facts))
  })
  await evenly
}

/** Returns the users of the address whose passwords a mail to it sets: one for each organization of the person. */
async function listResettable(services: Services, tx: Tx, email: string, now: Date): Promise<UserRow[]> {
  const resettable: UserRow[] = []
  for (const user of await listUsersByEmail(tx, email)) {
    if (!user.active || user.is_machine) continue
    const scope = systemScope(services, tx, user.organization_id, now)
    // Users who signed in through a provider must not keep access with a password after the provider ends theirs.
    if (user.password_hash === null && (await hasIdentity(scope, user.id))) continue
    resettable.push(user)
  }
  return resettable
}

/** Returns the user whose password a link sets. Throws highway.user.error.link_expired. */
export async function getOpenReset(services: Services, token: string) {
  const { email, language } = await services.database.transaction((tx) => requireOpen(tx, token, services.clock.now()))
  return { email, language }
}

/** Sets the password in all organizations of the person, ends all sessions there, and signs in. Throws highway.user.error.link_expired. */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  visit: Visit,
): Promise<SignInOutcome> {
  const now = services.clock.now()
  // The link is checked before hashing, which takes half a second, so that guessing links costs the server nothing.
  const { email } = await getOpenReset(services, token)
  const hash = await services.passwords.hashNew(password, [email])
  return await services.database.transaction(async (tx) => {
    const user = await requireOpen(tx, token, now)
    const scopeFor = ({ organization_id }: UserRow) => systemScope(services, tx, organization_id, now)
    for (const own of await listResettable(services, tx, user.email, now)) {
      await setPassword(scopeFor(own), own, hash)
      await deleteSessionsExcept(scopeFor(own), own.id, undefined)
    }
    await tellChanged(scopeFor(user), user)
    return admitPerson(services, scopeFor(user), user, visit)
  })
}

async function requireOpen(tx: Tx, token: string, now: Date): Promise<UserRow> {
  const user = await lockOpenReset(tx, digestSecret(token), now)
  if (!user) throw apiError('highway.user.error.link_expired')
  return user
}

export interface PasswordRequest {
  current_password: string
  password: string
}

/**
 * Changes the caller's own password and ends the other sessions. Hashes the passwords outside of the transaction. Throws
 * highway.user.error.wrong_password.
 */
export async function changePassword(
  passwords: Passwords,
  transaction: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>,
  request: PasswordRequest,
  sessionId: string,
): Promise<void> {
  const user = await transaction((scope) => requireUser(scope, scope.userId ?? ''))
  if (!(await passwords.isRight(request.current_password, user.password_hash))) {
    throw apiError('highway.user.error.wrong_password')
  }
  const hash = await passwords.hashNew(request.password, [user.email, user.name ?? ''])
  await transaction(async (scope) => {
    await setPassword(scope, user, hash)
    await tellChanged(scope, user)
    await deleteSessionsExcept(scope, user.id, sessionId)
  })
}

/** Links that were sent before set it no more. */
async function setPassword(scope: Scope, user: UserRow, hash: string): Promise<void> {
  await updateUserRow(scope, user.id, { password_hash: hash })
  await closeResets(scope, user.id)
}

async function tellChanged(scope: Scope, user: UserRow): Promise<void> {
  const link = `${scope.publicBase}/planner/forgotten`
  const message = passwordChangedMail({ to: user.email, language: user.language, link })
  await queueMail(scope, message)
}

/** Deletes links that expired more than a day ago. */
export async function cleanUpResets(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - 86_400_000)
  await services.database.transaction((tx) => deleteOldResets(tx, before))
}
