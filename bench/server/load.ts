// Requests a second and their 99th percentile under a mix of reads and writes, beside two other servers on the same database in one run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ServerKind, Serving, Used } from './load-servers.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    /** Which servers take turns. */
    servers: { type: 'string', default: 'bare,byHand,ours' },
  },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 3 : 7))
const roundSeconds = Number(options.seconds ?? (options.quick ? 2 : 4))
const connections = Number(options.connections ?? 32)
const names = String(options.servers).split(',') as ServerKind[]
const planCount = 20
const routesPerPlan = 2
const stopsPerRoute = 20
const stopsWithoutRoute = 10

/** What the rules ask: at least half the requests a second, at most twice the 99th percentile. */
const targets = { requests: 0.5, p99: 2 }

interface Server extends Serving {
  process: ChildProcess
  agent: Agent
  planIds: string[]
  stopIds: string[]
  /** Those of them that are on a route. */
  routedStopIds: string[]
  cpuMilliseconds(): Promise<number>
}

interface Round {
  requestsPerSecond: number
  p50: number
  p99: number
  cpuMillisecondsPerRequest: number
  failures: number
}

/** Of a hundred requests: two thirds read. */
const mix = {
  listPlans: 12,
  getStop: 32,
  listPlanStops: 9,
  listPlanRoutes: 9,
  searchStops: 5,
  createStop: 10,
  updateStop: 12,
  report: 8,
  createPlan: 3,
}
type Kind = keyof typeof mix
const kinds = Object.entries(mix).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind))

async function startServer(kind: ServerKind, directory: string): Promise<Server> {
  const child = fork(new URL('./load-servers.ts', import.meta.url), [kind, directory])
  const [serving] = (await once(child, 'message')) as [Serving]
  const cpuMilliseconds = async () => {
    const answer = once(child, 'message') as Promise<[Used]>
    child.send({ type: 'used' })
    return (await answer)[0].cpuMilliseconds
  }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const server = {
    ...serving,
    process: child,
    agent,
    planIds: [],
    stopIds: [],
    routedStopIds: [],
    cpuMilliseconds,
  } as Server
  for (let plan = 0; plan < planCount; plan++) await makePlan(server, plan)
  return server
}

/** A plan with stops on routes, which are reported on, and others. */
async function makePlan(server: Server, number: number): Promise<void> {
  const make = async (method: string, path: string, body: object) => {
    const { status, text } = await send(server, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const { id } = await make('POST', `/v2/plan?project_id=${server.project_id}`, { label: `Plan ${number}` })
  server.planIds.push(id)
  const routes = Array.from({ length: routesPerPlan }, (_, index) => ({ label: `Route ${index}` }))
  for (const route of await make('POST', `/v2/routes?plan_id=${id}`, routes)) {
    const stopIds = await makeStops(make, id, stopsPerRoute)
    await make('PUT', `/v2/route/${route.id}/stops`, { stops: stopIds })
    server.routedStopIds.push(...stopIds)
    server.stopIds.push(...stopIds)
  }
  server.stopIds.push(...(await makeStops(make, id, stopsWithoutRoute)))
}

let stopNumber = 0

async function makeStops(
  make: (method: string, path: string, body: object) => Promise<{ id: string }[]>,
  planId: string,
  count: number,
): Promise<string[]> {
  const stops = Array.from({ length: count }, () => newStop(stopNumber++ % 1_000))
  return (await make('POST', `/v2/stops?plan_id=${planId}`, stops)).map(({ id }) => id)
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
    case 'listPlanRoutes':
      return send(server, 'GET', `/v2/plan/${planId}/routes`)
    case 'searchStops': {
      const predicates = [{ field: 'external_id', operator: 'eq', value: `ORDER-${number % 1_000}` }]
      return send(server, 'POST', `/v2/stops/search?project_id=${server.project_id}`, { predicates })
    }
    case 'createStop':
      return send(server, 'POST', `/v2/stops?plan_id=${planId}`, [newStop(number)])
    case 'updateStop':
      return send(server, 'PUT', stop, { comments: `Ring ${number} times` })
    case 'report': {
      const report = { type: 'service_report_attempted', comments: `Nobody opened at the ${number}. ring` }
      return send(server, 'POST', `/v3/stop/${pick(server.routedStopIds)}/report`, report)
    }
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
const servers = new Map<ServerKind, Server>()
const results = new Map<ServerKind, Round[]>(names.map((name) => [name, []]))
try {
  for (const name of names) servers.set(name, await startServer(name, join(directory, name)))
  // One round to warm up, then all in turn, so that they share whatever else the machine does.
  for (let round = -1; round < rounds; round++) {
    for (const [name, server] of servers) {
      const result = await runRound(server, round + 2, roundSeconds)
      if (round >= 0) results.get(name)!.push(result)
    }
  }
} finally {
  for (const server of servers.values()) {
    server.agent.destroy()
    server.process.send({ type: 'stop' })
    await once(server.process, 'exit')
  }
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
  `${connections} connections, ${rounds} rounds of ${roundSeconds} s each, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'}`,
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
