// Failed deliveries: what their vehicles bring back, who has seen it, and when it goes back to the sender.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account
let planId: string
let routeId: string
let stops: string[]
let drive: (path: string, body: object) => ReturnType<typeof server.call>

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const getStop = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body
const listReturns = async () => (await call('GET', `/app/v1/plan/${planId}/returns`)).body
const again = (stopId: string) => call('POST', `/app/v1/stop/${stopId}/again`, {})
const fail = async (stopId: string) => {
  const answer = await drive(`stop/${stopId}/report`, { type: 'service_report_canceled', cancel_reason: 'closed' })
  expect(answer.status, answer.text).toBe(201)
}

/** One route under way: a delivery with two parcels, one with a weight, and one without goods. */
beforeEach(async () => {
  account = await server.createAccount()
  const made = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: account.project_id })
  planId = made.body.id
  const inputs = [
    { label: 'Ada', external_id: 'A-1', packages: [{ identifier: 'P1' }, { identifier: 'P2' }] },
    { label: 'Ben', weight: 5 },
    { label: 'Cleo' },
  ].map((entry, at) => ({ ...entry, location: { lat: 47.14 + at / 100, lng: 9.52 } }))
  stops = (await call('POST', '/v2/stops', inputs, { plan_id: planId })).body.map(({ id }: { id: string }) => id)
  const route = { email: 'driver@example.test', start_location: { lat: 47.13, lng: 9.52 } }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  await call('PUT', `/v2/route/${routeId}/stops`, { stops })
  const link = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link
  const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
  drive = (path, body) => server.call('POST', `/driver/v1/${path}`, { body, headers })
  await drive('start', {})
})

test('what was not delivered is expected back, by parcel, and ticked by driver and dispatcher', async () => {
  expect(await listReturns()).toEqual([])
  await drive(`stop/${stops[0]}/report`, { type: 'service_report_completed', packages: [{ identifier: 'P1' }] })
  await fail(stops[1]!)
  await fail(stops[2]!)
  const ada = { stop_id: stops[0], route_id: routeId, label: 'Ada', identifier: 'P2' }
  const ben = { stop_id: stops[1], route_id: routeId, label: 'Ben' }
  expect(await listReturns()).toMatchObject([ada, ben])
  const at = server.clock.now().toISOString()
  const handed = await drive('returned', { stop_id: stops[0], identifier: 'P2', at, client_id: 'one' })
  expect(handed.body.returns, handed.text).toMatchObject([{ ...ada, returned_at: at }, ben])
  expect(await getStop(stops[0]!)).toMatchObject({ returned_at: at, packages: [{}, { returned_at: at }] })
  const seen = await call('PUT', `/app/v1/plan/${planId}/returns`, { goods: [{ stop_id: stops[1] }], returned: true })
  expect(seen.body, seen.text).toMatchObject([{ returned_at: at }, { returned_at: at }])
  const taken = await call('PUT', `/app/v1/plan/${planId}/returns`, { goods: [{ stop_id: stops[1] }], returned: false })
  expect(taken.body[1]).not.toHaveProperty('returned_at')
  const none = await call('PUT', `/app/v1/plan/${planId}/returns`, { goods: [{ stop_id: stops[2] }], returned: true })
  expect(none.body).toMatchObject({ message_id: 'highway.stop.error.nothing_to_return' })
})

test('goods of a stop that moves to another day still come back today, and go out again with the vehicle that loads them', async () => {
  await fail(stops[1]!)
  const tomorrow = (
    await call('POST', '/v2/plan', { execution_date: '2026-03-03' }, { project_id: account.project_id })
  ).body.id
  await call('POST', '/v2/stop/move', { plan_id: tomorrow, stop_ids: [stops[1]] })
  await call('PUT', '/v2/stops/delete', { stop_ids: [stops[0]] })
  expect((await listReturns()).map((entry: { stop_id: string }) => entry.stop_id).sort()).toEqual(
    [stops[0], stops[0], stops[1]].sort(),
  )
  await drive('returned', { stop_id: stops[1] })
  expect(await getStop(stops[1]!)).toMatchObject({ status: 'pending', returned_at: expect.any(String) })
  const route = { email: 'driver@example.test', start_location: { lat: 47.13, lng: 9.52 } }
  const next = (await call('POST', '/v2/routes', [route], { plan_id: tomorrow })).body[0].id
  await call('PUT', `/v2/route/${next}/stops`, { stops: [stops[1]] })
  const link = (await call('POST', `/v2/route/${next}/dispatch`)).body.public_link
  await server.call('POST', '/driver/v1/start', { headers: { authorization: `Bearer ${link.split('/d/')[1]}` } })
  expect(await getStop(stops[1]!)).not.toHaveProperty('returned_at')
  expect(await listReturns()).toHaveLength(2)
})

test('after the last attempt, counted over all stops of the order, it goes back to the sender unless somebody decides otherwise', async () => {
  const headers = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
  const body = { settings: { max_attempts: 2 } }
  const set = await server.call('PUT', `/app/v1/project/${account.project_id}`, { headers, body })
  expect(set.status, set.text).toBe(200)
  await fail(stops[0]!)
  expect(await getStop(stops[0]!)).not.toHaveProperty('return_to_sender_at')
  expect((await again(stops[0]!)).status).toBe(200)
  await fail(stops[0]!)
  expect(await getStop(stops[0]!)).toMatchObject({ return_to_sender_at: expect.any(String) })
  expect((await call('GET', `/app/v1/stop/${stops[0]}/attempts`)).body).toEqual({ attempts: 2, max_attempts: 2 })
  expect((await again(stops[0]!)).body).toMatchObject({ message_id: 'highway.stop.error.returns_to_sender' })
  const decided = await call('POST', `/app/v1/stop/${stops[0]}/return_to_sender`, { returns: false })
  expect(decided.body, decided.text).not.toHaveProperty('return_to_sender_at')
  expect((await again(stops[0]!)).status).toBe(200)
  // Another stop of the same order has no attempt left.
  const location = { lat: 47.15, lng: 9.52 }
  const more = [{ external_id: 'A-1', location, weight: 1 }]
  const [second] = (await call('POST', '/v2/stops', more, { plan_id: planId })).body
  await call('PUT', `/v2/route/${routeId}/stops`, { stops: [...stops, second.id] })
  await fail(second.id)
  expect(await getStop(second.id)).toMatchObject({ return_to_sender_at: expect.any(String) })
  const span = { project_id: account.project_id, from_date: '2026-03-01', to_date: '2026-03-03' }
  const { total } = (await call('GET', '/app/v1/analytics', undefined, span)).body
  expect(total).toMatchObject({ attempts: 3, sender_stops: 1, first_attempt_stops: 0 })
})

test('a dispatcher decides it of a failed delivery only; giving up at the desk is no attempt', async () => {
  const send = (stopId: string, returns: boolean) =>
    call('POST', `/app/v1/stop/${stopId}/return_to_sender`, { returns })
  expect((await send(stops[1]!, true)).body).toMatchObject({ message_id: 'highway.stop.error.not_failed' })
  await drive(`stop/${stops[1]}/report`, { type: 'service_report_attempted', cancel_reason: 'closed' })
  await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
  expect((await send(stops[1]!, true)).body).toMatchObject({ return_to_sender_at: server.clock.now().toISOString() })
  expect((await call('GET', `/app/v1/stop/${stops[1]}/attempts`)).body).toEqual({ attempts: 1 })
})
