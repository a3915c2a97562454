// Starts the server from the environment and stops it on a signal.
import { ConfigError, readConfig } from './config.ts'
import { DirectoryLockedError } from './platform/directory-lock.ts'
import { createServer, type Server } from './server.ts'

export { type Config, ConfigError, readConfig } from './config.ts'
export { DirectoryLockedError } from './platform/directory-lock.ts'
export { createServer, type Server } from './server.ts'

/** Ends the process in order when it is told to; a second signal ends it at once. */
export function stopOnSignals(server: Server): void {
  let told = false
  const onSignal = (signal: string) => {
    if (told) process.exit(130)
    told = true
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
    const server = await createServer(readConfig(process.env))
    stopOnSignals(server)
    const address = await server.start()
    server.services.log.info({ address, role: server.services.config.role }, 'serving')
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DirectoryLockedError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await main()
