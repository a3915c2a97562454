// Our service in a process of its own, as benchmarks start it: with an organization, and ready for the parent's questions.

import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import { type Config, readConfig } from '../../apps/server/src/frame/platform/config.ts'
import { getSurroundings } from '../../apps/server/src/frame/platform/services.ts'
import { createServer, type Server } from '../../apps/server/src/process/server.ts'

/** Message of the process to its parent when it serves. */
export interface Serving {
  address: string
  key: string
  project_id: string
}

/** CPU time of the whole process, its threads included. */
export interface CpuUsed {
  cpuMilliseconds: number
}

/** The database of benchmarks; without it the embedded one. */
export const databaseUrl = process.env.DATABASE_URL || undefined

/** Starts the service without limits of calls. */
export async function serveOurs(
  dataDirectory: string,
  more: Partial<Config> = {},
): Promise<{ server: Server; serving: Serving }> {
  const given = { port: 0, dataDirectory, databaseUrl, requestsPerMinute: 0, logLevel: 'error' } as const
  const server = await createServer(readConfig({}, { ...given, ...more }))
  const address = await server.start()
  const made = await server.services.database.transaction((tx) =>
    createOrganization(getSurroundings(server.services, tx), { name: 'Bench' }),
  )
  return { server, serving: { address, key: made.api_key, project_id: made.project_id } }
}

/** Tells the parent that all is ready, then reports CPU time on request until it is asked to stop. */
export function answerParent(serving: Serving, stop: () => Promise<void>): void {
  process.on('message', async (message: { type: 'cpu' | 'stop' }) => {
    if (message.type === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send!({ cpuMilliseconds: (user + system) / 1000 } satisfies CpuUsed)
      return
    }
    await stop()
    process.disconnect()
  })
  process.send!(serving)
}
