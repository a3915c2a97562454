import { expect, test } from 'vitest'
import type { KnownBreak } from './breaks-ahead.ts'
import { USUAL_DAY } from './day-pace.ts'
import { computeHabits, computeSlowness, getPace, PLAIN_HABITS } from './pace.ts'

const hour = 3_600
/** Planned and done, in hours of the day. */
const stop = (planned: number, done: number, worked = 0) => ({
  plannedDeparture: planned * hour,
  plannedWork: worked * hour,
  finishedAt: done * hour,
})
const lunch: KnownBreak = {
  planned: { from: 12 * hour, to: 12.5 * hour },
  order: 2,
  within: { start: 11 * hour, end: 14 * hour },
  begunAt: undefined,
  endedAt: undefined,
  isOver: false,
}

test('a pace is the time lost by planned second, and weighs the more the more is behind', () => {
  expect(getPace([], [], USUAL_DAY)).toBe(0)
  expect(getPace([stop(8, 9)], [], USUAL_DAY)).toBe(0)
  // Half an hour in two planned hours, against two hours that nobody has seen.
  expect(getPace([stop(8, 8), stop(10, 10.5)], [], USUAL_DAY)).toBeCloseTo(0.5 / 4)
  expect(getPace([stop(8, 8), stop(14, 15.5)], [], USUAL_DAY)).toBeCloseTo(1.5 / 8)
  expect(getPace([stop(8, 8), stop(10, 9.5)], [], USUAL_DAY)).toBeCloseTo(-0.5 / 4)
  // A late start is not a slow pace.
  expect(getPace([stop(8, 9), stop(10, 11)], [], USUAL_DAY)).toBe(0)
  // Another order than planned says nothing.
  expect(getPace([stop(10, 8), stop(8, 9)], [], USUAL_DAY)).toBe(0)
})

test('what the day makes of all routes is no slowness of one', () => {
  // Three hours of driving and one of work; a day on which driving takes a fifth longer.
  const day = { driving: 1.2, work: 1 }
  expect(getPace([stop(8, 8, 0), stop(12, 12.6, 1)], [], day)).toBeCloseTo(0)
  expect(getPace([stop(8, 8, 0), stop(12, 12, 1)], [], day)).toBeCloseTo(-0.6 / 6.6)
})

test('breaks are no slowness: planned ones, told ones, and those that a halt shows', () => {
  const told = { ...lunch, begunAt: 11 * hour, endedAt: 11.5 * hour, isOver: true }
  expect(getPace([stop(10, 10), stop(11.9, 12.4)], [told], USUAL_DAY)).toBeCloseTo(0)
  expect(getPace([stop(10, 10), stop(13, 12.5)], [lunch], USUAL_DAY)).toBeCloseTo(0)
  expect(getPace([stop(10, 10), stop(11.9, 12.4)], [lunch], USUAL_DAY)).toBeCloseTo(0)
  expect(getPace([stop(10, 10), stop(11.9, 12.15)], [lunch], USUAL_DAY)).toBeGreaterThan(0.05)
})

test('what is ahead follows the pace by as much as goes on, within bounds', () => {
  expect(computeSlowness(PLAIN_HABITS, 0.5)).toBe(1)
  expect(computeSlowness({ ...PLAIN_HABITS, pace: 0.5, bias: 0.02 }, 0.1)).toBeCloseTo(1.07)
  expect(computeSlowness({ ...PLAIN_HABITS, pace: 1.5 }, 3)).toBe(1.5)
  expect(computeSlowness({ ...PLAIN_HABITS, pace: 1.5 }, -3)).toBe(0.75)
})

test('a project that does not use what was learned of arrivals keeps its plan', () => {
  const habits = { bias: 0.1, pace: 0.4, break_delay: 600, given_error: 500, learned_error: 400 }
  expect(computeHabits({ habits })).toBe(PLAIN_HABITS)
  expect(computeHabits({ uses_windows: true })).toBe(PLAIN_HABITS)
  expect(computeHabits({ uses_windows: true, habits })).toEqual({ bias: 0.1, pace: 0.4, breakDelay: 600 })
})
