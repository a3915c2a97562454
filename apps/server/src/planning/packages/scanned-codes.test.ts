// Parcels are found by what their labels say, however a scanner or a person writes it.
import { compactCode } from '@routewright/contract'
import { listSharedScans, scanCases } from '@routewright/contract/test/scan-cases'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ annexes: 'all' })
const cases = [...scanCases, ...listSharedScans()].filter(({ scanned }) => scanned !== '')
let account: Account
let token: string

function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  return server.call(method, path, { key: account.key, body, query })
}

const drive = (method: string, path: string, body: object) =>
  server.call(method, `/driver/v1${path}`, { headers: { authorization: `Bearer ${token}` }, body })

/** Dispatches a route with these stops; the records of the stops. */
async function dispatch(stops: object[]) {
  const routes = [{ label: 'r', email: 'driver@example.test', stops }]
  const plan = await call('POST', '/v2/plan', { routes }, { project_id: account.project_id })
  const [route] = (await call('GET', `/v2/plan/${plan.body.id}/routes`)).body
  const { public_link } = (await call('POST', `/v2/route/${route.id}/dispatch`)).body
  token = public_link.split('/d/')[1]
  return route.stops as { id: string; packages: { identifier: string; status: string }[] }[]
}

const delivery = (identifier: string) => ({ label: identifier, packages: [{ identifier }] })
const sscc = '00340434161094042557'
const label = '(00)340434161094042557'

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

test('every case, by a scan at its stop', async () => {
  const stops = await dispatch(cases.map(({ stored }) => delivery(stored)))
  const wrong: object[] = []
  for (const [index, one] of cases.entries()) {
    const body = { identifier: one.scanned, purpose: 'load', stop_id: stops[index]!.id }
    const { status, body: answer } = await drive('POST', '/scan', body)
    const isFound = status === 200 && answer.package.identifier === one.stored && answer.package.status === 'picked'
    if (isFound !== one.isFound || (!isFound && status !== 400)) wrong.push({ ...one, status, answer })
  }
  expect(wrong).toEqual([])
})

test('a label finds its stop on the route, and the planner finds it by the search', async () => {
  const [, stop] = await dispatch([delivery('4901234567894'), delivery(sscc)])
  const scanned = await drive('POST', '/scan', { identifier: `]C1${sscc}`, purpose: 'load' })
  expect(scanned).toMatchObject({ status: 200, body: { stop_id: stop!.id, package: { identifier: sscc } } })
  for (const text of [
    label,
    sscc.slice(2),
    `]C1${sscc}`,
    '00 34043416 1094042557',
    `https://id.gs1.org/00/${sscc.slice(2)}`,
  ]) {
    const { findings } = (await call('GET', '/app/v1/find', undefined, { text })).body
    expect(findings, text).toMatchObject([{ id: stop!.id, matched: 'package', match: sscc }])
  }
  expect((await call('GET', '/app/v1/find', undefined, { text: '340434161094042564' })).body.findings).toEqual([])
})

test('the same call twice is one scan, also with the text of the label', async () => {
  await dispatch([delivery(sscc)])
  const body = { identifier: label, purpose: 'load', client_id: 'a-scan-1' }
  expect((await drive('POST', '/scan', body)).body).toMatchObject({ repeated: false })
  expect((await drive('POST', '/scan', body)).body).toMatchObject({ repeated: true, package: { identifier: sscc } })
})

test('a pickup, a report and a return take the label too', async () => {
  const [pickup, stop] = await dispatch([{ ...delivery(sscc), pickup: { label: 'p' } }])
  const picked = await drive('POST', '/scan', { identifier: label, purpose: 'pickup', stop_id: pickup!.id })
  expect(picked).toMatchObject({ status: 200, body: { package: { identifier: sscc, status: 'picked' } } })
  const report = { type: 'service_report_completed', packages: [{ identifier: label }] }
  expect((await drive('POST', `/stop/${stop!.id}/report`, report)).status).toBeLessThan(300)
  const { packages } = (await call('GET', `/v2/stop/${stop!.id}`)).body
  expect(packages).toMatchObject([{ identifier: sscc, status: 'delivered' }])
})

test('PostgreSQL writes codes as the contract does', async () => {
  const texts = [...cases.flatMap(({ stored, scanned }) => [stored, scanned]), 'A\u001db', ']C1(x) Y ', 'Ünïcode 12']
  const { rows } = await sql<{ compact: string }>`
    select compact_code(text) as compact from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(
    server.services.database.db,
  )
  expect(rows.map(({ compact }) => compact)).toEqual(texts.map(compactCode))
})

test('the look-up is served by its index', async () => {
  const packages = Array.from({ length: 2_000 }, (_, index) => ({ identifier: `N-${index}` }))
  await dispatch([{ label: 'many', packages }])
  await sql`analyze packages`.execute(server.services.database.db)
  const plan = await server.services.database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select 1 from packages k where k.organization_id = ${account.organization_id} and compact_code(k.identifier) = any(${['a', 'b']}::text[])`.execute(
      tx,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('packages_code')
  expect(plan).toMatch(/Index Cond: .*compact|Index Cond: .*lower\(regexp_replace/)
})
