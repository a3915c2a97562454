// A driver corrects what was reported, or takes it back: every version is kept, and what comes too late is left to a dispatcher.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { jpeg, multipart } from '../../../test/pictures.ts'
import { recordedEvents, subscribe } from '../../../test/recorded-events.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account
let planId: string
let routeId: string
let stops: string[]
let drive: (method: string, path: string, body?: unknown) => Promise<Answer>
let upload: (stopId: string, clientId: string) => Promise<Answer>

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const getStop = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body
const getPlan = async () => (await call('GET', `/v2/plan/${planId}`)).body
const listConflicts = async () => (await call('GET', `/app/v1/plan/${planId}/report_conflicts`)).body
const listVersions = async (id: string) => (await call('GET', `/app/v1/stop/${id}/report_versions`)).body
const decide = (id: string, decision: string) => call('POST', `/app/v1/report_conflict/${id}/decide`, { decision })
const report = (stopId: string, client_id: string, more: object = {}) =>
  drive('POST', `/stop/${stopId}/report`, { type: 'service_report_completed', client_id, ...more })
const amend = (stopId: string, of: string, amended: object, client_id = `amend-${of}`) =>
  drive('POST', `/stop/${stopId}/amend`, { report: of, action: 'amend', amended, client_id })
const takeBack = (stopId: string, of: string, client_id = `back-${of}`) =>
  drive('POST', `/stop/${stopId}/amend`, { report: of, action: 'take_back', client_id })
const setSettings = (settings: object) =>
  server.services.database.db
    .updateTable('projects')
    .set({ settings: json(settings) })
    .where('id', '=', account.project_id)
    .execute()

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: account.project_id })).body
    .id
  const parcels = [{ identifier: 'P1' }, { identifier: 'P2' }]
  const places = [0, 1, 2].map((at) => ({ label: `S${at}`, location: { lat: 47.14 + at / 100, lng: 9.52 } }))
  const route = {
    email: 'driver@example.test',
    label: 'North',
    stops: [{ ...places[0], packages: parcels }, places[1], places[2]],
  }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  stops = (await call('GET', `/v2/route/${routeId}`)).body.stops.map(({ id }: { id: string }) => id)
  const token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'A cheap phone' }
  drive = (method, path, body) => server.call(method, `/driver/v1${path}`, { body, headers })
  upload = (stopId, client_id) => {
    const form = multipart(jpeg(16, 16))
    const whole = { ...form, query: { client_id }, headers: { ...form.headers, ...headers } }
    return server.call('POST', `/driver/v1/stop/${stopId}/report/image`, whole)
  }
  await drive('POST', '/start', {})
})

describe('a corrected report', () => {
  test('says the last, keeps what it said first, and is the same when it is sent again', async () => {
    const [stopId] = stops as [string]
    const signature = `data:image/jpeg;base64,${jpeg().toString('base64')}`
    const first = (await report(stopId, 'r-1', { comments: 'At the door', awaited_images: ['p-1'], signature })).body
    await upload(stopId, 'p-1')
    server.clock.advanceSeconds(60)
    const at = server.clock.now().toISOString()
    const words = { comments: 'With the neighbour', taken_by: 'neighbour', taker_name: 'Meier' }
    const send = () =>
      drive('POST', `/stop/${stopId}/amend`, {
        report: 'r-1',
        action: 'amend',
        client_id: 'a-1',
        at,
        moment_within: 3,
        amended: { ...words, images: [first.images[0].id], awaited_images: ['p-2'] },
      })
    const amended = await send()
    expect(amended, amended.text).toMatchObject({ status: 200, body: { ...words, id: first.id, amended_at: at } })
    expect(amended.body.images.map(({ id }: { id: string }) => id)).toEqual([first.images[0].id, expect.any(String)])
    expect(amended.body).toMatchObject({ created_at: first.created_at, signature: first.signature })
    expect((await upload(stopId, 'p-2')).body).toEqual(amended.body.images[1])
    expect((await send()).body).toEqual(amended.body)
    const stop = await getStop(stopId)
    expect(stop).toMatchObject({ status: 'completed', reports: [amended.body] })
    const versions = await listVersions(stopId)
    expect(versions).toMatchObject([
      {
        report_id: first.id,
        ended_as: 'amended',
        ended_by: 'driver',
        ended_at: at,
        ended_within: 3,
        comments: 'At the door',
        images: first.images,
        signature: first.signature,
      },
    ])
    // A picture that is taken out stays in the version.
    await amend(stopId, 'r-1', { images: [], signature: null, comments: null }, 'a-2')
    expect((await getStop(stopId)).reports).toMatchObject([{ images: [], taker_name: 'Meier' }])
    expect((await getStop(stopId)).reports[0].signature).toBeUndefined()
    expect((await listVersions(stopId))[1].images).toHaveLength(2)
  })

  test('is told as stop.reported, and the driver reads it with the next changes', async () => {
    const [, stopId] = stops as [string, string]
    await subscribe(server, account)
    await report(stopId, 'r-1')
    server.clock.advanceSeconds(60)
    const since = server.clock.now().toISOString()
    server.clock.advanceSeconds(60)
    await amend(stopId, 'r-1', { comments: 'By the back door' })
    const { body } = await server.call('GET', '/driver/v1/changes', {
      query: { since },
      headers: await driverHeaders(),
    })
    expect(body.changed_stop_ids).toEqual([stopId])
    const told = (await recordedEvents(server, account)).filter(({ event_id }) => event_id.endsWith('stop.reported'))
    expect(told).toHaveLength(2)
    expect(told.at(-1)).toMatchObject({ data: { status: 'completed', reports: [{ comments: 'By the back door' }] } })
  })

  test('with a parcel less leaves the stop incomplete and the parcel where it was, and all of them complete it', async () => {
    const [stopId] = stops as [string]
    const both = [{ identifier: 'P1' }, { identifier: 'P2' }]
    await drive('POST', '/scan', { identifier: 'P2', purpose: 'load', stop_id: stopId })
    server.clock.advanceSeconds(60)
    await report(stopId, 'r-1', { packages: both })
    expect(await getStop(stopId)).toMatchObject({ status: 'completed' })
    await amend(stopId, 'r-1', { packages: [{ identifier: 'P1' }] }, 'a-1')
    expect(await getStop(stopId)).toMatchObject({
      status: 'incomplete',
      packages: [{ status: 'delivered' }, { status: 'picked', picked_at: '2026-03-02T08:00:00.000Z' }],
    })
    expect(await getPlan()).toMatchObject({ incomplete_stops: 1, completed_stops: 0, pending_stops: 2 })
    // Words alone change nothing of that.
    await amend(stopId, 'r-1', { comments: 'One is damaged' }, 'a-2')
    expect(await getStop(stopId)).toMatchObject({ status: 'incomplete' })
    await amend(stopId, 'r-1', { packages: both }, 'a-3')
    expect(await getStop(stopId)).toMatchObject({
      status: 'completed',
      packages: [{ status: 'delivered' }, { status: 'delivered' }],
    })
  })

  test('that lacks what the project demands is kept for a dispatcher, who may take it', async () => {
    const [stopId] = stops as [string]
    await setSettings({ photo_required: true })
    await report(stopId, 'r-1', { awaited_images: ['p-1'] })
    const kept = await amend(stopId, 'r-1', { images: [], comments: 'No photo' })
    expect(kept, kept.text).toMatchObject({
      status: 202,
      body: { reason: 'refused', comments: 'No photo', images: [] },
    })
    expect((await getStop(stopId)).reports[0].images).toHaveLength(1)
    expect((await decide(kept.body.id, 'take')).body).toMatchObject({ state: 'taken' })
    expect((await getStop(stopId)).reports).toMatchObject([{ client_id: 'r-1', images: [], comments: 'No photo' }])
  })
})

const driverHeaders = async () => {
  const { public_link } = (await call('POST', `/v2/route/${routeId}/dispatch`)).body
  return { authorization: `Bearer ${public_link.split('/d/')[1]}` }
}

describe('a report that its driver takes back', () => {
  test('opens the stop again, with parcels and tasks as they were, counts nowhere, and stays readable', async () => {
    const [stopId] = stops as [string]
    const task = (await call('POST', '/v2/task', { label: 'Boxes' }, { stop_id: stopId })).body
    const packages = [{ identifier: 'P1' }, { identifier: 'P2' }]
    const first = (await report(stopId, 'r-1', { packages, tasks: [{ task_id: task.id, status: 'completed' }] })).body
    const gone = await takeBack(stopId, 'r-1')
    expect(gone, gone.text).toMatchObject({ status: 200, body: { id: first.id } })
    expect(await getStop(stopId)).toMatchObject({
      status: 'pending',
      reports: [],
      report_attempts: 0,
      tasks: [{ status: 'pending' }],
      packages: [{ status: 'pending' }, { status: 'pending' }],
    })
    expect(await getPlan()).toMatchObject({ pending_stops: 3, completed_stops: 0 })
    expect(await listVersions(stopId)).toMatchObject([{ ended_as: 'taken_back', ended_by: 'driver', client_id: 'r-1' }])
    // Repeats both calls, as a phone does whose responses were lost.
    expect((await report(stopId, 'r-1', { packages })).status).toBe(200)
    expect((await takeBack(stopId, 'r-1')).status).toBe(200)
    expect(await getStop(stopId)).toMatchObject({ status: 'pending', reports: [] })
    expect((await report(stopId, 'r-2', { packages })).status).toBe(201)
    expect(await getStop(stopId)).toMatchObject({ status: 'completed', reports: [{ client_id: 'r-2' }] })
  })

  test('of an attempt leaves one attempt less', async () => {
    const [stopId] = stops as [string]
    await report(stopId, 'r-1', { type: 'service_report_attempted', cancel_reason: 'recipient_absent' })
    expect(await getStop(stopId)).toMatchObject({ report_attempts: 1 })
    await takeBack(stopId, 'r-1')
    expect(await getStop(stopId)).toMatchObject({ status: 'pending', report_attempts: 0, reports: [] })
  })

  test('counts neither in the figures of the day nor in what vehicles did', async () => {
    const [stopId, other] = stops as [string, string]
    await report(stopId, 'r-1', { type: 'service_report_canceled', cancel_reason: 'closed', time_in_stop: 900 })
    await report(other, 'r-2', { time_in_stop: 100 })
    await takeBack(stopId, 'r-1')
    const query = { project_id: account.project_id, from_date: '2026-03-02', to_date: '2026-03-02' }
    const figures = await call('GET', '/app/v1/analytics', undefined, query)
    expect(figures.status, figures.text).toBe(200)
    expect(figures.text).not.toContain('closed')
    const { rows } = await server.services.database.executeSql(
      `select count(*)::int as count from reports where stop_id = '${stopId}'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('a correction that comes too late, or that the project does not allow', () => {
  test('is kept whole; taken, the report says it', async () => {
    const [stopId] = stops as [string]
    await report(stopId, 'r-1', { comments: 'At the door' })
    await setSettings({ driver_may_amend: 'never' })
    const kept = await amend(stopId, 'r-1', { comments: 'In the garage', awaited_images: ['p-1'] })
    expect(kept, kept.text).toMatchObject({
      status: 202,
      body: { reason: 'amended', state: 'open', comments: 'In the garage', images: [{}], device: 'A cheap phone' },
    })
    expect((await upload(stopId, 'p-1')).body).toEqual(kept.body.images[0])
    expect((await getStop(stopId)).reports).toMatchObject([{ comments: 'At the door', images: [] }])
    expect((await amend(stopId, 'r-1', { comments: 'In the garage', awaited_images: ['p-1'] })).body).toEqual(kept.body)
    const taken = await decide(kept.body.id, 'take')
    expect(taken, taken.text).toMatchObject({ status: 200, body: { state: 'taken' } })
    expect((await getStop(stopId)).reports).toMatchObject([
      { client_id: 'r-1', comments: 'In the garage', images: [{}] },
    ])
    expect(await listVersions(stopId)).toMatchObject([{ comments: 'At the door', ended_by: 'dispatcher' }])
  })

  test('taking back a report of a route that is over is left to a dispatcher, and cannot be taken while the plan is over', async () => {
    for (const [at, stopId] of stops.entries()) await report(stopId, `r-${at}`)
    expect((await getPlan()).status).toBe('finished')
    const kept = await takeBack(stops[0]!, 'r-0')
    expect(kept, kept.text).toMatchObject({ status: 202, body: { reason: 'taken_back', state: 'open' } })
    expect(await getStop(stops[0]!)).toMatchObject({ status: 'completed' })
    expect((await decide(kept.body.id, 'take')).body.message_id).toMatch(/highway\.(plan|route)\.error\.finished/)
    expect((await decide(kept.body.id, 'dismiss')).body).toMatchObject({ state: 'dismissed' })
    expect(await listConflicts()).toHaveLength(1)
  })

  test('made before the route ended counts when it comes afterwards', async () => {
    const [stopId, ...others] = stops as [string, string, string]
    await report(stopId, 'r-1')
    server.clock.advanceSeconds(60)
    const at = server.clock.now().toISOString()
    server.clock.advanceSeconds(60)
    for (const other of others) await report(other, `r-${other}`)
    const late = { report: 'r-1', action: 'amend', client_id: 'a-1', at, amended: { comments: 'In the shed' } }
    expect((await drive('POST', `/stop/${stopId}/amend`, late)).status).toBe(200)
    expect((await getStop(stopId)).reports).toMatchObject([{ comments: 'In the shed' }])
  })

  test('of a report that a dispatcher took back is kept, and of one that does not count it changes that', async () => {
    const [stopId] = stops as [string]
    const first = (await report(stopId, 'r-1')).body
    expect((await call('DELETE', `/app/v1/stop/${stopId}/report/${first.id}`)).status).toBe(200)
    const kept = await amend(stopId, 'r-1', { comments: 'It was there' })
    expect(kept, kept.text).toMatchObject({ status: 202, body: { reason: 'amended', comments: 'It was there' } })
    await call('POST', `/v3/stop/${stopId}/report`, { type: 'service_report_canceled' })
    const beside = (await report(stopId, 'r-2', { comments: 'First' })).body
    expect(beside).toMatchObject({ reason: 'ended', state: 'open' })
    expect((await amend(stopId, 'r-2', { comments: 'Second' })).body).toMatchObject({
      id: beside.id,
      comments: 'Second',
    })
    expect((await takeBack(stopId, 'r-2')).body).toMatchObject({ id: beside.id, state: 'dismissed' })
    expect(await getStop(stopId)).toMatchObject({ status: 'canceled' })
  })

  test('is refused of a report that nobody knows, and of a stop that was never on the route', async () => {
    const [stopId] = stops as [string]
    expect((await amend(stopId, 'r-9', { comments: 'What' })).status).toBe(404)
    const other = (await call('POST', '/v2/stops', [{ label: 'X' }], { plan_id: planId })).body[0].id
    expect((await amend(other, 'r-9', { comments: 'What' })).status).toBe(404)
  })
})

test('a conflict tells who drove', async () => {
  const query = { project_id: account.project_id }
  const vehicle_id = (await call('POST', '/v2/vehicle', { label: 'Van 1' }, query)).body.id
  const driver = await call('POST', '/app/v1/driver', { label: 'Ada', usual_vehicle_id: vehicle_id }, query)
  expect(driver.status, driver.text).toBe(201)
  await call('PUT', `/v2/route/${routeId}`, { vehicle_id })
  const [stopId] = stops as [string]
  await call('POST', `/v3/stop/${stopId}/report`, { type: 'service_report_canceled' })
  await report(stopId, 'r-1')
  expect(await listConflicts()).toMatchObject([{ route_label: 'North', driver_label: 'Ada' }])
})
