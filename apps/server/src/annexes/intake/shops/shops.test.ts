// Shops are told what becomes of their orders: each state once, in order, again after a failure, and nothing of what is over.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Asked,
  erpNext,
  type FakeShop,
  odooShop,
  openFakeShop,
  prestaShop,
  shopifyShop,
  wooCommerce,
} from '../../../../test/fake-shop.ts'
import { type Account, useTestServer } from '../../../../test/harness.ts'
import { getPreset } from '../presets/presets.ts'

const server = useTestServer({ listen: true, realClock: true })
const patiently = { timeout: 30_000, interval: 50 }
let account: Account
let cookie: string
let source: { id: string; address: string }
let shop: FakeShop
const day = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: unknown, query = {}) =>
  server.call(method, path, { headers: { cookie }, body, query })
const byKey = async (method: Method, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { key: account.key, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const told = async () => (await call('GET', `/app/v1/order_source/${source.id}/told`)).body.docs.reverse()
const states = async () =>
  (await told()).map(({ state, ok }: { state: string; ok: boolean }) => (ok ? state : `${state}!`))
/** The loop looks by itself, ever less often; the test does not wait for that. */
const look = () => sql`select notice('shops', '')`.execute(server.services.database.db)

async function addSource(kind: string): Promise<void> {
  const { mapping } = getPreset('custom')
  const made = await call('POST', '/app/v1/order_source', { project_id: account.project_id, kind, mapping })
  expect(made.status, made.text).toBe(201)
  source = made.body
}

async function open(answer: (asked: Asked) => [number, unknown?], kind: string, telling: object): Promise<void> {
  shop = await openFakeShop(answer)
  await addSource(kind)
  const { status, text } = await tell(telling)
  expect(status, text).toBe(200)
}

const tell = (telling: object) =>
  call('PUT', `/app/v1/order_source/${source.id}/telling`, { url: shop?.url ?? 'https://shop.example', ...telling })

/** The order's stop, on a route of its plan; nothing of it is dispatched yet. */
async function order(orderId = 'A-1'): Promise<{ stop: string; route: string; url: string }> {
  const path = new URL(source.address).pathname
  const body = { order_id: orderId, delivery_date: day(), name: 'Ida Frick', address: '47.14, 9.52' }
  expect((await server.call('POST', path, { body })).status).toBe(200)
  const find = async () => {
    const query = { project_id: account.project_id, limit: 100 }
    const found = await call('GET', '/v2/stops/search', undefined, query)
    return found.body.docs.find(({ external_id }: { external_id: string }) => external_id === orderId)
  }
  await expect.poll(find, patiently).toBeDefined()
  const stop = await find()
  const [route] = (
    await call('POST', '/v2/routes', [{ label: 'Van', email: 'van@example.test' }], { plan_id: stop.plan_id })
  ).body
  await byKey('PUT', `/v2/route/${route.id}/stops`, { stops: [stop.id] })
  return { stop: stop.id, route: route.id, url: stop.tracking_url }
}

const dispatch = (route: string) => byKey('POST', `/v2/route/${route}/dispatch`)
const report = (stop: string, kind: string) =>
  byKey('POST', `/v3/stop/${stop}/report`, { type: `service_report_${kind}` })

/** Waits until the shop was told so; looks as often as it asks. */
const expectTold = (expected: string[]) =>
  expect
    .poll(async () => {
      await look()
      return await states()
    }, patiently)
    .toEqual(expected)

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})
afterEach(() => shop?.close())

const changes = () => shop.asked.filter(({ method }) => method !== 'GET')

describe('each kind of shop', () => {
  test('WooCommerce: a private note with the link, and the status at the end', async () => {
    const kept = { notes: [] as { note: string; customer_note: boolean }[], status: 'processing' }
    await open(wooCommerce(kept), 'woocommerce', { user: 'ck_1', secret: 'cs_1', language: 'de' })
    expect((await call('POST', `/app/v1/order_source/${source.id}/telling/test`)).body).toEqual({
      ok: true,
      detail: 'The orders can be read',
    })
    const { stop, route, url } = await order()
    await dispatch(route)
    await expectTold(['planned'])
    await report(stop, 'completed')
    await expectTold(['planned', 'done'])
    expect(kept).toEqual({
      status: 'completed',
      notes: [
        { note: `Lieferung eingeplant: ${url}`, customer_note: false },
        { note: `Zugestellt: ${url}`, customer_note: false },
      ],
    })
  })

  test('Shopify: fulfilled with the link at the first state, then an event for each', async () => {
    const kept = { fulfillments: [] as { id: string; status: string; tracking?: object; events: string[] }[] }
    await open(shopifyShop(kept), 'shopify', { secret: 'shpat_1' })
    const { stop, route, url } = await order()
    await dispatch(route)
    await report(stop, 'attempted')
    await expectTold(['under_way'])
    expect(kept.fulfillments).toMatchObject([{ tracking: { url }, events: ['OUT_FOR_DELIVERY'] }])
    await report(stop, 'completed')
    await expectTold(['under_way', 'done'])
    expect(kept.fulfillments).toMatchObject([{ events: ['OUT_FOR_DELIVERY', 'DELIVERED'] }])
    expect((await call('POST', `/app/v1/order_source/${source.id}/telling/test`)).body.detail).toContain('Fruit')
  })

  test('Odoo: a note in the messages of the order', async () => {
    const kept = { messages: [] as string[] }
    await open(odooShop(kept), 'odoo', { user: 'me', database: 'db', secret: 'key', language: 'fr' })
    expect((await call('POST', `/app/v1/order_source/${source.id}/telling/test`)).body.ok).toBe(true)
    const { stop, url } = await order()
    await report(stop, 'canceled')
    await expectTold(['failed'])
    expect(kept.messages).toEqual([`N’a pas pu être livré: ${url}`])
  })

  test('ERPNext: a comment, and the field that was named', async () => {
    const kept = { comments: [] as { content: string }[], order: {} }
    const filled = { field: 'delivery_state', states: { done: 'Delivered' } }
    await open(erpNext(kept), 'erpnext', { user: 'key', secret: 'secret', ...filled })
    const { stop, url } = await order()
    await report(stop, 'completed')
    await expectTold(['done'])
    expect(kept).toMatchObject({
      order: { delivery_state: 'Delivered' },
      comments: [{ reference_doctype: 'Sales Order', reference_name: 'A-1', content: `Delivered: ${url}` }],
    })
  })

  test('PrestaShop: a line in the history of the order', async () => {
    const kept = { history: [] as string[] }
    await open(prestaShop(kept), 'prestashop', { secret: 'KEY' })
    expect((await call('POST', `/app/v1/order_source/${source.id}/telling/test`)).body.ok).toBe(true)
    const { stop } = await order('XKBKNABJK-5')
    await report(stop, 'completed')
    await expectTold(['done'])
    expect(kept.history).toEqual(['5'])
  })

  test('any other program: a message with a key that is the same at every attempt', async () => {
    await open(() => [200], 'custom', { secret: 'token', states: { under_way: 'go', done: 'fin' } })
    const { stop, route, url } = await order()
    await dispatch(route)
    await report(stop, 'completed')
    await expectTold(['done'])
    const [{ headers, body }] = changes() as [Asked]
    expect(headers.authorization).toBe('Bearer token')
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{24}-done$/)
    expect(JSON.parse(body)).toMatchObject({ order_id: 'A-1', state: 'done', value: 'fin', tracking_url: url })
  })
})

describe('whatever the shop', () => {
  test('what is over before the shop was entered is not told, and what is told ends with the order', async () => {
    shop = await openFakeShop(() => [200])
    await addSource('custom')
    const before = await order('A-1')
    await report(before.stop, 'completed')
    expect((await tell({})).status).toBe(200)
    const { stop } = await order('A-2')
    await report(stop, 'completed')
    await expectTold(['done'])
    expect((await told())[0].order_id).toBe('A-2')
    expect((await call('DELETE', `/app/v1/order_source/${source.id}/telling`)).body.telling).toBeUndefined()
    expect((await call('POST', `/app/v1/order_source/${source.id}/telling/test`)).body.ok).toBe(false)
  })

  test('a shop that fails is told again, and what it took before it failed is not said twice', async () => {
    const kept = { notes: [] as { note: string; customer_note: boolean }[], status: 'processing' }
    await open(wooCommerce(kept), 'woocommerce', { user: 'ck_1', secret: 'cs_1', states: { done: 'shipped' } })
    const { stop } = await order()
    await report(stop, 'completed')
    await expectTold(['done!'])
    const [failed] = await told()
    expect(failed.detail).toContain(
      'The shop answered 400 to PUT /wp-json/wc/v3/orders/A-1: Invalid parameter(s): status',
    )
    // Not before its time.
    await look()
    expect(await states()).toEqual(['done!'])
    const mended = { user: 'ck_1', states: { done: 'completed' } }
    const { status, text } = await tell(mended)
    expect(status, text).toBe(200)
    await server.services.database.db.updateTable('source_orders').set({ tell_attempts: 1 }).execute()
    await expectTold(['done!', 'done'])
    expect([kept.status, kept.notes.length]).toEqual(['completed', 1])
  })

  test('after the last attempt it is given up, and the next state is told', async () => {
    await open(() => [200], 'custom', {})
    shop.refuse(1_000)
    const { stop } = await order()
    await report(stop, 'attempted')
    await expectTold(['under_way!'])
    const { db } = server.services.database
    await db
      .updateTable('source_orders')
      .set({ tell_attempts: 5, tell_at: null })
      .where('source_id', '=', source.id)
      .execute()
    await expectTold(['under_way!', 'under_way!'])
    expect((await told())[1].detail).toContain('given up')
    shop.refuse(0)
    await report(stop, 'completed')
    await expectTold(['under_way!', 'under_way!', 'done'])
  })

  test('a sandbox tells nobody, and its log says so', async () => {
    await open(() => [200], 'custom', {})
    await call('PUT', '/app/v1/organization', { is_sandbox: true })
    const { stop } = await order()
    await report(stop, 'completed')
    await expectTold(['done'])
    expect((await told())[0].detail).toContain('sandbox')
    expect((await call('POST', `/app/v1/order_source/${source.id}/telling/test`)).body.detail).toContain('sandbox')
    expect(shop.asked).toEqual([])
  })

  test('several loops tell each state once', async () => {
    await open(() => [200], 'custom', {})
    const orders = await Promise.all(Array.from({ length: 12 }, (_, at) => order(`A-${at}`)))
    await Promise.all(orders.map(({ stop }) => report(stop, 'completed')))
    await expectTold(Array.from({ length: 12 }, () => 'done'))
    expect(new Set(changes().map(({ headers }) => headers['idempotency-key'])).size).toBe(12)
    expect(changes()).toHaveLength(12)
  })

  test('the secret is encrypted, never shown, and stays with the address that it was entered for', async () => {
    await open(() => [200], 'custom', { secret: 'very secret' })
    const { db } = server.services.database
    const find = () =>
      db.selectFrom('order_sources').select('tell_secret').where('id', '=', source.id).executeTakeFirstOrThrow()
    expect((await find()).tell_secret).not.toContain('very secret')
    expect((await call('GET', '/app/v1/order_sources')).text).not.toContain('very secret')
    expect(server.logLines.join('')).not.toContain('very secret')
    await tell({ language: 'pt' })
    expect((await find()).tell_secret).not.toBeNull()
    await tell({ url: 'http://127.0.0.1:9/elsewhere' })
    expect((await find()).tell_secret).toBeNull()
  })

  test.each([
    ['woocommerce', { secret: 'x' }, 'user'],
    ['odoo', { user: 'me', secret: 'x' }, 'database'],
    ['prestashop', {}, 'secret'],
    ['shopify', { secret: 'x', url: 'https://shop.example/?a=1' }, 'url'],
    ['custom', { url: 'ftp://shop.example' }, 'url'],
  ])('%s with %j is refused and says %s', async (kind, telling, word) => {
    await addSource(kind)
    const answer = await call('PUT', `/app/v1/order_source/${source.id}/telling`, {
      url: 'https://shop.example',
      ...telling,
    })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.message).toContain(word)
  })

  test('is for those who manage the organization', async () => {
    await addSource('custom')
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    cookie = await server.signIn(user_id)
    expect((await tell({ url: 'https://shop.example' })).status).toBe(403)
    expect((await call('GET', `/app/v1/order_source/${source.id}/told`)).status).toBe(403)
  })
})
