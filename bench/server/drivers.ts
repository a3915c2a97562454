// Hundreds of simulated drivers against one process for minutes, while planners follow their plans on live pages: positions, scans, arrivals,
// reports; nothing lost, how long each call waits, and how long a report is under way to the screens.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { watchDatabase } from './database-waits.ts'
import type { Serving, Used } from './load-servers.ts'
import { createOwnDatabase } from './own-database.ts'
import { signIn } from './sign-in.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    drivers: { type: 'string' },
    planners: { type: 'string' },
    minutes: { type: 'string' },
    stops: { type: 'string' },
  },
  strict: false,
})
const driverCount = Number(options.drivers ?? (options.quick ? 50 : 500))
/** Live pages, spread over the plans. */
const plannerCount = Number(options.planners ?? (options.quick ? 20 : 200))
const minutes = Number(options.minutes ?? (options.quick ? 0.5 : 10))
const stopsPerRoute = Number(options.stops ?? 20)
const routesPerPlan = 50

/** Intervals of the app: a position every ten seconds, changes every twenty. */
const positionMilliseconds = 10_000
const changesMilliseconds = 20_000
/** Dispatchers who look at a plan every five seconds. */
const dispatcherCount = 5
const dispatcherMilliseconds = 5_000
const target = { p99Milliseconds: 250, onScreenMilliseconds: 1_000 }

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  body: any
}

interface SimulatedDriver {
  routeId: string
  token: string
  stops: { id: string; lat: number; lng: number; code: string }[]
  positions: number
  reports: Map<string, string>
}

const latencies = new Map<string, number[]>()
const planIds: string[] = []
let keyIndex = 0
const refused: string[] = []
/** When each report was sent, by its stop, and how long it took to each page of its plan. */
const reportedAt = new Map<string, number>()
const onScreen: number[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 600 })

const directory = mkdtempSync(join(tmpdir(), 'routewright-drivers-'))
const database = await createOwnDatabase('drivers')
const child = fork(new URL('./load-servers.ts', import.meta.url), ['ours', directory], {
  env: { ...process.env, DATABASE_URL: database?.url ?? '' },
})
try {
  const [serving] = (await once(child, 'message')) as [Serving]
  console.log(
    `${driverCount} drivers, ${stopsPerRoute} stops each, ${minutes} min, on ${database ? 'PostgreSQL' : 'the embedded database'}`,
  )
  const drivers = await createDrivers(serving)
  const pages = await openPages(serving)
  latencies.clear()
  const { cpuMilliseconds: cpuBefore } = await askUsed(child)
  const waits = database && (await watchDatabase(database.url))
  const begun = Date.now()
  await Promise.all([...drivers.map((driver) => drive(serving, driver, begun)), ...watchPlans(serving, begun)])
  const used = await askUsed(child)
  used.cpuMilliseconds -= cpuBefore
  // The last reports are still under way to the pages.
  await pause(2_000)
  for (const page of pages) page.destroy()
  await report(serving, drivers, (Date.now() - begun) / 1000, used)
  for (const { what, sessions } of (await waits?.stop()) ?? []) {
    if (sessions >= 0.01) console.log(`${sessions.toFixed(2).padStart(6)} sessions: ${what}`)
  }
} finally {
  agent.destroy()
  child.send({ type: 'stop' })
  await once(child, 'exit')
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
}

function send(address: string, method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string | number> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  }
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, body: text ? JSON.parse(text) : undefined }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

async function asDispatcher({ address, keys }: Serving, method: string, path: string, body?: unknown) {
  const key = keys[keyIndex++ % keys.length]!
  const answer = await send(address, method, `${path}${path.includes('?') ? '&' : '?'}private_key=${key}`, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function createDrivers(serving: Serving): Promise<SimulatedDriver[]> {
  const drivers: SimulatedDriver[] = []
  for (let first = 0; first < driverCount; first += routesPerPlan) {
    const plan = await asDispatcher(serving, 'POST', `/v2/plan?project_id=${serving.project_id}`, {})
    planIds.push(plan.id)
    const count = Math.min(routesPerPlan, driverCount - first)
    const routes = Array.from({ length: count }, (_, index) => newRoute(first + index))
    await asDispatcher(serving, 'POST', `/v2/routes?plan_id=${plan.id}`, routes)
    for (const route of await asDispatcher(serving, 'GET', `/v2/plan/${plan.id}/routes`)) {
      const { public_link } = await asDispatcher(serving, 'POST', `/v2/route/${route.id}/dispatch`)
      drivers.push({
        routeId: route.id,
        token: public_link.split('/d/')[1],
        stops: route.stops.map(
          (stop: { id: string; location: { lat: number; lng: number }; packages: { identifier: string }[] }) => ({
            id: stop.id,
            lat: stop.location.lat,
            lng: stop.location.lng,
            code: stop.packages[0]!.identifier,
          }),
        ),
        positions: 0,
        reports: new Map(),
      })
    }
  }
  return drivers
}

function newRoute(number: number): object {
  const lat = 47 + Math.floor(number / 25) * 0.02
  const lng = 9 + (number % 25) * 0.02
  return {
    label: `Route ${number}`,
    email: `driver${number}@example.test`,
    start_location: { lat, lng },
    stops: Array.from({ length: stopsPerRoute }, (_, index) => ({
      label: `Customer ${number}-${index}`,
      location: { lat: lat + index * 0.001, lng: lng + (index % 3) * 0.001 },
      packages: [{ identifier: `P-${number}-${index}` }],
    })),
  }
}

/** One call of a driver, timed; a refusal is remembered. */
async function timed(
  serving: Serving,
  driver: SimulatedDriver,
  name: string,
  method: string,
  path: string,
  body?: unknown,
) {
  const before = performance.now()
  const answer = await send(serving.address, method, `/driver/v1${path}`, body, driver.token)
  const known = latencies.get(name) ?? []
  latencies.set(name, known)
  known.push(performance.now() - before)
  if (answer.status >= 300) refused.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A driver's day, pressed into the minutes: loading, starting, and each stop in turn. */
async function drive(serving: Serving, driver: SimulatedDriver, begun: number): Promise<void> {
  const end = begun + minutes * 60_000
  const call = (name: string, method: string, path: string, body?: unknown) =>
    timed(serving, driver, name, method, path, body)
  await pause(Math.random() * Math.min(positionMilliseconds, minutes * 6_000))
  const session = await call('session', 'GET', '/session')
  for (const { id, code } of driver.stops) {
    // Loading takes a tenth of the day.
    await pause((Math.random() * minutes * 12_000) / driver.stops.length)
    await call('scan', 'POST', '/scan', { identifier: code, purpose: 'load', stop_id: id, client_id: randomUUID() })
  }
  await call('start', 'POST', '/start', {})
  const perStop = (end - Date.now()) / (driver.stops.length + 1)
  const riding = follow(call, driver, end)
  const looking = look(call, session.server_time, end)
  for (const stop of driver.stops) {
    await pause(perStop * (0.7 + Math.random() * 0.3))
    await call('arrive', 'POST', `/stop/${stop.id}/arrive`, { client_id: randomUUID() })
    await deliver(call, driver, stop)
  }
  await Promise.all([riding, looking])
}

type Call = (
  name: string,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ id: string; accepted: number; server_time: string }>

async function deliver(call: Call, driver: SimulatedDriver, stop: SimulatedDriver['stops'][number]): Promise<void> {
  const report = {
    type: 'service_report_completed',
    client_id: randomUUID(),
    created_at: new Date().toISOString(),
    location: { lat: stop.lat, lng: stop.lng },
    packages: [{ identifier: stop.code, scanned_at: new Date().toISOString() }],
    comments: 'Handed over.',
  }
  reportedAt.set(stop.id, performance.now())
  const { id } = await call('report', 'POST', `/stop/${stop.id}/report`, report)
  // One response in ten is lost: the app sends the report again.
  if (Math.random() < 0.1) {
    const again = await call('report again', 'POST', `/stop/${stop.id}/report`, report)
    if (again.id !== id) refused.push(`report again: another id, ${again.id} after ${id}`)
  }
  driver.reports.set(stop.id, report.client_id)
}

async function follow(call: Call, driver: SimulatedDriver, end: number): Promise<void> {
  let { lat, lng } = driver.stops[0]!
  while (Date.now() < end) {
    const next = Date.now() + positionMilliseconds
    lat += 0.0005 * Math.random()
    lng += 0.0003 * Math.random()
    const position = { lat, lng, recorded_at: new Date().toISOString(), speed: 9, accuracy: 8 }
    const { accepted } = await call('positions', 'POST', '/positions', { positions: [position] })
    driver.positions += accepted
    if (accepted !== 1) refused.push(`positions: ${accepted} of 1 accepted`)
    await pause(Math.max(0, next - Date.now()))
  }
}

async function look(call: Call, serverTime: string, end: number): Promise<void> {
  let since = serverTime
  while (Date.now() < end) {
    const next = Date.now() + changesMilliseconds
    since = (await call('changes', 'GET', `/changes?since=${encodeURIComponent(since)}`)).server_time
    await pause(Math.max(0, next - Date.now()))
  }
}

/** Planners who have a plan open; resolves once each stream has begun. */
async function openPages({ address, login }: Serving): Promise<{ destroy(): void }[]> {
  if (!login) throw new Error('Nobody can sign in to the server that is measured.')
  const cookie = await signIn(address, login)
  const pages = Array.from({ length: plannerCount }, (_, number) => {
    const planId = planIds[number % planIds.length]!
    return openPage(`${address}/app/v1/plan/${planId}/live`, cookie)
  })
  return await Promise.all(pages)
}

function openPage(url: string, cookie: string): Promise<{ destroy(): void }> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream answered ${response.statusCode}`))
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        resolve(sent)
        const events = (text + part).split('\n\n')
        text = events.pop()!
        for (const event of events) noteReport(event)
      })
      response.on('error', () => {})
    })
    sent.on('error', reject)
  })
}

function noteReport(event: string): void {
  const [, stopId] = /^event: report$[\s\S]*"stop_id":"(\w+)"/m.exec(event) ?? []
  const begun = stopId === undefined ? undefined : reportedAt.get(stopId)
  if (begun !== undefined) onScreen.push(performance.now() - begun)
}

function watchPlans(serving: Serving, begun: number): Promise<void>[] {
  const end = begun + minutes * 60_000
  return Array.from({ length: dispatcherCount }, async (_, dispatcher) => {
    const planId = planIds[dispatcher % planIds.length]!
    while (Date.now() < end) {
      const before = performance.now()
      await asDispatcher(serving, 'GET', `/v2/plan/${planId}/routes`)
      const known = latencies.get('(plan seen)') ?? []
      latencies.set('(plan seen)', known)
      known.push(performance.now() - before)
      await pause(dispatcherMilliseconds)
    }
  })
}

async function askUsed(server: ChildProcess): Promise<Used> {
  const answer = once(server, 'message') as Promise<[Used]>
  server.send({ type: 'used' })
  return (await answer)[0]
}

async function report(serving: Serving, drivers: SimulatedDriver[], seconds: number, used: Used) {
  console.log(
    `\n${'call'.padEnd(14)} ${'count'.padStart(8)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)} ${'max ms'.padStart(8)}`,
  )
  const all: number[] = []
  for (const [name, times] of [...latencies].sort()) {
    if (!name.startsWith('(')) all.push(...times)
    printLine(name, times)
  }
  printLine('all of drivers', all)
  printLine('on screens', onScreen)
  const expectedOnScreen = await countExpected(serving, drivers)
  const lost = await countLost(serving, drivers)
  if (onScreen.length < expectedOnScreen) lost.push(`${expectedOnScreen - onScreen.length} reports on screens`)
  const p99 = at(all, 0.99)
  console.log(`
calls a second     ${(all.length / seconds).toFixed(0)}
processor used     ${((used.cpuMilliseconds / 1000 / seconds) * 100).toFixed(0)} % of one core
statements a call  ${(used.statements / all.length).toFixed(1)}
event loop stood   ${used.loop.p99Milliseconds.toFixed(0)} ms (p99), ${used.loop.longestMilliseconds.toFixed(0)} ms at most
connections        somebody waited for one in ${(used.waitingForConnection.share * 100).toFixed(1)} % of looks, ${used.waitingForConnection.most} at most
refused or wrong   ${refused.length} ${refused.slice(0, 3).join('; ')}
lost or doubled    ${lost.length} ${lost.slice(0, 3).join('; ')}
p99                ${p99.toFixed(0)} ms (target ${target.p99Milliseconds} ms)
on screens         ${onScreen.length} of ${expectedOnScreen} reports on ${plannerCount} pages, p95 ${at(onScreen, 0.95).toFixed(0)} ms (target ${target.onScreenMilliseconds} ms)`)
  const isLate = p99 > target.p99Milliseconds || at(onScreen, 0.95) > target.onScreenMilliseconds
  if (refused.length + lost.length > 0 || isLate) process.exitCode = 1
}

function printLine(name: string, times: number[]): void {
  const cells = [times.length, at(times, 0.5), at(times, 0.99), at(times, 1)].map((value) =>
    value.toFixed(0).padStart(8),
  )
  console.log(`${name.padEnd(14)} ${cells.join(' ')}`)
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Each report once on each page of its plan. */
async function countExpected(serving: Serving, drivers: SimulatedDriver[]): Promise<number> {
  const reported = new Set(drivers.flatMap((driver) => [...driver.reports.keys()]))
  let expected = 0
  for (const [index, planId] of planIds.entries()) {
    const pages = Math.floor((plannerCount - index - 1) / planIds.length) + 1
    const stops: { id: string }[] = await asDispatcher(serving, 'GET', `/v2/plan/${planId}/stops`)
    expected += pages * stops.filter(({ id }) => reported.has(id)).length
  }
  return expected
}

/** Every report once, under its client_id; every parcel delivered; every position stored. */
async function countLost(serving: Serving, drivers: SimulatedDriver[]): Promise<string[]> {
  const lost: string[] = []
  const reported = new Map(drivers.flatMap((driver) => [...driver.reports]))
  for (const planId of planIds) {
    for (const stop of await asDispatcher(serving, 'GET', `/v2/plan/${planId}/stops`)) {
      const ids = stop.reports.map(({ client_id }: { client_id: string }) => client_id)
      if (ids.join() !== (reported.get(stop.id) ?? '')) lost.push(`stop ${stop.id}: ${ids.length} reports`)
      if (reported.has(stop.id) && stop.status !== 'completed') lost.push(`stop ${stop.id} is ${stop.status}`)
    }
  }
  const sent = drivers.reduce((sum, { positions }) => sum + positions, 0)
  if (database) {
    const { rows } = await database.query.query('select count(*)::int as count from positions')
    if (rows[0].count !== sent) lost.push(`positions: ${rows[0].count} stored, ${sent} sent`)
  }
  const expected = driverCount * stopsPerRoute
  if (reported.size !== expected) lost.push(`${expected - reported.size} stops were not reported`)
  return lost
}
