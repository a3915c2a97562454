// A busy day of five shops: a thousand orders in their recorded shapes, with doubles and disorder, each there once and in its last
// state.
import { beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { getDelivery, type RecordedShop, recordedShops, recording, send } from '../../../test/recorded-shops.ts'

const server = useTestServer({ listen: true, realClock: true })
const count = 1_000
const secret = 'what shop and source both know'
const addresses = {} as Record<RecordedShop, string>
let account: Account

beforeAll(async () => {
  account = await server.createAccount()
  const cookie = await server.signIn(account.user_id)
  for (const kind of recordedShops) {
    const signed = kind !== 'odoo' && kind !== 'prestashop'
    const body = { project_id: account.project_id, kind, ...(signed ? { secret } : {}) }
    const made = await server.call('POST', '/app/v1/order_source', { headers: { cookie }, body })
    addresses[kind] = `${server.address}${new URL(made.body.address).pathname}`
  }
})

interface Version {
  id: number
  version: number
}

/** The same numbers at every run. */
function createRandom(): () => number {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** One in four orders changes once more, one in five of these is canceled; then 5 % come twice and 5 % too late. */
function traffic(): { sent: Version[]; last: Map<number, number> } {
  const random = createRandom()
  const inOrder: Version[] = []
  const last = new Map<number, number>()
  for (let id = 1; id <= count; id++) {
    const versions = id % 4 === 0 ? 2 : 1
    for (let version = 1; version <= versions; version++) inOrder.push({ id, version })
    last.set(id, versions)
  }
  const doubled = inOrder.flatMap((version) => (random() < 0.05 ? [version, version] : [version]))
  const sent: Version[] = []
  const held: Version[] = []
  for (const one of doubled) (random() < 0.05 ? held : sent).push(one)
  // Delayed ones come at the end, and some second versions before the first.
  return { sent: [...sent, ...held.reverse()], last }
}

const isCanceled = ({ id, version }: Version) => version === 2 && id % 20 === 0
const getShop = ({ id }: Version): RecordedShop => recordedShops[Math.floor(id / 20) % recordedShops.length]!
const place = '47.14, 9.52'
const noted = ({ version }: Version) => `version ${version}`

/** The shop's message for this version, in the recording of an order that is to be delivered. */
const written: Record<RecordedShop, { name: string; changes(one: Version): object; externalId(id: number): string }> = {
  woocommerce: {
    name: 'updated, paid',
    changes: (version) => ({
      id: version.id,
      number: String(version.id),
      status: isCanceled(version) ? 'cancelled' : 'processing',
      date_modified_gmt: `2026-03-01T09:0${version.version}:00`,
      customer_note: noted(version),
      shipping: {
        ...getPart('woocommerce', 'shipping'),
        address_1: place,
        address_2: '',
        postcode: '',
        city: '',
        country: '',
      },
    }),
    externalId: String,
  },
  shopify: {
    name: 'created',
    changes: (version) => ({
      id: version.id,
      updated_at: `2026-03-01T10:0${version.version}:00+01:00`,
      note: noted(version),
      ...(isCanceled(version) ? { cancelled_at: '2026-03-01T10:02:00+01:00', financial_status: 'refunded' } : {}),
      shipping_address: {
        ...getPart('shopify', 'shipping_address'),
        address1: place,
        zip: null,
        city: '',
        country: '',
      },
    }),
    externalId: String,
  },
  odoo: {
    name: 'edited',
    changes: (version) => ({
      _id: version.id,
      id: version.id,
      name: `S${version.id}`,
      note: `<p>${noted(version)}</p>`,
      x_delivery_address: place,
      write_date: `2026-03-01 09:0${version.version}:00.123456`,
      state: isCanceled(version) ? 'cancel' : 'sale',
    }),
    externalId: (id) => `S${id}`,
  },
  erpnext: {
    name: 'updated after submitting',
    changes: (version) => ({
      name: `SAL-ORD-${version.id}`,
      modified: `2026-03-01 09:0${version.version}:00.123456`,
      po_no: noted(version),
      docstatus: isCanceled(version) ? 2 : 1,
      shipping_address: `${place}<br>Phone: +423 555 05 09<br>`,
    }),
    externalId: (id) => `SAL-ORD-${id}`,
  },
  prestashop: {
    name: 'paid',
    changes: (version) => ({
      order: {
        ...getPart('prestashop', 'order'),
        id: version.id,
        reference: 'ONAQWRKWL',
        current_state: isCanceled(version) ? '6' : '2',
        date_upd: `2026-03-01 09:0${version.version}:00`,
      },
      address: {
        ...getPart('prestashop', 'address'),
        address1: place,
        address2: '',
        postcode: '',
        city: '',
        other: noted(version),
      },
    }),
    externalId: (id) => `ONAQWRKWL-${id}`,
  },
}

function getPart(shop: RecordedShop, part: string): object {
  return recording(shop, written[shop].name).body![part] as object
}

function sendOne(one: Version) {
  const shop = getShop(one)
  const { name, changes } = written[shop]
  return send(addresses[shop], getDelivery(shop, recording(shop, name), secret, { body: changes(one) }))
}

test('1,000 orders of five shops, 5 % of the messages doubled and 5 % out of order', { timeout: 300_000 }, async () => {
  const { sent, last } = traffic()
  const waiting = [...sent]
  const statuses: number[] = []
  const sendOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) statuses.push((await sendOne(next)).status)
  }
  await Promise.all(Array.from({ length: 8 }, sendOn))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { db } = server.services.database
  const left = async () => {
    const rows = await db
      .selectFrom('source_messages')
      .select('result')
      .where('organization_id', '=', account.organization_id)
      .execute()
    return rows.filter(({ result }) => result === 'waiting').length
  }
  await expect.poll(left, { timeout: 280_000, interval: 500 }).toBe(0)

  const stops = await db
    .selectFrom('stops')
    .select(['external_id', 'comments', 'custom_fields', 'plan_id'])
    .where('project_id', '=', account.project_id)
    .where('deleted', '=', false)
    .execute()
  const expected = [...last].filter(([id, version]) => !isCanceled({ id, version }))
  const state = (externalId: string | null, note: unknown) => `${externalId}: ${note}`
  const told = (fields: unknown) => (fields as { purchase_order?: string } | null)?.purchase_order
  expect(stops.map((stop) => state(stop.external_id, stop.comments ?? told(stop.custom_fields))).sort()).toEqual(
    expected
      .map(([id, version]) => state(written[getShop({ id, version })].externalId(id), noted({ id, version })))
      .sort(),
  )
  expect(new Set(stops.map(({ plan_id }) => plan_id)).size).toBe(1)
})
