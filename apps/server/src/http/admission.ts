// Lets a request in: first its credential, then its rate, with as few questions to the database as can be.
import { type Endpoint, publicCallsPerMinute } from '@routewright/contract'
import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'
import { digestSecret } from '../platform/password.ts'
import { authenticate, findDriverToken, findKey } from './auth.ts'
import { RateLimitError } from './errors.ts'
import { requireOwnPage } from './own-page.ts'
import type { Lookup, Principal } from './principals.ts'
import type { RateBucket } from './rate-limit.ts'
import type { App } from './server.ts'

/** The caller; throws 401 or 403 for the credential and RateLimitError for the rate. */
export async function admit(app: App, declared: Endpoint, request: FastifyRequest): Promise<Principal> {
  const { auth } = declared
  const { findByApiKey, findByDriverToken } = app.principals
  const key = auth === 'api_key' ? findKey(request) : undefined
  if (key !== undefined) return await admitBySecret(app, declared, 'key', key, findByApiKey)
  if (auth === 'driver') {
    return await admitBySecret(app, declared, 'driver', findDriverToken(request), findByDriverToken)
  }
  if (isSignIn(declared)) requireOwnPage(request)
  const principal = await authenticate(auth, request, app.principals, app.services.clock.now())
  if (declared.isUncounted) return principal
  const buckets = bucketsOfPrincipal(app, declared, principal, request)
  if (await app.limiter.take(buckets)) throw new RateLimitError()
  return principal
}

/** Look-up and count in one statement where both are the database's. */
async function admitBySecret<P extends Principal>(
  app: App,
  declared: Endpoint,
  kind: 'key' | 'driver',
  secret: string,
  find: (digest: Buffer, buckets: readonly RateBucket[]) => Promise<Lookup<P>>,
): Promise<P> {
  const digest = digestSecret(secret)
  const buckets = declared.isUncounted ? [] : listBuckets(app, declared, `${kind}:${digest.toString('base64url')}`)
  const { principal, full } = await find(digest, buckets)
  if (!principal) throw apiError('highway.apiKey.error.not_found')
  if (full) throw new RateLimitError()
  return principal
}

/** By the credential; the machine's administrator is not limited. */
function bucketsOfPrincipal(app: App, declared: Endpoint, principal: Principal, request: FastifyRequest): RateBucket[] {
  if (principal.kind === 'admin') return []
  if (principal.kind === 'public') return bucketsOfPublic(app, declared, request)
  return listBuckets(app, declared, `${principal.kind}:${principal.credentialId}`)
}

/**
 * By the link, and by the address far more generously: many people may share an address, and what they open must not keep
 * each other out. Signing in has a count of its own, so that pages cannot use it up.
 */
function bucketsOfPublic(app: App, declared: Endpoint, request: FastifyRequest): RateBucket[] {
  if (app.services.config.requestsPerMinute === 0) return []
  const { link, address, signIn } = publicCallsPerMinute
  const byAddress = isSignIn(declared)
    ? { name: `sign-in:${request.ip}`, perMinute: signIn }
    : { name: `address:${request.ip}`, perMinute: address }
  const token = linkToken(request)
  if (token === undefined) return [byAddress]
  return [byAddress, ...listBuckets(app, declared, `link:${digestSecret(token).toString('base64url')}`, link)]
}

/** Whoever calls these operations gets a cookie, or is about to. */
function isSignIn({ tag }: Endpoint): boolean {
  return tag === 'Sign-in'
}

/** The secret in the path of a page, or of a call of one. */
function linkToken(request: FastifyRequest): string | undefined {
  const params = request.params as Record<string, string>
  return Object.entries(params).find(([name]) => name.endsWith('token'))?.[1]
}

function listBuckets(app: App, declared: Endpoint, caller: string, perMinute?: number): RateBucket[] {
  const { requestsPerMinute } = app.services.config
  if (requestsPerMinute === 0) return []
  const buckets = [{ name: caller, perMinute: perMinute ?? requestsPerMinute }]
  const cap = declared.ratePerMinute
  // The cap is on the kind of work: both ways to optimize a plan, and both to search stops, share theirs.
  if (cap !== undefined) buckets.push({ name: `${caller}:${declared.tag}:${cap}`, perMinute: cap })
  return buckets
}
