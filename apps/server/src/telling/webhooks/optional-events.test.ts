// Events that only webhooks get that name them: arrivals, departures, reports to decide on, booked slots.
import { beforeEach, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { recordedEvents } from '../../../test/recorded-events.ts'
import { fanOutEvents } from '../../data/deliveries.sql.ts'

const server = useTestServer({ listen: true, annexes: 'all' })
const arrived = 'svc.drivers.2.stop.arrived'
const departed = 'svc.drivers.2.stop.departed'
const contradicted = 'svc.drivers.2.report.contradicted'
const booked = 'svc.planner.2.slot.booked'
let account: Account
let planId: string
let route: { id: string; stops: { id: string }[] }
let drive: (method: string, path: string, body?: unknown) => Promise<Answer>

/** Metres north of the depot. */
const at = (north: number) => ({ lat: 47.1 + north / 111_195.08, lng: 9.5 })

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const subscribe = (events: string[]) =>
  call('POST', '/v2/webhook', { url: 'https://receiver.example.test/hook', events })
const listOptional = async () =>
  (await recordedEvents(server, account))
    .filter(({ event_id }) => [arrived, departed, contradicted, booked].includes(event_id))
    .map(({ event_id, data }) => ({ event_id, data }))

async function createRoute(label: string, norths: readonly number[]) {
  const stops = norths.map((north) => ({ label: `${label} ${north}`, location: at(north) }))
  const input = { label, email: 'driver@example.test', start_location: at(0), stops }
  const [created] = await call('POST', '/v2/routes', [input], { plan_id: planId })
  const { public_link } = await call('POST', `/v2/route/${created.id}/dispatch`)
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  return {
    route: await call('GET', `/v2/route/${created.id}`),
    drive: (method: string, path: string, body?: unknown) =>
      server.call(method, `/driver/v1${path}`, { headers, body }),
  }
}

async function send(from: string, norths: readonly number[]) {
  const start = Date.parse(from)
  const positions = norths.map((north, index) => ({
    ...at(north),
    recorded_at: new Date(start + index * 10_000).toISOString(),
  }))
  server.clock.set(new Date(start + norths.length * 10_000))
  expect((await drive('POST', '/positions', { positions })).status).toBe(200)
}

const approach = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]
const stand = Array.from({ length: 12 }, (_, index) => 980 + (index % 3) * 4)
const leave = [1_050, 1_150, 1_250, 1_350]

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00Z')
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: account.project_id })).id
  const made = await createRoute('North', [1_000, 2_000])
  route = made.route
  drive = made.drive
  expect((await drive('POST', '/start')).status).toBe(200)
})

test('an arrival that the driver tells is an event, once', async () => {
  await subscribe([arrived])
  const [stop] = route.stops
  const path = `/stop/${stop!.id}/arrive`
  await drive('POST', path, { at: '2026-03-02T07:59:00Z' })
  await drive('POST', path, { at: '2026-03-02T08:00:00Z' })
  const data = { id: stop!.id, told_by: 'driver', arrived_at: '2026-03-02T07:59:00.000Z', status: 'pending' }
  expect(await listOptional()).toMatchObject([{ event_id: arrived, data }])
})

test('an arrival and a departure that positions show are events; the tap that follows is none', async () => {
  await subscribe([arrived, departed])
  await send('2026-03-02T08:10:00Z', approach)
  await send('2026-03-02T08:11:40Z', stand)
  await drive('POST', `/stop/${route.stops[0]!.id}/arrive`, {})
  await send('2026-03-02T08:14:40Z', leave)
  await send('2026-03-02T08:15:40Z', [1_450, 1_550])
  const { id } = route.stops[0]!
  expect(await listOptional()).toMatchObject([
    { event_id: arrived, data: { id, told_by: 'positions' } },
    { event_id: departed, data: { id, noticed_departure_time: expect.any(String) } },
  ])
})

test('a report that somebody has to decide on is an event', async () => {
  await subscribe([contradicted])
  const other = await createRoute('South', [3_000])
  const { id } = route.stops[0]!
  await call('PUT', `/v2/route/${other.route.id}/stops`, {
    stops: [...other.route.stops.map((stop: { id: string }) => stop.id), id],
  })
  await call('POST', `/v3/stop/${id}/report`, { type: 'service_report_canceled' })
  const report = { type: 'service_report_completed', client_id: 'r-1' }
  expect(await drive('POST', `/stop/${id}/report`, report)).toMatchObject({ status: 202 })
  await drive('POST', `/stop/${id}/report`, report)
  const data = { stop_id: id, reason: 'ended', state: 'open', route_id: route.id }
  expect(await listOptional()).toMatchObject([{ event_id: contradicted, data }])
})

test('a booked slot is an event', async () => {
  await subscribe([booked])
  const depot = { default_start_location: at(0), default_end_location: at(0) }
  await call('POST', '/v2/vehicle', { label: 'Van', ...depot }, { project_id: account.project_id })
  const stop = { location: at(4_000), duration: 300 }
  const body = { key: 'a', slot_id: '2026-03-03/28800-43200', stop }
  const held = await call('POST', `/app/v1/project/${account.project_id}/slot_promises`, body)
  expect(await listOptional()).toEqual([])
  await call('POST', `/app/v1/slot_promise/${held.id}/book`, {})
  await call('POST', `/app/v1/slot_promise/${held.id}/book`, {})
  const data = { id: held.id, state: 'booked', slot_id: body.slot_id, stop_id: expect.any(String) }
  expect(await listOptional()).toMatchObject([{ event_id: booked, data }])
})

test('nothing is written of them where no webhook names them, and a webhook without a list gets none', async () => {
  const everything = await subscribe([])
  const { id } = route.stops[0]!
  await drive('POST', `/stop/${id}/arrive`, {})
  expect(await listOptional()).toEqual([])
  const named = await subscribe([arrived])
  await drive('POST', `/stop/${route.stops[1]!.id}/arrive`, {})
  const { database, clock } = server.services
  await database.transaction((tx) => fanOutEvents(tx, clock.now(), 1_000))
  const rows = await database.db.selectFrom('webhook_deliveries').select(['webhook_id', 'event_id']).execute()
  const listEvents = (id: string) => rows.filter(({ webhook_id }) => webhook_id === id).map(({ event_id }) => event_id)
  expect(listEvents(named.id)).toEqual([arrived])
  expect(listEvents(everything.id)).not.toContain(arrived)
})
