/**
 * Simulated plans: without spread the times of the plan, with more spread never calmer, fair between plans, and correct where a formula is
 * known.
 */

import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { addHours } from '../../test/random-hours.ts'
import { makeRandomProblem } from '../../test/random-problem.ts'
import { evaluate } from '../answer/explain.ts'
import type { Problem } from '../problem.ts'
import type { Route } from '../solution.ts'
import { solve } from '../solve.ts'
import type { Spreads } from '../spreads.ts'
import { playPlan } from './play.ts'

const calm: Spreads = { travel: { day: 0, route: 0, leg: 0 }, service: { route: 0, stop: 0 } }
const seeds = Array.from({ length: 15 }, (_, index) => index + 1)

function richProblem(seed: number, byHour: boolean): Problem {
  const problem = makeRandomProblem(50_000 + seed, { leastStops: 5, mostStops: 40, kind: 'rich' })
  return byHour ? addHours(problem, seed) : problem
}

/** All spreads multiplied by a number. */
function spreadsTimes(scale: number): Spreads {
  return {
    travel: { day: 0.1 * scale, route: 0.08 * scale, leg: 0.2 * scale },
    service: { route: 0.1 * scale, stop: 0.4 * scale },
  }
}

describe('without spread every day is the plan', () => {
  test.each([
    ['rich days', false],
    ['rich days whose ways take longer at some hours', true],
  ])('%s', (_, byHour) => {
    for (const seed of seeds) {
      const problem = richProblem(seed, byHour)
      const { routes } = solve(problem, { seed, iterations: 60 }).solution
      const played = playPlan(problem, routes, calm, { days: 2 })
      const planned = routes.filter(({ stops }) => stops.length > 0)
      for (const [index, route] of planned.entries()) expectAsPlanned(played.routes[index]!, route)
      expect(played.lateStops).toBe(getLateStops(routes))
    }
  })
})

function expectAsPlanned(played: ReturnType<typeof playPlan>['routes'][number], route: Route): void {
  const planned = route.steps.flatMap((step) => (step.kind === 'stop' ? step.startSeconds : []))
  for (const quantile of ['p10', 'p50', 'p90'] as const) {
    const begins = played.stops.map((stop) => stop.begins[quantile])
    for (const [at, begin] of begins.entries()) expect(begin).toBeCloseTo(planned[at]!, 6)
    expect(played.ends[quantile]).toBeCloseTo(route.endSeconds, 6)
  }
}

function getLateStops(routes: readonly Route[]): number {
  return routes.reduce((sum, { steps }) => sum + steps.filter(({ lateSeconds }) => lateSeconds > 1e-6).length, 0)
}

// Times are convex and non-decreasing in all draws as long as each stop has one window and no leg depends on the hour, and the two days of
// a pair have draws of opposite sign. So this holds for each pair of days, not only for their mean.
test('more spread never makes a plan calmer in the mean', () => {
  for (const seed of seeds) {
    const problem = richProblem(seed, false)
    for (const stop of problem.stops) if (stop.windows) stop.windows = stop.windows.slice(0, 1)
    const { routes } = solve(problem, { seed, iterations: 60 }).solution
    const all = [0, 0.3, 0.7, 1, 1.6].map((scale) => playPlan(problem, routes, spreadsTimes(scale), { days: 40 }))
    for (const [step, wider] of all.slice(1).entries()) {
      const narrower = all[step]!
      expect(wider.overtimeSeconds).toBeGreaterThanOrEqual(narrower.overtimeSeconds - 1e-6)
      for (const [index, route] of wider.routes.entries())
        for (const [at, stop] of route.stops.entries())
          expect(stop.lateSeconds).toBeGreaterThanOrEqual(narrower.routes[index]!.stops[at]!.lateSeconds - 1e-6)
    }
  }
})

describe('what two plans share has the same luck in both', () => {
  const spreads = spreadsTimes(1)
  const windows: [number, number][] = [[0, 700]]
  const first = lineProblem([{ km: 2, windows }, { km: 5, windows }, { km: 9 }], [{}, {}])

  test('a route is played alike beside any other route', () => {
    const own = evaluate(first, 0, [0, 1])
    const alone = playPlan(first, [own], spreads)
    const beside = playPlan(first, [own, evaluate(first, 1, [2])], spreads)
    expect(beside.routes[0]).toEqual(alone.routes[0])
    expect(alone.routes[0]!.stops[1]!.lateChance).toBeGreaterThan(0)
  })

  test('stops and vehicles are known by their keys, whatever their numbers are', () => {
    const turned = lineProblem([{ km: 9 }, { km: 5, windows }, { km: 2, windows }], [{}, {}])
    const [one] = playPlan(first, [evaluate(first, 0, [0, 1])], spreads, {
      stopKeys: [7, 8, 9],
      vehicleKeys: [3, 4],
    }).routes
    const [other] = playPlan(turned, [evaluate(turned, 1, [2, 1])], spreads, {
      stopKeys: [9, 8, 7],
      vehicleKeys: [4, 3],
    }).routes
    expect(other!.stops.map(({ begins }) => begins)).toEqual(one!.stops.map(({ begins }) => begins))
  })

  test('another seed draws other days', () => {
    const route = evaluate(first, 0, [0, 1])
    expect(playPlan(first, [route], spreads, { seed: 2 })).not.toEqual(playPlan(first, [route], spreads))
  })
})

describe('a chain whose answer a formula tells', () => {
  const days = 10_000

  test('one way with a deadline: the chance and the mean lateness of a lognormal time', () => {
    const problem = lineProblem([{ km: 10, windows: [[0, 1200]] }])
    const spreads: Spreads = { ...calm, travel: { day: 0.15, route: 0.08, leg: 0.3 } }
    const sigma = Math.hypot(0.15, 0.08, 0.3)
    const { lateChance, lateSeconds, begins } = playPlan(problem, [evaluate(problem, 0, [0])], spreads, { days })
      .routes[0]!.stops[0]!
    const far = Math.log(1000 / 1200) / sigma
    // The mean of what exceeds a limit: Black and Scholes 1973.
    const meanLate = 1000 * Math.exp(sigma ** 2 / 2) * normalBelow(far + sigma) - 1200 * normalBelow(far)
    expect(lateChance).toBeCloseTo(normalBelow(far), 1.7)
    expect(Math.abs(lateSeconds / meanLate - 1)).toBeLessThan(0.04)
    // Half of the days arrive within the planned time.
    expect(begins.p50).toBeCloseTo(1000, -1.5)
    expect(begins.p90 / (1000 * Math.exp(1.2816 * sigma))).toBeCloseTo(1, 1.5)
  })

  test('a promise is broken as often as a window of the same end is missed', () => {
    const problem = lineProblem([{ km: 10, windows: [[0, 1200]] }, { km: 12 }])
    const spreads: Spreads = { ...calm, travel: { day: 0.15, route: 0.08, leg: 0.3 } }
    const [route] = playPlan(problem, [evaluate(problem, 0, [0, 1])], spreads, { deadlines: [1200] }).routes
    expect(route!.stops[0]!.deadlineChance).toBe(route!.stops[0]!.lateChance)
    expect(route!.stops[0]!.deadlineChance).toBeGreaterThan(0.05)
    expect(route!.stops[1]!.deadlineChance).toBeUndefined()
  })

  test('ways and work that follow each other: means add up', () => {
    const problem = lineProblem([{ km: 4 }, { km: 10 }, { km: 13, windows: [[0, 1]] }])
    const spreads: Spreads = { travel: { day: 0, route: 0, leg: 0.3 }, service: { route: 0.2, stop: 0.5 } }
    const route = evaluate(problem, 0, [0, 1, 2])
    const { lateSeconds } = playPlan(problem, [route], spreads, { days }).routes[0]!.stops[2]!
    const mean = 1300 * Math.exp(0.3 ** 2 / 2) + 120 * Math.exp((0.2 ** 2 + 0.5 ** 2) / 2)
    expect(Math.abs((lateSeconds + 1) / mean - 1)).toBeLessThan(0.01)
  })

  test('a stop known to be steady is played with its own spread', () => {
    const problem = lineProblem([{ km: 1, serviceSeconds: 600 }, { km: 2 }])
    const spreads: Spreads = { ...calm, service: { route: 0, stop: 0.5, byStop: [0, undefined] } }
    const [route] = playPlan(problem, [evaluate(problem, 0, [0, 1])], spreads).routes
    expect(route!.stops[1]!.begins).toEqual({ p10: 800, p50: 800, p90: 800 })
    expect(route!.ends.p90).toBeGreaterThan(route!.ends.p10)
  })
})

test('a route that may last 1,300 s and takes 1,060 on an ordinary day is too long on some', () => {
  const problem = lineProblem([{ km: 5 }], [{ maxSeconds: 1300 }])
  const [route] = playPlan(problem, [evaluate(problem, 0, [0])], spreadsTimes(1)).routes
  expect(route!.overtimeChance).toBeGreaterThan(0.05)
  expect(route!.overtimeChance).toBeLessThan(0.5)
  expect(route!.overtimeSeconds).toBeGreaterThan(0)
})

test.each([
  [{ ...calm, travel: { day: -0.1, route: 0, leg: 0 } }, 200, 'travel.day is -0.1'],
  [{ ...calm, service: { route: 0, stop: 0, byStop: [0, 3] } }, 200, 'service.byStop.1 is 3'],
  [calm, 1, 'not on 1'],
])('what cannot be played is refused by name', (spreads, days, why) => {
  const problem = lineProblem([{ km: 1 }])
  expect(() => playPlan(problem, [evaluate(problem, 0, [0])], spreads, { days })).toThrow(why)
})

/** Distribution function of the standard normal (Abramowitz and Stegun 1964, 7.1.26; error below 1e-7). */
function normalBelow(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-z * z)
  return x > 0 ? 1 - tail / 2 : tail / 2
}
