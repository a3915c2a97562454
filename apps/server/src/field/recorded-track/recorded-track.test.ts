// distance_traveled and tracing_percent, as a driver's positions and reports come in, in any order.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let route: { id: string; stops: { id: string }[] }
let drive: (method: string, path: string, body?: unknown) => ReturnType<typeof server.call>

/** Metres north of the depot, and east. */
const at = (north: number, east = 0) => ({ lat: 47.1 + north / 111_195.08, lng: 9.5 + east / 75_690 })
const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const readRoute = async () => (await call('GET', `/v2/route/${route.id}`)).body

/** The way north past A after 1 km to B after 2 km, and no way home. */
beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00Z')
  account = await server.createAccount()
  const plan = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: account.project_id })
  const stops = [{ location: at(1_000) }, { location: at(2_000) }]
  const input = { email: 'driver@example.test', start_location: at(0), stops }
  const created = await call('POST', '/v2/routes', [input], { plan_id: plan.body.id })
  route = (await call('GET', `/v2/route/${created.body[0].id}`)).body
  const dispatched = await call('POST', `/v2/route/${route.id}/dispatch`)
  const headers = { authorization: `Bearer ${dispatched.body.public_link.split('/d/')[1]}` }
  drive = (method, path, body) => server.call(method, `/driver/v1${path}`, { headers, body })
  expect((await drive('POST', '/start')).status).toBe(200)
})

/** Sends positions of one every ten seconds, the first at a moment; the clock stands at the last one then. */
async function send(from: string, places: { lat: number; lng: number }[], fields: object = {}) {
  const start = Date.parse(from)
  const recordedAt = (index: number) => new Date(start + index * 10_000).toISOString()
  const positions = places.map((place, index) => ({ ...place, ...fields, recorded_at: recordedAt(index) }))
  const latest = Date.parse(recordedAt(places.length - 1))
  if (latest > server.clock.now().getTime()) server.clock.set(new Date(latest))
  const answer = await drive('POST', '/positions', { positions })
  expect(answer.status, answer.text).toBe(200)
}

async function sendNow(places: { lat: number; lng: number }[]) {
  server.clock.advanceSeconds(8)
  await send(server.clock.now().toISOString(), places, { accuracy: 5 })
}

const line = (from: number, to: number, east = 0) =>
  Array.from({ length: 21 }, (_, index) => at(from + ((to - from) * index) / 20, east))

async function report(index: number) {
  server.clock.advanceSeconds(60)
  const answer = await call('POST', `/v3/stop/${route.stops[index]!.id}/report`, { type: 'service_report_completed' })
  expect(answer.status, answer.text).toBe(201)
}

test('the distance grows with each batch, and the share is known once a stop is finished', async () => {
  expect(await readRoute()).not.toHaveProperty('distance_traveled')
  await send('2026-03-02T08:10:00Z', line(0, 500))
  expect((await readRoute()).distance_traveled).toBeCloseTo(500, -1)
  await send('2026-03-02T08:20:00Z', line(500, 1_000))
  const before = await readRoute()
  expect(before.distance_traveled).toBeCloseTo(1_000, -1)
  expect(before).not.toHaveProperty('tracing_percent')
  await report(0)
  expect(await readRoute()).toMatchObject({ tracing_percent: 100 })
})

test('a way on another street is not the planned one, though it is as long', async () => {
  await send('2026-03-02T08:10:00Z', line(0, 1_000))
  await report(0)
  // Half a kilometre to the east, up, and back.
  await send('2026-03-02T08:30:00Z', line(1_000, 2_000, 500))
  await send('2026-03-02T08:34:10Z', [at(2_000)])
  await report(1)
  const { distance_traveled, tracing_percent } = await readRoute()
  expect(distance_traveled).toBeCloseTo(1_000 + 500 + 1_000 + 500, -2)
  // The first kilometre, and 100 m at both ends of the second.
  expect(tracing_percent).toBeGreaterThan(50)
  expect(tracing_percent).toBeLessThan(62)
})

test('what comes late, or once more, changes both as if it had come in time', async () => {
  await send('2026-03-02T08:10:00Z', line(0, 400))
  await send('2026-03-02T08:40:00Z', [at(1_000)])
  await report(0)
  expect((await readRoute()).tracing_percent).toBe(100)
  await send('2026-03-02T09:10:00Z', [at(2_000)])
  await report(1)
  const straight = await readRoute()
  expect(straight.distance_traveled).toBeCloseTo(2_000, -1)
  // Kept offline until now: between A and B the driver was 3 km away.
  await send('2026-03-02T08:50:00Z', [at(1_000, 3_000)])
  const late = await readRoute()
  expect(late.distance_traveled).toBeCloseTo(1_000 + 3_000 + Math.hypot(1_000, 3_000), -2)
  expect(late.tracing_percent).toBeLessThan(70)
  await send('2026-03-02T08:50:00Z', [at(1_000, 3_000)])
  expect(await readRoute()).toEqual(late)
})

test('a standing driver and bad positions add nothing', async () => {
  await send('2026-03-02T08:10:00Z', line(0, 500))
  await send(
    '2026-03-02T08:20:00Z',
    Array.from({ length: 30 }, (_, index) => at(500 + (index % 3) * 4)),
  )
  await send('2026-03-02T08:30:00Z', [at(500, 4_000)], { accuracy: 900 })
  expect((await readRoute()).distance_traveled).toBeCloseTo(500, -1)
})

const vaduz = { lat: 47.1411, lng: 9.5215 }
const berlin = { lat: 52.52, lng: 13.405 }
const nowhere = { lat: 0, lng: 0 }

test('one position far away changes neither the distance nor what is told', async () => {
  await send('2026-03-02T08:10:00Z', line(0, 500), { accuracy: 5 })
  const before = await readRoute()
  for (const [index, place] of [at(520), berlin, at(540), nowhere, at(560)].entries()) {
    const moment = new Date(Date.parse('2026-03-02T08:13:30Z') + 8_000 * index)
    await send(moment.toISOString(), [place], { accuracy: 5 })
    const route = await readRoute()
    const moved = Date.parse(route.estimated_end_time) - Date.parse(before.estimated_end_time)
    expect(Math.abs(moved)).toBeLessThan(300_000)
    expect(route.distance_traveled).toBeLessThan(600)
    expect(route.last_position.lat).toBeLessThan(47.2)
  }
  await report(0)
  expect((await readRoute()).distance_traveled).toBeCloseTo(560, -2)
})

test('a first position that nobody can have come to waits for a second one, and zero degrees is no place', async () => {
  const expected = (await readRoute()).estimated_end_time
  for (const place of [berlin, nowhere, nowhere]) {
    await sendNow([place])
    expect(await readRoute()).not.toHaveProperty('last_position')
  }
  const { estimated_end_time } = await readRoute()
  expect(Date.parse(estimated_end_time) - Date.parse(expected)).toBeLessThan(60_000)
  // Two that agree are believed.
  await sendNow([vaduz, vaduz])
  expect((await readRoute()).last_position).toMatchObject(vaduz)
})

test('a van that stands half an hour drives nothing, though its receiver is 50 m off', async () => {
  const next = randomNumbers(50)
  const off = () => 50 * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const start = Date.parse('2026-03-02T08:10:00Z')
  for (let batch = 0; batch < 12; batch++) {
    const places = Array.from({ length: 15 }, () => at(off(), off()))
    await send(new Date(start + 150_000 * batch).toISOString(), places)
  }
  expect((await readRoute()).distance_traveled).toBeLessThan(100)
  await report(0)
  expect((await readRoute()).distance_traveled).toBe(0)
})

test('arrivals and departures are noticed beside what the driver tells, and not told over it', async () => {
  const [stop] = route.stops
  const readStop = async () => (await call('GET', `/v2/stop/${stop!.id}`)).body
  const near = (moment: string, expected: string) =>
    expect(Math.abs(Date.parse(moment) - Date.parse(expected)), moment).toBeLessThan(30_000)
  await send(
    '2026-03-02T08:10:00Z',
    [0, 100, 200, 300, 400, 500, 600, 700, 800, 900].map((north) => at(north)),
  )
  expect(await readStop()).not.toHaveProperty('noticed_arrival_time')
  // From 08:11:40 on it stands 20 m before the address.
  await send(
    '2026-03-02T08:11:40Z',
    Array.from({ length: 12 }, (_, index) => at(980 + (index % 3) * 4)),
  )
  const there = await readStop()
  near(there.noticed_arrival_time, '2026-03-02T08:11:40Z')
  expect(there).not.toHaveProperty('noticed_departure_time')
  expect(there.status).toBe('pending')
  await drive('POST', `/stop/${stop!.id}/arrive`, { at: '2026-03-02T08:13:00Z' })
  await report(0)
  await send(
    '2026-03-02T08:14:40Z',
    [1_050, 1_150, 1_250, 1_350].map((north) => at(north)),
  )
  const left = await readStop()
  near(left.noticed_arrival_time, '2026-03-02T08:11:40Z')
  near(left.noticed_departure_time, '2026-03-02T08:14:30Z')
  expect(left.status).toBe('completed')
  expect(left.reports).toHaveLength(1)
  const [other] = route.stops.slice(1)
  expect((await call('GET', `/v2/stop/${other!.id}`)).body).not.toHaveProperty('noticed_arrival_time')
})

/** Numbers from 0 to 1, the same for the same seed (Lehmer, 1951). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
