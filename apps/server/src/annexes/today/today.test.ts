// The day of a project at a glance.
import type { Today } from '@routewright/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let cookie: string

const midnight = Date.parse('2026-03-01T23:00:00.000Z')
const hour = 3_600
const at = (hours: number) => server.clock.set(new Date(midnight + hours * 3_600_000))

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const readToday = async (): Promise<Today> => {
  const answer = await server.call('GET', `/app/v1/project/${account.project_id}/today`, { headers: { cookie } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const listKinds = ({ attention }: Today) => attention.map(({ kind }) => kind)

/** A van with four stops at one place on 2 March, begun at 08:00 in Vienna; one more stop has no place. */
async function createDay(date = '2026-03-02') {
  const project_id = account.project_id
  const location = { lat: 47.1, lng: 9.5 }
  const plan = await call('POST', '/v2/plan', { execution_date: date }, { project_id })
  const stops = [1, 2, 3, 4].map((number) => ({ label: `Stop ${number}`, location, duration: 600 }))
  const created = await call(
    'POST',
    '/v2/stops',
    [{ ...stops[0], time_windows: [[8 * hour, 9 * hour]] }, ...stops.slice(1), { label: 'Nowhere' }],
    { plan_id: plan.id },
  )
  const input = {
    label: 'Tour 1',
    email: 'driver@example.test',
    start_location: location,
    time_window: [8 * hour, 18 * hour],
  }
  const [route] = await call('POST', '/v2/routes', [input], { plan_id: plan.id })
  const ids: string[] = created.map(({ id }: { id: string }) => id)
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: ids.slice(0, 4) })
  return { plan, route, ids }
}

async function drive(routeId: string) {
  const { public_link } = await call('POST', `/v2/route/${routeId}/dispatch`)
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  return async (path: string, body?: object) => {
    const answer = await server.call('POST', `/driver/v1${path}`, { headers, body })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
}

beforeEach(async () => {
  at(6)
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  await server.call('PUT', `/app/v1/project/${account.project_id}`, {
    headers: { cookie, origin: 'http://localhost' },
    body: { timezone: 'Europe/Vienna' },
  })
})

test('an earlier day that was begun and never closed needs a look, until it is closed', async () => {
  const { plan, route } = await createDay()
  const { plan: unbegun } = await createDay()
  await (await drive(route.id))('/start', {})
  expect(listKinds(await readToday())).not.toContain('not_closed')
  server.clock.set('2026-03-03T06:00:00.000Z')
  // The session of yesterday is over.
  cookie = await server.signIn(account.user_id)
  const open = (await readToday()).attention.filter(({ kind }) => kind === 'not_closed')
  expect(open).toEqual([{ kind: 'not_closed', plan_id: plan.id, count: 5, plan_label: '', plan_date: '2026-03-02' }])
  expect(open.map(({ plan_id }) => plan_id)).not.toContain(unbegun.id)
  await call('PUT', `/v2/plan/${plan.id}`, { status: 'finished' })
  expect(listKinds(await readToday())).not.toContain('not_closed')
})

describe('the day', () => {
  test('is the one that it is now in the zone of the project', async () => {
    server.clock.set('2026-03-02T23:30:00.000Z')
    expect((await readToday()).date).toBe('2026-03-03')
  })

  test('holds the plans of the date with how far they are, and names the next one', async () => {
    const { plan, route } = await createDay()
    const { plan: later } = await createDay('2026-03-04')
    const send = await drive(route.id)
    const before = await readToday()
    expect(before.plans).toMatchObject([
      { plan: { id: plan.id, total_stops: 5 }, assigned_stops: 4, used_routes: 1, sent_routes: 1, started_routes: 0 },
    ])
    expect(before.next).toMatchObject({ plan: { id: later.id }, used_routes: 1, sent_routes: 0 })
    await send('/start')
    expect(await readToday()).toMatchObject({ routes_on_road: 1, plans: [{ started_routes: 1 }] })
  })

  test('is not made longer by a draft that somebody tries things on', async () => {
    const { plan, ids } = await createDay()
    await call('PUT', `/v2/stop/${ids[1]}`, { location: { lat: 47.2, lng: 9.5 } })
    const before = await readToday()
    await call('POST', `/app/v1/plan/${plan.id}/duplicate`, { label: 'What if' })
    const after = await readToday()
    expect(after.plans).toHaveLength(2)
    expect(before.planned_meters).toBeGreaterThan(0)
    expect(after).toMatchObject({ planned_meters: before.planned_meters, attention: before.attention })
  })

  test('is not shown to other organizations', async () => {
    const other = await server.createAccount()
    const headers = { cookie: await server.signIn(other.user_id) }
    const answer = await server.call('GET', `/app/v1/project/${account.project_id}/today`, { headers })
    expect(answer.status).toBe(404)
  })
})

describe('what needs a look', () => {
  test('is a stop without a place, and a route that nobody was sent an hour before it starts', async () => {
    const { route, ids } = await createDay()
    expect(listKinds(await readToday())).toEqual(['no_place'])
    at(7.5)
    const { attention } = await readToday()
    expect(attention).toMatchObject([
      { kind: 'not_sent', route_id: route.id, route_label: 'Tour 1', seconds: 1_800 },
      { kind: 'no_place', stop_id: ids[4], stop_label: 'Nowhere', count: 1 },
    ])
  })

  test('is a route that was sent and has not started in time', async () => {
    const { route } = await createDay()
    await drive(route.id)
    at(8.1)
    expect(listKinds(await readToday())).not.toContain('not_started')
    at(8.5)
    expect((await readToday()).attention[0]).toMatchObject({ kind: 'not_started', seconds: 1_800 })
  })

  test('is not a route whose van still loads at its depot', async () => {
    const { route } = await createDay()
    const { project_id, key } = account
    const depot = { label: 'Hall', location: { lat: 47.1, lng: 9.5 }, loading_time: 1_800 }
    const { body } = await server.call('POST', '/app/v1/depot', { key, query: { project_id }, body: depot })
    const named = await server.call('PUT', `/v2/route/${route.id}`, { key, body: { start_depot_id: body.id } })
    expect(named.status, named.text).toBe(200)
    await drive(route.id)
    at(8.5)
    expect(listKinds(await readToday())).not.toContain('not_started')
    at(9)
    expect((await readToday()).attention[0]).toMatchObject({ kind: 'not_started', seconds: 1_800 })
  })

  test('is a vehicle on the road that is silent, and its stops that will be late', async () => {
    const { route, ids } = await createDay()
    const send = await drive(route.id)
    at(9.5)
    await send('/start')
    expect(listKinds(await readToday())).toEqual(['late', 'no_place'])
    at(9.7)
    const { attention } = await readToday()
    expect(attention.map(({ kind }) => kind)).toEqual(['late', 'silent', 'no_place'])
    const [late, silent] = attention
    // Against the plan where a stop has no window: 90 minutes are more than the 42 after the window of the first.
    expect(late).toMatchObject({ route_id: route.id, stop_id: ids[1], stop_label: 'Stop 2', count: 4 })
    expect(silent).toMatchObject({ route_id: route.id, seconds: 720 })
  })

  test('is what a driver on the road told, until the route is finished', async () => {
    const { route, ids } = await createDay()
    const send = await drive(route.id)
    at(8)
    await send('/start')
    await send('/note', { kind: 'problem', category: 'traffic', comments: 'Bridge closed' })
    at(8.1)
    await send('/note', { kind: 'problem', category: 'goods', comments: 'Box is wet', stop_id: ids[1] })
    await send('/note', { kind: 'survey', rating: 4 })
    const told = (await readToday()).attention[0]
    expect(told).toMatchObject({ kind: 'problem', count: 2, route_label: 'Tour 1', stop_label: 'Stop 2' })
    expect(told).toMatchObject({ reason: 'goods', comments: 'Box is wet' })
    for (const id of ids.slice(0, 4)) await send(`/stop/${id}/report`, { type: 'service_report_completed' })
    expect(listKinds(await readToday())).not.toContain('problem')
  })

  test('is what failed, with its reason, and what no route has', async () => {
    const { route, ids } = await createDay()
    const send = await drive(route.id)
    at(8)
    await send('/start')
    await send(`/stop/${ids[1]}/report`, { type: 'service_report_canceled', cancel_reason: 'refused' })
    await call('PUT', `/v2/route/${route.id}/stops`, { stops: [ids[0], ids[1], ids[2]] })
    const today = await readToday()
    expect(today.attention.find(({ kind }) => kind === 'failed')).toMatchObject({
      stop_id: ids[1],
      route_id: route.id,
      reason: 'refused',
      count: 1,
    })
    expect(today.attention.find(({ kind }) => kind === 'unassigned')).toMatchObject({ stop_id: ids[3] })
    expect(today.figures).toMatchObject({ total_stops: 5, canceled_stops: 1, pending_stops: 4 })
  })
})
