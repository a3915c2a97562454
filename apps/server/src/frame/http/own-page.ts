// Keeps pages and links of other sites from using a browser's cookie, or from setting one, in addition to the cookie's SameSite=Lax.
import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Content types that a page of another site can send without a preflight request: forms, text, and bytes without a type. */
const typesOfForms = new Set(['', 'text/plain', 'application/x-www-form-urlencoded'])

/**
 * Throws 403 for a page of another site, and 400 for a body that does not call itself JSON: text of another site may look
 * like it. Files come as multipart forms, of which the origin is known.
 */
export function requireOwnPage(request: FastifyRequest): void {
  // A link of another site, too, must not have an export written in somebody's name.
  if (safeMethods.has(request.method)) {
    if (request.headers['sec-fetch-site'] !== 'cross-site') return
    throw apiError('highway.user.error.forbidden', { action: 'call from another site' })
  }
  if (!isOwnOrigin(request)) throw apiError('highway.user.error.forbidden', { action: 'call from another site' })
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (hasBody(request) && typesOfForms.has(type)) {
    throw apiError('highway.request.error.malformed_json', { reason: 'Content-Type must be application/json' })
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin !== undefined) {
    const own = [`${request.protocol}://${request.host}`, request.server.services.publicBase()]
    return own.some((base) => URL.canParse(base) && new URL(base).origin === origin)
  }
  return site === undefined || site === 'same-origin' || site === 'none'
}
