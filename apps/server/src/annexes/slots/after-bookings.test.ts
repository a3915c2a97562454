// Days that bookings made worse are optimized by the service itself: what it keeps, what it tells, and when it stays away.
import { beforeEach, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { listBrokenRules } from '../../../test/wire-rules.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { requestPlanRun } from '../../optimizing/optimization/optimization.ts'
import { lookAtDay } from './look-at-day.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.52 }
const tuesday = '2026-03-03'
const day = `${tuesday}/28800-61200`
let account: Account

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** To and fro: every route drives through the whole valley between two stops. */
const place = (index: number) => ({ lat: 47.05 + (index % 2) * 0.15, lng: 9.46 + index * 0.004 })
const inDisorder = (from: number) =>
  Array.from({ length: 6 }, (_, index) => ({ label: `s${from + index}`, location: place(from + index), duration: 60 }))
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }

/** Far from what is there: it may have made the day much worse. */
async function book(key: string, location = { lat: 47.3, lng: 9.5 }) {
  const stop = { location, duration: 300, label: key }
  const path = `/app/v1/project/${account.project_id}/slot_promises`
  const held = await call('POST', path, { key, slot_id: day, stop })
  return call('POST', `/app/v1/slot_promise/${held.id}/book`)
}

async function createPlan(): Promise<string> {
  const routes = [
    { ...shift, label: 'A', email: 'a@example.org', stops: inDisorder(0) },
    { ...shift, label: 'B', stops: inDisorder(6) },
    { ...shift, label: 'C', stops: inDisorder(12) },
  ]
  const query = { project_id: account.project_id }
  return (await call('POST', '/v2/plan', { execution_date: tuesday, routes }, query)).id
}

const asService = <T>(work: Parameters<typeof transactAs<T>>[2]) =>
  transactAs(server.services, systemCaller(account.organization_id), work)
/** A minute after the booking, as the service does. */
const look = (planId: string) => {
  server.clock.advanceSeconds(60)
  return asService((scope) => lookAtDay(scope, server.services, planId))
}
const getPlan = (planId: string) => call('GET', `/v2/plan/${planId}`)
// biome-ignore lint/suspicious/noExplicitAny: plans as the wire has them
const listOrders = (plan: any): string[][] => plan.routes.map((route: any) => route.stops.map(({ id }: any) => id))
// biome-ignore lint/suspicious/noExplicitAny: plans as the wire has them
const measureMeters = (plan: any) => plan.routes.reduce((sum: number, route: any) => sum + route.planned_distance, 0)

/** The run that the service began, once it is over. */
const ended = (planId: string) =>
  until(
    'the end of the search',
    async () => {
      const { db } = server.services.database
      const runs = db.selectFrom('optimization_runs').selectAll().where('plan_id', '=', planId)
      const [run] = await runs.where('after_bookings', '=', true).orderBy('started_at', 'desc').execute()
      return run && run.status !== 'in progress' && run
    },
    60,
  )

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

test('routes that drivers have and locked ones stay, the others get better, promises hold, and it is told and undone', async () => {
  const planId = await createPlan()
  const promise = await book('Ida')
  const [sent, locked] = (await getPlan(planId)).routes
  await call('POST', `/v2/route/${sent.id}/dispatch`)
  await call('PUT', `/v2/route/${locked.id}`, { is_locked: true })
  const before = await getPlan(planId)
  expect(await look(planId)).toBe('searching')
  const run = await ended(planId)
  expect(run).toMatchObject({ status: 'success', applied_at: expect.any(Date), discarded_at: null })
  const after = await getPlan(planId)
  expect(listOrders(after).slice(0, 2)).toEqual(listOrders(before).slice(0, 2))
  expect(measureMeters(after)).toBeLessThan(0.95 * measureMeters(before))
  expect(listBrokenRules(after)).toEqual([])
  const told = await call('GET', `/app/v1/plan/${planId}/optimization/${run.id}`)
  expect(told).toMatchObject({ after_bookings: true, state: 'applied' })
  expect(told.comparison.before.distance - told.comparison.after.distance).toBeGreaterThan(0)
  const entries = server.services.database.db.selectFrom('audit_log').select(['resource_type', 'actor', 'changes'])
  const { moved_stops } = told.comparison
  expect(await entries.where('resource_id', '=', planId).execute()).toContainEqual({
    resource_type: 'routes',
    actor: { type: 'system' },
    changes: expect.objectContaining({ after_bookings: true, moved_stops }),
  })
  // A user who opens the plan finds no search of their own, and undoing restores the former day.
  expect((await call('GET', `/app/v1/plan/${planId}/editor`)).optimization).toBeUndefined()
  await call('PUT', `/app/v1/plan/${planId}/arrangement`, told.undo)
  expect(listOrders(await getPlan(planId))).toEqual(listOrders(before))
  expect(await call('GET', `/app/v1/slot_promise/${promise.id}`)).toMatchObject({ state: 'booked', slot_id: day })
  // There were no bookings since.
  expect(await look(planId)).toBe('good_enough')
})

test('without bookings, with few or when the project says never nothing is searched for; what is not worth it is left', async () => {
  const planId = await createPlan()
  const share = (reoptimize_share: number) =>
    call('PUT', `/app/v1/project/${account.project_id}/slot_rules`, { reoptimize_share })
  expect(await look(planId)).toBe('good_enough')
  await call('POST', `/v2/plan/${planId}/optimize`)
  server.clock.advanceSeconds(60)
  await book('Ida')
  await share(0)
  expect(await look(planId)).toBe('off')
  // The best place of the best day: much way was added, and none of it can be saved.
  await share(0.1)
  const before = await getPlan(planId)
  expect(await look(planId)).toBe('searching')
  expect(await ended(planId)).toMatchObject({ status: 'success', applied_at: null, discarded_at: expect.any(Date) })
  expect(listOrders(await getPlan(planId))).toEqual(listOrders(before))
  // Another one next to it adds too little for a search.
  server.clock.advanceSeconds(60)
  await book('Neighbour', { lat: 47.3001, lng: 9.5 })
  expect(await look(planId)).toBe('good_enough')
})

test('it stays away while somebody is at the plan, and makes room for whoever optimizes himself', async () => {
  const planId = await createPlan()
  await book('Ida')
  const cookie = await server.signIn(account.user_id)
  const [first] = (await getPlan(planId)).stops
  const changed = await server.call('PUT', `/v2/stop/${first.id}`, { headers: { cookie }, body: { label: 'Moved' } })
  expect(changed.status, changed.text).toBe(200)
  expect(await look(planId)).toBe('later')
  const { db } = server.services.database
  await db.deleteFrom('live_changes').where('plan_id', '=', planId).execute()
  const request = { keepCurrentAssignment: false, isAwaited: false }
  const own = await asService(async (scope) => {
    expect(await lookAtDay(scope, server.services, planId)).toBe('searching')
    return requestPlanRun(scope, server.services, planId, request)
  })
  const runs = await db.selectFrom('optimization_runs').selectAll().where('plan_id', '=', planId).execute()
  expect(runs.filter(({ after_bookings }) => after_bookings)).toMatchObject([{ status: 'canceled' }])
  expect(own.after_bookings).toBe(false)
  expect(await look(planId)).toBe('later')
})

test('what changed while it was searched for is not written over: the day is looked at again', async () => {
  const planId = await createPlan()
  await call('PUT', `/v2/plan/${planId}`, { optimizer_config: { time_limit_seconds: 2 } })
  await book('Ida')
  expect(await look(planId)).toBe('searching')
  await book('Ben')
  const before = await getPlan(planId)
  const run = await ended(planId)
  if (run.discarded_at) expect(listOrders(await getPlan(planId))).toEqual(listOrders(before))
  // The second booking may have come before the search read the plan; then it is part of it.
  expect(listBrokenRules(await getPlan(planId))).toEqual([])
  const queued = await server.services.database.executeSql(
    `select count(*)::int as jobs from jobs.job where name = 'booked_days' and state = 'created' and data ->> 'plan_id' = $1`,
    [planId],
  )
  expect(queued.rows).toEqual([{ jobs: 1 }])
})
