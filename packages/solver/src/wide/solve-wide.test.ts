/** Wide problems: sound results under each rule, memory without n², the same result for the same seed, and what is refused. */
import { describe, expect, test } from 'vitest'
import { makeWideProblem } from '../../test/wide-problem.ts'
import { check } from '../check/check.ts'
import type { Progress } from '../solve.ts'
import type { WideProblem } from '../wide-problem.ts'
import { solveWide } from './solve-wide.ts'

const brief = { threads: 2, iterations: 3_000 }

/** The problem with other fields in one stop, one vehicle, or its options. */
function change(problem: WideProblem, changes: { stop?: object; vehicle?: object; options?: object }): WideProblem {
  const [stop, ...stops] = problem.stops
  const [vehicle, ...vehicles] = problem.vehicles
  return {
    ...problem,
    stops: [{ ...stop!, ...changes.stop }, ...stops],
    vehicles: [{ ...vehicle!, ...changes.vehicle }, ...vehicles],
    options: { ...problem.options, ...changes.options },
  }
}

describe('a wide problem', () => {
  test.each([
    ['plain stops', {}],
    ['windows and four depots', { windows: true, depots: 4 }],
    ['pairs and clusters', { pairs: true, clusters: true }],
    ['breaks and reloads', { breaks: true, reloads: true, vehicles: 30 }],
    ['stops that may be left out', { optional: true }],
  ])('of %s gets an answer without findings, with every required stop', async (_, rules) => {
    const problem = makeWideProblem(3, 1_000, rules)
    const { solution } = await solveWide(problem, brief)
    expect(check(problem, solution)).toEqual([])
    const isRequired = ({ stop }: { stop: number }): boolean => problem.stops[stop]!.dropPenalty === undefined
    expect(solution.unassigned.filter(isRequired)).toEqual([])
  })

  test('whose routes are all shorter than allowed has none', async () => {
    const problem = makeWideProblem(11, 200, { leastMeters: 90_000 })
    const { solution } = await solveWide(problem, { ...brief, iterations: 100 })
    expect(check(problem, solution)).toEqual([])
    expect(solution.unassigned).toHaveLength(200)
  })

  test('without stops, and without vehicles, gets an answer that says so', async () => {
    const problem = makeWideProblem(12, 30)
    const { solution: idle } = await solveWide({ ...problem, stops: [] }, brief)
    expect(idle.routes.every(({ stops }) => stops.length === 0)).toBe(true)
    const { solution: left } = await solveWide({ ...problem, vehicles: [] }, brief)
    expect(left.unassigned.map(({ reasons }) => reasons)).toEqual(problem.stops.map(() => ['no_vehicle_available']))
  })

  test('leaves out a stop whose place is unknown', async () => {
    const problem = change(makeWideProblem(13, 300), { stop: { location: null } })
    const { solution } = await solveWide(problem, brief)
    expect(check(problem, solution)).toEqual([])
    expect(solution.unassigned).toEqual([{ stop: 0, reasons: ['no_location'] }])
  })

  test('with too few vehicles leaves stops out, each with a reason', async () => {
    const problem = makeWideProblem(4, 800, { vehicles: 20 })
    const { solution } = await solveWide(problem, brief)
    expect(check(problem, solution)).toEqual([])
    expect(solution.unassigned.length).toBeGreaterThan(0)
    expect(solution.unassigned.flatMap(({ reasons }) => reasons)).toContain('capacity')
  })

  test('gets the same answer for the same seed, threads and iterations', async () => {
    const problem = makeWideProblem(5, 1_200)
    const first = await solveWide(problem, { ...brief, seed: 7 })
    expect(await solveWide(problem, { ...brief, seed: 7 })).toEqual(first)
    expect((await solveWide(problem, { ...brief, seed: 8 })).solution).not.toEqual(first.solution)
  })

  test('gets better by searching', async () => {
    const problem = makeWideProblem(6, 1_500)
    const constructed = await solveWide(problem, { ...brief, iterations: 0 })
    const { solution } = await solveWide(problem, { ...brief, iterations: 20_000 })
    expect(solution.totalCost).toBeLessThan(0.95 * constructed.solution.totalCost)
  })

  test('begins with a given plan, without stops that are on it twice', async () => {
    const problem = makeWideProblem(7, 1_000)
    const { solution } = await solveWide(problem, { ...brief, iterations: 20_000 })
    const initial = solution.routes.map(({ stops }) => [...stops])
    initial.push([...initial.find((stops) => stops.length > 0)!])
    const again = await solveWide(problem, { ...brief, iterations: 0, initial })
    expect(again.solution.totalCost).toBeCloseTo(solution.totalCost)
  })

  test('that is cancelled at its first plan gets that plan', async () => {
    const problem = makeWideProblem(8, 1_500)
    const cancel = new Int32Array(new SharedArrayBuffer(4))
    const onProgress = () => Atomics.store(cancel, 0, 1)
    const { solution, iterations } = await solveWide(problem, { threads: 2, iterations: 1e9, cancel, onProgress })
    expect(check(problem, solution)).toEqual([])
    expect(iterations).toBeLessThan(1e9)
  })

  test('ends by its time and tells of plans that only get better', async () => {
    const told: (Progress & { served: number[] })[] = []
    const { iterations } = await solveWide(makeWideProblem(9, 1_000), {
      threads: 2,
      iterations: 1e9,
      seconds: 2,
      onProgress: (progress) => told.push({ ...progress, served: progress.orders!().flat() }),
    })
    expect(iterations).toBeLessThan(1e9)
    for (const { served, unassigned } of told) expect(new Set(served).size).toBe(1_000 - unassigned)
    const costs = told.map(({ cost }) => cost)
    expect(costs.length).toBeGreaterThan(0)
    expect([...costs].sort((a, b) => b - a)).toEqual(costs)
  })

  test('that misreports a leg has findings', async () => {
    const problem = makeWideProblem(10, 600)
    const { solution } = await solveWide(problem, { ...brief, iterations: 0 })
    const step = solution.routes.find(({ steps }) => steps.length > 2)!.steps[1]!
    step.legMeters++
    expect(check(problem, solution).map(({ code }) => code)).toContain('misreported')
  })
})

describe('what needs the whole plan at once is refused by name', () => {
  test.each([
    ['options.timeSpanCoefficient', { options: { timeSpanCoefficient: 1 } }],
    ['options.distanceSpanCoefficient', { options: { distanceSpanCoefficient: 1 } }],
    ['stops[0].priority', { stop: { priority: 2 } }],
    ['vehicles[0].isLocked', { vehicle: { isLocked: true } }],
    ['vehicles[0].pinned', { vehicle: { pinned: [0] } }],
    ['vehicles[0].pinnedPrefix', { vehicle: { pinnedPrefix: [0] } }],
    ['vehicles[0].profile', { vehicle: { profile: 1 } }],
  ])('%s', async (field, changes) => {
    await expect(solveWide(change(makeWideProblem(1, 20), changes))).rejects.toThrow(`problem.${field} `)
  })

  test('charging places, missing coordinates, and no travel at all', async () => {
    const problem = makeWideProblem(1, 20)
    const charging = { ...problem, chargingPlaces: [{ location: 0, watts: 1 }] }
    await expect(solveWide(charging)).rejects.toThrow('problem.chargingPlaces ')
    const points = { ...problem.points, y: new Float64Array(3) }
    await expect(solveWide({ ...problem, points })).rejects.toThrow('problem.points.y has 3 entries: 21 are needed')
    await expect(solveWide({ ...problem, travel: [] })).rejects.toThrow('problem.travel is empty')
  })
})
