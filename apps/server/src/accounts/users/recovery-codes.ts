// Recovery codes: each signs in once where neither phone nor passkey is at hand. Only their digests are stored.
import { Secret } from 'otpauth'
import { replaceRecoveryCodes, useRecoveryCode } from '../../data/factors.sql.ts'
import { createId } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { auditRecord } from '../audit/audit.ts'

const CODES = 10
/** 120 random bits, 24 letters and digits: so many that a plain digest keeps them (OWASP ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15

/** Replaces the user's codes by new ones. */
export async function makeRecoveryCodes(scope: Scope, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => {
    const letters = new Secret({ size: CODE_BYTES }).base32.toLowerCase()
    return letters.match(/.{4}/g)!.join('-')
  })
  const rows = codes.map((code) => ({ id: createId(scope.now), user_id: userId, code_digest: digest(code) }))
  await replaceRecoveryCodes(scope, userId, rows)
  await auditRecord(scope, 'created', 'recovery_codes', { id: userId })
  return codes
}

/** Returns whether the code was one of the user's; it is then used up. */
export async function takeRecoveryCode(scope: Scope, userId: string, code: string): Promise<boolean> {
  const isRight = await useRecoveryCode(scope, userId, digest(code))
  if (isRight) await auditRecord(scope, 'used', 'recovery_codes', { id: userId })
  return isRight
}

/** Normalizes a code as typed. */
function digest(code: string): Buffer {
  return digestSecret(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
}
