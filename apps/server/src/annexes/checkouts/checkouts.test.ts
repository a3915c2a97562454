// A customer of a shop chooses a window with a token: offered, held, changed, expired, booked by the shop; and nothing else opens.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { writeAddresses } from '../../../test/road-town.ts'
import { cleanUpCheckouts } from './checkouts.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-checkouts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const museum = { lat: 47.1393, lng: 9.5222, street: 'Städtle', number: '32' }
const server = useTestServer({ listen: true, config: { osmFiles: [writeAddresses(folder, [museum])] } })
const depot = { lat: 47.14, lng: 9.52 }
const home = { lat: 47.16, lng: 9.55, label: 'Landstrasse 5, 9494 Schaan' }
const shop = 'https://shop.example'
const tuesday = '2026-03-03'
const morning = `${tuesday}/28800-43200`
const afternoon = `${tuesday}/46800-61200`
const grid = [
  {
    windows: [
      [28_800, 43_200],
      [46_800, 61_200],
    ],
  },
]
let account: Account

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const setRules = (more: object = {}) =>
  call('PUT', `/app/v1/project/${account.project_id}/slot_rules`, {
    grid,
    prices: [{ up_to_share: 1, amount: -2 }],
    ...more,
  })
const open = (more: object = {}) =>
  call('POST', `/app/v1/project/${account.project_id}/checkouts`, {
    stop: { location: home, duration: 600, weight: 12 },
    origins: [shop],
    from: tuesday,
    to: tuesday,
    ...more,
  })
/** Sends what the widget sends from a page of the shop. */
const page = (token: string, method: string, path: string, body?: unknown, origin: string | undefined = shop) =>
  server.call(method, `/checkout/v1/${token}${path}`, { body, headers: origin ? { origin } : {} })
const choose = (token: string, slot_id: string, quote?: string) =>
  page(token, 'PUT', '/slot', { slot_id, ...(quote && { quote }) })
const runOut = () =>
  sql`update slot_promises set held_until = clock_timestamp() - interval '1 minute'`.execute(
    server.services.database.db,
  )

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const van = { label: 'Van', default_start_location: depot, default_end_location: depot, default_max_services: 1 }
  await call('POST', '/v2/vehicle', van, { project_id: account.project_id })
  await setRules()
})

describe('a customer in the checkout of a shop', () => {
  test('sees windows with their price and nothing else, holds one, changes it, and the shop books it with what is known by then', async () => {
    const { token, id, ...opened } = await open()
    expect(opened).toMatchObject({ state: 'open', origins: [shop], expires_at: '2026-03-02T10:00:00.000Z' })
    const { slots } = (await page(token, 'GET', '/slots')).body
    const terms = { price_change: -2, currency: 'EUR', quote: expect.any(String) }
    expect(slots).toEqual([
      { id: morning, date: tuesday, time_window: [28_800, 43_200], ...terms },
      { id: afternoon, date: tuesday, time_window: [46_800, 61_200], ...terms },
    ])
    const held = await choose(token, morning, slots[0].quote)
    expect(held.body).toEqual({
      state: 'held',
      seller: expect.any(String),
      place: home.label,
      slot: {
        slot_promise_id: expect.any(String),
        slot_id: morning,
        date: tuesday,
        time_window: [28_800, 43_200],
        held_until: expect.any(String),
        seconds_left: expect.any(Number),
        price_change: -2,
        currency: 'EUR',
      },
    })
    expect(held.body.slot.seconds_left).toBeGreaterThan(500)
    // Repeated, it is the same hold; the van has room for one, which is free for this customer alone.
    expect((await choose(token, morning)).body.slot.slot_promise_id).toBe(held.body.slot.slot_promise_id)
    expect((await page(token, 'GET', '/slots')).body.slots).toHaveLength(2)
    const other = await open()
    expect((await page(other.token, 'GET', '/slots')).body.slots).toEqual([])
    expect((await choose(other.token, afternoon)).body.message_id).toBe('highway.slot.error.taken')
    expect((await page(other.token, 'GET', '')).body.state).toBe('open')

    const changed = (await choose(token, afternoon, slots[1].quote)).body
    expect(await call('GET', `/app/v1/slot_promise/${held.body.slot.slot_promise_id}`)).toMatchObject({
      state: 'released',
    })
    const stop = { label: 'Ida Frick', phone: '+423 555 01 01', external_id: 'order-4711' }
    const first = { slot_promise_id: held.body.slot.slot_promise_id, stop }
    const refused = await server.call('POST', `/app/v1/checkout/${id}/book`, { key: account.key, body: first })
    expect(refused.body.message_id).toBe('highway.slot.error.released')
    const booking = { slot_promise_id: changed.slot.slot_promise_id, stop }
    const booked = await call('POST', `/app/v1/checkout/${id}/book`, booking)
    expect(booked).toMatchObject({ state: 'booked', slot: { slot_id: afternoon, price_change: -2 } })
    expect(await call('POST', `/app/v1/checkout/${id}/book`, booking)).toEqual(booked)
    const made = await call('GET', `/v2/stop/${booked.stop_id}`)
    expect(made).toMatchObject({
      ...stop,
      weight: 12,
      duration: 600,
      time_windows: [[46_800, 61_200]],
      status: 'pending',
    })
    expect(made.route_id).toBeDefined()
    expect((await page(token, 'GET', '')).body.state).toBe('booked')
    expect((await choose(token, morning)).body.message_id).toBe('highway.checkout.error.over')
    expect((await page(token, 'DELETE', '/slot')).body.message_id).toBe('highway.checkout.error.over')
  })

  test('keeps what he has where another window is taken, and finds it free again when he lets go or it runs out', async () => {
    const { token } = await open()
    await choose(token, morning)
    const refused = await choose(token, `${tuesday}/10-20`)
    expect(refused.body).toMatchObject({ message_id: 'highway.slot.error.taken' })
    expect((await page(token, 'GET', '')).body).toMatchObject({ state: 'held', slot: { slot_id: morning } })
    expect((await page(token, 'DELETE', '/slot')).body).not.toHaveProperty('slot')
    const other = await open()
    expect((await choose(other.token, morning)).body.state).toBe('held')
    await runOut()
    const expired = (await page(other.token, 'GET', '')).body
    expect(expired).toMatchObject({ state: 'expired', slot: { slot_id: morning, seconds_left: 0 } })
    await choose(token, morning)
    const late = await server.call('POST', `/app/v1/checkout/${other.id}/book`, { key: account.key, body: {} })
    expect(late.body.message_id).toBe('highway.slot.error.taken')
    const none = await open()
    const nothing = await server.call('POST', `/app/v1/checkout/${none.id}/book`, { key: account.key, body: {} })
    expect(nothing.body.message_id).toBe('highway.checkout.error.nothing_held')
  })

  test('chooses at most so often, on the days that the shop offers, and where the rules have windows', async () => {
    const { token, id } = await open()
    const outside = await choose(token, '2026-03-05/28800-43200')
    expect(outside.body.message).toMatch(/^slot_id: is not on one of the days/)
    await sql`update checkouts set holds = 30 where id = ${id}`.execute(server.services.database.db)
    expect((await choose(token, morning)).body.message_id).toBe('highway.checkout.error.too_many_holds')
    const nowhere = await open({ stop: { duration: 60 } })
    expect((await page(nowhere.token, 'GET', '/slots')).body.message_id).toBe('highway.slot.error.no_place')
    expect((await page(nowhere.token, 'PUT', '/place', { address: 'Nowhere 1' })).status).toBe(400)
    await call('PUT', `/app/v1/project/${account.project_id}/slot_rules`, {})
    expect((await page(nowhere.token, 'GET', '/slots')).body.message_id).toBe('highway.slot.error.no_windows')
    const body = { stop: { location: home } }
    const path = `/app/v1/project/${account.project_id}/checkouts`
    const { body: closed } = await server.call('POST', path, { key: account.key, body })
    expect(closed.message_id).toBe('highway.slot.error.no_windows')
  })

  test('says where he wants it, as often as he likes, and what he held for another place is free again', async () => {
    const { token, id } = await open({ stop: { duration: 600 } })
    const place = (address: string) => page(token, 'PUT', '/place', { address })
    expect((await place('Staedtle 32, Vaduz')).body).toMatchObject({ state: 'open', place: 'Staedtle 32, Vaduz' })
    const held = (await choose(token, morning)).body.slot
    expect((await place('Nowhere 1, Atlantis')).status).toBe(400)
    expect((await page(token, 'GET', '')).body).toMatchObject({ state: 'held', place: 'Staedtle 32, Vaduz' })
    expect((await place('Städtle 32, 9490 Vaduz')).body).not.toHaveProperty('slot')
    expect((await call('GET', `/app/v1/slot_promise/${held.slot_promise_id}`)).state).toBe('released')
    await choose(token, afternoon)
    const { stop_id } = await call('POST', `/app/v1/checkout/${id}/book`, {})
    expect((await call('GET', `/v2/stop/${stop_id}`)).location).toMatchObject({ lat: 47.1393, lng: 9.5222 })
  })

  test('is served by a script that every site may load', async () => {
    const answer = await server.call('GET', '/checkout/slots.js', { headers: { origin: 'https://any.example' } })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(answer.text).toContain('routewright-slots')
  })

  test('is counted as the customer that the shop names', async () => {
    await setRules({ most_per_customer: 1 })
    const first = await open({ customer: 'customer-812' })
    await choose(first.token, morning)
    const second = await open({ customer: 'customer-812' })
    const refused = await choose(second.token, afternoon)
    expect(refused.body.message).toContain('all the orders of this day')
  })
})

describe('the token of a checkout', () => {
  test('serves pages of the sites that the shop named and of this service, and ends by itself or by the shop', async () => {
    const { token, id } = await open()
    const preflight = await server.call('OPTIONS', `/checkout/v1/${token}/slot`, {
      headers: { origin: shop, 'access-control-request-method': 'PUT' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe(shop)
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const answer = await page(token, 'GET', '')
    expect(answer.headers['access-control-allow-origin']).toBe(shop)
    for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null']) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/slots'],
        ['PUT', '/slot', { slot_id: morning }],
        ['DELETE', '/slot'],
        ['PUT', '/place', { address: 'x' }],
      ] as const) {
        const refused = await page(token, method, path, body, origin)
        expect([refused.status, refused.body.message_id]).toEqual([403, 'highway.checkout.error.wrong_origin'])
      }
    }
    expect((await call('GET', `/app/v1/checkout/${id}`)).state).toBe('open')
    expect((await page(token, 'GET', '', undefined, new URL(server.services.publicBase()).origin)).status).toBe(200)
    await choose(token, morning)
    expect(await call('DELETE', `/app/v1/checkout/${id}`)).toMatchObject({ state: 'ended' })
    expect((await page(token, 'GET', '')).body.message_id).toBe('highway.checkout.error.over')
    const next = await open()
    expect((await choose(next.token, morning)).body.state).toBe('held')
    server.clock.set('2026-03-02T10:00:01.000Z')
    expect((await page(next.token, 'GET', '')).body.message_id).toBe('highway.checkout.error.over')
    // Personal data is deleted an hour later.
    server.clock.set('2026-03-02T11:00:01.000Z')
    await cleanUpCheckouts(server.services)
    const { rows } = await sql<{ stop: unknown }>`select stop from checkouts where id in (${id}, ${next.id})`.execute(
      server.services.database.db,
    )
    expect(rows.map(({ stop }) => stop)).toEqual([null, null])
  })

  test('opens no checkout of another organization, and no other operation', async () => {
    const { token, id } = await open()
    const other = await server.createAccount('Other')
    const get = (key: string) => server.call('GET', `/app/v1/checkout/${id}`, { key })
    expect((await get(other.key)).status).toBe(404)
    expect((await get(token)).status).toBe(401)
    expect((await server.call('GET', `/track/v1/${token}`)).status).toBe(404)
    expect(
      (await server.call('POST', `/app/v1/checkout/${id}/book`, { body: {}, headers: { origin: shop } })).status,
    ).toBe(401)
  })
})
