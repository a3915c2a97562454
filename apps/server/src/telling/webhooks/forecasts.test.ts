// Events that tell what is about to happen: by the thresholds of each webhook, once for each cause, and only where they are named.
import { beforeEach, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { type RecordedEvent, recordedEvents } from '../../../test/recorded-events.ts'
import { fanOutEvents } from '../../data/deliveries.sql.ts'
import { cleanUpWebhooks } from './deliver.ts'
import { forecastNext } from './forecasts.ts'

const server = useTestServer({ annexes: 'all' })
const expected = 'svc.drivers.2.stop.expected'
const approached = 'svc.drivers.2.stop.approached'
const atRisk = 'svc.drivers.2.stop.window_at_risk'
const delayed = 'svc.drivers.2.route.delayed'
const positioned = 'svc.drivers.2.route.positioned'
const changed = 'svc.planner.2.slot.changed'
let account: Account
let planId: string

/** Metres north of the depot. */
const at = (north: number) => ({ lat: 47.1 + north / 111_195.08, lng: 9.5 })

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const subscribe = (events: string[], thresholds: object = {}) =>
  call('POST', '/v2/webhook', { url: 'https://receiver.example.test/hook', events, ...thresholds })

type Drive = (method: string, path: string, body?: unknown) => Promise<Answer>

async function createRoute(stops: readonly object[]) {
  const input = { label: 'North', email: 'driver@example.test', start_location: at(0), end_location: at(0), stops }
  const [created] = await call('POST', '/v2/routes', [input], { plan_id: planId })
  const { public_link } = await call('POST', `/v2/route/${created.id}/dispatch`)
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  const drive: Drive = (method, path, body) => server.call(method, `/driver/v1${path}`, { headers, body })
  expect((await drive('POST', '/start')).status).toBe(200)
  return { id: created.id as string, stops: created.stops as { id: string }[], drive }
}

/** The van is seen at a place, in metres north of the depot: two positions, as the first of a route needs another. */
async function seeAt(drive: Drive, moment: string, north: number) {
  server.clock.set(moment)
  const positions = [20_000, 10_000, 0].map((before) => ({
    ...at(north - before / 1_000),
    recorded_at: new Date(Date.parse(moment) - before).toISOString(),
  }))
  expect((await drive('POST', '/positions', { positions })).status).toBe(200)
  return forecast()
}

/** Looks at all routes that are noted; returns what that recorded, without the events before. */
async function forecast(): Promise<RecordedEvent[]> {
  const before = (await listForecasts()).length
  let found = true
  while (found) found = await forecastNext(server.services)
  return (await listForecasts()).slice(before)
}

async function listForecasts(): Promise<RecordedEvent[]> {
  const kinds = [expected, approached, atRisk, delayed, positioned, changed]
  return (await recordedEvents(server, account)).filter(({ event_id }) => kinds.includes(event_id))
}

const listNames = (events: readonly RecordedEvent[]) => events.map(({ event_id, data }) => [event_id, data.id])

async function listDeliveries() {
  const { database, clock } = server.services
  await database.transaction((tx) => fanOutEvents(tx, clock.now(), 1_000))
  return database.db.selectFrom('webhook_deliveries').select(['webhook_id', 'event_id', 'resource_id']).execute()
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00Z')
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: account.project_id })).id
})

test('an arrival within the minutes of a subscription is told to that subscription, once', async () => {
  const soon = await subscribe([expected], { expected_within_minutes: 5 })
  const long = await subscribe([expected], { expected_within_minutes: 240 })
  const { stops, drive } = await createRoute([{ location: at(1_000) }, { location: at(30_000) }])
  const [first, second] = stops
  const told = await forecast()
  expect(listNames(told).toSorted()).toEqual(
    [
      [expected, first!.id],
      [expected, first!.id],
      [expected, second!.id],
    ].toSorted(),
  )
  expect(told[0]).toMatchObject({
    meta: { actor: { type: 'system' }, changes: [] },
    data: { minutes_ahead: expect.any(Number), estimated_arrival_time: expect.any(String), status: 'pending' },
  })
  expect(await seeAt(drive, '2026-03-02T08:01:00Z', 300)).toEqual([])
  const deliveries = (await listDeliveries()).filter(({ event_id }) => event_id === expected)
  const listStops = (id: string) =>
    deliveries.filter(({ webhook_id }) => webhook_id === id).map(({ resource_id }) => resource_id)
  expect(listStops(soon.id)).toEqual([first!.id])
  expect(listStops(long.id).toSorted()).toEqual([first!.id, second!.id].toSorted())
})

test('after a failed attempt the next visit is told again', async () => {
  await subscribe([expected])
  const { stops, drive } = await createRoute([{ location: at(1_000) }])
  const { id } = stops[0]!
  expect(listNames(await forecast())).toEqual([[expected, id]])
  server.clock.set('2026-03-02T08:05:00Z')
  const report = { type: 'service_report_attempted', client_id: 'a', cancel_reason: 'Nobody there' }
  expect((await drive('POST', `/stop/${id}/report`, report)).status).toBe(201)
  expect(listNames(await forecast())).toEqual([[expected, id]])
})

test('the next stop is told when the last position is within the metres; a later one that is passed is not', async () => {
  await subscribe([approached], { within_meters: 400 })
  const { stops, drive } = await createRoute([{ location: at(5_000) }, { location: at(1_000) }])
  expect(await seeAt(drive, '2026-03-02T08:02:00Z', 900)).toEqual([])
  expect(await seeAt(drive, '2026-03-02T08:06:00Z', 4_500)).toEqual([])
  const [event] = await seeAt(drive, '2026-03-02T08:06:30Z', 4_700)
  expect(event).toMatchObject({ event_id: approached, data: { id: stops[0]!.id, meters_ahead: 300 } })
  expect(await seeAt(drive, '2026-03-02T08:07:00Z', 4_900)).toEqual([])
})

test('a stop that the driver has reached is neither expected nor approached', async () => {
  await subscribe([expected, approached], { expected_within_minutes: 1, within_meters: 50 })
  const { stops, drive } = await createRoute([{ location: at(3_000) }])
  expect(await forecast()).toEqual([])
  expect((await drive('POST', `/stop/${stops[0]!.id}/arrive`, {})).status).toBe(200)
  expect(await seeAt(drive, '2026-03-02T08:10:00Z', 3_000)).toEqual([])
})

test('a window at risk is told by its last end, and again when the windows change', async () => {
  await subscribe([atRisk], { late_by_minutes: 10 })
  const windows = (end: number) => [
    [28_800, 29_000],
    [29_100, end],
  ]
  const { stops, drive } = await createRoute([
    { location: at(1_000), time_windows: windows(40_000) },
    { location: at(2_000), time_windows: windows(32_400) },
    { location: at(3_000) },
  ])
  expect(await forecast()).toEqual([])
  expect(await seeAt(drive, '2026-03-02T08:40:00Z', 100)).toEqual([])
  expect(await seeAt(drive, '2026-03-02T08:52:00Z', 110)).toEqual([])
  const [event, ...more] = await seeAt(drive, '2026-03-02T09:05:00Z', 200)
  expect(more).toEqual([])
  expect(event).toMatchObject({ event_id: atRisk, data: { id: stops[1]!.id, minutes_late: expect.any(Number) } })
  expect(event!.data.minutes_late).toBeGreaterThanOrEqual(10)
  expect(await seeAt(drive, '2026-03-02T09:16:00Z', 300)).toEqual([])
  await call('PUT', `/v2/stop/${stops[1]!.id}`, { time_windows: windows(32_460) })
  expect(listNames(await seeAt(drive, '2026-03-02T09:17:00Z', 400))).toEqual([[atRisk, stops[1]!.id]])
})

test('a delay of the route is told once, with the route', async () => {
  await subscribe([delayed], { delayed_by_minutes: 30 })
  const { id, drive } = await createRoute([{ location: at(1_000) }])
  const { planned_end_time } = await call('GET', `/v2/route/${id}`)
  const [onTime, late, later] = [60, 2_400, 3_000].map((seconds) =>
    new Date(Date.parse('2026-03-02T00:00:00Z') + (planned_end_time + seconds) * 1_000).toISOString(),
  )
  expect(await seeAt(drive, onTime!, 1_000)).toEqual([])
  const [event] = await seeAt(drive, late!, 1_010)
  expect(event).toMatchObject({ event_id: delayed, data: { id, status: 'in_transit' } })
  expect(event!.data.minutes_late).toBeGreaterThanOrEqual(40)
  expect(await seeAt(drive, later!, 1_020)).toEqual([])
})

test('positions are told with a pause between them, and no position twice', async () => {
  await subscribe([positioned], { position_every_seconds: 120 })
  const { id, stops, drive } = await createRoute([{ location: at(9_000) }])
  const [event] = await seeAt(drive, '2026-03-02T08:01:00Z', 500)
  expect(event).toMatchObject({ event_id: positioned, data: { id, position: at(500) } })
  expect(await seeAt(drive, '2026-03-02T08:02:00Z', 1_000)).toEqual([])
  expect(listNames(await seeAt(drive, '2026-03-02T08:03:30Z', 1_500))).toEqual([[positioned, id]])
  server.clock.set('2026-03-02T08:20:00Z')
  await drive('POST', `/stop/${stops[0]!.id}/arrive`, {})
  expect(await forecast()).toEqual([])
})

test('receivers that drop repeats keep two forecasts of one stop apart', async () => {
  await subscribe([expected, atRisk], { late_by_minutes: 0 })
  const { drive } = await createRoute([{ location: at(1_000), time_windows: [[28_800, 28_860]] }])
  await forecast()
  await seeAt(drive, '2026-03-02T08:30:00Z', 500)
  const names = (await listForecasts()).map(({ event_id, data }) => [event_id, data.id, data.updated_at].join(' '))
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(2)
})

test('no route is noted where no webhook of the organization names a forecast, and none is told of another project', async () => {
  const { database } = server.services
  const listNotes = () => database.db.selectFrom('forecast_notes').selectAll().execute()
  await subscribe([])
  await subscribe(['svc.drivers.2.stop.arrived'])
  const off = await subscribe([expected])
  await call('PUT', `/v2/webhook/${off.id}`, { enabled: false })
  const { drive } = await createRoute([{ location: at(1_000) }])
  await drive('POST', '/positions', { positions: [{ ...at(10), recorded_at: '2026-03-02T08:00:00Z' }] })
  expect(await listNotes()).toEqual([])
  await subscribe([expected], { project_id: await server.createProject(account) })
  expect(await seeAt(drive, '2026-03-02T08:01:00Z', 100)).toEqual([])
})

test('thresholds are read, changed and cleared with the webhook, within their bounds', async () => {
  const webhook = await subscribe([expected], { expected_within_minutes: 20, within_meters: 50 })
  expect(webhook).toMatchObject({ expected_within_minutes: 20, within_meters: 50 })
  const path = `/v2/webhook/${webhook.id}`
  const cleared = await call('PUT', path, { expected_within_minutes: null })
  expect(cleared).not.toHaveProperty('expected_within_minutes')
  expect(cleared).toMatchObject({ within_meters: 50 })
  const refused = await server.call('PUT', path, { key: account.key, body: { within_meters: 49 } })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('within_meters') } })
})

test('what was told a month ago is forgotten', async () => {
  const { database } = server.services
  const { id } = await subscribe([expected])
  await createRoute([{ location: at(1_000) }])
  await forecast()
  const listTold = () =>
    database.db.selectFrom('told_forecasts').select('event_id').where('webhook_id', '=', id).execute()
  expect(await listTold()).toHaveLength(1)
  server.clock.set('2026-04-02T08:00:00Z')
  await cleanUpWebhooks(server.services)
  expect(await listTold()).toEqual([])
})

test('a booked slot that moves, changes by hand or is given up is told; a hold is not', async () => {
  await subscribe([changed])
  const depot = { default_start_location: at(0), default_end_location: at(0) }
  await call('POST', '/v2/vehicle', { label: 'Van', ...depot }, { project_id: account.project_id })
  const hold = { key: 'a', slot_id: '2026-03-03/28800-43200', stop: { location: at(4_000), duration: 300 } }
  const { id } = await call('POST', `/app/v1/project/${account.project_id}/slot_promises`, hold)
  const path = `/app/v1/slot_promise/${id}`
  await call('POST', `${path}/move`, { slot_id: '2026-03-03/28800-39600' })
  expect(await listForecasts()).toEqual([])
  await call('POST', `${path}/book`, {})
  await call('POST', `${path}/move`, { slot_id: '2026-03-03/43200-57600' })
  await call('POST', `${path}/window`, { time_windows: [[50_000, 60_000]], agreed_by: 'Dana' })
  await call('POST', `${path}/release`, {})
  expect((await listForecasts()).map(({ data }) => [data.id, data.slot_id, data.state, data.agreed_by])).toEqual([
    [id, '2026-03-03/43200-57600', 'booked', undefined],
    [id, '2026-03-03/43200-57600', 'booked', 'Dana'],
    [id, '2026-03-03/43200-57600', 'released', 'Dana'],
  ])
})
