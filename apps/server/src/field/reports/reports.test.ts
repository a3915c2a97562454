// Reports: what each type does to stop, route and plan, what they must carry, and that none is lost or counted twice.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { emptyJpeg, jpeg, multipart, png } from '../../../test/pictures.ts'
import { inspectImage } from '../../frame/pictures/inspect.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
let planId: string

beforeEach(async () => {
  account = await server.createAccount()
  planId = (await post('/v2/plan', { label: 'Monday' }, { project_id: account.project_id })).body.id
})

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const post = (path: string, body?: unknown, query?: Record<string, string>) => call('POST', path, body, query)
const get = (path: string) => call('GET', path)

async function createStop(input: object = {}): Promise<{ id: string; tasks: { id: string }[] }> {
  const answer = await post('/v2/stops', [{ location: { lat: 47.14, lng: 9.52 }, ...input }], { plan_id: planId })
  expect(answer.status, answer.text).toBe(201)
  return answer.body[0]
}

const report = (stopId: string, body: object) => post(`/v3/stop/${stopId}/report`, body)
const completed = { type: 'service_report_completed' }
const canceled = { type: 'service_report_canceled' }
const attempted = { type: 'service_report_attempted' }

async function setSettings(settings: object) {
  await server.services.database.db
    .updateTable('projects')
    .set({ settings: json(settings) })
    .where('id', '=', account.project_id)
    .execute()
}

function expectRefusal(answer: Answer, messageId: string, text = '') {
  expect(answer).toMatchObject({ status: 400, body: { message_id: messageId } })
  expect(answer.body.message).toContain(text)
}

describe('POST /v3/stop/{stop_id}/report', () => {
  test('answers 201 with the report and completes the stop', async () => {
    const stop = await createStop()
    const answer = await report(stop.id, {
      ...completed,
      comments: 'Left at the door',
      location: { lat: 47.14, lng: 9.521 },
      time_in_stop: 42,
      custom_fields: { shelf: 'B' },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      stop_id: stop.id,
      plan_id: planId,
      project_id: account.project_id,
      type: 'service_report_completed',
      comments: 'Left at the door',
      time_in_stop: 42,
      custom_fields: { shelf: 'B' },
      images: [],
      tasks: [],
      created_at: '2026-03-02T08:00:00.000Z',
    })
    expect(answer.body.location_distance).toBeCloseTo(75.6, 0)
    const read = (await get(`/v2/stop/${stop.id}`)).body
    expect(read).toMatchObject({ status: 'completed', report_attempts: 0 })
    expect(read.reports).toEqual([answer.body])
    const plan = (await get(`/v2/plan/${planId}`)).body
    expect(plan).toMatchObject({ total_stops: 1, completed_stops: 1, pending_stops: 0 })
  })

  test('POST /v2/report with stop_id is the same operation', async () => {
    const stop = await createStop()
    const answer = await post('/v2/report', { stop_id: stop.id, ...canceled, cancel_reason: 'refused' })
    expect(answer).toMatchObject({ status: 201, body: { stop_id: stop.id, cancel_reason: 'refused' } })
    expect((await get(`/v2/stop/${stop.id}`)).body.status).toBe('canceled')
  })

  test('attempted keeps the stop pending and counts; the driver may try again', async () => {
    const stop = await createStop()
    await report(stop.id, attempted)
    await report(stop.id, attempted)
    expect((await get(`/v2/stop/${stop.id}`)).body).toMatchObject({ status: 'pending', report_attempts: 2 })
    expect((await report(stop.id, completed)).status).toBe(201)
  })

  test.each([completed, canceled])('after $type every further report is refused', async (first) => {
    const stop = await createStop()
    await report(stop.id, first)
    for (const next of [completed, canceled, attempted]) {
      expectRefusal(await report(stop.id, next), 'highway.stop.error.report_already_exists', stop.id)
    }
    expect((await get(`/v2/stop/${stop.id}`)).body.reports).toHaveLength(1)
  })

  test('a client_id that was sent before answers 200 with the stored report', async () => {
    const stop = await createStop()
    const body = { ...completed, client_id: '4c3b2a10-0000-4000-8000-000000000001' }
    const first = await report(stop.id, body)
    const second = await report(stop.id, { ...body, comments: 'changed' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
  })

  test('a stop in no plan cannot be reported', async () => {
    const stop = (await post('/v2/stops', [{}], { project_id: account.project_id })).body[0]
    expectRefusal(await report(stop.id, completed), 'highway.stop.error.not_in_plan')
  })

  test('an unknown type, a foreign task and a clock that runs ahead are refused by their place', async () => {
    const stop = await createStop()
    expectRefusal(await report(stop.id, { type: 'done' }), 'highway.report.error.invalid_type', 'type')
    const tasks = [{ task_id: '0'.repeat(24), status: 'completed' }]
    const foreign = await report(stop.id, { ...completed, tasks })
    expectRefusal(foreign, 'highway.report.error.task_not_in_stop', 'tasks[0].task_id')
    const ahead = await report(stop.id, { ...completed, created_at: '2026-03-02T08:05:01.000Z' })
    expectRefusal(ahead, 'highway.validation.error.invalid_payload', 'created_at')
    expect((await report(stop.id, { ...completed, created_at: '2026-03-02T08:05:00.000Z' })).status).toBe(201)
  })

  test("another organization's stop is not found", async () => {
    const stop = await createStop()
    const other = await server.createAccount()
    const answer = await server.call('POST', `/v3/stop/${stop.id}/report`, { key: other.key, body: completed })
    expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
  })
})

describe('incomplete', () => {
  test('a completed report with a canceled task makes the stop incomplete', async () => {
    const stop = await createStop({ tasks: [{ label: 'A' }, { label: 'B' }] })
    const tasks = stop.tasks.map(({ id }, index) => ({ task_id: id, status: index === 0 ? 'completed' : 'canceled' }))
    await report(stop.id, { ...completed, tasks })
    const read = (await get(`/v2/stop/${stop.id}`)).body
    expect(read.status).toBe('incomplete')
    expect(read.tasks.map(({ status }: { status: string }) => status)).toEqual(['completed', 'canceled'])
  })

  test('a completed report whose packages leave one undelivered makes the stop incomplete', async () => {
    const stop = await createStop({ packages: [{ identifier: 'P1' }, { identifier: 'P2' }] })
    await report(stop.id, { ...completed, packages: [{ identifier: 'P1' }] })
    const read = (await get(`/v2/stop/${stop.id}`)).body
    expect(read.status).toBe('incomplete')
    expect(read.packages).toMatchObject([
      { identifier: 'P1', status: 'delivered', picked_at: '2026-03-02T08:00:00.000Z' },
      { identifier: 'P2', status: 'pending' },
    ])
  })

  test('with all packages delivered, or none named, it is completed', async () => {
    const named = await createStop({ packages: [{ identifier: 'P1' }] })
    await report(named.id, { ...completed, packages: [{ identifier: 'P1' }] })
    expect((await get(`/v2/stop/${named.id}`)).body.status).toBe('completed')
    const bare = await createStop({ packages: [{ identifier: 'P1' }] })
    await report(bare.id, completed)
    expect((await get(`/v2/stop/${bare.id}`)).body).toMatchObject({
      status: 'completed',
      packages: [{ status: 'pending' }],
    })
  })

  test('an unknown package is refused and nothing is stored', async () => {
    const stop = await createStop({ packages: [{ identifier: 'P1' }] })
    const answer = await report(stop.id, { ...completed, packages: [{ identifier: 'P1' }, { identifier: 'P9' }] })
    expectRefusal(answer, 'highway.package.error.not_found', 'P9')
    expect((await get(`/v2/stop/${stop.id}`)).body).toMatchObject({
      status: 'pending',
      reports: [],
      packages: [{ status: 'pending' }],
    })
  })
})

describe('the cascade', () => {
  async function createRoute(stops: object[]) {
    const answer = await post('/v2/routes', [{ label: 'Van', stops }], { plan_id: planId })
    expect(answer.status, answer.text).toBe(201)
    const routes = (await get(`/v2/plan/${planId}/routes`)).body
    return routes.find(({ id }: { id: string }) => id === answer.body[0].id)
  }

  test('a report on a not_started route starts it and its plan; the last one finishes both', async () => {
    const route = await createRoute([{ location: { lat: 47.1, lng: 9.5 } }, { location: { lat: 47.2, lng: 9.6 } }])
    await report(route.stops[0].id, completed)
    expect((await get(`/v2/route/${route.id}`)).body).toMatchObject({
      status: 'in_transit',
      start_date: '2026-03-02T08:00:00.000Z',
    })
    expect((await get(`/v2/plan/${planId}`)).body.status).toBe('in_progress')
    await report(route.stops[1].id, canceled)
    expect((await get(`/v2/route/${route.id}`)).body.status).toBe('finished')
    expect((await get(`/v2/plan/${planId}`)).body).toMatchObject({
      status: 'finished',
      completed_stops: 1,
      canceled_stops: 1,
    })
  })

  test('a late report on a stop that closing the plan had ended is kept as evidence; the status stays', async () => {
    const stop = await createStop()
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    expect((await get(`/v2/stop/${stop.id}`)).body.status).toBe('incomplete')
    expect((await report(stop.id, completed)).status).toBe(201)
    expect((await get(`/v2/stop/${stop.id}`)).body).toMatchObject({
      status: 'incomplete',
      reports: [{ type: 'service_report_completed' }],
    })
    expectRefusal(await report(stop.id, completed), 'highway.stop.error.report_already_exists')
  })

  test('after a move only newer reports count; older ones stay readable', async () => {
    const stop = await createStop()
    await report(stop.id, completed)
    const other = (await post('/v2/plan', {}, { project_id: account.project_id })).body.id
    server.clock.advanceSeconds(10)
    await post('/v2/stop/move', { stop_ids: [stop.id] }, { plan_id: other })
    server.clock.advanceSeconds(10)
    expect((await report(stop.id, canceled)).status).toBe(201)
    const read = (await get(`/v2/stop/${stop.id}`)).body
    expect(read).toMatchObject({ status: 'canceled', plan_id: other })
    expect(read.reports).toHaveLength(2)
  })
})

describe('at the same time', () => {
  test('ten terminal reports give exactly one', async () => {
    const stop = await createStop()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => report(stop.id, index % 2 ? completed : canceled)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)])
    expect((await get(`/v2/stop/${stop.id}`)).body.reports).toHaveLength(1)
  })

  test('eight attempts count eight', async () => {
    const stop = await createStop()
    await Promise.all(Array.from({ length: 8 }, () => report(stop.id, attempted)))
    expect((await get(`/v2/stop/${stop.id}`)).body).toMatchObject({ status: 'pending', report_attempts: 8 })
  })

  test('the same client_id ten times gives one report', async () => {
    const stop = await createStop()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => report(stop.id, { ...completed, client_id: 'one' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('pictures', () => {
  const upload = (stopId: string, bytes: Buffer) =>
    server.call('POST', `/v3/stop/${stopId}/report/image`, { key: account.key, ...multipart(bytes) })

  test('an uploaded picture is served in two sizes under an address that never changes, without where it was taken', async () => {
    const stop = await createStop()
    const image = await upload(stop.id, jpeg(2_500, 1_000, 'taken at 47.1 north'))
    expect(image).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[0-9a-f]{24}$/) } })
    const answer = await report(stop.id, { ...completed, images: [image.body.id], signature: { id: image.body.id } })
    expect(answer.body).toMatchObject({ images: [image.body], signature: image.body })
    const path = new URL(image.body.url).pathname
    const served = await server.app.inject({ url: path })
    expect(served.statusCode).toBe(200)
    expect(inspectImage(served.rawPayload)).toEqual({ contentType: 'image/jpeg', width: 2_048, height: 819 })
    expect(served.rawPayload.includes('47.1')).toBe(false)
    const small = await server.app.inject({ url: `${path}?size=small` })
    expect(inspectImage(small.rawPayload)).toEqual({ contentType: 'image/jpeg', width: 640, height: 256 })
    expect(served.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(served.headers['content-security-policy']).toContain('sandbox')
  })

  test('a data URL is stored like an upload', async () => {
    const stop = await createStop()
    const data = `data:image/png;base64,${png().toString('base64')}`
    const answer = await report(stop.id, { ...completed, images: [data], signature: data })
    expect(answer.status, answer.text).toBe(201)
    const served = await server.app.inject({ url: new URL(answer.body.signature.url).pathname })
    expect(inspectImage(served.rawPayload)).toEqual({ contentType: 'image/png', width: 2, height: 2 })
  })

  test('pictures of more pixels than anybody sends, and damaged ones, are refused before they cost anything', async () => {
    const stop = await createStop()
    const bombs = await Promise.all([1, 2, 3].map(() => upload(stop.id, png(10_900, 10_900))))
    for (const bomb of bombs) expectRefusal(bomb, 'highway.report.error.invalid_image', 'file')
    expect(bombs[0]!.body.message).toContain('10900 × 10900 pixels are more than 25 million')
    expectRefusal(await upload(stop.id, emptyJpeg(640, 480)), 'highway.report.error.invalid_image', 'file')
  })

  test('what is no picture, or belongs to another stop, is refused', async () => {
    const stop = await createStop()
    const other = await createStop()
    expectRefusal(await upload(stop.id, Buffer.from('<svg/>')), 'highway.report.error.invalid_image', 'file')
    const { body } = await upload(other.id, jpeg())
    const foreign = await report(stop.id, { ...completed, images: [body.id] })
    expectRefusal(foreign, 'highway.report.error.invalid_image', 'images[0]')
    const text = await report(stop.id, { ...completed, signature: 'data:text/html;base64,PGI+' })
    expectRefusal(text, 'highway.report.error.invalid_image', 'signature')
  })

  test.each([
    ['is cut off', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG'],
    ['holds no file', '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--b--\r\n'],
    ['is empty', '--b--\r\n'],
    ['is nothing', ''],
  ])('a form that %s is refused', async (_, form) => {
    const stop = await createStop()
    const answer = await server.call('POST', `/v3/stop/${stop.id}/report/image`, {
      key: account.key,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(form, 'latin1'),
    })
    expectRefusal(answer, 'highway.report.error.invalid_image', 'file')
  })

  test('a wrong token answers as if there were no picture', async () => {
    const stop = await createStop()
    const { body } = await upload(stop.id, jpeg())
    const path = new URL(body.url).pathname
    const wrong = path.slice(0, -1) + (path.endsWith('a') ? 'b' : 'a')
    expect((await server.app.inject({ url: wrong })).statusCode).toBe(404)
  })

  test('more than 10 MiB are refused by the envelope', async () => {
    const stop = await createStop()
    const big = Buffer.concat([jpeg(), Buffer.alloc(10 * 1_048_576)])
    expectRefusal(await upload(stop.id, big), 'highway.report.error.image_too_large', '10485760')
  })
})

describe("the project's demands", () => {
  test('a required photo or signature that is missing is named', async () => {
    await setSettings({ photo_required: true, signature_required: true })
    const stop = await createStop()
    expectRefusal(await report(stop.id, completed), 'highway.report.error.missing_required_field', 'images')
    const data = `data:image/png;base64,${png().toString('base64')}`
    const unsigned = await report(stop.id, { ...completed, images: [data] })
    expectRefusal(unsigned, 'highway.report.error.missing_required_field', 'signature')
    expect((await report(stop.id, attempted)).status).toBe(201)
  })

  test('the handover code is asked at completion; after five wrong ones the dispatcher overrides', async () => {
    await setSettings({ pin_required: true })
    const { id } = await createStop()
    const { pin } = (await get(`/v2/stop/${id}`)).body
    expect(pin).toMatch(/^\d{4}$/)
    const wrong = pin === '0000' ? '1111' : '0000'
    expectRefusal(await report(id, completed), 'highway.stop.error.invalid_pin')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expectRefusal(await report(id, { ...completed, pin: wrong }), 'highway.stop.error.invalid_pin')
    }
    expect((await report(id, completed)).status).toBe(201)
  })

  test('the right code completes', async () => {
    await setSettings({ pin_required: true })
    const { id } = await createStop()
    const { pin } = (await get(`/v2/stop/${id}`)).body
    expect((await report(id, { ...completed, pin })).status).toBe(201)
  })
})
