// The steps by which an assistant signs in, for tests: registration, the person's decision, and the exchange for tokens.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, TestServer } from './harness.ts'

export const redirectUri = 'https://assistant.example.test/callback'
export const verifier = 'a-verifier-of-an-assistant-with-enough-letters'
export const challengeOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** What a test leaves out, as undefined, or sends otherwise. */
export type Changes = Readonly<Record<string, string | undefined>>

export interface Tokens {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  scope: string
}

/** Reads the message of a response of /mcp, which comes as an event of a stream. */
export function readEvent({ text }: Answer) {
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
}

function encode(fields: Changes): string {
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) sent.set(name, value)
  return sent.toString()
}

export function assistantSteps(server: TestServer) {
  const register = (body: unknown): Promise<Answer> =>
    server.call('POST', '/oauth/register', { headers: { 'content-type': 'application/json' }, body })
  const registerOne = async (client_name = 'Helper'): Promise<string> => {
    const answer = await register({ client_name, redirect_uris: [redirectUri] })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.client_id
  }
  const authorize = (client_id: string, changes: Changes = {}): Promise<Answer> =>
    server.call(
      'GET',
      `/oauth/authorize?${encode({
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        state: 'as it was',
        resource: `${server.services.publicBase()}/mcp`,
        ...changes,
      })}`,
    )
  /** The sealed request, as the page of the planner has it in its address. */
  const request = async (client_id: string, changes: Changes = {}): Promise<string> => {
    const { status, headers } = await authorize(client_id, changes)
    expect(status).toBe(302)
    const { pathname, searchParams } = new URL(String(headers.location))
    expect(pathname).toBe('/planner/assistant')
    return searchParams.get('request') ?? ''
  }
  const decide = (cookie: string, body: object): Promise<Answer> =>
    server.call('POST', '/app/v1/assistant_request', { headers: { cookie }, body })
  /** Lets the assistant in and returns the code. */
  const allow = async (cookie: string, client_id: string, consent: object = {}, changes: Changes = {}) => {
    const answer = await decide(cookie, { request: await request(client_id, changes), allowed: true, ...consent })
    expect(answer.status, answer.text).toBe(200)
    return new URL(answer.body.redirect_to).searchParams.get('code') ?? ''
  }
  const post = (path: string, fields: Changes): Promise<Answer> =>
    server.call('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encode(fields),
    })
  const exchange = (client_id: string, code: string, changes: Changes = {}): Promise<Answer> =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...changes,
    })
  const refresh = (client_id: string, refresh_token: string, changes: Changes = {}): Promise<Answer> =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...changes })
  const signIn = async (cookie: string, client_id: string, consent: object = {}): Promise<Tokens> => {
    const answer = await exchange(client_id, await allow(cookie, client_id, consent))
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const ask = (access_token: string, method = 'tools/list', params: object = {}): Promise<Answer> =>
    server.call('POST', '/mcp', {
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: { jsonrpc: '2.0', id: 1, method, params },
    })
  return { register, registerOne, authorize, request, decide, allow, post, exchange, refresh, signIn, ask }
}
