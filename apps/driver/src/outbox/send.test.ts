// How the queue is sent: in order, again where that can help, never twice, and pictures last.
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../test/memory-database.ts'
import type { LaneName } from './send.ts'

type MemoryDatabase = ReturnType<typeof createMemoryDatabase>
const phone = vi.hoisted(() => ({ database: undefined as unknown as MemoryDatabase }))
vi.mock('../store/database.ts', () => ({
  get database() {
    return phone.database
  },
}))
vi.mock('../store/live.ts', () => ({ useLive: () => undefined }))
// Files share a process: the next one shall not get this one's database.
afterAll(() => void vi.resetModules())

const own = (more: object = {}) => ({ id: 'stored', ...more })
const named = (message_id: string) => ({ message_id, message: 'no' })

interface Sent {
  path: string
  token: string
  body: { client_id?: string; positions?: unknown[] } | undefined
}

/** Response of the service: a status with a body, foreign text, or nothing at all. */
type Answer = { status: number; body?: unknown } | { status: number; text: string } | 'lost'

const fine: Answer = { status: 200, body: own() }
const unknownKey: Answer = { status: 401, body: named('highway.apiKey.error.not_found') }
const notFound: Answer = { status: 404, body: named('highway.domain.error.not_found') }
let sent: Sent[]
let answer: (call: Sent) => Answer
/** Delay of a call before its response. */
let patience: (path: string) => Promise<void> | undefined

/** A tab, or the worker: the module keeps its failures in a row, and each has its own. */
async function openTab() {
  vi.resetModules()
  const { flush } = await import('./send.ts')
  return (lane: LaneName = 'calls') => flush(lane)
}

beforeEach(async () => {
  phone.database = createMemoryDatabase()
  sent = []
  answer = () => fine
  patience = () => undefined
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const token = (init.headers as Record<string, string>).authorization!.replace('Bearer ', '')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const call = { path: address.replace('/driver/v1', ''), token, body }
    sent.push(call)
    const given = answer(call)
    // A network delivers the response a turn later, so that a second sender could come between.
    await new Promise((resolve) => setImmediate(resolve))
    await patience(call.path)
    if (given === 'lost') throw new TypeError('network')
    return new Response('text' in given ? given.text : JSON.stringify(given.body ?? {}), { status: given.status })
  })
  await openLink('link-a', 'route-a')
})

const openLink = (token: string, route_id: string, opened_at = 1) =>
  phone.database.links.add({ token, route_id, opened_at, is_dead: false })
const queue = (id: string, more: object = {}) =>
  phone.database.outbox.add({
    id,
    kind: 'report',
    route_id: 'route-a',
    stop_id: id,
    state: 'waiting',
    body: { type: 'service_report_completed' },
    created_at: 0,
    send_after: 0,
    attempts: 0,
    ...more,
  })
const paths = () => sent.map(({ path }) => path)
const states = async () => (await phone.database.outbox.toArray()).map(({ id, state }) => `${id} ${state}`)
const report = (id: string) => `/stop/${id}/report`

describe('order', () => {
  test('calls of a route go out as they came in, each under its own id', async () => {
    for (const id of ['1', '2', '3']) await queue(id)
    const flush = await openTab()
    expect(await flush()).toEqual({ next_at: undefined })
    expect(paths()).toEqual(['1', '2', '3'].map(report))
    expect(sent.map(({ body }) => body!.client_id)).toEqual(['1', '2', '3'])
    expect(await states()).toEqual(['1 sent', '2 sent', '3 sent'])
  })

  test('nothing overtakes a report that may still be taken back, except calls of another route', async () => {
    await openLink('link-b', 'route-b')
    const send_after = Date.now() + 60_000
    await queue('1', { state: 'held', send_after })
    await queue('2')
    await queue('3', { route_id: 'route-b' })
    const flush = await openTab()
    expect((await flush()).next_at).toBe(send_after)
    expect(sent).toMatchObject([{ path: report('3'), token: 'link-b' }])
    expect(await states()).toEqual(['1 held', '2 waiting', '3 sent'])
  })
})

describe('what can be mended by another try', () => {
  test.each<[name: string, answer: Answer, why: string]>([
    ['no answer', 'lost', 'offline'],
    ['too many calls', { status: 429 }, 'busy'],
    ['a request that took too long', { status: 408 }, 'busy'],
    ['a service that is restarted', { status: 503 }, 'failing'],
    ['an answer that broke off', { status: 200, text: '{"id":' }, 'failing'],
    ["a network's sign-in page", { status: 403, text: '<html>' }, 'failing'],
    ["a proxy's 401 page", { status: 401, text: '<html>' }, 'failing'],
    ["a proxy's 401 without a word", { status: 401, text: '' }, 'failing'],
    ['a friendly answer that is not the service’s', { status: 200, body: { ok: true } }, 'failing'],
  ])('%s: the call stays, and nothing goes past it', async (_name, given, why) => {
    await queue('1')
    await queue('2')
    answer = () => given
    const flush = await openTab()
    const flushed = await flush()
    expect(flushed.why).toBe(why)
    expect(flushed.next_at).toBeGreaterThan(Date.now())
    expect(paths()).toEqual([report('1')])
    expect(await states()).toEqual(['1 waiting', '2 waiting'])
    expect((await phone.database.outbox.toArray())[0]).toMatchObject({ attempts: 1 })
  })

  test('a lost answer is asked for again under the same id', async () => {
    await queue('1')
    answer = () => (sent.length === 1 ? 'lost' : fine)
    const flush = await openTab()
    await flush()
    await flush()
    expect(sent.map(({ body }) => body!.client_id)).toEqual(['1', '1'])
    expect(await states()).toEqual(['1 sent'])
  })

  test('pauses grow with every failure in a row', async () => {
    await queue('1')
    answer = () => 'lost'
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const flush = await openTab()
    const waits: number[] = []
    for (let turn = 0; turn < 3; turn++) waits.push(Math.round(((await flush()).next_at! - Date.now()) / 1000))
    expect(waits).toEqual([2, 4, 8])
    vi.restoreAllMocks()
  })
})

test('a refused call is kept with its reason, and the next one goes out', async () => {
  await queue('1')
  await queue('2')
  const refusal = { message_id: 'highway.stop.error.invalid_pin', message: 'Wrong code.' }
  answer = ({ path }) => (path === report('1') ? { status: 400, body: refusal } : fine)
  const flush = await openTab()
  await flush()
  expect(await states()).toEqual(['1 refused', '2 sent'])
  expect((await phone.database.outbox.toArray())[0]!.refusal).toEqual(refusal)
})

describe('a link that ended', () => {
  test('the next older one is tried, and the dead one is not asked again', async () => {
    await openLink('link-new', 'route-a', 2)
    await queue('1')
    await queue('2')
    answer = ({ token }) => (token === 'link-new' ? unknownKey : fine)
    const flush = await openTab()
    await flush()
    expect(sent.map(({ token }) => token)).toEqual(['link-new', 'link-a', 'link-a'])
    expect(await states()).toEqual(['1 sent', '2 sent'])
  })

  test('without any link left the calls stay, the route is marked, and other routes go on', async () => {
    await phone.database.routes.add({ route_id: 'route-a' })
    await openLink('link-b', 'route-b')
    await queue('1')
    await queue('2', { route_id: 'route-b' })
    answer = ({ token }) => (token === 'link-a' ? unknownKey : fine)
    const flush = await openTab()
    await flush()
    expect(await states()).toEqual(['1 waiting', '2 sent'])
    expect(await phone.database.routes.get('route-a')).toMatchObject({ is_closed: true })
  })

  test.each([
    { session: 200, state: 'refused', says: 'the stop is gone' },
    { session: 404, state: 'waiting', says: 'the route is gone' },
  ])('a 404 means that $says where the session answers $session', async ({ session, state }) => {
    await queue('1', { kind: 'arrive' })
    answer = ({ path }) => (path === '/session' && session === 200 ? fine : notFound)
    const flush = await openTab()
    await flush()
    expect(paths()).toEqual(['/stop/1/arrive', '/session'])
    expect(await states()).toEqual([`1 ${state}`])
  })

  test('still takes reports and their pictures, which wait for nothing that it does not take', async () => {
    await queue('1', { kind: 'arrive' })
    await queue('2', { body: { type: 'service_report_completed', awaited_images: ['p'] } })
    await phone.database.pictures.add({
      id: 'p',
      created_at: 1,
      route_id: 'route-a',
      stop_id: '2',
      state: 'waiting',
      bytes: new ArrayBuffer(4),
      type: 'image/jpeg',
    })
    const conflict = { status: 202, body: own({ state: 'open' }) }
    answer = ({ path }) => (path === report('2') ? conflict : path.includes('image') ? fine : notFound)
    const flush = await openTab()
    await flush('calls')
    await flush('pictures')
    expect(await states()).toEqual(['1 waiting', '2 handed'])
    expect((await phone.database.pictures.toArray()).map(({ state }) => state)).toEqual(['sent'])
  })
})

describe('pictures', () => {
  const keep = (id: string, created_at: number) =>
    phone.database.pictures.add({
      id,
      created_at,
      route_id: 'route-a',
      stop_id: '1',
      state: 'waiting',
      bytes: new ArrayBuffer(4),
      type: 'image/jpeg',
    })
  const body = (picture: string) => ({ type: 'service_report_completed', awaited_images: [picture] })
  const image = (id: string) => `/stop/1/report/image?client_id=${id}`

  test('go after their report, oldest first', async () => {
    await keep('p2', 2)
    await keep('p1', 1)
    await queue('1', { body: body('p1') })
    const flush = await openTab()
    await flush('pictures')
    expect(paths()).toEqual([image('p2')])
    await flush('calls')
    await flush('pictures')
    expect(paths().slice(1)).toEqual([report('1'), image('p1')])
    expect((await phone.database.pictures.toArray()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('wait while their report may still be taken back, and while it is refused', async () => {
    await keep('p1', 1)
    await keep('p2', 2)
    await queue('1', { body: body('p1'), state: 'held', send_after: Date.now() + 60_000 })
    await queue('2', { body: body('p2'), state: 'refused' })
    const flush = await openTab()
    await flush('pictures')
    expect(sent).toEqual([])
  })

  test('one that is refused is kept with the reason, and the next one goes', async () => {
    await keep('p1', 1)
    await keep('p2', 2)
    answer = ({ path }) => (path === image('p1') ? { status: 400, body: named('x') } : fine)
    const flush = await openTab()
    await flush('pictures')
    await flush('pictures')
    expect(paths()).toEqual([image('p1'), image('p2')])
    const kept = await phone.database.pictures.toArray()
    expect(kept.map(({ state, refusal }) => [state, refusal])).toEqual([
      ['refused', 'no'],
      ['sent', undefined],
    ])
  })

  test('one that is stuck holds up neither reports nor positions', async () => {
    await keep('p1', 1)
    await phone.database.positions.add({ route_id: 'route-a', lat: 1, lng: 2, recorded_at: 'x' })
    let letGo = () => {}
    const stuck = new Promise<void>((resolve) => {
      letGo = resolve
    })
    patience = (path) => (path === image('p1') ? stuck : undefined)
    const flush = await openTab()
    const stalled = flush('pictures')
    await queue('1')
    await Promise.all([flush('calls'), flush('positions')])
    expect(await states()).toEqual(['1 sent'])
    expect(await phone.database.positions.toArray()).toEqual([])
    letGo()
    await stalled
  })
})

test('two tabs that send at the same time send each call once', async () => {
  for (const id of ['1', '2', '3', '4']) await queue(id)
  const tabs = [await openTab(), await openTab()]
  await Promise.all(tabs.flatMap((flush) => [flush(), flush()]))
  expect(paths()).toEqual(['1', '2', '3', '4'].map(report))
})

describe('messages', () => {
  const message = { id: 'stored', route_id: 'route-a' }

  test('go out in their order, once, and what the service answers is kept before they count as sent', async () => {
    answer = ({ path }) => (path === '/messages' ? { status: 201, body: message } : fine)
    await queue('m-1', { kind: 'message', stop_id: undefined, body: { text: 'Ferry is late' } })
    await queue('m-2', { kind: 'marks', stop_id: undefined, body: { read: ['a'] } })
    const flush = await openTab()
    await flush()
    await flush()
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/messages', { text: 'Ferry is late', client_id: 'm-1' }],
      ['/messages/marks', { read: ['a'] }],
    ])
    expect(await phone.database.messages.get('stored')).toEqual(message)
    expect(await states()).toEqual(['m-1 sent', 'm-2 sent'])
  })

  test('a photo follows its message, not the one of a stop', async () => {
    await queue('m-1', { kind: 'message', stop_id: undefined, body: { image_client_id: 'p-1' } })
    const picture = { id: 'p-1', route_id: 'route-a', state: 'waiting', bytes: new ArrayBuffer(4), type: 'image/jpeg' }
    await phone.database.pictures.add({ ...picture, created_at: 0 })
    const flush = await openTab()
    await flush('calls')
    await flush('pictures')
    expect(paths()).toEqual(['/messages', '/messages/image?client_id=p-1'])
  })

  test('a problem at a stop that has left the route is told without the stop', async () => {
    await queue('n-1', { kind: 'note', stop_id: 's', body: { kind: 'problem', stop_id: 's', comments: 'Dog' } })
    answer = ({ path, body }) => (path === '/note' && 'stop_id' in body! ? notFound : fine)
    const flush = await openTab()
    await flush()
    expect(sent.at(-1)!.body).toEqual({ kind: 'problem', comments: 'Dog', client_id: 'n-1' })
    expect(await states()).toEqual(['n-1 sent'])
  })

  test('marks that the service refuses are nothing for the driver to decide about', async () => {
    answer = () => ({ status: 400, body: { message: 'no', message_id: 'highway.validation.error.invalid_payload' } })
    await queue('m-2', { kind: 'marks', stop_id: undefined, body: { read: ['a'] } })
    const flush = await openTab()
    await flush()
    expect(await states()).toEqual([])
  })
})
