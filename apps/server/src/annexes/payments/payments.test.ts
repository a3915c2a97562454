// Money at the door: from the order to the driver, the recipient, the ledger and the tables.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { recordedEvents, subscribe } from '../../../test/recorded-events.ts'

const server = useTestServer({ annexes: 'all' })
const due = { amount: '12.50', currency: 'CHF' }
let account: Account
let planId: string
let routeId: string
let stops: { id: string; tracking_url: string }[]
let drive: (method: string, path: string, body?: unknown) => Promise<Answer>

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const report = (at: number, client_id: string, more: object) =>
  drive('POST', `/stop/${stops[at]!.id}/report`, { type: 'service_report_completed', client_id, ...more })
const paid = (amount: string, more: object = { method: 'cash' }) => ({
  payment_collected: { amount, currency: 'CHF', ...more },
})
const getLedger = (query: Record<string, string>) =>
  call('GET', '/app/v1/payments', undefined, { project_id: account.project_id, ...query })

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const query = { project_id: account.project_id }
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, query)).body.id
  const places = [0, 1, 2].map((at) => ({ label: `S${at}`, location: { lat: 47.14 + at / 100, lng: 9.52 } }))
  const route = {
    email: 'driver@example.test',
    label: 'North',
    stops: [{ ...places[0], cash_on_delivery: due }, { ...places[1], cash_on_delivery: due }, places[2]],
  }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  stops = (await call('GET', `/v2/route/${routeId}`)).body.stops
  const token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
  drive = (method, path, body) =>
    server.call(method, `/driver/v1${path}`, { body, headers: { authorization: `Bearer ${token}` } })
  await drive('POST', '/start', {})
})

describe('the amount to collect', () => {
  test('is shown where it is set, and nowhere else', async () => {
    expect(stops).toMatchObject([{ cash_on_delivery: due }, { cash_on_delivery: due }, {}])
    expect(stops[2]).not.toHaveProperty('cash_on_delivery')
    const [first] = (await drive('GET', '/route')).body.stops
    expect(first.cash_on_delivery).toEqual(due)
    const changed = await call('PUT', `/v2/stop/${stops[0]!.id}`, { cash_on_delivery: null })
    expect(changed.body).not.toHaveProperty('cash_on_delivery')
  })

  test.each([
    [{ amount: '12.505', currency: 'CHF' }, 'cash_on_delivery.amount', 'at most 2 decimals: those of CHF'],
    [{ amount: '12.5', currency: 'JPY' }, 'cash_on_delivery.amount', 'at most 0 decimals: those of JPY'],
    [{ amount: '0.00', currency: 'CHF' }, 'cash_on_delivery.amount', 'must be more than 0'],
    [{ amount: 12.5, currency: 'CHF' }, 'cash_on_delivery.amount', 'string'],
    [{ amount: '-3', currency: 'CHF' }, 'cash_on_delivery.amount', 'Up to 9 digits'],
    [{ amount: '3', currency: 'CHX' }, 'cash_on_delivery.currency', 'CHX is no code of ISO 4217 in use'],
    [{ amount: '3' }, 'cash_on_delivery', 'currency'],
  ])('%o is refused with its place and limit', async (cash_on_delivery, place, reason) => {
    const answer = await call('POST', '/v2/stops', [{ cash_on_delivery }], { plan_id: planId })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(place)
    expect(answer.text).toContain(reason)
  })

  test('keeps no field that it does not know', async () => {
    const cash_on_delivery = { ...due, tip: '1' }
    const [made] = (await call('POST', '/v2/stops', [{ cash_on_delivery }], { plan_id: planId })).body
    expect(made.cash_on_delivery).toEqual(due)
  })

  test('may be corrected after the stop is done', async () => {
    await report(0, 'r-1', paid('12.50'))
    const cash_on_delivery = { amount: '13', currency: 'CHF' }
    const changed = await call('PUT', `/v2/stop/${stops[0]!.id}`, { cash_on_delivery })
    expect(changed, changed.text).toMatchObject({ status: 200, body: { cash_on_delivery } })
  })
})

describe('what was collected', () => {
  test('is in the report, its event, and the versions of a corrected one', async () => {
    await subscribe(server, account)
    expect(await report(0, 'r-1', paid('12.50'))).toMatchObject({ status: 201, body: paid('12.50') })
    const amended = paid('10', { method: 'card', reason: 'One jar was broken' })
    const body = { report: 'r-1', action: 'amend', client_id: 'a-1', amended }
    expect(await drive('POST', `/stop/${stops[0]!.id}/amend`, body)).toMatchObject({ status: 200, body: amended })
    const versions = (await call('GET', `/app/v1/stop/${stops[0]!.id}/report_versions`)).body
    expect(versions).toMatchObject([paid('12.50')])
    const told = (await recordedEvents(server, account)).filter(({ data }) => data.reports?.length > 0)
    expect(told).toMatchObject([{ data: { reports: [paid('12.50')] } }, { data: { reports: [amended] } }])
  })

  test('says how, unless it was nothing', async () => {
    const refused = await report(0, 'r-1', paid('12.50', {}))
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.text).toContain('payment_collected.method')
    expect(await report(0, 'r-2', paid('0', { reason: 'Pays by invoice' }))).toMatchObject({ status: 201 })
  })

  test('may be left out: reports of programs and of older phones count all the same', async () => {
    expect(await report(0, 'r-1', {})).toMatchObject({ status: 201 })
  })
})

test('the recipient reads what to pay, then how it was paid, and no reason', async () => {
  const token = stops[0]!.tracking_url.split('/').at(-1)
  const view = async () => (await server.call('GET', `/track/v1/${token}`)).body
  expect(await view()).toMatchObject({ cash_on_delivery: due })
  await report(0, 'r-1', paid('10', { method: 'card', reason: 'Asked for a discount, was rude' }))
  const after = await view()
  expect(after.payment_collected).toEqual({ amount: '10', currency: 'CHF', method: 'card' })
  expect(after).not.toHaveProperty('cash_on_delivery')
})

test('the ledger sums by route, currency and way of paying, of a plan and of a day', async () => {
  await report(0, 'r-1', paid('12.50'))
  await report(1, 'r-2', paid('2.50', { method: 'card', reason: 'Box missing' }))
  await call('POST', '/v2/stops', [{ cash_on_delivery: { amount: '7', currency: 'EUR' } }], { plan_id: planId })
  const chf = { currency: 'CHF', stops: 2, due: '25.00', collected: '15.00', cash: '12.50', card: '2.50' }
  const eur = { currency: 'EUR', stops: 1, due: '7.00', collected: '0.00', open: '7.00' }
  const ledger = {
    routes: [
      { plan_id: planId, plan_label: 'Monday', route_id: routeId, route_label: 'North', sums: [chf] },
      { plan_id: planId, plan_label: 'Monday', sums: [eur] },
    ],
    sums: [{ ...chf, missing: '10.00' }, eur],
  }
  expect((await getLedger({ plan_id: planId })).body).toMatchObject(ledger)
  expect((await getLedger({ from_date: '2026-03-02' })).body).toMatchObject(ledger)
  expect((await getLedger({ from_date: '2026-03-03' })).body).toEqual({ routes: [], sums: [] })
  expect(await getLedger({})).toMatchObject({ status: 400 })
  const other = await server.createAccount()
  expect(
    await server.call('GET', '/app/v1/payments', {
      key: other.key,
      query: { project_id: account.project_id, plan_id: planId },
    }),
  ).toMatchObject({ status: 404 })
})

test('tables hold what was to be collected, and what was', async () => {
  await report(0, 'r-1', paid('10', { method: 'card', reason: 'Box missing' }))
  const query = { project_id: account.project_id, plan_id: planId, language: 'en' }
  const read = async (what: string) => {
    const { text } = await call('GET', `/app/v1/export/${what}`, undefined, query)
    const [header, first] = text
      .replace('\uFEFF', '')
      .split('\r\n')
      .map((line) => line.split(','))
    return Object.fromEntries(header!.map((title, at) => [title, first![at]]))
  }
  const collected = {
    Collected: '10',
    'Currency collected': 'CHF',
    'Paid by': 'Card',
    'Reason for another amount': 'Box missing',
  }
  expect(await read('stops')).toMatchObject({ 'Cash on delivery': '12.5', Currency: 'CHF', ...collected })
  expect(await read('reports')).toMatchObject(collected)
})
