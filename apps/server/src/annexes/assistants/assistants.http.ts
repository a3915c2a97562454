// Serves assistants at /mcp (Model Context Protocol over HTTP, without sessions): calls are independent, so any node can serve them.
import { Readable } from 'node:stream'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { limits } from '@routewright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitKey, countLent } from '../../frame/http/admission.ts'
import { findBearer } from '../../frame/http/auth.ts'
import { sendJson } from '../../frame/http/errors.ts'
import { type App, getCaller } from '../../frame/http/mount.ts'
import { headerOfSeenPlans } from '../../frame/http/plans-as-seen.ts'
import type { UserPrincipal } from '../../frame/http/principals.ts'
import { ApiError, apiError } from '../../frame/platform/api-error.ts'
import { createInputCheck } from './check-input.ts'
import type { Send } from './operations.ts'
import type { AssistantCaller } from './proposals.ts'
import { findConnectedCaller } from './sign-in/connected-caller.http.ts'
import { resourceMetadataAddress } from './sign-in/metadata.ts'
import { accessTokenPrefix } from './sign-in/oauth.ts'
import { mountSignIn } from './sign-in/sign-in.http.ts'
import { createToolServer } from './tool-server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    assistant?: AssistantCaller
    /** Ends the secret by which a signed-in assistant calls operations. */
    endOfLending?: () => void
  }
}

export function mountAssistants(app: App): void {
  const callers = new WeakMap<Request, AssistantCaller>()
  const checkInput = createInputCheck()
  const handler = createMcpHandler(({ requestInfo }) => createToolServer(callers.get(requestInfo!)!, checkInput), {
    // The list of tools never changes, so there is nothing to subscribe to.
    maxSubscriptions: 1,
    keepAliveMs: 0,
    onerror: (error) => app.log.info({ err: error }, 'a call of an assistant was not understood'),
  })
  app.addHook('preClose', () => handler.close())
  mountSignIn(app)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: limits.bodyBytes.other,
    config: { operationId: 'assistants' },
    onRequest: async (request, reply) => {
      // Streams and sessions, for which these two are, are not offered: the protocol's own response says so without a key.
      if (request.method !== 'POST') return
      const caller = await findCaller(app, request, reply)
      if (!caller) return reply
      request.assistant = caller
    },
    onResponse: async (request) => request.endOfLending?.(),
    handler: async (request, reply) => {
      const asked = webRequest(app, request)
      if (request.assistant) callers.set(asked, request.assistant)
      const answer = await handler.fetch(asked, request.method === 'POST' ? { parsedBody: request.body ?? null } : {})
      reply.code(answer.status).header('cache-control', 'no-store')
      for (const [name, value] of answer.headers) reply.header(name, value)
      return reply.send(answer.body ? Readable.fromWeb(answer.body as never) : undefined)
    },
  })
}

/** Undefined once a caller without a good key or token was told what to do. */
async function findCaller(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AssistantCaller | undefined> {
  const token = findBearer(request)
  const isSignedIn = token?.startsWith(accessTokenPrefix) === true
  try {
    return isSignedIn ? await admitConnection(app, request, token) : await admitKeyOfAssistant(app, request)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const base = app.services.publicBase()
    const metadata = `resource_metadata="${resourceMetadataAddress(base)}"`
    reply.header('www-authenticate', `Bearer ${isSignedIn ? 'error="invalid_token", ' : ''}${metadata}`)
    const message = `${error.message} Send one as the header "x-api-key", or as "Authorization: Bearer <key>". An administrator makes keys in the planner: Settings, API keys. Or sign in by OAuth, as ${resourceMetadataAddress(base)} tells. ${base}/llms.txt tells the rest.`
    sendJson(reply, 401, { message, message_id: error.messageId })
    return undefined
  }
}

/** Throws 401 and RateLimitError. */
async function admitKeyOfAssistant(app: App, request: FastifyRequest): Promise<AssistantCaller> {
  const { private_key: fromQuery, write } = request.query as Record<string, unknown>
  const sent = request.headers['x-api-key'] ?? findBearer(request) ?? fromQuery
  const key = typeof sent === 'string' && sent.length <= 200 ? sent : ''
  return describeAssistant(app, await admitKey(app, key), { isAllowed: write === '1', secret: key })
}

/** An assistant that signed in calls as its person, by a secret that ends with the call. Throws 401 and RateLimitError. */
async function admitConnection(app: App, request: FastifyRequest, token: string): Promise<AssistantCaller> {
  const connected = await findConnectedCaller(app, token)
  if (!connected) throw apiError('highway.apiKey.error.not_found')
  const { principal, mayPropose } = connected
  await countLent(app, principal)
  const { secret, end } = app.lentPrincipals.lend(principal)
  request.endOfLending = end
  return describeAssistant(app, principal, { isAllowed: mayPropose, secret })
}

function describeAssistant(
  app: App,
  principal: UserPrincipal,
  { isAllowed, secret }: { isAllowed: boolean; secret: string },
): AssistantCaller {
  const { projects } = principal
  return {
    services: app.services,
    caller: getCaller(principal),
    credentialId: principal.credentialId,
    mayWrite: isAllowed && (projects === 'all' || projects.size > 0),
    send: sendAs(app, secret),
  }
}

/** Hands calls to the frame as if they had come over the network with this key or secret. */
function sendAs(app: App, key: string): Send {
  return async ({ method, path, query, seen, body }) => {
    query.set('private_key', key)
    const { statusCode, body: answer } = await app.inject({
      method,
      url: `${path}?${query}`,
      headers: { 'user-agent': 'assistant', ...headerOfSeenPlans(seen) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: statusCode, body: answer }
  }
}

/** The call as the library reads it. The body was read before. */
function webRequest(app: App, request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length') headers.set(name, String(value))
  }
  return new Request(new URL('/mcp', app.services.publicBase()), { method: request.method, headers })
}
