// Lets a request in: first its credential, then its rate, with as few questions to the database as can be.
import { type Endpoint, PUBLIC_CALLS_PER_MINUTE } from '@routewright/contract'
import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'
import { digestSecret } from '../platform/password.ts'
import { authenticate, findDriverToken, findKey } from './auth.ts'
import { RateLimitError } from './errors.ts'
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
  const principal = await authenticate(auth, request, app.principals, app.services.clock.now())
  if (declared.isUncounted) return principal
  const buckets = bucketsOfPrincipal(app, declared, principal, request.ip)
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

/** By the credential, or by the address where there is none; the machine's administrator is not limited. */
function bucketsOfPrincipal(app: App, declared: Endpoint, principal: Principal, address: string): RateBucket[] {
  if (principal.kind === 'admin') return []
  if (principal.kind === 'public') return listBuckets(app, declared, `address:${address}`, PUBLIC_CALLS_PER_MINUTE)
  return listBuckets(app, declared, `${principal.kind}:${principal.credentialId}`)
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
