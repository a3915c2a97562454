// The phone's time relative to the service's: queued calls are sent with the moment at which they were made, whatever the clock showed.
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryDatabase } from '../../test/memory-database.ts'
import type { QueuedItem } from './database.ts'

type MemoryDatabase = ReturnType<typeof createMemoryDatabase>
const phone = vi.hoisted(() => ({ database: undefined as unknown as MemoryDatabase }))
vi.mock('./database.ts', () => ({
  get database() {
    return phone.database
  },
}))
// Files share a process: the next one shall not get this one's database.
afterAll(() => void vi.resetModules())

const eight = Date.parse('2026-03-02T08:00:00.000Z')
const hour = 3_600_000
type Clock = typeof import('./clock.ts')
let clock: Clock

/** A page, or the worker, begins. */
async function openPage(): Promise<void> {
  vi.resetModules()
  clock = await import('./clock.ts')
  await clock.recallClock()
}

beforeEach(async () => {
  vi.useFakeTimers({ now: eight, toFake: ['Date', 'performance'] })
  phone.database = createMemoryDatabase()
  await openPage()
})
afterEach(() => void vi.useRealTimers())

/** The service responds at once; its time is this many milliseconds after eight. */
const answer = (passed: number) => clock.noteServerTime(new Date(eight + passed).toISOString(), clock.markNow())
let seq = 0
const report = (): QueuedItem => ({
  seq: ++seq,
  id: `${seq}`,
  kind: 'report',
  route_id: 'route',
  state: 'sending',
  created_at: 0,
  send_after: 0,
  attempts: 0,
  body: { type: 'service_report_completed', created_at: 'wrong' },
  mark: clock.markNow(),
})
async function getMoment(item: QueuedItem) {
  const { body } = (await clock.withTrueMoment(item)) as QueuedItem & { kind: 'report' }
  return { at: Date.parse(body.created_at!) - eight, within: body.moment_within! }
}

test('a phone that was never told the time keeps its own', () => {
  expect(clock.rightTime()).toBe(eight)
  expect(clock.serverTimeNow()).toBeUndefined()
})

test('a phone that runs an hour ahead tells the time of the service, and still does when its clock is set right', () => {
  answer(-hour)
  expect(clock.rightTime()).toBe(eight - hour)
  vi.setSystemTime(eight - hour)
  expect(Math.abs(clock.rightTime() - (eight - hour))).toBeLessThan(5)
})

test('what was done while the clock was three hours wrong is sent as it was, once the clock is mended', async () => {
  answer(0)
  vi.advanceTimersByTime(600_000)
  vi.setSystemTime(eight + 600_000 - 3 * hour)
  const done = report()
  vi.advanceTimersByTime(300_000)
  vi.setSystemTime(eight + 900_000)
  answer(900_000)
  const { at, within } = await getMoment(done)
  expect(Math.abs(at - 600_000)).toBeLessThan(1_000)
  expect(within).toBeLessThanOrEqual(5)
})

test('what is done later is not told to happen earlier, and nothing in the future', async () => {
  answer(0)
  const first = report()
  vi.advanceTimersByTime(60_000)
  const second = report()
  answer(60_000)
  const moments = [await getMoment(first), await getMoment(second)]
  expect(moments[0]!.at).toBeLessThanOrEqual(moments[1]!.at)
  expect(moments[1]!.at).toBeLessThanOrEqual(60_000)
})

test('a page that was closed without an answer says how little it knows', async () => {
  answer(0)
  await vi.waitFor(async () => expect(await phone.database.settings.get('clock_anchors')).toBeDefined())
  vi.advanceTimersByTime(hour)
  await openPage()
  const offline = report()
  vi.advanceTimersByTime(hour)
  await openPage()
  answer(2 * hour)
  const { at, within } = await getMoment(offline)
  expect(Math.abs(at - hour)).toBeLessThan(1_000)
  expect(within).toBeGreaterThanOrEqual(3_600)
})

test('a phone that is right sends what it noted, and keeps what it sent', async () => {
  answer(300)
  const own = new Date(clock.rightTime() - 200).toISOString()
  const item = report()
  await phone.database.outbox.add({ ...item, seq: undefined })
  vi.advanceTimersByTime(1_000)
  const body = { type: 'service_report_completed' as const, created_at: own }
  const sent = await clock.withTrueMoment({ ...item, kind: 'report', body, seq: 1 })
  expect(sent.body).toMatchObject({ created_at: own })
  expect(await phone.database.outbox.get(1)).toMatchObject({ body: { created_at: own } })
})

test('the time at a stop is that between the two moments as they are sent, whatever the clock showed when they were noted', async () => {
  answer(0)
  const arrived = clock.markNow()
  vi.advanceTimersByTime(300_000)
  // The clock is set three hours ahead while the driver is at the door.
  vi.setSystemTime(eight + 300_000 + 3 * hour)
  const item = { ...report(), arrived }
  answer(300_000)
  const { body } = (await clock.withTrueMoment(item)) as QueuedItem & { kind: 'report' }
  expect(body.time_in_stop).toBe(300)
})

test('every call that tells a moment tells how sure it is', async () => {
  answer(0)
  const calls = [
    ...[{ kind: 'start' }, { kind: 'arrive' }, { kind: 'break' }, { kind: 'charging' }, { kind: 'return' }],
    ...[
      { kind: 'note' },
      { kind: 'message' },
      { kind: 'marks' },
      { kind: 'amend' },
      { kind: 'scan' },
      { kind: 'report' },
    ],
  ].map((call) => ({ ...report(), ...call, body: {} }) as QueuedItem)
  answer(0)
  const sent = await Promise.all(calls.map((call) => clock.withTrueMoment(call)))
  expect(sent.map(({ body }) => (body as { moment_within?: number }).moment_within)).toEqual(
    calls.map(() => expect.any(Number)),
  )
})

test('a fix of the last minute is as old as its clock says; an older one, or one of the future, counts as now', () => {
  vi.advanceTimersByTime(100_000)
  const now = clock.markNow()
  const age = (milliseconds: number) => now.steady - clock.markOfFix(now.wall - milliseconds).steady
  expect([0, 1, 59_999, 60_000, -1].map(age)).toEqual([0, 1, 59_999, 0, 0])
  expect(clock.markOfFix(now.wall - 5).wall).toBe(now.wall - 5)
})

test('an answer that says no more than the last one is not noted; a surer or a later one is', () => {
  const learn = (passed: number, took: number) => {
    const asked = clock.markNow()
    vi.advanceTimersByTime(took)
    clock.noteServerTime(new Date(eight + passed).toISOString(), asked)
    return clock.rightTime() - Date.now()
  }
  expect(learn(1_000, 200)).toBe(900)
  // Equally unsure, and soon after the last one.
  expect(learn(9_000, 200)).toBe(900)
  expect(learn(1_400, 100)).toBe(950)
})

test('text that is no moment is no time', () => {
  clock.noteServerTime(null, clock.markNow())
  clock.noteServerTime('a proxy', clock.markNow())
  expect(clock.serverTimeNow()).toBeUndefined()
})

/** `at`: milliseconds since 1970, by the phone's clock. */
const recordPosition = (at: number) =>
  phone.database.positions.add({
    route_id: 'route',
    lat: 47,
    lng: 9,
    recorded_at: new Date(at).toISOString(),
    mark: clock.markNow(),
  })
const sendPositions = async () => clock.withTrueMoments((await phone.database.positions.toArray()) as never)

test('a position that is sent again has the moment that it was first sent with, however the clock ran', async () => {
  answer(0)
  // The phone's clock is a little slow, and then an hour wrong.
  vi.advanceTimersByTime(60_000)
  await recordPosition(eight + 59_000)
  vi.setSystemTime(eight + 60_000 + hour)
  const asked = clock.markNow()
  vi.advanceTimersByTime(4_000)
  clock.noteServerTime(new Date(eight + 61_300).toISOString(), asked)
  await recordPosition(eight + 64_000 + hour)
  const first = await sendPositions()
  expect(first.map(({ recorded_at }) => Date.parse(recorded_at) - eight)).toEqual([59_000, 61_300])
  // Before they are sent again, because the response was lost, a quicker one tells the time better.
  vi.advanceTimersByTime(30_000)
  answer(94_000)
  expect(await sendPositions()).toEqual(first)
})

test('before the service told its time, no moment of a position is settled', async () => {
  await recordPosition(eight)
  expect(await sendPositions()).toMatchObject([{ recorded_at: new Date(eight).toISOString() }])
  vi.advanceTimersByTime(1_000)
  answer(1_000 + hour)
  expect(await sendPositions()).toMatchObject([{ recorded_at: new Date(eight + hour).toISOString() }])
})
