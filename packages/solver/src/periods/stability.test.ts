/** Number of customers whose days change when one comes or goes: small with a price on change. */
import { expect, test } from 'vitest'
import { createRandomChoice } from '../../test/random-numbers.ts'
import { checkPeriods } from '../check/check-periods.ts'
import type { PeriodicProblem, Problem } from '../problem.ts'
import { solvePeriodsHere } from './solve-periods.ts'

const customerCount = 40
const dayCount = 5
const vansPerDay = 2
const seeds = [1, 2, 3, 4]
/** Default price of a change, as a multiple of the mean leg (decision 0300 gives the effect of lower prices). */
const pricePerLeg = 2

/** Once a week on any day, or twice, not on neighbouring days. */
const onceAWeek = Array.from({ length: dayCount }, (_, day) => [day])
const twiceAWeek = [0, 1, 2, 3, 4].flatMap((value) =>
  [2, 3, 4].flatMap((gap) => (value + gap < dayCount ? [[value, value + gap]] : [])),
)

/** Customers on a square of 20 km, by straight lines; the last of them is the one that comes or goes. */
function makeWeek(seed: number): PeriodicProblem {
  const random = createRandomChoice(seed)
  const points = Array.from(
    { length: customerCount + 1 },
    () => [random.integer(0, 20_000), random.integer(0, 20_000)] as const,
  )
  const between = points.flatMap(([x, y]) => points.map(([a, b]) => Math.round(Math.hypot(x - a, y - b))))
  const vehicle: Problem['vehicles'][number] = {
    startLocation: 0,
    endLocation: 0,
    shift: [0, 36_000],
    capacity: [9],
    cost: { perMeter: 1 },
  }
  const vehicles = Array.from({ length: dayCount * vansPerDay }, () => vehicle)
  return {
    problem: {
      locationCount: points.length,
      loadDimensions: 1,
      options: {},
      profiles: [
        { seconds: Int32Array.from(between, (meters) => Math.round(meters / 12)), meters: Int32Array.from(between) },
      ],
      stops: points.slice(1).map((_, index) => ({ location: index + 1, serviceSeconds: 600, delivered: [1] })),
      vehicles,
    },
    dayCount,
    dayOfVehicle: vehicles.map((_, v) => Math.floor(v / vansPerDay)),
    choices: points.slice(1).map(() => (random.chance(0.3) ? twiceAWeek : onceAWeek)),
  }
}

function withCustomers({ problem, choices, ...rest }: PeriodicProblem, count: number): PeriodicProblem {
  return { ...rest, problem: { ...problem, stops: problem.stops.slice(0, count) }, choices: choices.slice(0, count) }
}

/** Mean distance from a customer to the nearest other one. */
function meanLeg({ problem: { stops, locationCount, profiles } }: PeriodicProblem): number {
  const nearest = stops.map(({ location: from }) =>
    Math.min(
      ...stops.flatMap(({ location: to }) => (to === from ? [] : profiles[0]!.meters[from! * locationCount + to!]!)),
    ),
  )
  return nearest.reduce((sum, meters) => sum + meters, 0) / nearest.length
}

test.each(seeds)(
  'seed %d: a new or a dropped customer moves at most a twentieth of the others to other days',
  (seed) => {
    const all = makeWeek(seed)
    for (const [before, after] of [
      [customerCount - 1, customerCount],
      [customerCount, customerCount - 1],
    ] as const) {
      const old = solvePeriodsHere(withCustomers(all, before), { seed, iterations: 4_000 }).solution.days
      const week = withCustomers(all, after)
      const planned = week.choices.map((_, stop) => old[stop])
      const changed = { ...week, planned, changePrice: pricePerLeg * meanLeg(week) }
      const { solution } = solvePeriodsHere(changed, { seed, iterations: 4_000 })
      expect(checkPeriods(changed, solution)).toEqual([])
      expect(solution.solution.unassigned).toEqual([])
      const others = solution.days.slice(0, Math.min(before, after))
      const moved = others.filter((days, stop) => days.join() !== old[stop]!.join())
      expect(moved.length / others.length).toBeLessThanOrEqual(0.05)
    }
  },
)
