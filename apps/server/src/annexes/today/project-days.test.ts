// The day at a glance over several projects.
import type { ProjectDay } from '@routewright/contract'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let other: string

beforeEach(async () => {
  server.clock.set('2026-03-02T05:00:00.000Z')
  account = await server.createAccount()
  other = await server.createProject(account, 'Another town')
})

async function createPlan(project_id: string, input: object = {}) {
  const stops = [{ label: 'Nowhere' }, { label: 'Somewhere', location: { lat: 47.1, lng: 9.5 } }]
  const body = { execution_date: '2026-03-02', stops, ...input }
  const answer = await server.call('POST', '/v2/plan', { key: account.key, query: { project_id }, body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function readDays(userId = account.user_id): Promise<ProjectDay[]> {
  const headers = { cookie: await server.signIn(userId) }
  const answer = await server.call('GET', '/app/v1/today', { headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('tells of each project with something today, by name, with the worst of what needs a look', async () => {
  expect(await readDays()).toEqual([])
  await createPlan(account.project_id)
  const plan = await createPlan(other)
  await createPlan(other)
  await createPlan(other, { status: 'draft' })
  const days = await readDays()
  expect(days.map(({ project_id }) => project_id).toSorted()).toEqual([account.project_id, other].toSorted())
  const day = days.find(({ project_id }) => project_id === other)!
  expect(day).toMatchObject({ date: '2026-03-02', plans: 2, total_stops: 4, completed_stops: 0, routes_on_road: 0 })
  expect(day.total_attention).toBe(2)
  expect(day.attention[0]).toMatchObject({ kind: 'no_place', count: 1, stop_label: 'Nowhere' })
  expect(day.attention.map(({ plan_id }) => plan_id)).toContain(plan.id)
})

test('tells at most three of many troubles, and how many there are', async () => {
  for (let count = 0; count < 4; count++) await createPlan(other)
  const [day] = await readDays()
  expect(day!.attention).toHaveLength(3)
  expect(day!.total_attention).toBe(4)
})

test('has no plan of tomorrow, but an earlier day that was begun and never closed', async () => {
  await createPlan(other, { execution_date: '2026-03-03' })
  expect(await readDays()).toEqual([])
  const location = { lat: 47.1, lng: 9.5 }
  const body = {
    execution_date: '2026-03-01',
    stops: [
      { label: 'First', location },
      { label: 'Second', location },
    ],
    routes: [{ label: 'Tour', email: 'driver@example.test', start_location: location }],
  }
  const { id } = await createPlan(other, body)
  const { body: plan } = await server.call('GET', `/v2/plan/${id}`, { key: account.key })
  const stops: string[] = plan.stops.map((stop: { id: string }) => stop.id)
  const put = await server.call('PUT', `/v2/route/${plan.routes[0].id}/stops`, { key: account.key, body: { stops } })
  expect(put.status, put.text).toBe(200)
  const report = { type: 'service_report_completed' }
  const reported = await server.call('POST', `/v3/stop/${stops[0]}/report`, { key: account.key, body: report })
  expect(reported.status, reported.text).toBe(201)
  const [day] = await readDays()
  expect(day).toMatchObject({ project_id: other, plans: 0, total_stops: 0, total_attention: 1 })
  expect(day!.attention).toMatchObject([{ kind: 'not_closed', plan_id: plan.id, plan_date: '2026-03-01', count: 1 }])
})

test('is only of projects that the caller works in, each at the date of its own zone', async () => {
  await createPlan(account.project_id)
  await createPlan(other)
  const { user_id } = await server.createUser(account, 'organization_user', [other])
  expect((await readDays(user_id)).map(({ project_id }) => project_id)).toEqual([other])
  const stranger = await server.createAccount()
  expect(await readDays(stranger.user_id)).toEqual([])
  const headers = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
  await server.call('PUT', `/app/v1/project/${other}`, { headers, body: { timezone: 'America/New_York' } })
  server.clock.set('2026-03-03T01:00:00.000Z')
  expect((await readDays(user_id)).map(({ date }) => date)).toEqual(['2026-03-02'])
})
