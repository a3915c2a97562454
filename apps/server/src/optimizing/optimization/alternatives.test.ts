// Beside the cheapest plan, a run finds an even one and one with the fewest vehicles; whoever decides applies one of them.
import type { ComparedRoute, OptimizationRun, PlanAlternative } from '@routewright/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account

beforeAll(async () => {
  account = await server.createAccount()
})

async function call(method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  return server.call(method, path, { key: account.key, body, query })
}

async function ok(method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  const answer = await call(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** On a line that begins at the first depot; the second one is ten kilometres along it. */
const at = (kilometers: number) => ({ lat: 47.1, lng: 9.5 + kilometers / 76 })
const van = (label: string, depot: object) => ({
  label,
  start_location: depot,
  end_location: depot,
  time_window: [28_800, 61_200],
})

/** Eleven stops between the first depot and the middle, and one beside the second: cheapest for eleven and one. */
async function createPlan(): Promise<string> {
  const stops = [...Array.from({ length: 11 }, (_, index) => 1 + index / 2), 9]
  const body = {
    execution_date: '2026-03-03',
    routes: [van('A', at(0)), van('B', at(10))],
    stops: stops.map((kilometers) => ({ label: `${kilometers} km`, location: at(kilometers) })),
  }
  return (await ok('POST', '/v2/plan', body, { project_id: account.project_id })).id
}

async function optimize(planId: string, options: object): Promise<OptimizationRun> {
  const run = await ok('POST', `/app/v1/plan/${planId}/optimization`, options)
  const read = async () => {
    const now = await ok('GET', `/app/v1/plan/${planId}/optimization/${run.id}`)
    return now.state !== 'running' && now
  }
  return until('the result', read, 60)
}

const stopCounts = ({ routes }: { routes: ComparedRoute[] }) => routes.map(({ after }) => after.stops)
const ordersNow = async (planId: string) => {
  const { routes } = await ok('GET', `/v2/plan/${planId}`)
  return routes.map(({ stops }: { stops: { id: string }[] }) => stops.map(({ id }) => id))
}

test('three plans are found where each is another one, and the one that is chosen is applied', async () => {
  const planId = await createPlan()
  const run = await optimize(planId, { alternatives: true, config: { seed: 1 } })
  expect(stopCounts(run.comparison!)).toEqual([11, 1])
  const [even, fewest] = run.alternatives as [PlanAlternative, PlanAlternative]
  expect([even.goal, fewest.goal]).toEqual(['even', 'fewest_vehicles'])
  expect(Math.abs(stopCounts(even.comparison)[0]! - stopCounts(even.comparison)[1]!)).toBeLessThan(10)
  expect(fewest.comparison.after.routes).toBe(1)
  for (const { comparison } of [even, fewest]) {
    expect(comparison.after.unassigned).toBe(0)
    expect(comparison.after.distance).toBeGreaterThan(run.comparison!.after.distance)
  }
  expect(await ordersNow(planId)).toEqual([[], []])

  const applied = await ok('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`, { goal: 'even' })
  expect(await ordersNow(planId)).toEqual(even.comparison.routes.map(({ stop_ids }) => stop_ids))
  const settled = await ok('GET', `/app/v1/plan/${planId}/optimization/${run.id}`)
  expect(settled).toMatchObject({ state: 'applied', comparison: { after: even.comparison.after } })
  expect(settled.alternatives).toBeUndefined()
  await ok('PUT', `/app/v1/plan/${planId}/arrangement`, applied.undo)
  expect(await ordersNow(planId)).toEqual([[], []])
})

test('a run that did not ask has none; a goal without a plan of its own is refused, and nothing is applied', async () => {
  const planId = await createPlan()
  const run = await optimize(planId, {})
  expect(run.alternatives).toEqual([])
  const refused = await call('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`, { goal: 'even' })
  expect(refused.status).toBe(400)
  expect(refused.body.message_id).toBe('highway.optimization.error.no_alternative')
  const unknown = await call('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`, { goal: 'nicest' })
  expect(unknown.status).toBe(400)
  expect(await ordersNow(planId)).toEqual([[], []])
  await ok('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`)
  expect((await ordersNow(planId)).flat()).toHaveLength(12)
})

test('a goal that the settings name already is not looked for again', async () => {
  const planId = await createPlan()
  const run = await optimize(planId, { alternatives: true, balance: 0.5, config: { minimise_vehicles: true } })
  expect(run.alternatives).toEqual([])
})
