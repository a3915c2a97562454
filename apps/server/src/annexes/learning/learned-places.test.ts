// Doors and parking places learned from past days: what is found in reports and tracks, when vans go there, and what people say of it by hand.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { learnAll } from './learning.job.ts'

const server = useTestServer()
let account: Account
let clientId: string

const map = { lat: 47.1234, lng: 9.5678 }
const location = { ...map, label: 'Feldweg 1, Vaduz', city: 'Vaduz' }
/** Metres north and east of the place on the map. */
const at = (north: number, east = 0) => ({ lat: map.lat + north / 111_195, lng: map.lng + east / 75_690 })
const depot = at(-2_000)
/** The yard at the back of the house: 120 m from the map's point; vans park 90 m away. */
const door = at(120)
const kerb = at(90, 10)

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const learning = (method: string, body?: object, path = '') =>
  call(method, `/app/v1/project/${account.project_id}/learning${path}`, body)
const places = async () => (await call('GET', '/app/v1/learned_places', undefined, ofProject())).docs

interface Drive {
  day: number
  reported?: { lat: number; lng: number }
  stop?: object
  hasTrack?: boolean
}

/** Drives a route with one stop; the phone moves to the door, where the driver reports. Returns the stop. */
async function drive({ day, reported = door, stop = { client_id: clientId, location }, hasTrack = true }: Drive) {
  const date = `2026-03-${String(day).padStart(2, '0')}`
  server.clock.set(`${date}T08:00:00Z`)
  const plan = await call('POST', '/v2/plan', { execution_date: date }, ofProject())
  const [created] = await call(
    'POST',
    '/v2/routes',
    [{ email: 'd@example.test', start_location: depot, stops: [stop] }],
    {
      plan_id: plan.id,
    },
  )
  const route = await call('GET', `/v2/route/${created.id}`)
  const { public_link } = await call('POST', `/v2/route/${route.id}/dispatch`)
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  const asDriver = async (path: string, body?: unknown) => {
    const answer = await server.call('POST', `/driver/v1${path}`, { headers, body })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  await asDriver('/start')
  const stopId = route.stops[0].id
  if (hasTrack) await asDriver('/positions', { positions: track(date) })
  server.clock.set(`${date}T08:07:00Z`)
  await asDriver(`/stop/${stopId}/report`, { type: 'service_report_completed', location: reported, time_in_stop: 150 })
  return call('GET', `/v2/stop/${stopId}`)
}

/** Ten metres a second to the kerb, a walk to the door, a minute there, and back. */
function track(date: string) {
  const start = Date.parse(`${date}T08:00:00Z`)
  const way = (from: typeof map, to: typeof map, steps: number) =>
    Array.from({ length: steps + 1 }, (_, step) => ({
      lat: from.lat + ((to.lat - from.lat) * step) / steps,
      lng: from.lng + ((to.lng - from.lng) * step) / steps,
    }))
  const points = [...way(depot, kerb, 21), ...way(kerb, door, 3), door, door, door, door, door, door, door, door, door]
  server.clock.set(new Date(start + points.length * 10_000))
  return points.map((point, step) => ({
    ...point,
    accuracy: 6,
    recorded_at: new Date(start + step * 10_000).toISOString(),
  }))
}

const newStop = async (input: object = { client_id: clientId, location }) => {
  const { id } = await call('POST', '/v2/plan', {}, ofProject())
  return (await call('POST', '/v2/stops', [input], { plan_id: id }))[0]
}
const driveTwice = async () => {
  await drive({ day: 2 })
  await drive({ day: 3 })
}

beforeEach(async () => {
  server.clock.set('2026-01-02T08:00:00Z')
  account = await server.createAccount()
  const client = { label: 'Bakery', location }
  clientId = (await call('POST', '/v2/client', client, ofProject())).id
})

test('after two visits the door and the parking place are known with their evidence', async () => {
  await drive({ day: 2 })
  await learning('POST', undefined, '/run')
  expect((await places())[0]).not.toHaveProperty('door')
  await drive({ day: 3 })
  expect((await learning('POST', undefined, '/run')).places).toMatchObject({
    is_used: false,
    places: 1,
    doors: 1,
    parkings: 1,
    door_map_error: 120,
    door_error: 0,
  })
  const [place] = await places()
  expect(place).toMatchObject({ kind: 'client', client_id: clientId, label: 'Bakery', map, visits: 2 })
  expect(place).toMatchObject({ used: 'parking', is_off: false, is_by_hand: false, last_seen: '2026-03-03' })
  expect(place.door).toMatchObject({ visits: 2, days: 2, spread: 0, meters: 120, is_better: true })
  expect(straightMeters(place.parking, kerb)).toBeLessThan(15)
})

test('vans go there for new stops once that is switched on, and matrix, routes and drivers with them', async () => {
  await driveTwice()
  await learning('POST', undefined, '/run')
  expect(await newStop()).not.toHaveProperty('learned_place')
  expect((await learning('PUT', { uses_places: true })).places).toMatchObject({ is_used: true })
  const stop = await newStop()
  expect(stop.location).toMatchObject(map)
  expect(stop.learned_place).toMatchObject({ kind: 'parking' })
  expect(straightMeters(stop.learned_place.door, door)).toBeLessThan(1)

  const plan = await call('POST', '/v2/plan', {}, ofProject())
  const [route] = await call(
    'POST',
    '/v2/routes',
    [{ start_location: kerb, stops: [{ client_id: clientId, location }] }],
    {
      plan_id: plan.id,
    },
  )
  const [own] = (await call('GET', `/v2/route/${route.id}`)).stops
  // The route starts at the kerb: to the place on the map it would be 90 m and more.
  expect(own.distance_to_previous_stop).toBeLessThan(30)
})

test('what was learned holds for stops that lie there, and a place that somebody moves beats it', async () => {
  await driveTwice()
  await learnAll(server.services)
  await learning('PUT', { uses_places: true })
  expect(await newStop({ client_id: clientId, location: at(0, 300) })).not.toHaveProperty('learned_place')
  const stop = await newStop()
  expect(stop).toHaveProperty('learned_place')
  expect(await call('PUT', `/v2/stop/${stop.id}`, { comments: 'Ring twice' })).toHaveProperty('learned_place')
  expect(await call('PUT', `/v2/stop/${stop.id}`, { location: at(10) })).not.toHaveProperty('learned_place')
})

test('a door that was told by hand stays where it was told', async () => {
  const told = await drive({ day: 2 })
  await server.services.database.db
    .updateTable('stops')
    .set({ location_validated: true })
    .where('id', '=', told.id)
    .execute()
  await drive({ day: 3 })
  await learnAll(server.services)
  await learning('PUT', { uses_places: true })
  expect((await places())[0]).toMatchObject({ is_by_hand: true, used: 'map' })
  expect(await newStop()).not.toHaveProperty('learned_place')
})

test('an address that somebody put right stays, too', async () => {
  await call('POST', '/app/v1/addresses/corrected', { address: location.label, ...map })
  await driveTwice()
  await learnAll(server.services)
  expect((await places())[0]).toMatchObject({ is_by_hand: true, used: 'map' })
})

test('reports from far away, by hand, and visits without a track teach what they can', async () => {
  await drive({ day: 2, reported: at(2_000) })
  await drive({ day: 3, reported: at(2_001) })
  await learnAll(server.services)
  expect((await places())[0]).not.toHaveProperty('door')
  await drive({ day: 4, hasTrack: false })
  await drive({ day: 5, hasTrack: false })
  await learnAll(server.services)
  const [place] = await places()
  expect(place).toMatchObject({ used: 'door', door: { visits: 2 } })
  expect(place).not.toHaveProperty('parking')
})

test('addresses without a client have places of their own', async () => {
  await drive({ day: 2, stop: { location } })
  await drive({ day: 3, stop: { location } })
  await learnAll(server.services)
  await learning('PUT', { uses_places: true })
  expect((await places())[0]).toMatchObject({ kind: 'place', label: location.label, map })
  expect(await newStop({ location })).toHaveProperty('learned_place')
})

test('it is switched off, fixed and freed by hand, and forgotten', async () => {
  await driveTwice()
  await learnAll(server.services)
  await learning('PUT', { uses_places: true })
  const [{ id }] = await places()
  expect(await call('PUT', `/app/v1/learned_place/${id}`, { is_off: true })).toMatchObject({ used: 'map' })
  expect(await newStop()).not.toHaveProperty('learned_place')
  const fixed = at(40, 40)
  const body = { is_off: false, fixed }
  expect(await call('PUT', `/app/v1/learned_place/${id}`, body)).toMatchObject({ used: 'by_hand', fixed })
  expect((await newStop()).learned_place).toEqual({ kind: 'by_hand', ...fixed })
  // Settings by people survive the nightly learning.
  await learnAll(server.services)
  expect((await places())[0]).toMatchObject({ id, used: 'by_hand' })
  expect(await call('PUT', `/app/v1/learned_place/${id}`, { fixed: null })).toMatchObject({ used: 'parking' })
  await call('DELETE', `/app/v1/learned_place/${id}`)
  expect(await places()).toEqual([])
  await learnAll(server.services)
  expect(await places()).toEqual([])
  expect(await newStop()).not.toHaveProperty('learned_place')
})

test('it is taken away as a table, and forgotten with all that was learned', async () => {
  await driveTwice()
  await learnAll(server.services)
  const file = await server.call('GET', '/app/v1/learned_places/export', { key: account.key, query: ofProject() })
  expect(file.text).toContain('door_meters')
  expect(file.text).toContain('Bakery')
  await learning('DELETE')
  expect(await places()).toEqual([])
  await learnAll(server.services)
  expect(await places()).toEqual([])
})

test('who is erased leaves no door behind, neither in what was learned nor at his stops', async () => {
  await driveTwice()
  await learnAll(server.services)
  await learning('PUT', { uses_places: true })
  const { id } = await drive({ day: 4 })
  const cookie = await server.signIn(account.user_id)
  const asAdministrator = (path: string, body: object) =>
    server.call('POST', path, { headers: { cookie, origin: 'http://localhost' }, body })
  const who = { client_id: clientId }
  const { body } = await asAdministrator('/app/v1/recipient/find', who)
  const erased = await asAdministrator('/app/v1/recipient/erase', { ...who, fingerprint: body.fingerprint })
  expect(erased.status, erased.text).toBe(200)
  expect(await places()).toEqual([])
  expect(await call('GET', `/v2/stop/${id}`)).not.toHaveProperty('learned_place')
  await learnAll(server.services)
  expect(await places()).toEqual([])
})

test('nobody but who manages the project changes what it learned, and others do not see it', async () => {
  await driveTwice()
  await learnAll(server.services)
  const [{ id }] = await places()
  const other = await server.createAccount()
  const answer = await server.call('PUT', `/app/v1/learned_place/${id}`, { key: other.key, body: { is_off: true } })
  expect(answer.status).toBe(404)
  const wrong = await server.call('PUT', `/app/v1/learned_place/${id}`, {
    key: account.key,
    body: { fixed: { lat: 147, lng: 9 } },
  })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('lat')
})
