// Keeping what was planned: extra costs of stops by vehicle, and fewer changes of the plan because of them.
import { expect, test } from 'vitest'
import { makeRichDay } from '../../bench/rich-day.ts'
import { check } from '../check/check.ts'
import { solve } from '../solve.ts'
import { withKeptVehicles } from './kept-vehicles.ts'
import { priceWithoutWishes } from './wish-prices.ts'

const iterations = 3_000

test('a stop pays on every vehicle but its own; one that is on none pays nowhere', () => {
  const problem = makeRichDay(6, 3, 'plain')
  const kept = withKeptVehicles(problem, [0, 1, 2, undefined, 0, 1], 600)
  const prices = kept.stops.map(({ costByVehicle = [] }) => costByVehicle)
  expect(prices[0]![0]).toBe(0)
  expect(prices[0]![1]).toBeGreaterThan(0)
  expect(new Set([prices[0]![1], prices[1]![0], prices[2]![0]]).size).toBe(1)
  expect(prices[3]).toEqual([])
  expect(withKeptVehicles(problem, [0, 1, 2, 0, 1, 2], 0)).toBe(problem)
})

test('after a new stop, more stops keep their vehicle the more it is worth, and the costs are the true ones', () => {
  const problem = makeRichDay(60, 6, 'plain', 3)
  const before = solve({ ...problem, stops: problem.stops.slice(0, 59) }, { seed: 1, iterations }).solution
  const present: (number | undefined)[] = problem.stops.map(
    (_, stop) => before.routes.find(({ stops }) => stops.includes(stop))?.vehicle,
  )
  const movedAt = (seconds: number) => {
    const wished = withKeptVehicles(problem, present, seconds)
    const { solution } = solve(wished, { seed: 2, iterations })
    const priced = priceWithoutWishes(problem, wished, solution)
    expect(check(problem, priced)).toEqual([])
    const placed = priced.routes.flatMap(({ vehicle, stops }) => stops.map((stop) => [stop, vehicle] as const))
    return placed.filter(([stop, vehicle]) => present[stop] !== undefined && present[stop] !== vehicle).length
  }
  const [free, some, most] = [0, 300, 1_200].map(movedAt) as [number, number, number]
  expect(free).toBeGreaterThan(some)
  expect(some).toBeGreaterThanOrEqual(most)
  expect(most).toBeLessThanOrEqual(3)
})
