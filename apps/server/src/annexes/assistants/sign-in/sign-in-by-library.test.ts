// An assistant that nobody told anything but the address: the protocol's own client finds out who signs people in, and signs in.
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../test/harness.ts'
import { assistantSteps, redirectUri } from '../../../../test/signed-in-assistant.ts'

const server = useTestServer({ listen: true, config: { requestsPerMinute: 0 } })
const { decide } = assistantSteps(server)
let cookie: string

beforeAll(async () => {
  const { user_id } = await server.createAccount()
  cookie = await server.signIn(user_id)
})

/** What an assistant remembers of its sign-in, and where it sent its person last. */
class Remembered implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = { client_name: 'Helper', redirect_uris: [redirectUri] }
  client: StoredOAuthClientInformation | undefined
  held: StoredOAuthTokens | undefined
  sentTo: URL | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  state = () => 'as it was'
  clientInformation = () => this.client
  tokens = () => this.held
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovered
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.held = tokens
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
}

const transportFor = (authProvider: Remembered) =>
  new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { authProvider })

/** What a person does in the browser: opens the address, reads who asks, and lets it in; returns where the browser goes back to. */
async function letIn({ sentTo }: Remembered): Promise<URL> {
  if (!sentTo) throw new Error('The assistant sent its person nowhere.')
  const page = await fetch(sentTo, { redirect: 'manual' })
  const request = new URL(page.headers.get('location') ?? '', server.address).searchParams.get('request')
  const { body } = await decide(cookie, { request, allowed: true, scope: ['read', 'propose'] })
  return new URL(body.redirect_to)
}

async function namesOfTools(assistant: Remembered): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transportFor(assistant))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

test('is refused, registers, is let in by a person, works, and goes on with its refresh token', async () => {
  const assistant = new Remembered()
  const first = transportFor(assistant)
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  await first.finishAuth((await letIn(assistant)).searchParams)
  expect(await namesOfTools(assistant)).toContain('apply')

  const before = assistant.held
  assistant.held = { ...before!, access_token: 'ended' }
  expect(await namesOfTools(assistant)).toContain('apply')
  expect(assistant.held.access_token).not.toBe(before!.access_token)
  expect(assistant.held.refresh_token).not.toBe(before!.refresh_token)
})
