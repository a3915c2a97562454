// Requests a second and their 99th percentile under a mix of reads and writes, beside two other servers on the same database in one run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createRandom,
  listKindsByShare,
  type MixName,
  mixes,
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
    seconds: { type: 'string' },
    connections: { type: 'string' },
    /** Which servers take turns. */
    servers: { type: 'string', default: 'bare,byHand,ours' },
    /** Which requests, in which shares. */
    mix: { type: 'string', default: 'own' },
  },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 3 : 7))
const roundSeconds = Number(options.seconds ?? (options.quick ? 2 : 4))
const connections = Number(options.connections ?? 32)
const names = String(options.servers).split(',') as ServerKind[]
const mix = String(options.mix) as MixName
if (!Object.hasOwn(mixes, mix)) throw new Error(`--mix is one of ${Object.keys(mixes).join(', ')}, not "${mix}"`)
const kinds = listKindsByShare(mix)
/** Goals: at least this share of the bare server's requests a second, at most so many times its 99th percentile. */
const targets = { own: { requests: 0.5, p99: 2 }, outsider: { requests: 0.33, p99: 2.5 } }[mix]

interface Round {
  requestsPerSecond: number
  p50: number
  p99: number
  cpuMillisecondsPerRequest: number
  failures: number
}

async function runRound(server: Server, seed: number, seconds: number): Promise<Round> {
  const latencies: number[] = []
  let failures = 0
  const cpuBefore = (await server.used()).cpuMilliseconds
  const started = performance.now()
  const end = started + seconds * 1_000
  const work = async (worker: number) => {
    const random = createRandom(seed * 1_000 + worker)
    while (performance.now() < end) {
      const before = performance.now()
      const kind = kinds[Math.floor(random() * kinds.length)]!
      const { status } = await sendOne(server, random, kind)
      latencies.push(performance.now() - before)
      if (status >= 300) failures += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)))
  const elapsedSeconds = (performance.now() - started) / 1_000
  const cpu = (await server.used()).cpuMilliseconds - cpuBefore
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!
  return {
    requestsPerSecond: latencies.length / elapsedSeconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuMillisecondsPerRequest: cpu / latencies.length,
    failures,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

const directory = mkdtempSync(join(tmpdir(), 'routewright-load-'))
const servers = new Map<ServerKind, Server>()
const results = new Map<ServerKind, Round[]>(names.map((name) => [name, []]))
try {
  for (const name of names)
    servers.set(name, await startServer(name, join(directory, name), { connections, oneKey: mix === 'outsider' }))
  // One round to warm up, then all in turn, so that they share whatever else the machine does.
  for (let round = -1; round < rounds; round++) {
    for (const [name, server] of servers) {
      const result = await runRound(server, round + 2, roundSeconds)
      if (round >= 0) results.get(name)!.push(result)
    }
  }
} finally {
  for (const server of servers.values()) await stopServer(server)
  rmSync(directory, { recursive: true, force: true })
}

const of = (name: ServerKind, key: keyof Round) => median(results.get(name)!.map((round) => round[key]))
const row = (name: ServerKind) => ({
  'requests/s': Math.round(of(name, 'requestsPerSecond')),
  'p50 ms': Number(of(name, 'p50').toFixed(1)),
  'p99 ms': Number(of(name, 'p99').toFixed(1)),
  'CPU ms/request': Number(of(name, 'cpuMillisecondsPerRequest').toFixed(2)),
  failures: results.get(name)!.reduce((sum, round) => sum + round.failures, 0),
})
console.log(
  `Mix "${mix}", ${connections} connections, ${rounds} rounds of ${roundSeconds} s each, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'}`,
)
console.table(Object.fromEntries(names.map((name) => [name, row(name)])))
for (const other of names.filter((name) => name !== 'ours' && names.includes('ours'))) {
  const ratio = (key: keyof Round) => of('ours', key) / of(other, key)
  const target = other === 'bare' ? targets : undefined
  console.log(
    `Ours beside ${other === 'bare' ? 'the bare server' : 'the one by hand'}: ` +
      `${ratio('requestsPerSecond').toFixed(2)} of its requests/s${target ? ` (target ≥ ${target.requests})` : ''}, ` +
      `${ratio('p99').toFixed(2)} of its p99${target ? ` (target ≤ ${target.p99})` : ''}, ` +
      `${(1 / ratio('cpuMillisecondsPerRequest')).toFixed(2)} of its requests per CPU second of the process`,
  )
}
