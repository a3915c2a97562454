// Requests of programs to be let in: read and checked when the browser brings them, sealed until the person has decided.
import { type AssistantScope, assistantScopes } from '@routewright/contract'
import type { AssistantClientRow } from '../../../data/assistant-connection-tables.ts'
import { findClient } from '../../../data/assistant-connections.sql.ts'
import { invalidPayload } from '../../../frame/platform/api-error.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { isOwnResource } from './metadata.ts'
import { isRegistered } from './redirects.ts'
import { SignInRefusal } from './refusals.ts'

/** What a program asks for. */
export interface SignInRequest {
  clientId: string
  clientName: string
  redirectUri: string
  scope: AssistantScope[]
  codeChallenge: string
  state?: string
}

/** Where a refusal goes once the program and its address are known to belong together. */
export type Reply = Pick<SignInRequest, 'redirectUri' | 'state'>

const validMinutes = 10
const purpose = 'request of an assistant'
/** BASE64URL of a SHA-256 digest. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/
const statePattern = /^[\x20-\x7e]{1,1000}$/

/** Returns the program and where answers to it go. Throws SignInRefusal that no address may be told. */
export async function findAsker(
  { database }: Services,
  query: URLSearchParams,
): Promise<{ client: AssistantClientRow; reply: Reply }> {
  const client = await findClient(database.db, query.get('client_id') ?? '')
  if (!client) throw new SignInRefusal('invalid_client', 'client_id: no program registered here has it')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.getAll('redirect_uri').length !== 1 || !isRegistered(redirectUri, client.redirect_uris)) {
    throw new SignInRefusal('invalid_request', 'redirect_uri: must be one that the program registered')
  }
  const state = query.get('state') ?? undefined
  return { client, reply: { redirectUri, ...(state !== undefined && statePattern.test(state) ? { state } : {}) } }
}

/** Checks the rest of a request. Throws SignInRefusal, which the program is told. */
export function readRequest(
  base: string,
  query: URLSearchParams,
  { client, reply }: { client: AssistantClientRow; reply: Reply },
): SignInRequest {
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1) throw new SignInRefusal('invalid_request', `${name}: must be sent once`)
  }
  if (query.has('state') && reply.state === undefined) {
    throw new SignInRefusal('invalid_request', 'state: must be at most 1000 printable ASCII characters')
  }
  if (query.get('response_type') !== 'code') {
    throw new SignInRefusal('unsupported_response_type', 'response_type: must be code')
  }
  const codeChallenge = query.get('code_challenge') ?? ''
  if (!challengePattern.test(codeChallenge)) {
    throw new SignInRefusal('invalid_request', 'code_challenge: must be the SHA-256 of the verifier, 43 characters')
  }
  if (query.get('code_challenge_method') !== 'S256') {
    throw new SignInRefusal('invalid_request', 'code_challenge_method: must be S256')
  }
  if (!isOwnResource(base, query.get('resource') ?? undefined)) {
    throw new SignInRefusal('invalid_target', `resource: must be ${base}/mcp`)
  }
  const scope = readScope(query.get('scope'))
  return { ...reply, clientId: client.id, clientName: client.name, scope, codeChallenge }
}

/** A program that names no scope is offered all; the person chooses. */
function readScope(sent: string | null): AssistantScope[] {
  const names = new Set((sent ?? '').split(' ').filter((name) => name !== ''))
  const unknown = [...names].find((name) => !assistantScopes.some((scope) => scope === name))
  if (unknown !== undefined) {
    throw new SignInRefusal('invalid_scope', `scope: there are ${assistantScopes.join(' and ')}`)
  }
  return names.size === 0 ? [...assistantScopes] : assistantScopes.filter((scope) => names.has(scope))
}

/** Returns the request as a text that only this service can read, for the address of the page. */
export function sealRequest({ secrets, clock }: Services, request: SignInRequest): string {
  const until = clock.now().getTime() + validMinutes * 60_000
  return secrets.seal(JSON.stringify({ request, until } satisfies Sealed), purpose)
}

interface Sealed {
  request: SignInRequest
  /** Milliseconds since 1970. */
  until: number
}

/** Throws what `refuse` makes, by default invalid_payload, for a text that is no request, or one that has ended. */
export function openRequest(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  text: string,
  refuse = invalidPayload,
): SignInRequest {
  const sealed = unseal(secrets, text)
  if (!sealed) throw refuse('request', 'is no request of an assistant: begin again in the assistant')
  const { request, until } = sealed
  if (until < clock.now().getTime()) {
    throw refuse('request', `ended after ${validMinutes} minutes: begin again in the assistant`)
  }
  return request
}

function unseal(secrets: Services['secrets'], text: string): Sealed | undefined {
  try {
    return JSON.parse(secrets.open(text, purpose))
  } catch {
    return undefined
  }
}
