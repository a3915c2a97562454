// The rules of authenticator apps (TOTP, RFC 6238): a secret is offered, confirmed by a code, and every code works once.
import type { AuthenticatorOffer } from '@routewright/contract'
import { Secret, TOTP } from 'otpauth'
import type { AuthenticatorRow } from '../../data/factor-tables.ts'
import {
  findAuthenticator,
  insertAuthenticator,
  lockAuthenticatorSecrets,
  rewriteAuthenticatorSecret,
  updateAuthenticator,
} from '../../data/factors.sql.ts'
import { rewriteStep } from '../../data/sign-in-steps.sql.ts'
import type { UserRow } from '../../data/user-tables.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import type { Services } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import { type OpenStep, sealContent } from './sign-in-steps.ts'

const ISSUER = 'Routewright'
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Number of codes by which phones' clocks may be off. */
const WINDOW = 1
/** Consecutive wrong codes after which all codes are refused for a while, so that guessing six digits takes years. */
const MAX_WRONG_CODES = 10
export const WAIT_MINUTES = 15

const getPurpose = (userId: string) => `authenticator of user ${userId}`

export function newAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

function getTotp(secret: string, email: string): TOTP {
  return new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}

/** Returns the setup data for the app. */
export function getOffer(step: string, secret: string, { email }: UserRow): AuthenticatorOffer {
  return { step, secret, uri: getTotp(secret, email).toString() }
}

/** Returns the time step of the code, if it is right and newer than `after`. */
function findCodeStep(secret: string, code: string, now: Date, after: number): number | undefined {
  const timestamp = now.getTime()
  const delta = getTotp(secret, '').validate({ token: code.replaceAll(' ', ''), timestamp, window: WINDOW })
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + (delta ?? 0)
  return delta !== null && step > after ? step : undefined
}

export type CodeOutcome = 'right' | 'wrong' | 'too_many'

/** Returns whether the code is right. Marks a right one as used, and counts a wrong one. */
export async function takeCode(
  { secrets, clock }: Services,
  scope: Scope,
  userId: string,
  code: string,
): Promise<CodeOutcome> {
  const row = await findAuthenticator(scope, userId, 'lock')
  if (!row) return 'wrong'
  const now = clock.now()
  if (isWaiting(row, now)) return 'too_many'
  const step = findCodeStep(secrets.open(row.secret, getPurpose(userId)), code, now, row.last_step)
  if (step === undefined) {
    const wrong_codes = row.wrong_codes >= MAX_WRONG_CODES ? 1 : row.wrong_codes + 1
    await updateAuthenticator(scope, row.id, { wrong_codes, wrong_at: now })
    return 'wrong'
  }
  await updateAuthenticator(scope, row.id, { last_step: step, wrong_codes: 0, wrong_at: null })
  return 'right'
}

function isWaiting({ wrong_codes, wrong_at }: AuthenticatorRow, now: Date): boolean {
  if (wrong_codes < MAX_WRONG_CODES || !wrong_at) return false
  return now.getTime() - wrong_at.getTime() < WAIT_MINUTES * 60_000
}

/** Stores the step's secret for the user if the code belongs to it; returns whether it does. Throws highway.user.error.factor_exists. */
export async function confirmOffer(
  { secrets, clock }: Services,
  scope: Scope,
  userId: string,
  { content: { secret } }: OpenStep,
  code: string,
): Promise<boolean> {
  const last_step = secret && findCodeStep(secret, code, clock.now(), 0)
  if (!secret || !last_step) return false
  const id = createId(scope.now)
  const sealed = secrets.seal(secret, getPurpose(userId))
  const row = { id, user_id: userId, secret: sealed, last_step, created_at: clock.now() }
  if (!(await insertAuthenticator(scope, row))) throw apiError('highway.user.error.factor_exists')
  await auditRecord(scope, 'created', 'authenticator', { id })
  return true
}

/** Returns the step's offer, created at the first call. */
export async function offerInStep({ secrets }: Services, tx: Tx, { row, content }: OpenStep): Promise<string> {
  if (content.secret) return content.secret
  const secret = newAuthenticatorSecret()
  await rewriteStep(tx, row.id, sealContent(secrets, row.id, { ...content, secret }))
  return secret
}

/** Encrypts all secrets under the first key that are not yet; returns how many. Throws UnknownSecretKey. */
export async function renewAuthenticators(tx: Tx, secrets: SecretKeys): Promise<number> {
  const outdated = (await lockAuthenticatorSecrets(tx)).filter(({ secret }) => !secrets.isCurrent(secret))
  for (const { id, user_id, secret } of outdated) {
    const purpose = getPurpose(user_id)
    await rewriteAuthenticatorSecret(tx, id, secrets.seal(secrets.open(secret, purpose), purpose))
  }
  return outdated.length
}
