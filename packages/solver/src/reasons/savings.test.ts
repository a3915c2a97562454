// Savings by a change of a plan: told beforehand, found again when the plan is optimized with it.
import { describe, expect, test } from 'vitest'
import { createRandomChoice } from '../../test/random-numbers.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { solve } from '../solve.ts'
import { explainPlan } from './explain-plan.ts'
import type { PlanSaving } from './savings.ts'

const hour = 3_600

/** A day of 40 stops around a depot in the middle of 20 km, of which every fourth has an hour of its own; vans by the kilometre and the day. */
function makeDay(seed: number): Problem {
  const random = createRandomChoice(seed)
  const places = Array.from({ length: 41 }, (_, place) =>
    place === 0 ? [10_000, 10_000] : [random.integer(0, 20_000), random.integer(0, 20_000)],
  )
  const meters = Int32Array.from({ length: 41 * 41 }, (_, cell) => {
    const [[x, y], [toX, toY]] = [places[Math.floor(cell / 41)]!, places[cell % 41]!] as [number[], number[]]
    return Math.round(Math.hypot(x! - toX!, y! - toY!))
  })
  const window = () => {
    const start = random.integer(0, 7) * hour
    return { windows: [[start, start + hour]] as [number, number][] }
  }
  const stops = Array.from({ length: 40 }, (_, index): Stop => {
    const stop = { location: index + 1, serviceSeconds: 420, delivered: [1] }
    return index % 4 === 0 ? { ...stop, ...window() } : stop
  })
  const van: Vehicle = {
    startLocation: 0,
    endLocation: 0,
    shift: [0, 8 * hour],
    capacity: [16],
    cost: { fixed: 20, perMeter: 0.001 },
  }
  return {
    locationCount: 41,
    profiles: [{ seconds: meters.map((way) => Math.round(way / 11)), meters }],
    loadDimensions: 1,
    stops,
    vehicles: [van, van, van, van],
    options: {},
  }
}

/** The day with the change made, as a dispatcher would make it. */
function applied(problem: Problem, saving: PlanSaving): Problem {
  switch (saving.change) {
    case 'any_time':
      return {
        ...problem,
        stops: problem.stops.map((stop, s) => (s === saving.stop ? { ...stop, windows: [] } : stop)),
      }
    case 'without_vehicle':
      return {
        ...problem,
        vehicles: problem.vehicles.map((van, v) => (v === saving.vehicle ? { ...van, isLocked: true } : van)),
      }
    case 'half_hour_longer':
      return { ...problem, vehicles: problem.vehicles.map((van) => ({ ...van, shift: [0, 8.5 * hour] as const })) }
    default:
      return problem
  }
}

describe('the three changes that save most', () => {
  test('applied, nine of ten and more save between four fifths and six fifths of what was said', () => {
    const shares: number[] = []
    for (let seed = 1; seed <= 10; seed++) {
      const problem = makeDay(seed)
      const plan = solve(problem, { seed, iterations: 6_000 }).solution
      for (const saving of explainPlan(problem, plan, { steps: 6_000, seed: 1 }).savings) {
        const found = solve(applied(problem, saving), { seed, iterations: 12_000, initial: plan }).solution
        shares.push((plan.totalCost - found.totalCost) / -saving.cost)
      }
    }
    expect(shares.length).toBeGreaterThan(10)
    const kept = shares.filter((share) => share >= 0.8 && share <= 1.2)
    expect(kept.length / shares.length, String(shares)).toBeGreaterThanOrEqual(0.9)
  })

  test('a plan that was made by hand is first of all optimized; nothing else is credited with what that saves', () => {
    const problem = makeDay(1)
    const byHand = [0, 1, 2, 3].map((van) => problem.stops.flatMap((_, s) => (s % 4 === van ? s : [])))
    const { savings, changes } = explainPlan(problem, byHand, { steps: 1_800, seed: 1 })
    const again = savings.find(({ change }) => change === 'again')!
    expect(again.cost).toBe(changes[0]!.cost)
    for (const one of savings) expect(one.cost).toBeLessThanOrEqual(again.cost)
  })

  test('there is none where nothing would be cheaper', () => {
    const problem = { ...makeDay(1), stops: [{ location: 1, serviceSeconds: 420 }] }
    const plan = solve(problem, { iterations: 500 }).solution
    expect(explainPlan(problem, plan, { steps: 500, seed: 1 }).savings).toEqual([])
  })
})
