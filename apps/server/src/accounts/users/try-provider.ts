// Whether a provider will do: reads what it tells of itself and says what is wrong with that.
import type { ProviderTrial, ProviderTrialInput } from '@routewright/contract'
import type { Fetch } from './provider-connection.ts'

type Check = ProviderTrial['checks'][number]
type Metadata = Record<string, unknown>

const TIMEOUT_MILLISECONDS = 10_000
const TOLERANCE_MILLISECONDS = 60_000

/** Asks outside of any transaction; changes nothing. */
export async function tryProvider(fetch: Fetch, input: ProviderTrialInput, now: () => Date): Promise<ProviderTrial> {
  const issuer = input.issuer.replace(/\/\.well-known\/openid-configuration$/, '')
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const read = await readJson(fetch, address)
  if ('problem' in read) return trial([{ check: 'reachable', state: 'failed', detail: `${address}: ${read.problem}` }])
  const { json: metadata, date } = read
  return trial([
    { check: 'reachable', state: 'ok', detail: `${address} answers.` },
    checkIssuer(metadata, issuer),
    checkCodeFlow(metadata),
    checkPkce(metadata),
    await checkKeys(fetch, metadata),
    checkAuthentication(metadata),
    checkScopes(metadata, input.scope ?? 'openid email profile'),
    checkClock(date, now()),
    checkSignOut(metadata),
  ])
}

function trial(checks: Check[]): ProviderTrial {
  return { usable: checks.every(({ state }) => state !== 'failed'), checks }
}

async function readJson(
  fetch: Fetch,
  address: string,
): Promise<{ problem: string } | { json: Metadata; date: string | null }> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    if (answer.status !== 200) return { problem: `it answers ${answer.status} instead of 200` }
    const json = JSON.parse(await answer.text()) as unknown
    if (typeof json !== 'object' || json === null) return { problem: 'it answers no JSON object' }
    return { json: json as Metadata, date: answer.headers.get('date') }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'it answers something that is no JSON' }
    const { message, name, cause } = error as Error
    if (name === 'TimeoutError') return { problem: `no answer within ${TIMEOUT_MILLISECONDS / 1_000} seconds` }
    return { problem: (cause instanceof Error ? cause.message : message).slice(0, 300) || 'it cannot be reached' }
  }
}

function checkIssuer({ issuer }: Metadata, wanted: string): Check {
  const isSame = typeof issuer === 'string' && URL.canParse(issuer) && new URL(issuer).href === new URL(wanted).href
  if (isSame) return { check: 'issuer', state: 'ok', detail: `It calls itself ${issuer}.` }
  const template = String(issuer).includes('{') ? ' That is a pattern: give the address of your own tenant.' : ''
  const detail = `It calls itself ${String(issuer).slice(0, 300)}, not ${wanted}. Enter what it calls itself.${template}`
  return { check: 'issuer', state: 'failed', detail }
}

function checkCodeFlow({ response_types_supported: types, authorization_endpoint, token_endpoint }: Metadata): Check {
  const isThere = [types].flat().includes('code') && authorization_endpoint && token_endpoint
  return isThere
    ? { check: 'code_flow', state: 'ok', detail: 'It offers the authorization code flow.' }
    : {
        check: 'code_flow',
        state: 'failed',
        detail: 'It does not offer the authorization code flow (response type code).',
      }
}

function checkPkce({ code_challenge_methods_supported: methods }: Metadata): Check {
  if ([methods].flat().includes('S256')) return { check: 'pkce', state: 'ok', detail: 'It checks PKCE (S256).' }
  const detail =
    'It does not say that it checks PKCE with S256. It is sent all the same; the client secret matters more.'
  return { check: 'pkce', state: 'doubtful', detail }
}

async function checkKeys(fetch: Fetch, { jwks_uri }: Metadata): Promise<Check> {
  if (typeof jwks_uri !== 'string') return { check: 'keys', state: 'failed', detail: 'It names no jwks_uri.' }
  const read = await readJson(fetch, jwks_uri)
  if ('problem' in read) return { check: 'keys', state: 'failed', detail: `${jwks_uri}: ${read.problem}` }
  const { keys } = read.json
  return Array.isArray(keys) && keys.length > 0
    ? {
        check: 'keys',
        state: 'ok',
        detail: `It signs with ${keys.length === 1 ? 'one key' : `one of ${keys.length} keys`}.`,
      }
    : { check: 'keys', state: 'failed', detail: `${jwks_uri} holds no keys.` }
}

function checkAuthentication({ token_endpoint_auth_methods_supported: methods }: Metadata): Check {
  const known = ['client_secret_basic', 'client_secret_post', 'none']
  const offered = methods === undefined ? ['client_secret_basic'] : [methods].flat().map(String)
  const detail = `It lets clients prove themselves by ${offered.join(', ').slice(0, 200)}.`
  const isKnown = offered.some((method) => known.includes(method))
  return { check: 'client_authentication', state: isKnown ? 'ok' : 'failed', detail }
}

function checkScopes({ scopes_supported: offered }: Metadata, asked: string): Check {
  const missing = asked.split(' ').filter((scope) => Array.isArray(offered) && !offered.includes(scope))
  if (missing.length === 0) return { check: 'scopes', state: 'ok', detail: `It is asked for ${asked}.` }
  return { check: 'scopes', state: 'doubtful', detail: `It does not name ${missing.join(', ')} among its scopes.` }
}

function checkClock(date: string | null, now: Date): Check {
  const difference = date === null ? Number.NaN : Math.abs(Date.parse(date) - now.getTime())
  if (Number.isNaN(difference)) return { check: 'clock', state: 'doubtful', detail: 'It does not say what time it is.' }
  if (difference <= TOLERANCE_MILLISECONDS) return { check: 'clock', state: 'ok', detail: 'Its clock and ours agree.' }
  const seconds = Math.round(difference / 1_000)
  return { check: 'clock', state: 'failed', detail: `Its clock and ours differ by ${seconds} seconds.` }
}

function checkSignOut({ end_session_endpoint }: Metadata): Check {
  return typeof end_session_endpoint === 'string'
    ? { check: 'sign_out', state: 'ok', detail: 'Signing out here signs out there, too.' }
    : {
        check: 'sign_out',
        state: 'doubtful',
        detail: 'Signing out here does not sign out there: it offers no such address.',
      }
}
