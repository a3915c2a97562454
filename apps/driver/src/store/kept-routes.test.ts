// A route's readings are kept apart from what is often written, and both come back as one.
import type { DriverRoute, DriverSession } from '@routewright/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../test/memory-database.ts'

const phone = vi.hoisted(() => ({ database: undefined as unknown as ReturnType<typeof createMemoryDatabase> }))
vi.mock('./database.ts', () => ({
  get database() {
    return phone.database
  },
}))
// Files share a process: the next one shall not get this one's database.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { addKeptRoute, findKeptRoute, reorderReading, replaceReading, setIncoming } = await import('./kept-routes.ts')

const reading = (...ids: string[]) => ({ id: 'r', stops: ids.map((id) => ({ id })) }) as unknown as DriverRoute
const state = { route_id: 'r', session: {} as DriverSession, since: 'then', visits: [], reported: ['a'] }
const readings = async () => (await phone.database.readings.toArray()).length

beforeEach(async () => {
  phone.database = createMemoryDatabase()
  await addKeptRoute({ ...state, route: reading('a', 'b'), read_at: 1 })
})

test('a route comes back whole, and one that the phone does not have is none', async () => {
  expect(await findKeptRoute('r')).toEqual({ ...state, route: reading('a', 'b'), read_at: 1 })
  expect(await findKeptRoute('other')).toBeUndefined()
})

test('a newer reading waits beside the route and becomes it; of readings that are over none is left', async () => {
  await setIncoming('r', reading('b'), 2)
  await setIncoming('r', reading('c'), 3)
  expect(await findKeptRoute('r')).toMatchObject({ read_at: 1, incoming: { route: reading('c'), read_at: 3 } })
  expect(await readings()).toBe(2)
  await replaceReading('r', reading('c'), 3)
  const kept = await findKeptRoute('r')
  expect(kept).toMatchObject({ route: reading('c'), read_at: 3, reported: ['a'] })
  expect(kept?.incoming).toBeUndefined()
  expect(await readings()).toBe(1)
})

test('the driver’s own order replaces the stops and nothing else', async () => {
  await setIncoming('r', reading('c'), 2)
  await reorderReading('r', reading('b', 'a'))
  expect(await findKeptRoute('r')).toMatchObject({ route: reading('b', 'a'), read_at: 1, incoming: { read_at: 2 } })
  expect(await readings()).toBe(2)
})

test('a page that was opened anew reads what another one kept', async () => {
  vi.resetModules()
  const fresh = await import('./kept-routes.ts')
  expect(await fresh.findKeptRoute('r')).toMatchObject({ route: reading('a', 'b') })
})
