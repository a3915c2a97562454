/** Cuts of a wide plan: nothing lost, parts of equal size and near places, vehicles from near depots, bound stops together. */
import { describe, expect, test } from 'vitest'
import { makeWideProblem, type WideRules } from '../../test/wide-problem.ts'
import { Random } from '../model/random.ts'
import type { Share } from '../parallel/partition.ts'
import type { WideProblem } from '../wide-problem.ts'
import { cutItems } from './cut.ts'
import { dealVehicles } from './deal-vehicles.ts'
import { takePart } from './part.ts'
import { PlanCutter, type WideRoutes } from './wide-plan.ts'

/** Plan that puts stops on routes of ten in their order in space, and leaves out the last `left`. */
function makePlan(
  left: number,
  rules: WideRules = {},
): { problem: WideProblem; cutter: PlanCutter; routes: WideRoutes } {
  const problem = makeWideProblem(1, 600, { vehicles: 80, ...rules })
  const cutter = new PlanCutter(problem)
  const stops = Array.from(cutter.rank.keys())
    .sort((a, b) => cutter.rank[a]! - cutter.rank[b]!)
    .slice(0, 600 - left)
  const routes = problem.vehicles.map((_, v) => Int32Array.from(stops.slice(10 * v, 10 * v + 10)))
  return { problem, cutter, routes }
}

const countStops = ({ routes, absent }: Share): number =>
  routes.reduce((sum, { length }) => sum + length, absent.length)
const byNumber = (a: number, b: number): number => a - b

describe('a cut', () => {
  test('holds every vehicle with its route and every absent stop once, in parts of about one size', () => {
    const { problem, cutter, routes } = makePlan(35)
    const shares = cutter.cut(routes, 4, new Random(2))
    expect(shares.flatMap(({ vehicles }) => [...vehicles]).sort(byNumber)).toEqual(problem.vehicles.map((_, v) => v))
    for (const share of shares) {
      share.vehicles.forEach((v, at) => {
        expect(share.routes[at]).toBe(routes[v])
      })
    }
    const served = new Set(routes.flatMap((route) => [...route]))
    const absent = problem.stops.flatMap((_, stop) => (served.has(stop) ? [] : [stop]))
    expect(shares.flatMap((share) => [...share.absent]).sort(byNumber)).toEqual(absent)
    const sizes = shares.map(countStops)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(25)
  })

  test('gives each part free vehicles', () => {
    const { cutter, routes } = makePlan(35)
    const shares = cutter.cut(routes, 4, new Random(2))
    for (const share of shares) expect(share.routes.some(({ length }) => length === 0)).toBe(true)
  })

  test('gives most free vehicles to where stops are left out', () => {
    const { cutter, routes } = makePlan(0)
    const emptied = routes.map((route, v) => (v < 8 ? new Int32Array(0) : route))
    const shares = cutter.cut(emptied, 4, new Random(2))
    const free = shares.map((share) => share.routes.filter(({ length }) => length === 0).length)
    const least = shares.map(({ absent }) => absent.length).indexOf(0)
    const most = shares.findIndex(({ absent }) => absent.length > 40)
    expect(free[most]!).toBeGreaterThan(3 * free[least]!)
  })

  test('runs elsewhere each time', () => {
    const { cutter, routes } = makePlan(0)
    const random = new Random(3)
    const cuts = Array.from({ length: 20 }, () => [...cutter.cut(routes, 2, random)[0]!.vehicles].sort(byNumber).join())
    expect(new Set(cuts).size).toBeGreaterThan(15)
  })

  test('keeps absent stops with the pickup or the cluster that they belong to', () => {
    const { problem, cutter, routes } = makePlan(200, { pairs: true, clusters: true })
    const partOf = new Map<number, number>()
    cutter.cut(routes, 6, new Random(4)).forEach(({ absent, routes: taken }, part) => {
      for (const stop of [...absent, ...taken.flatMap((route) => [...route])]) partOf.set(stop, part)
    })
    const served = new Set(routes.flatMap((route) => [...route]))
    const halves = problem.stops.flatMap(({ pickup }, stop) =>
      pickup === undefined || served.has(stop) ? [] : [[stop, pickup] as const],
    )
    expect(halves.length).toBeGreaterThan(10)
    for (const [delivery, pickup] of halves) expect(partOf.get(delivery)).toBe(partOf.get(pickup))
    const clusters = Map.groupBy(problem.stops.keys(), (stop) => problem.stops[stop]!.cluster ?? 'none')
    clusters.delete('none')
    const isAbsent = (members: number[]): boolean => members.every((stop) => !served.has(stop))
    const absent = [...clusters.values()].filter(isAbsent)
    expect(absent.length).toBeGreaterThan(1)
    for (const members of absent) expect(new Set(members.map((stop) => partOf.get(stop))).size).toBe(1)
  })

  test('halves items of a line in its middle', () => {
    const x = Float64Array.from({ length: 40 }, (_, item) => item)
    const [one, other] = cutItems(
      { x, y: new Float64Array(40), weight: new Float64Array(40).fill(1) },
      2,
      new Random(5),
    )
    const sides = [one!, other!].map((side) => [...side].sort(byNumber)).sort(([a], [b]) => a! - b!)
    expect(sides).toEqual([[...x.subarray(0, 20)], [...x.subarray(20)]])
  })
})

test('vehicles are dealt out by weight, each once, from the nearest depot that has any left', () => {
  const problem = makeWideProblem(2, 10, { depots: 2, vehicles: 40 })
  problem.points.x.set([0, 1_000])
  problem.points.y.set([0, 0])
  const needs = [
    { x: 10, y: 0, weight: 1 },
    { x: 990, y: 0, weight: 3 },
  ]
  const all = problem.vehicles.map((_, v) => v)
  const dealt = dealVehicles(problem, all, needs, new Random(1))
  expect(dealt.flat().sort(byNumber)).toEqual(all)
  const depots = dealt.map((vehicles) => vehicles.map((v) => problem.vehicles[v]!.startLocation))
  expect(Math.abs(depots[0]!.length - 10)).toBeLessThanOrEqual(1)
  expect(new Set(depots[0])).toEqual(new Set([0]))
  expect(depots[1]!.filter((depot) => depot === 1)).toHaveLength(20)
})

describe('a part', () => {
  test('is a problem with the ways, stops and vehicles of the whole', () => {
    const { problem, cutter, routes } = makePlan(35, { depots: 3, reloads: true })
    const [share] = cutter.cut(routes, 4, new Random(2))
    const part = takePart(problem, share!, cutter.rank)
    const { meters } = part.problem.profiles[0]!
    const { x, y } = problem.points
    part.locations.forEach((from, row) => {
      part.locations.forEach((to, column) => {
        const way = Math.round(Math.hypot(x[from]! - x[to]!, y[from]! - y[to]!) / 10)
        expect(Math.abs(meters[row * part.locations.length + column]! - way)).toBeLessThanOrEqual(1)
      })
    })
    part.problem.stops.forEach(({ location, delivered }, at) => {
      const whole = problem.stops[part.stops[at]!]!
      expect([part.locations[location!], delivered]).toEqual([whole.location, whole.delivered])
    })
    part.problem.vehicles.forEach(({ startLocation, reload }, at) => {
      const whole = problem.vehicles[part.vehicles[at]!]!
      expect(part.locations[startLocation!]).toBe(whole.startLocation)
      expect(part.locations[reload!.location]).toBe(whole.reload!.location)
    })
    const original = part.routes.map((route) => [...route].map((stop) => part.stops[stop]!))
    expect(original).toEqual(share!.routes.map((route) => [...route]))
  })

  test('names its own vehicles where stops name vehicles', () => {
    const { problem, cutter, routes } = makePlan(0)
    const named = { allowedVehicles: [3, 70], forbiddenVehicles: [4], costByVehicle: problem.vehicles.map((_, v) => v) }
    const stops = problem.stops.map((stop) => ({ ...stop, ...named }))
    const share = { vehicles: Int32Array.of(4, 3), routes: [routes[4]!, routes[3]!], absent: new Int32Array(0) }
    const [stop] = takePart({ ...problem, stops }, share, cutter.rank).problem.stops
    expect(stop).toMatchObject({ allowedVehicles: [1], forbiddenVehicles: [0], costByVehicle: [4, 3] })
  })

  test('names its own stops as pickups', () => {
    const { problem, cutter } = makePlan(0, { pairs: true })
    const share = { vehicles: Int32Array.of(0), routes: [Int32Array.of(28, 29, 8)], absent: Int32Array.of(9) }
    const part = takePart(problem, share, cutter.rank)
    const pairs = part.problem.stops.flatMap(({ pickup }, at) =>
      pickup === undefined ? [] : [[part.stops[at]!, part.stops[pickup]!]],
    )
    expect(pairs.sort(([a], [b]) => a! - b!)).toEqual([
      [9, 8],
      [29, 28],
    ])
  })

  test('without the pickup of one of its stops is refused', () => {
    const { problem, cutter } = makePlan(0, { pairs: true })
    const share = { vehicles: Int32Array.of(0), routes: [Int32Array.of(9)], absent: new Int32Array(0) }
    expect(() => takePart(problem, share, cutter.rank)).toThrow('8 is outside of its part of the plan')
  })
})
