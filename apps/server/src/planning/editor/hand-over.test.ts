// A van that cannot go on: stops whose goods are not aboard move to other routes, and goods aboard change vehicles at a meeting place.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { startRoute } from '../lifecycle/lifecycle.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account
let planId: string
/** Routes a and b, with stops 0..3 and 4..6; stop 7 is unassigned. All carry goods but stop 3, which is a visit. */
let a: string
let b: string
let stops: string[]

const depot = { lat: 47.14, lng: 9.52 }
const here = { lat: 47.12, lng: 9.5 }
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const stop = (index: number) => ({
  label: `s${index}`,
  location: { lat: 47.1 + (index % 3) * 0.01, lng: 9.48 + Math.floor(index / 3) * 0.01 },
  duration: 300,
  ...(index === 3 ? { type: 'visit' } : { weight: 10 }),
})

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const routes = [
    { ...shift, label: 'A', stops: [0, 1, 2, 3].map(stop) },
    { ...shift, label: 'B', stops: [4, 5, 6].map(stop) },
  ]
  const body = { execution_date: '2026-03-03', routes, stops: [stop(7)] }
  planId = (await ok('POST', '/v2/plan', body, { project_id: account.project_id })).id
  const full = await getPlan()
  ;[a, b] = full.routes.map((route: { id: string }) => route.id)
  const byLabel = new Map<string, string>(
    full.stops.map((stop: { label: string; id: string }) => [stop.label, stop.id]),
  )
  stops = Array.from({ length: 8 }, (_, index) => byLabel.get(`s${index}`)!)
  server.clock.set('2026-03-03T09:00:00.000Z')
})

async function call(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  return server.call(method, path, { key: account.key, body, query })
}

async function ok(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  const answer = await call(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

interface ReadStop {
  id: string
  label: string
  type: string
  pickup_id?: string
  meeting_of?: string
  location: object
  time_windows: [number, number][]
  planned_arrival_time: number
}

const getPlan = () => ok('GET', `/v2/plan/${planId}`)
const move = (stopId: string, routeId: string | null, more: object = {}) =>
  call('POST', `/app/v1/plan/${planId}/move`, { moves: [{ stop_ids: [stopId], route_id: routeId }], ...more })
const reassign = (body: object, query = {}) => ok('POST', `/app/v1/route/${a}/reassign`, body, query)
const routeStops = async (routeId: string): Promise<ReadStop[]> =>
  (await getPlan()).routes.find((route: { id: string }) => route.id === routeId).stops
const labels = async (routeId: string) => (await routeStops(routeId)).map(({ label }) => label)
const listDone = (answer: { results: { id: string; done: boolean }[] }) =>
  Object.fromEntries(answer.results.map(({ id, done }) => [`s${stops.indexOf(id)}`, done]))

async function begin(routeId: string): Promise<void> {
  const caller = systemCaller(account.organization_id)
  await transactAs(server.services, caller, (scope) => startRoute(scope, routeId, scope.now), server.clock.now())
}

describe('goods that are aboard a route under way', () => {
  test('cannot join another one by any edit of the planner, and each says why', async () => {
    await begin(a)
    const moved = await move(stops[0]!, b)
    expect(moved.body.message_id).toBe('highway.stop.error.goods_aboard')
    expect(moved.body.message).toMatch(/^Stop \d+ s0: its goods are aboard Route A, which is under way/)
    const partly = await move(stops[0]!, b, { partial: true })
    expect(partly.body.results).toMatchObject([{ done: false, message_id: 'highway.stop.error.goods_aboard' }])
    const edits = [
      call('POST', `/app/v1/route/${a}/swap`, { route_id: b }),
      call('POST', `/app/v1/route/${b}/merge`, { route_id: a }),
      call('POST', `/app/v1/route/${a}/split`, { at_stop_id: stops[1] }),
      call('POST', `/app/v1/stop/${stops[0]}/remedy`, { kind: 'assign_anyway', route_id: b }),
      call('PUT', `/app/v1/plan/${planId}/arrangement`, { routes: [{ route_id: b, stop_ids: [stops[0]] }] }),
    ]
    for (const { body } of await Promise.all(edits)) expect(body.message_id).toBe('highway.stop.error.goods_aboard')
    expect(await labels(a)).toEqual(['s0', 's1', 's2', 's3'])
  })

  test('may be left out, and then belong to no other route either; what is not aboard moves freely', async () => {
    await begin(a)
    expect((await move(stops[0]!, null)).status).toBe(200)
    expect((await move(stops[0]!, b)).body.message_id).toBe('highway.stop.error.goods_aboard')
    const late = await ok('POST', `/app/v1/plan/${planId}/insert`, { stop_ids: [stops[0], stops[7]], route_ids: [b] })
    expect(listDone(late)).toEqual({ s0: false, s7: true })
    expect((await move(stops[3]!, b)).status).toBe(200)
    expect((await move(stops[0]!, a)).status).toBe(200)
  })

  test('are those that were on the route when it started, or were picked up since', async () => {
    const pickup = { type: 'pickup', label: 'fetch', location: here }
    const order = { label: 'fetched', location: depot, weight: 3, pickup }
    const [delivery] = await ok('POST', '/v2/stops', [order], { plan_id: planId })
    await move(delivery.pickup_id, a)
    await move(delivery.id, a)
    await begin(a)
    await move(stops[7]!, a)
    expect((await move(stops[7]!, b)).status).toBe(200)
    expect((await move(delivery.id, b)).status).toBe(200)
    await move(delivery.id, a)
    await ok('POST', `/v3/stop/${delivery.pickup_id}/report`, { type: 'service_report_completed' })
    expect((await move(delivery.id, b)).body.message_id).toBe('highway.stop.error.goods_aboard')
  })
})

describe('a van that cannot go on', () => {
  test('keeps what is aboard, and gives away the rest', async () => {
    await begin(a)
    const answer = await reassign({})
    expect(listDone(answer)).toEqual({ s0: false, s1: false, s2: false, s3: true })
    expect(answer.results.find((row: { done: boolean }) => !row.done).message).toContain('aboard Route A')
    expect(await labels(a)).toEqual(['s0', 's1', 's2'])
  })

  test('that has not left gives everything, since its goods are at the depot', async () => {
    expect(listDone(await reassign({}))).toEqual({ s0: true, s1: true, s2: true, s3: true })
    expect(await labels(a)).toEqual([])
  })

  test('meets another where it stands: a pickup there comes before the deliveries, shown first and then made', async () => {
    await begin(a)
    await begin(b)
    const body = { hand_over: { at: 'vehicle', label: 'From A', giver_label: 'To others' } }
    const shown = await reassign(body, { preview: true })
    expect(shown).toMatchObject({ preview: true, stops: [] })
    expect((await getPlan()).stops).toHaveLength(8)
    const done = await reassign(body)
    expect(listDone(done)).toEqual({ s0: true, s1: true, s2: true, s3: true })
    const effect = (answer: { effects: { route_id: string; after: object }[] }) =>
      answer.effects.map(({ route_id, after }) => ({ route_id, after }))
    expect(effect(shown)).toEqual(effect(done))
    expect(await routeStops(a)).toMatchObject([{ label: 'To others', type: 'visit', location: depot }])
    const taken = await routeStops(b)
    const meeting = taken.findIndex(({ type }) => type === 'pickup')
    expect(taken[meeting]).toMatchObject({ label: 'From A', location: depot })
    for (const label of ['s0', 's1', 's2']) {
      const at = taken.findIndex((stop) => stop.label === label)
      expect(at).toBeGreaterThan(meeting)
      expect(taken[at]!.pickup_id).toBe(taken[meeting]!.id)
    }
    // The stop that its driver heads to stays the first.
    expect(taken[0]!.label).toBe('s4')
  })

  test('or at the depot, not before it can be back there', async () => {
    await begin(a)
    await ok('POST', `/v3/stop/${stops[0]}/report`, { type: 'service_report_completed' })
    await reassign({ hand_over: { at: 'depot' } })
    const pickup = (await routeStops(b)).find(({ type }) => type === 'pickup')!
    expect(pickup).toMatchObject({ label: 'Take over from A', location: depot })
    const [[opens]] = pickup.time_windows as [[number, number]]
    // Nine o'clock in the project's zone, and some minutes of driving.
    expect(opens).toBeGreaterThan(32_400)
    expect(pickup.planned_arrival_time).toBeGreaterThanOrEqual(0)
    const delivery = (await routeStops(b)).find(({ label }) => label === 's1')!
    expect(delivery.planned_arrival_time).toBeGreaterThan(opens)
  })

  test('keeps what nobody can take, unless rules may be broken', async () => {
    await ok('PUT', `/v2/route/${b}`, { max_services: 5 })
    await begin(a)
    const body = { hand_over: { at: 'vehicle' }, stop_ids: [stops[0], stops[1], stops[2]] }
    const answer = await reassign(body)
    expect(listDone(answer)).toEqual({ s0: true, s1: false, s2: false })
    expect(answer.results.filter((row: { done: boolean }) => !row.done)).toMatchObject([
      { message_id: 'max_services' },
      { message_id: 'max_services' },
    ])
    expect(await labels(a)).toEqual(['Hand over', 's1', 's2', 's3'])
    const rest = { hand_over: { at: 'vehicle' }, stop_ids: [stops[1], stops[2]], allow_broken_rules: true }
    expect(listDone(await reassign(rest))).toEqual({ s1: true, s2: true })
  })

  test('is as it was after undo, and undo can be undone', async () => {
    await begin(a)
    const before = [await labels(a), await labels(b)]
    const { undo } = await reassign({ hand_over: { at: 'vehicle', label: 'From A' } })
    const after = [await labels(a), await labels(b)]
    const undone = await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
    expect([await labels(a), await labels(b)]).toEqual(before)
    const plan = await getPlan()
    expect(plan.stops).toHaveLength(8)
    expect(plan.stops.filter((stop: ReadStop) => stop.pickup_id)).toEqual([])
    await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undone.undo)
    expect([await labels(a), await labels(b)]).toEqual(after)
    const [, deliveries] = [await routeStops(a), (await routeStops(b)).filter(({ pickup_id }) => pickup_id)]
    expect(deliveries).toHaveLength(3)
  })

  test('is told rightly at both vans: what was handed over does not come back, and the meetings are no stops', async () => {
    await begin(a)
    const before = await getPlan()
    await reassign({ hand_over: { at: 'vehicle' } })
    const returns = () => ok('GET', `/app/v1/plan/${planId}/returns`)
    expect(await returns()).toEqual([])
    const after = await getPlan()
    expect(after).toMatchObject({ total_stops: before.total_stops, pending_stops: before.pending_stops })
    const meetings = [...(await routeStops(a)), ...(await routeStops(b))].filter(({ type }) => type !== 'delivery')
    expect(meetings.map(({ label, meeting_of }) => [label, meeting_of]).toSorted()).toEqual([
      ['Hand over', a],
      ['Take over from A', a],
      ['s3', undefined],
    ])
    const onRoad = async () => (await ok('GET', '/app/v1/today'))[0].routes_on_road
    expect(await onRoad()).toBe(0)
    const pickup = (await routeStops(b)).find(({ type }) => type === 'pickup')!
    await ok('POST', `/v3/stop/${pickup.id}/report`, { type: 'service_report_completed' })
    const { routes, ...plan } = await getPlan()
    expect(routes.map(({ status }: { status: string }) => status)).toEqual(['finished', 'in_transit'])
    expect(plan).toMatchObject({ total_stops: before.total_stops, completed_stops: 0 })
    expect([await returns(), await onRoad()]).toEqual([[], 1])
  })

  test('whose goods were taken over gets none of them back by an edit', async () => {
    await begin(a)
    await begin(b)
    await reassign({ hand_over: { at: 'vehicle' } })
    const pickup = (await routeStops(b)).find(({ type }) => type === 'pickup')!
    await ok('POST', `/v3/stop/${pickup.id}/report`, { type: 'service_report_completed' })
    const [route] = await ok('POST', '/v2/routes', [{ ...shift, label: 'C' }], { plan_id: planId })
    expect((await move(stops[0]!, route.id)).body.message).toContain('aboard Route B')
  })

  test('is not met where nobody knows it to be', async () => {
    await ok('PUT', `/v2/route/${a}`, { start_location: null })
    await begin(a)
    const answer = await call('POST', `/app/v1/route/${a}/reassign`, { hand_over: { at: 'depot' } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('hand_over.at')
  })
})
