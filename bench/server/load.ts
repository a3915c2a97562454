// Requests a second and their 99th percentile under a mix of reads and writes, beside a bare server on the same database in one run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Serving, Used } from './load-servers.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
  },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 3 : 7))
const roundSeconds = Number(options.seconds ?? (options.quick ? 2 : 4))
const connections = Number(options.connections ?? 16)
const planCount = 20
const stopsPerPlan = 50

/** What the rules ask: at least half the requests a second, at most twice the 99th percentile. */
const targets = { requests: 0.5, p99: 2 }

interface Server extends Serving {
  process: ChildProcess
  agent: Agent
  planIds: string[]
  stopIds: string[]
  cpuMilliseconds(): Promise<number>
}

interface Round {
  requestsPerSecond: number
  p50: number
  p99: number
  cpuMillisecondsPerRequest: number
  failures: number
}

type Kind = 'listPlans' | 'getStop' | 'listPlanStops' | 'searchStops' | 'createStop' | 'updateStop' | 'createPlan'

/** Of a hundred requests: three quarters read. */
const mix: Record<Kind, number> = {
  listPlans: 15,
  getStop: 40,
  listPlanStops: 15,
  searchStops: 5,
  createStop: 10,
  updateStop: 12,
  createPlan: 3,
}
const kinds = Object.entries(mix).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind))

async function startServer(kind: 'ours' | 'bare', directory: string): Promise<Server> {
  const child = fork(new URL('./load-servers.ts', import.meta.url), [kind, directory])
  const [serving] = (await once(child, 'message')) as [Serving]
  const cpuMilliseconds = async () => {
    const answer = once(child, 'message') as Promise<[Used]>
    child.send({ type: 'used' })
    return (await answer)[0].cpuMilliseconds
  }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const server = { ...serving, process: child, agent, planIds: [], stopIds: [], cpuMilliseconds } as Server
  for (let plan = 0; plan < planCount; plan++) {
    const { id } = JSON.parse(
      (await send(server, 'POST', `/v2/plan?project_id=${server.project_id}`, { label: `Plan ${plan}` })).text,
    )
    server.planIds.push(id)
    const stops = Array.from({ length: stopsPerPlan }, (_, index) => newStop(plan * stopsPerPlan + index))
    const created = JSON.parse((await send(server, 'POST', `/v2/stops?plan_id=${id}`, stops)).text)
    server.stopIds.push(...created.map((stop: { id: string }) => stop.id))
  }
  return server
}

function newStop(number: number): object {
  return {
    external_id: `ORDER-${number}`,
    label: `Customer ${number}`,
    location: { lat: 47 + (number % 1_000) / 10_000, lng: 9.5, city: 'Vaduz' },
  }
}

let keyIndex = 0

function send(server: Server, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const key = server.keys[keyIndex++ % server.keys.length]!
  const url = `${server.address}${path}${path.includes('?') ? '&' : '?'}private_key=${key}`
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers =
    payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: server.agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** A generator with a seed: both servers get the same requests. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function sendOne(server: Server, random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const stop = `/v2/stop/${pick(server.stopIds)}`
  const planId = pick(server.planIds)
  const number = Math.floor(random() * 1_000_000)
  switch (pick(kinds)) {
    case 'listPlans':
      return send(server, 'GET', '/v2/plans')
    case 'getStop':
      return send(server, 'GET', stop)
    case 'listPlanStops':
      return send(server, 'GET', `/v2/plan/${planId}/stops`)
    case 'searchStops': {
      const predicates = [{ field: 'external_id', operator: 'eq', value: `ORDER-${number % 1_000}` }]
      return send(server, 'POST', `/v2/stops/search?project_id=${server.project_id}`, { predicates })
    }
    case 'createStop':
      return send(server, 'POST', `/v2/stops?plan_id=${planId}`, [newStop(number)])
    case 'updateStop':
      return send(server, 'PUT', stop, { comments: `Ring ${number} times` })
    case 'createPlan':
      return send(server, 'POST', `/v2/plan?project_id=${server.project_id}`, { label: `Plan ${number}` })
  }
}

async function runRound(server: Server, seed: number, seconds: number): Promise<Round> {
  const latencies: number[] = []
  let failures = 0
  const cpuBefore = await server.cpuMilliseconds()
  const started = performance.now()
  const end = started + seconds * 1_000
  const work = async (worker: number) => {
    const random = createRandom(seed * 1_000 + worker)
    while (performance.now() < end) {
      const before = performance.now()
      const { status } = await sendOne(server, random)
      latencies.push(performance.now() - before)
      if (status >= 300) failures += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)))
  const elapsedSeconds = (performance.now() - started) / 1_000
  const cpu = (await server.cpuMilliseconds()) - cpuBefore
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
const servers = {
  bare: await startServer('bare', join(directory, 'bare')),
  ours: await startServer('ours', join(directory, 'ours')),
}
const results = { bare: [] as Round[], ours: [] as Round[] }
try {
  // One round to warm up, then both in turn, so that they share whatever else the machine does.
  for (let round = -1; round < rounds; round++) {
    for (const name of ['bare', 'ours'] as const) {
      const result = await runRound(servers[name], round + 2, roundSeconds)
      if (round >= 0) results[name].push(result)
    }
  }
} finally {
  for (const server of Object.values(servers)) {
    server.agent.destroy()
    server.process.send({ type: 'stop' })
    await once(server.process, 'exit')
  }
  rmSync(directory, { recursive: true, force: true })
}

const of = (name: 'ours' | 'bare', key: keyof Round) => median(results[name].map((round) => round[key]))
const row = (name: 'ours' | 'bare') => ({
  'requests/s': Math.round(of(name, 'requestsPerSecond')),
  'p50 ms': Number(of(name, 'p50').toFixed(1)),
  'p99 ms': Number(of(name, 'p99').toFixed(1)),
  'CPU ms/request': Number(of(name, 'cpuMillisecondsPerRequest').toFixed(2)),
  failures: results[name].reduce((sum, round) => sum + round.failures, 0),
})
console.log(
  `${connections} connections, ${rounds} rounds of ${roundSeconds} s each, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'}`,
)
console.table({ bare: row('bare'), ours: row('ours') })
const requests = of('ours', 'requestsPerSecond') / of('bare', 'requestsPerSecond')
const p99 = of('ours', 'p99') / of('bare', 'p99')
const cpu = of('bare', 'cpuMillisecondsPerRequest') / of('ours', 'cpuMillisecondsPerRequest')
console.log(
  `Ratio to the bare server: ${requests.toFixed(2)} of its requests/s (target ≥ ${targets.requests}), ` +
    `${p99.toFixed(2)} of its p99 (target ≤ ${targets.p99}), ${cpu.toFixed(2)} of its requests per CPU second`,
)
