// Mounts what assistants that sign in need: metadata, registration, authorization, tokens, revocation, and the planner's operations.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countAddress } from '../../../frame/http/admission.ts'
import { readBody } from '../../../frame/http/body.ts'
import { type App, mount, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { registerClient, registrationLimits } from './clients.ts'
import { answerRequest, describeRequest, endConnection, listAssistantConnections } from './connections.ts'
import { describeAuthorizationServer, describeResource } from './metadata.ts'
import { withParameters } from './redirects.ts'
import { refusalBody, SignInRefusal } from './refusals.ts'
import { findAsker, readRequest, sealRequest } from './requests.ts'
import { exchangeToken, revokeToken } from './tokens.ts'

/** Exchanges and revocations of one address in a minute; many people may share an address. */
const exchangesPerMinute = 600

export function mountSignIn(app: App): void {
  const { services } = app
  mount(app, 'getAssistantRequest', async ({ query }) => describeRequest(services, query.request))
  mountChange(app, 'answerAssistantRequest', (scope, { body }) => answerRequest(scope, services, body))
  mountRead(app, 'listAssistantConnections', (scope) => listAssistantConnections(scope))
  mountChange(app, 'endAssistantConnection', (scope, { params }) =>
    endConnection(scope, params.assistant_connection_id),
  )
  mountMetadata(app)
  app.get('/oauth/authorize', { config: { operationId: 'authorizeAssistant' } }, (request, reply) =>
    authorize(app, request, reply),
  )
  mountExchanges(app)
}

function mountMetadata(app: App): void {
  const options = { config: { operationId: 'assistantMetadata' } }
  const base = () => app.services.publicBase()
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    app.get(path, options, async () => describeResource(base()))
  }
  app.get('/.well-known/oauth-authorization-server', options, async () => describeAuthorizationServer(base()))
}

/** Sends the browser on to the page where its person decides, or back to the program with a refusal. */
async function authorize(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { services } = app
  const base = services.publicBase()
  const query = new URL(request.url, base).searchParams
  const asker = await refusable(reply, () => findAsker(services, query))
  if (!asker) return reply
  try {
    const sealed = sealRequest(services, readRequest(base, query, asker))
    return reply.redirect(withParameters(`${base}/planner/assistant`, { request: sealed }))
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error
    const { redirectUri, state } = asker.reply
    return reply.redirect(withParameters(redirectUri, { ...refusalBody(error), state, iss: base }))
  }
}

/** Programs send forms, or JSON to register; these calls read the bytes themselves, as a body is JSON everywhere else. */
function mountExchanges(app: App): void {
  const { services } = app
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', async (request: FastifyRequest, stream: AsyncIterable<Buffer>) =>
      readBody(stream, request.routeOptions.bodyLimit),
    )
    const post = (
      path: string,
      operationId: string,
      perMinute: number,
      answer: (request: FastifyRequest, reply: FastifyReply, text: string) => Promise<unknown>,
    ) =>
      own.post(path, { bodyLimit: registrationLimits.bodyBytes, config: { operationId } }, async (request, reply) => {
        await countAddress(app, request.ip, { name: operationId, perMinute })
        reply.header('cache-control', 'no-store')
        const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
        return refusable(reply, () => answer(request, reply, text))
      })
    post('/oauth/register', 'registerAssistant', registrationLimits.perMinute, async (_request, reply, text) => {
      const registered = await registerClient(services, readJson(text))
      reply.code(201)
      return registered
    })
    post('/oauth/token', 'exchangeAssistantToken', exchangesPerMinute, async (request, reply, text) => {
      const { status, headers, body } = await exchangeToken(services, listHeaders(request), new URLSearchParams(text))
      reply.code(status).headers(headers)
      return body
    })
    post('/oauth/revoke', 'revokeAssistantToken', exchangesPerMinute, async (_request, _reply, text) => {
      await revokeToken(services, new URLSearchParams(text))
      return {}
    })
  })
}

/** Runs the work; a refusal is sent in OAuth's form, and then there is no result. */
async function refusable<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error
    await reply.code(error.code === 'temporarily_unavailable' ? 503 : 400).send(refusalBody(error))
    return undefined
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SignInRefusal('invalid_client_metadata', 'The body must be JSON.')
  }
}

/** The headers that the library reads; it looks at the type of a body only where a length is told. */
function listHeaders({ headers, body }: FastifyRequest): Record<string, string> {
  const { authorization, 'content-type': type } = headers
  return {
    'content-length': String(Buffer.isBuffer(body) ? body.length : 0),
    ...(authorization ? { authorization } : {}),
    ...(type ? { 'content-type': type } : {}),
  }
}
