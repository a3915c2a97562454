// Positions that come in by themselves: of known devices only, to the route that their van drives, each once, in any order.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { cleanUpPositionSources } from './positions.ts'

const server = useTestServer()
const morning = '2026-03-02T08:00:00.000Z'
let account: Account
let cookie: string
let planId: string
let vehicleId: string
let routeId: string
let source: { id: string; address: string }

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const project = { project_id: account.project_id }
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, project)).body.id
  vehicleId = (await call('POST', '/v2/vehicle', { label: 'Van 7', external_id: 'imei-7' }, project)).body.id
  const stops = [{ location: { lat: 47.14, lng: 9.52 } }, { location: { lat: 47.2, lng: 9.5 } }]
  const route = { label: 'North', email: 'driver@example.test', vehicle_id: vehicleId, stops }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  source = (await call('POST', '/app/v1/position_source', { project_id: account.project_id, label: 'Traccar' })).body
})
afterEach(() => server.clock.set(morning))

type Query = Record<string, string | number>
const call = (method: string, path: string, body?: unknown, query: Query = {}) =>
  server.call(method, path, { headers: { cookie }, body, query })
const devices = async () => (await call('GET', `/app/v1/position_source/${source.id}/devices`)).body
const route = async () => (await call('GET', `/v2/route/${routeId}`)).body
const path = () => new URL(source.address).pathname
const send = (body: unknown, query: Query = {}) => server.call('POST', path(), { body, query })
const at = (second: number) => new Date(Date.parse(morning) + second * 1_000).toISOString()
const position = (second: number, more: object = {}) => ({
  id: 'imei-7',
  lat: 47.14 + second / 10_000,
  lon: 9.52,
  timestamp: at(second),
  ...more,
})

async function start() {
  const { body } = await call('POST', `/v2/route/${routeId}/dispatch`)
  const headers = { authorization: `Bearer ${body.public_link.split('/d/')[1]}` }
  const drive = (method: string, to: string, sent?: unknown) =>
    server.call(method, `/driver/v1${to}`, { body: sent, headers })
  await drive('POST', '/start')
  return drive
}

describe('a position', () => {
  test('of a device that is called as a vehicle joins the route that this van drives', async () => {
    await start()
    server.clock.advanceSeconds(100)
    expect((await send(position(10, { bearing: 90 }))).body).toEqual({ received: 1, accepted: 1 })
    expect((await route()).last_position).toEqual({ lat: 47.141, lng: 9.52, orientation: 90, created_at: at(10) })
    expect(await devices()).toMatchObject([{ device_id: 'imei-7', vehicle_id: vehicleId, result: 'stored' }])
  })

  test('counts once, whoever sends it again, and an older one does not move the van back', async () => {
    const drive = await start()
    server.clock.advanceSeconds(100)
    await send([position(10), position(30)])
    expect((await send([position(10), position(30), position(20)])).body).toEqual({ received: 3, accepted: 1 })
    const phone = { lat: 47.143, lng: 9.52, recorded_at: at(30) }
    expect((await drive('POST', '/positions', { positions: [phone] })).body).toEqual({ accepted: 0 })
    expect((await route()).last_position.created_at).toBe(at(30))
    expect((await route()).distance_traveled).toBeGreaterThan(0)
  })

  test('in a query string, as Traccar and simple trackers send it', async () => {
    await start()
    server.clock.advanceSeconds(60)
    const query = { id: 'imei-7', lat: 47.15, lon: 9.52, timestamp: Date.parse(at(30)) }
    const answer = await server.call('GET', path(), { query })
    expect(answer, answer.text).toMatchObject({ status: 200, body: { accepted: 1 } })
    const posted = await server.call('POST', path(), { query: { ...query, timestamp: Date.parse(at(40)) } })
    expect(posted.body).toEqual({ received: 1, accepted: 1 })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asForm = await server.call('POST', path(), {
      headers,
      body: `id=imei-7&lat=47.16&lon=9.52&timestamp=${at(50)}`,
    })
    expect(asForm.body).toEqual({ received: 1, accepted: 1 })
  })

  test('that cannot be read is refused by the name of what is wrong', async () => {
    for (const answer of [await send('{'), await send(position(1, { lat: 91 })), await send({ lat: 47, lon: 9 })]) {
      expect(answer.status, answer.text).toBe(400)
    }
    const answer = await server.call('GET', path(), { query: { id: 'imei-7', lat: 47 } })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('lon: must be a number') } })
  })

  test('of OwnTracks is answered by an empty list of commands', async () => {
    const answer = await send({ _type: 'location', lat: 47.1, lon: 9.5, tst: 1772438368, topic: 'owntracks/fleet/van' })
    expect(answer).toMatchObject({ status: 200, body: [] })
    expect(await devices()).toMatchObject([{ device_id: 'fleet/van', result: 'no_vehicle' }])
  })

  test('of a van that is on no route is not kept: before the start, after the end, and with a clock ahead', async () => {
    await send(position(-60))
    expect(await devices()).toMatchObject([{ result: 'no_route' }])
    await start()
    expect((await send([position(-60), position(400)])).body).toEqual({ received: 2, accepted: 0 })
    expect((await send(position(400))).body.accepted).toBe(0)
    expect(await devices()).toMatchObject([{ result: 'wrong_time' }])
    server.clock.advanceSeconds(100)
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    server.clock.advanceSeconds(600)
    expect((await send([position(650), position(50)])).body).toEqual({ received: 2, accepted: 1 })
    expect((await route()).last_position.created_at).toBe(at(50))
  })
})

describe('devices', () => {
  test('that nobody knows are listed until somebody says which vehicle they are in', async () => {
    await start()
    server.clock.advanceSeconds(100)
    const sent = position(10, { id: 'unknown', name: 'Blue box' })
    expect((await send(sent)).body).toEqual({ received: 1, accepted: 0 })
    const [device] = await devices()
    expect(device).toMatchObject({ device_id: 'unknown', name: 'Blue box', result: 'no_vehicle' })
    expect(device.vehicle_id).toBeUndefined()
    const itsPath = `/app/v1/position_source/${source.id}/device/${device.id}`
    expect((await call('PUT', itsPath, { vehicle_id: vehicleId })).body.vehicle_id).toBe(vehicleId)
    expect((await send(sent)).body).toEqual({ received: 1, accepted: 1 })
    expect((await call('PUT', itsPath, { vehicle_id: null })).body.vehicle_id).toBeUndefined()
    expect((await send(position(20, { id: 'unknown' }))).body.accepted).toBe(0)
  })

  test('take vehicles of their own project only', async () => {
    await send(position(10, { id: 'unknown' }))
    const [device] = await devices()
    const { body: project } = await call('POST', '/app/v1/project', { label: 'Other' })
    const other = await call('POST', '/v2/vehicle', { label: 'Elsewhere' }, { project_id: project.id })
    expect(other.status, other.text).toBe(201)
    const answer = await call('PUT', `/app/v1/position_source/${source.id}/device/${device.id}`, {
      vehicle_id: other.body.id,
    })
    expect(answer.status).toBe(404)
  })

  test('that are silent are forgotten, but for those in vehicles', async () => {
    await send([position(1), position(1, { id: 'unknown' })])
    server.clock.advanceSeconds(91 * 86_400)
    await cleanUpPositionSources(server.services)
    cookie = await server.signIn(account.user_id)
    expect(await devices()).toMatchObject([{ device_id: 'imei-7' }])
  })
})

describe('a source', () => {
  test('is found by its address alone, until it is off, renewed or deleted', async () => {
    const first = path()
    const status = async (to: string) => (await server.call('POST', to, { body: position(1) })).status
    expect(await status(first)).toBe(200)
    expect(await status(`${first.slice(0, -1)}${first.endsWith('x') ? 'y' : 'x'}`)).toBe(404)
    const own = `/app/v1/position_source/${source.id}`
    await call('PUT', own, { enabled: false })
    expect(await status(first)).toBe(404)
    await call('PUT', own, { enabled: true, label: 'Trackers' })
    expect((await call('GET', '/app/v1/position_sources')).body).toMatchObject([{ label: 'Trackers' }])
    source = (await call('POST', `${own}/address`)).body
    expect(await status(first)).toBe(404)
    expect(await status(path())).toBe(200)
    await call('DELETE', own)
    expect(await status(path())).toBe(404)
    expect((await call('GET', `${own}/devices`)).status).toBe(404)
  })

  test('is a matter of managers, and its address stands nowhere readable', async () => {
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    const own = await server.signIn(user_id)
    const answer = await server.call('GET', '/app/v1/position_sources', { headers: { cookie: own } })
    expect(answer.status).toBe(403)
    const { rows } = await server.services.database.executeSql('select * from position_sources')
    expect(JSON.stringify(rows)).not.toContain(source.address.split('/').at(-1))
  })
})

describe('a track of a file', () => {
  const gpx = (points: [second: number, lat: number][]) =>
    `<gpx version="1.1"><trk><trkseg>${points
      .map(([second, lat]) => `<trkpt lat="${lat}" lon="9.52"><time>${at(second)}</time></trkpt>`)
      .join('')}</trkseg></trk></gpx>`

  test('joins what was recorded of its route, once; points of another time are left out', async () => {
    await start()
    server.clock.advanceSeconds(4_000)
    const file = gpx([
      [-7_200, 47.1],
      [600, 47.15],
      [900, 47.16],
    ])
    const answer = await call('POST', `/app/v1/route/${routeId}/track`, { gpx: file })
    expect(answer, answer.text).toMatchObject({ status: 200, body: { points: 3, outside: 1, accepted: 2 } })
    expect((await call('POST', `/app/v1/route/${routeId}/track`, { gpx: file })).body.accepted).toBe(0)
    expect((await route()).distance_traveled).toBeGreaterThan(1_000)
  })

  test('of another day is refused, as is what is no GPX', async () => {
    const refused = async (text: string) =>
      (await call('POST', `/app/v1/route/${routeId}/track`, { gpx: text })).body.message
    expect(await refused(gpx([[-40 * 86_400, 47.1]]))).toContain('no point with a time between')
    expect(await refused('a text')).toContain('gpx: is no XML that can be read')
  })
})
