// A stop that was not delivered is tried again on the same day: shown before it is done, undone until somebody has tried.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let routes: { id: string; drive: (path: string, body: object) => ReturnType<typeof server.call> }[]
let stops: string[]

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const again = (stopId: string, body?: object, preview = false) =>
  call('POST', `/app/v1/stop/${stopId}/again`, body, { preview: String(preview) })
const getStop = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body
const readOrder = async (routeId: string): Promise<string[]> =>
  (await call('GET', `/v2/route/${routeId}`)).body.stops.map(({ id }: { id: string }) => id)
const fail = (stopId: string, at = 0) =>
  routes[at]!.drive(`/driver/v1/stop/${stopId}/report`, { type: 'service_report_canceled', cancel_reason: 'closed' })

/** Two routes, of three stops and of one; the deliveries have goods. */
beforeEach(async () => {
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: account.project_id })).body
    .id
  const inputs = [0, 1, 2, 3].map((at) => ({ location: { lat: 47.14 + at / 100, lng: 9.52 }, weight: 5 }))
  stops = (await call('POST', '/v2/stops', inputs, { plan_id: planId })).body.map(({ id }: { id: string }) => id)
  const email = 'driver@example.test'
  const start_location = { lat: 47.13, lng: 9.52 }
  const bodies = [stops.slice(0, 3), stops.slice(3)].map(() => ({
    email,
    start_location,
    time_window: [28_800, 64_800],
  }))
  const made = (await call('POST', '/v2/routes', bodies, { plan_id: planId })).body
  routes = []
  for (const [at, own] of [stops.slice(0, 3), stops.slice(3)].entries()) {
    const { id } = made[at]
    await call('PUT', `/v2/route/${id}/stops`, { stops: own })
    const link = (await call('POST', `/v2/route/${id}/dispatch`)).body.public_link
    const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
    routes.push({ id, drive: (path, body) => server.call('POST', path, { body, headers }) })
  }
  await routes[0]!.drive('/driver/v1/start', {})
})

test('a look changes nothing and tells when it would be tried and what that costs', async () => {
  await fail(stops[0]!)
  const look = await again(stops[0]!, undefined, true)
  expect(look.status, look.text).toBe(200)
  const [effect] = look.body.effects
  expect(effect.route_id).toBe(routes[0]!.id)
  expect(effect.after.duration).toBeGreaterThan(effect.before.duration)
  const planned = effect.stops.find(({ stop_id }: { stop_id: string }) => stop_id === stops[0])
  expect(planned.planned_arrival_time).toBeGreaterThan(28_800)
  expect(await getStop(stops[0]!)).toMatchObject({ status: 'canceled' })
})

test('it joins what is left of the route that has its goods, and a second report ends it', async () => {
  await fail(stops[0]!)
  const done = await again(stops[0]!)
  expect(done.status, done.text).toBe(200)
  expect(await getStop(stops[0]!)).toMatchObject({ status: 'pending', route_id: routes[0]!.id, reports: [{}] })
  const plan = (await call('GET', `/v2/plan/${planId}`)).body
  expect(plan).toMatchObject({ pending_stops: 4, canceled_stops: 0 })
  const filed = await routes[0]!.drive(`/driver/v1/stop/${stops[0]}/report`, { type: 'service_report_completed' })
  expect(filed.status, filed.text).toBe(201)
  expect(await getStop(stops[0]!)).toMatchObject({ status: 'completed', reports: [{}, {}] })
})

test('its undo ends it as it had ended, on its old place; the redo opens it again', async () => {
  await fail(stops[1]!)
  const before = await readOrder(routes[0]!.id)
  const { undo } = (await again(stops[1]!)).body
  const undone = await call('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
  expect(undone.status, undone.text).toBe(200)
  expect(await getStop(stops[1]!)).toMatchObject({ status: 'canceled' })
  expect(await readOrder(routes[0]!.id)).toEqual(before)
  expect(await fail(stops[1]!)).toMatchObject({ status: 202, body: { reason: 'ended' } })
  const redone = await call('PUT', `/app/v1/plan/${planId}/arrangement`, undone.body.undo)
  expect(redone.status, redone.text).toBe(200)
  expect(await getStop(stops[1]!)).toMatchObject({ status: 'pending' })
})

test('nothing is undone once somebody has tried', async () => {
  await fail(stops[0]!)
  const { undo } = (await again(stops[0]!)).body
  await routes[0]!.drive(`/driver/v1/stop/${stops[0]}/report`, { type: 'service_report_completed' })
  const refused = await call('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
  expect(refused.body.message_id).toBe('highway.stop.error.already_executed')
  expect(await getStop(stops[0]!)).toMatchObject({ status: 'completed' })
})

test('goods aboard a van under way do not join another; those that are back go out with one that has not left', async () => {
  await fail(stops[0]!)
  const refused = await again(stops[0]!, { route_id: routes[1]!.id })
  expect(refused.body.message_id).toBe('highway.stop.error.fits_nowhere')
  for (const id of stops.slice(1, 3)) {
    await routes[0]!.drive(`/driver/v1/stop/${id}/report`, { type: 'service_report_completed' })
  }
  expect((await call('GET', `/v2/route/${routes[0]!.id}`)).body.status).toBe('finished')
  const done = await again(stops[0]!)
  expect(done.status, done.text).toBe(200)
  expect(await getStop(stops[0]!)).toMatchObject({ status: 'pending', route_id: routes[1]!.id })
  const undone = await call('PUT', `/app/v1/plan/${planId}/arrangement`, done.body.undo)
  expect(undone.status, undone.text).toBe(200)
  expect(await getStop(stops[0]!)).toMatchObject({ status: 'canceled', route_id: routes[0]!.id, order: 0 })
})

test('only what was not delivered is tried again', async () => {
  expect((await again(stops[0]!)).body.message_id).toBe('highway.stop.error.not_failed')
  await routes[0]!.drive(`/driver/v1/stop/${stops[0]}/report`, { type: 'service_report_completed' })
  expect((await again(stops[0]!)).body.message_id).toBe('highway.stop.error.already_executed')
})
