// Routes that keep to areas of their own, searched in two parts.
import { check, type Problem, withAreas } from '@routewright/solver'
import { expect, test } from 'vitest'
import { solveInAreas } from './solve-in-areas.ts'

const count = 40

/** Stops over a square, half of them due at hours that have nothing to do with where they are. */
function scattered(): Problem {
  const places = Array.from({ length: count + 1 }, (_, at) => [(at * 617) % 1000, (at * 389) % 1000] as const)
  const size = places.length
  const seconds = Int32Array.from({ length: size * size }, (_, cell) => {
    const [from, to] = [places[Math.floor(cell / size)]!, places[cell % size]!]
    return Math.round(Math.hypot(from[0] - to[0], from[1] - to[1]))
  })
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 0,
    stops: Array.from({ length: count }, (_, at) => ({
      location: at + 1,
      serviceSeconds: 120,
      ...(at % 2 === 0 && { windows: [[((at * 7) % 5) * 1_500, ((at * 7) % 5) * 1_500 + 2_400] as const] }),
    })),
    vehicles: Array.from({ length: 5 }, () => ({
      startLocation: 0,
      endLocation: 0,
      shift: [0, 10_000] as const,
      maxServices: 11,
      cost: { perTravelSecond: 1, fixed: 50 },
    })),
    options: { maxWaitSeconds: 3_600 },
  }
}

/** Stops on routes of other areas than theirs. */
function strangers(problem: Problem, orders: readonly (readonly number[])[]): number {
  const { stops } = withAreas(problem, orders, 1)
  return orders.flatMap((order, v) => order.filter((stop) => stops[stop]!.costByVehicle![v]! > 0)).length
}

test('fewer stops lie outside of the area of their route, at the prices of the problem itself', async () => {
  const problem = scattered()
  const options = { iterations: 4_000, threads: 1, seed: 1 }
  const plain = await solveInAreas(problem, 0, options)
  const kept = await solveInAreas(problem, 1.2, options)
  const [before, after] = [plain, kept].map(({ solution }) => solution.routes.map(({ stops }) => stops))
  expect(strangers(problem, after!)).toBeLessThan(strangers(problem, before!))
  expect(kept.solution.unassigned).toEqual([])
  expect(check(problem, kept.solution)).toEqual([])
  expect(kept.solution.totalCost).toBeGreaterThan(plain.solution.totalCost)
})
