import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./database.ts', () => ({ database: { settings: { put: async () => {}, get: async () => undefined } } }))

// Files share a process: another one may have loaded it with the phone's own database, and the next one shall not get this one's.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { noteServerTime, rightTime } = await import('./clock.ts')

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-03-02T08:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

test('a phone that is right, or off by seconds, keeps its own time', () => {
  noteServerTime(new Date(Date.now() + 20_000).toISOString(), Date.now())
  expect(rightTime(1_000)).toBe(1_000)
})

test('a phone that runs an hour ahead tells the time of the service, and again its own once it was set right', () => {
  noteServerTime(new Date(Date.now() - 3_600_000).toISOString(), Date.now())
  expect(rightTime()).toBe(Date.parse('2026-03-02T07:00:00.000Z'))
  noteServerTime(new Date().toISOString(), Date.now())
  expect(rightTime(5)).toBe(5)
})
