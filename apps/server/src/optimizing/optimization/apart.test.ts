// Stops that are kept apart: in plans from nothing, on a day under way, and in an order by hand, which is flagged.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import type { WirePlan, WireStop } from '../../../test/wire-rules.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { startRoute } from '../../planning/lifecycle/lifecycle.ts'

const server = useTestServer({ listen: true })
let own: Account
let planId: string
const depot = { lat: 47.1, lng: 9.5 }
const route = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const at = (index: number) => ({ location: { lat: 47.1 + 0.01 * index, lng: 9.5 }, duration: 300 })
const glass = (index: number) => ({ ...at(index), label: `glass ${index}`, kind: 'glass', apart_from: ['stones'] })
const stones = (index: number) => ({ ...at(index), label: `stones ${index}`, kind: 'stones' })

async function call<T = WirePlan>(
  method: string,
  path: string,
  body?: unknown,
  query?: Record<string, string>,
): Promise<T> {
  const answer = await server.call(method, path, { key: own.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const optimize = () => call('POST', `/v2/plan/${planId}/optimize`)
const listKinds = (plan: WirePlan) =>
  plan.routes.map(({ stops }) => [...new Set(stops.map(({ label }) => label?.split(' ')[0]))].join(' '))
const listStops = ({ routes }: WirePlan) => routes.flatMap(({ stops }) => stops)
const listWarnings = ({ optimization_warnings }: WireStop) => optimization_warnings.map(({ message }) => message)

async function createPlan(body: object): Promise<void> {
  planId = (
    await call<{ id: string }>(
      'POST',
      '/v2/plan',
      { execution_date: '2026-03-02', ...body },
      { project_id: own.project_id },
    )
  ).id
}

beforeEach(async () => {
  server.clock.set('2026-03-01T12:00:00.000Z')
  own = await server.createAccount()
})

test('are on different routes, and one vehicle for both leaves out what it cannot take, with the kind', async () => {
  await createPlan({ routes: [route, route], stops: [glass(1), stones(2), glass(3), stones(4)] })
  expect(listKinds(await optimize()).sort()).toEqual(['glass', 'stones'])
  await createPlan({ routes: [route], stops: [glass(1), stones(2), stones(3)] })
  const plan = await optimize()
  expect(listKinds(plan)).toEqual(['stones'])
  expect(plan.stops.filter(({ route_id }) => !route_id).flatMap(listWarnings)).toEqual([
    'Every route that could take it has stops of a kind that it is never with. It is never on a route with stones.',
  ])
})

test('a dispatcher who puts them on one route is warned, and the warning goes with what it is about', async () => {
  await createPlan({ routes: [{ ...route, stops: [glass(1), stones(2)] }] })
  const stops = listStops(await call('GET', `/v2/plan/${planId}`))
  const [clear, broken] = stops.map(({ id }) => id)
  expect(stops.map(listWarnings)).toEqual([[], ['The route has stops of a kind that it is never with.']])
  await call('PUT', `/v2/stop/${broken}`, { kind: null })
  expect(await call<WireStop>('GET', `/v2/stop/${broken}`)).toMatchObject({ optimization_warning: false })
  expect(await call('PUT', `/v2/stop/${clear}`, { kind: 'glass', apart_from: ['glass'] })).toMatchObject({
    kind: 'glass',
    apart_from: ['glass'],
  })
})

test('what is done keeps others off its route on a day under way', async () => {
  await createPlan({ routes: [{ ...route, stops: [glass(1), at(6)] }, route], stops: [stones(2)] })
  const before = await call('GET', `/v2/plan/${planId}`)
  const routeId = before.routes.at(0)?.id ?? ''
  server.clock.set('2026-03-02T09:00:00.000Z')
  const caller = systemCaller(own.organization_id)
  await transactAs(server.services, caller, (scope) => startRoute(scope, routeId, scope.now), server.clock.now())
  await call('POST', `/v3/stop/${listStops(before).at(0)?.id}/report`, { type: 'service_report_completed' })
  const plan = await optimize()
  expect(plan.routes.map(({ stops }) => stops.map(({ label }) => label))).toEqual([
    ['glass 1', undefined],
    ['stones 2'],
  ])
})
