// A response with a plan, its routes and its stops shows one moment, whatever is written while it is being read.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let routeIds: string[]
let stopIds: string[]
let token: string

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

beforeEach(async () => {
  account = await server.createAccount()
  const project = { project_id: account.project_id }
  const day = { execution_date: '2026-03-02' }
  planId = (await call('POST', '/v2/plan', { ...day, label: 'Monday' }, project)).id
  const vehicles = await call('POST', '/v2/vehicles', [{ label: 'North' }, { label: 'South' }], project)
  const stops = Array.from({ length: 4 }, (_, index) => ({ location: { lat: 47.1 + index / 100, lng: 9.5 } }))
  const routes = vehicles.map(({ id }: { id: string }, index: number) => ({
    vehicle_id: id,
    start_location: { lat: 47.1, lng: 9.5 },
    stops: index === 0 ? stops : [],
  }))
  const created = await call('POST', '/v2/routes', routes, { plan_id: planId })
  routeIds = created.map(({ id }: { id: string }) => id)
  stopIds = created[0].stops.map(({ id }: { id: string }) => id)
  token = created[0].stops[3].tracking_url.split('/t/')[1]
  await call('PUT', `/v2/plan/${planId}`, { status: 'planning' })
})
afterEach(() => vi.restoreAllMocks())

/** One transaction that moves every stop to the other route, the other way round, and counts and times all anew. */
const turnRound = () => call('PUT', `/v2/route/${routeIds[1]}/stops`, { stops: stopIds.toReversed() })
const turnBack = () => call('PUT', `/v2/route/${routeIds[0]}/stops`, { stops: stopIds })

/** Runs `work` before the reading statement of this number is sent; returns how many reading statements there were. */
function interrupt(number: number, work: () => Promise<unknown>) {
  let seen = 0
  const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...parameters: unknown[]) {
    const [query] = parameters
    const text = typeof query === 'string' ? query : (query as { text?: string }).text
    // The rate limit is counted before the snapshot; a delay there would only shift the moment.
    const isRead = /^\s*(select|with)\b/i.test(text ?? '') && !text!.includes('take_rate_limit')
    if (isRead && seen++ === number) await work()
    return await send.apply(this, parameters)
  } as never)
  return () => seen
}

/** The response without the fields that differ even when nothing was written. */
const strip = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer), (key, value) => (/^(updated_at|server_time)$/.test(key) ? undefined : value))

test.each([
  ['the full plan', () => `/v2/plan/${planId}`],
  ['its routes', () => `/v2/plan/${planId}/routes`],
  ['its stops', () => `/v2/plan/${planId}/stops`],
  ['one of its routes', () => `/v2/route/${routeIds[0]}`],
  ['the routes of the day', () => `/v2/plans/routes?project_id=${account.project_id}&date=2026-03-02&stops=true`],
  ["the editor's plan", () => `/app/v1/plan/${planId}/board`],
  ["the recipient's page", () => `/track/v1/${token}`],
])('%s is read at one moment', async (_, pathOf) => {
  const path = pathOf()
  await turnBack()
  const count = interrupt(-1, async () => {})
  const before = strip(await call('GET', path))
  vi.restoreAllMocks()
  await turnRound()
  const after = strip(await call('GET', path))
  expect(after).not.toEqual(before)
  const statements = count()
  for (let number = 0; number < statements; number++) {
    await turnBack()
    // The writer is somebody else: it knows nothing of the transaction that it interrupts.
    const asOther = AsyncLocalStorage.snapshot()
    let written: Promise<unknown> | undefined
    interrupt(number, async () => {
      let isOver = false
      written = asOther(turnRound).finally(() => {
        isOver = true
      })
      // On the embedded database the writer waits until the reader has ended.
      await vi.waitUntil(() => isOver || server.services.database.poolStats().waiting > 0, {
        interval: 1,
        timeout: 20_000,
      })
    })
    const answer = strip(await call('GET', path))
    vi.restoreAllMocks()
    await written
    expect([before, after], `interrupted before statement ${number + 1} of ${statements}`).toContainEqual(answer)
  }
})
