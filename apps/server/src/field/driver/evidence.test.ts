// A driver's report is never refused: it counts where it contradicts nothing, and is kept whole for a dispatcher where it does.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { jpeg, multipart } from '../../../test/pictures.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
let planId: string
let ada: Driving
let ben: Driving

interface Driving {
  routeId: string
  stops: string[]
  drive(method: string, path: string, body?: unknown): Promise<Answer>
  upload(stopId: string, clientId: string): Promise<Answer>
}

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const getStop = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body
const listConflicts = async (id = planId) => (await call('GET', `/app/v1/plan/${id}/report_conflicts`)).body
const decide = (id: string, decision: string) => call('POST', `/app/v1/report_conflict/${id}/decide`, { decision })
const done = (client_id: string, more: object = {}) => ({ type: 'service_report_completed', client_id, ...more })

async function driving(labels: string[]): Promise<Driving> {
  const stops = labels.map((label, at) => ({ label, location: { lat: 47.14 + at / 100, lng: 9.52 } }))
  const route = { email: 'driver@example.test', label: `Route ${labels[0]}`, stops }
  const routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  const ids = (await call('GET', `/v2/route/${routeId}`)).body.stops.map(({ id }: { id: string }) => id)
  const token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'A cheap phone' }
  return {
    routeId,
    stops: ids,
    drive: (method, path, body) => server.call(method, `/driver/v1${path}`, { body, headers }),
    upload: (stopId, client_id) => {
      const form = multipart(jpeg(16, 16))
      const whole = { ...form, query: { client_id }, headers: { ...form.headers, ...headers } }
      return server.call('POST', `/driver/v1/stop/${stopId}/report/image`, whole)
    },
  }
}

beforeEach(async () => {
  account = await server.createAccount()
  const day = { execution_date: '2026-03-02' }
  planId = (await call('POST', '/v2/plan', day, { project_id: account.project_id })).body.id
  ada = await driving(['A1', 'A2'])
  ben = await driving(['B1'])
  await ada.drive('POST', '/start', {})
})

const moveToBen = (stopId: string) => call('PUT', `/v2/route/${ben.routeId}/stops`, { stops: [...ben.stops, stopId] })

describe('a report that contradicts nothing counts', () => {
  test('on the route where the stop is now, which it does not start, and with its photo', async () => {
    const [stopId] = ada.stops as [string]
    expect((await moveToBen(stopId)).status).toBe(200)
    const filed = await ada.drive('POST', `/stop/${stopId}/report`, done('r-1', { awaited_images: ['p-1'] }))
    expect(filed, filed.text).toMatchObject({ status: 201, body: { images: [{}] } })
    expect((await ada.upload(stopId, 'p-1')).body).toEqual(filed.body.images[0])
    expect((await server.call('GET', new URL(filed.body.images[0].url).pathname)).status).toBe(200)
    expect(await getStop(stopId)).toMatchObject({ status: 'completed', route_id: ben.routeId })
    // The second driver sees it done, and has not set out by it.
    const { body } = await ben.drive('GET', '/route')
    expect(body).toMatchObject({ status: 'not_started', stops: [{}, { id: stopId, status: 'completed' }] })
    expect(await listConflicts()).toEqual([])
    expect((await ada.drive('POST', `/stop/${stopId}/report`, done('r-1'))).status).toBe(200)
  })

  test('in another plan, without setting out on it', async () => {
    const [stopId] = ada.stops as [string]
    const day = { execution_date: '2026-03-03' }
    const tomorrow = (await call('POST', '/v2/plan', day, { project_id: account.project_id })).body.id
    await call('POST', '/v2/stop/move', { plan_id: tomorrow, stop_ids: [stopId] })
    expect((await ada.drive('POST', `/stop/${stopId}/report`, done('r-1'))).status).toBe(201)
    expect(await getStop(stopId)).toMatchObject({ status: 'completed', plan_id: tomorrow })
    expect((await call('GET', `/v2/plan/${tomorrow}`)).body).toMatchObject({ completed_stops: 1, pending_stops: 0 })
  })

  test('taken off every route, from a link that is not the newest, and from a phone whose clock runs ahead', async () => {
    const [first, second] = ada.stops as [string, string]
    await call('PUT', `/v2/route/${ada.routeId}/stops`, { stops: [second] })
    const ahead = new Date(server.clock.now().getTime() + 3 * 3_600_000).toISOString()
    const filed = await ada.drive('POST', `/stop/${first}/report`, done('r-1', { created_at: ahead }))
    expect(filed, filed.text).toMatchObject({ status: 201, body: { created_at: server.clock.now().toISOString() } })
    await call('POST', `/v2/route/${ada.routeId}/dispatch`)
    expect((await ada.drive('POST', `/stop/${second}/report`, done('r-2'))).status).toBe(201)
  })
})

describe('a report that contradicts is kept whole', () => {
  const signature = `data:image/jpeg;base64,${jpeg().toString('base64')}`
  const proof = { awaited_images: ['p-1'], signature, comments: 'At the gate', location: { lat: 47.14, lng: 9.52 } }

  test('of a stop that somebody else closed: with photo, signature, place, device and time', async () => {
    const [stopId] = ada.stops as [string]
    const given = { type: 'service_report_canceled', cancel_reason: 'closed' }
    expect((await call('POST', `/v3/stop/${stopId}/report`, given)).status).toBe(201)
    const created_at = '2026-03-02T07:50:00.000Z'
    const kept = await ada.drive('POST', `/stop/${stopId}/report`, done('r-1', { ...proof, created_at }))
    expect(kept, kept.text).toMatchObject({
      status: 202,
      body: { reason: 'ended', state: 'open', created_at, comments: 'At the gate', device: 'A cheap phone' },
    })
    expect(kept.body).toMatchObject({ location: { lat: 47.14 }, signature: {}, images: [{}], route_id: ada.routeId })
    await ada.upload(stopId, 'p-1')
    for (const { url } of [kept.body.signature, ...kept.body.images])
      expect((await server.call('GET', new URL(url).pathname)).status).toBe(200)
    // The public rule stays, and what counts is as it was.
    expect((await call('POST', `/v3/stop/${stopId}/report`, done('r-2'))).body).toMatchObject({
      message_id: 'highway.stop.error.report_already_exists',
    })
    expect(await getStop(stopId)).toMatchObject({ status: 'canceled', reports: [{ type: given.type }] })
    expect((await ada.drive('POST', `/stop/${stopId}/report`, done('r-1'))).body).toEqual(kept.body)
    expect(await listConflicts()).toEqual([kept.body])
  })

  test('of a stop that another driver has come to since', async () => {
    const [stopId] = ada.stops as [string]
    await moveToBen(stopId)
    await ben.drive('POST', '/start', {})
    server.clock.advanceSeconds(60)
    await ben.drive('POST', `/stop/${stopId}/arrive`, { at: server.clock.now().toISOString() })
    expect(await ada.drive('POST', `/stop/${stopId}/report`, done('r-1'))).toMatchObject({
      status: 202,
      body: { reason: 'begun_elsewhere' },
    })
    expect(await getStop(stopId)).toMatchObject({ status: 'pending' })
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('of a deleted route, and of a deleted stop, with their pictures', async () => {
    const [first, second] = ada.stops as [string, string]
    await call('PUT', '/v2/stops/delete', { stop_ids: [first] })
    expect(await ada.drive('POST', `/stop/${first}/report`, done('r-1', { awaited_images: ['p-1'] }))).toMatchObject({
      status: 202,
      body: { reason: 'stop_deleted', images: [{}] },
    })
    expect((await ada.upload(first, 'p-1')).status).toBe(201)
    expect((await call('DELETE', `/v2/route/${ada.routeId}`)).status).toBe(200)
    expect((await ada.drive('GET', '/session')).status).toBe(404)
    expect(await ada.drive('POST', `/stop/${second}/report`, done('r-2', { awaited_images: ['p-2'] }))).toMatchObject({
      status: 202,
      body: { reason: 'route_deleted', images: [{}] },
    })
    expect((await ada.upload(second, 'p-2')).status).toBe(201)
    expect(await listConflicts()).toHaveLength(2)
    const [, gone] = await listConflicts()
    expect((await decide(gone.id, 'take')).body).toMatchObject({ message_id: 'highway.report.error.cannot_take' })
    expect((await decide(gone.id, 'keep')).body).toMatchObject({ state: 'kept' })
  })

  test('of which a rule of the project wants more than it has, and without the code of the recipient', async () => {
    const [stopId] = ada.stops as [string]
    const set = (settings: object) =>
      server.services.database.db
        .updateTable('projects')
        .set({ settings: json(settings) })
        .where('id', '=', account.project_id)
        .execute()
    await set({ photo_required: true })
    const lacking = await ada.drive('POST', `/stop/${stopId}/report`, done('r-1'))
    expect(lacking).toMatchObject({
      status: 202,
      body: { reason: 'refused', refusal: expect.stringContaining('images') },
    })
    await set({ pin_required: true })
    await server.services.database.db.updateTable('stops').set({ pin: '1234' }).where('id', '=', stopId).execute()
    expect((await ada.drive('POST', `/stop/${stopId}/report`, done('r-2', { pin: '9' }))).body).toMatchObject({
      message_id: 'highway.stop.error.invalid_pin',
    })
    const handed = await ada.drive('POST', `/stop/${stopId}/report`, done('r-2', { without_code: true }))
    expect(handed).toMatchObject({ status: 202, body: { reason: 'no_code', state: 'open' } })
    expect((await decide(handed.body.id, 'take')).body).toMatchObject({ state: 'taken' })
    expect(await getStop(stopId)).toMatchObject({ status: 'completed' })
  })

  test('said twice by the phones of one route, nobody has to decide', async () => {
    const [stopId] = ada.stops as [string]
    await ada.drive('POST', `/stop/${stopId}/report`, done('r-1'))
    const second = await ada.drive('POST', `/stop/${stopId}/report`, done('r-2'))
    expect(second).toMatchObject({ status: 202, body: { reason: 'ended', state: 'kept' } })
  })

  test('but not of a stop that was never on the route', async () => {
    expect((await ada.drive('POST', `/stop/${ben.stops[0]}/report`, done('r-1'))).status).toBe(404)
    expect((await ada.upload(ben.stops[0]!, 'p-1')).status).toBe(404)
  })
})

describe('a dispatcher decides', () => {
  async function contradict(stopId: string): Promise<string> {
    const canceled = { type: 'service_report_canceled', cancel_reason: 'closed', comments: 'Told by phone' }
    await call('POST', `/v3/stop/${stopId}/report`, canceled)
    const { body } = await ada.drive('POST', `/stop/${stopId}/report`, done('r-1', { awaited_images: ['p-1'] }))
    return body.id
  }

  test('it is what happened: it counts with its photo, and what counted before stays beside it', async () => {
    const [stopId, other] = ada.stops as [string, string]
    const id = await contradict(stopId)
    await ada.drive('POST', `/stop/${other}/report`, done('r-2'))
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    const taken = await decide(id, 'take')
    expect(taken, taken.text).toMatchObject({ status: 200, body: { state: 'taken', report_id: expect.any(String) } })
    const stop = await getStop(stopId)
    expect(stop).toMatchObject({
      status: 'completed',
      reports: [{ client_id: 'r-1', images: [{}], reporter: 'driver' }],
    })
    const plan = (await call('GET', `/v2/plan/${planId}`)).body
    expect(plan).toMatchObject({ status: 'finished', completed_stops: 2, canceled_stops: 0 })
    const both = await listConflicts()
    expect(both.find((entry: { id: string }) => entry.id === id)).toMatchObject({ state: 'taken' })
    expect(both.find((entry: { id: string }) => entry.id !== id)).toMatchObject({
      reason: 'replaced',
      state: 'kept',
      comments: 'Told by phone',
    })
    expect((await decide(id, 'dismiss')).body).toMatchObject({ message_id: 'highway.report.error.cannot_take' })
    // And the other way round, whole again.
    const before = (await listConflicts()).find((conflict: { reason: string }) => conflict.reason === 'replaced')
    expect((await decide(before.id, 'take')).status).toBe(200)
    expect(await getStop(stopId)).toMatchObject({ status: 'canceled', reports: [{ comments: 'Told by phone' }] })
    expect((await listConflicts()).find((conflict: { id: string }) => conflict.id === id)).toMatchObject({
      state: 'kept',
    })
  })

  test('it is kept beside, or dismissed, and that can be thought over; the audit log and Live tell it', async () => {
    const [stopId] = ada.stops as [string]
    const id = await contradict(stopId)
    const dismissed = (await decide(id, 'dismiss')).body
    expect(dismissed).toMatchObject({ state: 'dismissed', decided_at: server.clock.now().toISOString() })
    expect(dismissed.decided_by).toEqual(expect.any(String))
    expect((await decide(id, 'keep')).body).toMatchObject({ state: 'kept' })
    expect(await getStop(stopId)).toMatchObject({ status: 'canceled' })
    const { rows } = await server.services.database.executeSql(
      `select action, changes from audit_log where resource_type = 'report_conflict' and resource_id = '${id}' order by id`,
    )
    expect(rows).toMatchObject([
      { action: 'created', changes: { stop_id: stopId, conflict: 'ended' } },
      { action: 'updated', changes: { decision: 'dismiss' } },
      { action: 'updated', changes: { decision: 'keep' } },
    ])
    const told = await server.services.database.executeSql(
      `select count(*)::int as count from live_changes where kind = 'conflicts' and plan_id = '${planId}'`,
    )
    expect(told.rows).toEqual([{ count: 3 }])
  })

  test('an attempt that is taken opens the stop again', async () => {
    const [stopId] = ada.stops as [string]
    await call('POST', `/v3/stop/${stopId}/report`, { type: 'service_report_completed' })
    const attempt = { type: 'service_report_attempted', cancel_reason: 'recipient_absent', client_id: 'r-1' }
    const { body } = await ada.drive('POST', `/stop/${stopId}/report`, attempt)
    expect((await decide(body.id, 'take')).status).toBe(200)
    expect(await getStop(stopId)).toMatchObject({ status: 'pending', report_attempts: 1 })
    expect((await call('GET', `/v2/plan/${planId}`)).body).toMatchObject({ pending_stops: 3 })
  })
})
