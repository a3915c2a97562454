// Programs register themselves before their person signs in (RFC 7591): bounded in number, in size and for each address.
import { deleteOldConnections, insertClient } from '../../../data/assistant-connections.sql.ts'
import { createId } from '../../../frame/platform/ids.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { requireRedirect } from './redirects.ts'
import { SignInRefusal } from './refusals.ts'

export const registrationLimits = {
  bodyBytes: 10_000,
  redirects: 10,
  redirectLength: 500,
  nameLength: 200,
  /** Programs that nobody has let in yet; they are forgotten after a day. */
  unused: 1_000,
  perMinute: 20,
} as const

const dayMilliseconds = 86_400_000

/** Registers a program and returns what it may do. Throws SignInRefusal. */
export async function registerClient(services: Services, body: unknown) {
  const sent = requireObject(body)
  const redirect_uris = readRedirects(sent.redirect_uris)
  requireKinds(sent)
  const name = readName(sent.client_name)
  const now = services.clock.now()
  const client = { id: createId(now), name, redirect_uris, created_at: now }
  if (!(await insertClient(services.database.db, client, registrationLimits.unused))) {
    const most = `${registrationLimits.unused} programs wait to be let in for the first time`
    throw new SignInRefusal('temporarily_unavailable', `${most}; register later`)
  }
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now.getTime() / 1_000),
    client_name: name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

/** Forgets programs that nobody let in for a day, and what has ended by itself. */
export async function cleanUpConnections({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await deleteOldConnections(database.db, now, new Date(now.getTime() - dayMilliseconds))
}

function requireObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new SignInRefusal('invalid_client_metadata', 'The body must be a JSON object.')
}

function readRedirects(sent: unknown): string[] {
  const { redirects, redirectLength } = registrationLimits
  const refuse = (reason: string) => new SignInRefusal('invalid_redirect_uri', `redirect_uris: ${reason}`)
  if (!Array.isArray(sent) || sent.length === 0) throw refuse('must be a list of at least one address')
  if (sent.length > redirects) throw refuse(`must be at most ${redirects} addresses`)
  return sent.map((uri: unknown, index) => {
    if (typeof uri !== 'string' || uri.length > redirectLength) {
      throw refuse(`[${index}] must be a text of at most ${redirectLength} characters`)
    }
    requireRedirect(uri, `redirect_uris[${index}]`)
    return uri
  })
}

/** A program that cannot do with what there is must hear so, rather than fail later. */
function requireKinds({ grant_types, response_types }: Record<string, unknown>): void {
  const kinds = [
    ['grant_types', grant_types, 'authorization_code'],
    ['response_types', response_types, 'code'],
  ] as const
  for (const [field, sent, needed] of kinds) {
    if (sent === undefined || (Array.isArray(sent) && sent.includes(needed))) continue
    throw new SignInRefusal('invalid_client_metadata', `${field}: must contain ${needed}`)
  }
}

function readName(sent: unknown): string {
  if (sent === undefined) return ''
  const { nameLength } = registrationLimits
  if (typeof sent === 'string' && sent.length <= nameLength) return sent.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  throw new SignInRefusal('invalid_client_metadata', `client_name: must be a text of at most ${nameLength} characters`)
}
