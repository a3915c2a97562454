// Phones on which drivers have signed in before, recognized by a cookie: what strangers ask for does not use up their codes.
import { createSecret } from '../../frame/platform/ids.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'

export const phoneCookie = 'rw_driver_phone'
/** A phone is known for so long after the last sign-in. */
export const PHONE_DAYS = 365
/** Organizations that know one number are few. */
const mostDrivers = 10

/** A phone whose cookie this service made. It grants no access: the code is still required. */
export interface KnownPhone {
  id: string
  /** Signatures over the phone and each of its drivers. */
  proofs: readonly string[]
}

/** Returns the cookie of a phone on which these drivers have signed in. */
export function makePhoneCookie(secrets: SecretKeys, driverIds: readonly string[]): string {
  const id = createSecret('', 22)
  const proofs = driverIds.slice(0, mostDrivers).map((driverId) => secrets.sign(usedBy(id, driverId)))
  return [id, secrets.sign(made(id)), ...proofs].join('.')
}

export function findKnownPhone(secrets: SecretKeys, cookie: string | undefined): KnownPhone | undefined {
  const [id, proof, ...proofs] = (cookie ?? '').split('.')
  return id && proof && secrets.isSigned(made(id), proof) ? { id, proofs: proofs.slice(0, mostDrivers) } : undefined
}

export function isPhoneFor(secrets: SecretKeys, { id, proofs }: KnownPhone, driverId: string): boolean {
  return proofs.some((proof) => secrets.isSigned(usedBy(id, driverId), proof))
}

function made(id: string): string {
  return `known phone ${id}`
}

function usedBy(id: string, driverId: string): string {
  return `known phone ${id} of driver ${driverId}`
}
