// Metrics for a Prometheus server: on a port of their own, or protected by a token; with neither they are not served.
import { timingSafeEqual } from 'node:crypto'
import { digestSecret } from '../platform/password.ts'
import type { Services } from '../platform/services.ts'
import { findBearer } from './auth.ts'
import { answerNotFound } from './errors.ts'
import { openPort } from './open-port.ts'
import type { App } from './server.ts'

/** GET /metrics for who sends METRICS_TOKEN; anybody else learns only that there is no such page. */
export function addMetrics(app: App): void {
  const { config, metrics } = app.services
  if (config.metricsToken === undefined) return
  const expected = digestSecret(config.metricsToken)
  const options = { config: { operationId: 'metrics' }, logLevel: 'warn' as const }
  app.get('/metrics', options, async (request, reply) => {
    if (!timingSafeEqual(digestSecret(findBearer(request) ?? ''), expected)) {
      answerNotFound(request, reply)
      return reply
    }
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** Serves /metrics on METRICS_HOST and METRICS_PORT, if a port is set; resolves to a function that closes it. */
export async function listenForMetrics({ config, metrics, log }: Services): Promise<() => Promise<void>> {
  if (config.metricsPort === undefined) return async () => {}
  const { port, close } = await openPort({
    host: config.metricsHost,
    port: config.metricsPort,
    log,
    async answer({ method, url }, response) {
      if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
      const text = await metrics.registry.metrics()
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
    },
  })
  config.metricsPort = port
  return close
}
