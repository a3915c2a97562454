// Copies for comparison: drafts that equal their origin except for the requested changes, leave it alone, and are compared with it.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string

const depot = { lat: 47.14, lng: 9.52 }
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const stop = (index: number, more: object = {}) => ({
  label: `s${index}`,
  location: { lat: 47.1 + (index % 3) * 0.01, lng: 9.48 + Math.floor(index / 3) * 0.01 },
  duration: 300,
  ...more,
})

async function ok(method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

beforeEach(async () => {
  account = await server.createAccount()
  const withMore = {
    packages: [{ identifier: 'P1' }],
    tasks: [{ label: 'Install' }],
    pickup: { label: 'pickup', location: stop(5).location },
  }
  const routes = [
    { ...shift, label: 'A', price_per_distance: 2, stops: [stop(0, withMore), stop(1), stop(2)] },
    { ...shift, label: 'B', price_per_minute: 0.5, stops: [stop(3), stop(4)] },
  ]
  const body = { label: 'Tuesday', execution_date: '2026-03-03', routes, stops: [stop(6)] }
  planId = (await ok('POST', '/v2/plan', body, { project_id: account.project_id })).id
})

const getPlan = (id: string) => ok('GET', `/v2/plan/${id}`)
const duplicate = (body?: object) => ok('POST', `/app/v1/plan/${planId}/duplicate`, body)

const own = /^(id|.*_id|plan_label|tracking_url|created_at|updated_at|chain_id|status|label)$/
/** The record without what must differ; records below it too. */
function likeness(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(likeness)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (own.test(key) ? [] : [[key, likeness(one)]])),
  )
}

describe('a copy', () => {
  test('is a draft with the same routes, stops, tasks, packages and pickups, and leaves its origin alone', async () => {
    const before = await getPlan(planId)
    const made = await duplicate()
    expect(made).toMatchObject({ label: 'Tuesday (copy)', status: 'draft', total_stops: 7, total_routes: 2 })
    const copy = await getPlan(made.id)
    expect(likeness(copy)).toEqual(likeness(before))
    expect(copy.stops.map((stop: { label: string }) => stop.label).toSorted()).toEqual(
      before.stops.map((stop: { label: string }) => stop.label).toSorted(),
    )
    const ids = new Set(before.stops.map((stop: { id: string }) => stop.id))
    const links = new Set(before.stops.map((stop: { tracking_url: string }) => stop.tracking_url))
    for (const one of copy.stops) {
      expect(ids.has(one.id) || links.has(one.tracking_url)).toBe(false)
      if (one.pickup_id) expect(copy.stops.some((other: { id: string }) => other.id === one.pickup_id)).toBe(true)
    }
    expect(await getPlan(planId)).toEqual(before)
    const state = await ok('GET', `/app/v1/plan/${made.id}/editor`)
    expect(state.origin).toMatchObject({ plan_id: planId, label: 'Tuesday' })
    expect((await ok('GET', `/app/v1/plan/${planId}/editor`)).copies).toMatchObject([{ plan_id: made.id }])
  })

  test('of a day under way is all to be done again', async () => {
    const { routes } = await getPlan(planId)
    await ok('POST', `/v3/stop/${routes[1].stops[0].id}/report`, { type: 'service_report_completed' })
    const copy = await getPlan((await duplicate()).id)
    expect(copy).toMatchObject({ status: 'draft', pending_stops: 7, completed_stops: 0 })
    expect(copy.routes.map((route: { status: string }) => route.status)).toEqual(['not_started', 'not_started'])
    expect(copy.stops.flatMap((stop: { reports: object[] }) => stop.reports)).toEqual([])
  })

  test('may have fewer routes, other hours, another day, another configuration and nothing assigned', async () => {
    const { routes } = await getPlan(planId)
    const made = await duplicate({
      label: 'One van less',
      leave_out_routes: [routes[1].id],
      time_window: [36_000, 50_400],
      execution_date: '2026-03-04',
      optimizer_config: { allow_late: true },
    })
    const copy = await getPlan(made.id)
    expect(copy).toMatchObject({ label: 'One van less', total_routes: 1, total_stops: 7 })
    expect(copy.execution_date).toContain('2026-03-04')
    expect(copy.optimizer_config).toEqual({ allow_late: true })
    expect(copy.routes[0]).toMatchObject({ time_window: [36_000, 50_400] })
    expect(copy.routes[0].planned_start_time).toBeGreaterThanOrEqual(36_000)
    expect(copy.stops.filter((stop: { route_id?: string }) => !stop.route_id)).toHaveLength(3)
    const bare = await getPlan((await duplicate({ keep_assignment: false })).id)
    expect(bare.stops.filter((stop: { route_id?: string }) => stop.route_id)).toEqual([])
  })
})

describe('plans side by side', () => {
  test('are compared in money, kilometres, hours, late and unassigned, and follow every change', async () => {
    const { routes } = await getPlan(planId)
    const made = await duplicate({ leave_out_routes: [routes[1].id] })
    const compare = () => ok('POST', '/app/v1/plans/compare', { plan_ids: [planId, made.id] })
    const [origin, copy] = await compare()
    const full = await getPlan(planId)
    const [a, b] = full.routes
    expect(origin.figures).toMatchObject({ routes: 2, stops: 7, unassigned: 1, late_stops: 0 })
    const minutes = (b.planned_end_time - b.planned_start_time) / 60
    expect(origin.figures.cost).toBeCloseTo((2 * a.planned_distance) / 1000 + 0.5 * minutes, 0)
    expect(Math.abs(origin.figures.distance - a.planned_distance - b.planned_distance)).toBeLessThan(3)
    expect(copy).toMatchObject({ figures: { routes: 1, unassigned: 3 }, origin: { plan_id: planId } })
    expect(copy.figures.cost).toBeLessThan(origin.figures.cost)
    await ok('PUT', `/v2/stop/${a.stops[0].id}`, { time_windows: [[1_000, 2_000]] })
    const [late] = await compare()
    expect(late.figures).toMatchObject({ late_stops: 1, broken_rules: 1 })
    expect(late.figures.late_seconds).toBeGreaterThan(20_000)
  })
})
