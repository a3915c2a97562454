/**
 * Electric vehicles: energy by hand, charging at the depot, and random problems against checker, brute force and an exhaustive schedule.
 */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { addBatteries } from '../../test/random-batteries.ts'
import { addHours } from '../../test/random-hours.ts'
import { createRandomChoice } from '../../test/random-numbers.ts'
import { makeRandomProblem } from '../../test/random-problem.ts'
import { listComplaints } from '../../test/sound.ts'
import { buildSolution } from '../answer/build-solution.ts'
import { evaluate, explain, getModel } from '../answer/explain.ts'
import type { Battery } from '../battery.ts'
import { check } from '../check/check.ts'
import type { Problem, Vehicle } from '../problem.ts'
import type { Solution } from '../solution.ts'
import { solve } from '../solve.ts'
import { useFactorAt } from './presets.ts'

const linear = [{ untilShare: 1, powerShare: 1 }]
const van: Battery = { capacityWh: 10_000, whPerKm: 200 }

const charges = (problem: Problem, order: number[], vehicle = 0): number[] =>
  evaluate(problem, vehicle, order).steps.map(({ energy }) => Math.round(energy!.departureWh * 1000) / 1000)

/** Solution of the given elements, with -1 for a reload. */
function drive(problem: Problem, elements: number[]): Solution {
  const left = problem.stops.flatMap((_, stop) => (elements.includes(stop) ? [] : [{ stop, reasons: [] }]))
  return buildSolution(problem, getModel(problem), [elements], left)
}

describe('what a route takes from the battery', () => {
  test('kilometres times the use of the van', () => {
    const problem = lineProblem([{ km: 5 }, { km: 12 }], [{ battery: van }])
    expect(charges(problem, [0, 1])).toEqual([10_000, 9000, 7600, 5200])
    expect(charges(lineProblem([{ km: 5 }], [{ battery: { ...van, startWh: 6000 } }]), [0])).toEqual([6000, 5000, 4000])
  })

  test('more with a load, until it is delivered, and with what was aboard before', () => {
    const battery = { ...van, whPerKmOfLoad: [10] }
    // 7 and 3 aboard to km 4 (300 Wh/km), 3 to km 10 (230), none on the way back (200).
    const stops = [
      { km: 4, delivered: [7] },
      { km: 10, delivered: [3] },
    ]
    expect(charges(lineProblem(stops, [{ battery }]), [0, 1])).toEqual([10_000, 8800, 7420, 5420])
    expect(charges(lineProblem(stops, [{ battery, aboard: [5] }]), [0, 1])).toEqual([10_000, 8600, 6920, 4420])
    const pickup = lineProblem([{ km: 10, delivered: [0], collected: [20] }], [{ battery }])
    expect(charges(pickup, [0])).toEqual([10_000, 8000, 4000])
  })

  test('more in the cold', () => {
    expect(useFactorAt(20)).toBe(1)
    expect(useFactorAt(0)).toBeCloseTo(1.225, 3)
    expect(useFactorAt(-15)).toBeCloseTo(1 / 0.54, 2)
    expect(useFactorAt(-40)).toBe(useFactorAt(-15))
    expect(useFactorAt(40)).toBe(useFactorAt(0))
    const problem = lineProblem([{ km: 10 }], [{ battery: { ...van, useFactor: 1.5 } }])
    expect(charges(problem, [0])).toEqual([10_000, 7000, 4000])
  })

  test('an order made by hand that would strand the van says where and what is missing', () => {
    const problem = lineProblem([{ km: 10 }, { km: 20 }], [{ battery: { ...van, capacityWh: 5000, reserveWh: 1500 } }])
    const route = evaluate(problem, 0, [0, 1])
    expect(route.violations).toEqual([{ code: 'battery', vehicle: 0, stop: 1, amount: 4500 }])
    expect(route.steps.at(-1)!.energy!.arrivalWh).toBe(-3000)
    expect(evaluate(problem, 0, [0]).violations).toEqual([{ code: 'battery', vehicle: 0, stop: null, amount: 500 }])
  })

  test('batteries out of range are refused by name', () => {
    const make = (battery: Battery) => () => solve(lineProblem([{ km: 1 }], [{ battery }]))
    expect(make({ ...van, capacityWh: 0 })).toThrow('problem.vehicles[0].battery.capacityWh is 0: a number above 0')
    expect(make({ ...van, startWh: 11_000 })).toThrow('startWh is 11000: from 0 to the capacity of 10000')
    expect(make({ ...van, reserveWh: -1 })).toThrow('reserveWh')
    expect(make({ ...van, whPerKm: Number.NaN })).toThrow('whPerKm')
    expect(make({ ...van, chargeCurve: [{ untilShare: 0.5, powerShare: 1 }] })).toThrow('its last piece ends at 1')
  })
})

describe('planning', () => {
  test('a stop out of reach is left out for its battery, with what is missing', () => {
    const problem = lineProblem([{ km: 5 }, { km: 20 }], [{ battery: { ...van, capacityWh: 7000, reserveWh: 500 } }])
    const { solution } = solve(problem, { seed: 1, iterations: 200 })
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.routes[0]!.stops).toEqual([0])
    expect(solution.unassigned).toEqual([{ stop: 1, reasons: ['battery'] }])
    expect(explain(problem, solution, 1)[0]).toMatchObject({
      rule: 'battery',
      amount: 1500,
      remedy: 'would fit with 1.5 kWh more in the battery',
    })
  })

  test('heavy goods are delivered first where the way is short of energy', () => {
    // Out with 8 units to km 9 and back over km 3, or 8 units delivered on the way out.
    const stops = [
      { km: 3, delivered: [8] },
      { km: 9, delivered: [0] },
    ]
    const battery = { capacityWh: 4400, whPerKm: 200, whPerKmOfLoad: [25] }
    const problem = lineProblem(stops, [{ battery }])
    const { solution } = solve(problem, { seed: 1, iterations: 200 })
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.routes[0]!.stops).toEqual([0, 1])
    expect(evaluate(problem, 0, [1, 0]).violations).toMatchObject([{ code: 'battery', amount: 2200 }])
  })

  test('a second trip is charged for at the depot, for as long as it asks and no longer', () => {
    const battery = { ...van, capacityWh: 5000, chargeWatts: 9000, chargeCurve: linear }
    const vehicle: Partial<Vehicle> = { battery, capacity: [1], reload: { location: 0, serviceSeconds: 300 } }
    const problem = lineProblem([{ km: 10 }, { km: 11 }], [vehicle])
    const { solution } = solve(problem, { seed: 1, iterations: 500 })
    expect(listComplaints(problem, solution)).toEqual([])
    const reload = solution.routes[0]!.steps.find(({ kind }) => kind === 'reload')!
    const longer = reload.departureSeconds - reload.startSeconds
    // 400 or 4,400 Wh are used before, so it charges what the second trip lacks, at 2.5 Wh per second.
    const second = solution.routes[0]!.stops[1] === 1 ? 4400 : 4000
    expect(longer).toBe(Math.ceil((second - reload.energy!.arrivalWh) / 2.5))
    expect(reload.energy!.departureWh).toBeGreaterThanOrEqual(second)
    expect(reload.energy!.departureWh).toBeLessThan(second + 2.5)
  })

  test('without a charger at the depot the second trip is another van’s', () => {
    const one = { battery: { ...van, capacityWh: 5000 }, capacity: [1], reload: { location: 0, serviceSeconds: 300 } }
    const { solution } = solve(lineProblem([{ km: 10 }, { km: 11 }], [one, one]), { seed: 1, iterations: 500 })
    expect(solution.routes.map(({ stops }) => stops.length)).toEqual([1, 1])
  })

  test('a break at the depot charges too', () => {
    const battery = { ...van, capacityWh: 5000, chargeWatts: 9000, chargeCurve: linear }
    const pause = { earliestSeconds: 2000, latestSeconds: 4400, durationSeconds: 1200 }
    const vehicle: Partial<Vehicle> = {
      battery,
      departureSeconds: 0,
      breaks: [pause],
      reload: { location: 0, serviceSeconds: 300 },
    }
    const problem = lineProblem([{ km: 10 }, { km: 12 }], [vehicle])
    const solution = drive(problem, [0, -1, 1])
    expect(check(problem, solution)).toEqual([])
    const { steps } = solution.routes[0]!
    const at = steps.findIndex(({ kind }) => kind === 'break')
    expect(steps[at]).toMatchObject({ location: 0 })
    expect(steps[at]!.energy!.departureWh - steps[at]!.energy!.arrivalWh).toBeGreaterThan(0)
    // 3,800 Wh are missing, of which 20 minutes charge 3,000.
    const reload = steps.find(({ kind }) => kind === 'reload')!
    expect(reload.departureSeconds - reload.startSeconds).toBe(Math.ceil((4800 - 1000 - 3000) / 2.5))
  })

  test('the last fifth takes longer', () => {
    const battery = { ...van, capacityWh: 10_000, startWh: 5000, reserveWh: 0, chargeWatts: 18_000 }
    const problem = lineProblem(
      [{ km: 1 }, { km: 20 }],
      [{ battery: { ...battery, whPerKm: 237.5 }, reload: { location: 0, serviceSeconds: 0 } }],
    )
    const solution = drive(problem, [0, -1, 1])
    expect(check(problem, solution)).toEqual([])
    const reload = solution.routes[0]!.steps[2]!
    // From 4,525 to 8,500 Wh at 5 Wh per second, then to 9,500 at 2.3.
    expect(reload.departureSeconds - reload.startSeconds).toBe(Math.ceil((8500 - 4525) / 5 + 1000 / 2.3))
  })
})

describe('the checker', () => {
  const problem = lineProblem([{ km: 10 }], [{ battery: { ...van, capacityWh: 5000 } }])
  const { solution } = solve(problem, { seed: 1, iterations: 50 })

  test('finds a van that would be stranded, and a charge that is not so', () => {
    const colder = {
      ...problem,
      vehicles: [{ ...problem.vehicles[0]!, battery: { ...van, capacityWh: 5000, useFactor: 1.5 } }],
    }
    const codes = check(colder, solution).map(({ code }) => code)
    expect(codes).toContain('battery')
    expect(codes).toContain('misreported')
    const wrong = structuredClone(solution)
    wrong.routes[0]!.steps[1]!.energy!.arrivalWh += 5
    expect(check(problem, wrong)).toMatchObject([{ code: 'misreported', amount: 5 }])
  })

  test('knows of no energy without a battery', () => {
    const plain = lineProblem([{ km: 10 }])
    expect(check(plain, solution).map(({ code }) => code)).toEqual(['misreported'])
    expect(JSON.stringify(solve(plain, { seed: 1, iterations: 50 }).solution)).not.toContain('energy')
  })
})

/** All 2,000 take some minutes: request them by the environment variable. */
const count = Math.max(30, Number(process.env.ROUTEWRIGHT_RANDOM ?? 120))
const mostMilliseconds = 300_000 + 300 * count

test(
  'no answer to random problems with batteries strands a van, or tells a wrong charge',
  () => {
    const wrong: string[] = []
    for (let seed = 1; seed <= count; seed++) {
      const plain = makeRandomProblem(60_000 + seed, { leastStops: 4, mostStops: 16, kind: 'rich' })
      const problem = addBatteries(seed % 8 === 0 ? addHours(plain, seed) : plain, seed)
      const { solution } = solve(problem, { seed, iterations: 60 })
      for (const complaint of listComplaints(problem, solution)) wrong.push(`seed ${seed}: ${complaint}`)
    }
    expect(wrong).toEqual([])
  },
  mostMilliseconds,
)

test(
  'tiny problems with charging at the depot cost as little as the best of all orders',
  () => {
    const misses: string[] = []
    let charged = 0
    for (let seed = 1; seed <= Math.ceil(count / 3); seed++) {
      const problem = makeTinyDepot(seed)
      const { solution } = solve(problem, { seed, iterations: 1500 })
      expect(listComplaints(problem, solution)).toEqual([])
      const best = cheapestOrder(problem)
      if (solution.totalCost > best.totalCost + 1e-6) misses.push(`${seed}: ${solution.totalCost}, ${best.totalCost}`)
      if (best.routes[0]!.reloadSeconds > 300) charged++
    }
    expect(misses).toEqual([])
    expect(charged).toBeGreaterThan(count / 20)
  },
  mostMilliseconds,
)

test(
  'with charging, orders end as early as the best of all times at the charger',
  () => {
    const misses: string[] = []
    for (let seed = 1; seed <= count; seed++) {
      const problem = makeTinyDepot(seed + 5000, 60)
      const order = problem.stops.map((_, stop) => stop)
      const elements = order.flatMap((stop) => (stop > 0 && (seed + stop) % 2 === 0 ? [-1, stop] : [stop]))
      const [route] = drive(problem, elements).routes
      const best = earliestEnd(problem, elements)
      const found = route!.violations.length === 0 ? route!.endSeconds : undefined
      if (found !== best) misses.push(`${seed}: ${found} instead of ${best}`)
    }
    expect(misses).toEqual([])
  },
  mostMilliseconds,
)

/** One van on a line with a depot to charge at; with `grid` every amount of charging takes a multiple of that many seconds. */
function makeTinyDepot(seed: number, grid = 0): Problem {
  const random = createRandomChoice(seed)
  const stops = Array.from({ length: random.integer(3, 4) }, () => {
    const from = random.integer(0, 60) * 60
    const km = random.integer(2, 12)
    const hasWindow = random.chance(0.4)
    return { km, serviceSeconds: 60, ...(hasWindow && { windows: [[from, from + 120 * 60] as const] }) }
  })
  // 3,600 W and 300 Wh per kilometre: the energy for a kilometre is charged in 300 s.
  const battery: Battery = {
    capacityWh: random.integer(24, 40) * 300,
    whPerKm: 300,
    chargeWatts: grid > 0 ? 18_000 : 7200,
    ...((grid > 0 || random.chance(0.5)) && { chargeCurve: linear }),
    ...(random.chance(0.5) && { reserveWh: 600 }),
  }
  const cost = { perMeter: 0.001, perSecond: random.pick([0, 0.01]) }
  const reload = { location: 0, serviceSeconds: 300, maxReloads: 2 }
  return lineProblem(stops, [{ battery, cost, reload, capacity: [2], shift: [0, 40_000] }])
}

/** Cheapest of all orders of all stops, or of as many as can be served, with reloads at any positions. */
function cheapestOrder(problem: Problem): Solution {
  let best: Solution | undefined
  const extend = (elements: number[]): void => {
    const solution = drive(problem, elements)
    const isAllowed = solution.routes[0]!.violations.length === 0
    if (isAllowed && (!best || solution.totalCost < best.totalCost)) best = solution
    for (let stop = 0; stop < problem.stops.length; stop++) {
      if (elements.includes(stop)) continue
      extend([...elements, stop])
      if (elements.length > 0) extend([...elements, -1, stop])
    }
  }
  extend([])
  return best!
}

/** Earliest end over all charging times in steps of a minute, driving on from the opening of the shift; linear charging only. */
function earliestEnd(problem: Problem, elements: readonly number[]): number | undefined {
  const [vehicle] = problem.vehicles
  const { capacityWh, reserveWh = 0, whPerKm, chargeWatts } = vehicle!.battery!
  const getKm = (element: number | undefined): number =>
    element === undefined || element < 0 ? 0 : problem.stops[element]!.location!
  let best: number | undefined
  const go = (at: number, time: number, energy: number): void => {
    const km = Math.abs(getKm(elements[at]) - getKm(at === 0 ? undefined : elements[at - 1]))
    const left = energy - km * whPerKm
    const arrival = time + 100 * km
    if (left < reserveWh || arrival > vehicle!.shift![1]) return
    if (at === elements.length) {
      best = Math.min(best ?? arrival, arrival)
      return
    }
    const element = elements[at]!
    if (element < 0) {
      for (let stay = 300; stay <= 3000; stay += 60)
        go(at + 1, arrival + stay, Math.min(capacityWh, left + (stay * chargeWatts!) / 3600))
      return
    }
    const [opens, closes] = problem.stops[element]!.windows?.[0] ?? [0, 1e9]
    if (arrival > closes) return
    go(at + 1, Math.max(arrival, opens) + problem.stops[element]!.serviceSeconds, left)
  }
  go(0, 0, capacityWh)
  return best
}
