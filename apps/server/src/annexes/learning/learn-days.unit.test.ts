import { expect, test } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import { type DayPart, dayEffect } from '../../planning/modelling/pace/day-pace.ts'
import { type EstimateHabits, PLAIN_HABITS } from '../../planning/modelling/pace/pace.ts'
import type { DrivenRoute } from './arrival-leads.ts'
import { listDayParts } from './day-parts.ts'
import { learnDays, PastDays } from './learn-days.ts'
import { leadsOfDays, learnHabits } from './learn-habits.ts'

const minute = 60_000

interface Truth {
  days: number
  routes: number
  /** Factor of a day on all driving. */
  dayOf: (day: number) => number
  /** Extra factor on every leg in the first two hours of each day. */
  morning?: number
}

/** Ten minutes of driving and ten of work, fourteen times, from eight o'clock on. */
function drive(seed: number, { days, routes, dayOf, morning = 1 }: Truth): DrivenRoute[] {
  const random = createRandom(seed)
  const luck = (spread: number) => Math.exp(spread * (random() + random() + random() - 1.5) * 2)
  return Array.from({ length: days * routes }, (_, at): DrivenRoute => {
    const day = Math.floor(at / routes)
    const midnight = day * 1_440 * minute
    const begin = midnight + 480 * minute
    let now = begin
    const stops = Array.from({ length: 14 }, (_, stop) => {
      const rush = now < begin + 120 * minute ? morning : 1
      now += 10 * minute * dayOf(day) * rush * luck(0.12)
      const arrivedAt = now
      now += 10 * minute * luck(0.2)
      const plannedArrival = begin + (20 * stop + 10) * minute
      return { plannedArrival, plannedDeparture: plannedArrival + 10 * minute, arrivedAt, reportedAt: now }
    })
    return { routeId: `${at}`, day: `day ${day}`, midnight, plannedStart: begin, breaks: [], stops }
  })
}

const meanError = (routes: readonly DrivenRoute[], habits: EstimateHabits) => {
  const leads = leadsOfDays(routes, habits).filter(({ isStarted }) => isStarted)
  return leads.reduce((sum, { secondsLate }) => sum + Math.abs(secondsLate), 0) / leads.length
}

test('a wet day is known after an hour from all vans together, driving alone, and dry ones stay dry', () => {
  const wet = (day: number) => (day % 5 === 4 ? 1.25 : 1)
  const habits = learnDays(drive(1, { days: 10, routes: 12, dayOf: wet }))!
  const days = new PastDays(drive(2, { days: 10, routes: 12, dayOf: wet }), habits)
  const known = (day: number, minutes: number) => days.factorsAt(`day ${day}`, (day * 1_440 + 480 + minutes) * minute)
  expect(known(4, -10)).toEqual({ driving: 1, work: 1 })
  // Against a day in the mean, of which every fifth is wet.
  expect(known(4, 90).driving).toBeGreaterThan(1.14)
  expect(known(4, 90).driving).toBeLessThan(1.25)
  expect(known(4, 90).work).toBeLessThan(1.03)
  expect(known(2, 90).driving).toBeLessThan(0.99)
  expect(known(2, 90).driving).toBeGreaterThan(0.92)
})

test('one van says less than twelve, and one way of an hour is no day', () => {
  const usual = Array<number>(24).fill(0)
  const habits = { usual, ofParts: 0.02, ofRoutes: 0.002, ofDays: 0.003 }
  const part = (routeId: string, seconds: number): DayPart => ({
    routeId,
    kind: 'driving',
    endedAt: 0,
    hour: 9,
    plannedSeconds: 600,
    seconds,
  })
  const routes = Array.from({ length: 12 }, (_, at) => part(`${at}`, 720))
  const [alone, together] = [dayEffect(routes.slice(0, 1), habits), dayEffect(routes, habits)]
  expect(alone.factor).toBeLessThan(1.03)
  expect(together.factor).toBeGreaterThan(1.09)
  expect(together).toMatchObject({ parts: 12, routes: 12 })
  expect(
    dayEffect([...routes.map((route) => ({ ...route, seconds: 600 })), part('13', 1_700)], habits).factor,
  ).toBeLessThan(1.02)
  expect(dayEffect([], habits)).toEqual({ factor: 1, parts: 0, routes: 0 })
})

test('slow hours of every day are no slow day', () => {
  const truth = { days: 8, routes: 12, dayOf: () => 1, morning: 1.3 }
  const days = new PastDays(drive(4, truth), learnDays(drive(3, truth))!)
  expect(Math.abs(days.factorsAt('day 3', (3 * 1_440 + 570) * minute).driving - 1)).toBeLessThan(0.03)
})

test('estimates of wet days are nearer with it; where no day differs they are no worse', () => {
  const wet = { days: 10, routes: 12, dayOf: (day: number) => (day % 5 === 4 ? 1.25 : 1) }
  const [withDays, without] = [learnHabits(drive(5, wet))!, learnHabits(drive(5, wet), false)]
  expect(withDays.habits.days).toBeDefined()
  expect(without?.habits.days).toBeUndefined()
  expect(withDays.learned).toBeLessThan(0.9 * (without?.learned ?? withDays.given))
  let [followed, plain] = [0, 0]
  for (const seed of [6, 7, 8, 9, 10, 11]) {
    const dry = { days: 10, routes: 12, dayOf: () => 1 }
    const [known, held] = [drive(seed, dry), drive(seed + 100, dry)]
    followed += meanError(held, learnHabits(known)?.habits ?? PLAIN_HABITS)
    plain += meanError(held, learnHabits(known, false)?.habits ?? PLAIN_HABITS)
  }
  expect(followed).toBeLessThan(1.01 * plain)
})

test('ways with a break, a wait, an unknown end or another stop between them say nothing', () => {
  const [route] = drive(9, { days: 1, routes: 1, dayOf: () => 1 }) as [DrivenRoute]
  expect(listDayParts(route)).toHaveLength(27)
  const stops = route.stops.map((stop, at) => ({ ...stop, order: at + (at > 4 ? 1 : 0) }))
  expect(listDayParts({ ...route, stops })).toHaveLength(26)
  expect(listDayParts({ ...route, stops: stops.map((stop, at) => ({ ...stop, mayWait: at === 1 })) })).toHaveLength(24)
  const told = { from: route.stops[2]!.reportedAt! + 1_000, to: route.stops[2]!.reportedAt! + 2_000 }
  expect(listDayParts({ ...route, breaks: [{ planned: undefined, within: undefined, told }] })).toHaveLength(26)
  const unknown = route.stops.map((stop, at) => (at === 3 ? { ...stop, arrivedAt: undefined } : stop))
  expect(listDayParts({ ...route, stops: unknown })).toHaveLength(25)
})
