// Days that are over are closed by themselves, where the project asks for it.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { closeDays } from './close-days.job.ts'

const server = useTestServer()
let account: Account

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** A plan of 2 March with a route of two stops that its driver has begun. */
async function createBegunDay(execution_date = '2026-03-02') {
  const plan = await call('POST', '/v2/plan', { execution_date }, { project_id: account.project_id })
  const route = { email: 'driver@example.test', stops: [{ label: 'A' }, { label: 'B' }] }
  const [created] = await call('POST', '/v2/routes', [route], { plan_id: plan.id })
  const token = (await call('POST', `/v2/route/${created.id}/dispatch`)).public_link.split('/d/')[1]
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.call('POST', '/driver/v1/start', { headers, body: {} })).status).toBe(200)
  return plan.id
}

const readStatus = async (planId: string) => (await call('GET', `/v2/plan/${planId}`)).status

async function setHours(close_days_after_hours: number | undefined) {
  const cookie = await server.signIn(account.user_id)
  const answer = await server.call('PUT', `/app/v1/project/${account.project_id}`, {
    headers: { cookie, origin: 'http://localhost' },
    body: { timezone: 'Europe/Vienna', settings: { close_days_after_hours } },
  })
  expect(answer.status, answer.text).toBe(200)
}

beforeEach(async () => {
  server.clock.set('2026-03-02T07:00:00.000Z')
  account = await server.createAccount()
})

test('a day is closed so many hours after its midnight in the zone of its project, with the events of closing', async () => {
  await setHours(6)
  const planId = await createBegunDay()
  const tomorrow = await createBegunDay('2026-03-03')
  // Midnight in Vienna is 23:00 UTC; six hours later it is 05:00.
  server.clock.set('2026-03-03T04:59:59.000Z')
  expect(await closeDays(server.services)).toBe(0)
  expect(await readStatus(planId)).toBe('in_progress')
  server.clock.set('2026-03-03T05:00:00.000Z')
  expect(await closeDays(server.services)).toBe(1)
  expect(await call('GET', `/v2/plan/${planId}`)).toMatchObject({
    status: 'finished',
    pending_stops: 0,
    incomplete_stops: 2,
    routes: [{ status: 'finished' }],
  })
  expect(await readStatus(tomorrow)).toBe('in_progress')
  expect(await closeDays(server.services)).toBe(0)
  await call('PUT', `/v2/plan/${tomorrow}`, { status: 'finished' })
})

test('a day stays open where nobody asked for it, and one that was not begun stays as it was planned', async () => {
  const open = await createBegunDay()
  server.clock.set('2026-04-02T07:00:00.000Z')
  expect(await closeDays(server.services)).toBe(0)
  expect(await readStatus(open)).toBe('in_progress')
  await setHours(1)
  const input = { execution_date: '2026-03-05' }
  const planned = await call('POST', '/v2/plan', input, { project_id: account.project_id })
  expect(await closeDays(server.services)).toBe(1)
  expect(await readStatus(open)).toBe('finished')
  expect(await readStatus(planned.id)).toBe('planning')
  await setHours(undefined)
  const again = await createBegunDay('2026-03-06')
  expect(await closeDays(server.services)).toBe(0)
  expect(await readStatus(again)).toBe('in_progress')
})

test.each([0, 721, 1.5])('%s hours are refused, and the field is named', async (close_days_after_hours) => {
  const cookie = await server.signIn(account.user_id)
  const answer = await server.call('PUT', `/app/v1/project/${account.project_id}`, {
    headers: { cookie, origin: 'http://localhost' },
    body: { settings: { close_days_after_hours } },
  })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('close_days_after_hours') } })
})
