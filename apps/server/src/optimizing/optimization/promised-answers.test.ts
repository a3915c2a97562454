// Plans by `/v2` get what their words promise, or a sentence why not: pairs, rewards, riding times, places that are elsewhere.
import { beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import type { WirePlan, WireStop } from '../../../test/wire-rules.ts'

const server = useTestServer({ listen: true })
let own: Account

beforeAll(async () => {
  own = await server.createAccount('Own')
})

const depot = { lat: 47.166, lng: 9.51 }
const shift = { time_window: [28_800, 61_200], start: depot, end: depot }

async function call(method: string, path: string, body?: unknown) {
  return server.call(method, path, { key: own.key, body, query: {} })
}

async function create(routes: readonly object[], stops: readonly object[]): Promise<string> {
  const wire = routes.map(({ start, end, ...rest }: { start?: object; end?: object }) => {
    return { ...rest, start_location: start, end_location: end }
  })
  const answer = await server.call('POST', '/v2/plan', {
    key: own.key,
    body: { execution_date: '2026-03-02', routes: wire, stops },
    query: { project_id: own.project_id },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

async function optimize(id: string): Promise<WirePlan> {
  const answer = await call('POST', `/v2/plan/${id}/optimize`)
  expect(answer.status, answer.text || server.logLines.slice(-3).join(' ')).toBe(200)
  return answer.body
}

const served = ({ routes }: WirePlan) => routes.flatMap(({ stops }) => stops.map(({ label }) => label)).sort()
const listWarnings = ({ optimization_warnings }: WireStop) => optimization_warnings.map(({ code }) => code)
const stopNamed = ({ stops }: WirePlan, label: string) => stops.find((stop) => stop.label === label)!

const pair = [
  {
    label: 'deliver',
    location: { lat: 47.12, lng: 9.53 },
    weight: 20,
    time_windows: [[0, 100]],
    pickup: { label: 'from store', location: { lat: 47.08, lng: 9.5 } },
  },
  { label: 'other', location: { lat: 47.17, lng: 9.51 } },
]

test('nothing is fetched for a delivery that cannot be kept, and both ends say why', async () => {
  const plan = await optimize(await create([shift], pair))
  expect(served(plan)).toEqual(['other'])
  expect(listWarnings(stopNamed(plan, 'from store'))).toEqual(['delivery_unassigned'])
  expect(listWarnings(stopNamed(plan, 'deliver'))).toEqual(['time_window'])
})

test('a pickup that is put on a route by hand without its delivery is warned about', async () => {
  const id = await create([shift], pair)
  const plan: WirePlan = (await call('GET', `/v2/plan/${id}`)).body
  const stop = stopNamed(plan, 'from store')
  const moved = await call('PUT', `/v2/stop/${stop.id}`, { route_id: plan.routes[0]!.id })
  expect(moved.status, moved.text).toBe(200)
  const after: WirePlan = (await call('GET', `/v2/plan/${id}`)).body
  expect(listWarnings(stopNamed(after, 'from store'))).toContain('delivery_unassigned')
})

test('the higher reward goes first, then as many as fit', async () => {
  const near = { lat: 47.1393, lng: 9.5228 }
  const stops = [
    { label: 'none1', location: near },
    { label: 'none2', location: near },
    { label: 'high', location: { lat: 47.1493, lng: 9.5328 }, reward: 100 },
  ]
  const plan = await optimize(await create([{ max_services: 2, start: depot, end: depot }], stops))
  expect(served(plan)).toContain('high')
  expect(served(plan)).toHaveLength(2)
})

test('goods ride from leaving the pickup to being handed over, the wait before the window included', async () => {
  const kitchen = {
    label: 'kitchen',
    type: 'pickup',
    location: { lat: 47.1393, lng: 9.5228 },
    time_windows: [[28_800, 30_600]],
  }
  const meal = {
    label: 'meal',
    location: { lat: 47.1433, lng: 9.5198 },
    time_windows: [[32_400, 33_300]],
    max_delivery_time: 900,
  }
  const plan = await optimize(await create([shift], [{ ...meal, pickup: kitchen }]))
  expect(served(plan)).toEqual([])
  expect(listWarnings(stopNamed(plan, 'meal'))).toEqual(['max_time'])
})

test('a van waits empty rather than loaded', async () => {
  const first = { label: 'first', location: { lat: 47.14, lng: 9.51 }, time_windows: [[28_800, 29_400]] }
  const meal = {
    label: 'meal',
    location: { lat: 47.1433, lng: 9.5198 },
    time_windows: [[31_800, 32_700]],
    max_delivery_time: 900,
    pickup: { label: 'kitchen', location: { lat: 47.1393, lng: 9.5228 } },
  }
  const plan = await optimize(await create([shift], [first, meal]))
  expect(plan.stops.flatMap(({ optimization_warnings }) => optimization_warnings)).toEqual([])
  expect(served(plan)).toEqual(['first', 'kitchen', 'meal'])
  const left = stopNamed(plan, 'kitchen').planned_departure_time!
  expect(stopNamed(plan, 'meal').planned_arrival_time! - left).toBeLessThanOrEqual(900)
})

test('a window of one moment is an appointment', async () => {
  const plan = await optimize(
    await create([shift], [{ label: 'notary', location: depot, time_windows: [[36_000, 36_000]] }]),
  )
  expect(stopNamed(plan, 'notary').planned_arrival_time).toBe(36_000)
})

test('coordinates that are swapped or 0 are told as far away', async () => {
  const stops = [
    { label: 'ok', location: { lat: 47.14, lng: 9.52 } },
    { label: 'swapped', location: { lat: 9.5215, lng: 47.141 } },
    { label: 'zero', location: { lat: 0, lng: 0 } },
  ]
  const free = await optimize(await create([{ start: depot, end: depot }], stops))
  const inDay = await optimize(await create([shift], stops))
  for (const plan of [free, inDay]) {
    expect(stopNamed(plan, 'ok').optimization_warnings).toEqual([])
    const told = (label: string) =>
      stopNamed(plan, label)
        .optimization_warnings.map(({ message }) => message)
        .join(' ')
    expect(told('swapped')).toMatch(/\d+ km from .* changed over/)
    expect(told('zero')).toMatch(/\d+ km from/)
  }
})

test('a missing skill is named', async () => {
  const plan = await optimize(
    await create(
      [{ ...shift, provides: ['lift'] }],
      [{ label: 'crane', location: depot, requires: ['lift', 'crane'] }],
    ),
  )
  expect(stopNamed(plan, 'crane').optimization_warnings[0]).toEqual({
    code: 'skill_missing',
    message: 'No vehicle that could come has all required skills. It needs crane.',
  })
})
