// Calls that a phone sends late and repeatedly: under their client_id, pictures after their report, notes, earlier visits.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { jpeg, multipart } from '../../../test/pictures.ts'
import { inspectImage } from '../../frame/pictures/inspect.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
let planId: string
let routeId: string
let stops: { id: string }[]
let token: string

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const drive = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, `/driver/v1${path}`, { body, query, headers: { authorization: `Bearer ${token}` } })

function upload(stopId: string, bytes: Buffer, client_id?: string): Promise<Answer> {
  const form = multipart(bytes)
  const headers = { ...form.headers, authorization: `Bearer ${token}` }
  const query = client_id === undefined ? undefined : { client_id }
  return server.call('POST', `/driver/v1/stop/${stopId}/report/image`, { ...form, query, headers })
}

async function countRows(table: string): Promise<number> {
  const { rows } = await server.services.database.executeSql(
    `select count(*)::int as count from ${table} where stop_id = '${stops[0]!.id}'`,
  )
  return (rows[0] as { count: number }).count
}

async function setSettings(settings: object): Promise<void> {
  await server.services.database.db
    .updateTable('projects')
    .set({ settings: json(settings) })
    .where('id', '=', account.project_id)
    .execute()
}

beforeEach(async () => {
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
  const places = [47.14, 47.16, 47.2].map((lat) => ({ location: { lat, lng: 9.52 }, packages: [{ identifier: 'P1' }] }))
  const route = { email: 'driver@example.test', stops: places }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  stops = (await call('GET', `/v2/route/${routeId}`)).body.stops
  token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
  await drive('POST', '/start')
})

test('a call is kept with its moment and with how sure the phone is of it', async () => {
  const at = server.clock.now().toISOString()
  await drive('POST', `/stop/${stops[0]!.id}/arrive`, { at, moment_within: 40, client_id: 'arrive-1' })
  const { rows } = await server.services.database.executeSql(
    `select at, moment_within from driver_calls where client_id = 'arrive-1'`,
  )
  expect(rows).toEqual([{ at: server.clock.now(), moment_within: 40 }])
  const note = await drive('POST', '/note', { kind: 'problem', category: 'other', at, moment_within: 7 })
  expect(note.body).toMatchObject({ created_at: at, moment_within: 7 })
})

describe('a call that is sent again under its client_id changes nothing', () => {
  test('not the order, which the dispatcher may have changed in between', async () => {
    await setSettings({ driver_may_reorder: true })
    const [a, b, c] = stops.map(({ id }) => id)
    const order = { stop_ids: [c, b, a], client_id: 'order-1' }
    expect((await drive('PUT', '/order', order)).status).toBe(200)
    await call('PUT', `/v2/route/${routeId}/stops`, { stops: [b, a, c] })
    const repeated = await drive('PUT', '/order', order)
    expect(repeated.body.stops.map(({ id }: { id: string }) => id)).toEqual([b, a, c])
  })

  test('nor the arrival, the pause and the scan', async () => {
    const id = stops[0]!.id
    const scan = { identifier: 'P1', purpose: 'load', stop_id: id, client_id: 'scan-1' }
    expect((await drive('POST', '/scan', scan)).body.repeated).toBe(false)
    expect((await drive('POST', '/scan', scan)).body).toMatchObject({ repeated: true, package: { status: 'picked' } })
    const pause = { action: 'start', at: '2026-03-02T08:00:00.000Z', client_id: 'break-1' }
    const first = await drive('POST', '/break', pause)
    server.clock.advanceSeconds(60)
    expect((await drive('POST', '/break', pause)).body.break_stop).toEqual(first.body.break_stop)
    const arrival = { at: '2026-03-02T07:59:00.000Z', client_id: 'arrive-1' }
    for (let time = 0; time < 2; time++) expect((await drive('POST', `/stop/${id}/arrive`, arrival)).status).toBe(200)
    const report = { type: 'service_report_completed', created_at: '2026-03-02T08:00:00.000Z', client_id: 'report-1' }
    expect((await drive('POST', `/stop/${id}/report`, report)).body).toMatchObject({ time_in_stop: 60 })
    expect((await drive('POST', `/stop/${id}/report`, report)).status).toBe(200)
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('a refused call is not remembered: corrected, it counts', async () => {
    const id = stops[0]!.id
    const scan = { identifier: 'P9', purpose: 'load', stop_id: id, client_id: 'scan-2' }
    expect((await drive('POST', '/scan', scan)).status).toBe(400)
    expect((await drive('POST', '/scan', { ...scan, identifier: 'P1' })).body).toMatchObject({ repeated: false })
  })

  test('an order that was chosen offline is merged with what happened since', async () => {
    await setSettings({ driver_may_reorder: true })
    const [a, b, c] = stops.map(({ id }) => id)
    const [d] = (await call('POST', '/v2/stops', [{ label: 'Joined' }], { plan_id: planId })).body
    await call('PUT', `/v2/route/${routeId}/stops`, { stops: [a, b, c, d.id] })
    await drive('POST', `/stop/${b}/report`, { type: 'service_report_completed' })
    const merged = await drive('PUT', '/order', { stop_ids: [c, b, a], merge: true })
    expect(merged.body.stops.map(({ id }: { id: string }) => id)).toEqual([b, c, a, d.id])
  })
})

describe('pictures that follow their report', () => {
  test('have their address at once and their bytes later, unchanged', async () => {
    const id = stops[0]!.id
    await setSettings({ photo_required: true })
    const report = { type: 'service_report_completed', client_id: 'r-1' }
    const filed = await drive('POST', `/stop/${id}/report`, { ...report, awaited_images: ['photo-1', 'photo-2'] })
    expect(filed).toMatchObject({ status: 201, body: { images: [{}, {}] } })
    const path = (index: number) => new URL(filed.body.images[index].url).pathname
    const early = await server.call('GET', path(0))
    expect([early.status, early.headers['cache-control']]).toEqual([404, 'no-store'])

    const bytes = jpeg(32, 24)
    expect((await upload(id, bytes, 'photo-2')).body).toEqual(filed.body.images[1])
    const picture = await server.app.inject({ url: path(1) })
    expect(inspectImage(picture.rawPayload)).toMatchObject({ width: 32, height: 24 })
    expect((await server.call('GET', path(0))).status).toBe(404)
  })

  test('sent again they are kept once, before their report and after it', async () => {
    const id = stops[0]!.id
    const first = await upload(id, jpeg(16, 16), 'photo-1')
    expect((await upload(id, jpeg(24, 16), 'photo-1')).body).toEqual(first.body)
    const report = { type: 'service_report_completed', awaited_images: ['photo-1'] }
    expect((await drive('POST', `/stop/${id}/report`, report)).body.images).toEqual([first.body])
    await upload(id, jpeg(16, 16), 'photo-1')
    expect(await countRows('report_images')).toBe(1)
    const kept = await server.app.inject({ url: new URL(first.body.url).pathname })
    expect(inspectImage(kept.rawPayload)).toMatchObject({ width: 16, height: 16 })
  })
})

describe('notes', () => {
  test('of a problem and of the day reach the dispatcher once', async () => {
    const problem = { kind: 'problem', category: 'traffic', comments: 'Road closed', client_id: 'note-1' }
    expect((await drive('POST', '/note', problem)).status).toBe(201)
    expect((await drive('POST', '/note', problem)).status).toBe(200)
    expect((await drive('POST', '/note', { kind: 'survey', rating: 4 })).status).toBe(201)
    const foreign = (await call('POST', '/v2/stops', [{}], { plan_id: planId })).body[0].id
    expect((await drive('POST', '/note', { ...problem, stop_id: foreign, client_id: 'note-2' })).status).toBe(404)
    const headers = { cookie: await server.signIn(account.user_id) }
    const { body } = await server.call('GET', `/app/v1/plan/${planId}/driver_notes`, { headers })
    expect(body).toHaveLength(2)
    const told = { kind: 'problem', category: 'traffic', comments: 'Road closed', route_id: routeId }
    expect(body).toEqual(
      expect.arrayContaining([expect.objectContaining(told), expect.objectContaining({ rating: 4 })]),
    )
  })
})

describe('the door of a stop', () => {
  const house = { label: 'Feldweg 1, 9490 Vaduz', lat: 47.14, lng: 9.52 }
  const door = { lat: 47.1405, lng: 9.5203 }
  const desk = async (method: string, path: string, query?: Record<string, string>) => {
    const headers = { cookie: await server.signIn(account.user_id) }
    return (await server.call(method, path, { headers, query })).body
  }
  const tell = (stop_id: string | undefined, location: object | undefined, client_id = 'door-1') =>
    drive('POST', '/note', { kind: 'door', stop_id, location, client_id })
  const corrected = async () => (await desk('GET', '/app/v1/addresses/corrected')).docs

  async function stopAt(location: object, more: object = {}): Promise<string> {
    const [stop] = (await call('POST', '/v2/stops', [{ location, ...more }], { plan_id: planId })).body
    await call('PUT', `/v2/stop/${stop.id}`, { route_id: routeId })
    return stop.id
  }
  const readPlace = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body

  test('is where the driver stands, for this stop and the next ones of the address, and the dispatcher is told', async () => {
    const id = await stopAt({ ...house, scoring: 0.8, partial_match: true })
    expect((await tell(id, door)).status).toBe(201)
    expect(await readPlace(id)).toMatchObject({ location: { label: house.label, ...door }, location_validated: true })
    expect((await readPlace(id)).location).not.toHaveProperty('partial_match')
    expect(await corrected()).toMatchObject([{ address: house.label, location: door }])
    const told = await desk('GET', `/app/v1/plan/${planId}/driver_notes`)
    expect(told).toMatchObject([{ kind: 'door', stop_id: id, location: door }])
    const located = await server.call('POST', '/app/v1/addresses/locate', {
      key: account.key,
      query: { project_id: account.project_id },
      body: { addresses: [house.label] },
    })
    expect(located.body).toMatchObject([{ ...door, scoring: 1 }])
  })

  test('sent again, after a dispatcher moved the stop, it changes nothing', async () => {
    const id = await stopAt(house)
    await tell(id, door)
    const moved = { ...house, lat: 47.15 }
    await call('PUT', `/v2/stop/${id}`, { location: moved })
    expect((await tell(id, door)).status).toBe(200)
    expect((await readPlace(id)).location).toMatchObject(moved)
  })

  test('is kept for the entry of the address book', async () => {
    const project = { project_id: account.project_id }
    const client = (await call('POST', '/v2/client', { label: 'Anna', location: house }, project)).body
    await tell(await stopAt(house, { client_id: client.id }), door)
    expect((await call('GET', `/v2/client/${client.id}`)).body.default_location).toMatchObject(door)
  })

  test('told once the stop is done, it counts for the next one only', async () => {
    const id = await stopAt(house)
    await drive('POST', `/stop/${id}/report`, { type: 'service_report_completed' })
    expect((await tell(id, door)).status).toBe(201)
    expect((await readPlace(id)).location).toMatchObject({ lat: house.lat, lng: house.lng })
    expect(await corrected()).toMatchObject([{ address: house.label, location: door }])
  })

  test('half a kilometre away it is this stop alone', async () => {
    const id = await stopAt(house)
    await tell(id, { lat: 47.15, lng: 9.52 })
    expect((await readPlace(id)).location).toMatchObject({ lat: 47.15 })
    expect(await corrected()).toEqual([])
  })

  test.each([
    ['stop_id', undefined, door],
    ['location', 'own', undefined],
  ])('without its %s it is refused', async (field, stop, location) => {
    const answer = await tell(stop && (await stopAt(house)), location)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(field)
  })

  test('of another route is no business of this driver', async () => {
    const [stop] = (await call('POST', '/v2/stops', [{ location: house }], { plan_id: planId })).body
    expect((await tell(stop.id, door)).status).toBe(404)
  })
})

describe('earlier visits', () => {
  test('of the same door are shown with their photos, those of other projects are not', async () => {
    const earlier = async (project_id: string, comments: string) => {
      const plan = (await call('POST', '/v2/plan', {}, { project_id })).body.id
      const [stop] = (await call('POST', '/v2/stops', [{ location: { lat: 47.14, lng: 9.52 } }], { plan_id: plan }))
        .body
      const photo = `data:image/jpeg;base64,${jpeg().toString('base64')}`
      const report = { type: 'service_report_completed', comments, images: [photo] }
      expect((await call('POST', `/v3/stop/${stop.id}/report`, report)).status).toBe(201)
    }
    expect((await drive('GET', '/visits')).body).toEqual([])
    await earlier(account.project_id, 'Behind the garage')
    await earlier(await server.createProject(account), 'Elsewhere')
    expect((await drive('GET', '/visits')).body).toMatchObject([
      { stop_id: stops[0]!.id, comments: 'Behind the garage', images: [{}] },
    ])
  })
})

test('a lost phone: the links are ended, a new dispatch opens the route again', async () => {
  const cookie = await server.signIn(account.user_id)
  const path = `/app/v1/route/${routeId}/revoke_links`
  expect((await server.call('POST', path, { headers: { cookie } })).body).toEqual({ revoked: 1 })
  expect((await drive('GET', '/session')).status).toBe(401)
  token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
  expect((await drive('GET', '/session')).status).toBe(200)
})
