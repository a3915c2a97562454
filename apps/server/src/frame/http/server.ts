// The HTTP frame: hooks in their order (id, log, credential, rate, body), the refusals, health.
import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { bodyBytes } from '@routewright/contract'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { getMoment, type Services } from '../platform/services.ts'
import type { OpenSpan } from '../platform/tracing.ts'
import { largeBodyBytes, parseJsonBody, parseQuery, readBody, yieldToOthers } from './body.ts'
import { compressAnswers } from './compression.ts'
import { type Disk, watchDisk } from './disk.ts'
import { answerError, answerNotFound } from './errors.ts'
import { type FilesCheck, watchFiles } from './files-check.ts'
import { createLentPrincipals, type LentPrincipals } from './lent-principals.ts'
import { closeStreams, type EventStream } from './live.ts'
import { createPrincipals, type Principals } from './principals.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import type { FrameStatements } from './statements.ts'
import { watchForProxy } from './undeclared-proxy.ts'
import { answerUnreadable } from './unreadable.ts'
import { version } from './version.ts'
import type { ViewNotes } from './view-notes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** Statements of the frame on tables. */
    statements: FrameStatements
    principals: Principals
    lentPrincipals: LentPrincipals
    limiter: RateLimiter
    /** Records which callers saw personal data. */
    views: ViewNotes
    /** True when the process was told to stop: it still serves calls, but no new ones should be sent here. */
    isDraining: boolean
    /** Open streams, which end when the server stops. */
    streams: Set<EventStream>
    /** The operations that have a handler, and how they were mounted. */
    mounted: Map<string, { handler: unknown; isRevocable?: boolean }>
    /** Problems of the settings, as noticed in calls; `/health` reports them. */
    notices: Set<'undeclared_proxy'>
    disk: Disk
    /** Checks whether the file storage is available. */
    filesCheck: FilesCheck
  }
  interface FastifyRequest {
    /** Size of the JSON body; 0 when there is none. */
    bodyBytes: number
    /** Span of the call; null where traces are not recorded. */
    span: OpenSpan | null
  }
  interface FastifyContextConfig {
    /** Name in logs and metrics. */
    operationId?: string
  }
}

/** The server that handlers are mounted on. */
export type App = FastifyInstance

/** The frame without any operation; see mount.ts. */
export async function createHttp(services: Services, statements: FrameStatements): Promise<App> {
  const app = fastify({
    loggerInstance: services.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(8).toString('hex'),
    trustProxy: (_address: string, hop: number) => hop < services.config.trustedProxies,
    bodyLimit: bodyBytes.image + 1_048_576,
    clientErrorHandler: answerUnreadable as never,
    frameworkErrors: (_error, request, reply) => answerNotFound(request as never, reply as never),
    routerOptions: { querystringParser: parseQuery as never, maxParamLength: 1_000 },
    forceCloseConnections: 'idle',
    // A load balancer may send one more call over an open connection; it is served, and told to open no further one.
    return503OnClosing: false,
    // Slow senders are cut off; a large body over a slow line still fits.
    requestTimeout: 120_000,
  }) as unknown as App
  app.decorate('services', services)
  app.decorate('statements', statements)
  app.decorate('limiter', createRateLimiter(services.database, services.clock, statements))
  app.decorate('principals', await createPrincipals(services.database, app.limiter, services.clock, statements))
  app.decorate('lentPrincipals', createLentPrincipals())
  app.decorate('views', { noterOf: () => undefined, noteUse: async () => {} })
  app.decorate('isDraining', false)
  app.decorate('streams', new Set<EventStream>())
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('span', null)
  app.decorate('mounted', new Map())
  app.decorate('disk', watchDisk(services.config.dataDirectory, services.clock))
  app.decorate('filesCheck', watchFiles(services.storage, services.clock, services.log))
  app.decorate('notices', new Set<'undeclared_proxy'>())
  // Streams never end by themselves, so they are ended before the server waits for its connections.
  app.addHook('preClose', async () => closeStreams(app))
  app.addHook('onClose', async () => {
    app.limiter.close()
    await app.principals.close()
  })

  traceCalls(app)
  await compressAnswers(app)
  addHooks(app)
  tellServerTime(app)
  watchForProxy(app)
  await addParsers(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  addHealth(app)
  return app
}

/** Addresses of operations: what they send is data of somebody, and no page that a browser shows. */
const OPERATIONS = /^\/(?:\w+\/)?v\d\//
const DATA_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

function addHooks(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // The next call over this connection might meet the process's end.
    if (app.isDraining) reply.header('connection', 'close')
    // URLs contain keys and tokens, which must not be passed on in a Referer header.
    reply.header('referrer-policy', 'no-referrer')
    reply.header('x-content-type-options', 'nosniff')
    // Files and what may be kept replace them with headers of their own.
    if (OPERATIONS.test(request.url)) reply.headers(DATA_HEADERS)
    // From then on browsers use encryption only. They ignore the header on plain http.
    if (app.services.publicBase().startsWith('https:')) {
      reply.header('strict-transport-security', `max-age=${365 * 86_400}`)
    }
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config?.operationId ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    app.services.metrics.observeRequest(operation, reply.statusCode, seconds)
    request.log.info(
      {
        method: request.method,
        url: request.url,
        operation,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** Adds the server's time to every response for drivers' phones; in the demo, the time of its simulated day. */
function tellServerTime(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/driver/v1/')) return
    const principal = request.admission?.principal
    const organizationId = principal && 'organizationId' in principal ? principal.organizationId : ''
    reply.header('x-server-time', getMoment(app.services, organizationId).toISOString())
  })
}

/** The first hook, so that the span covers the whole call. It does not contain the URL, which may hold a token. */
function traceCalls(app: App): void {
  const { tracing } = app.services
  if (!tracing.isOn) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url } = request.routeOptions
    const attributes = { 'http.request.method': request.method, 'http.route': url, 'request.id': request.id }
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    request.span = tracing.begin(config?.operationId ?? 'unknown', attributes, { kind: 'server', parent })
    request.span.within(done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const principal = request.admission?.principal
    const organization = principal && 'organizationId' in principal ? principal.organizationId : undefined
    request.span?.set({ 'http.response.status_code': reply.statusCode, 'organization.id': organization })
    request.span?.end(reply.statusCode >= 500 ? { code: String(reply.statusCode) } : undefined)
  })
}

async function addParsers(app: App): Promise<void> {
  await app.register(cookie)
  // Reads uploads as a stream; the operation sets its own limits.
  await app.register(multipart, { limits: { fileSize: bodyBytes.image + 1, files: 20, fields: 50 } })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // Whatever its Content-Type says, a body is JSON: there is no 415, and many clients send none.
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: AsyncIterable<Buffer>) => {
    const bytes = await readBody(stream, request.routeOptions.bodyLimit)
    request.bodyBytes = bytes.length
    const body = parseJsonBody(bytes)
    if (bytes.length >= largeBodyBytes) await yieldToOthers()
    return body
  })
}

function addHealth(app: App): void {
  const plain = { config: { operationId: 'health' }, logLevel: 'warn' as const }
  app.get('/health', plain, async (request, reply) => {
    if (app.isDraining) return reply.code(503).send({ status: 'stopping', database: app.services.database.backend })
    try {
      await app.services.database.check()
      const roads = app.services.roads.status
      const isFull = await app.disk.isFull()
      const areFilesThere = await app.filesCheck.isWell()
      const notices = [
        ...app.notices,
        ...(isFull ? ['disk_full'] : []),
        ...(areFilesThere ? [] : ['files_unavailable']),
      ]
      return {
        // Reads work without disk space, and everything but pictures without the file storage, so calls may still be sent here.
        status: isFull || !areFilesThere ? 'degraded' : 'ok',
        version,
        role: app.services.config.role,
        database: app.services.database.backend,
        // Where new files go: `routewright files move` asks for it.
        files: app.services.config.fileStorage,
        // Without extracts there is nothing to tell; until a mode's roads are ready, its travel times are straight lines.
        ...(Object.keys(roads).length > 0 ? { roads } : {}),
        ...(notices.length > 0 ? { notices } : {}),
      }
    } catch (error) {
      request.log.warn({ err: error }, 'not healthy')
      return reply.code(503).send({ status: 'unavailable', database: app.services.database.backend })
    }
  })
  // For supervisors that restart a hanging process: while the database is down, restarting this one would not help.
  app.get('/health/live', plain, async () => ({ status: 'ok' }))
}
