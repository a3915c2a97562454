// Mounts signing in by a provider, and what administrators do with providers.
import type { FastifyReply } from 'fastify'
import { readBody } from '../../frame/http/body.ts'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { createOutgoingAgents } from '../../frame/platform/public-targets.ts'
import { mayTargetPrivate } from '../../frame/platform/trial.ts'
import { requireAdministrator } from './people.ts'
import { boundedFetch, Connections } from './provider-connection.ts'
import { beginAtProvider, completeAtProvider, offerProviders } from './provider-sign-in.ts'
import {
  createProvider,
  deleteProvider,
  listProviders,
  type ProviderSurroundings,
  redirectUri,
  requireSafeIssuer,
  updateProvider,
} from './providers.ts'
import { serviceMetadata } from './saml-connection.ts'
import { onwardPage, onwardPolicy } from './saml-page.ts'
import { answerSignedIn, getVisit, throttleAddress } from './sign-in.http.ts'
import { confirmDomain, keepProof, requireDomainRecord, requireOwnDomain } from './sign-in-domains.ts'
import { tryProvider } from './try-provider.ts'

/** Cookie that binds a sign-in to its browser, so that a response is worthless in another one. */
const stepCookie = 'rw_provider_step'
const stepCookiePath = '/app/v1/session/provider'

export function mountSignInProviders(app: App): void {
  const { services } = app
  const agents = createOutgoingAgents()
  app.addHook('onClose', () => agents.destroy())
  const getAgent = (organizationId: string) => agents.find(mayTargetPrivate(services, organizationId))
  const connections = new Connections(services, getAgent)
  const around = (organizationId: string): ProviderSurroundings => ({
    secrets: services.secrets,
    allowPrivate: mayTargetPrivate(services, organizationId),
  })
  mountSignIn(app, connections)
  mountSaml(app)
  mountRead(app, 'listSignInProviders', (scope) => listProviders(scope))
  mountChange(app, 'createSignInProvider', (scope, { body }) =>
    createProvider(scope, around(scope.organizationId), body),
  )
  mountChange(app, 'updateSignInProvider', (scope, { params, body }) =>
    updateProvider(scope, around(scope.organizationId), params.sign_in_provider_id, body),
  )
  mountChange(app, 'deleteSignInProvider', (scope, { params }) => deleteProvider(scope, params.sign_in_provider_id))
  mount(app, 'proveSignInDomain', async ({ body }, { read, transaction }) => {
    const domain = body.domain.toLowerCase()
    await requireDomainRecord(services.config, await read((scope) => requireOwnDomain(scope, domain)))
    return transaction((scope) => keepProof(scope, domain, 'record'))
  })
  mount(app, 'confirmSignInDomain', ({ body }) => confirmDomain(services, body))
  mount(app, 'trySignInProvider', async ({ body }, { read }) => {
    const organizationId = await read(async (scope) => {
      requireAdministrator(scope)
      return scope.organizationId
    })
    requireSafeIssuer(body.issuer, around(organizationId).allowPrivate)
    return await tryProvider(boundedFetch(getAgent(organizationId)), body, () => services.clock.now())
  })
}

function mountSignIn(app: App, connections: Connections): void {
  const { services } = app
  mount(app, 'listOfferedProviders', ({ query }) => offerProviders(services, query))
  mount(app, 'beginProviderSignIn', async ({ body }, { request, reply }) => {
    await throttleAddress(app, request)
    const { url, step, expires_at } = await beginAtProvider(services, connections, body)
    setStepCookie(app, reply, step, expires_at)
    return { url }
  })
  mount(app, 'completeProviderSignIn', async ({ body: { answer } }, context) => {
    const { request, reply } = context
    await throttleAddress(app, request)
    const step = request.cookies[stepCookie] ?? ''
    const { signedIn, to } = await completeAtProvider(services, connections, { step, answer }, getVisit(request))
    reply.clearCookie(stepCookie, { path: stepCookiePath })
    return { session: await answerSignedIn(context, signedIn), ...(to === undefined ? {} : { to }) }
  })
}

/** Pages of providers post a form; everywhere else a body is JSON, so this call has a parser of its own. */
function mountSaml(app: App): void {
  const { services } = app
  mount(app, 'getSamlMetadata', async (_, { reply }) =>
    reply.type('application/samlmetadata+xml').send(serviceMetadata(services.publicBase())),
  )
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      '*',
      async (request: { routeOptions: { bodyLimit: number } }, stream: AsyncIterable<Buffer>) =>
        readBody(stream, request.routeOptions.bodyLimit),
    )
    mount(own, 'takeSamlAnswer', async (_, { request, reply }) => {
      const posted = new URLSearchParams(String((request.body as Buffer | undefined) ?? ''))
      const page = onwardPage(posted, redirectUri(services.publicBase()))
      reply.header('content-security-policy', onwardPolicy).header('cache-control', 'no-store')
      return reply.type('text/html; charset=utf-8').send(page)
    })
  })
}

function setStepCookie({ services }: App, reply: FastifyReply, step: string, expires: Date): void {
  const secure = services.publicBase().startsWith('https:')
  // The page that the provider sends people back to is ours and calls by itself, so `strict` is not in the way.
  reply.setCookie(stepCookie, step, { path: stepCookiePath, httpOnly: true, sameSite: 'strict', secure, expires })
}
