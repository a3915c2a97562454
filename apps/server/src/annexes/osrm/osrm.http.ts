// Mounts OSRM's paths: below /osrm for keys, and without one on a port of their own.
import { callsPerMinute } from '@routewright/contract'
import { type BorrowedPaths, listenBorrowed, mountBorrowed } from '../../frame/http/borrowed-paths.ts'
import type { App } from '../../frame/http/server.ts'
import type { Services } from '../../frame/platform/services.ts'
import { createOsrm } from './osrm.ts'

export function mountOsrm(app: App): void {
  mountBorrowed(app, osrmPaths(app.services))
}

/** Serves the same without a key on OSRM_PORT, if it is set; resolves to a function that closes it. */
export async function listenForOsrm(services: Services): Promise<() => Promise<void>> {
  const { config } = services
  if (config.osrmPort === undefined) return async () => {}
  const { port, close } = await listenBorrowed(services, config.osrmPort, osrmPaths(services))
  config.osrmPort = port
  return close
}

function osrmPaths(services: Services): BorrowedPaths {
  return {
    operationId: 'osrm',
    prefix: '/osrm',
    perMinute: callsPerMinute.search,
    answer: createOsrm(services),
    refuse({ status, message, messageId }) {
      const isTooLarge = messageId === 'highway.request.error.payload_too_large'
      const code = isTooLarge ? 'TooBig' : status === 401 ? 'InvalidOptions' : 'InvalidQuery'
      return { status, body: { code, message } }
    },
  }
}
