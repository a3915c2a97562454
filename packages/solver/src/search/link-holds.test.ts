/** Stops that are done before others begin, on one route or several: found as by trying every order, explained, and refused in circles. */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { addLink, findLeastCost, makeLinkedProblem } from '../../test/linked-plans.ts'
import { createRandomChoice } from '../../test/random-numbers.ts'
import { makeRandomProblem } from '../../test/random-problem.ts'
import { listComplaints } from '../../test/sound.ts'
import { explain } from '../answer/explain.ts'
import { check } from '../check/check.ts'
import { readVroom } from '../formats/vroom.ts'
import { listLinked } from '../model/links.ts'
import { solveParallel } from '../parallel/solve-parallel.ts'
import type { Problem, Stop } from '../problem.ts'
import { solve } from '../solve.ts'

/** All 2,000 take some minutes: request them by the environment variable. */
const count = Number(process.env.ROUTEWRIGHT_RANDOM ?? 60)
const seeds = (most: number) => Array.from({ length: most }, (_, seed) => seed + 1)
const plumber = { km: 5, skills: ['pipes'], serviceSeconds: 3600 }
const inspector = { km: 5, skills: ['seals'], after: [{ stop: 0, leastSeconds: 600, mostSeconds: 900 }] }
const fleet = [{ skills: ['pipes'] }, { skills: ['seals'] }]

test('the inspector comes on another van, ten to fifteen minutes after the plumber is done', () => {
  const problem = lineProblem([plumber, inspector, { km: 2 }, { km: 9 }], fleet)
  const { solution } = solve(problem, { seed: 1, iterations: 500 })
  expect(check(problem, solution)).toEqual([])
  expect(solution.unassigned).toEqual([])
  const steps = new Map(solution.routes.flatMap((route) => route.steps).map((step) => [step.stop, step]))
  const gap = (steps.get(1)?.startSeconds ?? 0) - (steps.get(0)?.departureSeconds ?? 0)
  expect([gap >= 600, gap <= 900]).toEqual([true, true])
})

test('a stop whose window closes before the other is done says until when that takes', async () => {
  const late = { ...inspector, windows: [[0, 4000]] as const }
  const problem = lineProblem([plumber, late, { km: 2 }], fleet)
  const { solution } = await solveParallel(problem, { seed: 1, iterations: 500, threads: 2 })
  expect(check(problem, solution)).toEqual([])
  expect(solution.unassigned).toEqual([{ stop: 1, reasons: ['time_window'] }])
  const why = explain(problem, solution, 1).find(({ vehicle }) => vehicle === 1)
  expect(why).toMatchObject({ rule: 'after', remedy: 'comes after stop 0, which is done at 1:09' })
})

test('without the one before it a stop is not served', () => {
  const problem = lineProblem(
    [
      { ...plumber, skills: ['wires'] },
      { ...inspector, after: [{ stop: 0 }] },
    ],
    fleet,
  )
  const { solution } = solve(problem, { seed: 1, iterations: 200 })
  expect(solution.unassigned.map(({ stop }) => stop)).toEqual([0, 1])
  expect(explain(problem, solution, 1).map(({ remedy }) => remedy)).toContain(
    'comes after stop 0, which is on no route',
  )
})

test('small plans cost no more than the best of all orders, and keep every rule', () => {
  const misses = seeds(count).flatMap((seed) => {
    const problem = makeLinkedProblem(seed)
    const { solution } = solve(problem, { seed, iterations: 3000 })
    expect(check(problem, solution)).toEqual([])
    const least = findLeastCost(problem)
    return solution.totalCost > least * (1 + 1e-9) + 1e-6 ? [`seed ${seed}: ${solution.totalCost}, best ${least}`] : []
  })
  expect(misses).toEqual([])
}, 600_000)

test.each(seeds(Math.ceil(count / 3)))('rich problem %d with links keeps every rule and tells the truth', (seed) => {
  const problem = makeRichLinkedProblem(seed)
  expect(listComplaints(problem, solve(problem, { seed, iterations: 300 }).solution)).toEqual([])
})

describe('a problem is refused', () => {
  const refusals: [what: string, stops: Partial<Stop>[], message: string][] = [
    ['with a circle', [{ after: [{ stop: 1 }] }, { after: [{ stop: 0 }] }], 'stops[0].after is a circle: 0 after 1 after 0'],
    ['with a stop that is not there', [{ after: [{ stop: 7 }] }], 'stops[0].after[0].stop is out of range: 7'],
    ['with most below least', [{}, { after: [{ stop: 0, leastSeconds: 9, mostSeconds: 5 }] }], 'is less than the 9 at least'],
    ['with a pickup', [{}, { after: [{ stop: 0 }], pickup: 2 }, {}], 'stops[1].pickup cannot be combined with after'],
    ['with several windows', [{ windows: [[0, 1], [5, 6]] }, { after: [{ stop: 0 }] }], 'stops[0].windows'],
  ] // biome-ignore format: a row each
  test.each(refusals)('%s', (_, stops, message) => {
    const problem = lineProblem(stops.map((stop, index) => ({ km: index + 1, ...stop })))
    expect(() => solve(problem, { iterations: 1 })).toThrow(message)
  })
})

test("VROOM's jobs name the jobs before them by id", () => {
  const file = (after: unknown) => {
    const jobs = [
      { id: 7, location: [9, 47] },
      { id: 9, location: [9.1, 47], after },
    ]
    return JSON.stringify({ jobs, vehicles: [{ id: 1, start: [9, 47] }] })
  }
  const { problem } = readVroom(file([{ id: 7, least: 60, most: 600 }]))
  expect(problem.stops[1]?.after).toEqual([{ stop: 0, leastSeconds: 60, mostSeconds: 600 }])
  expect(() => readVroom(file([{ id: 8 }]))).toThrow('jobs[1].after[0].id')
  expect(() => readVroom(file([{ id: 7, least: 60, most: 10 }]))).toThrow('jobs[1].after[0].most')
})

/** A random problem without the rules that links cannot be combined with, and a link for every sixth stop. */
function makeRichLinkedProblem(seed: number): Problem {
  const problem = makeRandomProblem(700_000 + seed, { leastStops: 10, mostStops: 40, kind: 'rich' })
  const random = createRandomChoice(seed)
  delete problem.options.slack
  for (const vehicle of problem.vehicles) {
    delete vehicle.minSeconds
    delete vehicle.minMeters
  }
  const bound = new Set([
    ...problem.vehicles.flatMap(({ pinned = [], pinnedPrefix = [] }) => [...pinned, ...pinnedPrefix]),
    ...problem.stops.flatMap(({ pickup, cluster, windows = [] }, stop) =>
      pickup !== undefined || cluster !== undefined || windows.length > 1
        ? [stop, ...(pickup === undefined ? [] : [pickup])]
        : [],
    ),
  ])
  const free = [...problem.stops.keys()].filter((stop) => !bound.has(stop))
  for (let k = 0; k < free.length / 6; k++) {
    const [first, then] = [random.pick(free), random.pick(free)]
    if (first < then) addLink(random, problem.stops[then], first)
  }
  expect(listLinked(problem.stops).size).toBeLessThanOrEqual(free.length)
  return problem
}
