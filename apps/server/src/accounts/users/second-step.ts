// The step after the password: a session for users without second factors, else a list of what is needed; and its completion.
import type { AuthenticatorProof, PasskeyProof, SecondFactor, SignInStep } from '@routewright/contract'
import { countOpenRecoveryCodes, findAuthenticator, listPasskeys } from '../../data/factors.sql.ts'
import { countTry, deleteStep } from '../../data/sign-in-steps.sql.ts'
import type { UserRow } from '../../data/user-tables.ts'
import { findUserById } from '../../data/users.sql.ts'
import { ApiError, apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import { getOrganization } from '../organizations/organizations.ts'
import { confirmOffer, getOffer, offerInStep, takeCode, WAIT_MINUTES } from './authenticators.ts'
import { askAnybody, askOwner, findRelyingParty, findSigned, notePasskeyUse } from './passkeys.ts'
import { makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { describeDevice, openSession, type SignedIn } from './sessions.ts'
import { beginStep, type OpenStep, openStep } from './sign-in-steps.ts'

/** Origin of a sign-in attempt. */
export interface Visit {
  userAgent: string | undefined
  /** Origin of the page, https://planner.example.com. */
  origin: string
}

/** Returns a session, or what is needed before there is one. */
export type SignInOutcome = SignedIn | SignInStep

/** Continues the sign-in of a user who has proved the password or the link of a mail. */
export async function admitPerson(
  services: Services,
  scope: Scope,
  user: UserRow,
  visit: Visit,
): Promise<SignInOutcome> {
  const passkeys = await listPasskeys(scope, user.id)
  const authenticator = await findAuthenticator(scope, user.id)
  if (passkeys.length === 0 && !authenticator) {
    const { second_factor_from: from } = await getOrganization(scope)
    if (!from || from > scope.now) return openSession(scope, user, visit.userAgent)
    return stepRecord(await beginStep(services, scope.tx, 'enrollment', user.id, {}), [], true)
  }
  const rpId = passkeys.length > 0 ? findRelyingParty(visit.origin) : undefined
  const asked = rpId ? await askOwner(rpId, passkeys) : undefined
  const content = asked ? { challenge: asked.challenge } : {}
  const methods: SignInStep['methods'] = [
    ...(authenticator ? (['code'] as const) : []),
    ...(asked ? (['passkey'] as const) : []),
    ...((await countOpenRecoveryCodes(scope, user.id)) > 0 ? (['recovery_code'] as const) : []),
  ]
  const begun = await beginStep(services, scope.tx, 'second_factor', user.id, content)
  return { ...stepRecord(begun, methods, false), ...(asked ? { passkey_options: { ...asked } } : {}) }
}

function stepRecord(begun: { step: string; expires_at: Date }, methods: SignInStep['methods'], must_enroll: boolean) {
  return { step: begun.step, methods, must_enroll, expires_at: begun.expires_at.toISOString() }
}

/** Finishes with a code, a passkey or a recovery code. Throws step_expired, wrong_code, too_many_codes, passkey_refused. */
export async function completeSignIn(services: Services, input: SecondFactor, visit: Visit): Promise<SignedIn> {
  const { code, recovery_code, passkey } = input
  if ([code, recovery_code, passkey].filter((given) => given !== undefined).length !== 1) {
    throw invalidPayload('code', 'give exactly one of code, recovery_code and passkey')
  }
  return inStep(services, input.step, ['second_factor'], visit, async (scope, user, open) => {
    const refusal = await checkFactor(services, scope, user, open, input, visit)
    if (refusal) return refusal
    await deleteStep(scope.tx, open.row.id)
    const by = code ? 'authenticator' : passkey ? 'passkey' : 'recovery code'
    return openSession(scope, user, visit.userAgent, `password, ${by}`)
  })
}

async function checkFactor(
  services: Services,
  scope: Scope,
  user: UserRow,
  { content }: OpenStep,
  { code, recovery_code, passkey }: SecondFactor,
  { origin }: Visit,
): Promise<ApiError | undefined> {
  if (code) return codeRefusal(await takeCode(services, scope, user.id, code))
  if (recovery_code) {
    return codeRefusal((await takeRecoveryCode(scope, user.id, recovery_code)) ? 'right' : 'wrong')
  }
  const answered = { origin, challenge: content.challenge ?? '', answer: passkey! }
  const row = content.challenge ? await findSigned(services, scope.tx, answered, false) : undefined
  if (row?.user_id !== user.id) return passkeyRefusal()
  await notePasskeyUse(scope, row, services.clock.now())
}

function codeRefusal(outcome: 'right' | 'wrong' | 'too_many'): ApiError | undefined {
  if (outcome === 'wrong') return apiError('highway.user.error.wrong_code')
  if (outcome === 'too_many') return apiError('highway.user.error.too_many_codes', { minutes: WAIT_MINUTES })
}

function passkeyRefusal(): ApiError {
  return apiError('highway.user.error.passkey_refused', {
    reason: 'it is not known here, or its signature is not right',
  })
}

/** Returns the setup data for an app when the organization requires one. Throws highway.user.error.step_expired. */
export async function offerAtSignIn(services: Services, step: string) {
  return await services.database.transaction(async (tx) => {
    const open = await openStep(services, tx, step, 'enrollment')
    const user = await requirePerson(tx, open.row.user_id)
    return getOffer(step, await offerInStep(services, tx, open), user)
  })
}

/** Sets it up and signs in. Throws step_expired, wrong_code. */
export async function enrollAtSignIn(
  services: Services,
  { step, code }: AuthenticatorProof,
  visit: Visit,
): Promise<{ signedIn: SignedIn; recovery_codes: string[] }> {
  return inStep(services, step, ['enrollment'], visit, async (scope, user, open) => {
    const acting: Scope = { ...scope, actor: { type: 'user', id: user.id } }
    if (!(await confirmOffer(services, acting, user.id, open, code))) return apiError('highway.user.error.wrong_code')
    await deleteStep(scope.tx, open.row.id)
    const recovery_codes = await makeRecoveryCodes(acting, user.id)
    return { signedIn: await openSession(scope, user, visit.userAgent, 'password, authenticator'), recovery_codes }
  })
}

/** Runs the work with the step's row locked; a returned refusal is thrown after the try is counted and stored. */
async function inStep<T>(
  services: Services,
  step: string,
  kinds: ['second_factor'] | ['enrollment'],
  { userAgent }: Visit,
  work: (scope: Scope, user: UserRow, open: OpenStep) => Promise<T | ApiError>,
): Promise<T> {
  const outcome = await services.database.transaction(async (tx) => {
    const open = await openStep(services, tx, step, ...kinds)
    const user = await requirePerson(tx, open.row.user_id)
    const scope = systemScope(services, tx, user.organization_id, services.clock.now())
    const result = await work(scope, user, open)
    if (!(result instanceof ApiError)) return result
    await countTry(tx, open.row.id)
    const acting: Scope = { ...scope, actor: { type: 'user', id: user.id } }
    const device = describeDevice(userAgent ?? null)
    await auditRecord(acting, 'refused', 'session', { id: createId(scope.now) }, { device, by: 'second factor' })
    return result
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

/** Returns the step's user. Throws highway.user.error.step_expired for one who was deactivated meanwhile. */
async function requirePerson(tx: Tx, userId: string | null): Promise<UserRow> {
  const user = userId === null ? undefined : await findUserById(tx, userId)
  if (!user?.active || user.is_machine) throw apiError('highway.user.error.step_expired')
  return user
}

/** Returns the browser's options for any passkey. Throws highway.user.error.passkey_refused. */
export async function askForPasskey(services: Services, { origin }: Visit) {
  const asked = await askAnybody(origin)
  const { challenge } = asked
  const { step } = await services.database.transaction((tx) => beginStep(services, tx, 'passkey', null, { challenge }))
  return { step, options: asked }
}

/** Signs in the owner of the passkey. Throws step_expired, passkey_refused. */
export async function signInWithPasskey(services: Services, input: PasskeyProof, visit: Visit): Promise<SignedIn> {
  const { origin, userAgent } = visit
  const outcome = await services.database.transaction(async (tx) => {
    const { row: step, content } = await openStep(services, tx, input.step, 'passkey')
    // Each challenge is used once, whether the response is right or not.
    await deleteStep(tx, step.id)
    const answered = { origin, challenge: content.challenge ?? '', answer: input.passkey }
    const passkey = await findSigned(services, tx, answered, true)
    const user = passkey && (await findUserById(tx, passkey.user_id))
    if (!passkey || !user?.active) return passkeyRefusal()
    const scope = systemScope(services, tx, user.organization_id, services.clock.now())
    await notePasskeyUse(scope, passkey, scope.now)
    return openSession(scope, user, userAgent, 'passkey')
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}
