// Callers that are lent to calls inside the process: an annex that knows a caller by a credential of its own calls operations as this caller.
import { createSecret } from '../platform/ids.ts'
import type { UserPrincipal } from './principals.ts'

/** 48 letters and digits: 285 random bits. The secret never leaves the process. */
const SECRET_CHARACTERS = 48

export interface LentPrincipals {
  /** Returns a secret that is accepted as `private_key` until `end` is called. */
  lend(principal: UserPrincipal): { secret: string; end(): void }
  find(secret: string): UserPrincipal | undefined
}

export function createLentPrincipals(): LentPrincipals {
  const lent = new Map<string, UserPrincipal>()
  return {
    lend(principal) {
      const secret = createSecret('inside_', SECRET_CHARACTERS)
      lent.set(secret, principal)
      return { secret, end: () => lent.delete(secret) }
    },
    find: (secret) => lent.get(secret),
  }
}
