// Requests to a provider: OpenID Connect by openid-client, with responses limited in size and time.
import * as openid from 'openid-client'
import { type Dispatcher, fetch as fetchThrough } from 'undici'
import type { SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import { type ApiError, apiError } from '../../frame/platform/api-error.ts'
import type { Services } from '../../frame/platform/services.ts'
import type { Claims } from './provider-groups.ts'
import { findClientSecret } from './provider-secrets.ts'

const TIMEOUT_SECONDS = 10
/** Largest response that is read; real ones are a thousandth of it. */
const MAX_ANSWER_BYTES = 1_000_000
/** Tolerated difference between clocks. */
const TOLERANCE_SECONDS = 60
/** How long a provider's configuration is cached; its keys may change. */
const KEPT_MILLISECONDS = 5 * 60_000

/** Values that a response must match. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
}

export interface Redeemed {
  subject: string
  claims: Claims
  idToken: string | undefined
}

export type Fetch = typeof globalThis.fetch

/** Returns a fetch function limited to the dispatcher's allowed targets and a megabyte per response. Redirects are not followed. */
export function boundedFetch(dispatcher: Dispatcher): Fetch {
  return async (input, init) => {
    const answer = await fetchThrough(String(input), { ...(init as object), dispatcher, redirect: 'manual' })
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body ?? []) {
      bytes += part.length
      if (bytes > MAX_ANSWER_BYTES) throw new Error('its answer is longer than a megabyte')
      parts.push(part)
    }
    const hasBody = bytes > 0 && answer.status !== 204 && answer.status !== 304
    const headers = [...answer.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
    return new Response(hasBody ? Buffer.concat(parts) : null, { status: answer.status, headers })
  }
}

/** Creates connections to providers, with their configuration cached for some minutes. */
export class Connections {
  readonly #services: Services
  readonly #dispatcherOf: (organizationId: string) => Dispatcher
  readonly #kept = new Map<string, { connection: Promise<openid.Configuration>; until: number }>()

  constructor(services: Services, dispatcherOf: (organizationId: string) => Dispatcher) {
    this.#services = services
    this.#dispatcherOf = dispatcherOf
  }

  /** Throws provider_down, provider_issuer. */
  async open(provider: SignInProviderRow): Promise<openid.Configuration> {
    const key = `${provider.id} ${provider.updated_at.getTime()}`
    const now = this.#services.clock.now().getTime()
    for (const [name, { until }] of this.#kept) if (until <= now) this.#kept.delete(name)
    const connection = this.#kept.get(key)?.connection ?? this.#connect(provider)
    if (!this.#kept.has(key)) this.#kept.set(key, { connection, until: now + KEPT_MILLISECONDS })
    try {
      return await connection
    } catch (error) {
      this.#kept.delete(key)
      throw getRefusal(provider, error)
    }
  }

  #connect(provider: SignInProviderRow): Promise<openid.Configuration> {
    const { secrets, clock } = this.#services
    const skew = Math.round((clock.now().getTime() - Date.now()) / 1_000)
    const metadata = { [openid.clockTolerance]: TOLERANCE_SECONDS, [openid.clockSkew]: skew }
    const isPlain = new URL(provider.issuer).protocol === 'http:'
    return openid.discovery(
      new URL(provider.issuer),
      provider.client_id,
      metadata,
      getAuthentication(findClientSecret(secrets, provider)),
      {
        timeout: TIMEOUT_SECONDS,
        [openid.customFetch]: boundedFetch(this.#dispatcherOf(provider.organization_id)) as openid.CustomFetch,
        // The signature of claims about a user is checked, too, in addition to the connection that they came from.
        execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
      },
    )
  }
}

/** Authenticates by header where the provider supports it, which is the default of the standard, else in the body. */
function getAuthentication(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None()
  const basic = openid.ClientSecretBasic(secret)
  const post = openid.ClientSecretPost(secret)
  return (as, client, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported
    const isPost = methods && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (isPost ? post : basic)(as, client, body, headers)
  }
}

export function newExpected(): Expected {
  return { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() }
}

/** Returns the URL at which the browser signs in. */
export async function authorizationUrl(
  connection: openid.Configuration,
  { scope }: Pick<SignInProviderRow, 'scope'>,
  { state, nonce, verifier }: Expected,
  redirect_uri: string,
): Promise<string> {
  const code_challenge = await openid.calculatePKCECodeChallenge(verifier)
  const asked = { redirect_uri, scope, state, nonce, code_challenge, code_challenge_method: 'S256' }
  return openid.buildAuthorizationUrl(connection, asked).href
}

/**
 * Returns the person identified by the response that the browser brought. Throws provider_refused, provider_issuer,
 * provider_clock, provider_down.
 */
export async function redeem(
  connection: openid.Configuration,
  provider: SignInProviderRow,
  answered: URL,
  { state, nonce, verifier }: Expected,
): Promise<Redeemed> {
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const tokens = await openid.authorizationCodeGrant(connection, answered, checks)
    const claims: Claims = { ...tokens.claims() }
    const subject = String(claims.sub)
    const more = await furtherClaims(connection, provider, tokens.access_token, claims)
    return { subject, claims: { ...more, ...claims }, idToken: tokens.id_token }
  } catch (error) {
    throw getRefusal(provider, error)
  }
}

/** Requests further claims: many providers return address and groups only there. */
async function furtherClaims(
  connection: openid.Configuration,
  { groups_claim }: Pick<SignInProviderRow, 'groups_claim'>,
  accessToken: string,
  claims: Claims,
): Promise<Claims> {
  const wanted = ['email', ...(groups_claim ? [groups_claim.split('.')[0]!] : [])]
  const isAllThere = wanted.every((name) => Object.hasOwn(claims, name))
  if (isAllThere || !connection.serverMetadata().userinfo_endpoint) return {}
  return { ...(await openid.fetchUserInfo(connection, accessToken, String(claims.sub))) }
}

/** Returns the provider's sign-out URL, which sends people back; undefined where it has none. */
export function logoutUrl(
  connection: openid.Configuration,
  idToken: string | undefined,
  post_logout_redirect_uri: string,
): string | undefined {
  if (!connection.serverMetadata().end_session_endpoint) return undefined
  const told = { post_logout_redirect_uri, ...(idToken ? { id_token_hint: idToken } : {}) }
  return openid.buildEndSessionUrl(connection, told).href
}

interface Failure extends Error {
  code?: string
  cause?: unknown
  error?: string
  error_description?: string
}

/** Returns the refusal that tells what is wrong with the provider. */
export function getRefusal({ label: provider }: Pick<SignInProviderRow, 'label'>, error: unknown): ApiError {
  const failure = error as Failure
  const chain = listCauses(failure)
  const refused = chain.find(({ error: said }) => typeof said === 'string')
  if (refused) {
    const reason = [refused.error, refused.error_description].filter(Boolean).join(': ').slice(0, 300)
    return apiError('highway.user.error.provider_refused', { provider, reason })
  }
  if (chain.some(({ code }) => code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')) {
    const reason = 'it does not accept the client ID or the client secret'
    return apiError('highway.user.error.provider_refused', { provider, reason })
  }
  const text = chain
    .map(({ message }) => message)
    .join('; ')
    .slice(0, 300)
  const codes = chain.map(({ code }) => code)
  if (codes.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return apiError('highway.user.error.provider_clock', { provider })
  if (codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') || /"?\biss(uer)?\b"?/.test(text)) {
    return apiError('highway.user.error.provider_issuer', { provider, reason: text })
  }
  return apiError('highway.user.error.provider_down', { provider, reason: text })
}

function listCauses(error: Failure): Failure[] {
  const chain: Failure[] = []
  for (let one: unknown = error; one instanceof Error && chain.length < 5; one = (one as Failure).cause) {
    chain.push(one as Failure)
  }
  return chain
}
