// A report recorded by a dispatcher is marked as such, follows the rules of reports, and can be taken back until somebody acts on it.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { png } from '../../../test/pictures.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
let planId: string
let cookie: string
const photo = `data:image/png;base64,${png().toString('base64')}`
const completed = { type: 'service_report_completed', comments: 'The driver called' }
const canceled = { type: 'service_report_canceled', cancel_reason: 'refused' }
const attempted = { type: 'service_report_attempted', cancel_reason: 'recipient_absent' }

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
})

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const atDesk = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { body, headers: { cookie, origin: server.services.publicBase() } })
const record = (stopId: string, body: object) => atDesk('POST', `/v3/stop/${stopId}/report`, body)
const takeBack = (stopId: string, reportId: string) => atDesk('DELETE', `/app/v1/stop/${stopId}/report/${reportId}`)
const getStop = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body

async function createStop(input: object = {}): Promise<string> {
  const stops = [{ location: { lat: 47.14, lng: 9.52 }, ...input }]
  return (await call('POST', '/v2/stops', stops, { plan_id: planId })).body[0].id
}

/** A route with these stops, and calls as its driver. */
async function dispatch(stopIds: string[]) {
  const routeId = (await call('POST', '/v2/routes', [{ email: 'driver@example.test' }], { plan_id: planId })).body[0].id
  await call('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })
  const link = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link
  const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
  const drive = (stopId: string, body: object) =>
    server.call('POST', `/driver/v1/stop/${stopId}/report`, { body, headers })
  return { routeId, drive }
}

describe('a report', () => {
  test('tells who recorded it, and the audit log who by hand', async () => {
    const [own, driven, programmed] = [await createStop(), await createStop(), await createStop()]
    const { drive } = await dispatch([own, driven, programmed, await createStop()])
    expect((await record(own, completed)).body).toMatchObject({ reporter: 'dispatcher' })
    expect((await drive(driven, { type: 'service_report_completed' })).body).toMatchObject({ reporter: 'driver' })
    const sent = await call('POST', `/v3/stop/${programmed}/report`, { type: 'service_report_completed' })
    expect(sent.body).toMatchObject({ reporter: 'program' })
    const { docs } = (await atDesk('GET', '/app/v1/audit')).body
    const entries = docs.filter(({ resource_type }: { resource_type: string }) => resource_type === 'report')
    expect(entries).toMatchObject([
      { action: 'created', actor: { type: 'user' }, changes: { stop_id: own, type: 'service_report_completed' } },
    ])
  })

  test('of a dispatcher says how he knows; a photo stands for the signature', async () => {
    const stopId = await createStop()
    const settings = json({ signature_required: true })
    const { db } = server.services.database
    await db.updateTable('projects').set({ settings }).where('id', '=', account.project_id).execute()
    const lacks = async (body: object, place: string) => {
      const answer = await record(stopId, { type: 'service_report_completed', ...body })
      expect(answer.body).toMatchObject({ message_id: 'highway.report.error.missing_required_field' })
      expect(answer.body.message).toContain(place)
    }
    await lacks({ comments: 'Called' }, 'signature')
    await lacks({ images: [photo] }, 'comments')
    expect((await record(stopId, { ...completed, images: [photo] })).status).toBe(201)
  })

  test('of a driver who was offline does not count once a dispatcher ended the stop, and counts when somebody takes it', async () => {
    const [stopId, next] = [await createStop(), await createStop()]
    const { drive } = await dispatch([stopId, next])
    const byHand = (await record(stopId, canceled)).body
    const late = { type: 'service_report_completed', client_id: 'phone-1' }
    const kept = await drive(stopId, late)
    expect(kept).toMatchObject({ status: 202, body: { reason: 'ended', state: 'open' } })
    expect((await getStop(stopId)).reports).toHaveLength(1)
    expect((await takeBack(stopId, byHand.id)).status).toBe(200)
    expect((await drive(stopId, late)).body).toEqual(kept.body)
    expect((await call('POST', `/app/v1/report_conflict/${kept.body.id}/decide`, { decision: 'take' })).status).toBe(
      200,
    )
    expect((await drive(stopId, late)).status).toBe(200)
    expect(await getStop(stopId)).toMatchObject({ status: 'completed', reports: [{ reporter: 'driver' }] })
  })
})

describe('taken back', () => {
  test.each([completed, canceled, attempted])('%o leaves the stop as it was', async (body) => {
    const [stopId, next] = [await createStop(), await createStop()]
    await dispatch([stopId, next])
    const before = await getStop(stopId)
    const report = (await record(stopId, body)).body
    const answer = await takeBack(stopId, report.id)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ status: 'pending', report_attempts: 0, reports: [] })
    expect((await getStop(stopId)).order).toBe(before.order)
    const plan = (await call('GET', `/v2/plan/${planId}`)).body
    expect(plan).toMatchObject({ pending_stops: 2, completed_stops: 0, canceled_stops: 0 })
    const { docs } = (await atDesk('GET', '/app/v1/audit')).body
    expect(docs[0]).toMatchObject({ action: 'deleted', resource_type: 'report', resource_id: report.id })
    expect((await record(stopId, completed)).status).toBe(201)
  })

  test('a pickup gives its goods back', async () => {
    const pickup = await createStop({ type: 'pickup' })
    const delivery = await createStop({ pickup_id: pickup })
    const { routeId } = await dispatch([pickup, delivery])
    const aboard = async () => {
      const { db } = server.services.database
      const row = db.selectFrom('stops').select('aboard_route_id').where('id', '=', delivery)
      return (await row.executeTakeFirstOrThrow()).aboard_route_id
    }
    const report = (await record(pickup, completed)).body
    expect(await aboard()).toBe(routeId)
    await takeBack(pickup, report.id)
    expect(await aboard()).toBeNull()
  })

  const refused = (answer: { body: object }, reason: string) =>
    expect(answer.body).toMatchObject({
      message_id: 'highway.report.error.cannot_take_back',
      message: expect.stringContaining(reason),
    })

  test('is nothing that somebody acted on', async () => {
    const [stopId, next] = [await createStop(), await createStop()]
    const { drive } = await dispatch([stopId, next])
    const first = (await record(stopId, attempted)).body
    server.clock.advanceSeconds(60)
    const second = (await drive(stopId, { type: 'service_report_attempted' })).body
    refused(await takeBack(stopId, first.id), 'another report came after it')
    expect((await takeBack(stopId, second.id)).body).toMatchObject({ report_attempts: 1, reports: [{ id: first.id }] })
    const tomorrow = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
    const ended = (await record(next, canceled)).body
    await call('POST', '/v2/stop/move', { plan_id: tomorrow, stop_ids: [next] })
    refused(await takeBack(next, ended.id), 'moved to another plan')
  })

  test('a report of a driver is gone with its parcels, stays readable, and stands in the audit log; their phone may send it again', async () => {
    const [stopId, next] = [await createStop({ packages: [{ identifier: 'P1' }] }), await createStop()]
    const { drive } = await dispatch([stopId, next])
    const filed = { type: 'service_report_completed', client_id: 'r-1', packages: [{ identifier: 'P1' }] }
    const report = (await drive(stopId, filed)).body
    const answer = await takeBack(stopId, report.id)
    expect(answer.body, answer.text).toMatchObject({
      status: 'pending',
      reports: [],
      packages: [{ status: 'pending' }],
    })
    const { docs } = (await atDesk('GET', '/app/v1/audit')).body
    expect(docs[0]).toMatchObject({ action: 'deleted', resource_type: 'report', resource_id: report.id })
    const versions = (await atDesk('GET', `/app/v1/stop/${stopId}/report_versions`)).body
    expect(versions).toMatchObject([{ report_id: report.id, ended_as: 'taken_back', ended_by: 'dispatcher' }])
    expect(await drive(stopId, filed)).toMatchObject({ status: 200, body: { id: report.id } })
    expect(await getStop(stopId)).toMatchObject({ status: 'pending', reports: [] })
  })

  test('is nothing on a route that is over', async () => {
    const stopId = await createStop()
    await dispatch([stopId])
    const report = (await record(stopId, completed)).body
    const answer = await takeBack(stopId, report.id)
    expect(answer.body.message_id).toMatch(/^highway\.(plan|route)\.error\.finished$/)
    expect((await getStop(stopId)).reports).toHaveLength(1)
  })

  test('is no report of another stop', async () => {
    const [stopId, other] = [await createStop(), await createStop()]
    const report = (await record(stopId, attempted)).body
    expect((await takeBack(other, report.id)).status).toBe(404)
  })
})
