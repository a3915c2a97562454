// Filing a report on the phone: once for a draft, and where the phone can store nothing, by sending it at once.
import type { DriverStop } from '@routewright/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../test/memory-database.ts'
import type { StopDraft } from '../store/database.ts'

const phone = vi.hoisted(() => ({ database: undefined as unknown as ReturnType<typeof createMemoryDatabase> }))
vi.mock('../store/database.ts', () => ({
  get database() {
    return phone.database
  },
}))
vi.mock('../store/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../outbox/flushing.ts', () => ({
  requestFlush: () => {},
  requestFlushAt: () => {},
  askWorker: async () => false,
}))
// Files share a process: the next one shall not get this one's database.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { fileReport } = await import('./doings.ts')
const { listUnstoredCalls, hasStorageTrouble, NotKept } = await import('../store/unstored.ts')

const view = { id: 'route-a' }
const stop = { id: 's-1' } as DriverStop
const done = { type: 'service_report_completed' } as const
const later = { type: 'service_report_attempted', cancel_reason: 'closed' } as const
const draft = (report_id: string, picture_ids: string[] = []): StopDraft => ({
  stop_id: 's-1',
  route_id: 'route-a',
  report_id,
  comments: '',
  parcels: {},
  tasks: {},
  fields: {},
  picture_ids,
  pin: '',
})
const reports = async () => (await phone.database.outbox.toArray()).map(({ id, state }) => `${id} ${state}`)
let sent: string[]
let isThere: boolean

beforeEach(async () => {
  phone.database = createMemoryDatabase()
  sent = []
  isThere = true
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address.replace('/driver/v1', ''))
    if (!isThere) throw new TypeError('network')
    return new Response(JSON.stringify({ id: 'stored' }), { status: 201 })
  })
  await phone.database.links.add({ token: 'link-a', route_id: 'route-a', opened_at: 1, is_dead: false })
  await phone.database.routes.add({ route_id: 'route-a', reported: [] })
})

test('a draft is one report, however often it is filed and as what', async () => {
  await Promise.all([fileReport(view, stop, draft('d-1'), later), fileReport(view, stop, draft('d-1'), later)])
  await fileReport(view, stop, draft('d-1'), done)
  expect(await reports()).toEqual(['d-1 held'])
})

test('while the end of a stop waits no other report of it is filed; attempts may follow each other', async () => {
  await fileReport(view, stop, draft('d-1'), later)
  await fileReport(view, stop, draft('d-2'), done)
  await fileReport(view, stop, draft('d-3'), done)
  expect(await reports()).toEqual(['d-1 held', 'd-2 held'])
})

test('a phone that cannot store sends the report and its photo at once, and shows it as done', async () => {
  await phone.database.pictures.add({
    id: 'p-1',
    route_id: 'route-a',
    stop_id: 's-1',
    state: 'draft',
    bytes: new ArrayBuffer(2),
    type: 'image/jpeg',
  })
  phone.database.transaction = async () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  await fileReport(view, stop, draft('d-1', ['p-1']), done)
  // A phone that has not heard the service's time asks for it first.
  expect(sent).toEqual(['/session', '/stop/s-1/report', '/stop/s-1/report/image?client_id=p-1'])
  expect(hasStorageTrouble()).toBe(true)
  expect(listUnstoredCalls('route-a')).toMatchObject([{ id: 'd-1', state: 'sent' }])
})

test('without a line either nothing counts as done', async () => {
  isThere = false
  phone.database.transaction = async () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  await expect(fileReport(view, stop, draft('d-9'), done)).rejects.toThrow(NotKept)
  expect(listUnstoredCalls('route-a').map(({ id }) => id)).not.toContain('d-9')
})
