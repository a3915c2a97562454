// Travel on the roads of an extract: what a new order by hand costs, and what optimizing a plan once more does not.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openRoadService, type RoadService } from '@routewright/roads'
import { readConfig } from '../src/config.ts'
import { createOrganization } from '../src/organizations/organizations.ts'
import { createServer, type Server } from '../src/server.ts'
import { MatrixCache } from '../src/travel/matrix-cache.ts'
import { createRoadSource } from '../src/travel/road-source.ts'
import type { TravelPoint } from '../src/travel/travel.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, extract: { type: 'string' } },
  strict: false,
})
const shared = process.env.ROUTEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../../shared')
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

type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<{ id: string } & { id: string }[]>

async function openAccount(server: Server): Promise<{ call: Call; projectId: string }> {
  const { services } = server
  const now = services.clock.now()
  const account = await services.database.transaction((tx) =>
    createOrganization({ tx, now, publicBase: '' }, { name: 'Bench' }),
  )
  const call: Call = async (method, path, body) => {
    const url = `${path}${path.includes('?') ? '&' : '?'}private_key=${account.api_key}`
    const answer = await server.app.inject({ method, url, ...(body ? { payload: body } : {}) })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  return { call, projectId: account.project_id }
}

async function benchReorder(server: Server, places: readonly TravelPoint[]): Promise<void> {
  const { call, projectId } = await openAccount(server)
  const plan = await call('POST', `/v2/plan?project_id=${projectId}`, {})
  const [depot, ...others] = places.slice(0, 151)
  const stops = others.map(({ lat, lng }) => ({ location: { lat, lng }, duration: 60 }))
  const input = [{ start_location: depot, end_location: depot, stops }]
  const created = await measure(() => call('POST', `/v2/routes?plan_id=${plan.id}`, input))
  say('route of 150 stops created over HTTP', created)
  const routeId = created.result[0]!.id
  const order = (await call('GET', `/v2/plan/${plan.id}/stops`)).map((stop) => stop.id)
  const put = (stopIds: string[]) => measure(() => call('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds }))
  const moved = []
  for (let round = 0; round < 9; round++) {
    order.splice((round * 31) % 150, 0, ...order.splice((round * 17) % 150, 1))
    moved.push(await put(order))
  }
  say('  one stop moved by hand (median of 9)', median(moved), 'whole request; at most 200 ms')
  const random = createRandom()
  const mixed = []
  for (let round = 0; round < 9; round++) mixed.push(await put(order.toSorted(() => random() - 0.5)))
  say('  all stops in a new order (median of 9)', median(mixed), 'whole request; at most 200 ms')
}

async function main(): Promise<void> {
  if (!existsSync(extract)) {
    console.log(`SKIPPED: there is no extract at ${extract} (set ROUTEWRIGHT_SHARED, or name one by --extract)`)
    return
  }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-travel-'))
  const config = readConfig({}, { dataDirectory, port: 0, logLevel: 'error', osmFiles: [extract], roadModes: ['car'] })
  console.log(`${extract.split('/').at(-1)}: CPU of all threads and elapsed time, milliseconds`)
  try {
    const server = await createServer(config, { inMemory: true })
    try {
      const opened = await measure(async () => {
        while (!server.services.roads.find('car')) await wait(5)
      })
      say('roads opened in the background', opened)
      const roads = await openRoadService([extract], { profile: 'car', cacheDir: join(dataDirectory, 'map') })
      try {
        const places = await scatter(roads, planSize + 100)
        await benchReorder(server, places)
        await benchTables(roads, places)
      } finally {
        await roads.close()
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

await main()
