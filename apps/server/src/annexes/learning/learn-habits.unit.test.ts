import { expect, test } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import type { DrivenRoute } from './arrival-leads.ts'
import { learnHabits } from './learn-habits.ts'

const minute = 60_000
interface Truth {
  /** Factor of each route on the planned time. */
  slowness: () => number
  /** Minutes by which breaks begin later than planned; undefined: no breaks. */
  breakDelay?: number
}

/** Stops every twenty minutes; half an hour of break planned after the fourth, any time within the day. */
function drive(random: () => number, days: number, { slowness, breakDelay }: Truth): DrivenRoute[] {
  return Array.from({ length: days * 12 }, (_, at): DrivenRoute => {
    const own = slowness()
    const rest = { from: 80 * minute, to: 110 * minute }
    let told: { from: number; to: number } | undefined
    let now = 0
    const stops = Array.from({ length: 14 }, (_, stop) => {
      const plannedDeparture = (20 * (stop + 1) + (breakDelay !== undefined && stop >= 4 ? 30 : 0)) * minute
      if (breakDelay !== undefined && !told && now >= rest.from + breakDelay * minute) {
        told = { from: now, to: now + 30 * minute }
        now = told.to
      }
      now += own * 20 * minute + (random() - 0.5) * 2 * minute
      return { plannedArrival: plannedDeparture - minute, plannedDeparture, arrivedAt: now - minute, reportedAt: now }
    })
    const within = { start: 0, end: 1_000 * minute }
    const breaks = breakDelay === undefined ? [] : [{ planned: rest, within, told }]
    return { routeId: `${at}`, day: `day ${at % days}`, midnight: 0, plannedStart: 0, breaks, stops }
  })
}

test('where routes go on as they began, the pace is carried; where all are too slow alike, the plan is', () => {
  const random = createRandom(1)
  const differing = learnHabits(drive(random, 5, { slowness: () => 0.9 + 0.4 * random() }))!
  expect(differing.habits.pace).toBeGreaterThan(0.8)
  expect(differing.learned).toBeLessThan(0.7 * differing.given)
  const alike = learnHabits(drive(random, 5, { slowness: () => 1.1 }))!
  expect(alike.learned).toBeLessThan(0.2 * alike.given)
  expect(alike.habits.breakDelay).toBeUndefined()
})

test('what goes by luck alone is not carried', () => {
  const random = createRandom(2)
  const found = learnHabits(drive(random, 5, { slowness: () => 1 }))
  expect(Math.abs(found?.habits.bias ?? 0)).toBeLessThan(0.01)
  expect(found?.learned ?? 0).toBeLessThanOrEqual(found?.given ?? 0)
})

test('breaks begin when they do, not when they are planned', () => {
  const random = createRandom(3)
  const { habits, given, learned } = learnHabits(drive(random, 5, { slowness: () => 1, breakDelay: 60 }))!
  expect(habits.breakDelay).toBeGreaterThan(50 * 60)
  expect(habits.breakDelay).toBeLessThanOrEqual(80 * 60)
  expect(learned).toBeLessThan(0.8 * given)
})

test('a thin history says nothing', () => {
  const random = createRandom(4)
  const slow = { slowness: () => 1.3 }
  expect(learnHabits([])).toBeUndefined()
  expect(learnHabits(drive(random, 2, slow))).toBeUndefined()
  expect(learnHabits(drive(random, 5, slow).slice(0, 20))).toBeUndefined()
})
