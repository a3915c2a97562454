// The rules of second factors: shown, set up, removed; and reset by an administrator for people who lost them.
import type {
  AuthenticatorProof,
  ConfirmedPerson,
  FactorsChanged,
  NewPasskey,
  OwnFactors,
  PasskeyUpdate,
} from '@routewright/contract'
import {
  countOpenRecoveryCodes,
  deleteAuthenticator,
  deletePasskeys,
  findAuthenticator,
  listPasskeys,
  replaceRecoveryCodes,
} from '../../data/factors.sql.ts'
import { deleteSessionsExcept } from '../../data/sessions.sql.ts'
import { countTry, deleteStep, deleteStepsFor } from '../../data/sign-in-steps.sql.ts'
import type { UserRow } from '../../data/user-tables.ts'
import { ApiError, apiError, notFound } from '../../frame/platform/api-error.ts'
import { queueMail } from '../../frame/platform/mail.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Caller, type Services, transactAs } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import { getOrganization } from '../organizations/organizations.ts'
import { type FactorChange, factorsChangedMail } from './account-mails.ts'
import { confirmOffer, getOffer, newAuthenticatorSecret } from './authenticators.ts'
import { askForNew, keepPasskey, passkeyRecord, removePasskey, renamePasskey } from './passkeys.ts'
import { requireAdministrator } from './people.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { beginStep, openStep } from './sign-in-steps.ts'
import { requireUser, userRecord } from './users.ts'

/** Runs the work on the caller's own account, by the machine's time, which codes and steps use. */
function asOneself<T>(
  services: Services,
  caller: Caller,
  work: (scope: Scope, user: UserRow) => Promise<T>,
): Promise<T> {
  const run = async (scope: Scope) => work(scope, await requireUser(scope, scope.userId ?? '', 'lock'))
  return transactAs(services, caller, run, services.clock.now())
}

/** Throws highway.user.error.wrong_password. Users without a password pass, because they sign in elsewhere. */
async function requirePassword(
  services: Services,
  caller: Caller,
  { current_password }: ConfirmedPerson,
): Promise<void> {
  const user = await asOneself(services, caller, async (_scope, own) => own)
  if (user.password_hash === null) return
  if (!(await services.passwords.isRight(current_password ?? '', user.password_hash))) {
    throw apiError('highway.user.error.wrong_password')
  }
}

export async function getFactors(scope: Scope): Promise<OwnFactors> {
  return computeFactors(scope, await requireUser(scope, scope.userId ?? ''))
}

async function computeFactors(scope: Scope, { id, password_hash }: UserRow): Promise<OwnFactors> {
  const authenticator = await findAuthenticator(scope, id)
  const passkeys = (await listPasskeys(scope, id)).map(passkeyRecord) as unknown as OwnFactors['passkeys']
  return {
    has_password: password_hash !== null,
    passkeys,
    recovery_codes_left: await countOpenRecoveryCodes(scope, id),
    ...(authenticator ? { authenticator_since: authenticator.created_at.toISOString() } : {}),
  }
}

/** Returns the present factors. With the first factor the user gets recovery codes, and a mail tells of the change. */
async function changed(scope: Scope, user: UserRow, change: FactorChange, newCodes = false): Promise<FactorsChanged> {
  await noteChange(scope, user, change)
  const isFirst = newCodes || (await countOpenRecoveryCodes(scope, user.id)) === 0
  const wantsCodes = isFirst && (await hasFactor(scope, user.id))
  const recovery_codes = wantsCodes ? { recovery_codes: await makeRecoveryCodes(scope, user.id) } : {}
  return { factors: await computeFactors(scope, user), ...recovery_codes }
}

async function noteChange(scope: Scope, { email, language }: UserRow, change: FactorChange): Promise<void> {
  const link = `${scope.publicBase}/planner/forgotten`
  await queueMail(scope, factorsChangedMail({ to: email, language, link, change }))
}

async function hasFactor(scope: Scope, userId: string): Promise<boolean> {
  return (await listPasskeys(scope, userId)).length > 0 || (await findAuthenticator(scope, userId)) !== undefined
}

/** Throws wrong_password, factor_exists. */
export async function beginAuthenticator(services: Services, caller: Caller, confirmed: ConfirmedPerson) {
  await requirePassword(services, caller, confirmed)
  return asOneself(services, caller, async (scope, user) => {
    if (await findAuthenticator(scope, user.id)) throw apiError('highway.user.error.factor_exists')
    const secret = newAuthenticatorSecret()
    const { step } = await beginStep(services, scope.tx, 'authenticator', user.id, { secret })
    return getOffer(step, secret, user)
  })
}

/** Throws step_expired, wrong_code, factor_exists. */
export async function confirmAuthenticator(
  services: Services,
  caller: Caller,
  { step, code }: AuthenticatorProof,
): Promise<FactorsChanged> {
  const outcome = await asOneself(services, caller, async (scope, user) => {
    const open = await openStep(services, scope.tx, step, 'authenticator')
    if (open.row.user_id !== user.id) throw apiError('highway.user.error.step_expired')
    if (!(await confirmOffer(services, scope, user.id, open, code))) {
      await countTry(scope.tx, open.row.id)
      return apiError('highway.user.error.wrong_code')
    }
    await deleteStep(scope.tx, open.row.id)
    return changed(scope, user, 'authenticator_added')
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

/** Throws wrong_password, factor_demanded. */
export async function removeAuthenticator(services: Services, caller: Caller, confirmed: ConfirmedPerson) {
  await requirePassword(services, caller, confirmed)
  return asOneself(services, caller, async (scope, user) => {
    const before = await findAuthenticator(scope, user.id)
    if (!before || !(await deleteAuthenticator(scope, user.id))) throw notFound('authenticator app', user.id)
    await auditRecord(scope, 'deleted', 'authenticator', { id: before.id })
    await requireFactorLeft(scope, user)
    return changed(scope, user, 'authenticator_removed')
  })
}

/** Checks the rules after a removal. Without any factor, recovery codes are useless and are deleted, too. */
async function requireFactorLeft(scope: Scope, { id, password_hash }: UserRow): Promise<void> {
  if (await hasFactor(scope, id)) return
  const { second_factor_from } = await getOrganization(scope)
  if (second_factor_from && password_hash) throw apiError('highway.user.error.factor_demanded')
  await replaceRecoveryCodes(scope, id, [])
}

/** Throws wrong_password, passkey_refused. */
export async function beginPasskey(services: Services, caller: Caller, confirmed: ConfirmedPerson, origin: string) {
  await requirePassword(services, caller, confirmed)
  return asOneself(services, caller, async (scope, user) => {
    const options = await askForNew(scope, user, origin)
    const { challenge } = options
    const { step } = await beginStep(services, scope.tx, 'new_passkey', user.id, { challenge })
    return { step, options }
  })
}

/** Throws step_expired, passkey_refused. */
export async function addPasskey(
  services: Services,
  caller: Caller,
  { step, name, passkey }: NewPasskey,
  origin: string,
): Promise<FactorsChanged> {
  return asOneself(services, caller, async (scope, user) => {
    const { row, content } = await openStep(services, scope.tx, step, 'new_passkey')
    if (row.user_id !== user.id) throw apiError('highway.user.error.step_expired')
    await deleteStep(scope.tx, row.id)
    await keepPasskey(scope, user.id, name, { origin, challenge: content.challenge ?? '', answer: passkey })
    return changed(scope, user, 'passkey_added')
  })
}

/** Throws 404. */
export async function renameOwnPasskey(scope: Scope, id: string, update: PasskeyUpdate) {
  const user = await requireUser(scope, scope.userId ?? '')
  await renamePasskey(scope, user.id, id, update)
  return { factors: await computeFactors(scope, user) }
}

/** Throws 404, wrong_password, factor_demanded. */
export async function removeOwnPasskey(services: Services, caller: Caller, id: string, confirmed: ConfirmedPerson) {
  await requirePassword(services, caller, confirmed)
  return asOneself(services, caller, async (scope, user) => {
    await removePasskey(scope, user.id, id)
    await requireFactorLeft(scope, user)
    return changed(scope, user, 'passkey_removed')
  })
}

/** Throws wrong_password. */
export async function renewRecoveryCodes(services: Services, caller: Caller, confirmed: ConfirmedPerson) {
  await requirePassword(services, caller, confirmed)
  return asOneself(services, caller, (scope, user) => changed(scope, user, 'codes_renewed', true))
}

/** Removes all factors of a user who lost them, and ends the sessions. Throws 403, 404. */
export async function resetFactors(scope: Scope, userId: string) {
  requireAdministrator(scope)
  const user = await requireUser(scope, userId, 'lock')
  await deleteAuthenticator(scope, userId)
  await deletePasskeys(scope, userId)
  await replaceRecoveryCodes(scope, userId, [])
  await deleteStepsFor(scope.tx, userId)
  await deleteSessionsExcept(scope, userId, undefined)
  await auditRecord(scope, 'updated', 'user', { id: userId }, { second_factor: 'reset' })
  if (!user.is_machine) await noteChange(scope, user, 'factors_reset')
  return userRecord(scope, user)
}
