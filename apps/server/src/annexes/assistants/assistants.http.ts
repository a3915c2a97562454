// Serves assistants at /mcp (Model Context Protocol over HTTP, without sessions): calls are independent, so any node can serve them.
import { Readable } from 'node:stream'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { limits } from '@routewright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitKey } from '../../frame/http/admission.ts'
import { findBearer } from '../../frame/http/auth.ts'
import { sendJson } from '../../frame/http/errors.ts'
import { type App, callerOf } from '../../frame/http/mount.ts'
import { headerOfSeenPlans } from '../../frame/http/plans-as-seen.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import { createInputCheck } from './check-input.ts'
import type { Send } from './operations.ts'
import type { AssistantCaller } from './proposals.ts'
import { createToolServer } from './tool-server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    assistant?: AssistantCaller
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

/** Undefined once a caller without a good key was told what to do. */
async function findCaller(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AssistantCaller | undefined> {
  const { private_key: fromQuery, write } = request.query as Record<string, unknown>
  const sent = request.headers['x-api-key'] ?? findBearer(request) ?? fromQuery
  const key = typeof sent === 'string' && sent.length <= 200 ? sent : ''
  try {
    const principal = await admitKey(app, key)
    const { projects } = principal
    return {
      services: app.services,
      caller: callerOf(principal),
      credentialId: principal.credentialId,
      mayWrite: write === '1' && (projects === 'all' || projects.size > 0),
      send: sendAs(app, key),
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    reply.header('www-authenticate', 'Bearer')
    const message = `${error.message} Send one as the header "x-api-key", or as "Authorization: Bearer <key>". An administrator makes keys in the planner: Settings, API keys. ${app.services.publicBase()}/llms.txt tells the rest.`
    sendJson(reply, 401, { message, message_id: error.messageId })
    return undefined
  }
}

/** Hands calls to the frame as if they had come over the network with this key. */
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
