/** Work over several days: the days and routes that are found, reported and checked. */
import { describe, expect, test } from 'vitest'
import { auditPlan } from '../../test/audit.ts'
import { countDrawnCases } from '../../test/drawn-cases.ts'
import { findLeastCost, makePeriodicProblem } from '../../test/periodic-problem.ts'
import { checkPeriods } from '../check/check-periods.ts'
import { compileModel } from '../model/compile-model.ts'
import type { VisitChoices } from '../model/visit-choices.ts'
import type { PeriodicProblem } from '../problem.ts'
import { Annealer } from '../search/anneal.ts'
import { annealSettings } from '../search/anneal-settings.ts'
import { begin, listVisitNeighbours } from '../solve.ts'
import { expandPeriods } from './expand.ts'
import { solvePeriods, solvePeriodsHere } from './solve-periods.ts'

const seeds = Array.from({ length: countDrawnCases(24) / 2 }, (_, index) => index + 1)

describe('tiny problems of several days', () => {
  test.each(seeds)('seed %d: the days and routes found cost no more than the best of all', (seed) => {
    const unloads = seed % 2 === 0
    const periodic = makePeriodicProblem(seed, 5, seed % 3 === 0 ? 4 : 2, unloads)
    // Brute force supports only one unloading place.
    for (const { reload } of periodic.problem.vehicles) if (reload) delete reload.others
    const { solution } = solvePeriodsHere(periodic, { seed, iterations: 3000 })
    expect(checkPeriods(periodic, solution)).toEqual([])
    expect(solution.solution.unassigned).toEqual([])
    expect(solution.solution.totalCost).toBeCloseTo(findLeastCost(periodic), 6)
  })
})

test.each([true, false])(
  'after every step costs, links and counts are as recomputed (unloading on the way: %s)',
  (unloads) => {
    const periodic = makePeriodicProblem(7, 30, 4, unloads)
    const { problem, days } = expandPeriods(periodic)
    const model = compileModel(problem)
    const annealer = new Annealer(model, listVisitNeighbours(model, 4), 1, annealSettings(model), days)
    begin(annealer, [])
    auditPlan(annealer)
    annealer.temperature = annealer.legCost() * 0.3
    for (let step = 0; step < 400; step++) {
      annealer.step()
      auditPlan(annealer)
      expect(listUnchosen(annealer, days)).toEqual([])
    }
  },
)

/** Customers whose visits, on routes or absent, form none of their sets. */
function listUnchosen({ kernel }: Annealer, days: VisitChoices): number[] {
  const customers = Array.from({ length: days.setFrom.length - 1 }, (_, customer) => customer)
  return customers.filter((customer) => {
    const members = days.member.subarray(days.memberFrom[customer]!, days.memberFrom[customer + 1]!)
    const inPlan = members.filter((visit) => kernel.routeOf[visit]! >= 0 || kernel.isAbsent(visit)).join(' ')
    const sets = Array.from({ length: days.setFrom[customer + 1]! - days.setFrom[customer]! }, (_, index) => {
      const set = days.setFrom[customer]! + index
      return days.visit.subarray(days.visitFrom[set]!, days.visitFrom[set + 1]!).join(' ')
    })
    return !sets.includes(inPlan)
  })
}

test('several threads choose days, too, and the same seed and iterations give the same answer', async () => {
  const periodic = makePeriodicProblem(3, 25, 4, true)
  const first = await solvePeriods(periodic, { threads: 2, iterations: 400, seed: 5 })
  const second = await solvePeriods(periodic, { threads: 2, iterations: 400, seed: 5 })
  expect(checkPeriods(periodic, first.solution)).toEqual([])
  expect(second.solution).toEqual(first.solution)
})

test('a visit that no vehicle of its day can serve is left out and told with its day', () => {
  const periodic = makePeriodicProblem(4, 6, 2, false)
  const problem = { ...periodic.problem, stops: periodic.problem.stops.map((stop) => ({ ...stop })) }
  problem.stops[2]!.delivered = [9]
  const choices = periodic.choices.map((sets, stop) => (stop === 2 ? [[0, 1]] : sets))
  const { solution } = solvePeriodsHere({ ...periodic, problem, choices }, { iterations: 500 })
  expect(checkPeriods({ ...periodic, problem, choices }, solution)).toEqual([])
  expect(solution.solution.unassigned.map(({ stop }) => solution.visits[stop])).toEqual([
    { stop: 2, day: 0 },
    { stop: 2, day: 1 },
  ])
})

describe('a plan of the week that changes by one stop', () => {
  const whole = makePeriodicProblem(21, 30, 4, true)
  const gone = 11
  const iterations = 1500

  function without<T>(list: readonly T[]): T[] {
    return list.filter((_, stop) => stop !== gone)
  }
  const less: PeriodicProblem = {
    ...whole,
    problem: { ...whole.problem, stops: without(whole.problem.stops) },
    choices: without(whole.choices),
  }

  /** Share of the stops planned before that are served on other days now. */
  function movedBy(periodic: PeriodicProblem, planned: (readonly number[] | undefined)[], changePrice: number): number {
    const changed = { ...periodic, planned, changePrice }
    const { solution } = solvePeriodsHere(changed, { iterations, seed: 2 })
    expect(checkPeriods(changed, solution)).toEqual([])
    const moved = solution.days.filter((days, stop) => planned[stop] && days.join() !== planned[stop].join())
    return moved.length / (periodic.choices.length - 1)
  }

  test('a new stop moves at most one in twenty of the others where changes have a price, and many where not', () => {
    const before = [...solvePeriodsHere(less, { iterations }).solution.days]
    const planned = [...before.slice(0, gone), undefined, ...before.slice(gone)]
    expect(movedBy(whole, planned, 3000)).toBeLessThanOrEqual(0.05)
    expect(movedBy(whole, planned, 0)).toBeGreaterThan(0.2)
  })

  test('a dropped stop likewise', () => {
    const planned = without(solvePeriodsHere(whole, { iterations }).solution.days)
    expect(movedBy(less, planned, 3000)).toBeLessThanOrEqual(0.05)
  })
})

describe('the checker of several days finds', () => {
  const periodic = makePeriodicProblem(9, 6, 4, false)
  const { solution } = solvePeriodsHere(periodic, { iterations: 500 })

  test('a stop on days that were not among its sets', () => {
    const stop = solution.visits[0]!.stop
    const others = [0, 1, 2, 3].filter((day) => !solution.days[stop]!.includes(day))
    const choices = periodic.choices.map((sets, index) => (index === stop ? [others] : sets))
    expect(checkPeriods({ ...periodic, choices }, solution).join()).toContain(`stop ${stop}: days`)
  })

  test('a visit on a vehicle of another day', () => {
    const dayOfVehicle = periodic.dayOfVehicle.map((day) => (day + 1) % 4)
    expect(checkPeriods({ ...periodic, dayOfVehicle }, solution).join()).toContain('drives on day')
  })

  test('a rule broken within a day', () => {
    const vehicles = periodic.problem.vehicles.map((vehicle) => ({ ...vehicle, capacity: [1] }))
    const broken = { ...periodic, problem: { ...periodic.problem, vehicles } }
    expect(checkPeriods(broken, solution)).not.toEqual([])
  })
})

describe('what cannot be planned over several days is refused by name', () => {
  const periodic = makePeriodicProblem(2, 4, 2, false)
  const stops = periodic.problem.stops.map((stop, index) => (index === 1 ? { ...stop, cluster: 'a' } : stop))
  const linked = periodic.problem.stops.map((stop, index) => (index === 1 ? { ...stop, after: [{ stop: 0 }] } : stop))
  const refused: [string, PeriodicProblem][] = [
    ['choices[0] [5] are not different days', { ...periodic, choices: [[[5]], ...periodic.choices.slice(1)] }],
    ['choices[0] has no days', { ...periodic, choices: [[], ...periodic.choices.slice(1)] }],
    ['dayOfVehicle has not one entry per vehicle', { ...periodic, dayOfVehicle: [0] }],
    ['stops[1]: pickup and cluster', { ...periodic, problem: { ...periodic.problem, stops } }],
    ['stops[1]: after', { ...periodic, problem: { ...periodic.problem, stops: linked } }],
  ]
  test.each(refused)('%s', (message, problem) => {
    expect(() => solvePeriodsHere(problem, { iterations: 1 })).toThrow(message)
  })
})
