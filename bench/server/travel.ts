// Travel on the roads of an extract: what a new order by hand costs, and what optimizing a plan once more does not.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openRoadService, type RoadService } from '@routewright/roads'
import { MatrixCache } from '../../apps/server/src/geography/travel/matrix-cache.ts'
import { createRoadSource } from '../../apps/server/src/geography/travel/road-source.ts'
import type { TravelPoint } from '../../apps/server/src/geography/travel/travel.ts'
import type { CpuUsed, Serving } from './served.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    extract: { type: 'string' },
    /** Only what a new order by hand costs. */
    orders: { type: 'boolean', default: false },
  },
  strict: false,
})
const shared = process.env.ROUTEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../shared')
const extract = String(options.extract ?? join(shared, 'osm', 'porto-2015-06-roads.osm.pbf'))
const planSize = options.quick ? 1_000 : 5_000

interface Cost {
  cpuMilliseconds: number
  milliseconds: number
}

async function measure<T>(work: () => Promise<T>): Promise<Cost & { result: T }> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { result, cpuMilliseconds: (user + system) / 1_000, milliseconds: performance.now() - start }
}

function say(what: string, { cpuMilliseconds, milliseconds }: Cost, note = ''): void {
  const columns = [cpuMilliseconds, milliseconds].map((value) => value.toFixed(1).padStart(10))
  console.log(`${what.padEnd(52)}${columns.join('')}  ${note}`)
}

function median<T extends Cost>(costs: T[]): T {
  return costs.toSorted((a, b) => a.cpuMilliseconds - b.cpuMilliseconds)[costs.length >> 1]!
}

/** The same numbers in [0, 1) every time (a linear congruential generator). */
function createRandom(): () => number {
  let state = 20_261_120
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Places within a few hundred metres of a road. */
async function scatter(roads: RoadService, count: number): Promise<TravelPoint[]> {
  const { minLat, minLng, maxLat, maxLng } = roads.facts.bounds
  const random = createRandom()
  const found: TravelPoint[] = []
  while (found.length < count) {
    const places = Array.from({ length: count }, () => ({
      lat: minLat + random() * (maxLat - minLat),
      lng: minLng + random() * (maxLng - minLng),
    }))
    const snaps = await roads.snap(places)
    found.push(...places.filter((_, index) => (snaps[index]?.curbMeters ?? Infinity) < 300))
  }
  return found.slice(0, count)
}

async function benchTables(roads: RoadService, places: readonly TravelPoint[]): Promise<void> {
  const source = createRoadSource([roads], 'car', () => {})
  const cache = new MatrixCache(2 ** 30)
  const plan = places.slice(0, planSize)
  say(`matrix of ${planSize} places, first time`, await measure(() => cache.matrix(source, plan)))
  say('  optimized again', await measure(() => cache.matrix(source, plan)))
  const shuffled = plan.toSorted((a, b) => a.lng - b.lng)
  say('  in another order', await measure(() => cache.matrix(source, shuffled)))
  const route = plan.filter((_, index) => index % Math.floor(planSize / 150) === 0)
  say(`  of one route (${route.length} places)`, await measure(() => cache.matrix(source, route)))
  for (const added of [1, 10, 100]) {
    const more = [...plan, ...places.slice(planSize, planSize + added)]
    say(`  with ${added} new places`, await measure(() => cache.matrix(source, more)))
  }
  console.log(`  kept: ${(cache.facts.bytes / 2 ** 20).toFixed(0)} MB in ${cache.facts.tables} tables`)
}

interface Service {
  /** CPU of the service's process and elapsed time here, from the request to the response that was read. */
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Cost & { result: T }>
  projectId: string
  stop(): Promise<void>
}

/** The service as a process of its own: what it uses is not mixed with what the caller uses. */
async function startService(dataDirectory: string): Promise<Service> {
  const child = fork(new URL('./travel-server.ts', import.meta.url), [dataDirectory, extract])
  const [{ address, key, project_id }] = (await once(child, 'message')) as [Serving]
  const readCpu = async () => {
    const answer = once(child, 'message') as Promise<[CpuUsed]>
    child.send({ type: 'cpu' })
    return (await answer)[0].cpuMilliseconds
  }
  return {
    projectId: project_id,
    async call<T>(method: string, path: string, body?: object) {
      const payload = body && JSON.stringify(body)
      const url = `${address}${path}${path.includes('?') ? '&' : '?'}private_key=${key}`
      const headers = payload ? { 'content-type': 'application/json' } : undefined
      const cpu = await readCpu()
      const start = performance.now()
      const answer = await fetch(url, { method, headers, body: payload })
      const text = await answer.text()
      const milliseconds = performance.now() - start
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
      return { result: JSON.parse(text) as T, cpuMilliseconds: (await readCpu()) - cpu, milliseconds }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.send({ type: 'stop' })
      await ended
    },
  }
}

interface WithId {
  id: string
}

const orderRounds = 30
const orderLimitMilliseconds = 200

/** Elapsed time is the median and the 95th of a hundred; CPU the median. */
function sayOrders(what: string, costs: readonly Cost[]): void {
  const elapsed = costs.map((cost) => cost.milliseconds).toSorted((a, b) => a - b)
  const p95 = elapsed[Math.ceil(elapsed.length * 0.95) - 1]!
  const middle = elapsed[elapsed.length >> 1]!
  const { cpuMilliseconds } = median([...costs])
  const isKept = p95 <= orderLimitMilliseconds ? 'kept' : 'MISSED'
  say(
    what,
    { cpuMilliseconds, milliseconds: middle },
    `95 of 100 within ${p95.toFixed(1)}; limit ${orderLimitMilliseconds}: ${isKept}`,
  )
}

async function benchOrders(service: Service, places: readonly TravelPoint[]): Promise<void> {
  const { call, projectId } = service
  const plan = await call<WithId>('POST', `/v2/plan?project_id=${projectId}`, {})
  const [depot, ...others] = places.slice(0, 151)
  const stops = others.map(({ lat, lng }) => ({ location: { lat, lng }, duration: 60 }))
  const input = [{ start_location: depot, end_location: depot, stops }]
  const created = await call<WithId[]>('POST', `/v2/routes?plan_id=${plan.result.id}`, input)
  say('route of 150 stops created over HTTP', created)
  const path = `/v2/route/${created.result[0]!.id}/stops`
  const order = (await call<WithId[]>('GET', `/v2/plan/${plan.result.id}/stops`)).result.map((stop) => stop.id)
  const moved = []
  for (let round = 0; round < orderRounds; round++) {
    order.splice((round * 31) % 150, 0, ...order.splice((round * 17) % 150, 1))
    moved.push(await call('PUT', path, { stops: order }))
  }
  sayOrders(`  one stop moved by hand (${orderRounds} times)`, moved)
  const random = createRandom()
  const mixed = []
  for (let round = 0; round < orderRounds; round++) {
    mixed.push(await call('PUT', path, { stops: order.toSorted(() => random() - 0.5) }))
  }
  sayOrders(`  all stops in a new order (${orderRounds} times)`, mixed)
}

async function main(): Promise<void> {
  if (!existsSync(extract)) {
    console.log(`SKIPPED: there is no extract at ${extract} (set ROUTEWRIGHT_SHARED, or name one by --extract)`)
    return
  }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-travel-'))
  console.log(`${extract.split('/').at(-1)}: CPU of all threads and elapsed time, milliseconds`)
  try {
    const started = performance.now()
    const service = await startService(dataDirectory)
    try {
      console.log(`service on roads after ${(performance.now() - started).toFixed(0)} ms`)
      const roads = await openRoadService([extract], { profile: 'car', cacheDir: join(dataDirectory, 'map') })
      try {
        const places = await scatter(roads, planSize + 100)
        await benchOrders(service, places)
        if (!options.orders) await benchTables(roads, places)
      } finally {
        await roads.close()
      }
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

await main()
