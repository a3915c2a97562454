// The demo goes for good: no row, no file and no way in is left of it, and what belongs to others stays.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, until } from '../../../../test/harness.ts'
import { OWN_TABLES } from '../../../data/organization-rows.ts'
import { startFileDeletion } from '../../../frame/files/deletion.job.ts'
import { startMessageDelivery } from '../../../telling/messages/deliver.ts'
import { type Demo, ensureDemo } from '../demo.ts'
import { makePastDay } from '../demo-history.job.ts'
import { clearRemovedDemo, isDemoDue, readDemoNote, writeDemoNote } from './demo-organization.ts'

type Running = Awaited<ReturnType<typeof startTestServer>>

let server: Running
let demo: Demo
let before: Record<string, unknown[]>
let otherKey: string

const own = {
  organization: 'Bergblick Deliveries',
  name: 'Rosa Planner',
  email: 'rosa@example.test',
  password: 'a-long-test-password',
  timezone: 'Europe/Vaduz',
}

/** Every row of every table, jobs included; sessions of calls by tests and windows of rates are not anybody's. */
async function everyRow(): Promise<Record<string, unknown[]>> {
  const { db } = server.services.database
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or (table_schema, table_name) = ('jobs', 'job'))
      and table_name not in ('rate_limits', 'setup_links') order by 1`.execute(db)
  const entries: [string, unknown[]][] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    entries.push([name, rows.map(({ row }) => JSON.stringify(row)).sort()])
  }
  return Object.fromEntries(entries)
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? join(entry.parentPath, entry.name) : [],
      )
    : []

/** Files of the demo in the data folder. */
const demoFiles = () => [
  ...filesBelow(join(server.directory, 'files')),
  ...filesBelow(join(server.directory, 'outbox')),
  ...(existsSync(join(server.directory, 'demo-time.json')) ? ['demo-time.json'] : []),
  ...(readDemoNote(server.services) ? ['demo.json'] : []),
]

/** Somebody has tried the demo out: sent routes, driven, reported, been told, asked for a webhook and for help. */
async function liveThroughDemo(): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { key: demo.api_key, body })
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  await makePastDay(server.services, { ...demo, date: '2026-02-27' }, { isStopping: () => false })
  const stops = await call('GET', `/v2/plan/${demo.plan_id}/stops`)
  const input = { label: 'Van', email: 'driver@drivers.example', start_location: { lat: 47.1755, lng: 9.5045 } }
  const [route] = await call('POST', `/v2/routes?plan_id=${demo.plan_id}`, [input])
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: stops.slice(0, 3).map(({ id }: { id: string }) => id) })
  const { public_link } = await call('POST', `/v2/route/${route.id}/dispatch`)
  const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
  const positions = [{ lat: 47.17, lng: 9.5, recorded_at: server.clock.now().toISOString() }]
  expect((await server.call('POST', '/driver/v1/start', { headers })).status).toBe(200)
  expect((await server.call('POST', '/driver/v1/positions', { headers, body: { positions } })).status).toBeLessThan(300)
  const delivery = await startMessageDelivery(server.services)
  await delivery.tick()
  await delivery.stop()
  await call('POST', `/v2/plan/${demo.plan_id}/optimize/async`, {})
}

beforeEach(async () => {
  server = await startTestServer({ config: { osmFiles: [] } })
  otherKey = (await server.createAccount('Other')).key
  before = await everyRow()
  demo = await ensureDemo(server)
})
afterEach(() => server.stop())

async function signInToDemo(): Promise<string> {
  const answer = await server.call('POST', '/app/v1/session', { body: demo.login })
  expect(answer.status, answer.text).toBe(200)
  return getCookie(answer.headers)
}

/** They are deleted by a job, which is gone with them. */
async function untilPicturesAreGone(): Promise<void> {
  await startFileDeletion(server.services)
  const { db } = server.services.database
  await until('the job that deletes pictures', async () => {
    const { rows } = await sql`select from jobs.job where name = 'file_deletion'`.execute(db)
    return rows.length === 0
  })
}

const getCookie = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]!

test("its administrator begins with an own organization in its place, and the demo's ways in are closed", async () => {
  await liveThroughDemo()
  const kept = demoFiles()
  expect(kept.some((file) => file.includes('/files/'))).toBe(true)
  expect(kept.some((file) => file.endsWith('.sms'))).toBe(true)
  const cookie = await signInToDemo()
  const headers = { cookie, origin: 'http://localhost' }
  const answer = await server.call('POST', '/app/v1/demo/replacement', { headers, body: own })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({ organization: { name: own.organization }, user: { name: own.name } })
  expect(answer.body.is_demo).toBeUndefined()

  expect((await server.call('GET', '/v2/projects', { key: demo.api_key })).status).toBe(401)
  expect((await server.call('GET', '/app/v1/session', { headers: { cookie } })).status).toBe(401)
  expect((await server.call('POST', '/app/v1/session', { body: demo.login })).status).toBe(403)
  const { email, password } = own
  expect((await server.call('POST', '/app/v1/session', { body: { email, password } })).status).toBe(200)
  const mine = { cookie: getCookie(answer.headers) }
  expect((await server.call('GET', '/app/v1/organization', { headers: mine })).body.name).toBe(own.organization)
  expect((await server.call('GET', '/app/v1/outbox', { headers: mine })).status).toBe(404)
  expect((await server.call('GET', '/v2/projects', { key: otherKey })).status).toBe(200)

  await untilPicturesAreGone()
  const left = JSON.stringify(await everyRow())
  for (const id of [demo.organization_id, demo.project_id, demo.plan_id, demo.login.email])
    expect(left).not.toContain(id)
  expect(demoFiles()).toEqual([])
  expect(await isDemoDue(server.services)).toBe(false)
})

test('what people entered comes along where they wish it, as it was before its day, and nothing of the demo does', async () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { key: demo.api_key, body })
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const query = `project_id=${demo.project_id}`
  const at = (lat: number, label: string) => ({ label, location: { lat, lng: 9.51 }, duration: 300 })
  const [van] = await call('POST', `/v3/vehicles?${query}`, [{ label: 'Own van' }])
  const client = await call('POST', `/v2/client?${query}`, { label: 'Own client', location: { lat: 47.15, lng: 9.51 } })
  const { docs: demoVans } = await call('GET', `/v2/vehicles?${query}&limit=1&text=Van 1`)
  const { id: planId } = await call('POST', `/v2/plan?${query}`, {
    label: 'My Monday',
    stops: [{ ...at(47.14, 'With its pickup'), pickup: at(47.13, 'Pickup') }],
    routes: [
      {
        label: 'North',
        vehicle_id: van.id,
        stops: [{ ...at(47.16, 'Bakery'), client_id: client.id }, at(47.17, 'School')],
      },
      { label: 'Spare', vehicle_id: demoVans[0].id },
    ],
  })
  await call('POST', `/v2/stops?plan_id=${demo.plan_id}`, [at(47.18, 'Added to the demo day')])
  await liveThroughDemo()
  const before = await call('GET', `/v2/plan/${planId}`)

  const headers = { cookie: await signInToDemo(), origin: 'http://localhost' }
  const counted = await server.call('GET', '/app/v1/demo/entered', { headers })
  expect(counted.body).toEqual({ plans: 2, stops: 5, vehicles: 2, clients: 1, others: 1 })
  const answer = await server.call('POST', '/app/v1/demo/replacement', {
    headers,
    body: { ...own, keep_entered: true },
  })
  expect(answer.status, answer.text).toBe(201)

  const mine = { cookie: getCookie(answer.headers), origin: 'http://localhost' }
  const key = await server.call('POST', '/app/v1/api_key', { headers: mine, body: { label: 'Mine' } })
  const read = async (path: string) => (await server.call('GET', path, { key: key.body.key })).body
  const { docs: plans } = await read('/v2/plans?sort=label:asc')
  expect(plans).toMatchObject([
    { label: 'Demo day', total_stops: 1, status: 'planning' },
    { label: 'My Monday', total_stops: 4, status: 'planning' },
  ])
  const plan = await read(`/v2/plan/${plans[1].id}`)
  const [north, spare] = plan.routes
  expect(north).toMatchObject({
    label: 'North',
    status: 'not_started',
    stops: [{ label: 'Bakery' }, { label: 'School' }],
  })
  expect(north.planned_distance).toBe(before.routes[0].planned_distance)
  expect(spare).toMatchObject({ label: 'Spare', stops: [] })
  const vehicles = (await read(`/v2/vehicles?project_id=${plan.project_id}&sort=label:asc`)).docs
  expect(vehicles.map(({ label }: { label: string }) => label)).toEqual(['Own van', 'Van 1 (Sara)'])
  expect([north.vehicle_id, spare.vehicle_id]).toEqual(vehicles.map(({ id }: { id: string }) => id))
  const { docs: clients } = await read(`/v2/clients?project_id=${plan.project_id}`)
  expect(clients).toMatchObject([{ label: 'Own client', id: north.stops[0].client_id }])
  const pickup = plan.stops.find(({ label }: { label: string }) => label === 'Pickup')
  expect(plan.stops).toContainEqual(expect.objectContaining({ label: 'With its pickup', pickup_id: pickup.id }))

  await untilPicturesAreGone()
  const left = JSON.stringify(await everyRow())
  const gone = [
    demo.organization_id,
    demo.project_id,
    demo.plan_id,
    planId,
    van.id,
    client.id,
    ...before.stops,
    ...before.routes,
  ]
  for (const one of gone) expect(left).not.toContain(one.id ?? one)
})

test('the command line takes it away, and every table is as it was before', async () => {
  await liveThroughDemo()
  const headers = { authorization: `Bearer ${server.services.adminSecret}` }
  const answer = await server.call('DELETE', '/app/v1/demo', { headers })
  expect(answer).toMatchObject({ status: 200, body: { organization_id: demo.organization_id } })
  expect(answer.body.setup_url).toMatch(/\/setup\/\w+$/)
  await untilPicturesAreGone()
  expect(await everyRow()).toEqual(before)
  expect(demoFiles()).toEqual([])
  expect(readFileSync(join(server.directory, 'demo.json'), 'utf8')).not.toContain(demo.organization_id)
  expect(await isDemoDue(server.services)).toBe(false)
  expect((await server.call('DELETE', '/app/v1/demo', { headers })).status).toBe(404)
})

test('a person of another organization begins an own one all the same, and stays in the other', async () => {
  const headers = { cookie: await signInToDemo(), origin: 'http://localhost' }
  const { db } = server.services.database
  const others = await sql<{ email: string }>`
    select email from users where organization_id <> ${demo.organization_id}`.execute(db)
  const { email } = others.rows[0]!
  const answer = await server.call('POST', '/app/v1/demo/replacement', { headers, body: { ...own, email } })
  expect(answer.status, answer.text).toBe(201)
  expect(readDemoNote(server.services)).toBeUndefined()
  expect((await server.call('GET', '/v2/projects', { key: otherKey })).status).toBe(200)
  const { rows } = await sql`select 1 from users where email = ${email}`.execute(db)
  expect(rows).toHaveLength(2)
})

test('nobody else may: not from another machine, not of another organization, not without the rights', async () => {
  const other = await server.createAccount('Third')
  const ask = (cookie: string, more: Record<string, string> = {}) =>
    server.call('POST', '/app/v1/demo/replacement', {
      headers: { cookie, origin: 'http://localhost', ...more },
      body: own,
    })
  const account = { organization_id: demo.organization_id, project_id: demo.project_id } as typeof other
  const planner = await server.createUser(account, 'organization_user', [demo.project_id])
  const cookie = await signInToDemo()
  expect((await ask(await server.signIn(other.user_id))).status).toBe(404)
  expect((await ask(cookie, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  expect((await ask(await server.signIn(planner.user_id))).status).toBe(403)
  expect((await server.call('DELETE', '/app/v1/demo', { headers: { cookie } })).status).toBe(401)
  expect((await server.call('GET', '/v2/projects', { key: demo.api_key })).status).toBe(200)
})

test('files that an interrupted removal left go with the next start', async () => {
  await server.services.outbox.keep(demo.organization_id, 'sms', Buffer.from('To: +447700900001\n\nSoon'))
  await clearRemovedDemo(server.services)
  expect(demoFiles()).toHaveLength(2)
  const note = { ...readDemoNote(server.services)!, organization_id: demo.organization_id }
  const headers = { authorization: `Bearer ${server.services.adminSecret}` }
  await server.call('DELETE', '/app/v1/demo', { headers })
  writeDemoNote(server.services, note)
  await server.services.outbox.keep(demo.organization_id, 'sms', Buffer.from('To: +447700900001\n\nSoon'))
  await clearRemovedDemo(server.services)
  expect(demoFiles()).toEqual([])
})

test('every table that would keep an organization from being deleted is emptied of its rows', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where confrelid = 'organizations'::regclass and confdeltype = 'a'`.execute(server.services.database.db)
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.map(({ name }) => name).filter((name) => !OWN_TABLES.includes(name))).toEqual([])
})
