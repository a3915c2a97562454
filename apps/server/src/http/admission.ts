// Lets a request in: first its credential, then its rate, with as few questions to the database as can be.
import { type Endpoint, PUBLIC_CALLS_PER_MINUTE } from '@routewright/contract'
import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'
import { digestSecret } from '../platform/password.ts'
import { authenticate, findKey } from './auth.ts'
import { RateLimitError } from './errors.ts'
import type { Principal, UserPrincipal } from './principals.ts'
import type { RateBucket } from './rate-limit.ts'
import type { App } from './server.ts'

/** The caller; throws 401 or 403 for the credential and RateLimitError for the rate. */
export async function admit(app: App, declared: Endpoint, request: FastifyRequest): Promise<Principal> {
  const key = declared.auth === 'api_key' ? findKey(request) : undefined
  if (key !== undefined) return await admitByKey(app, declared, key)
  const principal = await authenticate(declared.auth, request, app.principals, app.services.clock.now())
  if (declared.isUncounted) return principal
  const buckets = bucketsOfPrincipal(app, declared, principal, request.ip)
  if (await app.limiter.take(buckets)) throw new RateLimitError()
  return principal
}

/** Look-up and count in one statement where both are the database's. */
async function admitByKey(app: App, declared: Endpoint, key: string): Promise<UserPrincipal> {
  const digest = digestSecret(key)
  const buckets = listBuckets(app, declared, `key:${digest.toString('base64url')}`)
  const { principal, full } = await app.principals.findByApiKey(digest, buckets)
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
