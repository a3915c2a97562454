// Cost of each kind of request of the mixed load: processor time of the process and of PostgreSQL, statements, compared with the bare server.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import {
  createRandom,
  type Kind,
  kindsOfRequests,
  type Server,
  sendOne,
  startServer,
  stopServer,
} from './load-requests.ts'
import type { ServerKind } from './load-servers.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    calls: { type: 'string' },
    connections: { type: 'string', default: '8' },
    servers: { type: 'string', default: 'bare,ours' },
    kinds: { type: 'string', default: kindsOfRequests.join(',') },
    /** Writes a profile of the service's processor time into this folder. */
    profile: { type: 'string' },
  },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 1 : 5))
const calls = Number(options.calls ?? (options.quick ? 50 : 200))
const connections = Number(options.connections)
const names = String(options.servers).split(',') as ServerKind[]
const kinds = String(options.kinds).split(',') as Kind[]
const { DATABASE_URL: databaseUrl } = process.env

interface Cost {
  process: number
  /** Undefined where the database is embedded, or on another machine. */
  database: number | undefined
  statements: number
}

/** Milliseconds of processor time that all processes of the PostgreSQL on this machine used so far. */
async function findDatabaseTime(): Promise<(() => number) | undefined> {
  if (!databaseUrl) return undefined
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = readProcess(rows[0]!.pid)?.parent
  await client.end()
  if (parent === undefined || !readProcess(parent)) return undefined
  const isOurs = (process: ProcessTimes) => process.id === parent || process.parent === parent
  return () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readProcess(Number(name)))
      .reduce((sum, process) => sum + (process && isOurs(process) ? process.milliseconds : 0), 0)
}

interface ProcessTimes {
  id: number
  parent: number
  milliseconds: number
}

const millisecondsPerTick = 10

/** Undefined when there is no such process (any more). */
function readProcess(id: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // Behind the name: state, parent, …; user and system time, and those of children that ended.
    const ticks = fields[11]! + fields[12]! + fields[13]! + fields[14]!
    return { id, parent: fields[1]!, milliseconds: ticks * millisecondsPerTick }
  } catch {
    return undefined
  }
}

const databaseTime = await findDatabaseTime()

/** Cost of a call, over this many connections at a time. */
async function measure(server: Server, kind: Kind, seed: number): Promise<Cost> {
  const random = createRandom(seed)
  const before = { ...(await server.used()), database: databaseTime?.() }
  let left = calls
  const work = async () => {
    while (left-- > 0) {
      const { status, text } = await sendOne(server, random, kind)
      if (status >= 300) throw new Error(`${kind}: ${status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const after = { ...(await server.used()), database: databaseTime?.() }
  return {
    process: (after.cpuMilliseconds - before.cpuMilliseconds) / calls,
    database: before.database === undefined ? undefined : (after.database! - before.database) / calls,
    statements: after.statements / calls,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

const directory = mkdtempSync(join(tmpdir(), 'routewright-load-costs-'))
const costs = new Map<string, Cost[]>()
const servers = new Map<ServerKind, Server>()
try {
  for (const name of names) {
    const execArgv =
      options.profile && name === 'ours' ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : undefined
    servers.set(name, await startServer(name, join(directory, name), { connections, execArgv }))
  }
  // One round to warm up, then the servers in turn.
  for (let round = -1; round < rounds; round++) {
    for (const kind of kinds) {
      for (const [name, server] of servers) {
        const cost = await measure(server, kind, round + 2)
        const key = `${kind} ${name}`
        if (round >= 0) costs.set(key, [...(costs.get(key) ?? []), cost])
      }
    }
  }
} finally {
  for (const server of servers.values()) await stopServer(server)
  rmSync(directory, { recursive: true, force: true })
}

console.log(
  `Processor time per call in ms, medians of ${rounds} rounds of ${calls} calls over ${connections} connections`,
)
console.table(
  Object.fromEntries(
    [...costs].map(([key, list]) => [
      key,
      {
        process: Number(median(list.map((cost) => cost.process)).toFixed(2)),
        database: databaseTime && Number(median(list.map((cost) => cost.database!)).toFixed(2)),
        statements: Number(median(list.map((cost) => cost.statements)).toFixed(1)),
      },
    ]),
  ),
)
