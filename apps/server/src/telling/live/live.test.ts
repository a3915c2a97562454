// Live streams over real connections: what changes is told, by whom, once, to those who may see it, and nothing is missed.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, startTestServer, until, useTestServer } from '../../../test/harness.ts'
import { connectLive, type LiveClient, listViewers } from '../../../test/live-client.ts'
import { createTestDatabase, testBackend } from '../../../test/template.ts'
import { createId } from '../../frame/platform/ids.ts'

const server = useTestServer({ annexes: 'all', listen: true, realClock: true })
let account: Account
let planId: string
let routeId: string
let stopIds: string[]
const clients: LiveClient[] = []

beforeEach(async () => {
  account = await server.createAccount()
  await nameUser(account.user_id, 'Ana')
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).id
  const first = await follow()
  await first.next('hello')
  const stops = [1, 2, 3].map((n) => ({ label: `Stop ${n}`, location: { lat: 47 + n / 100, lng: 9.5 } }))
  stopIds = (await call('POST', '/v2/stops', stops, { plan_id: planId })).map((stop: { id: string }) => stop.id)
  routeId = (await call('POST', '/v2/routes', [{ label: 'Van' }], { plan_id: planId }))[0].id
  // Notifications follow the commit and may be late: once this one came, later pages see only changes of the test.
  await first.next('change', ({ routes }) => routes.some(({ id }: { id: string }) => id === routeId))
  await first.hangUp()
})

afterEach(async () => {
  for (const client of clients.splice(0)) await client.hangUp()
})

async function call(method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function nameUser(id: string, name: string): Promise<void> {
  await server.services.database.db.updateTable('users').set({ name }).where('id', '=', id).execute()
}

async function follow(path = `/app/v1/plan/${planId}/live`, headers: Record<string, string> = {}, on = server) {
  const cookie = headers.cookie ?? (await on.signIn(account.user_id))
  const client = await connectLive(on.address + path, { cookie, ...headers })
  clients.push(client)
  return client
}

describe('a plan that is followed', () => {
  test.skipIf(testBackend === 'pglite')('tells what a process changed that died before it could tell', async () => {
    const page = await follow()
    await page.next('hello')
    // Committed, and nobody is told: what the trigger noted goes with its transaction.
    const stops = server.services.database.db.updateTable('stops').where('id', '=', stopIds[0]!)
    await stops.set({ comments: 'Last words', updated_at: new Date() }).execute()
    const { data } = await page.next('change', ({ stops: [told] }) => told?.comments === 'Last words')
    expect(data.stops).toHaveLength(1)
  })

  test.skipIf(testBackend === 'pglite')('tells a change once whose notice comes after it was found', async () => {
    const page = await follow()
    await page.next('hello')
    const { db } = server.services.database
    const isOf =
      (comments: string) =>
      ({ stops: [told] }: { stops: { comments?: string }[] }) =>
        told?.comments === comments
    const first = db.updateTable('stops').where('id', '=', stopIds[0]!)
    await first.set({ comments: 'Found', updated_at: new Date() }).execute()
    await page.next('change', isOf('Found'))
    const { rows } = await sql<{ xid: string }>`select xid::text from live_changes order by id desc limit 1`.execute(db)
    const payload = JSON.stringify({ plan_id: planId, project_id: account.project_id, xid: rows[0]!.xid })
    await sql`select pg_notify('live', ${payload})`.execute(db)
    await call('PUT', `/v2/stop/${stopIds[1]}`, { comments: 'Later' })
    await page.next('change', isOf('Later'))
    const told = page.events.filter(({ event }) => event === 'change').map(({ data }) => data.stops[0]?.comments)
    expect(told).toEqual(['Found', 'Later'])
  })

  test('tells a changed stop with its record, its plan and who changed it', async () => {
    const page = await follow()
    await page.next('hello')
    const cookie = await server.signIn(account.user_id)
    await server.call('PUT', `/v2/stop/${stopIds[0]}`, { headers: { cookie }, body: { comments: 'Ring twice' } })
    const { data } = await page.next('change')
    expect(data).toMatchObject({
      plan_id: planId,
      stops: [{ id: stopIds[0], comments: 'Ring twice', label: 'Stop 1' }],
      removed_stops: [],
      plan: { id: planId, total_stops: 3 },
      actor: { type: 'user', id: account.user_id, name: 'Ana' },
    })
  })

  test('tells assignment, a new route, deletion, and what leaves for another plan', async () => {
    const page = await follow()
    await page.next('hello')
    await call('PUT', `/v2/route/${routeId}/stops`, { stops: [stopIds[1], stopIds[0]] })
    const assigned = (await page.next('change')).data
    expect(assigned.stops.map((stop: { id: string; order: number }) => [stop.id, stop.order])).toEqual(
      expect.arrayContaining([
        [stopIds[1], 0],
        [stopIds[0], 1],
      ]),
    )
    // A hundredth of a degree to the south, by straight lines with their detour of 1.35.
    expect(assigned.routes).toMatchObject([{ id: routeId, planned_distance: 1_501 }])
    const [added] = await call('POST', '/v2/routes', [{ label: 'Second' }], { plan_id: planId })
    expect((await page.next('change')).data.routes).toMatchObject([{ id: added.id, label: 'Second' }])
    await call('DELETE', `/v2/stop/${stopIds[2]}`)
    expect((await page.next('change')).data.removed_stops).toEqual([stopIds[2]])
    const other = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    await call('POST', '/v2/stop/move', { stop_ids: [stopIds[0]] }, { plan_id: other.id })
    expect((await page.next('change')).data.removed_stops).toEqual([stopIds[0]])
    await call('DELETE', `/v2/plan/${planId}`)
    expect((await page.next('reload')).data).toMatchObject({ plan_id: planId, reason: 'deleted' })
  })

  test('tells reports with the stop’s new status, and what hangs on a stop', async () => {
    await call('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })
    const page = await follow()
    await page.next('hello')
    await call('POST', '/v2/task', { label: 'Install' }, { stop_id: stopIds[0]! })
    const withTask = await page.next('change', (data) =>
      data.stops.some((stop: { tasks: [] }) => stop.tasks.length > 0),
    )
    const stopIn = (stops: { id: string }[]) => stops.find(({ id }) => id === stopIds[0])
    expect(stopIn(withTask.data.stops)).toMatchObject({ tasks: [{ label: 'Install' }] })
    await call('POST', `/v3/stop/${stopIds[0]}/report`, { type: 'service_report_completed' })
    const changed = await page.next('change', (data) =>
      data.stops.some((stop: { reports: [] }) => stop.reports.length > 0),
    )
    expect(stopIn(changed.data.stops)).toMatchObject({ status: 'completed' })
    const report = await page.next('report')
    expect(report.data).toMatchObject({ stop_id: stopIds[0], route_id: routeId, type: 'service_report_completed' })
  })

  test('tells what a driver says beside reports', async () => {
    await call('PUT', `/v2/route/${routeId}`, { email: 'driver@example.test', stops: stopIds })
    const { public_link } = await call('POST', `/v2/route/${routeId}/dispatch`)
    const page = await follow()
    await page.next('hello')
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const body = { kind: 'problem', category: 'breakdown', comments: 'Engine is out', stop_id: stopIds[0] }
    expect((await server.call('POST', '/driver/v1/note', { headers, body })).status).toBe(201)
    const note = await page.next('note')
    expect(note.data).toMatchObject({ ...body, plan_id: planId, route_id: routeId })
  })

  test('tells messages between dispatcher and driver, and when they were read', async () => {
    await call('PUT', `/v2/route/${routeId}`, { email: 'driver@example.test', stops: stopIds })
    const { public_link } = await call('POST', `/v2/route/${routeId}/dispatch`)
    const page = await follow()
    const ofProject = await follow(`/app/v1/project/${account.project_id}/live`)
    for (const one of [page, ofProject]) await one.next('hello')
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const { body } = await server.call('POST', '/driver/v1/messages', { headers, body: { text: 'Ferry is late' } })
    for (const one of [page, ofProject]) expect((await one.next('route_message')).data).toEqual(body)
    const cookie = await server.signIn(account.user_id)
    const read = { message_ids: [body.id] }
    await server.call('POST', `/app/v1/route/${routeId}/messages/read`, { headers: { cookie }, body: read })
    const marked = await page.next('route_message')
    expect(marked.data).toMatchObject({ id: body.id, read_at: expect.any(String) })
  })

  test('tells where a vehicle is and when its stops are expected, without their whole records', async () => {
    await call('PUT', `/v2/route/${routeId}`, { email: 'driver@example.test' })
    await call('PUT', `/v2/route/${routeId}/stops`, { stops: stopIds })
    const { public_link } = await call('POST', `/v2/route/${routeId}/dispatch`)
    const authorization = `Bearer ${public_link.split('/').at(-1)}`
    const drive = async (path: string, body?: object) => {
      const answer = await server.call('POST', path, { headers: { authorization }, body })
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    const page = await follow()
    await page.next('hello')
    await drive('/driver/v1/start')
    await page.next('change', ({ routes }) => routes[0]?.status === 'in_transit')
    const before = page.events.length
    const recorded_at = new Date().toISOString()
    await drive('/driver/v1/positions', { positions: [{ lat: 47.02, lng: 9.5, recorded_at }] })
    const { data } = await page.next('positions', ({ positions }) => positions.length > 0)
    expect(data.positions).toMatchObject([{ route_id: routeId, position: { lat: 47.02, lng: 9.5 } }])
    expect(Date.parse(data.positions[0].estimated_end_time)).toBeGreaterThan(Date.now())
    expect(page.events.slice(before).filter(({ event }) => event === 'change')).toEqual([])
  })

  test('says to read anew when more changed than can be told', async () => {
    const page = await follow()
    await page.next('hello')
    const many = Array.from({ length: 600 }, (_, index) => ({ label: `Many ${index}` }))
    await call('POST', '/v2/stops', many, { plan_id: planId })
    expect((await page.next('reload')).data).toMatchObject({ plan_id: planId, reason: 'many_changes' })
  })

  test('tells optimization from its request to its end', async () => {
    const page = await follow()
    await page.next('hello')
    await call('POST', `/v2/plan/${planId}/optimize/async`)
    await page.next('optimization', (data) => data.status === 'in progress')
    await page.next('optimization', (data) => data.finished && data.status === 'success')
  })

  test('tells what was missed after the event that was seen last, and says when it cannot', async () => {
    const page = await follow()
    const hello = await page.next('hello')
    expect(hello.data.resumed).toBe(false)
    await call('PUT', `/v2/stop/${stopIds[0]}`, { comments: 'seen' })
    const seen = await page.next('change')
    await page.hangUp()
    await call('PUT', `/v2/stop/${stopIds[1]}`, { comments: 'missed' })
    const again = await follow(undefined, { 'last-event-id': seen.id! })
    expect((await again.next('hello')).data.resumed).toBe(true)
    const { data } = await again.next('change')
    expect(data.stops).toEqual(expect.arrayContaining([expect.objectContaining({ comments: 'missed' })]))
    const late = await follow(`/app/v1/plan/${planId}/live?after=999999999`)
    expect((await late.next('hello')).data.resumed).toBe(false)
  })

  test('tells nothing that was rolled back, and nothing of other plans', async () => {
    const page = await follow()
    await page.next('hello')
    const other = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    await call('POST', '/v2/stops', [{}], { plan_id: other.id })
    const bad = { stops: [stopIds[0], createId(new Date())] }
    expect((await server.call('PUT', `/v2/route/${routeId}/stops`, { key: account.key, body: bad })).status).toBe(400)
    await call('PUT', `/v2/plan/${planId}`, { label: 'Last' })
    await page.next('change', (data) => data.plan.label === 'Last')
    expect(page.events.filter(({ event }) => event === 'change')).toHaveLength(1)
  })
})

describe('presence', () => {
  test('shows who else has the plan open and what is selected, until they leave', async () => {
    const colleague = await server.createUser(account, 'organization_manager')
    await nameUser(colleague.user_id, 'Bo')
    const mine = await follow()
    const own = (await mine.next('hello')).data.viewer_id
    const cookie = await server.signIn(colleague.user_id)
    const theirs = await follow(undefined, { cookie })
    const other = (await theirs.next('hello')).data.viewer_id
    await until('both viewers', () => listViewers(mine).length === 2)
    expect(
      listViewers(mine)
        .map((viewer) => viewer.name)
        .sort(),
    ).toEqual(['Ana', 'Bo'])
    expect(mine.events.findLast(({ event }) => event === 'presence_change')?.data.count).toBe(2)
    const selection = { viewer_id: other, stop_ids: [stopIds[0]], view: 'edit' }
    const path = `/app/v1/plan/${planId}/presence`
    expect((await server.call('PUT', path, { headers: { cookie }, body: selection })).status).toBe(200)
    const selected = await mine.next('presence_change', ({ viewers }) => viewers[0]?.stop_ids.length > 0)
    // Only what changed is told.
    expect(selected.data).toMatchObject({
      viewers: [{ viewer_id: other, stop_ids: [stopIds[0]], view: 'edit' }],
      gone: [],
    })
    const foreign = { viewer_id: own, stop_ids: [] }
    expect((await server.call('PUT', path, { headers: { cookie }, body: foreign })).status).toBe(404)
    await theirs.hangUp()
    await until('one viewer', () => listViewers(mine).length === 1)
  })

  test('of many is named up to a hundred and counted beyond, and one more costs each page only himself', async () => {
    const cookie = await server.signIn(account.user_id)
    const pages: LiveClient[] = []
    for (let i = 0; i < 104; i++) pages.push(await follow(undefined, { cookie }))
    const last = pages.at(-1)!
    const count = (page: LiveClient) => page.events.findLast(({ event }) => event.startsWith('presence'))?.data.count
    await until('all to be counted', () => count(last) === 104 && count(pages[0]!) === 104)
    expect(listViewers(last)).toHaveLength(100)
    const before = last.events.length
    await pages[0]!.hangUp()
    await until('the others to be told', () => count(last) === 103)
    expect(listViewers(last)).toHaveLength(100)
    const told = last.events.slice(before).filter(({ event }) => event === 'presence_change')
    expect(told.map(({ data }) => [data.viewers.length, data.gone.length])).toEqual([[1, 1]])
    await Promise.all(pages.slice(1).map((page) => page.hangUp()))
  })
})

describe('who may follow', () => {
  test('members only; a foreign plan does not exist', async () => {
    const stranger = await server.createAccount()
    expect((await follow(undefined, { cookie: await server.signIn(stranger.user_id) })).status).toBe(404)
    const outsider = await server.createUser(account, 'organization_user')
    expect((await follow(undefined, { cookie: await server.signIn(outsider.user_id) })).status).toBe(403)
    expect((await follow(undefined, { cookie: 'rw_session=nothing' })).status).toBe(401)
  })

  test('ends at once when the session ends, the user is deactivated, or the project is taken away', async () => {
    const { db } = server.services.database
    const deactivated = await server.createUser(account, 'organization_user', [account.project_id])
    const removed = await server.createUser(account, 'organization_user', [account.project_id])
    const signedOut = await server.createUser(account, 'organization_manager')
    const pages = await Promise.all(
      [deactivated, removed, signedOut].map(async ({ user_id }) =>
        follow(undefined, { cookie: await server.signIn(user_id) }),
      ),
    )
    for (const page of pages) await page.next('hello')
    await db.updateTable('users').set({ active: false }).where('id', '=', deactivated.user_id).execute()
    await db.deleteFrom('project_members').where('user_id', '=', removed.user_id).execute()
    await db.deleteFrom('user_sessions').where('user_id', '=', signedOut.user_id).execute()
    const reasons = await Promise.all(pages.map(async (page) => (await page.next('end')).data.reason))
    expect(reasons).toEqual(['session_ended', 'forbidden', 'session_ended'])
    await until('the connections to end', () => pages.every((page) => page.isOver))
  })
})

describe('a project that is followed', () => {
  test('tells the heads of its plans as they come, change and go', async () => {
    const page = await follow(`/app/v1/project/${account.project_id}/live`)
    await page.next('hello')
    const plan = await call('POST', '/v2/plan', { label: 'New' }, { project_id: account.project_id })
    const { data } = await page.next('change', (entry) => entry.plan_id === plan.id)
    expect(data).toMatchObject({ plan: { label: 'New' }, stops: [], routes: [] })
    await call('POST', '/v2/stops', [{}, {}], { plan_id: plan.id })
    await page.next('change', (entry) => entry.plan_id === plan.id && entry.plan.total_stops === 2)
    await call('DELETE', `/v2/plan/${plan.id}`)
    await page.next('reload', (entry) => entry.plan_id === plan.id)
  })
})

describe.skipIf(testBackend === 'pglite')('several processes on one database', () => {
  test('tell each other’s changes and viewers, and end their streams when they stop', async () => {
    const database = await createTestDatabase()
    const first = await startTestServer({ database, listen: true, realClock: true })
    const second = await startTestServer({ database, listen: true, realClock: true })
    try {
      const own = await first.createAccount()
      const plan = await first.call('POST', '/v2/plan', {
        key: own.key,
        query: { project_id: own.project_id },
        body: {},
      })
      const path = `/app/v1/plan/${plan.body.id}/live`
      const cookie = await first.signIn(own.user_id)
      const here = await follow(path, { cookie }, first)
      const there = await follow(path, { cookie }, second)
      await until('both viewers', () => listViewers(here).length === 2 && listViewers(there).length === 2)
      await second.call('PUT', `/v2/plan/${plan.body.id}`, { key: own.key, body: { label: 'From afar' } })
      // Word of the plan's making may come late, and first.
      await here.next('change', ({ plan: told }) => told?.label === 'From afar')
      await second.stop()
      await there.next('end')
      await until('one viewer', () => listViewers(here).length === 1)
    } finally {
      await first.stop()
      await second.stop().catch(() => {})
      await database.drop()
    }
  })
})
