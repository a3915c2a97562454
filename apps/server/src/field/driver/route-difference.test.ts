// A changed route that is told as differences is the same as one that is read whole, and small.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { applyRouteDifference, type DriverChanges, type DriverRoute, stopsAsText } from '@routewright/contract'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
})

/** A route under way, as its driver calls. */
async function startRoute(count: number) {
  const stops = Array.from({ length: count }, (_, at) => ({
    label: `Household ${at}`,
    location: { label: `Landstrasse ${at}, 9490 Vaduz`, lat: 47.14 + (at % 14) / 300, lng: 9.5 + at / 2_000 },
    phone: `+423 23${10_000 + at * 7}`,
    comments: `Ring at door ${at * 31}`,
    time_windows: [[28_800, 61_200]],
    packages: [{ identifier: `P-${at}` }],
  }))
  const routes = await call('POST', '/v2/routes', [{ email: 'driver@example.test', stops }], { plan_id: planId })
  const routeId: string = routes.body[0].id
  const { public_link } = (await call('POST', `/v2/route/${routeId}/dispatch`)).body
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  const drive = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    server.call(method, `/driver/v1${path}`, { headers, body, query })
  await drive('POST', '/start', {})
  return { routeId, drive }
}

type Drive = Awaited<ReturnType<typeof startRoute>>['drive']

/** Reads the route, lets something happen, and asks what changed since, in both forms. */
async function getChanges(drive: Drive, change: (ids: string[]) => Promise<unknown>) {
  server.clock.advanceSeconds(60)
  const before: DriverRoute = (await drive('GET', '/route')).body
  const since: string = (await drive('GET', '/session')).body.server_time
  server.clock.advanceSeconds(60)
  await change(before.stops.map(({ id }) => id))
  const tell = async (form: string) =>
    (await drive('GET', '/changes', undefined, { since, form })).body as DriverChanges
  const { difference, route: none } = await tell('difference')
  expect(none).toBeUndefined()
  return { before, whole: (await tell('whole')).route!, difference: difference! }
}

const deliver = (drive: Drive, id: string) =>
  drive('POST', `/stop/${id}/report`, { type: 'service_report_completed', client_id: `delivered-${id}` })
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test.each<
  [name: string, change: (drive: Drive, ids: string[], routeId: string) => Promise<unknown>, isOrdered: boolean]
>([
  ['a report', (drive, [first]) => deliver(drive, first!), false],
  [
    'a changed address',
    (_, [, second]) => call('PUT', `/v2/stop/${second}`, { location: { lat: 47.2, lng: 9.5 } }),
    true,
  ],
  ['another order', (_, ids, routeId) => call('PUT', `/v2/route/${routeId}/stops`, { stops: ids.toReversed() }), true],
  [
    'a stop that is taken off',
    (_, ids, routeId) => call('PUT', `/v2/route/${routeId}/stops`, { stops: ids.slice(1) }),
    true,
  ],
])('%s', async (_name, change, isOrdered) => {
  const { routeId, drive } = await startRoute(6)
  const { before, whole, difference } = await getChanges(drive, (ids) => change(drive, ids, routeId))
  const route = applyRouteDifference(before, difference)
  expect(route).toEqual(whole)
  expect(difference.digest).toBe(digest(stopsAsText(route!.stops)))
  expect(difference.stop_ids !== undefined).toBe(isOrdered)
})

test('from another reading than that of the moment before the digest is another one, or a stop is missing', async () => {
  const { drive } = await startRoute(4)
  const { before, difference } = await getChanges(drive, ([first]) => deliver(drive, first!))
  const stale = { ...before, stops: before.stops.map((stop) => ({ ...stop, comments: 'As it was yesterday' })) }
  expect(digest(stopsAsText(applyRouteDifference(stale, difference)!.stops))).not.toBe(difference.digest)
  const ordered = { ...difference, stop_ids: before.stops.map(({ id }) => id) }
  expect(applyRouteDifference({ ...before, stops: before.stops.slice(0, 2) }, ordered)).toBeUndefined()
})

test('a report among 180 stops is told in 4 kB', async () => {
  const { drive } = await startRoute(180)
  const { before, whole, difference } = await getChanges(drive, ([first]) => deliver(drive, first!))
  expect(applyRouteDifference(before, difference)).toEqual(whole)
  const sent = brotliCompressSync(JSON.stringify(difference), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  expect(sent.length).toBeLessThan(4_096)
})
