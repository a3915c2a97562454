import { expect, test, vi } from 'vitest'
import { noteServerTime, rightTime } from './clock.ts'

vi.mock('./database.ts', () => ({ database: { settings: { put: async () => {}, get: async () => undefined } } }))

test('a phone that is right, or off by seconds, keeps its own time', () => {
  noteServerTime(new Date(Date.now() + 20_000).toISOString(), Date.now())
  expect(rightTime(1_000)).toBe(1_000)
})

test('a phone that runs an hour ahead tells the time of the service, and again its own once it was set right', () => {
  noteServerTime(new Date(Date.now() - 3_600_000).toISOString(), Date.now())
  expect(Math.abs(rightTime() - (Date.now() - 3_600_000))).toBeLessThan(2_000)
  noteServerTime(new Date().toISOString(), Date.now())
  expect(rightTime(5)).toBe(5)
})
