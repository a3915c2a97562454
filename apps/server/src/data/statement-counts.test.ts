// How many statements the calls of everyday take, so that none grows unnoticed.
import { sql } from 'kysely'
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

interface Costs {
  statements: number
  /** Times that the service waited for the database: a statement that is sent while another is under way costs no more. */
  trips: number
}

/** Costs of the call, without the authentication statement on PostgreSQL, which is sent together with the first other one. */
async function countCosts(
  method: string,
  path: string,
  body?: unknown,
  query?: Record<string, string>,
): Promise<Costs> {
  // The embedded database's process keeps what it read of the caller: the first call pays for the others.
  await call('GET', `/v2/stop/${stopIds[0]}`)
  const own = server.backend === 'postgres' ? 1 : 0
  const costs = { statements: -own, trips: 0 }
  const underWay = new Map<pg.Client, number>()
  const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...parameters: unknown[]) {
    // No response waits for notifications after the commit, or for the end of a read-only snapshot.
    if (/^(select pg_notify|rollback$)/.test(getText(parameters[0]))) return await send.apply(this, parameters)
    costs.statements += 1
    if (!underWay.get(this)) costs.trips += 1
    underWay.set(this, (underWay.get(this) ?? 0) + 1)
    const answer = getAnswer(parameters[0])
    try {
      const result = send.apply(this, parameters)
      await (answer ?? result)
      return await result
    } finally {
      underWay.set(this, underWay.get(this)! - 1)
    }
  } as never)
  await call(method, path, body, query)
  return costs
}

function getText(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text)
}

/** Prepared statements are handed over as objects that are called back. */
function getAnswer(query: unknown): Promise<void> | undefined {
  const prepared = query as { callback?: (...answer: unknown[]) => void }
  const { callback } = prepared
  if (!callback) return undefined
  return new Promise((resolve) => {
    prepared.callback = (...answer) => {
      resolve()
      callback(...answer)
    }
  })
}

test('GET /v2/stop/{id}', async () => {
  expect(await countCosts('GET', `/v2/stop/${stopIds[0]}`)).toEqual({ statements: 2, trips: 1 })
})

// A snapshot needs one statement more, the begin, which is sent together with the others.
test('GET /v2/plan/{id}', async () => {
  expect(await countCosts('GET', `/v2/plan/${planId}`)).toEqual({ statements: 6, trips: 1 })
})

test('GET /v2/plan/{id}/stops', async () => {
  expect(await countCosts('GET', `/v2/plan/${planId}/stops`)).toEqual({ statements: 4, trips: 1 })
})

test('GET /v2/plan/{id}/routes', async () => {
  expect(await countCosts('GET', `/v2/plan/${planId}/routes`)).toEqual({ statements: 5, trips: 1 })
})

test('GET /app/v1/find, which looks for slips where nothing is written so', async () => {
  const query = { project_id: account.project_id, text: 'nothing' }
  expect(await countCosts('GET', '/app/v1/find', undefined, query)).toEqual({ statements: 12, trips: 4 })
})

// A transaction ends with two: what it noted for listeners, and the commit, which must run even where a statement failed.
test.each([1, 100])('POST /v2/stops with %i', async (count) => {
  expect(await countCosts('POST', '/v2/stops', newStops(count), { plan_id: planId })).toEqual({
    statements: 8,
    trips: 2,
  })
})

test('PUT /v2/stop/{id} with what people read', async () => {
  expect(await countCosts('PUT', `/v2/stop/${stopIds[0]}`, { comments: 'Ring twice' })).toEqual({
    statements: 7,
    trips: 3,
  })
})

test('PUT /v2/route/{id}/stops', async () => {
  expect(await countCosts('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })).toEqual({
    statements: 23,
    trips: 20,
  })
})

test('POST /v3/stop/{id}/report', async () => {
  await call('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })
  // The first one starts the route, and one that ends its stop looks whether it was the last.
  await call('POST', `/v3/stop/${stopIds[0]}/report`, { type: 'service_report_attempted' })
  expect(await countCosts('POST', `/v3/stop/${stopIds[1]}/report`, { type: 'service_report_attempted' })).toEqual({
    statements: 16,
    trips: 3,
  })
})

test('new estimates of the stops of a route find room beside the old ones, so that no index gets new entries', async () => {
  const stops = await call('POST', '/v2/stops', newStops(60), { plan_id: planId })
  const ids = stops.map(({ id }: { id: string }) => id)
  const countVersions = sql<{ all: number; beside: number }>`
    select pg_stat_get_xact_tuples_updated('stops'::regclass) as all,
      pg_stat_get_xact_tuples_hot_updated('stops'::regclass) as beside`
  const { before, after } = await server.services.database.transaction(async (tx) => {
    // The session may not have told yet what it changed before.
    const { rows: before } = await countVersions.execute(tx)
    await sql`update stops set estimated_arrival_time = now() where id = any(${ids}::text[])`.execute(tx)
    const { rows: after } = await countVersions.execute(tx)
    return { before: before[0]!, after: after[0]! }
  })
  expect(after.all - before.all).toBe(60)
  // A page of small stops may lack the few bytes that the last one of it became longer by.
  expect(after.beside - before.beside).toBeGreaterThan(50)
})
