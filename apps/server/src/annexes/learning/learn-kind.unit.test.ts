// Results of learnDays where the truth is known exactly: parts, routes and days that differ by chosen amounts.
import { expect, test } from 'vitest'
import { type DayPart, USUAL_DAY } from '../../planning/modelling/pace/day-pace.ts'
import type { DrivenRoute } from './arrival-leads.ts'
import { computeEffects, getFactors, LOOK_MILLISECONDS, learnKind, PastDays } from './learn-days.ts'

type DatedPart = DayPart & { day: string }

/** A way of ten minutes that took `effect` longer, as a logarithm. */
function getPart(day: number, route: number, hour: number, effect: number): DatedPart {
  const names = { day: `day ${day}`, routeId: `${day}-${route}`, kind: 'driving' as const }
  return { ...names, endedAt: 0, hour, plannedSeconds: 600, seconds: 600 * Math.exp(effect) }
}

/** Plus and minus by turns, so that an even number of them has no mean. */
const turn = (index: number) => (index % 2 === 0 ? 1 : -1)

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Minus, nothing and plus by turns: a third of them is the middle. */
const third = (index: number) => (index % 3) - 1

/** Days, routes and parts that differ by plus, nothing and minus these logarithms. */
function differing(
  counts: { days: number; routes: number; parts: number },
  by: { day: number; route: number; part: number },
) {
  return range(counts.days).flatMap((day) =>
    range(counts.routes).flatMap((route) =>
      range(counts.parts).map((part) =>
        getPart(day, route, 9, third(day) * by.day + third(route) * by.route + third(part) * by.part),
      ),
    ),
  )
}

test('what parts, routes and days differ is told apart, each less the chance of the finer one', () => {
  // So near together that none counts as an outlier.
  const found = learnKind(differing({ days: 6, routes: 6, parts: 30 }, { day: 0.1, route: 0.04, part: 0.15 }))!
  // Two thirds of them differ; the variance of a sample is divided by one less than there are.
  const ofParts = (0.15 ** 2 * 20) / 29
  const ofRoutes = (0.04 ** 2 * 4) / 5 - ofParts / 30
  const ofDays = (0.1 ** 2 * 4) / 5 - (ofRoutes + ofParts / 30) / 6
  expect(found.ofParts).toBeCloseTo(ofParts, 8)
  expect(found.ofRoutes).toBeCloseTo(ofRoutes, 8)
  expect(found.ofDays).toBeCloseTo(ofDays, 8)
  expect(found.usual).toHaveLength(24)
  for (const usual of found.usual) expect(usual).toBeCloseTo(0, 8)
})

test('where nothing differs, parts and routes keep a least variance and days have none', () => {
  const found = learnKind(differing({ days: 4, routes: 6, parts: 10 }, { day: 0, route: 0, part: 0 }))!
  expect(found).toMatchObject({ ofParts: 1e-4, ofRoutes: 1e-4, ofDays: 0 })
})

test('what is usual of an hour is found, the surer the more of it was seen; an hour never seen is as all are', () => {
  const seen = (parts: number) =>
    range(4).flatMap((day) =>
      range(2 * parts).map((part) => getPart(day, part >> 1, 8 + (part % 2), turn(part) * 0.1 + 0.02)),
    )
  const [seldom, often] = [learnKind(seen(20))!, learnKind(seen(200))!]
  // With 80 parts, in four passes: 30 weigh for the prior.
  expect(seldom.usual[8]).toBeCloseTo(0.02 + 0.1 * (1 - (30 / 110) ** 4), 6)
  expect(often.usual[8]).toBeCloseTo(0.12, 5)
  expect(often.usual[9]).toBeCloseTo(-0.08, 5)
  expect(often.usual[15]).toBeCloseTo(0.02, 5)
})

test('two days, or fewer than a hundred parts, say nothing of how days differ', () => {
  const none = { day: 0, route: 0, part: 0 }
  expect(learnKind(differing({ days: 3, routes: 2, parts: 17 }, none))).toBeDefined()
  expect(learnKind(differing({ days: 2, routes: 6, parts: 17 }, none))).toBeUndefined()
  expect(learnKind(differing({ days: 4, routes: 5, parts: 5 }, none))).toBeDefined()
  expect(learnKind(differing({ days: 3, routes: 3, parts: 11 }, none))).toBeUndefined()
})

const habits = { usual: Array<number>(24).fill(0), ofParts: 0.02, ofRoutes: 0.002, ofDays: 0.003 }

test('a day has factors as soon as a part of either kind is known', () => {
  const slow = { factor: 1.2, parts: 1, routes: 1 }
  const none = { factor: 1, parts: 0, routes: 0 }
  expect(getFactors({ driving: none, work: none })).toBe(USUAL_DAY)
  expect(getFactors({ driving: slow, work: { ...slow, factor: 0.9 } })).toEqual({ driving: 1.2, work: 0.9 })
  expect(getFactors({ driving: none, work: slow })).toEqual({ driving: 1, work: 1.2 })
})

test('a kind without habits changes nothing, whatever was seen of it', () => {
  const parts = [getPart(0, 0, 9, 0.3), { ...getPart(0, 0, 9, 0.3), kind: 'work' as const }]
  const { driving, work } = computeEffects(parts, { work: habits })
  expect(driving).toEqual({ factor: 1, parts: 0, routes: 0 })
  expect(work).toMatchObject({ parts: 1, routes: 1 })
})

test('the service looks every five minutes at what ended by then', () => {
  const look = 100 * LOOK_MILLISECONDS
  const minutes = (count: number) => look + count * 60_000
  const stop = (plannedArrival: number, arrivedAt: number) => {
    return { plannedArrival, plannedDeparture: plannedArrival + 600_000, arrivedAt, reportedAt: arrivedAt + 600_000 }
  }
  // The first work ends at the look, the way after it two minutes later than planned.
  const stops = [stop(minutes(-10), minutes(-10)), stop(minutes(10), minutes(12))]
  const route: DrivenRoute = { routeId: 'r', day: 'd', midnight: 0, plannedStart: minutes(-20), breaks: [], stops }
  const days = new PastDays([route], { driving: habits, work: habits })
  const drivingAt = (moment: number) => days.factorsAt('d', moment).driving
  expect(days.factorsAt('d', look - 1)).toBe(USUAL_DAY)
  expect(days.factorsAt('d', look)).toEqual({ driving: 1, work: expect.closeTo(1) })
  expect(days.factorsAt('d', look)).not.toBe(USUAL_DAY)
  expect(drivingAt(minutes(14))).toBe(1)
  expect(drivingAt(minutes(15))).toBeGreaterThan(1.01)
  expect(days.factorsAt('another day', minutes(60))).toBe(USUAL_DAY)
})
