/** Files of several days: published plans are correct and have their published cost; our own small files; errors. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type OrderItem, scheduleOrders } from '../../test/schedule-orders.ts'
import { checkPeriods } from '../check/check-periods.ts'
import { solvePeriodsHere } from '../periods/solve-periods.ts'
import type { PeriodicSolution } from '../solution.ts'
import type { PeriodicInstance } from './periodic-instance.ts'
import { readPvrp } from './pvrp.ts'
import { detectFormat } from './read-instance.ts'

const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? join(import.meta.dirname, '../../../../../shared')
const folder = join(sharedFolder, 'benchmarks/pvrpif')
const isPresent = existsSync(folder)
if (!isPresent) console.warn(`SKIPPED: no periodic instances at ${folder}, published plans are not checked`)

/** Numbers of each route of each day, without depots. */
function readReport(text: string): { cost: number; days: number[][][] } {
  const days: number[][][] = []
  for (const [, day, path] of text.matchAll(/^Day: (\d+):[^\n]*\n[^\n]*\npath ([^\n]*)/gm)) {
    const numbers = path!.trim().split(/\s+/).map(Number).slice(1, -1)
    days[Number(day)] = [...(days[Number(day)] ?? []), numbers]
  }
  return { cost: Number(/with cost ([\d.]+)/.exec(text)![1]), days }
}

/** The published routes as a solution; unloading places, the last of which ends the route, are reloads. */
function toAnswer({ periodic }: PeriodicInstance, days: number[][][]): PeriodicSolution {
  const customers = periodic.problem.stops.length
  const visits: { stop: number; day: number }[] = []
  const orders: OrderItem[][] = periodic.problem.vehicles.map(() => [])
  const served: number[][] = periodic.choices.map(() => [])
  days.forEach((routes, day) => {
    routes.forEach((numbers, index) => {
      const vehicle = periodic.dayOfVehicle.indexOf(day) + index
      for (const number of numbers.slice(0, -1)) {
        if (number > customers) {
          orders[vehicle]!.push('reload')
          continue
        }
        served[number - 1]!.push(day)
        orders[vehicle]!.push(visits.length)
        visits.push({ stop: number - 1, day })
      }
    })
  })
  const problem = { ...periodic.problem, stops: visits.map(({ stop }) => periodic.problem.stops[stop]!) }
  return { days: served, visits, solution: scheduleOrders(problem, orders) }
}

describe.skipIf(!isPresent)('published periodic plans', () => {
  const names = isPresent
    ? readdirSync(folder).flatMap((file) => (file.endsWith('.geojson') ? [file.replace('.geojson', '')] : []))
    : []

  test.each(names)('%s is sound and costs what is published', (name) => {
    const text = readFileSync(join(folder, `${name}.geojson`), 'utf8')
    expect(detectFormat(text)).toBe('pvrp')
    const instance = readPvrp(text)
    const { cost, days } = readReport(readFileSync(join(folder, `${name}.report.txt`), 'utf8'))
    const answer = toAnswer(instance, days)
    expect(checkPeriods(instance.periodic, answer)).toEqual([])
    expect(instance.getCost(answer)).toBe(cost)
  })
})

/** Two days, one vehicle of 2 units a day; stop 1 on both days, the others on either. */
const cordeau = `1 1 3 2
0 2
0 2
0 0 0 0 0 0 0
1 0 10 0 1 2 1 3
2 3 4 0 1 1 2 1 2
3 -3 4 0 1 1 2 2 1
`

test("Cordeau's text is read, its bits of days with the first day highest", () => {
  expect(detectFormat(cordeau)).toBe('pvrp')
  const instance = readPvrp(cordeau)
  expect(instance.periodic.choices).toEqual([[[0, 1]], [[1], [0]], [[0], [1]]])
  const { solution } = solvePeriodsHere(instance.periodic, { iterations: 500 })
  expect(checkPeriods(instance.periodic, solution)).toEqual([])
  // Each day: 5 out, from (3, 4) or (-3, 4) to (0, 10), and 10 home.
  expect(instance.getCost(solution)).toBeCloseTo(2 * (5 + Math.sqrt(45) + 10), 5)
})

const small = {
  info: { planningHorizon: 2, numVehicles: 1, maxCapacity: 3, maxDuration: 100 },
  features: [
    { properties: { id: 0, type: 'depot', frequency: 0, demand: 0, service: 0 } },
    { properties: { id: 1, type: 'customer', frequency: 2, demand: 2, service: 5 } },
    { properties: { id: 2, type: 'customer', frequency: 1, demand: 2, service: 5 } },
    { properties: { id: 3, type: 'intermediateFacility', frequency: 0, demand: 0, service: 0 } },
    { properties: { id: 4, type: 'intermediateFacility', frequency: 0, demand: 0, service: 0 } },
  ],
  // On a line: facility 3 at 2, customer 1 at 4, facility 4 at 6, customer 2 at 9, the depot at 0.
  duration: [0, 4, 9, 2, 6].map((from) => [0, 4, 9, 2, 6].map((to) => Math.abs(from - to))),
}

test('GeoJSON with unloading is read and told with the places of unloading', () => {
  const text = JSON.stringify(small)
  expect(detectFormat(text)).toBe('pvrp')
  const instance = readPvrp(text)
  const { solution } = solvePeriodsHere(instance.periodic, { iterations: 300 })
  expect(checkPeriods(instance.periodic, solution)).toEqual([])
  // One day 0-1-3-0, the other 0-1-4-2-4-0 (or the other way round): all unloading places are on the way.
  expect(instance.getCost(solution)).toBe(8 + 18)
  const told = solution.solution.routes.map((route) => instance.listNumbers(solution, route))
  expect(told).toContainEqual([1, 3])
  const numbers = told.find((route) => route.includes(2))!
  expect(numbers.filter((number) => number > 2).length).toBe(2)
  expect(numbers.at(-1)).toBeGreaterThan(2)
})

describe('mistakes are named', () => {
  const change = (from: string, to: string): string => cordeau.replace(from, to)
  const changed = (edit: (file: typeof small) => void): string => {
    const copy = structuredClone(small)
    edit(copy)
    return JSON.stringify(copy)
  }
  test.each([
    [change('1 1 3 2', '8 1 3 2'), 'line 1, type: 8 is not 1'],
    [change('1 0 10 0 1 2 1 3', '1 0 10 0 1 2 1 1'), 'line 5, list: 1 has 1 days, not 2'],
    [change('3 -3 4 0 1 1 2 2 1\n', ''), 'line 1, n: the file has 6 lines of 7'],
    [changed((file) => Object.assign(file.info, { numVehicles: 0 })), 'info.numVehicles: 0 is below 1'],
    [
      changed((file) => Object.assign(file.features[1]!.properties, { frequency: 3 })),
      'frequency: 3 does not divide 2 days',
    ],
    [changed((file) => file.duration.pop()), 'duration: has 4 rows, not 5'],
  ])('%#', (text, message) => {
    expect(() => readPvrp(text)).toThrow(message)
  })
})
