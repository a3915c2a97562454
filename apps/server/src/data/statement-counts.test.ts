// How many statements the calls of everyday take, so that none grows unnoticed.
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Account, useTestServer } from '../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let routeId: string
let stopIds: string[]

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const newStops = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ location: { lat: 47.1 + index / 1_000, lng: 9.5 } }))

beforeEach(async () => {
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).id
  routeId = (await call('POST', '/v2/routes', [{}], { plan_id: planId }))[0].id
  stopIds = (await call('POST', '/v2/stops', newStops(3), { plan_id: planId })).map(({ id }: { id: string }) => id)
})
afterEach(() => vi.restoreAllMocks())

/** Statements that the call sends to the database, but for the one that finds out on PostgreSQL who calls. */
async function statementsOf(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  // The embedded database's process keeps what it read of the caller: the first call pays for the others.
  await call('GET', `/v2/stop/${stopIds[0]}`)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await call(method, path, body, query)
  return sent.mock.calls.length - (server.backend === 'postgres' ? 1 : 0)
}

test('GET /v2/stop/{id}', async () => {
  expect(await statementsOf('GET', `/v2/stop/${stopIds[0]}`)).toBe(6)
})

test.each([1, 100])('POST /v2/stops with %i', async (count) => {
  expect(await statementsOf('POST', '/v2/stops', newStops(count), { plan_id: planId })).toBe(11)
})

test('PUT /v2/route/{id}/stops', async () => {
  expect(await statementsOf('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })).toBe(26)
})

test('POST /v3/stop/{id}/report', async () => {
  await call('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })
  expect(await statementsOf('POST', `/v3/stop/${stopIds[0]}/report`, { type: 'service_report_completed' })).toBe(22)
})
