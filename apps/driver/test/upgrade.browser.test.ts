// A phone in the middle of its route gets a newer version of the app: everything that an older one kept is there, and what waited is sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DriverWorld, fiveStops, startDriverWorld, startPhone } from './driver-world.ts'
import { readPhoneStore } from './driving.ts'

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())

/** A script that makes the database as its fourth version was, with these rows. */
function makeOldDatabase(rows: Record<string, object[]>): string {
  const stores = {
    links: ['token', 'route_id', 'opened_at'],
    routes: ['route_id'],
    outbox: ['seq', 'route_id', 'stop_id', 'state'],
    pictures: ['id', 'route_id', 'stop_id', 'state'],
    positions: ['seq', 'route_id'],
    drafts: ['stop_id', 'route_id'],
    settings: ['key'],
    messages: ['id', 'route_id'],
    sign_ins: ['token'],
  }
  return `new Promise((resolve, reject) => {
    const open = indexedDB.open('routewright-driver', 40)
    open.onerror = () => reject(open.error)
    open.onupgradeneeded = () => {
      const rows = ${JSON.stringify(rows)}
      for (const [name, [key, ...indexes]] of Object.entries(${JSON.stringify(stores)})) {
        const store = open.result.createObjectStore(name, { keyPath: key, autoIncrement: key === 'seq' })
        if (name === 'outbox') store.createIndex('id', 'id', { unique: true })
        for (const index of indexes) store.createIndex(index, index)
        for (const row of rows[name] ?? []) store.add(row)
      }
    }
    open.onsuccess = () => resolve(open.result.close())
  })`
}

test('a route and a report that an older version kept are there, and the report is sent', async () => {
  const route = await world.createRoute({}, {}, fiveStops.slice(0, 2))
  const phone = await startPhone(world)
  const token = route.link.split('/d/')[1]!
  const ask = (path: string) =>
    fetch(`${world.server.address}/driver/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  const session = (await (await ask('/session')).json()) as { server_time: string }
  const read = (await (await ask('/route')).json()) as object
  const now = Date.now()
  const body = {
    type: 'service_report_completed',
    comments: 'Kept by an older version',
    created_at: session.server_time,
  }
  const call = { id: 'old-1', kind: 'report', route_id: route.id, stop_id: route.stopIds[0]!, state: 'waiting', body }
  await phone.page.goto(`${world.proxy.address}/d/manifest.webmanifest`)
  await phone.page.evaluate(
    makeOldDatabase({
      links: [{ token, route_id: route.id, opened_at: now, is_dead: false }],
      routes: [
        {
          route_id: route.id,
          session,
          route: read,
          read_at: now - 60_000,
          since: session.server_time,
          visits: [],
          reported: [route.stopIds[0]!],
        },
      ],
      outbox: [{ ...call, seq: 1, created_at: now, send_after: now, attempts: 0 }],
    }),
  )
  await phone.page.goto(route.link)
  await phone.page.getByText('1 of 2 stops').waitFor()
  await expect.poll(async () => (await route.readStop(0)).status, { timeout: 120_000 }).toBe('completed')
  expect((await route.readStop(0)).reports).toMatchObject([
    { comments: 'Kept by an older version', client_id: 'old-1' },
  ])
  await expect.poll(async () => (await readPhoneStore(phone.page)).outbox, { timeout: 120_000 }).toEqual([])
  await phone.close()
  expect(phone.complaints).toEqual([])
})
