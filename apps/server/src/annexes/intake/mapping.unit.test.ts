// Values that mappings read from messages: predefined ones from their samples, and values as written in practice.
import type { OrderMapping } from '@routewright/contract'
import { describe, expect, test } from 'vitest'
import { readInstant } from '../../frame/written-values/written-values.ts'
import { pathProblem } from './json-paths.ts'
import { mapOrder } from './mapping.ts'
import { getPreset, presets } from './presets/presets.ts'

const setting = { timeZone: 'Europe/Vaduz', language: 'de' }
const read = (mapping: OrderMapping, body: unknown, headers = {}) => mapOrder(mapping, { body, headers }, setting)
const plan = { day: 'next' as const, days_ahead: 1 }
const makeMapping = (...fields: OrderMapping['fields']): OrderMapping => ({ fields, cancel: [], accept: [], plan })

describe('ready mappings', () => {
  test.each([
    ['woocommerce', '727', 'Städtle 1, 9490, Vaduz, LI', '2026-03-01T09:13:02.000Z', 'Ida Frick'],
    [
      'shopify',
      '5820982911946',
      'Landstrasse 40, 9495, Triesen, Liechtenstein',
      '2026-03-01T09:00:05.000Z',
      'Jon Hasler',
    ],
    ['odoo', 'S00031', 'Dorfstrasse 12, 9494 Schaan, Liechtenstein', '2026-03-01T08:15:30.000Z', 'Gasthof Krone'],
    [
      'erpnext',
      'SAL-ORD-2026-00017',
      'Feldkircher Strasse 5, Schaan, 9494, Liechtenstein',
      '2026-03-01T08:20:11.123Z',
      'Bäckerei Marxer',
    ],
    [
      'prestashop',
      'XKBKNABJK-5',
      'Im Bretscha 22, 9494, Schaan, Liechtenstein',
      '2026-03-01T09:30:00.000Z',
      'Noa Beck',
    ],
    ['custom', 'A-1001', 'Städtle 1, 9490 Vaduz', '2026-03-01T09:00:00.000Z', 'Ida Frick'],
  ] as const)('%s: its sample is an order to be delivered on its day', (kind, orderId, address, changedAt, label) => {
    const { mapping, sample } = getPreset(kind)
    const order = read(mapping, sample)
    expect(order).toMatchObject({ action: 'keep', orderId, address, day: '2026-03-04', problems: [] })
    expect(order.changedAt!.toISOString()).toBe(changedAt)
    expect(order.stop).toMatchObject({ label, external_id: orderId, phone: expect.stringContaining('+423 555') })
  })

  test('further fields: windows, weights, parcels', () => {
    expect(read(getPreset('woocommerce').mapping, getPreset('woocommerce').sample).stop).toMatchObject({
      time_windows: [[32_400, 43_200]],
      price: 48.9,
      comments: 'Please ring twice',
      custom_fields: { order_number: '727' },
    })
    expect(read(getPreset('shopify').mapping, getPreset('shopify').sample).stop.weight).toBe(4.5)
    expect(read(getPreset('custom').mapping, getPreset('custom').sample).stop.packages).toEqual([
      { identifier: 'P-1' },
      { identifier: 'P-2' },
    ])
    expect(read(getPreset('odoo').mapping, getPreset('odoo').sample).stop.comments).toBe('Ramp at the back')
  })

  test.each([
    ['woocommerce', { status: 'cancelled' }, {}, 'cancel'],
    ['woocommerce', { status: 'on-hold' }, {}, 'ignore'],
    ['woocommerce', {}, { 'x-wc-webhook-topic': 'order.deleted' }, 'cancel'],
    ['shopify', { financial_status: 'paid', cancelled_at: '2026-03-02T10:00:00Z' }, {}, 'cancel'],
    ['shopify', { id: 1 }, { 'x-shopify-topic': 'orders/delete' }, 'cancel'],
    ['shopify', { financial_status: 'paid', fulfillment_status: 'fulfilled' }, {}, 'ignore'],
    ['shopify', { financial_status: 'partially_refunded' }, {}, 'keep'],
    ['woocommerce', { shipping_lines: [{ method_id: 'local_pickup' }] }, {}, 'cancel'],
    [
      'woocommerce',
      { status: 'processing', shipping_lines: [{ method_id: 'local_pickup' }, { method_id: 'flat_rate' }] },
      {},
      'keep',
    ],
    ['odoo', { state: 'draft' }, {}, 'ignore'],
    ['erpnext', { docstatus: 2 }, {}, 'cancel'],
    ['erpnext', { docstatus: 0 }, {}, 'ignore'],
    ['prestashop', { order: { current_state: 6 } }, {}, 'cancel'],
    ['custom', { status: 'canceled' }, {}, 'cancel'],
  ] as const)('%s %j %j: %s', (kind, body, headers, action) => {
    expect(read(getPreset(kind).mapping, body, headers).action).toBe(action)
  })

  test('what a shop collects at the door is an amount of its order, and of no other', () => {
    const { mapping, sample } = getPreset('woocommerce')
    const woo = (more: object) => read(mapping, { ...(sample as object), ...more }).stop.cash_on_delivery
    expect(woo({ payment_method: 'cod' })).toEqual({ amount: '48.90', currency: 'EUR' })
    expect(woo({ payment_method: 'stripe' })).toBeNull()
    expect(woo({})).toBeNull()
    const shopify = getPreset('shopify')
    const cod = { payment_gateway_names: ['Cash on Delivery (COD)'], financial_status: 'pending' }
    const shop = (more: object) =>
      read(shopify.mapping, { ...(shopify.sample as object), ...cod, ...more }).stop.cash_on_delivery
    expect(shop({ total_outstanding: '11.50' })).toEqual({ amount: '11.50', currency: 'CHF' })
    expect(shop({})).toEqual({ amount: '31.50', currency: 'CHF' })
    expect(shop({ total_outstanding: '0.00' })).toBeNull()
    expect(shop({ payment_gateway_names: ['shopify_payments'] })).toBeNull()
  })

  test('an amount in no currency is a problem of its field, and no amount', () => {
    const mapping = makeMapping({ field: 'order_id', paths: ['$.id'] }, { field: 'cash_on_delivery', paths: ['$.cod'] })
    const order = read(mapping, { id: 'A', cod: '12.50' })
    expect(order.stop.cash_on_delivery).toBeNull()
    expect(order.problems).toEqual([
      { field: 'cash_on_delivery', reason: 'names no currency, and the project has none: 12.50' },
    ])
    const known = mapOrder(mapping, { body: { id: 'A', cod: '12.50' }, headers: {} }, { ...setting, currency: 'CHF' })
    expect(known.stop.cash_on_delivery).toEqual({ amount: '12.50', currency: 'CHF' })
  })

  test('every path of every one can be used', () => {
    for (const { mapping } of presets) {
      const paths = [
        ...mapping.fields.flatMap((rule) => rule.paths),
        ...mapping.cancel.flatMap(({ path }) => path ?? []),
      ]
      for (const path of paths) expect(pathProblem(path)).toBeUndefined()
    }
  })
})

describe('rules', () => {
  test('texts are joined, parts taken, numbers added up and multiplied, constants stand in', () => {
    const order = read(
      makeMapping(
        { field: 'order_id', paths: ['$.id'] },
        { field: 'label', paths: ['$.a', '$.b'], join: ' / ' },
        { field: 'comments', paths: ['$.none'], constant: 'by hand' },
        { field: 'weight', paths: ['$.lines[*].grams'], factor: 0.001 },
        { field: 'time_from', paths: ['$.slot'], split: { by: '–', take: 0 } },
        { field: 'time_to', paths: ['$.slot'], split: { by: '–', take: -1 } },
      ),
      { id: 7, a: 'x', b: 'y', lines: [{ grams: 500 }, { grams: '750,5' }], slot: '9:30 – 11' },
    )
    expect(order.problems).toEqual([])
    expect(order.orderId).toBe('7')
    expect(order.stop).toMatchObject({ label: 'x / y', comments: 'by hand', time_windows: [[34_200, 39_600]] })
    expect(order.stop.weight).toBeCloseTo(1.2505)
  })

  test('other paths are read where all of the first say nothing; a false is nothing, a zero is something', () => {
    const rule = { field: 'label', paths: ['$.a', '$.b'], otherwise: ['$.c', '$.d'], constant: 'nobody' }
    const said = (body: object) => read(makeMapping(rule), body).stop.label
    expect(said({ a: '', b: false, c: 'c', d: 'd' })).toBe('c, d')
    expect(said({ a: '', b: 0, c: 'c' })).toBe('0')
    expect(said({ a: null, b: ' ', d: false })).toBe('nobody')
  })

  test('what a mapping reads and a message has not is cleared; what it does not read is left alone', () => {
    const { stop } = read(makeMapping({ field: 'order_id', paths: ['$.id'] }, { field: 'phone', paths: ['$.phone'] }), {
      id: 1,
    })
    expect(stop).toEqual({ external_id: '1', phone: null })
  })

  test('an address is what a place is found by: no telephone, no e-mail, no sign of HTML', () => {
    const address = (text: string) => read(makeMapping({ field: 'address', paths: ['$.x'] }), { x: text }).address
    expect(
      address('Rue &Eacute;mile 4<br>Caf&eacute; &amp; Bar<br/>\nPIN: 9490<br>Tél.: 01 02<br>E-Mail: a@b.example'),
    ).toBe('Rue &Eacute;mile 4, Café & Bar, 9490')
    expect(address('Telstrasse 5, Phoneweg: 3<br>State Code: 29<br>Teléfono: 91 555')).toBe('Telstrasse 5, Phoneweg: 3')
    expect(address('Phone: 1')).toBeUndefined()
    expect(address('A&#38;B &#x263A; &#0; &nothing; &amp;lt;')).toBe('A&B ☺ &#0; &nothing; &lt;')
  })

  test('coordinates are taken as they are, and no address is looked for', () => {
    const fields = ['order_id', 'lat', 'lng', 'address'].map((field) => ({ field, paths: [`$.${field}`] }))
    const order = read(makeMapping(...fields), { order_id: 1, lat: '47.1', lng: 9.5, address: 'Somewhere' })
    expect(order.stop.location).toEqual({ lat: 47.1, lng: 9.5, label: 'Somewhere' })
    expect(order.address).toBeUndefined()
  })

  test('problems name the field', () => {
    const fields = ['weight', 'updated_at', 'delivery_date', 'time_from'].map((field) => ({ field, paths: ['$.x'] }))
    expect(
      read(makeMapping(...fields), { x: 'soon' })
        .problems.map(({ field }) => field)
        .sort(),
    ).toEqual([...['delivery_date', 'order_id', 'time_from', 'updated_at', 'weight']])
  })
})

describe('values', () => {
  const findDay = (text: string, more: object = {}, where = setting) =>
    mapOrder(
      makeMapping({ field: 'delivery_date', paths: ['$.x'], ...more }),
      { body: { x: text }, headers: {} },
      where,
    ).day

  test.each([
    ['2026-03-04', '2026-03-04'],
    ['4.3.2026', '2026-03-04'],
    ['2026/03/04', '2026-03-04'],
    // Half past eleven at night in UTC is the next day where the project works.
    ['2026-03-04T23:30:00Z', '2026-03-05'],
    ['1772618400', '2026-03-04'],
    // Without a zone it is the day that is written, wherever the project works.
    ['2026-03-04 23:30:00', '2026-03-04'],
    ['2026-03-04T00:00:00', '2026-03-04'],
    ['4. März 2026', '2026-03-04'],
    ['March 4, 2026', '2026-03-04'],
    ['20260304', '2026-03-04'],
    ['46085', '2026-03-04'],
    ['24/12/2026', '2026-12-24'],
    ['12/24/2026', '2026-12-24'],
    ['2026-02-31', undefined],
    ['tomorrow', undefined],
  ])('day %s', (text, day) => expect(findDay(text)).toBe(day))

  test('a day without a zone is that day in every zone; one that is said to be in UTC is turned', () => {
    for (const timeZone of ['America/Sao_Paulo', 'Pacific/Apia', 'Asia/Tokyo'])
      expect(findDay('2026-12-24 00:00:00', {}, { timeZone, language: 'en' })).toBe('2026-12-24')
    expect(findDay('2026-12-24 01:30:00', { utc: true }, { timeZone: 'America/Sao_Paulo', language: 'pt' })).toBe(
      '2026-12-23',
    )
  })

  test('where day and month fit both ways, the language decides, and it is said', () => {
    const fields = ['order_id', 'delivery_date'].map((field) => ({ field, paths: [`$.${field}`] }))
    const order = read(makeMapping(...fields), { order_id: '1', delivery_date: '03/04/2026' })
    expect(order.day).toBe('2026-04-03')
    expect(order.problems).toEqual([
      { field: 'delivery_date', reason: 'may be meant month first or day first: 03/04/2026' },
    ])
    expect(order.heldBack).toBeUndefined()
  })

  test('a day that cannot be read holds the order back, where plans go by the day', () => {
    const fields = ['order_id', 'delivery_date'].map((field) => ({ field, paths: [`$.${field}`] }))
    const body = { order_id: '1', delivery_date: 'soon' }
    const byDay = { ...makeMapping(...fields), plan: { day: 'delivery_date' as const, days_ahead: 1 } }
    expect(read(byDay, body).heldBack).toEqual({ field: 'delivery_date', reason: 'is no day: soon' })
    expect(read(makeMapping(...fields), body).heldBack).toBeUndefined()
  })

  test.each([
    ['2026-03-04 10:00:00', '2026-03-04T10:00:00.000Z'],
    ['2026-03-04T10:00:00+01:00', '2026-03-04T09:00:00.000Z'],
    ['2026-03-04 10:00:00.123456', '2026-03-04T10:00:00.123Z'],
    ['1772618400', '2026-03-04T10:00:00.000Z'],
    ['yesterday', undefined],
  ])('moment %s', (text, moment) => expect(readInstant(text)?.toISOString()).toBe(moment))

  const findWindows = (from: string, to?: string) => {
    const fields = ['order_id', 'time_from', 'time_to'].map((field) => ({ field, paths: [`$.${field}`] }))
    const order = read(makeMapping(...fields), { order_id: '1', time_from: from, time_to: to })
    return order.heldBack ? order.heldBack.reason : order.stop.time_windows
  }

  test.each([
    ['9:30', '10', [[34_200, 36_000]]],
    ['09.30', '9h45', [[34_200, 35_100]]],
    ['12:15 am', '2 pm', [[900, 50_400]]],
    ['2026-03-04T10:00:00Z', '2026-03-04T12:00:00Z', [[39_600, 46_800]]],
    ['2026-03-04T08:00:00', '2026-03-04T12:00:00', [[28_800, 43_200]]],
    ['0.25', undefined, [[21_600, 86_400]]],
    ['08:00 – 12:00', undefined, [[28_800, 43_200]]],
    ['8 AM – 12 PM', undefined, [[28_800, 43_200]]],
    ['8h às 12h', undefined, [[28_800, 43_200]]],
    ['9 - 5', undefined, [[32_400, 61_200]]],
    ['22:00-02:00', undefined, [[79_200, 93_600]]],
    ['22:00', '02:00', [[79_200, 93_600]]],
    ['8-12, bitte klingeln', undefined, 'is read but for: bitte klingeln'],
    ['25:99', undefined, 'is no time of day: 25:99'],
    ['soon', '12', 'is no time of day: soon'],
    ['9', '9', 'must be later than time_from'],
  ])('times %s and %s', (from, to, windows) => expect(findWindows(from, to)).toEqual(windows))

  test.each([
    [{ weight: '12 kg' }, { weight: 12 }],
    [{ weight: '500 g' }, { weight: 0.5 }],
    [{ packages: 4 }, { packages: ['A 1/4', 'A 2/4', 'A 3/4', 'A 4/4'].map((identifier) => ({ identifier })) }],
    [{ packages: ['P-1', 'P-2'] }, { packages: [{ identifier: 'P-1' }, { identifier: 'P-2' }] }],
    [{ packages: '4,90123E+12' }, { packages: [] }],
    [{ phone: '4,17912E+10' }, { phone: null }],
  ])('%j is read as %j', (body, stop) => {
    const fields = ['order_id', ...Object.keys(body)].map((field) => ({ field, paths: [`$.${field}`] }))
    expect(read(makeMapping(...fields), { order_id: 'A', ...body }).stop).toMatchObject(stop)
  })

  test.each([
    ['$.a.b', undefined],
    ["$['a b'][0]", undefined],
    ["$.m[?@.key=='x'].value", undefined],
    ['$..a', 'must name its fields one by one'],
    ['a.b', 'is no JSONPath'],
    ["$.a[?match(@.b,'(a+)+$')]", 'is no JSONPath'],
  ])('path %s', (path, problem) => {
    if (problem === undefined) expect(pathProblem(path)).toBeUndefined()
    else expect(pathProblem(path)).toContain(problem)
  })
})
