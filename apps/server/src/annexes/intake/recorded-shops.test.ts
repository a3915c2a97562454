// Recorded requests of shops (test/fixtures/shops), sent over HTTP as the shops do: the stop that each delivery creates, and that
// retries, duplicates and reordering leave exactly one in its last state.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import {
  type Delivery,
  getDelivery,
  listRecordings,
  type RecordedShop,
  recordedShops,
  recording,
  send,
} from '../../../test/recorded-shops.ts'

const server = useTestServer({ listen: true, realClock: true })
const patiently = { timeout: 20_000, interval: 25 }
const secret = 'what shop and source both know'
let account: Account
let cookie: string

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})

const call = (method: 'GET' | 'POST', path: string, body?: unknown, query = {}) =>
  server.call(method, path, { headers: { cookie }, body, query })

interface Source {
  shop: RecordedShop
  id: string
  path: string
}

async function addSource(shop: RecordedShop): Promise<Source> {
  const signed = shop !== 'odoo' && shop !== 'prestashop'
  const body = { project_id: account.project_id, kind: shop, ...(signed ? { secret } : {}) }
  const made = await call('POST', '/app/v1/order_source', body)
  expect(made.status, made.text).toBe(201)
  return { shop, id: made.body.id, path: new URL(made.body.address).pathname }
}

const post = ({ path }: Source, delivery: Delivery) => send(`${server.address}${path}`, delivery)

const results = async ({ id }: Source): Promise<string[]> =>
  (await call('GET', `/app/v1/order_source/${id}/messages`)).body.docs.map(({ result }: { result: string }) => result)

/** Sends one and returns the result, once it was processed. */
async function deliver(source: Source, name: string, changes?: Parameters<typeof getDelivery>[3]): Promise<string> {
  const answer = await post(source, getDelivery(source.shop, recording(source.shop, name), secret, changes))
  expect(answer).toMatchObject({ status: 200, body: { received: 1 } })
  await expect.poll(() => results(source), patiently).not.toContain('waiting')
  return (await results(source))[0]!
}

async function stops() {
  const query = { project_id: account.project_id, limit: 100 }
  return (await call('GET', '/v2/stops/search', undefined, query)).body.docs
}

interface FullStop extends Record<string, unknown> {
  location?: { label?: string }
  custom_fields?: object
}

/** Fields of a stop that a dispatcher reads. */
const readable = (stop: FullStop) => ({
  label: stop.label,
  address: stop.location?.label,
  phone: stop.phone,
  email: stop.email,
  person: stop.reference_person,
  comments: stop.comments,
  weight: stop.weight,
  price: stop.price,
  id: stop.external_id,
  ...stop.custom_fields,
})

describe('a delivery becomes', () => {
  const nobody = { label: undefined, address: undefined, phone: undefined, comments: undefined }
  test.each([
    [
      'woocommerce',
      'updated, paid',
      {
        id: '2603',
        label: 'María Núñez',
        address: 'Calle Mayor 8, 2º B, 9495, Triesen, LI',
        price: 43.9,
        phone: '+423 555 02 01',
        email: 'maria@example.com',
        person: 'María Núñez',
        comments: undefined,
      },
    ],
    ['woocommerce', 'of an administrator, without any address', { ...nobody, email: 'integration@example.com' }],
    [
      'woocommerce',
      'all of shipping empty, billing filled',
      {
        label: 'Οίνος & Λάδι Βασιλική Παπαδοπούλου',
        address: 'Ερμού 12, 105 63, Αθήνα, GR',
        phone: '+30 210 555 0102',
        person: 'Βασιλική Παπαδοπούλου',
      },
    ],
    [
      'woocommerce',
      'to another person than who pays',
      {
        label: 'Haus "Sonne" Jürg O\'Neill',
        person: "Jürg O'Neill",
        phone: '+423 555 02 09',
        address: 'Im Bretscha 22, 9494, Schaan, LI',
        comments: 'Bitte klingeln & warten, Hund!',
      },
    ],
    [
      'shopify',
      'created',
      {
        label: '明美 王',
        address: 'Feldkircher Strasse 5, 9494, Schaan, Liechtenstein',
        phone: '+423 555 03 01',
        email: 'mei@example.com',
        weight: 0,
        price: 394,
        id: '6198432301356',
        order_name: '#1054',
      },
    ],
    [
      'shopify',
      'updated, one line paid back',
      { address: 'Feldkircher Strasse 5, 3. Stock, 9494, Schaan, Liechtenstein', comments: 'Klingel defekt' },
    ],
    [
      'shopify',
      'as recorded: authorized, with properties',
      {
        label: 'Bob Norman',
        address: 'Chestnut Street 92, 40202, Louisville, Kentucky, United States',
        phone: '555-625-1199',
        comments: 'Test note',
        id: '450789469',
      },
    ],
    [
      'odoo',
      'confirmed, most fields empty',
      {
        id: 'S00031',
        label: 'Gasthof Krone, Küche',
        address: 'Dorfstraße 12, 9494 Schaan, Liechtenstein',
        phone: '+423 555 04 01',
        comments: undefined,
        price: 212.4,
      },
    ],
    ['odoo', 'edited', { comments: 'Ramp & bell at the back, Ask for José', customer_reference: 'PO-77' }],
    [
      'odoo',
      'no telephone, many2one as a pair (17.0 at first)',
      { phone: undefined, email: undefined, comments: undefined },
    ],
    [
      'erpnext',
      'submitted, no content type',
      {
        id: 'SAL-ORD-2026-00031',
        label: 'Bäckerei Marxer & Söhne',
        phone: '+423 555 05 01',
        weight: 85.5,
        address: 'Feldkircher Strasse 5, Haus "Rose" & Hof, Schaan, 9494, Liechtenstein',
        person: 'Eva Marxer',
      },
    ],
    [
      'erpnext',
      'no shipping address, no contact',
      {
        address: 'Landstrasse 40, Triesen, 9495, Liechtenstein',
        phone: undefined,
        email: undefined,
        person: undefined,
      },
    ],
    [
      'erpnext',
      "from India, without the customer's name",
      { label: 'CUST-2026-00001', address: '12 MG Road, Post, BANGALORE, Karnataka, 560049, India' },
    ],
    [
      'prestashop',
      'paid',
      {
        id: 'ONAQWRKWL-6',
        label: "Zoë D'Été",
        address: '16, Hauptstrasse, 2nd floor, 9490, Vaduz',
        phone: '0102030405',
        email: 'zoe@example.com',
        price: 102,
        comments: undefined,
      },
    ],
    [
      'prestashop',
      'the other part of the same basket',
      { id: 'ONAQWRKWL-7', label: "Café d'Été Zoë D'Été", phone: '0612345678', comments: "Code 12'A" },
    ],
    [
      'prestashop',
      'numbers as numbers (a module of its own)',
      { id: 'KHWLILZLL-8', price: 71.51, phone: undefined, address: '16, Hauptstrasse, 9490, Vaduz' },
    ],
  ] as const)('%s, %s: a stop as a dispatcher would write it', async (shop, name, expected) => {
    const source = await addSource(shop)
    expect(await deliver(source, name)).toBe('created')
    const found = await stops()
    expect(found).toHaveLength(1)
    expect(readable(found[0])).toMatchObject(expected)
  })

  test.each([
    ['woocommerce', 'created, not paid yet', 'ignored'],
    ['woocommerce', 'made as completed, an older version', 'ignored'],
    ['woocommerce', 'collected at the shop', 'canceled'],
    ['woocommerce', 'an error instead of the order', 'refused'],
    ['shopify', 'cancelled', 'canceled'],
    ['shopify', 'without an address', 'canceled'],
    ['shopify', 'over the counter', 'canceled'],
    ['shopify', 'an old order, delivered long ago, that got a tag', 'ignored'],
    ['shopify', 'test notification', 'canceled'],
    ['shopify', 'as recorded: cancelled and paid back', 'canceled'],
    ['odoo', 'a quotation', 'ignored'],
    ['odoo', 'delivered already', 'ignored'],
    ['erpnext', 'a draft', 'ignored'],
    ['erpnext', 'delivered already, invoiced now', 'ignored'],
    ['prestashop', 'awaiting a check', 'ignored'],
    ['prestashop', 'delivered', 'ignored'],
  ] as const)('%s, %s: no stop (%s)', async (shop, name, result) => {
    const source = await addSource(shop)
    expect(await deliver(source, name)).toBe(result)
    expect(await stops()).toEqual([])
  })
})

describe('one order after the other', () => {
  const again = { headers: { 'X-WC-Webhook-Delivery-ID': 'another', 'X-Shopify-Webhook-Id': 'another' } }
  /** Requests and their results; at the end one stop with this content, or none. */
  const sequences: [RecordedShop, string, [string, string][], object | undefined][] = [
    [
      'woocommerce',
      'created twice, paid, told late once more',
      [
        ['created, not paid yet', 'ignored'],
        ['created, not paid yet', 'ignored'],
        ['updated, paid', 'created'],
        ['updated, paid', 'unchanged'],
        ['created, not paid yet', 'ignored'],
      ],
      { id: '2603', label: 'María Núñez' },
    ],
    [
      'woocommerce',
      'deleted before it was heard of',
      [
        ['deleted', 'canceled'],
        ['updated, paid', 'outdated'],
      ],
      undefined,
    ],
    [
      'shopify',
      'the change before the order',
      [
        ['updated, one line paid back', 'created'],
        ['created', 'outdated'],
        ['updated, one line paid back', 'unchanged'],
      ],
      { comments: 'Klingel defekt' },
    ],
    [
      'shopify',
      'cancelled, and told again of what was before',
      [
        ['created', 'created'],
        ['cancelled', 'canceled'],
        ['updated, one line paid back', 'outdated'],
        ['deleted', 'canceled'],
        ['cancelled', 'outdated'],
      ],
      undefined,
    ],
    [
      'odoo',
      'edited before it was confirmed',
      [
        ['edited', 'created'],
        ['confirmed, most fields empty', 'outdated'],
        ['edited', 'unchanged'],
      ],
      { comments: 'Ramp & bell at the back, Ask for José' },
    ],
    [
      'odoo',
      'canceled',
      [
        ['confirmed, most fields empty', 'created'],
        ['canceled', 'canceled'],
        ['edited', 'outdated'],
      ],
      undefined,
    ],
    [
      'erpnext',
      'tried three times, as it does when nobody answers in time',
      [
        ['submitted, no content type', 'created'],
        ['submitted, no content type', 'unchanged'],
        ['submitted, no content type', 'unchanged'],
        ['updated after submitting', 'changed'],
        ['submitted, no content type', 'outdated'],
      ],
      { purchase_order: 'M-2026-3' },
    ],
    [
      'erpnext',
      'canceled before it was submitted',
      [
        ['canceled', 'canceled'],
        ['submitted, no content type', 'outdated'],
      ],
      undefined,
    ],
    [
      'erpnext',
      'closed',
      [
        ['no shipping address, no contact', 'created'],
        ['closed', 'canceled'],
      ],
      undefined,
    ],
    [
      'prestashop',
      'paid before the check was awaited',
      [
        ['paid', 'created'],
        ['awaiting a check', 'ignored'],
        ['paid', 'unchanged'],
      ],
      { id: 'ONAQWRKWL-6' },
    ],
    [
      'prestashop',
      'one part of a basket canceled',
      [
        ['paid', 'created'],
        ['the other part of the same basket', 'created'],
        ['canceled', 'canceled'],
      ],
      { id: 'ONAQWRKWL-7' },
    ],
  ]

  test.each(sequences)('%s: %s', async (shop, _what, sent, expected) => {
    const source = await addSource(shop)
    for (const [at, [name, result]] of sent.entries()) {
      expect(await deliver(source, name, at % 2 === 1 ? again : {}), `${at}: ${name}`).toBe(result)
    }
    const found = await stops()
    expect(found).toHaveLength(expected ? 1 : 0)
    if (expected) expect(readable(found[0])).toMatchObject(expected)
  })

  test('to be collected now, and delivered after all', async () => {
    const source = await addSource('woocommerce')
    const { body } = recording('woocommerce', 'collected at the shop')
    const later = (minute: number) => ({ id: 2603, number: '2603', date_modified_gmt: `2026-03-01T09:${minute}:00` })
    expect(await deliver(source, 'updated, paid')).toBe('created')
    const collected = { ...later(20), shipping_lines: body!.shipping_lines }
    expect(await deliver(source, 'updated, paid', { body: collected })).toBe('canceled')
    expect(await stops()).toEqual([])
    expect(await deliver(source, 'updated, paid', { body: later(30) })).toBe('created')
    expect(await stops()).toHaveLength(1)
  })
})

describe('what is true of every recording', () => {
  test("WooCommerce's question whether somebody is there is answered, and nothing is kept", async () => {
    const source = await addSource('woocommerce')
    const answer = await post(source, getDelivery('woocommerce', recording('woocommerce', 'ping'), secret))
    expect(answer).toEqual({ status: 200, body: { received: 0 } })
    expect(await results(source)).toEqual([])
  })

  test.each(['woocommerce', 'shopify', 'erpnext'] as const)(
    '%s: one that was changed on its way is refused',
    async (shop) => {
      const source = await addSource(shop)
      for (const one of listRecordings(shop).filter(({ form }) => form === undefined)) {
        const right = getDelivery(shop, one, secret)
        const forged = { ...right, bytes: Buffer.concat([right.bytes, Buffer.from(' ')]) }
        expect((await post(source, forged)).status, one.name).toBe(401)
      }
      expect(await results(source)).toEqual([])
    },
  )

  test.each(recordedShops)('%s: all at once, twice, backwards: each order once, nothing waits', async (shop) => {
    const source = await addSource(shop)
    const sent = listRecordings(shop).filter(({ form }) => form === undefined)
    const deliveries = [...sent, ...sent.toReversed()].map((entry) => getDelivery(shop, entry, secret))
    const answers = await Promise.all(deliveries.map((delivery) => post(source, delivery)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(() => results(source), patiently).not.toContain('waiting')
    const ids = (await stops()).map(({ external_id }: { external_id: string }) => external_id).sort()
    expect(ids).toEqual([...expectedAtLast[shop]].sort())
  })

  /** The orders that are to be delivered when everything was told. */
  const expectedAtLast: Record<RecordedShop, readonly string[]> = {
    woocommerce: ['14489', '2610', '45'],
    shopify: ['450789469'],
    odoo: ['S00033'],
    erpnext: ['SAL-ORD-2026-00099'],
    prestashop: ['KHWLILZLL-8', 'ONAQWRKWL-7'],
  }
})
