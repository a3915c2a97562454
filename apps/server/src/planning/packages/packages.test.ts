// Parcels: pending, picked, delivered by scans, whatever the status of their stop.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { recordedEvents, subscribe } from '../../../test/recorded-events.ts'

const server = useTestServer()
let account: Account
let planId: string
let routeId: string
let deliveryId: string
let pickupId: string
let token: string

function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  return server.call(method, path, { key: account.key, body, query })
}

const packages = async (stopId = deliveryId) => (await call('GET', `/v2/stop/${stopId}`)).body.packages

function scan(identifier: string, purpose: 'load' | 'pickup' | 'delivery', second: number, stop_id?: string) {
  const scanned_at = `2026-03-02T07:00:0${second}.000Z`
  const headers = { authorization: `Bearer ${token}` }
  return server.call('POST', '/driver/v1/scan', { headers, body: { identifier, purpose, scanned_at, stop_id } })
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const delivery = { label: 'd', packages: [{ identifier: 'A' }, { identifier: 'B' }], pickup: { label: 'p' } }
  const routes = [{ label: 'r', email: 'driver@example.test', stops: [delivery] }]
  const plan = await call('POST', '/v2/plan', { routes }, { project_id: account.project_id })
  planId = plan.body.id
  const [route] = (await call('GET', `/v2/plan/${planId}/routes`)).body
  routeId = route.id
  pickupId = route.stops[0].id
  deliveryId = route.stops[1].id
  const { public_link } = (await call('POST', `/v2/route/${routeId}/dispatch`)).body
  token = public_link.split('/d/')[1]
})

describe('package scans', () => {
  test('the scan while loading picks, the one at the delivery delivers; each sets its time', async () => {
    expect((await scan('A', 'load', 1)).status).toBe(200)
    expect(await packages()).toMatchObject([
      { identifier: 'A', status: 'picked', picked_at: '2026-03-02T07:00:01.000Z' },
      { identifier: 'B', status: 'pending' },
    ])
    await scan('A', 'delivery', 5)
    expect((await packages())[0]).toMatchObject({
      status: 'delivered',
      picked_at: '2026-03-02T07:00:01.000Z',
      delivered_at: '2026-03-02T07:00:05.000Z',
    })
  })

  test('a delivery scan of a pending package does both moves with one timestamp', async () => {
    await scan('B', 'delivery', 3)
    expect((await packages())[1]).toMatchObject({
      status: 'delivered',
      picked_at: '2026-03-02T07:00:03.000Z',
      delivered_at: '2026-03-02T07:00:03.000Z',
    })
  })

  test('a scan at the linked pickup stop picks, and never delivers', async () => {
    expect((await scan('A', 'pickup', 2, pickupId)).status).toBe(200)
    expect((await packages())[0]).toMatchObject({ status: 'picked', picked_at: '2026-03-02T07:00:02.000Z' })
  })

  test('a repeated scan changes nothing and answers 200; nothing goes back', async () => {
    await scan('A', 'delivery', 1)
    const before = await packages()
    expect((await scan('A', 'delivery', 7)).status).toBe(200)
    expect((await scan('A', 'load', 8)).status).toBe(200)
    expect(await packages()).toEqual(before)
  })

  test('two scans at once are one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => scan('A', 'delivery', i)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const [parcel] = await packages()
    expect(parcel.picked_at).toBe(parcel.delivered_at)
  })

  test('an unknown identifier is refused', async () => {
    expect(await scan('Z', 'load', 1)).toMatchObject({
      status: 400,
      body: { message_id: 'highway.package.error.not_found' },
    })
  })

  test('a stop can be terminal while its packages are in mixed states, and then its packages are locked', async () => {
    await scan('A', 'delivery', 1)
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    const stop = (await call('GET', `/v2/stop/${deliveryId}`)).body
    expect(stop.status).toBe('incomplete')
    expect(stop.packages.map((parcel: { status: string }) => parcel.status)).toEqual(['delivered', 'pending'])
    const body = { packages: [{ identifier: 'C' }] }
    const refused = await call('PUT', `/v2/stop/${deliveryId}`, body)
    expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.stop.error.packages_locked' } })
  })

  test('a scan records no event', async () => {
    await subscribe(server, account)
    await scan('A', 'delivery', 1)
    expect(await recordedEvents(server, account)).toEqual([])
  })
})
