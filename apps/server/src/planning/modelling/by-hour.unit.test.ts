// Plain times and the traffic of a day as the optimizer's problem: what changes where hours are on, and nothing where they are off.
import { dayTraffic, HOURS_OF_WEEK } from '@routewright/roads'
import { check, evaluate, type Problem, type Solution, solve } from '@routewright/solver'
import { describe, expect, test } from 'vitest'
import { straightLines } from '../../geography/travel/straight-lines.ts'
import { inWholeSeconds, profileByHour, secondsByHour } from './by-hour.ts'
import { planSettings } from './settings.ts'
import { getTravelClass } from './travel-class.ts'

const rush = Array.from({ length: HOURS_OF_WEEK }, (_, hour) => ([7, 8].includes(hour % 24) ? 2.5 : 1))
const traffic = dayTraffic({ motorway: rush, main: rush, other: rush }, '2026-03-02')!
const none = { optimizer_config: null, traffic_options: null }
const project = { ...none, timezone: 'UTC' }
const route = { travel: null, time_window: null }

describe('the settings of a plan', () => {
  const day = { ...none, execution_date: new Date('2026-03-02') }

  test('know no traffic and ask for no mixes unless hours are on', () => {
    for (const hours of [undefined, null, 'off']) {
      const settings = planSettings({ ...day, traffic_options: { hours } as never }, project)
      expect(settings.traffic).toBeUndefined()
      expect(getTravelClass(route, settings)).not.toHaveProperty('withMixes')
    }
    const settings = planSettings({ ...day, traffic_options: { hours: 'typical' } }, project)
    expect(settings.traffic!.periodStarts.length).toBeGreaterThan(10)
    expect(getTravelClass(route, settings)).toHaveProperty('withMixes', true)
    expect(getTravelClass({ ...route, travel: { mode: 'bicycle' } }, settings)).not.toHaveProperty('withMixes')
  })

  test('take the own week of the project where it has one, else the typical one', () => {
    const plan = { ...day, traffic_options: { hours: 'own' } }
    const own = { motorway: rush, main: rush, other: rush }
    expect(planSettings(plan, { ...project, traffic_week: own }).traffic).toEqual(traffic)
    const typical = planSettings({ ...plan, traffic_options: { hours: 'typical' } }, project).traffic
    expect(planSettings(plan, { ...project, traffic_week: null }).traffic).toEqual(typical)
  })
})

test('a leg takes whoever leaves then what the hours of its way say, times the factor of the plan', () => {
  const settings = { traffic, travelFactor: 2 }
  const vehicle = { mode: 'car', needs: {}, withMixes: true } as const
  expect(secondsByHour(settings, vehicle, 300, { mix: 0 }, 6 * 3_600)).toBe(600)
  expect(secondsByHour(settings, vehicle, 300, { mix: 0 }, 7 * 3_600)).toBe(1_500)
  // Half of it before the rush.
  expect(secondsByHour(settings, vehicle, 300, { mix: 0 }, 7 * 3_600 - 300)).toBe(300 + 750)
  expect(secondsByHour(settings, { mode: 'bicycle', needs: {} }, 300, { mix: 0 }, 7 * 3_600)).toBe(600)
  expect(secondsByHour(settings, vehicle, -1, { mix: 0 }, 7 * 3_600)).toBe(0)
})

test('of a server that knows traffic each way is driven at the speed of its hour, and nobody overtakes', async () => {
  const settings = { traffic, travelFactor: 2 }
  const vehicle = { mode: 'car', needs: {}, withMixes: true } as const
  const periods = { starts: [0, 25_200, 32_400], seconds: [300, 900, 300] }
  const at = (departure: number) => secondsByHour(settings, vehicle, 300, { mix: 0, periods }, departure)
  expect(at(20_000)).toBeCloseTo(600)
  expect(at(26_000)).toBeCloseTo(1_800)
  // Half of it before the rush.
  expect(at(25_200 - 300)).toBeCloseTo(300 + 900)
  for (let departure = 20_000; departure < 40_000; departure += 50) {
    expect(departure + 50 + at(departure + 50)).toBeGreaterThanOrEqual(departure + at(departure) - 1e-6)
  }

  const plain = await straightLines.matrix(listPlaces(8), 'car')
  const slow = Int32Array.from(plain.seconds, (seconds) => 3 * seconds)
  const usual = Int32Array.from(plain.seconds)
  const byPeriod = { starts: periods.starts, seconds: [usual, slow, usual] }
  const problem = getProblem(profileByHour({ ...plain, periods: byPeriod }, traffic), 8, 2)
  const { solution } = solve(problem, { iterations: 300 })
  expect(check(problem, solution)).toEqual([])
})

test('places that no way leads to stay unreachable, and the others are served', async () => {
  const matrix = await straightLines.matrix(listPlaces(5), 'car')
  for (let other = 0; other < 6; other++)
    if (other !== 3) matrix.seconds[other * 6 + 3] = matrix.seconds[3 * 6 + other] = -1
  const problem = getProblem(profileByHour(matrix, traffic), 5, 1)
  const { solution } = solve(problem, { iterations: 200 })
  expect(check(problem, solution)).toEqual([])
  expect(solution.unassigned.map(({ stop }) => stop)).toEqual([2])
})

test('routes that are best without hours come late in the rush, those by the hour do not', async () => {
  const count = 40
  const matrix = await straightLines.matrix(listPlaces(count), 'car')
  const byHour = getProblem(profileByHour(matrix, traffic), count, 5)
  const plain = getProblem({ seconds: matrix.seconds, meters: matrix.meters }, count, 5)
  const late = (solution: Solution) =>
    solution.routes
      .filter(({ steps }) => steps.some(({ kind }) => kind === 'stop'))
      .flatMap(({ vehicle, steps }) => {
        const order = steps.flatMap(({ stop }) => stop ?? [])
        return inWholeSeconds(evaluate(byHour, vehicle, order)).violations.filter(({ code }) => code === 'time_window')
      }).length
  const without = solve(plain, { iterations: 3_000, seed: 1 }).solution
  const withHours = solve(byHour, { iterations: 3_000, seed: 1 }).solution
  expect(without.unassigned).toEqual([])
  expect(withHours.unassigned).toEqual([])
  expect(check(byHour, withHours)).toEqual([])
  expect(late(withHours)).toBe(0)
  expect(late(without)).toBeGreaterThan(2)
})

/** The depot, and places around it on a spiral. */
function listPlaces(count: number) {
  return Array.from({ length: count + 1 }, (_, at) => ({
    lat: 47.14 + 0.012 * Math.sqrt(at) * Math.sin(2.4 * at),
    lng: 9.52 + 0.018 * Math.sqrt(at) * Math.cos(2.4 * at),
  }))
}

/** Half of the stops have windows of an hour, during the rush hour and after it. */
function getProblem(profile: Problem['profiles'][number], count: number, vehicleCount: number): Problem {
  const cost = { perTravelSecond: 1, perSecond: 0.05, perMeter: 0.005 }
  const vehicle = { startLocation: 0, endLocation: 0, shift: [6 * 3_600, 14 * 3_600], capacity: [], skills: [], cost }
  return {
    locationCount: count + 1,
    profiles: [profile],
    loadDimensions: 0,
    stops: Array.from({ length: count }, (_, at) => {
      const opens = (7 + (at % 4)) * 3_600
      return { location: at + 1, serviceSeconds: 300, ...(at % 2 && { windows: [[opens, opens + 3_600]] }) }
    }) as Problem['stops'],
    vehicles: Array.from({ length: vehicleCount }, () => vehicle) as unknown as Problem['vehicles'],
    options: { maxWaitSeconds: 3_600 },
  }
}
