// Explanations of a plan, on days small enough to know the result beforehand.
import { describe, expect, test } from 'vitest'
import { makeRandomProblem } from '../../test/random-problem.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { solve } from '../solve.ts'
import { explainPlan } from './explain-plan.ts'

const options = { steps: 2_000, seed: 1 }

/** Places on a line, in seconds from the depot, which is the first of them. */
function onALine(
  at: readonly number[],
  stops: readonly Partial<Stop>[],
  vehicles: readonly Partial<Vehicle>[],
): Problem {
  const places = [0, ...at]
  const size = places.length
  const seconds = Int32Array.from({ length: size * size }, (_, cell) =>
    Math.abs(places[Math.floor(cell / size)]! - places[cell % size]!),
  )
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 1,
    stops: at.map((_, index) => ({ location: index + 1, serviceSeconds: 60, ...stops[index] })),
    vehicles: vehicles.map((vehicle) => ({
      startLocation: 0,
      endLocation: 0,
      cost: { perTravelSecond: 1 },
      ...vehicle,
    })),
    options: {},
  }
}

describe('what fills a route', () => {
  test('names the fullest limit first, and the rule that keeps the next stops out', () => {
    const heavy = { delivered: [4] }
    const van = { capacity: [8], shift: [0, 100_000] as const, maxServices: 9 }
    const problem = onALine([100, 110, 120, 130], [heavy, heavy, heavy, heavy], [van, van])
    const { routes } = explainPlan(problem, solve(problem, { iterations: 500 }).solution, options)
    expect(routes).toHaveLength(2)
    for (const route of routes) {
      expect(route.limits[0]).toEqual({ limit: 'capacity', dimension: 0, used: 8, of: 8 })
      expect(route.limits.map(({ limit }) => limit)).toEqual(['capacity', 'max_services', 'shift'])
      expect(route.keptOut).toEqual([{ rule: 'capacity', stops: 2 }])
      expect(route.lookedAt).toBe(2)
    }
  })

  test('counts what a law allows: of each kind the limit that leaves least, with what was used up before', () => {
    const drivingRules = {
      limits: [
        { counts: 'driving' as const, seconds: 1_000 },
        { counts: 'driving' as const, seconds: 5_000, spentSeconds: 4_250 },
        { counts: 'work' as const, seconds: 900 },
        { counts: 'span' as const, seconds: 50_000 },
      ],
    }
    const problem = onALine([100, 300], [{}, {}], [{ drivingRules }])
    const { routes } = explainPlan(problem, [[0, 1]], options)
    expect(routes[0]!.limits).toEqual([
      { limit: 'driving', used: 4_850, of: 5_000 },
      { limit: 'work', used: 720, of: 900 },
      { limit: 'span', used: 720, of: 50_000 },
    ])
  })

  test('tells of no rule where all neighbours would fit', () => {
    const problem = onALine([100, -100], [{}, {}], [{}, {}])
    const byHand = [[0], [1]]
    const { routes } = explainPlan(problem, byHand, options)
    expect(routes.map(({ keptOut, lookedAt }) => ({ keptOut, lookedAt }))).toEqual([
      { keptOut: [], lookedAt: 1 },
      { keptOut: [], lookedAt: 1 },
    ])
  })
})

describe('whether a vehicle is needed', () => {
  test('tells what would be left out without it, and what the others would drive', () => {
    const van = { capacity: [1] }
    const problem = onALine([100, 300], [{ delivered: [1] }, { delivered: [1] }], [van, van])
    const { without } = explainPlan(problem, solve(problem).solution, options)
    // Without one of them, either the nearer or the farther stop remains; the search chooses the shorter way.
    for (const one of without) expect(one).toMatchObject({ unassigned: 1, travelSeconds: -600, meters: -600 })
  })

  test('finds one that others could do without', () => {
    // One after the other on the same way: a second van drives all of it again.
    const problem = onALine([100, 300], [{}, {}], [{ cost: { perTravelSecond: 1, fixed: 50 } }, {}])
    const byHand = [[0], [1]]
    const { without, changes } = explainPlan(problem, byHand, options)
    expect(changes[0]).toEqual({
      change: 'again',
      cost: -250,
      money: -250,
      travelSeconds: -200,
      meters: -200,
      unassigned: 0,
    })
    // Differences are relative to the best plan, which uses only the van without a price.
    expect(without[0]).toEqual({ vehicle: 0, cost: 0, money: 0, travelSeconds: 0, meters: 0, unassigned: 0 })
    expect(without[1]).toEqual({ vehicle: 1, cost: 50, money: 50, travelSeconds: 0, meters: 0, unassigned: 0 })
  })

  test('leaves those out that have left, and what is pinned', () => {
    const problem = onALine([100, 300], [{}, {}], [{ departureSeconds: 0 }, { pinned: [1] }])
    expect(explainPlan(problem, [[0], [1]], options).without).toEqual([])
  })
})

describe('what a window costs', () => {
  test('is nothing where the window asks for what is cheapest anyway', () => {
    const problem = onALine([-500, 1_000], [{ windows: [[0, 100_000]] }, {}], [{}])
    expect(explainPlan(problem, solve(problem).solution, options).windows).toEqual([])
  })

  test('counts the way that only the window makes', () => {
    // Two villages on both sides. The stop in the west is due when the van is needed in the east.
    const east: Partial<Stop>[] = [{ windows: [[500, 600]] }, { windows: [[2_200, 2_400]] }]
    const problem = onALine([400, 420, -400], [...east, { windows: [[1_300, 1_400]] }], [{}])
    const { solution } = solve(problem)
    expect(solution.unassigned).toEqual([])
    const { windows } = explainPlan(problem, solution, options)
    // With the west last it is once to each side: 1 640.
    expect(solution.routes[0]!.travelSeconds).toBe(400 + 800 + 820 + 420)
    // Without any one of the three windows, the second way to its side would be saved.
    expect(windows.map(({ stop, meters, cost }) => [stop, meters, cost])).toEqual(
      [0, 1, 2].map((stop) => [stop, 800, 800]),
    )
  })
})

describe('fewer vehicles', () => {
  test('would do with more stops each where that limit binds, and what that costs is told', () => {
    const vans = [{}, {}, {}].map(() => ({ maxServices: 2 }))
    const problem = onALine([100, 110, 120, 130, 140, 150], [{}, {}, {}, {}, {}, {}], vans)
    const { solution } = solve(problem)
    const { fewer } = explainPlan(problem, solution, options)
    expect(fewer).toMatchObject({ vehicles: 3, wouldDo: 1, mostStops: 2, wouldTake: 6, unassigned: 0 })
    expect(fewer!.travelSeconds).toBeLessThan(0)
  })

  test('are not spoken of where another limit asks for them', () => {
    const vans = [{}, {}].map(() => ({ maxServices: 9, shift: [0, 500] as const }))
    const problem = onALine([200, -200], [{}, {}], vans)
    expect(explainPlan(problem, solve(problem).solution, options).fewer).toBeUndefined()
  })
})

describe('what more room would bring', () => {
  test('a quarter more stops serve what a limit of stops leaves out', () => {
    const problem = onALine([100, 110, 120, 130, 140], [{}, {}, {}, {}, {}], [{ maxServices: 4 }])
    const { changes } = explainPlan(problem, solve(problem).solution, options)
    expect(changes.find(({ change }) => change === 'quarter_more_stops')).toMatchObject({ unassigned: -1 })
  })

  test('one vehicle more, and half an hour, serve what was left out', () => {
    const van = { shift: [0, 2_000] as const }
    const problem = onALine([900, -900], [{}, {}], [van])
    const { solution } = solve(problem)
    expect(solution.unassigned).toHaveLength(1)
    const { changes } = explainPlan(problem, solution, options)
    expect(changes.map(({ change, unassigned }) => [change, unassigned])).toEqual([
      ['again', 0],
      ['one_vehicle_more', -1],
      ['half_hour_longer', -1],
    ])
    expect(changes[1]).toMatchObject({ cost: 1_800, travelSeconds: 1_800 })
  })

  test('wider windows save the second way', () => {
    const problem = onALine(
      [100, 110],
      [{ windows: [[0, 150]] }, { windows: [[1_600, 1_700]] }],
      [{ maxSeconds: 1_000 }, { maxSeconds: 1_000 }],
    )
    const { solution } = solve(problem)
    const wider = explainPlan(problem, solution, options).changes.find(
      ({ change }) => change === 'windows_half_hour_wider',
    )
    expect(wider).toEqual({
      change: 'windows_half_hour_wider',
      cost: -200,
      money: -200,
      travelSeconds: -200,
      meters: -200,
      unassigned: 0,
    })
  })

  test('a vehicle that stands idle is no vehicle more', () => {
    const problem = onALine([100], [{}], [{}, {}])
    const { changes } = explainPlan(problem, solve(problem).solution, options)
    expect(changes.map(({ change }) => change)).toEqual(['again'])
  })
})

test('random rich plans: never a vehicle less that helps, nor more room that harms, and the same answer twice', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const problem = makeRandomProblem(seed, { kind: 'rich', leastStops: 10, mostStops: 20 })
    const { solution } = solve(problem, { iterations: 400 })
    const found = explainPlan(problem, solution, { steps: 200, seed })
    for (const { change, unassigned, cost } of found.changes)
      expect(unassigned < 0 || (unassigned === 0 && cost <= 1e-6), `${seed} ${change}`).toBe(true)
    for (const { vehicle, limits } of found.routes) {
      // Pinned stops stay, whatever they break.
      if (solution.routes[vehicle]!.violations.length > 0) continue
      for (const { used, of } of limits) expect(used).toBeLessThanOrEqual(of + 1e-6)
    }
    expect(explainPlan(problem, solution, { steps: 200, seed })).toEqual(found)
  }
})
