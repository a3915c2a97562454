// Orders that wait without a day: made, listed, changed together, taken off their day, and given one.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const path = (rest = '') => `/app/v1/project/${account.project_id}/backlog${rest}`
const place = { lat: 47.16, lng: 9.55 }
const order = (label: string, terms: object = {}) => ({ stop: { label, location: place, duration: 300 }, ...terms })
const list = (query: Record<string, string> = {}) => call('GET', path(), undefined, query)
const labels = (page: { docs: { stop: { label: string } }[] }) => page.docs.map(({ stop }) => stop.label)

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

describe('an order without a day', () => {
  test('is a stop of no plan with its terms; what is due first comes first, and is counted', async () => {
    const made = await call('POST', path(), [
      order('No hurry'),
      order('Next week', { latest_on: '2026-03-12', priority: 5 }),
      order('This week', { earliest_on: '2026-03-04', latest_on: '2026-03-06' }),
      order('Too late', { latest_on: '2026-03-01' }),
    ])
    expect(made[2]).toMatchObject({ first_day: '2026-03-04', days_left: 4, is_impossible: false, priority: 0 })
    expect(made[3]).toMatchObject({ days_left: -1, is_impossible: true })
    expect(made[0].stop).toMatchObject({ status: 'pending', label: 'No hurry' })
    expect(labels(await list())).toEqual(['Too late', 'This week', 'Next week', 'No hurry'])
    expect(labels(await list({ sort: 'priority:desc', limit: '1' }))).toEqual(['Next week'])
    expect(labels(await list({ due_by: '2026-03-06' }))).toEqual(['Too late', 'This week'])
    expect(labels(await list({ priority_from: '1' }))).toEqual(['Next week'])
    expect(await list({ text: 'hurry' })).toMatchObject({ total: 1 })
    expect(await call('GET', path('/counts'))).toEqual({ waiting: 4, due_soon: 1, overdue: 1 })
  })

  test('is refused with the place of what is wrong, and nothing is made', async () => {
    const answer = await ask('POST', path(), [
      order('One'),
      order('Two', { earliest_on: '2026-03-05', latest_on: '2026-03-04' }),
    ])
    expect(answer.body).toMatchObject({ message: '[1].latest_on: must not be before earliest_on' })
    expect(await list()).toMatchObject({ total: 0 })
  })

  test('keeps its distance from the visit before, and terms of several change together', async () => {
    const [one, two] = await call('POST', path(), [
      order('One', { previous_visit_on: '2026-03-01', min_days_between: 7 }),
      order('Two'),
    ])
    expect(one).toMatchObject({ first_day: '2026-03-08' })
    const stop_ids = [one.stop.id, two.stop.id]
    const changed = await call('PUT', path(), { stop_ids, latest_on: '2026-03-09', min_days_between: null })
    expect(changed).toMatchObject([
      { latest_on: '2026-03-09', previous_visit_on: '2026-03-01' },
      { latest_on: '2026-03-09' },
    ])
    expect(changed[0]).not.toHaveProperty('first_day')
    const other = await server.createAccount()
    const asOther = await server.call('PUT', `/app/v1/project/${other.project_id}/backlog`, {
      key: other.key,
      body: { stop_ids },
    })
    expect(asOther.status).toBe(404)
  })
})

test('a stop that was not delivered waits again from the day of its visit on, one that was delivered does not', async () => {
  const stops = [
    { label: 'Failed', location: place },
    { label: 'Done', location: place },
  ]
  const { id } = await call(
    'POST',
    '/v2/plan',
    { label: 'Monday', execution_date: '2026-03-02', routes: [{ label: 'Van', stops }] },
    { project_id: account.project_id },
  )
  const [failed, done] = await call('GET', `/v2/plan/${id}/stops`)
  await call('POST', '/v2/report', { stop_id: failed.id, type: 'service_report_canceled', cancel_reason: 'closed' })
  await call('POST', '/v2/report', { stop_id: done.id, type: 'service_report_completed' })
  const refused = await ask('POST', path('/stops'), { stop_ids: [failed.id, done.id] })
  expect(refused.body.message_id).toBe('highway.stop.error.already_executed')
  const [waiting] = await call('POST', path('/stops'), { stop_ids: [failed.id], earliest_on: '2026-03-03' })
  expect(waiting).toMatchObject({
    previous_visit_on: '2026-03-02',
    first_day: '2026-03-03',
    stop: { id: failed.id, status: 'pending' },
  })
  expect(labels(await list())).toEqual(['Failed'])
  // A day takes it like any stop, and it waits no longer.
  const tuesday = { label: 'Tuesday', execution_date: '2026-03-03' }
  const { id: plan_id } = await call('POST', '/v2/plan', tuesday, { project_id: account.project_id })
  await call('POST', '/v2/stop/move', { plan_id, stop_ids: [failed.id] })
  expect(await list()).toMatchObject({ total: 0 })
})

test('a stop that only passes through the backlog is bound to its day as before', async () => {
  const plan = { label: 'Monday', execution_date: '2026-03-02', stops: [{ label: 'Passing', location: place }] }
  const { id: plan_id } = await call('POST', '/v2/plan', plan, { project_id: account.project_id })
  const [stop] = await call('GET', `/v2/plan/${plan_id}/stops`)
  await call('POST', path('/stops'), { stop_ids: [stop.id] })
  expect(labels(await list())).toEqual(['Passing'])
  await call('POST', '/v2/stop/move', { plan_id, stop_ids: [stop.id] })
  const terms = () =>
    server.services.database.db.selectFrom('backlog_terms').selectAll().where('stop_id', '=', stop.id).execute()
  expect(await terms()).toEqual([])
  await call('POST', path('/stops'), { stop_ids: [stop.id], priority: 2 })
  expect(await terms()).toMatchObject([{ priority: 2 }])
})
