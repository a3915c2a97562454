// A change that is made only if its plans are as the caller saw them.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let revision: number

beforeEach(async () => {
  account = await server.createAccount()
  const query = { project_id: account.project_id }
  planId = (await server.call('POST', '/v2/plan', { key: account.key, query, body: {} })).body.id
  revision = (await server.call('GET', `/app/v1/plan/${planId}/editor`, { key: account.key })).body.revision
})

const addStop = (header: string, key = account.key) =>
  server.call('POST', '/v2/stops', {
    key,
    query: { plan_id: planId },
    body: [{}],
    headers: { 'x-if-plan-revision': header },
  })
const countStops = async () => (await server.call('GET', `/v2/plan/${planId}`, { key: account.key })).body.total_stops

test('goes through while the plan is as it was seen, and moves it on', async () => {
  expect((await addStop(`${planId}:${revision}`)).status).toBe(201)
  expect(await countStops()).toBe(1)
})

test('is refused when the plan was changed since, and nothing of it is done', async () => {
  expect((await addStop(`${planId}:${revision}`)).status).toBe(201)
  const late = await addStop(`${planId}:${revision}`)
  expect(late).toMatchObject({ status: 400, body: { message_id: 'highway.plan.error.changed_meanwhile' } })
  expect(late.body.message).toContain(`the call is about revision ${revision}`)
  expect(await countStops()).toBe(1)
})

test('one of two that come at the same time is refused', async () => {
  const both = await Promise.all([1, 2].map(() => addStop(`${planId}:${revision}`)))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(await countStops()).toBe(1)
})

test('every plan that is named counts, and one of somebody else is not there', async () => {
  const other = await server.createAccount()
  const query = { project_id: other.project_id }
  const foreign = (await server.call('POST', '/v2/plan', { key: other.key, query, body: {} })).body.id
  const answer = await addStop(`${planId}:${revision},${foreign}:0`)
  expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
  expect(await countStops()).toBe(0)
})

test.each(['', 'plan', `${'a'.repeat(24)}`, `${'a'.repeat(24)}:x`, `${'a'.repeat(24)}:-1`])(
  '"%s" names no plan',
  async (header) => {
    const answer = await addStop(header)
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.validation.error.invalid_parameter' } })
    expect(answer.body.message).toContain('X-If-Plan-Revision')
  },
)
