// How a phone handles the response when it asks for changes of its route.
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
const { takeTurn } = await import('../store/turns.ts')

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
    reading: 'reading',
    since: 'before',
    read_at: 1,
    reported: [],
  })
  await phone.database.readings.add({ id: 'reading', route_id: 'route', route: { stops: [] } })
})

const refused = (status: number) => () => ({ status, body: { message_id: 'highway.x.error.y', message: 'No.' } })
const isDead = async () => (await phone.database.links.get('link'))!.is_dead

test.each([401, 404])('after %i the link is opened anew, and is dead when that is refused, too', async (status) => {
  answer = refused(status)
  await refreshRoute('route')
  // The changes, then the session and the route, together.
  expect(asked).toHaveLength(3)
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

test('a reading that began before the known one is asked for again', async () => {
  const body = { server_time: '2026-03-02T08:00:00.000Z', route: { stops: [], status: 'in_transit' } }
  answer = () => ({ status: 200, body })
  const later = (await takeTurn()) + 1_000
  await phone.database.routes.update('route', { read_at: later, has_messages: true })
  await refreshRoute('route')
  expect(await phone.database.routes.get('route')).toMatchObject({ since: 'before', read_at: later })
  await phone.database.routes.update('route', { read_at: 1 })
  await refreshRoute('route')
  expect(await phone.database.routes.get('route')).toMatchObject({ since: body.server_time })
})

describe('a stop that was reported and opened again', () => {
  const stop = (status: string) => ({ id: 'a', status, label: 'A', packages: [], tasks: [], time_windows: [] })
  const server_time = '2026-03-02T08:00:00.000Z'
  const report = async (state: string, sent_at?: number) => {
    const body = { type: 'canceled', client_id: 'r' }
    await phone.database.outbox.add({ id: 'r', route_id: 'route', stop_id: 'a', kind: 'report', state, sent_at, body })
  }
  const incoming = async () => (await phone.database.routes.get('route'))!.incoming

  beforeEach(async () => {
    // Under a name of its own: a reading is remembered, and never changes.
    const reading = crypto.randomUUID()
    await phone.database.readings.add({ id: reading, route_id: 'route', route: { stops: [stop('pending')] } })
    await phone.database.routes.update('route', { reading, reported: ['a'], has_messages: true })
  })
  afterEach(() => void vi.useRealTimers())

  test('is told where the phone’s clock was set back since the report', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
    await report('sent', await takeTurn())
    vi.setSystemTime(Date.now() - 3 * 3_600_000)
    answer = () => ({ status: 200, body: { server_time, route: { stops: [stop('pending')] } } })
    await refreshRoute('route')
    expect(await incoming()).toBeDefined()
  })

  test('is told where the report’s answer came after the reading that had it open again', async () => {
    await report('sending')
    answer = () => ({ status: 200, body: { server_time, route: { stops: [stop('pending')] } } })
    await refreshRoute('route')
    const [sent] = await phone.database.outbox.toArray()
    await phone.database.outbox.update(sent!.seq, { state: 'sent', sent_at: await takeTurn() })
    answer = () => ({ status: 200, body: { server_time } })
    await refreshRoute('route')
    expect(await incoming()).toBeDefined()
    expect(await phone.database.outbox.toArray()).toHaveLength(1)
  })
})

test('a dead link asks for nothing', async () => {
  await phone.database.links.update('link', { is_dead: true })
  await refreshRoute('route')
  await refreshRoute('another route')
  expect(asked).toEqual([])
})
