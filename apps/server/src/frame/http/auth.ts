// Which credential an operation requires, and the one refusal for a missing or invalid one.
import { timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@routewright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiError, invalidParameter, notFound } from '../platform/api-error.ts'
import { digestSecret } from '../platform/password.ts'
import type { Services } from '../platform/services.ts'
import { requireOwnPage } from './own-page.ts'
import type { AdminPrincipal, Principal, Principals, UserPrincipal } from './principals.ts'

export const sessionCookie = 'rw_session'

/** Sets the session cookie in the response, which signs the browser in. */
export function setSessionCookie(
  services: Services,
  reply: FastifyReply,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.publicBase().startsWith('https:'),
    expires: expiresAt,
  })
}

/** Longer texts cannot be secrets of ours; hashing them would only help attackers to keep the server busy. */
const maxSecretLength = 200

/**
 * Returns what is looked up as an API key: the value of `private_key`, or '' when it is missing. Undefined when the planner's
 * session cookie replaces a missing key. The Authorization header is no credential here.
 */
export function findKey(request: FastifyRequest): string | undefined {
  const { private_key: secret } = request.query as { private_key?: unknown }
  return secret === undefined && findSessionToken(request) ? undefined : readSecret(secret)
}

/**
 * Authenticates callers by anything but an API key or a driver's link. Throws the same 401 for a missing, malformed, unknown or
 * inactive credential, after the same look-up.
 */
export async function authenticate(
  kind: Exclude<Endpoint['auth'], 'driver'>,
  request: FastifyRequest,
  principals: Principals,
  now: Date,
): Promise<Principal> {
  switch (kind) {
    case 'api_key':
      return await authenticateSession(request, principals, now)
    case 'session':
      return await authenticateDashboard(request, principals, now)
    case 'admin':
      return authenticateAdmin(request)
    case 'tracking':
    case 'none':
      return { kind: 'public' }
  }
}

/** Authenticates by the planner's cookie. */
async function authenticateSession(request: FastifyRequest, principals: Principals, now: Date): Promise<UserPrincipal> {
  const principal = await principals.findBySession(readSecret(findSessionToken(request)), now)
  if (!principal) throw apiError('highway.apiKey.error.not_found')
  requireOwnPage(request)
  return principal
}

/** Authenticates for the dashboard's operations, which also serve the machine's administrator, acting for a named organization. */
async function authenticateDashboard(
  request: FastifyRequest,
  principals: Principals,
  now: Date,
): Promise<UserPrincipal> {
  if (!findBearer(request)) return await authenticateSession(request, principals, now)
  authenticateAdmin(request)
  const { organization_id: organizationId } = request.query as { organization_id?: unknown }
  if (typeof organizationId !== 'string') {
    throw invalidParameter('organization_id', 'is required')
  }
  const principal = await principals.findAdministrator(organizationId)
  if (!principal) throw notFound('organization', organizationId)
  return principal
}

/** Returns the token of `Authorization: Bearer`, or of `token` where the app cannot set headers (images, beacons). */
export function findDriverToken(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown }
  return readSecret(findBearer(request) ?? token)
}

/** Authenticates by the secret in the data directory; whoever can read it has full access there anyway. */
function authenticateAdmin(request: FastifyRequest): AdminPrincipal {
  const given = digestSecret(readSecret(findBearer(request)))
  if (timingSafeEqual(given, digestSecret(request.server.services.adminSecret))) return { kind: 'admin' }
  throw apiError('highway.apiKey.error.not_found')
}

/** The secret of `Authorization: Bearer`, if one was sent. */
export function findBearer(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function findSessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie]
}

/** Returns the text, or '' for one that cannot be a secret: even that is looked up, so that timing reveals nothing. */
function readSecret(value: unknown): string {
  return typeof value === 'string' && value.length <= maxSecretLength ? value : ''
}
