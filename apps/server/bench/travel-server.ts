// The service on the roads of an extract that bench/travel.ts calls over HTTP, as a process of its own.
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { createOrganization } from '../src/organizations/organizations.ts'
import { createServer } from '../src/server.ts'

/** What the process tells its parent once the roads are open. */
export interface Serving {
  address: string
  key: string
  project_id: string
}

/** CPU time of the whole process, its threads included. */
export interface CpuUsed {
  cpuMilliseconds: number
}

const [dataDirectory, extract] = process.argv.slice(2) as [string, string]
const databaseUrl = process.env.DATABASE_URL || undefined
const config = readConfig(
  {},
  {
    dataDirectory,
    databaseUrl,
    port: 0,
    requestsPerMinute: 0,
    logLevel: 'error',
    osmFiles: [extract],
    roadModes: ['car'],
  },
)
const server = await createServer(config)
const address = await server.start()
while (!server.services.roads.find('car')) await wait(5)
const made = await server.services.database.transaction((tx) =>
  createOrganization({ tx, now: new Date(), publicBase: address }, { name: 'Bench' }),
)

process.on('message', async (message: { type: 'cpu' | 'stop' }) => {
  if (message.type === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send!({ cpuMilliseconds: (user + system) / 1000 } satisfies CpuUsed)
    return
  }
  await server.stop()
  process.disconnect()
})
process.send!({ address, key: made.api_key, project_id: made.project_id } satisfies Serving)
