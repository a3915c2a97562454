// One running service for all journeys of a process: to start and stop one takes longer than some of them. Organizations keep them apart.
import { rmSync } from 'node:fs'
import { startTestServer } from './harness.ts'

type SharedServer = Omit<Awaited<ReturnType<typeof startTestServer>>, 'stop'>

let running: Promise<SharedServer> | undefined

/** Returns the service of this process, started by the first who asks; it ends with the process. */
export function shareServer(): Promise<SharedServer> {
  running ??= start()
  return running
}

async function start(): Promise<SharedServer> {
  const server = await startTestServer({ listen: true, realClock: true })
  // Vitest ends its processes by this signal, and half a second later by one that cannot be heard.
  process.once('SIGTERM', () => {
    rmSync(server.directory, { recursive: true, force: true })
    void server.stop()
  })
  return server
}
