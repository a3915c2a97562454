// Starts the server from the environment and stops it on a signal.

import { StorageError } from '../frame/files/storage.ts'
import { ConfigError, readConfig } from '../frame/platform/config.ts'
import { DirectoryLockedError } from '../frame/platform/directory-lock.ts'
import { createServer, type Server } from './server.ts'
import { requirePort, StartError, unexpectedTrouble } from './start-trouble.ts'

export { type Config, ConfigError, readConfig } from '../frame/platform/config.ts'
export { DirectoryLockedError } from '../frame/platform/directory-lock.ts'
export { createServer, type Server } from './server.ts'

/** npm and the terminal both send one Ctrl-C; what comes this soon after the first signal is the same. */
const sameSignalMilliseconds = 1_000

/** Ends the process in order when it is told to; told once more, it ends at once. */
export function stopOnSignals(server: Server): void {
  let toldAt: number | undefined
  const onSignal = (signal: string) => {
    if (toldAt !== undefined) {
      if (performance.now() - toldAt > sameSignalMilliseconds) process.exit(130)
      return
    }
    toldAt = performance.now()
    server.services.log.info({ signal }, 'stopping')
    server.stop().then(
      () => process.exit(0),
      (error) => {
        server.services.log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

async function main(): Promise<void> {
  try {
    const config = readConfig(process.env)
    await requirePort(config)
    const server = await createServer(config)
    stopOnSignals(server)
    const address = await server.start()
    server.services.log.info({ address, role: server.services.config.role }, 'serving')
  } catch (error) {
    process.stderr.write(`${tellStart(error)}\n`)
    process.exit(1)
  }
}

function tellStart(error: unknown): string {
  const isExpected = [ConfigError, DirectoryLockedError, StartError, StorageError].some((kind) => error instanceof kind)
  return isExpected ? (error as Error).message : unexpectedTrouble(error)
}

if (import.meta.main) await main()
