/** Renumbered problems: the same solutions in the caller's own numbers. */
import { describe, expect, test } from 'vitest'
import { listComplaints } from '../../test/sound.ts'
import { check } from '../check/check.ts'
import type { Problem } from '../problem.ts'
import { solve } from '../solve.ts'
import { Random } from './random.ts'
import { fromSpaceOrder, orderInSpace, toSpaceOrder } from './space-order.ts'

/** Stops in a plane, every second one the delivery of the one before; the last vehicle has pinned stops. */
function planeProblem(stopCount: number): Problem {
  const random = new Random(5)
  const places = Array.from({ length: stopCount + 1 }, () => [random.below(1000), random.below(1000)] as const)
  const size = places.length
  const meters = new Int32Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      meters[a * size + b] = Math.round(Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1]))
    }
  }
  const vehicle = { startLocation: 0, endLocation: 0, capacity: [10], cost: { perMeter: 1 } }
  return {
    locationCount: size,
    profiles: [{ seconds: meters, meters }],
    loadDimensions: 1,
    stops: Array.from({ length: stopCount }, (_, index) => ({
      location: index === 7 ? null : index + 1,
      serviceSeconds: 0,
      ...(index % 2 === 1 && index !== 7 ? { pickup: index - 1, delivered: [1] } : {}),
    })),
    vehicles: [...Array.from({ length: 20 }, () => vehicle), { ...vehicle, pinnedPrefix: [20, 21], pinned: [40, 41] }],
    options: {},
  }
}

describe('stops in spatial order', () => {
  test('are a permutation in which stops near each other in memory are near on the map', () => {
    const problem = planeProblem(400)
    const order = orderInSpace(problem)!
    expect([...order.originalOf].sort((a, b) => a - b)).toEqual(problem.stops.map((_, stop) => stop))
    for (const [place, stop] of order.originalOf.entries()) expect(order.placeOf[stop]).toBe(place)
    const meanLeg = (stops: readonly { location: number | null }[]): number => {
      let sum = 0
      for (let i = 1; i < stops.length; i++) {
        const from = stops[i - 1]!.location
        const to = stops[i]!.location
        if (from !== null && to !== null) sum += problem.profiles[0]!.meters[from * problem.locationCount + to]!
      }
      return sum / stops.length
    }
    expect(meanLeg(order.problem.stops)).toBeLessThan(0.3 * meanLeg(problem.stops))
  })

  test('keep pairs and pins together', () => {
    const problem = planeProblem(400)
    const { problem: ordered, originalOf, placeOf } = orderInSpace(problem)!
    ordered.stops.forEach((stop, place) => {
      const original = problem.stops[originalOf[place]!]!
      expect(stop.location).toBe(original.location)
      expect(stop.pickup).toBe(original.pickup === undefined ? undefined : placeOf[original.pickup])
    })
    expect(ordered.vehicles.at(-1)!.pinnedPrefix).toEqual([placeOf[20], placeOf[21]])
    expect(ordered.vehicles.at(-1)!.pinned).toEqual([placeOf[40], placeOf[41]])
  })

  test('are not worth it when there are few', () => {
    expect(orderInSpace(planeProblem(40))).toBeUndefined()
  })

  test('answer in the numbers of the question, and take up an earlier answer', () => {
    const problem = planeProblem(300)
    const { solution } = solve(problem, { iterations: 60 })
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.unassigned.map(({ stop }) => stop)).toContain(7)
    expect(solution.routes.at(-1)!.stops.slice(0, 2)).toEqual([20, 21])
    const again = solve(problem, { iterations: 0, initial: solution }).solution
    expect(check(problem, again)).toEqual([])
    expect(again.totalCost).toBe(solution.totalCost)
  })

  test('go there and back', () => {
    const problem = planeProblem(300)
    const order = orderInSpace(problem)!
    const { solution } = solve(problem, { iterations: 10 })
    const routes = solution.routes.map((route) => route.stops)
    const there = toSpaceOrder(order, routes)
    expect(there).not.toEqual(routes)
    expect(there.map((route) => route.map((place) => order.originalOf[place]!))).toEqual(routes)
    const moved = structuredClone(solution)
    moved.routes.forEach((route, index) => {
      route.stops = there[index]!
      for (const step of [...route.steps, ...route.violations]) {
        if (step.stop !== null) step.stop = order.placeOf[step.stop]!
      }
    })
    for (const entry of moved.unassigned) entry.stop = order.placeOf[entry.stop]!
    expect(fromSpaceOrder(order, moved)).toEqual(solution)
  })
})
