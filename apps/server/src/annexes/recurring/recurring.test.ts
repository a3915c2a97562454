// Recurring orders: patterns, and the plans that they fill.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account

function call(method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) {
  return server.call(method, path, { key: account.key, body, query })
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

const bakery = {
  label: 'Bakery',
  weekdays: ['monday', 'thursday'],
  starts_on: '2026-03-02',
  stop: { label: 'Bakery Ünal', location: { lat: 47.1, lng: 9.5 }, time_windows: [[25_200, 32_400]], duration: 300 },
}

const create = async (body: object = bakery) =>
  (await call('POST', '/app/v1/recurring_order', body, { project_id: account.project_id })).body
const createPlan = async (execution_date: string) =>
  (await call('POST', '/v2/plan', { execution_date }, { project_id: account.project_id })).body
const fill = async (planId: string) => (await call('POST', `/app/v1/plan/${planId}/recurring_orders`)).body
const readStops = async (planId: string) => (await call('GET', `/v2/plan/${planId}/stops`)).body

describe('a recurring order', () => {
  test('is created, read, listed, changed, paused and deleted', async () => {
    const created = await create()
    expect(created).toMatchObject({ ...bakery, every_weeks: 1, exceptions: [], paused: false, next_date: '2026-03-02' })
    const path = `/app/v1/recurring_order/${created.id}`
    expect((await call('GET', path)).body).toEqual(created)
    const changed = (await call('PUT', path, { every_weeks: 2, exceptions: ['2026-03-02'], ends_on: '2026-12-31' }))
      .body
    expect(changed).toMatchObject({ every_weeks: 2, ends_on: '2026-12-31', next_date: '2026-03-05', stop: bakery.stop })
    const list = await call('GET', '/app/v1/recurring_orders', undefined, {
      project_id: account.project_id,
      text: 'ünal',
    })
    expect(list.body).toMatchObject({ total: 1, docs: [changed] })
    expect((await call('PUT', path, { paused: true, ends_on: null })).body).not.toHaveProperty('next_date')
    expect((await call('DELETE', path)).body).toMatchObject({ deleted: true })
    expect((await call('GET', path)).status).toBe(404)
  })

  test('is refused where its pattern or its stop is wrong, and the place is named', async () => {
    const refuse = async (change: object) =>
      (await call('POST', '/app/v1/recurring_order', { ...bakery, ...change }, { project_id: account.project_id })).body
        .message
    expect(await refuse({ weekdays: [] })).toMatch(/^weekdays/)
    expect(await refuse({ weekdays: ['someday'] })).toMatch(/^weekdays\[0\]/)
    expect(await refuse({ starts_on: '2026-02-30' })).toMatch(/^starts_on/)
    expect(await refuse({ ends_on: '2026-03-01' })).toBe('ends_on: must not be before starts_on')
    expect(await refuse({ stop: { duration: -1 } })).toMatch(/^stop\.duration/)
    expect(await refuse({ stop: { client_id: '65a000000000000000000001' } })).toMatch(/client/)
    expect(await refuse({ stop: { type: 'pickup', packages: [{ identifier: 'x' }] } })).toMatch(
      /^stop\.packages: only a delivery stop/,
    )
  })

  test('tells its next days before it is saved', async () => {
    const pattern = {
      weekdays: ['monday'],
      every_weeks: 2,
      starts_on: '2026-03-02',
      exceptions: ['2026-03-16'],
      count: 3,
    }
    const answer = await call('POST', '/app/v1/recurring_dates', pattern)
    expect(answer.body).toEqual({ dates: ['2026-03-02', '2026-03-30', '2026-04-13'] })
  })
})

describe('filling a plan', () => {
  test('puts the orders of the day into it, once, with a stop of their own', async () => {
    const order = await create()
    await create({ ...bakery, label: 'Tuesday only', weekdays: ['tuesday'] })
    const plan = await createPlan('2026-03-05')
    const first = await fill(plan.id)
    expect(first).toMatchObject({ created: 1, already_there: 0, refused: 0 })
    const stops = await readStops(plan.id)
    expect(stops).toHaveLength(1)
    expect(stops[0]).toMatchObject({ ...bakery.stop, status: 'pending', fixed_id: '1', plan_id: plan.id })
    expect(first.orders).toEqual([
      { recurring_order_id: order.id, label: 'Bakery', result: 'created', stop_id: stops[0].id, plan_id: plan.id },
    ])
    expect(await fill(plan.id)).toMatchObject({ created: 0, already_there: 1 })
    const second = await createPlan('2026-03-05')
    expect(await fill(second.id)).toMatchObject({ created: 0, already_there: 1 })
    expect((await call('GET', `/v2/plan/${plan.id}`)).body).toMatchObject({ total_stops: 1, pending_stops: 1 })
  })

  test('a stop that was taken out stays out, but a plan that was deleted gives its orders back', async () => {
    await create()
    const plan = await createPlan('2026-03-05')
    await fill(plan.id)
    await call('DELETE', `/v2/stop/${(await readStops(plan.id))[0].id}`)
    expect(await fill(plan.id)).toMatchObject({ created: 0, already_there: 1 })
    await call('DELETE', `/v2/plan/${plan.id}`)
    const again = await createPlan('2026-03-05')
    expect(await fill(again.id)).toMatchObject({ created: 1 })
    expect(await fill(again.id)).toMatchObject({ created: 0, already_there: 1 })
  })

  test('an order whose client is gone is told apart and holds up no other', async () => {
    const client = (await call('POST', '/v2/client', { label: 'Gone' }, { project_id: account.project_id })).body
    const broken = await create({ ...bakery, label: 'Broken', stop: { client_id: client.id } })
    await create()
    await call('DELETE', `/v2/client/${client.id}`)
    const plan = await createPlan('2026-03-05')
    const result = await fill(plan.id)
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(result.orders.find((order: { result: string }) => order.result === 'refused')).toMatchObject({
      recurring_order_id: broken.id,
      message: expect.stringContaining(client.id),
      message_id: 'highway.domain.error.not_found',
    })
    expect(await readStops(plan.id)).toHaveLength(1)
    expect((await call('GET', `/v2/plan/${plan.id}`)).body.total_stops).toBe(1)
  })

  test('two plans of a day that are filled at once share the orders and make none twice', async () => {
    for (let i = 0; i < 5; i++) await create({ ...bakery, label: `Order ${i}` })
    const plans = await Promise.all([createPlan('2026-03-05'), createPlan('2026-03-05')])
    const results = await Promise.all(plans.map((plan) => fill(plan.id)))
    expect(results[0].created + results[1].created).toBe(5)
    expect((await readStops(plans[0].id)).length + (await readStops(plans[1].id)).length).toBe(5)
  })

  test('paused orders and finished plans are left alone', async () => {
    await create({ ...bakery, paused: true })
    const plan = await createPlan('2026-03-05')
    expect(await fill(plan.id)).toMatchObject({ created: 0, orders: [] })
    await create()
    await call('PUT', `/v2/plan/${plan.id}`, { status: 'finished' })
    expect((await call('POST', `/app/v1/plan/${plan.id}/recurring_orders`)).body.message_id).toBe(
      'highway.plan.error.finished',
    )
  })
})

test("another organization's key finds nothing and fills nothing", async () => {
  const order = await create()
  const plan = await createPlan('2026-03-05')
  const stranger = await server.createAccount()
  for (const [method, path] of [
    ['GET', `/app/v1/recurring_order/${order.id}`],
    ['PUT', `/app/v1/recurring_order/${order.id}`],
    ['DELETE', `/app/v1/recurring_order/${order.id}`],
    ['POST', `/app/v1/plan/${plan.id}/recurring_orders`],
  ] as const) {
    const answer = await server.call(method, path, { key: stranger.key, body: { paused: true } })
    expect(answer.status).toBe(404)
  }
  expect((await call('GET', `/app/v1/recurring_order/${order.id}`)).body).toEqual(order)
})
