// POST /v2/stop/move, and what happens when moves, deletions and closings meet.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { recordedEventNames, subscribe } from '../../../test/recorded-events.ts'

const server = useTestServer()
let account: Account

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

type Query = Record<string, string | number | boolean | undefined>

function call(method: string, path: string, body?: unknown, query?: Query) {
  return server.call(method, path, { key: account.key, body, query })
}

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
async function createPlan(body: object = {}, query: Query = { project_id: account.project_id }): Promise<any> {
  const answer = await call('POST', '/v2/plan', body, query)
  expect(answer.status, answer.text).toBe(201)
  return (await call('GET', `/v2/plan/${answer.body.id}`)).body
}

const place = { lat: 47.14, lng: 9.52 }
const counters = async (id: string) => {
  const { total_stops, pending_stops, incomplete_stops } = (await call('GET', `/v2/plan/${id}`)).body
  return { total_stops, pending_stops, incomplete_stops }
}

describe('POST /v2/stop/move', () => {
  test('the stops join the plan pending and unassigned, with new numbers; both counters follow', async () => {
    const from = await createPlan({ routes: [{ stops: [{ location: place }, { location: place }] }] })
    const to = await createPlan({ stops: [{}, {}], label: 'To', execution_date: '2026-04-01' })
    const moved = from.stops[0]
    expect(moved.planned_arrival_time).toEqual(expect.any(Number))
    const { status, body } = await call('POST', '/v2/stop/move', { stop_ids: [moved.id] }, { plan_id: to.id })
    expect(status).toBe(200)
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      id: moved.id,
      plan_id: to.id,
      plan_label: 'To',
      plan_execution_date: '2026-04-01T00:00:00.000Z',
      fixed_id: '3',
      status: 'pending',
      tracking_url: moved.tracking_url,
    })
    const cleared = ['route_id', 'order', 'chain_id', 'planned_arrival_time', 'distance_to_previous_stop']
    for (const field of cleared) expect(body[0]).not.toHaveProperty(field)
    expect(await counters(from.id)).toMatchObject({ total_stops: 1 })
    expect(await counters(to.id)).toMatchObject({ total_stops: 3, pending_stops: 3 })
    const [route] = (await call('GET', `/v2/plan/${from.id}/routes`)).body
    expect(route.stops.map((stop: { order: number }) => stop.order)).toEqual([0])
  })

  test('the plan may stand in the body; without one the stops go back to the project', async () => {
    const from = await createPlan({ stops: [{}] })
    const to = await createPlan()
    const stop_ids = [from.stops[0].id]
    const moved = await call('POST', '/v2/stop/move', { stop_ids, plan_id: to.id })
    expect(moved.body[0].plan_id).toBe(to.id)
    const loose = (await call('POST', '/v2/stop/move', { stop_ids })).body[0]
    for (const field of ['plan_id', 'fixed_id', 'plan_label']) expect(loose).not.toHaveProperty(field)
    expect(await counters(to.id)).toMatchObject({ total_stops: 0 })
    expect((await call('POST', '/v2/stop/move', { stop_ids, plan_id: to.id })).body[0].fixed_id).toBe('2')
  })

  test('an ended stop is pending again in its new plan; in its own plan nothing happens to it', async () => {
    const from = await createPlan({ stops: [{}] })
    await call('PUT', `/v2/plan/${from.id}`, { status: 'finished' })
    const stop_ids = [from.stops[0].id]
    const to = await createPlan()
    const moved = (await call('POST', '/v2/stop/move', { stop_ids }, { plan_id: to.id })).body[0]
    expect(moved.status).toBe('pending')
    expect(await counters(from.id)).toEqual({ total_stops: 0, pending_stops: 0, incomplete_stops: 0 })
    await call('PUT', `/v2/plan/${to.id}`, { label: 'same' })
    server.clock.advanceSeconds(3)
    const again = (await call('POST', '/v2/stop/move', { stop_ids }, { plan_id: to.id })).body[0]
    expect(again).toEqual({ ...moved, plan_label: 'same' })
  })

  test('after a move only newer reports count; older ones stay readable', async () => {
    const from = await createPlan({ stops: [{}] })
    const [{ id }] = from.stops
    const report = () => call('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed' })
    expect((await report()).status).toBe(201)
    server.clock.advanceSeconds(60)
    expect((await report()).body.message_id).toBe('highway.stop.error.report_already_exists')
    const to = await createPlan()
    const [moved] = (await call('POST', '/v2/stop/move', { stop_ids: [id] }, { plan_id: to.id })).body
    expect(moved.status).toBe('pending')
    expect(moved.reports).toHaveLength(1)
    server.clock.advanceSeconds(60)
    expect((await report()).status).toBe(201)
    expect((await call('GET', `/v2/stop/${id}`)).body).toMatchObject({ status: 'completed', reports: [{}, {}] })
    expect((await report()).body.message_id).toBe('highway.stop.error.report_already_exists')
  })

  test('a linked pickup travels with its delivery', async () => {
    const from = await createPlan({ stops: [{ label: 'd', pickup: { label: 'p' } }] })
    const to = await createPlan()
    const delivery = from.stops.find((stop: { label: string }) => stop.label === 'd')
    const [moved] = (await call('POST', '/v2/stop/move', { stop_ids: [delivery.id] }, { plan_id: to.id })).body
    expect(moved.pickup).toMatchObject({ id: delivery.pickup_id, plan_id: to.id, fixed_id: '2' })
    expect(await counters(from.id)).toMatchObject({ total_stops: 0 })
    expect(await counters(to.id)).toMatchObject({ total_stops: 2 })
  })

  test('a pickup that other deliveries wait for stays, and a copy of it travels', async () => {
    const from = await createPlan({ stops: [{ label: 'a', pickup: { label: 'p', location: place } }] })
    const [first] = from.stops
    const [second] = (await call('POST', '/v2/stops', [{ pickup_id: first.pickup_id }], { plan_id: from.id })).body
    const to = await createPlan()
    await subscribe(server, account)
    const [moved] = (await call('POST', '/v2/stop/move', { stop_ids: [second.id] }, { plan_id: to.id })).body
    expect(moved.pickup).toMatchObject({
      label: 'p',
      type: 'pickup',
      plan_id: to.id,
      location: place,
      status: 'pending',
    })
    expect(moved.pickup.id).not.toBe(first.pickup_id)
    expect(moved.pickup.tracking_url).not.toBe(second.pickup.tracking_url)
    expect((await call('GET', `/v2/stop/${first.id}`)).body.pickup).toMatchObject({ plan_id: from.id })
    expect(await recordedEventNames(server, account)).toEqual(['stop.created'])
  })

  test('a pickup that moves alone leaves its deliveries unlinked', async () => {
    const from = await createPlan({ stops: [{ label: 'd', pickup: {} }] })
    const to = await createPlan()
    const delivery = from.stops.find((stop: { label: string }) => stop.label === 'd')
    await call('POST', '/v2/stop/move', { stop_ids: [delivery.pickup_id] }, { plan_id: to.id })
    expect((await call('GET', `/v2/stop/${delivery.id}`)).body).not.toHaveProperty('pickup_id')
  })

  test('a finished target, another project, unknown ids and bad bodies are refused; nothing moves', async () => {
    const from = await createPlan({ stops: [{}, {}] })
    const ids = from.stops.map((stop: { id: string }) => stop.id)
    const finished = await createPlan()
    await call('PUT', `/v2/plan/${finished.id}`, { status: 'finished' })
    const foreign = await createPlan({}, { project_id: await server.createProject(account) })
    const refusal = async (body: object, plan_id?: string) =>
      (await call('POST', '/v2/stop/move', body, { plan_id })).body.message_id
    expect(await refusal({ stop_ids: ids }, finished.id)).toBe('highway.plan.error.finished')
    expect(await refusal({ stop_ids: ids }, foreign.id)).toBe('highway.stop.error.project_mismatch')
    expect(await refusal({ stop_ids: ids }, 'a'.repeat(24))).toBe('highway.domain.error.not_found')
    expect(await refusal({ stop_ids: [ids[0], 'a'.repeat(24)] })).toBe('highway.domain.error.not_found')
    expect(await refusal({})).toBe('highway.validation.error.invalid_payload')
    expect(await refusal({ stop_ids: 'all' })).toBe('highway.validation.error.invalid_payload')
    expect(await counters(from.id)).toMatchObject({ total_stops: 2 })
  })

  test('moving the last pending stop away finishes an in_transit route', async () => {
    const from = await createPlan({ routes: [{ stops: [{}] }] })
    const { db } = server.services.database
    const started = { status: 'in_transit' as const, start_date: server.clock.now() }
    await db.updateTable('routes').set(started).where('id', '=', from.routes[0].id).execute()
    await subscribe(server, account)
    await call('POST', '/v2/stop/move', { stop_ids: [from.stops[0].id] })
    expect((await call('GET', `/v2/route/${from.routes[0].id}`)).body.status).toBe('finished')
    expect(await recordedEventNames(server, account)).toContain('route.finished')
  })
})

describe('changes that meet', () => {
  test('moves to and fro, deletions and creations at once leave counters that agree with the stops', async () => {
    const plans = [await createPlan({ stops: Array(10).fill({}) }), await createPlan({ stops: Array(10).fill({}) })]
    const ids = plans.map((plan) => plan.stops.map((stop: { id: string }) => stop.id) as string[])
    const work = [
      ...ids[0]!.slice(0, 6).map((id) => call('POST', '/v2/stop/move', { stop_ids: [id] }, { plan_id: plans[1].id })),
      ...ids[1]!.slice(0, 6).map((id) => call('POST', '/v2/stop/move', { stop_ids: [id] }, { plan_id: plans[0].id })),
      ...ids[0]!.slice(4, 8).map((id) => call('DELETE', `/v2/stop/${id}`)),
      ...ids[1]!.slice(4, 8).map((id) => call('PUT', '/v2/stops/delete', { stop_ids: [id] })),
      call('POST', '/v2/stop/move', { stop_ids: [ids[0]![9], ids[1]![9]] }),
      call('POST', '/v2/stops', [{}, {}], { plan_id: plans[0].id }),
    ]
    const answers = await Promise.all(work)
    expect(answers.map((answer) => answer.status).filter((status) => ![200, 201, 204, 404].includes(status))).toEqual(
      [],
    )
    for (const plan of plans) {
      const full = (await call('GET', `/v2/plan/${plan.id}`)).body
      expect(full.total_stops).toBe(full.stops.length)
      expect(full.stops.every((stop: { plan_id: string }) => stop.plan_id === plan.id)).toBe(true)
      const numbers = full.stops.map((stop: { fixed_id: string }) => stop.fixed_id)
      expect(new Set(numbers).size).toBe(numbers.length)
    }
    const all = (await call('POST', '/v2/stops/search', { limit: 100 }, { project_id: account.project_id })).body
    expect(all.total).toBe(20 + 2 - 8)
  })

  test('a plan that closes while stops join and leave has no pending stop in the end', async () => {
    const from = await createPlan({ stops: Array(6).fill({}) })
    const target = await createPlan({ stops: [{}, {}] })
    const ids = from.stops.map((stop: { id: string }) => stop.id)
    await Promise.all([
      ...ids.map((id: string) => call('POST', '/v2/stop/move', { stop_ids: [id] }, { plan_id: target.id })),
      call('PUT', `/v2/plan/${target.id}`, { status: 'finished' }),
      call('POST', '/v2/stops', [{}], { plan_id: target.id }),
    ])
    const closed = (await call('GET', `/v2/plan/${target.id}`)).body
    expect(closed.status).toBe('finished')
    expect(closed.pending_stops).toBe(0)
    expect(closed.stops.filter((stop: { status: string }) => stop.status === 'pending')).toEqual([])
    expect(closed.incomplete_stops).toBe(closed.stops.length)
  })

  test('reports that meet the closing of their plan end each stop once, and the counters agree', async () => {
    const plan = await createPlan({ routes: [{ stops: Array(6).fill({}) }] })
    const ids = plan.stops.map((stop: { id: string }) => stop.id)
    const answers = await Promise.all([
      ...ids.map((id: string) => call('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed' })),
      call('PUT', `/v2/plan/${plan.id}`, { status: 'finished' }),
    ])
    // A report that comes after the closing is kept as evidence; the status stays.
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 201, 200])
    const closed = (await call('GET', `/v2/plan/${plan.id}`)).body
    expect(closed).toMatchObject({ status: 'finished', pending_stops: 0, total_stops: 6 })
    const count = (status: string) => closed.stops.filter((stop: { status: string }) => stop.status === status).length
    expect([closed.completed_stops, closed.incomplete_stops]).toEqual([count('completed'), count('incomplete')])
    expect(closed.stops.every((stop: { reports: object[] }) => stop.reports.length === 1)).toBe(true)
    expect(closed.routes[0].status).toBe('finished')
  })

  test('a plan that is deleted while stops are created keeps no live stop', async () => {
    const plan = await createPlan()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => call('POST', '/v2/stops', [{}], { plan_id: plan.id })),
      call('DELETE', `/v2/plan/${plan.id}`),
    ])
    expect(answers.every((answer) => [200, 201, 404].includes(answer.status))).toBe(true)
    const found = await call('POST', '/v2/stops/search', {}, { project_id: account.project_id })
    expect(found.body.total).toBe(0)
  })
})
