// The usual cost of a stop from past days, and how it is mixed with what the stop adds now.
import { describe, expect, test } from 'vitest'
import type { Day } from './day-routes.ts'
import type { Insertion } from './insertion.ts'
import { expectationAt, type PastDays, PastDaysStore, slotCost } from './past-days.ts'

const place = { lat: 47, lng: 9 }
const near = { lat: 47.001, lng: 9, stops: 20, meters: 40_000 }
const past = (more: Partial<PastDays> = {}): PastDays => ({
  days: 2,
  routes: 4,
  stops: 20,
  places: [near],
  leads: [
    { hours: 10, stops: 12 },
    { hours: 100, stops: 8 },
  ],
  ...more,
})

/** A route that adds 3,000 to the day, at 10 m/s, counted in metres and driving seconds. */
const insertion = {
  addedCost: 3_000,
  route: { cost: { perTravelSecond: 1, perSecond: 0.1, perMeter: 0.01, perStop: 2, fixed: 3, toll: 5 } },
  modelled: { after: { meters: 50_000, travelSeconds: 5_000 }, stop: 0, problem: { stops: [{ serviceSeconds: 300 }] } },
} as unknown as Insertion
const dayWith = (stops: number) => ({ routes: [{ one: { stops: Array.from({ length: stops }) } }] }) as unknown as Day
/** 2,000 m in 200 s, the service, and a fifth of a vehicle. */
const usual = 200 + 0.1 * 500 + 0.01 * 2_000 + 2 + (8 * 2) / 10

describe('what is expected at a place', () => {
  test('is the share of the past stops nearest to it, and what of such a day is ordered later than now', () => {
    const far = { lat: 48, lng: 9, stops: 20, meters: 900_000 }
    const known = past({ stops: 40, places: [far, near] })
    expect(expectationAt(known, place, 48)).toEqual({ meters: 2_000, stops: 20, routes: 2, later: 6, days: 2 })
    expect(expectationAt(known, place, 200)!.later).toBe(10)
    expect(expectationAt(known, place, 5)!.later).toBe(0)
  })

  test('is nothing where too few days or stops are known, or all of them lay elsewhere', () => {
    expect(expectationAt(undefined, place, 48)).toBeUndefined()
    expect(expectationAt(past({ days: 1 }), place, 48)).toBeUndefined()
    expect(expectationAt(past({ stops: 7 }), place, 48)).toBeUndefined()
    expect(expectationAt(past(), { lat: 47.1, lng: 9 }, 48)).toBeUndefined()
  })
})

describe('the cost that is told', () => {
  const expectation = { meters: 2_000, stops: 10, routes: 2, later: 10, days: 2 }

  test('is the usual one as far as stops are still to come, else what is added now', () => {
    const { cost, madeOf } = slotCost(dayWith(3), insertion, expectation)
    expect(madeOf).toEqual({ now: 3_000, usual, stillToCome: 0.6, days: 2 })
    expect(cost).toBeCloseTo(0.6 * usual + 0.4 * 3_000)
  })

  test('is what is added now where that is no more than is usual: past days make nothing dearer', () => {
    const cheap = { ...insertion, addedCost: usual - 1 }
    expect(slotCost(dayWith(3), cheap, expectation)).toEqual({ cost: usual - 1 })
    expect(slotCost(dayWith(3), { ...insertion, addedCost: usual + 1 }, expectation).madeOf!.now).toBe(usual + 1)
  })

  test('counts no more later orders than usually come by then', () => {
    expect(slotCost(dayWith(3), insertion, { ...expectation, later: 1 }).madeOf!.stillToCome).toBeCloseTo(1 / 5)
  })

  test('is what is added now where nothing is known, nobody is to come, or the day is as full as usual', () => {
    expect(slotCost(dayWith(3), insertion, undefined)).toEqual({ cost: 3_000 })
    expect(slotCost(dayWith(3), insertion, { ...expectation, later: 0 })).toEqual({ cost: 3_000 })
    expect(slotCost(dayWith(9), insertion, expectation)).toEqual({ cost: 3_000 })
  })
})

test('what is remembered of past days is read again after an hour, also where there was nothing', () => {
  const store = new PastDaysStore()
  const now = new Date('2026-03-02T08:00:00Z')
  store.set('a', past(), now)
  store.set('b', undefined, now)
  expect(store.missing(['a', 'b', 'c'], now)).toEqual(['c'])
  expect(store.get('a')!.days).toBe(2)
  expect(store.missing(['a', 'b'], new Date('2026-03-02T09:00:00Z'))).toEqual(['a', 'b'])
})
