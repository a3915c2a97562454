// Areas: extra costs of stops by vehicle, and routes that keep to their areas.
import { expect, test } from 'vitest'
import { check } from '../check/check.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { solve } from '../solve.ts'
import { withAreas } from './areas.ts'
import { withFamiliarDrivers } from './familiar.ts'
import { priceWithoutWishes } from './wish-prices.ts'

/** Two villages an hour apart with the depot between them; in each, every other stop is due in the morning, the rest in the afternoon. */
function twoVillages(): Problem {
  const places = [[0, 0], ...Array.from({ length: 12 }, (_, at) => [at < 6 ? -1800 : 1800, 40 * (at % 6)])]
  const size = places.length
  const seconds = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      seconds[from * size + to] = Math.hypot(places[from]![0]! - places[to]![0]!, places[from]![1]! - places[to]![1]!)
    }
  }
  const stops = Array.from({ length: 12 }, (_, at): Stop => {
    const isEarly = at % 2 === 0
    return { location: at + 1, serviceSeconds: 60, windows: [isEarly ? [0, 6_000] : [12_000, 18_000]] }
  })
  const vehicles = [0, 1].map((): Vehicle => ({ startLocation: 0, endLocation: 0, cost: { perTravelSecond: 1 } }))
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 0,
    stops,
    vehicles,
    options: {},
  }
}

const west = [0, 1, 2, 3, 4, 5]
const east = [6, 7, 8, 9, 10, 11]
/** Each vehicle drives to both villages. */
const mixed = [
  [0, 2, 4, 6, 8, 10],
  [7, 9, 11, 1, 3, 5],
]

test('a stop costs nothing on the route of its area, and more than the border on every other', () => {
  const { stops } = withAreas(twoVillages(), mixed, 1)
  const owner = stops[0]!.costByVehicle!.indexOf(0)
  for (const stop of west) expect(stops[stop]!.costByVehicle![owner]).toBe(0)
  for (const stop of east) expect(stops[stop]!.costByVehicle![1 - owner]).toBe(0)
  // The villages are 3,600 s apart; six tenths of that are the cost of the border.
  for (const stop of west) expect(stops[stop]!.costByVehicle![1 - owner]).toBeGreaterThan(3_600 * 1.5)
})

test('the weight is a factor, what a stop costs already stays, and a vehicle without a route is at home nowhere', () => {
  const problem = twoVillages()
  problem.vehicles.push({ ...problem.vehicles[0]! })
  problem.stops[3]!.costByVehicle = [5, 5, 5]
  const [one, two] = [1, 2].map((weight) => withAreas(problem, mixed, weight).stops)
  for (const stop of [...west, ...east]) {
    const given = stop === 3 ? 5 : 0
    const [low, high] = [one, two].map((stops) => stops![stop]!.costByVehicle!.map((cost) => cost - given))
    expect(high).toEqual(low!.map((cost) => expect.closeTo(2 * cost, 6)))
    expect(low![2]).toBeGreaterThan(0)
  }
})

test('without weight, with one route, or with more routes than places nothing changes', () => {
  const problem = twoVillages()
  expect(withAreas(problem, mixed, 0)).toBe(problem)
  expect(withAreas(problem, [mixed.flat(), []], 1)).toBe(problem)
  const unplaced = { ...problem, stops: problem.stops.map((stop, at) => (at > 0 ? { ...stop, location: null } : stop)) }
  expect(withAreas(unplaced, mixed, 1)).toBe(unplaced)
})

test('the search follows: each vehicle keeps to its village, and the answer is sound', () => {
  const problem = withAreas(twoVillages(), mixed, 1)
  const { solution } = solve(problem, { iterations: 3_000, initial: mixed })
  expect(check(problem, solution)).toEqual([])
  expect(check(twoVillages(), priceWithoutWishes(twoVillages(), problem, solution))).toEqual([])
  const sorted = solution.routes.map(({ stops }) => [...stops].sort((a, b) => a - b))
  expect(sorted.sort((a, b) => a[0]! - b[0]!)).toEqual([west, east])
})

test('a stop goes to who knows its place, when the detour is worth it, and nobody pays where nobody knows it', () => {
  const problem = twoVillages()
  problem.stops[11]!.costByVehicle = [7, 0]
  // The first driver knows the east, the second the west, both know the last stop equally, and nobody knows the one before it.
  const knows = problem.stops.map((_, stop) => {
    if (stop === 10) return [0, 0]
    if (stop === 11) return [0.5, 0.5]
    return stop >= 6 ? [0.8, 0] : [0.2, 0.8]
  })
  const wished = withFamiliarDrivers(problem, knows, 600)
  const costs = wished.stops.map(({ costByVehicle }) => costByVehicle)
  // Both pay 1 per second of driving.
  expect(costs[0]).toEqual([expect.closeTo(360), 0])
  expect(costs[6]).toEqual([0, expect.closeTo(480)])
  expect(costs[10]).toBeUndefined()
  expect(costs[11]).toEqual([7, 0])
  const { solution } = solve(wished, { iterations: 3_000 })
  expect(check(wished, solution)).toEqual([])
  const priced = priceWithoutWishes(problem, wished, solution)
  expect(check(problem, priced)).toEqual([])
  const getVehicle = (stop: number) => solution.routes.findIndex(({ stops }) => stops.includes(stop))
  for (const stop of west) expect(getVehicle(stop)).toBe(1)
  for (const stop of [6, 7, 8, 9]) expect(getVehicle(stop)).toBe(0)
})

test('with no seconds, or a single vehicle, who knows what plays no part', () => {
  const problem = twoVillages()
  const knows = problem.stops.map(() => [1, 0])
  expect(withFamiliarDrivers(problem, knows, 0)).toBe(problem)
  const single = { ...problem, vehicles: problem.vehicles.slice(0, 1) }
  expect(withFamiliarDrivers(single, knows, 600)).toBe(single)
})
