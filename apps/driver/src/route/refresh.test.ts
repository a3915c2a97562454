// What a phone makes of an answer when it asks what changed on its route.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../test/memory-database.ts'

const phone = vi.hoisted(() => ({ database: undefined as unknown as ReturnType<typeof createMemoryDatabase> }))
vi.mock('../store/database.ts', () => ({
  get database() {
    return phone.database
  },
}))
vi.mock('../store/live.ts', () => ({ useLive: () => undefined }))

// Files share a process: another one may have loaded it with the phone's own database, and the next one shall not get this one's.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { refreshRoute } = await import('./refresh.ts')

let asked: string[]
let answer: (path: string) => { status: number; body: unknown }

beforeEach(async () => {
  phone.database = createMemoryDatabase()
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace(/^.*\/driver\/v1/, '').replace(/\?.*$/, '')
    asked.push(path)
    const { status, body } = answer(path)
    return new Response(JSON.stringify(body), { status })
  })
  await phone.database.links.add({ token: 'link', route_id: 'route', opened_at: 1, is_dead: false })
  await phone.database.routes.add({
    route_id: 'route',
    route: { stops: [] },
    since: 'before',
    read_at: 1,
    reported: [],
  })
})

const refused = (status: number) => () => ({ status, body: { message_id: 'highway.x.error.y', message: 'No.' } })
const isDead = async () => (await phone.database.links.get('link'))!.is_dead

test.each([401, 404])('after %i the link is opened anew, and is dead when that is refused, too', async (status) => {
  answer = refused(status)
  await refreshRoute('route')
  expect(asked).toHaveLength(2)
  expect(await isDead()).toBe(true)
  expect(await phone.database.routes.get('route')).toMatchObject({ is_closed: true })
})

test.each([400, 503])('after %i the route stays as it is', async (status) => {
  answer = refused(status)
  await refreshRoute('route')
  expect(asked).toHaveLength(1)
  expect(await isDead()).toBe(false)
  expect(await phone.database.routes.get('route')).toMatchObject({ since: 'before' })
})

test('a reading that seems older than the known one, by a clock that was put right, is asked for again', async () => {
  const body = { server_time: '2026-03-02T08:00:00.000Z', route: { stops: [], status: 'in_transit' } }
  answer = () => ({ status: 200, body })
  await phone.database.routes.update('route', { read_at: Date.now() + 3_600_000, has_messages: true })
  await refreshRoute('route')
  expect(await phone.database.routes.get('route')).toMatchObject({ since: 'before', route: { stops: [] } })
  await phone.database.routes.update('route', { read_at: 1 })
  await refreshRoute('route')
  expect(await phone.database.routes.get('route')).toMatchObject({ since: body.server_time })
})

test('a dead link asks for nothing', async () => {
  await phone.database.links.update('link', { is_dead: true })
  await refreshRoute('route')
  await refreshRoute('another route')
  expect(asked).toEqual([])
})
