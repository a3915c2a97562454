// The rules of the seller through the interface: set, asked for, kept by holds, bookings and moves, and tried on past orders.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.52 }
const tuesday = '2026-03-03'
const wednesday = '2026-03-04'
const morning = [28_800, 43_200]
const afternoon = [46_800, 61_200]
let account: Account

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const path = (rest: string) => `/app/v1/project/${account.project_id}/${rest}`
const stop = { location: { lat: 47.16, lng: 9.55 }, duration: 300, label: 'Ida' }
const find = (more: object = {}) => call('POST', path('slots'), { stop, from: tuesday, to: wednesday, ...more })
const setRules = (rules: object) => call('PUT', path('slot_rules'), rules)
const hold = (key: string, slot_id = `${tuesday}/28800-43200`, more: object = {}) =>
  ask('POST', path('slot_promises'), { key, slot_id, stop, ...more })

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const van = { label: 'Van', default_start_location: depot, default_end_location: depot }
  await call('POST', '/v2/vehicle', van, { project_id: account.project_id })
})

describe('the rules', () => {
  test('are set as a whole, answered, and refused where they contradict each other', async () => {
    const rules = { grid: [{ windows: [morning], capacity: 2 }], notice_minutes: 60 }
    const set = await setRules(rules)
    expect(set).toMatchObject({ ...rules, closed_days: [], classes: [], prices: [] })
    expect(await call('GET', path('slot_rules'))).toEqual(set)
    expect(await setRules({})).not.toHaveProperty('notice_minutes')
    const refused = async (body: object) => (await ask('PUT', path('slot_rules'), body)).body.message
    expect(await refused({ classes: [{ name: 'a' }, { name: 'a' }] })).toBe('classes[1].name: stands there twice')
    expect(await refused({ classes: [{ name: 'a', kept_share: 0.5 }] })).toMatch(/^classes\[0\].kept_share: is a share/)
    const steps = [
      { up_to_share: 0.5, amount: -1 },
      { up_to_share: 0.5, amount: 1 },
    ]
    expect(await refused({ prices: steps })).toBe('prices[1].up_to_share: must be above that of the step before')
  })

  test('give the windows, the price and the green mark of offers, and say what they refuse', async () => {
    expect((await ask('POST', path('slots'), { stop, from: tuesday, to: tuesday })).body.message).toMatch(
      /^windows: are needed/,
    )
    await setRules({
      grid: [
        { weekdays: ['tuesday'], windows: [morning, afternoon] },
        { weekdays: ['wednesday'], windows: [afternoon] },
      ],
      closed_days: [wednesday],
      prices: [{ up_to_share: 0.5, amount: -2.5 }],
      green_share: 0.5,
    })
    const { slots, refused } = await find()
    expect(slots).toHaveLength(2)
    expect(slots[0]).toMatchObject({ price_change: -2.5, currency: 'EUR', is_green: true })
    expect(refused).toMatchObject([{ date: wednesday, time_window: afternoon, reason: 'closed_day' }])
    expect((await find({ windows: [[0, 86_400]] })).refused).toMatchObject([{ reason: 'not_offered' }, {}])
    expect((await find({ windows: [morning], rules: 'ignore' })).fitting).toBe(2)
    const { id, quote } = slots[0]
    const kept = await hold('a', id, { quote })
    expect(kept.body.offer).toMatchObject({ price_change: -2.5, currency: 'EUR' })
    expect((await call('POST', `/app/v1/slot_promise/${kept.body.id}/book`)).offer.price_change).toBe(-2.5)
    const elsewhere = await hold('b', slots[1].id, { quote })
    expect(elsewhere.body.message).toMatch(/^quote: is not of this slot/)
  })
})

describe('a full window', () => {
  test('is refused to holds and moves with the rule as the reason, unless a dispatcher goes beyond it', async () => {
    await setRules({ grid: [{ windows: [morning, afternoon], capacity: 1 }] })
    const first = (await hold('a')).body
    const refused = await hold('b')
    expect(refused.body).toMatchObject({ message_id: 'highway.slot.error.taken' })
    expect(refused.body.message).toContain('All places of this window are taken.')
    const second = (await hold('b', `${tuesday}/46800-61200`)).body
    const move = (rules?: string) =>
      ask('POST', `/app/v1/slot_promise/${second.id}/move`, {
        slot_id: `${tuesday}/28800-43200`,
        ...(rules && { rules }),
      })
    expect((await move()).body.message_id).toBe('highway.slot.error.taken')
    expect((await move('ignore')).status).toBe(200)
    await call('POST', `/app/v1/slot_promise/${first.id}/release`)
    expect((await find({ to: tuesday })).refused).toMatchObject([{ time_window: morning, reason: 'slot_full' }])
    const beyond = (await hold('c', `${tuesday}/28800-43200`, { rules: 'ignore' })).body
    expect(await call('POST', `/app/v1/slot_promise/${beyond.id}/book`)).toMatchObject({ state: 'booked' })
  })

  test('counts zones, customers and classes, which the client of the stop may name', async () => {
    const ring = [
      [9.5, 47.1],
      [9.6, 47.1],
      [9.6, 47.2],
      [9.5, 47.2],
      [9.5, 47.1],
    ]
    const { id: zone } = await call('POST', `/v2/project/${account.project_id}/zone`, { label: 'Town', polygon: ring })
    const client = { label: 'Ida', custom_fields: { customer_class: 'regular' } }
    const { id: client_id } = await call('POST', '/v2/client', client, { project_id: account.project_id })
    await setRules({
      grid: [{ windows: [morning] }, { zone_ids: [zone], windows: [afternoon], capacity: 5 }],
      most_per_day: 2,
      most_per_customer: 1,
      classes: [{ name: 'regular', kept_share: 0.5 }],
    })
    const slot = `${tuesday}/46800-61200`
    // The zone has the afternoon only, and nobody may drive there but who serves it.
    expect((await find({ to: tuesday })).refused).toMatchObject([{ time_window: afternoon, reason: 'zone' }])
    const [{ id: vehicle }] = (await call('GET', '/v2/vehicles', undefined, { project_id: account.project_id })).docs
    await call('PUT', `/v2/vehicle/${vehicle}`, { default_geo_fences: [zone] })
    expect((await hold('a', slot, { customer: 'shop-1' })).status).toBe(200)
    expect((await hold('b', slot, { customer: 'shop-1' })).body.message).toContain('all the orders of this day')
    expect((await hold('c', slot, { customer: 'shop-2' })).body.message).toContain('kept for other customers')
    const regular = await hold('d', slot, { stop: { ...stop, client_id } })
    expect(regular.body).toMatchObject({ state: 'held', customer_class: 'regular' })
    expect((await find({ to: tuesday })).refused).toMatchObject([{ reason: 'day_full' }])
  })
})

test('past orders are asked once more by other rules, and nothing is kept of it', async () => {
  const orders = [8, 9, 10].map((hour) => ({
    location: depot,
    time_windows: [[hour * 3_600, hour * 3_600 + 1_800]],
  }))
  const { id: plan_id } = await call(
    'POST',
    '/v2/plan',
    { execution_date: tuesday },
    { project_id: account.project_id },
  )
  await call('POST', '/v2/stops', [...orders, { label: 'No place' }], { plan_id })
  await call('PUT', `/v2/plan/${plan_id}`, { status: 'planning' })
  server.clock.set('2026-03-10T08:00:00.000Z')
  const preview = (rules: object) => call('POST', path('slot_rules/preview'), { rules })
  expect(await preview({ grid: [{ windows: [morning, afternoon], capacity: 2 }] })).toMatchObject({
    from: '2026-02-07',
    to: '2026-03-09',
    orders: 3,
    is_cut: false,
    offered: 3,
    refused: [],
    windows: [
      { weekday: 'tuesday', time_window: morning, offered: 2, taken: 2 },
      { weekday: 'tuesday', time_window: afternoon, offered: 3, taken: 1 },
    ],
  })
  expect(await preview({ notice_minutes: 2_880 })).toMatchObject({
    offered: 0,
    refused: [{ reason: 'notice', orders: 3, message: 'The notice is too short.' }],
  })
  expect(await call('GET', path('slot_rules'))).toMatchObject({ grid: [] })
})
