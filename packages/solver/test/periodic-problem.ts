/** Small problems over several days with a known solution: every combination of days, and every order on each day, is tried. */
import type { PeriodicProblem, Vehicle } from '../src/problem.ts'
import { solveByBruteForce } from './brute-force.ts'
import { type LineStop, lineProblem } from './line-problem.ts'
import { createRandomChoice } from './random-numbers.ts'

/** Sets of days that stops may have, for two days and for four. */
const choicesOf: Readonly<Record<number, readonly (readonly (readonly number[])[])[]>> = {
  2: [[[0], [1]], [[0, 1]], [[1]]],
  4: [
    [[0], [1], [2], [3]],
    [
      [0, 2],
      [1, 3],
    ],
    [[0, 1, 2, 3]],
    [[1], [3]],
  ],
}

/**
 * Stops on a line with 1 or 2 identical vehicles a day that hold 4 units; all can be served. With `unloads`, stops hand over what vehicles
 * collect, and vehicles unload at kilometre 3 or 12.
 */
export function makePeriodicProblem(
  seed: number,
  stopCount: number,
  dayCount: 2 | 4,
  unloads: boolean,
): PeriodicProblem {
  const random = createRandomChoice(seed)
  const stops = Array.from({ length: stopCount }, (): LineStop => {
    const load = [random.integer(1, 2)]
    return { km: random.integer(1, 20), ...(unloads ? { delivered: [0], collected: load } : { delivered: load }) }
  })
  const fleet = unloads ? random.integer(1, 2) : Math.ceil(stopCount / 2)
  const vehicle: Partial<Vehicle> = {
    capacity: [4],
    cost: { perMeter: 1, fixed: random.pick([0, 3000]) },
    ...(unloads && { reload: { location: 3, serviceSeconds: 30, ...(random.chance(0.5) && { others: [12] }) } }),
  }
  const vehicles = Array.from({ length: dayCount * fleet }, () => vehicle)
  return {
    problem: lineProblem(stops, vehicles),
    dayCount,
    dayOfVehicle: vehicles.map((_, v) => Math.floor(v / fleet)),
    choices: stops.map(() => random.pick(choicesOf[dayCount]!)),
  }
}

/** Least cost over all combinations of days; one unloading place, at most 6 stops. Prices of change are not counted. */
export function findLeastCost(periodic: PeriodicProblem): number {
  const { problem, dayCount, dayOfVehicle, choices } = periodic
  const known = new Map<string, number>()
  const computeCost = (day: number, stops: readonly number[]): number => {
    const key = `${day} ${stops.join(' ')}`
    const before = known.get(key)
    if (before !== undefined) return before
    const solution = solveByBruteForce({
      ...problem,
      stops: stops.map((stop) => problem.stops[stop]!),
      vehicles: problem.vehicles.filter((_, v) => dayOfVehicle[v] === day),
    })
    known.set(key, solution.totalCost)
    return solution.totalCost
  }
  let least = Number.POSITIVE_INFINITY
  const choose = (stop: number, days: readonly (readonly number[])[]): void => {
    if (stop === choices.length) {
      const cost = days.reduce((sum, stops, day) => sum + (stops.length === 0 ? 0 : computeCost(day, stops)), 0)
      least = Math.min(least, cost)
      return
    }
    for (const set of choices[stop]!) {
      choose(
        stop + 1,
        days.map((stops, day) => (set.includes(day) ? [...stops, stop] : stops)),
      )
    }
  }
  choose(
    0,
    Array.from({ length: dayCount }, () => []),
  )
  return least
}
