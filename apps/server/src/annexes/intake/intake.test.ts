// Orders that come in by themselves: taken, signed, each once, the latest state, into the plan of their day.
import { createHmac } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { writeSheet } from '../../frame/platform/table-file.ts'
import { getPreset } from './presets/presets.ts'

const server = useTestServer({ listen: true, realClock: true })
const patiently = { timeout: 20_000, interval: 50 }
let account: Account
let cookie: string
let source: { id: string; address: string }
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const day = dayAhead(4)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: unknown, query = {}) =>
  server.call(method, path, { headers: { cookie }, body, query })
const plans = async () => (await call('GET', '/v2/plans', undefined, { project_id: account.project_id })).body.docs
const messages = async () => (await call('GET', `/app/v1/order_source/${source.id}/messages`)).body.docs
const results = async () => (await messages()).map(({ result }: { result: string }) => result).reverse()

async function addSource(input: object): Promise<{ id: string; address: string }> {
  const made = await call('POST', '/app/v1/order_source', { project_id: account.project_id, ...input })
  expect(made.status, made.text).toBe(201)
  return made.body
}

/** Sends as the shop does; returns once the message was processed. */
async function send(order: object, headers: Record<string, string> = {}) {
  const answer = await post(source.address, order, headers)
  expect(answer.status, answer.text).toBe(200)
  await expect.poll(results, patiently).not.toContain('waiting')
  return (await messages())[0]
}

function post(address: string, body: object | string | Buffer, headers: Record<string, string> = {}) {
  return server.call('POST', new URL(address).pathname, { body, headers })
}

const order = (changes: object = {}) => ({
  order_id: 'A-1',
  updated_at: '2026-03-01T09:00:00Z',
  delivery_date: day,
  name: 'Ida Frick',
  address: '47.14, 9.52',
  phone: '+4235550101',
  comments: 'Ring',
  weight: 12,
  ...changes,
})

/** Reports as a program, of which no reason is required. */
const report = (stopId: string) =>
  server.call('POST', `/v3/stop/${stopId}/report`, { key: account.key, body: { type: 'service_report_completed' } })

async function stops() {
  const found = await call('GET', '/v2/stops/search', undefined, { project_id: account.project_id, limit: 100 })
  return found.body.docs
}

beforeAll(async () => {
  account = await server.createAccount()
})
beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  source = await addSource({ kind: 'custom' })
})

describe('an order', () => {
  test('becomes a stop of the plan of its day, which is made once', async () => {
    expect(await send(order())).toMatchObject({ result: 'created', order_id: 'A-1' })
    await send(order({ order_id: 'A-2' }))
    const [plan, ...others] = await plans()
    expect(others).toEqual([])
    expect(plan.execution_date.slice(0, 10)).toBe(day)
    expect(plan.total_stops).toBe(2)
    expect(await stops()).toContainEqual(
      expect.objectContaining({
        label: 'Ida Frick',
        external_id: 'A-1',
        phone: '+4235550101',
        comments: 'Ring',
        weight: 12,
        location: expect.objectContaining({ lat: 47.14, lng: 9.52 }),
      }),
    )
  })

  test('joins a plan that is there, by its name where the source says so', async () => {
    const query = { project_id: account.project_id }
    await call('POST', '/v2/plan', { execution_date: day, label: 'Mornings' }, query)
    const { body: wanted } = await call('POST', '/v2/plan', { execution_date: day, label: 'Parcels' }, query)
    const { mapping } = getPreset('custom')
    await call('PUT', `/app/v1/order_source/${source.id}`, {
      mapping: { ...mapping, plan: { ...mapping.plan, label: 'Parcels' } },
    })
    await send(order())
    expect((await stops())[0].plan_id).toBe(wanted.id)
    expect(await plans()).toHaveLength(2)
  })

  test('without a day, or of a day that is over, joins the next plan that has not begun', async () => {
    await send(order({ delivery_date: undefined }))
    await send(order({ order_id: 'A-2', delivery_date: '2020-01-01' }))
    const [plan, ...others] = await plans()
    expect(others).toEqual([])
    expect(plan.total_stops).toBe(2)
    expect(plan.execution_date.slice(0, 10) > dayAhead(0)).toBe(true)
  })

  test('comes twice and is there once; a change changes it; an older message that is late does nothing', async () => {
    await send(order())
    expect(await send(order())).toMatchObject({ result: 'unchanged' })
    const later = order({ updated_at: '2026-03-01T11:00:00Z', comments: 'Second floor', phone: null })
    expect(await send(later)).toMatchObject({ result: 'changed' })
    expect(await send(order({ updated_at: '2026-03-01T10:00:00Z', comments: 'late' }))).toMatchObject({
      result: 'outdated',
    })
    const [stop, ...others] = await stops()
    expect(others).toEqual([])
    expect(stop.comments).toBe('Second floor')
    expect(stop.phone).toBeUndefined()
  })

  test('of another day moves to the plan of that day', async () => {
    await send(order())
    await send(order({ updated_at: '2026-03-01T11:00:00Z', delivery_date: dayAhead(5) }))
    const [stop] = await stops()
    expect((await call('GET', `/v2/plan/${stop.plan_id}`)).body.execution_date.slice(0, 10)).toBe(dayAhead(5))
  })

  test('keeps what people changed here and the shop did not', async () => {
    await send(order())
    const [stop] = await stops()
    const place = { lat: 47.2, lng: 9.6, label: 'Back yard' }
    await call('PUT', `/v2/stop/${stop.id}`, { location: place, comments: 'Dog!' })
    await send(order({ updated_at: '2026-03-01T11:00:00Z', weight: 30 }))
    expect((await stops())[0]).toMatchObject({ weight: 30, comments: 'Dog!', location: { lat: 47.2, lng: 9.6 } })
  })

  test('is taken out when it is canceled, also before it was ever heard of, and comes back when it is open again', async () => {
    const canceled = order({ updated_at: '2026-03-01T12:00:00Z', status: 'canceled' })
    expect(await send(canceled)).toMatchObject({ result: 'canceled' })
    expect(await send(order())).toMatchObject({ result: 'outdated' })
    expect(await stops()).toEqual([])
    expect(await send(order({ updated_at: '2026-03-01T13:00:00Z' }))).toMatchObject({ result: 'created' })
    await send({ ...canceled, updated_at: '2026-03-01T14:00:00Z' })
    expect(await stops()).toEqual([])
  })

  test('whose stop is done is left as it is', async () => {
    await send(order())
    const [stop] = await stops()
    await report(stop.id)
    const before = (await stops())[0]
    expect(before.status).toBe('completed')
    const late = await send(order({ updated_at: '2026-03-01T12:00:00Z', status: 'canceled' }))
    expect(late).toMatchObject({ result: 'too_late', detail: expect.stringContaining('completed') })
    expect((await send(order({ updated_at: '2026-03-01T13:00:00Z', weight: 99 }))).result).toBe('too_late')
    expect((await stops())[0]).toMatchObject({ status: 'completed', weight: 12 })
  })

  test('that cannot be read is kept with its reason, and made once the mapping was mended', async () => {
    const refused = await send({ number: 'B-7', delivery_date: day, address: '47.1, 9.5' })
    expect(refused).toMatchObject({ result: 'refused', detail: expect.stringContaining('order_id') })
    const { mapping } = getPreset('custom')
    const fields = mapping.fields.map((rule) => (rule.field === 'order_id' ? { ...rule, paths: ['$.number'] } : rule))
    await call('PUT', `/app/v1/order_source/${source.id}`, { mapping: { ...mapping, fields } })
    const retried = await call('POST', `/app/v1/order_source/${source.id}/message/${refused.id}/retry`)
    expect(retried.body.result).toBe('waiting')
    await expect.poll(results, patiently).toEqual(['created'])
    expect((await stops())[0].external_id).toBe('B-7')
  })
})

describe('a table', () => {
  const csv = { 'content-type': 'text/csv; charset=utf-8' }
  const table = (...rows: string[]) => ['order_id;delivery_date;name;address;weight', ...rows].join('\r\n')
  const ida = `A-1;${day};Ida Frick;47.14, 9.52;12.5`
  const jon = `A-2;${day};"Hasler; Jon";47.15, 9.53;`

  test('has an order in each row; sent again it changes nothing but what is new in it', async () => {
    expect((await post(source.address, table(ida, jon), csv)).body).toEqual({ received: 2 })
    await expect.poll(results, patiently).toEqual(['created', 'created'])
    expect((await stops()).map(({ label }: { label: string }) => label).sort()).toEqual(['Hasler; Jon', 'Ida Frick'])
    await post(source.address, table(ida, jon.replace(/;$/, ';3'), `A-3;${day};Eva;47.1, 9.5;1`), csv)
    await expect
      .poll(async () => (await results()).slice(2).sort(), patiently)
      .toEqual(['changed', 'created', 'unchanged'])
    expect(await stops()).toHaveLength(3)
  })

  test('may be a workbook', async () => {
    const columns = ['order_id', 'delivery_date', 'name', 'address'].map((title) => ({ title, kind: 'text' as const }))
    const batches = [[['A-1', day, 'Ida Frick', '47.14, 9.52']]]
    const workbook = await buffer(writeSheet({ name: 'orders', columns, batches }))
    const excel = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
    const answer = await post(source.address, workbook, excel)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ received: 1 })
    await expect.poll(results, patiently).toEqual(['created'])
    expect((await stops())[0]).toMatchObject({ label: 'Ida Frick', external_id: 'A-1' })
    const broken = await post(source.address, workbook.subarray(0, 300), excel)
    expect([broken.status, broken.body.message_id]).toEqual([400, 'highway.validation.error.invalid_payload'])
  })

  test('that cannot be read is refused as a whole, with the line', async () => {
    const { status, body } = await post(source.address, table(ida, `${jon};more`), csv)
    expect([status, body.message_id]).toEqual([400, 'highway.validation.error.invalid_payload'])
    expect(body.message).toContain('line 3 has 6 cells')
    expect(await messages()).toEqual([])
  })

  test('names an order twice: the later row counts', async () => {
    await post(
      source.address,
      table(...Array.from({ length: 12 }, (_, at) => ida.replace('12.5', String(at + 1)))),
      csv,
    )
    await expect.poll(results, patiently).not.toContain('waiting')
    const found = await stops()
    expect(found.map(({ weight }: { weight: number }) => weight)).toEqual([12])
  })
})

describe('signatures', () => {
  const secret = 'a secret of the shop'
  const sign = (body: Buffer) => createHmac('sha256', secret).update(body).digest('base64')

  test.each([
    ['woocommerce', 'x-wc-webhook-signature'],
    ['shopify', 'x-shopify-hmac-sha256'],
    ['erpnext', 'x-frappe-webhook-signature'],
  ] as const)('%s: %s must be that of the bytes', async (kind, header) => {
    source = await addSource({ kind, secret })
    // Other bytes than JSON.stringify would make.
    const body = Buffer.from(JSON.stringify(getPreset(kind).sample, null, 3))
    const wrong = await post(source.address, body, { [header]: sign(Buffer.from('{}')) })
    expect([wrong.status, wrong.body.message_id]).toEqual([401, 'highway.intake.error.wrong_signature'])
    expect((await post(source.address, body)).status).toBe(401)
    expect(await messages()).toEqual([])
    expect((await post(source.address, body, { [header]: sign(body) })).status).toBe(200)
    await expect.poll(results, patiently).toEqual(['created'])
  })

  test('the secret is encrypted, and neither shown nor logged', async () => {
    source = await addSource({ kind: 'shopify', secret })
    const row = await server.services.database.db
      .selectFrom('order_sources')
      .select(['secret'])
      .where('id', '=', source.id)
      .executeTakeFirstOrThrow()
    expect(row.secret).not.toContain(secret)
    const listed = await call('GET', '/app/v1/order_sources')
    expect(listed.text).not.toContain(secret)
    expect(listed.body.at(-1)).toMatchObject({ kind: 'shopify', signed: true })
    expect(server.logLines.join('')).not.toContain(secret)
    expect(server.logLines.join('')).not.toContain(source.address.split('/').at(-1))
  })

  test("WooCommerce's question whether somebody is there is answered, and no message", async () => {
    source = await addSource({ kind: 'woocommerce', secret })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post(source.address, 'webhook_id=5', headers)).body).toEqual({ received: 0 })
    expect(await messages()).toEqual([])
  })
})

describe('sources', () => {
  test.each([
    ['[1]', 200],
    ['"text"', 400],
    ['{', 400],
    ['', 400],
  ])('a body %s: %i', async (body, status) => {
    expect((await post(source.address, body)).status).toBe(status)
  })

  test('one that is off, deleted or has another address now is not there', async () => {
    const renewed = await call('POST', `/app/v1/order_source/${source.id}/address`)
    expect((await post(source.address, order())).status).toBe(404)
    expect((await post(renewed.body.address, order())).status).toBe(200)
    await call('PUT', `/app/v1/order_source/${source.id}`, { enabled: false })
    expect((await post(renewed.body.address, order())).status).toBe(404)
    await call('PUT', `/app/v1/order_source/${source.id}`, { enabled: true })
    await expect.poll(results, patiently).toEqual(['created'])
    await call('DELETE', `/app/v1/order_source/${source.id}`)
    expect((await post(renewed.body.address, order())).status).toBe(404)
    expect(await stops()).toHaveLength(1)
  })

  test.each([
    [{ fields: [{ field: 'order_id', paths: ['$..id'] }] }, 'mapping.fields[0].paths[0]'],
    [{ cancel: [{ path: 'status' }] }, 'mapping.cancel[0].path'],
    [{ fields: [{ field: 'colour', paths: [] }] }, 'mapping.fields[0].field'],
  ])('a mapping %j is refused at its place', async (part, place) => {
    const mapping = { ...getPreset('custom').mapping, ...part }
    const answer = await call('PUT', `/app/v1/order_source/${source.id}`, { mapping })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(place)
  })

  test('those of well-known shops are listed with a message to try them on', async () => {
    const { status, body } = await call('GET', '/app/v1/order_sources/presets')
    expect(status).toBe(200)
    expect(body).toContainEqual(JSON.parse(JSON.stringify(getPreset('custom'))))
  })

  test('are for those who manage the organization', async () => {
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    cookie = await server.signIn(user_id)
    for (const path of ['order_sources', 'order_sources/presets', `order_source/${source.id}/messages`]) {
      expect((await call('GET', `/app/v1/${path}`)).status).toBe(403)
    }
    expect(
      (await call('POST', '/app/v1/order_source', { project_id: account.project_id, kind: 'custom' })).status,
    ).toBe(403)
  })

  test('a dry run tells what would come of a message, and makes nothing', async () => {
    const { mapping } = getPreset('custom')
    const preview = (sample: object) =>
      call('POST', '/app/v1/order_source/preview', { project_id: account.project_id, mapping, sample })
    const { body } = await preview(order())
    expect(body).toMatchObject({
      action: 'keep',
      order_id: 'A-1',
      day,
      address: '47.14, 9.52',
      problems: [],
      location: { lat: 47.14, lng: 9.52 },
      stop: { label: 'Ida Frick', weight: 12 },
    })
    expect((await preview({ weight: 'heavy' })).body.problems.map(({ field }: { field: string }) => field)).toEqual([
      'weight',
      'order_id',
    ])
    expect(await stops()).toEqual([])
  })

  test('an erasure takes the messages along, and no others', async () => {
    await send(order({ email: 'ida@example.test', updated_at: undefined }))
    await send(order({ order_id: 'A-2', name: 'Jon Hasler', phone: '+4235550202', email: 'jon@example.test' }))
    const ida = (await stops()).find(({ label }: { label: string }) => label === 'Ida Frick')
    await report(ida.id)
    const found = await call('POST', '/app/v1/recipient/find', { email: 'ida@example.test' })
    const { fingerprint } = found.body
    const erased = await call('POST', '/app/v1/recipient/erase', { email: 'ida@example.test', fingerprint })
    expect(erased.status, erased.text).toBe(200)
    const left = JSON.stringify(await messages())
    expect(left).toContain('Jon Hasler')
    expect(left).not.toContain('Ida Frick')
  })
})
