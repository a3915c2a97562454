// Devices on which a user has signed in before, recognized by a cookie: wrong attempts of others do not lock the user out there.
import { createSecret } from '../../frame/platform/ids.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'

export const deviceCookie = 'rw_device'

/** Returns the cookie of a device on which the user has signed in: an id of the device, and a signature over it and the user's address. */
export function makeKnownDevice(secrets: SecretKeys, email: string): string {
  const device = createSecret('', 22)
  return `${device}.${secrets.sign(proved(email, device))}`
}

/** Returns the device's id if this user has signed in with it. It grants no access: the password is still required. */
export function findKnownDevice(secrets: SecretKeys, email: string, cookie: string | undefined): string | undefined {
  const [device, proof] = (cookie ?? '').split('.')
  return device && proof && secrets.isSigned(proved(email, device), proof) ? device : undefined
}

function proved(email: string, device: string): string {
  return `known device ${device} of ${email.toLowerCase()}`
}
