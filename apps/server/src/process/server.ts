// One server process: its services, its HTTP frame with every slice, its workers; started and stopped in order.
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createViews } from '../accounts/audit/audit.ts'
import { addTrackingPage } from '../field/tracking/tracking.http.ts'
import { addDescriptions } from '../frame/http/descriptions.ts'
import { addDriverApp } from '../frame/http/driver-app.ts'
import { addMetrics } from '../frame/http/metrics.ts'
import { addOutbox } from '../frame/http/outbox.ts'
import { addPlanner } from '../frame/http/planner.ts'
import { addReference } from '../frame/http/reference/reference-page.ts'
import { addSecurityText } from '../frame/http/security-text.ts'
import { type App, createHttp } from '../frame/http/server.ts'
import { addSite } from '../frame/http/site.ts'
import type { Config } from '../frame/platform/config.ts'
import type { Services } from '../frame/platform/services.ts'
import { frameStatements } from './frame-statements.ts'
import { openServices, type Replacements } from './open-services.ts'
import { mountSlices, openPorts, startWorkers } from './slices.ts'
import { tellListening } from './start-trouble.ts'

export interface Server {
  app: App
  services: Services
  /** Listens and works; returns the address. Without it the server responds to `app.inject` only. */
  start(): Promise<string>
  /**
   * Lets load balancers notice (`drainSeconds`), takes no more requests, lets what runs finish, closes the database. Safe to
   * call twice.
   */
  stop(): Promise<void>
}

export async function createServer(config: Config, replacements: Replacements = {}): Promise<Server> {
  const services = await openServices(config, replacements)
  try {
    if (!replacements.withoutMaps) await services.extracts.open()
    await services.jobs.start({ supervise: config.role !== 'api' })
    const app = await createHttp(services, frameStatements)
    app.views = createViews(services)
    const silent = watchSilentConnections(app)
    addDescriptions(app)
    addSecurityText(app)
    addReference(app)
    await addSite(app)
    addOutbox(app)
    addMetrics(app)
    if (config.role !== 'worker') await addPlanner(app)
    if (config.role !== 'worker') await addDriverApp(app)
    if (config.role !== 'worker') await addTrackingPage(app)
    if (config.role !== 'worker') mountSlices(app, replacements.annexes)
    await app.ready()
    let stopping: Promise<void> | undefined
    let stopWorkers = async () => {}
    let closePorts = async () => {}
    return {
      app,
      services,
      async start() {
        await services.storage.check()
        await listen(app, services)
        closePorts = await openPorts(services, replacements.annexes)
        if (config.role !== 'api') stopWorkers = await startWorkers(services, replacements.annexes)
        return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
      },
      stop: () => {
        stopping ??= drain(app, services)
          .then(() => closePorts())
          .then(() => stop(app, services, silent, stopWorkers))
        return stopping
      },
    }
  } catch (error) {
    await services.jobs.stop(1).catch(() => {})
    await services.close()
    throw error
  }
}

/** A worker listens too: for its health and metrics. */
async function listen(app: App, { config }: Services): Promise<void> {
  const { host, port } = config
  await tellListening(app.listen({ host, port }), { host, port })
  config.port = (app.server.address() as AddressInfo).port
}

/** A process that only serves requests is one of several nodes with a load balancer. */
const defaultDrainSeconds = 5

/**
 * Says "not ready" and goes on answering, until a load balancer sends its calls elsewhere: one that has sent a call already cannot
 * always send it again. A worker is sent none.
 */
async function drain(app: App, { config }: Services): Promise<void> {
  app.isDraining = true
  const seconds = config.drainSeconds ?? (config.role === 'api' ? defaultDrainSeconds : 0)
  if (app.server.listening && config.role !== 'worker') await wait(seconds * 1_000)
}

async function stop(
  app: App,
  services: Services,
  silent: ReadonlySet<Socket>,
  stopWorkers: () => Promise<void>,
): Promise<void> {
  await endCalls(app, silent)
  await stopWorkers()
  await services.jobs.stop()
  await services.close()
}

const idleMilliseconds = 50
/** Time within which data sent before the stop has been read from a connection; one that is silent after it has no request. */
const silentMilliseconds = 1_000

/** Connections over which nothing was asked yet; browsers open some ahead. Node takes them for busy, not for idle. */
function watchSilentConnections(app: App): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  return silent
}

/** Lets what runs be answered. Each connection that is idle or silent then is closed: it would be kept a minute for a next call. */
async function endCalls(app: App, silent: ReadonlySet<Socket>): Promise<void> {
  const begun = performance.now()
  const closing = setInterval(() => {
    app.server.closeIdleConnections()
    if (performance.now() - begun < silentMilliseconds) return
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
  }, idleMilliseconds)
  try {
    await app.close()
  } finally {
    clearInterval(closing)
  }
}
