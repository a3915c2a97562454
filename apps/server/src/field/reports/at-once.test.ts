// Reports, arrivals and positions of many drivers at once: nobody waits for another route, and nothing is counted twice or not at all.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { recordedEvents, subscribe } from '../../../test/recorded-events.ts'
import { testBackend } from '../../../test/template.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { transactAs } from '../../frame/platform/services.ts'
import { lockReportedStop } from '../../planning/lifecycle/lock-stops.ts'

const server = useTestServer()
let account: Account
let planId: string
let routes: { id: string; stops: { id: string }[] }[]

beforeEach(async () => {
  account = await server.createAccount()
  await subscribe(server, account)
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).id
  const stops = [{ location: { lat: 47.1, lng: 9.5 } }, { location: { lat: 47.2, lng: 9.5 } }]
  const inputs = Array.from({ length: 6 }, () => ({ email: 'driver@example.test', stops }))
  routes = await call('POST', '/v2/routes', inputs, { plan_id: planId })
})

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

function report(stopId: string) {
  return call('POST', `/v3/stop/${stopId}/report`, { type: 'service_report_completed' })
}

async function getDriver(routeId: string) {
  const { public_link } = await call('POST', `/v2/route/${routeId}/dispatch`)
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  return (path: string, body: object) => server.call('POST', `/driver/v1${path}`, { headers, body })
}

test('all stops of a plan reported at once: every one is counted, each route ends once, and so does the plan', async () => {
  await Promise.all(routes.flatMap(({ stops }) => stops.map(({ id }) => report(id))))
  expect(await call('GET', `/v2/plan/${planId}`)).toMatchObject({
    status: 'finished',
    total_stops: 12,
    completed_stops: 12,
    pending_stops: 0,
  })
  const events = await recordedEvents(server, account)
  const count = (id: string) => events.filter(({ event_id }) => event_id === id).length
  expect(count('svc.planner.2.stop.reported')).toBe(12)
  expect(count('svc.drivers.2.route.started')).toBe(6)
  expect(count('svc.drivers.2.route.finished')).toBe(6)
  // It began, and it ended.
  expect(count('svc.planner.2.plan.updated')).toBe(2)
})

test('reports beside changes of the plan by others leave the counters right', async () => {
  const last = routes.at(-1)!
  await Promise.all([
    ...routes.slice(0, 4).map(({ stops }) => report(stops[0]!.id)),
    call('POST', '/v2/stops', [{ label: 'Added' }], { plan_id: planId }),
    call('PUT', `/v2/route/${last.id}/stops`, { stops: last.stops.map(({ id }) => id).reverse() }),
    call('DELETE', `/v2/stop/${routes[4]!.stops[1]!.id}`),
  ])
  const plan = await call('GET', `/v2/plan/${planId}`)
  expect(plan).toMatchObject({ total_stops: 12, completed_stops: 4, pending_stops: 8, status: 'in_progress' })
})

// The embedded database has one session: there everybody waits for everybody.
describe.runIf(testBackend === 'postgres')('while a report is being made', () => {
  /** Does something while another transaction holds what it locked. */
  async function during(lock: (scope: Scope) => Promise<unknown>, work: () => Promise<void>): Promise<void> {
    const caller = { organizationId: account.organization_id, projects: 'all', actor: { type: 'system' } } as const
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = transactAs(server.services, caller, async (scope) => {
      await lock(scope)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    await work().finally(released.resolve)
    await holding
  }

  test('other routes of the plan are reported on', async () => {
    const [one, other] = [routes[0]!, routes[1]!]
    await during(
      (scope) => lockReportedStop(scope, one.stops[0]!.id),
      async () => {
        await report(other.stops[0]!.id)
      },
    )
    expect((await call('GET', `/v2/plan/${planId}`)).completed_stops).toBe(1)
  })

  test('another stop of the same route is arrived at', async () => {
    const [first, second] = routes[0]!.stops
    const drive = await getDriver(routes[0]!.id)
    await during(
      (scope) => lockReportedStop(scope, first!.id),
      async () => {
        expect((await drive(`/stop/${second!.id}/arrive`, {})).status).toBe(200)
      },
    )
  })

  test('positions pass over a stop that is being changed', async () => {
    const [route] = routes
    const drive = await getDriver(route!.id)
    expect((await drive('/start', {})).status).toBe(200)
    // Twice, because a single one so far from the route is not believed yet.
    const positions = [10_000, 0].map((before) => ({
      lat: 47.1,
      lng: 9.4,
      recorded_at: new Date(server.clock.now().getTime() - before).toISOString(),
    }))
    const lockStop = ({ tx }: Scope) =>
      tx.selectFrom('stops').select('id').where('id', '=', route!.stops[1]!.id).forUpdate().execute()
    await during(lockStop, async () => {
      expect(await drive('/positions', { positions })).toMatchObject({ status: 200, body: { accepted: 2 } })
    })
    expect((await call('GET', `/v2/route/${route!.id}`)).last_position).toMatchObject({ lat: 47.1, lng: 9.4 })
  })
})
