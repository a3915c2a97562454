import { expect, test } from 'vitest'
import { createExpectedEvents } from './soak-faults.ts'
import { judgeLevels, type Sample } from './soak-samples.ts'

function samples(count: number, change: (at: number) => Partial<Sample>): Sample[] {
  const still: Sample = {
    minute: 0,
    rss: 400,
    heapUsed: 80,
    external: 14,
    arrayBuffers: 2,
    handles: 100,
    sockets: 60,
    connections: 10,
    waitingForConnection: 0,
    jobsDue: 0,
    webhooksDue: 0,
    processorPercent: 20,
  }
  return Array.from({ length: count }, (_, at) => ({ ...still, ...change(at / count) }))
}

const growing = (all: readonly Sample[]) =>
  judgeLevels(all).flatMap(({ what, isFlat, isJudged }) => (isJudged && !isFlat ? [what] : []))

test('memory that rises while the service warms up, and then rests, is flat', () => {
  const warming = samples(80, (at) => ({ rss: 400 + 200 * Math.min(0.25, at) + ((at * 1_000) % 7) }))
  expect(judgeLevels(warming).length).toBeGreaterThan(0)
  expect(growing(warming)).toEqual([])
})

test('a heap that grows by a little every hour is not, and neither are handles or jobs that pile up', () => {
  expect(growing(samples(80, (at) => ({ heapUsed: 80 + 10 * at })))).toEqual(['heapUsed'])
  expect(growing(samples(80, (at) => ({ handles: 100 + 60 * at })))).toEqual(['handles'])
  expect(growing(samples(80, (at) => ({ jobsDue: 100 * at })))).toEqual(['jobsDue'])
})

test('a spike is no growth', () => {
  expect(growing(samples(80, (at) => ({ rss: at > 0.9 && at < 0.95 ? 900 : 400 })))).toEqual([])
})

test('too few samples are judged by nobody', () => {
  expect(judgeLevels(samples(7, () => ({})))).toEqual([])
})

test('an event that does not come within 120 s is overdue, once', () => {
  let now = 0
  const events = createExpectedEvents(() => now)
  events.expect('one')
  events.expect('two')
  now = 60_000
  events.arrive('one')
  events.arrive('one')
  now = 120_000
  expect(events.takeOverdue()).toEqual([])
  now = 120_001
  expect(events.takeOverdue()).toEqual(['two'])
  expect(events.takeOverdue()).toEqual([])
  expect(events).toMatchObject({ arrived: 1, longestMilliseconds: 60_000, missing: 0 })
})
