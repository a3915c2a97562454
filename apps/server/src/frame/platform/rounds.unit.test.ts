import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Rounds, startRounds } from './rounds.ts'
import type { Services } from './services.ts'

let rounds: Rounds
/** Seconds since the start at which rounds ran. */
let ran: number[]
let tellNews: () => void
let startedAt: number

beforeEach(async () => {
  vi.useFakeTimers()
  ran = []
  startedAt = Date.now()
  const listen: Services['database']['listener']['listen'] = async (_channel, onPayload, onResumed) => {
    tellNews = () => onPayload('')
    onResumed?.()
    return async () => {}
  }
  rounds = await startRounds({ database: { listener: { listen } } } as Services, {
    channel: 'news',
    pollMilliseconds: 1_000,
    failure: 'failed',
    runRound: async () => void ran.push((Date.now() - startedAt) / 1_000),
  })
})
afterEach(async () => {
  await rounds.stop()
  vi.useRealTimers()
})

test('without news rounds come ever more seldom, but at least every twenty seconds', async () => {
  await vi.advanceTimersByTimeAsync(80_000)
  expect(ran).toEqual([0, 1, 3, 7, 15, 31, 51, 71])
})

test('news brings a round at once, and the next ones soon', async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  ran = []
  tellNews()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(ran).toEqual([20, 21, 23, 27])
})

test('after the stop there is none', async () => {
  await rounds.stop()
  ran = []
  tellNews()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(ran).toEqual([])
})
