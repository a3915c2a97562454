// Admits a request: checks first its credential, then its rate, with as few database queries as possible.
import { type Endpoint, publicCallsPerMinute } from '@routewright/contract'
import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'
import type { Database } from '../platform/db.ts'
import { digestSecret } from '../platform/password.ts'
import type { FirstStatement } from '../platform/session.ts'
import { authenticate, findDriverToken, findKey } from './auth.ts'
import { RateLimitError } from './errors.ts'
import { requireOwnPage } from './own-page.ts'
import type { Ask, Lookup, Principal, Recalled, UserPrincipal } from './principals.ts'
import type { RateBucket } from './rate-limit.ts'
import type { App } from './server.ts'

/** The caller, as far as known before the call runs. */
export interface Admission {
  principal: Principal
  /** Checks the caller's rights together with the call's own statements; absent where they are certain already. */
  check?: AdmissionCheck
}

/** Thrown when the caller's rights changed since the last call: the call is restarted with the present rights, and already counted. */
export class CallerChanged extends Error {
  readonly principal: Principal

  constructor(principal: Principal) {
    super('The rights of the caller changed')
    this.principal = principal
  }
}

/**
 * Returns the caller; throws 401 or 403 for the credential and RateLimitError for the rate. If the call can be undone
 * (`isRevocable`), a caller whose last call was admitted is admitted at once, and checked by a statement before those of the
 * call.
 */
export async function admit(
  app: App,
  declared: Endpoint,
  request: FastifyRequest,
  isRevocable = false,
): Promise<Admission> {
  const { auth } = declared
  const { findByApiKey, findByDriverToken, recallApiKey, recallDriverToken } = app.principals
  const key = auth === 'api_key' ? findKey(request) : undefined
  const lent = key === undefined ? undefined : app.lentPrincipals.find(key)
  if (lent) return await admitLent(app, declared, lent)
  const bySecret = (secret: string, kind: 'key' | 'driver', ways: Ways) =>
    admitBySecret(app, declared, { secret, kind, ...ways, ...(isRevocable ? {} : { recall: undefined }) })
  if (key !== undefined) return await bySecret(key, 'key', { find: findByApiKey, recall: recallApiKey })
  if (auth === 'driver') {
    return await bySecret(findDriverToken(request), 'driver', { find: findByDriverToken, recall: recallDriverToken })
  }
  if (isSignIn(declared)) requireOwnPage(request)
  const principal = await authenticate(auth, request, app.principals, app.services.clock.now())
  if (declared.isUncounted) return { principal }
  const buckets = bucketsOfPrincipal(app, declared, principal, request)
  if (await app.limiter.take(buckets)) throw new RateLimitError()
  return { principal }
}

/**
 * Returns the user of a key, for endpoints that are no declared operation; counts as one call, also of the kind that has a lower
 * limit. Throws 401 and RateLimitError.
 */
export async function admitKey(app: App, secret: string, kind?: RateBucket): Promise<UserPrincipal> {
  const digest = digestSecret(secret)
  const { requestsPerMinute } = app.services.config
  const name = `key:${digest.toString('base64url')}`
  const own = kind ? [{ ...kind, name: `${name}:${kind.name}` }] : []
  const buckets = requestsPerMinute === 0 ? [] : [{ name, perMinute: requestsPerMinute }, ...own]
  const { principal, full } = await app.principals.findByApiKey(digest, buckets)
  if (!principal) throw apiError('highway.apiKey.error.not_found')
  if (full) throw new RateLimitError()
  return principal
}

/** Admits a call inside the process; it counts as one of the credential that the annex keeps. */
async function admitLent(app: App, declared: Endpoint, principal: UserPrincipal): Promise<Admission> {
  const buckets = declared.isUncounted ? [] : listBuckets(app, declared, `lent:${principal.credentialId}`)
  if (await app.limiter.take(buckets)) throw new RateLimitError()
  return { principal }
}

/** Counts a call of a credential that an annex keeps. Throws RateLimitError. */
export async function countLent(app: App, { credentialId }: UserPrincipal): Promise<void> {
  const { requestsPerMinute } = app.services.config
  if (requestsPerMinute === 0) return
  const full = await app.limiter.take([{ name: `lent:${credentialId}`, perMinute: requestsPerMinute }])
  if (full) throw new RateLimitError()
}

/** Counts a call of an address that needs no credential. Throws RateLimitError. */
export async function countAddress(app: App, address: string, kind: RateBucket): Promise<void> {
  if (app.services.config.requestsPerMinute === 0) return
  if (await app.limiter.take([{ ...kind, name: `${kind.name}:${address}` }])) throw new RateLimitError()
}

/** How to look up the owner of a secret, and how to recall it where that is enough to begin with. */
interface Ways {
  find(digest: Buffer, buckets: readonly RateBucket[]): Promise<Lookup<Principal>>
  recall?(digest: Buffer, buckets: readonly RateBucket[]): Recalled<Principal> | undefined
}

/** Look-up and count in one statement where both are the database's. */
async function admitBySecret(
  app: App,
  declared: Endpoint,
  { secret, kind, find, recall }: Ways & { secret: string; kind: 'key' | 'driver' },
): Promise<Admission> {
  const digest = digestSecret(secret)
  const buckets = declared.isUncounted ? [] : listBuckets(app, declared, `${kind}:${digest.toString('base64url')}`)
  const recalled = recall?.(digest, buckets)
  if (recalled) return { principal: recalled.principal, check: new AdmissionCheck(app.services.database, recalled) }
  return { principal: requireAdmitted(await find(digest, buckets)) }
}

function requireAdmitted({ principal, full }: Lookup<Principal>): Principal {
  if (!principal) throw apiError('highway.apiKey.error.not_found')
  if (full) throw new RateLimitError()
  return principal
}

/** The statement that checks and counts a caller who was admitted from memory. */
class AdmissionCheck implements FirstStatement {
  readonly #database: Database
  readonly #recalled: Recalled<Principal>
  #answer?: Promise<void>

  constructor(database: Database, recalled: Recalled<Principal>) {
    this.#database = database
    this.#recalled = recalled
  }

  send(send: Ask): void {
    if (this.#answer) return
    this.#answer = this.#check(send)
    // The rejection reaches everybody who awaits the result.
    this.#answer.catch(() => {})
  }

  /** Throws 401, RateLimitError or CallerChanged. */
  async answered(): Promise<void> {
    this.send(this.#database.executeSql)
    await this.#answer
  }

  async #check(send: Ask): Promise<void> {
    const principal = requireAdmitted(await this.#recalled.find(send))
    if (principal !== this.#recalled.principal) throw new CallerChanged(principal)
  }
}

/** Buckets per credential; the machine's administrator is not limited. */
function bucketsOfPrincipal(app: App, declared: Endpoint, principal: Principal, request: FastifyRequest): RateBucket[] {
  if (principal.kind === 'admin') return []
  if (principal.kind === 'public') return bucketsOfPublic(app, declared, request)
  return listBuckets(app, declared, `${principal.kind}:${principal.credentialId}`)
}

/**
 * Buckets per link, and a far more generous one per address: many people may share an address, and must not lock each other out.
 * Signing in has its own count, so that pages cannot use it up.
 */
function bucketsOfPublic(app: App, declared: Endpoint, request: FastifyRequest): RateBucket[] {
  if (app.services.config.requestsPerMinute === 0) return []
  const { link, address, signIn } = publicCallsPerMinute
  const byAddress = isSignIn(declared)
    ? { name: `sign-in:${request.ip}`, perMinute: signIn }
    : { name: `address:${request.ip}`, perMinute: address }
  const token = linkToken(request)
  if (token === undefined) return [byAddress]
  // Operations called by programs may declare a higher rate than people need.
  const perMinute = Math.max(link, declared.ratePerMinute ?? link)
  return [byAddress, ...listBuckets(app, declared, `link:${digestSecret(token).toString('base64url')}`, perMinute)]
}

/** Returns whether the operation sets a session cookie, or is a step towards it. */
function isSignIn({ tag }: Endpoint): boolean {
  return tag === 'Sign-in'
}

/** Returns the secret in the path of a page, or of a call from one. */
function linkToken(request: FastifyRequest): string | undefined {
  const params = request.params as Record<string, string>
  return Object.entries(params).find(([name]) => name.endsWith('token'))?.[1]
}

function listBuckets(app: App, declared: Endpoint, caller: string, perMinute?: number): RateBucket[] {
  const { requestsPerMinute } = app.services.config
  if (requestsPerMinute === 0) return []
  const buckets = [{ name: caller, perMinute: perMinute ?? requestsPerMinute }]
  const cap = declared.ratePerMinute
  // The limit is per kind of work: both ways to optimize a plan share one, and so do both searches for stops.
  if (cap !== undefined) buckets.push({ name: `${caller}:${declared.tag}:${cap}`, perMinute: cap })
  return buckets
}
