import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

const flushed = vi.hoisted(() => ({ names: [] as string[], answer: {} as { next_at?: number; why?: string } }))
vi.mock('./send.ts', () => ({
  OUTBOX: 'outbox',
  laneNames: ['calls', 'pictures'],
  flush: async (name: string) => {
    flushed.names.push(name)
    return name === 'calls' ? flushed.answer : {}
  },
}))
vi.mock('../store/database.ts', () => ({ database: {} }))
vi.resetModules()
afterAll(() => void vi.resetModules())

/** Moments at which reports were sent, in milliseconds since the page began. */
let sentAt: number[]
let begun: number

async function begin(answer: { next_at?: number; why?: string }): Promise<void> {
  flushed.answer = answer
  const { startFlushing } = await import('./flushing.ts')
  startFlushing()
  await pass(0)
}

/** Advances the clock, and notes when reports were sent. */
async function pass(milliseconds: number): Promise<void> {
  for (let at = 0; at <= milliseconds; at += 100) {
    await vi.advanceTimersByTimeAsync(at === 0 ? 1 : 100)
    for (const name of flushed.names.splice(0)) if (name === 'calls') sentAt.push(Date.now() - begun)
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.resetModules()
  begun = Date.now()
  sentAt = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is due later is sent then, not before', async () => {
  await begin({ next_at: Date.now() + 20_000, why: 'busy' })
  await pass(19_000)
  expect(sentAt).toHaveLength(1)
  flushed.answer = { next_at: Date.now() + 50_000, why: 'busy' }
  await pass(3_000)
  expect(sentAt).toHaveLength(2)
  expect(sentAt[1]).toBeGreaterThanOrEqual(20_000)
})

test('a pause of a minute is waited for; one that a clock set back made longer is not', async () => {
  await begin({ next_at: Date.now() + 60_000, why: 'busy' })
  await pass(2_000)
  expect(sentAt).toHaveLength(1)
  vi.setSystemTime(Date.now() - 3_600_000)
  await pass(2_000)
  expect(sentAt.length).toBeGreaterThan(1)
})

test('without news the queue is looked at each half minute', async () => {
  await begin({})
  await pass(29_000)
  expect(sentAt).toHaveLength(1)
  await pass(3_000)
  expect(sentAt).toHaveLength(2)
})

test('a lane that is busy is what the page says, until it is well again', async () => {
  await begin({ next_at: Date.now() + 5_000, why: 'busy' })
  const { readConnection } = await import('./flushing.ts')
  expect(readConnection()).toBe('busy')
  flushed.answer = {}
  await pass(6_000)
  expect(readConnection()).toBe('fine')
})

test('what may be taken back wakes nothing before its time is over, and goes then', async () => {
  await begin({})
  await pass(1_000)
  const { requestFlushAt } = await import('./flushing.ts')
  const over = Date.now() + 10_000
  requestFlushAt(over)
  await pass(9_000)
  expect(sentAt).toHaveLength(1)
  await pass(3_000)
  expect(sentAt).toHaveLength(2)
  expect(begun + Number(sentAt[1])).toBeGreaterThanOrEqual(over)
})
