// The demo's day goes faster than the device's clock, from where the service last told it.
import type { Play } from '@routewright/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteTime, organizationNow } from './clock.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

const play = (now: number, state: Play['state'], speed: number) =>
  ({ now: new Date(now).toISOString(), state, speed }) as Play

test('a day that is played goes as many times faster, from the moment that was told', () => {
  noteTime(play(5_000_000, 'playing', 60))
  expect(organizationNow()).toBe(5_000_000)
  vi.advanceTimersByTime(2_000)
  expect(organizationNow()).toBe(5_120_000)
})

test('a day that does not play goes as fast as any', () => {
  noteTime(play(5_000_000, 'paused', 60))
  vi.advanceTimersByTime(2_000)
  expect(organizationNow()).toBe(5_002_000)
})
