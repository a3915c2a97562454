import { expect, test } from 'vitest'
import type { RouteBreakValue } from '../../../data/values.ts'
import {
  type DoneSoFar,
  doneSoFar,
  type KnownBreak,
  knownBreaks,
  leftOfBreak,
  restAhead,
  restsInOrder,
} from './breaks-ahead.ts'

const minute = 60
const at = (hour: number, minutes = 0) => hour * 3_600 + minutes * minute
/** Half an hour at noon, as the plan has it before the fourth stop; anywhere between 11:30 and 13:30. */
const lunch: KnownBreak = {
  planned: { from: at(12), to: at(12, 30) },
  order: 3,
  within: { start: at(11, 30), end: at(13, 30) },
  begunAt: undefined,
  endedAt: undefined,
  isOver: false,
}
/** Stops planned every 20 minutes from 11:00 on, done this many minutes late. */
const done = (now: number, ...late: number[]): DoneSoFar => ({
  now,
  heading: late.length,
  next: undefined,
  finished: late.map((minutes, stop) => {
    const plannedDeparture = at(11, 20 * stop) + (stop > 2 ? 30 * minute : 0)
    return { plannedDeparture, plannedWork: 0, finishedAt: plannedDeparture + minutes * minute }
  }),
})

test('a break by the clock that nobody began is whole until the end of its time', () => {
  expect(leftOfBreak(lunch, done(at(11, 50), 0, 0, 5))).toEqual({
    seconds: 30 * minute,
    order: 3,
    first: 4,
    from: at(11, 30),
    until: at(13),
  })
  expect(leftOfBreak(lunch, done(at(13, 30), 0, 0, 5))).toBeUndefined()
})

test('a break that runs has its rest before the next stop, and one that is over nothing', () => {
  const running = { ...lunch, begunAt: at(11, 40) }
  expect(leftOfBreak(running, done(at(11, 50)))).toMatchObject({ seconds: 20 * minute, order: 0 })
  expect(leftOfBreak(running, done(at(12, 15)))).toBeUndefined()
  expect(leftOfBreak({ ...running, isOver: true }, done(at(11, 50)))).toBeUndefined()
})

test('a halt as long as two thirds of it was the break, though nobody told', () => {
  expect(leftOfBreak(lunch, done(at(12), 0, 0, 15))).toMatchObject({ seconds: 30 * minute })
  // The last stop is planned after the break: on time there means that the break was taken.
  expect(leftOfBreak(lunch, done(at(12, 30), 0, 0, 0, 0))).toBeUndefined()
  expect(leftOfBreak(lunch, done(at(12, 30), 0, 0, 0, -20))).toMatchObject({ seconds: 30 * minute })
  // Early: between the second and the third stop.
  expect(leftOfBreak(lunch, done(at(12, 10), 0, 0, 25))).toBeUndefined()
})

test('a halt outside of its time, or one that was caught up at once, is none', () => {
  const morning = { ...lunch, within: { start: at(12), end: at(13, 30) } }
  expect(leftOfBreak(morning, done(at(12, 5), 0, 30, 30))).toMatchObject({ seconds: 30 * minute })
  expect(leftOfBreak(lunch, done(at(12, 10), 0, 30, 0))).toMatchObject({ seconds: 30 * minute })
})

test('who is away from his stops for longer than planned has as much less before him', () => {
  const waiting = (now: number) => ({ ...done(now, 0, 0), next: at(11, 40) })
  expect(leftOfBreak(lunch, waiting(at(11, 35)))).toMatchObject({ seconds: 30 * minute })
  expect(leftOfBreak(lunch, waiting(at(11, 52)))).toMatchObject({ seconds: 18 * minute })
  expect(leftOfBreak(lunch, waiting(at(12, 15)))).toBeUndefined()
})

test('it comes at its place, not before its time, and wherever the driver is when its time ends; each once', () => {
  const ahead = [leftOfBreak(lunch, done(at(11)))!]
  const onTime = restsInOrder(ahead)
  expect([onTime(2, at(11, 50)), onTime(3, at(12)), onTime(4, at(12, 40))]).toEqual([0, 30 * minute, 0])
  const early = restsInOrder(ahead)
  expect([early(3, at(11, 10)), early(4, at(11, 29)), early(5, at(11, 40))]).toEqual([0, 0, 30 * minute])
  const late = restsInOrder(ahead)
  expect([late(1, at(12, 55)), late(2, at(13, 1))]).toEqual([0, 30 * minute])
  // Nobody reported its beginning: the driver is on the way to stop 3.
  const heading = restsInOrder([leftOfBreak(lunch, done(at(12), 0, 0, 0))!])
  expect([heading(3, at(12)), heading(4, at(12, 10))]).toEqual([0, 30 * minute])
})

test('where breaks begin later than planned it is placed by the clock, within its time', () => {
  const delayed = (minutes: number) => leftOfBreak(lunch, done(at(11)), minutes * minute)
  expect(delayed(45)).toMatchObject({ order: 0, from: at(12, 45), until: at(13) })
  expect(delayed(90)).toMatchObject({ from: at(13) })
  expect(delayed(-60)).toMatchObject({ from: at(11, 30) })
  const rests = restsInOrder([delayed(45)!])
  expect([rests(3, at(12)), rests(4, at(12, 40)), rests(5, at(12, 50))]).toEqual([0, 0, 30 * minute])
})

test('an estimate is told to lie before a break that is ahead, behind it, or without one', () => {
  const computeRest = (estimate: number, now: number, delay?: number) => restAhead([lunch], estimate, now, delay)
  expect([computeRest(at(12, 10), at(11)), computeRest(at(12, 30), at(11))]).toEqual(['later', 'before'])
  expect(computeRest(at(12, 30), at(11), 30 * minute)).toBe('later')
  expect(computeRest(at(14), at(13, 30))).toBe('none')
  expect(restAhead([{ ...lunch, begunAt: at(11, 40) }], at(13), at(11, 50))).toBe('none')
  expect(restAhead([{ ...lunch, within: undefined }], at(13), at(11, 50))).toBe('none')
})

test('a break of the law comes at its place whatever the clock says', () => {
  const left = leftOfBreak({ ...lunch, within: undefined }, done(at(15)))!
  expect(left.seconds).toBe(30 * minute)
  expect(restsInOrder([left])(3, at(8))).toBe(30 * minute)
})

test('the breaks of a route are read from its list, an older one from its only break', () => {
  const planned = { is_completed: false, planned_start_time: at(12), planned_end_time: at(12, 30), order: 3 }
  const vehicle = { break: { start: at(11), end: at(14), duration: 1_800 } }
  const breaks: RouteBreakValue[] = [{ ...planned, reason: 'clock' }]
  const computeSeconds = (moment: Date) => moment.getTime() / 1_000
  const breaksAhead = (route: Parameters<typeof knownBreaks>[0], now: number) =>
    knownBreaks(route, computeSeconds).flatMap((pause) => leftOfBreak(pause, doneSoFar([], now, computeSeconds)) ?? [])
  const known = breaksAhead({ breaks, break_stop: planned, vehicle }, at(10))
  expect(known).toEqual([{ seconds: 1_800, order: 3, first: 1, from: at(11), until: at(13, 30) }])
  expect(breaksAhead({ breaks: [], break_stop: planned, vehicle }, at(10))).toEqual(known)
  const begun = { ...planned, real_start_time: new Date(at(11, 50) * 1_000).toISOString() }
  expect(breaksAhead({ breaks: [], break_stop: begun, vehicle }, at(12))).toMatchObject([{ seconds: 20 * minute }])
  expect(breaksAhead({ breaks: [], break_stop: null, vehicle }, at(10))).toEqual([])
})
