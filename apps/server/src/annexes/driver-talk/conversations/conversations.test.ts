// Messages between a dispatcher and the driver of a route: once, in order, marked on both sides, with pictures.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'
import { jpeg, multipart } from '../../../../test/pictures.ts'

const server = useTestServer()
let account: Account
let cookie: string
let planId: string
let routeId: string
let stopId: string
let token: string

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const plan = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, `/app/v1${path}`, { body, query, headers: { cookie } })
const drive = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, `/driver/v1${path}`, { body, query, headers: { authorization: `Bearer ${token}` } })
const write = async (body: object) => (await plan('POST', `/route/${routeId}/messages`, body)).body
const shown = async () => (await plan('GET', `/route/${routeId}/messages`)).body

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00Z')
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const project = { project_id: account.project_id }
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, project)).body.id
  const route = { label: 'North', email: 'driver@example.test', stops: [{ label: 'A' }, { label: 'B' }] }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  stopId = (await call('GET', `/v2/route/${routeId}`)).body.stops[0].id
  token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
})

test('a message of the dispatcher comes with the next question what changed, and both marks come back', async () => {
  const since = (await drive('GET', '/session')).body.server_time
  server.clock.advanceSeconds(60)
  const sent = await write({ text: ' Gate code is 4711 ', stop_id: stopId })
  expect(sent).toMatchObject({ sender: 'dispatcher', text: 'Gate code is 4711', stop_id: stopId, plan_id: planId })
  expect(sent).not.toHaveProperty('delivered_at')
  server.clock.advanceSeconds(20)
  const { body } = await drive('GET', '/changes', undefined, { since })
  expect(body.messages).toEqual([sent])

  const at = '2026-03-02T08:01:10.000Z'
  expect((await drive('POST', '/messages/marks', { delivered: [sent.id], at })).body).toEqual({ marked: 1 })
  expect(await shown()).toMatchObject([{ id: sent.id, delivered_at: at }])
  server.clock.advanceSeconds(60)
  const seen = '2026-03-02T08:02:00.000Z'
  expect((await drive('POST', '/messages/marks', { read: [sent.id], at: seen })).body).toEqual({ marked: 1 })
  expect(await shown()).toMatchObject([{ delivered_at: at, read_at: seen }])
  // Repeated by a queue that got no response.
  expect((await drive('POST', '/messages/marks', { delivered: [sent.id], read: [sent.id] })).body).toEqual({
    marked: 0,
  })
  expect(await shown()).toMatchObject([{ delivered_at: at, read_at: seen }])
})

test('what a driver wrote without a connection is stored once, in the order in which it came, with its time of writing', async () => {
  const early = { text: 'Road closed', client_id: 'm-1', at: '2026-03-02T06:30:00.000Z' }
  await write({ text: 'Where are you?' })
  server.clock.advanceSeconds(1)
  const first = await drive('POST', '/messages', early)
  expect(first).toMatchObject({ status: 201, body: { sender: 'driver', created_at: early.at, client_id: 'm-1' } })
  const again = await drive('POST', '/messages', early)
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id } })
  expect((await shown()).map(({ text }: { text: string }) => text)).toEqual(['Where are you?', 'Road closed'])
  expect((await drive('GET', '/messages')).body).toEqual(await shown())
  const ahead = await drive('POST', '/messages', { text: 'x', at: '2026-03-02T09:00:00.000Z' })
  expect(ahead).toMatchObject({ status: 400, body: { message: expect.stringContaining('at') } })
})

test('a dispatcher reads what a driver wrote: the driver is told, and the count goes', async () => {
  const { body } = await drive('POST', '/messages', { text: 'Van is full' })
  const conversations = () => plan('GET', `/project/${account.project_id}/conversations`)
  expect((await conversations()).body).toMatchObject([
    { route_id: routeId, plan_label: 'Monday', route_label: 'North', unread: 1, latest: { id: body.id } },
  ])
  server.clock.advanceSeconds(30)
  const read = { message_ids: [body.id] }
  expect((await plan('POST', `/route/${routeId}/messages/read`, read)).body).toEqual({ marked: 1 })
  expect((await plan('POST', `/route/${routeId}/messages/read`, read)).body).toEqual({ marked: 0 })
  expect((await drive('GET', '/messages')).body).toMatchObject([{ read_at: '2026-03-02T08:00:30.000Z' }])
  const within = { plan_id: planId }
  const ofPlan = await plan('GET', `/project/${account.project_id}/conversations`, undefined, within)
  expect(ofPlan.body).toMatchObject([{ unread: 0 }])
})

test('a ping needs no words, and the newest one stands beside the newest message', async () => {
  const ping = await write({ kind: 'ping' })
  server.clock.advanceSeconds(5)
  const answer = (await drive('POST', '/messages', { text: 'All good' })).body
  const [one] = (await plan('GET', `/project/${account.project_id}/conversations`)).body
  expect(one).toMatchObject({ latest: { id: answer.id }, ping: { id: ping.id, kind: 'ping' } })
  server.clock.advanceSeconds(5)
  const thanks = await write({ text: 'Thank you' })
  const [later] = (await plan('GET', `/project/${account.project_id}/conversations`)).body
  expect(later).toMatchObject({ latest: { id: thanks.id }, driver_wrote_at: answer.received_at })
})

describe('a picture', () => {
  const upload = (path: string, bytes: Buffer, client_id: string, credential: Record<string, string>) => {
    const form = multipart(bytes)
    return server.call('POST', path, { ...form, query: { client_id }, headers: { ...form.headers, ...credential } })
  }
  const asDriver = () => ({ authorization: `Bearer ${token}` })
  const getPath = (url: string) => new URL(url).pathname

  test('of a driver follows its message, once, without what the camera wrote into it', async () => {
    const { body } = await drive('POST', '/messages', { image_client_id: 'p-1', client_id: 'm-1', stop_id: stopId })
    expect(body).toMatchObject({ awaits_image: true, image: { url: expect.stringContaining('/i/') } })
    expect((await server.app.inject(getPath(body.image.url))).statusCode).toBe(404)
    for (const status of [201, 201]) {
      const answer = await upload('/driver/v1/messages/image', jpeg(8, 8, 'Camera of Anna'), 'p-1', asDriver())
      expect(answer).toMatchObject({ status, body: { id: body.image.id } })
    }
    const [message] = await shown()
    expect(message).toMatchObject({ awaits_image: false, image: body.image })
    const picture = await server.app.inject(getPath(message.image.url))
    expect(picture.headers['content-type']).toBe('image/jpeg')
    expect(picture.rawPayload.includes('Camera of Anna')).toBe(false)
    const { rows } = await server.services.database.executeSql(
      `select stop_id from report_images where route_id = '${routeId}'`,
    )
    expect(rows).toEqual([{ stop_id: stopId }])
  })

  test('of a dispatcher may come before its message', async () => {
    const answer = await upload(`/app/v1/route/${routeId}/messages/image`, jpeg(), 'p-2', { cookie })
    expect(answer.status, answer.text).toBe(201)
    const sent = await write({ image_client_id: 'p-2' })
    expect(sent).toMatchObject({ awaits_image: false, image: { id: answer.body.id } })
  })

  test('that is none is refused', async () => {
    const answer = await upload('/driver/v1/messages/image', Buffer.from('no picture'), 'p-3', asDriver())
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.report.error.invalid_image' } })
  })
})

describe('is refused', () => {
  test.each([
    ['a message of blanks', { text: '  ' }, 'text'],
    ['a message of nothing', {}, 'text'],
    ['a message of more than 2,000 characters', { text: 'x'.repeat(2_001) }, 'text'],
  ])('%s, and the field is named', async (_name, body, field) => {
    for (const answer of [
      await plan('POST', `/route/${routeId}/messages`, body),
      await drive('POST', '/messages', body),
    ])
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(field) } })
  })

  test('a stop of another plan', async () => {
    const other = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
    const [foreign] = (await call('POST', '/v2/stops', [{}], { plan_id: other })).body
    const answer = await plan('POST', `/route/${routeId}/messages`, { text: 'x', stop_id: foreign.id })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('stop_id') } })
  })

  test('a mark on a message of another route, without a word', async () => {
    const sent = await write({ text: 'For North only' })
    const email = 'other@example.test'
    const [south] = (await call('POST', '/v2/routes', [{ email }], { plan_id: planId })).body
    token = (await call('POST', `/v2/route/${south.id}/dispatch`)).body.public_link.split('/d/')[1]
    expect((await drive('POST', '/messages/marks', { read: [sent.id] })).body).toEqual({ marked: 0 })
    expect((await drive('GET', '/messages')).body).toEqual([])
    expect((await shown())[0]).not.toHaveProperty('read_at')
  })
})
