// Why a stop does not fit, and that every remedy that is offered does what it says, looked at first and for good.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let stopId: string
let routeId: string

const depot = { lat: 47.14, lng: 9.52 }
const near = (index: number) => ({ lat: 47.1 + (index % 3) * 0.01, lng: 9.48 + Math.floor(index / 3) * 0.01 })
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }

beforeEach(async () => {
  account = await server.createAccount()
})

async function call(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  return server.call(method, path, { key: account.key, body, query })
}

async function ok(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  const answer = await call(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** A plan with one route of two stops, and one stop more that is on no route. */
async function createPlan(route: object, stop: object, more: { routes?: object[]; stops?: object[] } = {}) {
  const stops = [0, 1].map((index) => ({ label: `s${index}`, location: near(index), duration: 300, weight: 10 }))
  const routes = [{ ...shift, label: 'Van', stops, ...route }, ...(more.routes ?? [])]
  const unassigned = [{ label: 'late order', location: near(5), duration: 300, ...stop }, ...(more.stops ?? [])]
  const body = { execution_date: '2026-03-03', routes, stops: unassigned }
  planId = (await ok('POST', '/v2/plan', body, { project_id: account.project_id })).id
  const full = await ok('GET', `/v2/plan/${planId}`)
  stopId = full.stops.find((stop: { label?: string }) => stop.label === 'late order').id
  routeId = full.routes[0].id
}

const explain = () => ok('GET', `/app/v1/stop/${stopId}/why`)
const apply = (remedy: object, query = {}) => call('POST', `/app/v1/stop/${stopId}/remedy`, remedy, query)

test('a stop that fits is offered its place, with what that costs', async () => {
  await createPlan({}, {})
  const why = await explain()
  expect(why.vehicles).toMatchObject([{ route_id: routeId, label: 'Van', fits: true }])
  const [vehicle] = why.vehicles
  const done = (await apply(vehicle.remedies[0])).body
  const [effect] = done.effects
  expect(Math.abs(effect.after.duration - effect.before.duration - vehicle.added_time)).toBeLessThanOrEqual(2)
  expect(Math.abs(effect.after.distance - effect.before.distance - vehicle.added_distance)).toBeLessThanOrEqual(2)
})

const zone = [
  [9.485, 47.115],
  [9.495, 47.115],
  [9.495, 47.125],
  [9.485, 47.125],
]

/** The plan but for the moments of change, and the words on unassigned stops, which only optimizing writes. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'updated_at' && key !== 'optimizer_config')
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutTimes(one)]))
}

describe.each<[kind: string, rule: string, route: object, stop: object]>([
  ['extend_shift', 'working_hours', { time_window: [28_800, 30_300] }, {}],
  ['raise_max_time', 'max_time', { max_time: 1_500 }, {}],
  ['raise_max_distance', 'max_distance', { max_distance: 15_000 }, { location: { lat: 47.3, lng: 9.5 } }],
  ['raise_max_services', 'max_services', { max_services: 2 }, {}],
  ['raise_max_weight', 'capacity', { max_weight: 25 }, { weight: 10 }],
  ['raise_max_volume', 'capacity', { max_volume: 1 }, { volume: 1.5 }],
  ['add_skills', 'skill_missing', {}, { requires: ['crane'] }],
  ['drop_skills', 'skill_missing', {}, { requires: ['crane'] }],
  ['widen_window', 'time_window', {}, { time_windows: [[28_000, 28_900]] }],
  ['drop_windows', 'time_window', {}, { time_windows: [[28_000, 28_900]] }],
  ['allow_late', 'time_window', {}, { time_windows: [[28_000, 28_900]] }],
  ['assign_anyway', 'skill_missing', {}, { requires: ['crane'] }],
  ['unlock_route', 'locked', { is_locked: true }, {}],
])('%s', (kind, rule, route, stop) => {
  test(`is offered for ${rule}, and lets the stop be served`, async () => {
    await createPlan(route, stop)
    const why = await explain()
    const [vehicle] = why.vehicles
    expect(vehicle).toMatchObject({ fits: false, rule })
    const remedy = vehicle.remedies.find((remedy: { kind: string }) => remedy.kind === kind)
    expect(remedy, JSON.stringify(vehicle)).toBeDefined()
    const before = await ok('GET', `/v2/plan/${planId}`)
    const preview = await apply(remedy, { preview: true })
    expect(preview.status, preview.text).toBe(200)
    expect(await ok('GET', `/v2/plan/${planId}`)).toEqual(before)
    const done = await apply(remedy)
    expect(done.status, done.text).toBe(200)
    expect(done.body.results).toMatchObject([{ id: stopId, done: true, route_id: routeId }])
    expect(done.body.effects[0].after).toEqual(preview.body.effects[0].after)
    const served = await ok('GET', `/v2/stop/${stopId}`)
    expect(served.route_id).toBe(routeId)
    expect(served.optimization_warning).toBe(kind === 'assign_anyway' || kind === 'allow_late')
    const undone = await ok('PUT', `/app/v1/plan/${planId}/arrangement`, done.body.undo)
    expect(withoutTimes(await ok('GET', `/v2/plan/${planId}`))).toEqual(withoutTimes(before))
    const redone = await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undone.undo)
    expect(redone.effects[0].after).toEqual(done.body.effects[0].after)
  })
})

test('a zone is added to the route', async () => {
  await createPlan({}, {})
  await ok('POST', `/v2/project/${account.project_id}/zone`, { polygon: zone })
  const why = await explain()
  const remedy = why.vehicles[0].remedies.find((remedy: { kind: string }) => remedy.kind === 'add_zone')
  expect(remedy, JSON.stringify(why.vehicles[0])).toBeDefined()
  expect((await apply(remedy)).status).toBe(200)
  expect((await ok('GET', `/v2/route/${routeId}`)).geo_fences).toHaveLength(1)
})

test('a pickup that is on no route comes along, before its delivery', async () => {
  await createPlan({}, { pickup: { label: 'pickup', location: near(4) } })
  const [vehicle] = (await explain()).vehicles
  expect(vehicle).toMatchObject({ fits: false, rule: 'pickup_unassigned' })
  expect((await apply(vehicle.remedies[0])).status).toBe(200)
  const labels = (await ok('GET', `/v2/route/${routeId}`)).stops.map((stop: { label: string }) => stop.label)
  expect(labels.indexOf('pickup')).toBeGreaterThanOrEqual(0)
  expect(labels.indexOf('pickup')).toBeLessThan(labels.indexOf('late order'))
})

test('the nearest vehicle comes first, and a remedy that does not help changes nothing', async () => {
  const second = { ...shift, label: 'Almost', max_services: 0, provides: ['crane'] }
  await createPlan({}, { requires: ['crane'] }, { routes: [second] })
  const why = await explain()
  expect(why.vehicles.map((vehicle: { label: string; rule: string }) => [vehicle.label, vehicle.rule])).toEqual([
    ['Almost', 'max_services'],
    ['Van', 'skill_missing'],
  ])
  expect(why.remedies[0]).toMatchObject({ kind: 'raise_max_services', amount: 1 })
  const before = await ok('GET', `/v2/plan/${planId}`)
  for (const query of [{}, { preview: true }]) {
    const answer = await apply({ kind: 'raise_max_weight', route_id: routeId, amount: 5 }, query)
    expect(answer.body.message_id).toBe('highway.stop.error.remedy_not_applicable')
    const useless = await apply({ kind: 'drop_windows', route_id: routeId }, query)
    expect(useless.body.message).toContain('skill missing')
  }
  expect(await ok('GET', `/v2/plan/${planId}`)).toEqual(before)
})

test('a stop without coordinates says so, and one that was served is refused', async () => {
  await createPlan({}, { location: null })
  expect((await explain()).vehicles).toMatchObject([{ rule: 'no_location', remedies: [] }])
  const { id } = (await ok('GET', `/v2/route/${routeId}`)).stops[0]
  await ok('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed' })
  const refused = await call('GET', `/app/v1/stop/${id}/why`)
  expect(refused.body.message_id).toBe('highway.stop.error.already_executed')
})
