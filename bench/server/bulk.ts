// How long 5,000 stops in one POST and one GET of their plan take, beside a bare server on the same database in one run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CpuUsed, Serving } from './served.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, stops: { type: 'string' } },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 3 : 7))
const stopCount = Number(options.stops ?? 5_000)
const bodyBytes = Math.min(5 * 1_048_576, stopCount * 1_048)

interface Server extends Serving {
  process: ChildProcess
  cpuMilliseconds(): Promise<number>
}

interface Measurement {
  milliseconds: number
  cpuMilliseconds: number
  /** Longest wait of other requests meanwhile: one that needs no database, and one that reads it. */
  longestPlainMilliseconds: number
  longestReadMilliseconds: number
}

async function startServer(kind: 'ours' | 'bare', directory: string): Promise<Server> {
  const child = fork(new URL('./bulk-servers.ts', import.meta.url), [kind, directory])
  const [serving] = (await once(child, 'message')) as [Serving]
  const cpuMilliseconds = async () => {
    const answer = once(child, 'message') as Promise<[CpuUsed]>
    child.send({ type: 'cpu' })
    return (await answer)[0].cpuMilliseconds
  }
  return { ...serving, process: child, cpuMilliseconds }
}

async function call(server: Serving, method: string, path: string, body?: string): Promise<string> {
  const url = `${server.address}${path}${path.includes('?') ? '&' : '?'}private_key=${server.key}`
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

/** Stops like a shop sends them, filled up to the byte. */
function buildBody(): string {
  const stops = Array.from({ length: stopCount }, (_, index) => ({
    external_id: `ORDER-${100_000 + index}`,
    label: `Customer ${index}`,
    comments: 'Ring twice, then leave it with the neighbour on the left if nobody answers the door.',
    phone: `+423 555 ${String(index).padStart(4, '0')}`,
    email: `customer${index}@example.test`,
    location: { lat: 47 + index / 100_000, lng: 9.5 + index / 100_000, city: 'Vaduz', street: `Street ${index}` },
    duration: 300,
    time_windows: [[28_800 + (index % 10) * 600, 64_800]],
    requires: index % 5 === 0 ? ['cold'] : [],
    weight: 1 + (index % 20),
    volume: 0.01 * (index % 30),
    custom_fields: { channel: 'web', note: '' },
  }))
  const missing = bodyBytes - JSON.stringify(stops).length
  for (const [index, stop] of stops.entries()) {
    stop.custom_fields.note = 'n'.repeat(Math.floor(missing / stopCount) + (index < missing % stopCount ? 1 : 0))
  }
  return JSON.stringify(stops)
}

async function measure(server: Server, work: () => Promise<string>): Promise<Measurement & { text: string }> {
  let isRunning = true
  const probe = async (path: string) => {
    let longest = 0
    while (isRunning) {
      const started = performance.now()
      await fetch(`${server.address}${path}`).then((answer) => answer.text())
      longest = Math.max(longest, performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return longest
  }
  const probes = [probe('/no-such-path'), probe(`/v2/plans?limit=1&private_key=${server.key}`)]
  const cpuBefore = await server.cpuMilliseconds()
  const started = performance.now()
  const text = await work()
  const milliseconds = performance.now() - started
  const cpuMilliseconds = (await server.cpuMilliseconds()) - cpuBefore
  isRunning = false
  const [longestPlainMilliseconds, longestReadMilliseconds] = (await Promise.all(probes)) as [number, number]
  return { text, milliseconds, cpuMilliseconds, longestPlainMilliseconds, longestReadMilliseconds }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

const directory = mkdtempSync(join(tmpdir(), 'routewright-bulk-'))
const servers = {
  ours: await startServer('ours', join(directory, 'ours')),
  bare: await startServer('bare', join(directory, 'bare')),
}
const results = {
  post: { ours: [] as Measurement[], bare: [] as Measurement[] },
  get: { ours: [] as Measurement[], bare: [] as Measurement[] },
}
const body = buildBody()
try {
  // One round to warm up, then both servers in turn, so that they share whatever else the machine does.
  for (let round = -1; round < rounds; round++) {
    for (const name of ['bare', 'ours'] as const) {
      const server = servers[name]
      const plan = await call(server, 'POST', `/v2/plan?project_id=${server.project_id}`, '{}')
      const planId = (JSON.parse(plan) as { id: string }).id
      const post = await measure(server, () => call(server, 'POST', `/v2/stops?plan_id=${planId}`, body))
      const get = await measure(server, () => call(server, 'GET', `/v2/plan/${planId}`))
      const count = (JSON.parse(get.text) as { stops: unknown[] }).stops.length
      if (count !== stopCount) throw new Error(`${name} answers ${count} stops instead of ${stopCount}`)
      if (round < 0) continue
      results.post[name].push(post)
      results.get[name].push(get)
    }
  }
} finally {
  for (const server of Object.values(servers)) {
    server.process.send({ type: 'stop' })
    await once(server.process, 'exit')
  }
  rmSync(directory, { recursive: true, force: true })
}

const of = (list: readonly Measurement[], key: keyof Measurement) =>
  Math.round(median(list.map((measurement) => measurement[key])))
// The embedded database has one session: a read waits there for the transaction that runs, on the bare server too.
const database = process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'
console.log(
  `${stopCount} stops, ${(Buffer.byteLength(body) / 1_048_576).toFixed(2)} MiB, ${database}, median of ${rounds}`,
)
console.table(
  Object.fromEntries(
    (['post', 'get'] as const).flatMap((what) =>
      (['ours', 'bare'] as const).map((name) => {
        const list = results[what][name]
        return [
          `${what === 'post' ? 'POST /v2/stops' : 'GET /v2/plan/{id}'} ${name}`,
          {
            ms: of(list, 'milliseconds'),
            'CPU ms': of(list, 'cpuMilliseconds'),
            'other requests, ms': of(list, 'longestPlainMilliseconds'),
            'other reads, ms': of(list, 'longestReadMilliseconds'),
          },
        ]
      }),
    ),
  ),
)
const ratio = (what: 'post' | 'get', key: keyof Measurement) =>
  (of(results[what].ours, key) / of(results[what].bare, key)).toFixed(2)
console.log(
  `Ratio to the bare server: POST ${ratio('post', 'milliseconds')} (CPU ${ratio('post', 'cpuMilliseconds')}), ` +
    `GET ${ratio('get', 'milliseconds')} (CPU ${ratio('get', 'cpuMilliseconds')})`,
)
