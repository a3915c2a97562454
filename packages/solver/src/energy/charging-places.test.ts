/** Charging places on the way: examples computed by hand, queues, and random problems against checker and brute force. */
import { describe, expect, test } from 'vitest'
import { countDrawnCases } from '../../test/drawn-cases.ts'
import { lineProblem } from '../../test/line-problem.ts'
import { addBatteries } from '../../test/random-batteries.ts'
import { addChargingPlaces } from '../../test/random-charging.ts'
import { addHours } from '../../test/random-hours.ts'
import { createRandomChoice } from '../../test/random-numbers.ts'
import { makeRandomProblem } from '../../test/random-problem.ts'
import { listComplaints } from '../../test/sound.ts'
import { evaluate, explain } from '../answer/explain.ts'
import type { Battery, ChargingPlace } from '../battery.ts'
import { check } from '../check/check.ts'
import { checkPeriods } from '../check/check-periods.ts'
import { solvePeriodsHere } from '../periods/solve-periods.ts'
import type { PeriodicProblem, Problem, Vehicle } from '../problem.ts'
import type { Route, Solution } from '../solution.ts'
import { solve } from '../solve.ts'

const linear = [{ untilShare: 1, powerShare: 1 }]
/** A kilometre uses 200 Wh; 18 kW charge 5 Wh per second. */
const van: Battery = { capacityWh: 4000, whPerKm: 200, reserveWh: 400, chargeCurve: linear }
const place: ChargingPlace = { location: 6, watts: 18_000 }

const withPlaces = (problem: Problem, ...chargingPlaces: ChargingPlace[]): Problem => ({ ...problem, chargingPlaces })
const listCharges = (route: Route) => route.steps.filter(({ kind }) => kind === 'charge')

describe('on the way', () => {
  test('a stop out of reach is reached by charging as much as the rest of the way and the reserve ask', () => {
    const problem = withPlaces(lineProblem([{ km: 12 }], [{ battery: van }]), place)
    const { solution } = solve(problem, { seed: 1, iterations: 50 })
    expect(listComplaints(problem, solution)).toEqual([])
    const [route] = solution.routes
    expect(route!.stops).toEqual([0])
    expect(listCharges(route!)).toHaveLength(1)
    const [charge] = listCharges(route!)
    // 4,800 Wh are used and 400 remain: 1,200 are charged, in 240 s.
    expect(charge).toMatchObject({ location: 6, chargingPlace: 0 })
    expect(charge!.departureSeconds - charge!.startSeconds).toBe(240)
    expect(route!.steps.at(-1)!.energy!.arrivalWh).toBe(400)
    expect(route!.chargeSeconds).toBe(240)
  })

  test('charging slows down where the battery is nearly full', () => {
    const curve = [
      { untilShare: 0.8, powerShare: 1 },
      { untilShare: 1, powerShare: 0.25 },
    ]
    const battery = { ...van, startWh: 1700, reserveWh: 100, chargeCurve: curve }
    const problem = withPlaces(lineProblem([{ km: 15 }], [{ battery, endLocation: null }]), place)
    const [charge] = listCharges(evaluate(problem, 0, [0]))
    // 500 Wh on arrival; 1,900 are needed for the rest of the way, all at full power.
    expect(charge!.departureSeconds - charge!.startSeconds).toBe(280)
    const far = { ...battery, reserveWh: 1600, startWh: 2800 }
    const full = withPlaces(lineProblem([{ km: 18 }], [{ battery: far, endLocation: null }]), place)
    // 1,600 on arrival and 4,000 needed, so more than 3,200: 320 s at full power, then 800 Wh at 1.25 per second.
    const [slow] = listCharges(evaluate(full, 0, [0]))
    expect(slow!.departureSeconds - slow!.startSeconds).toBe(320 + 640)
  })

  test('a route that its battery lasts for does not charge', () => {
    const plain = lineProblem([{ km: 8 }], [{ battery: van }])
    const answer = JSON.stringify(solve(plain, { seed: 1, iterations: 50 }).solution)
    expect(JSON.stringify(solve(withPlaces(plain, place), { seed: 1, iterations: 50 }).solution)).toBe(answer)
  })

  test('a break at the place charges, so that less is charged beside it', () => {
    const pause = { earliestSeconds: 1200, latestSeconds: 2400, durationSeconds: 200 }
    const vehicle: Partial<Vehicle> = { battery: van, departureSeconds: 0, breaks: [pause] }
    const problem = withPlaces(lineProblem([{ km: 12, serviceSeconds: 0 }], [vehicle]), { ...place, location: 12 })
    const route = evaluate(problem, 0, [0])
    expect(check(problem, { ...solve(problem, { seed: 1, iterations: 50 }).solution })).toEqual([])
    const rest = route.steps.find(({ kind }) => kind === 'break')!
    expect(rest).toMatchObject({ location: 12, isCharging: true })
    expect(rest.energy!.departureWh - rest.energy!.arrivalWh).toBe(1000)
    expect(route.chargeSeconds).toBe(40)
  })

  test('it waits for the opening, or takes the place that is open', () => {
    const problem = lineProblem([{ km: 12 }], [{ battery: van, departureSeconds: 0, cost: { perSecond: 1 } }])
    const closed = { ...place, windows: [[3500, 9000]] as const }
    const late = evaluate(withPlaces(problem, closed), 0, [0])
    expect(listCharges(late)[0]).toMatchObject({ startSeconds: 3500, departureSeconds: 3740 })
    const open = { ...place, location: 7 }
    expect(listCharges(evaluate(withPlaces(problem, closed, open), 0, [0]))[0]).toMatchObject({ chargingPlace: 1 })
  })

  test('the cheaper of two places is chosen, and paid', () => {
    const dear = { ...place, pricePerKwh: 10 }
    const cheap = { ...place, location: 7, pricePerKwh: 5 }
    const problem = withPlaces(lineProblem([{ km: 12 }], [{ battery: van }]), dear, cheap)
    const { solution } = solve(problem, { seed: 1, iterations: 50 })
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.routes[0]!.cost.charging).toBeCloseTo(6)
    expect(solution.cost.charging).toBeCloseTo(6)
  })

  test('where no place helps, the stop stays out and the way it is told is as before', () => {
    const problem = withPlaces(lineProblem([{ km: 20 }], [{ battery: { ...van, capacityWh: 3000 } }]), place)
    const { solution } = solve(problem, { seed: 1, iterations: 50 })
    expect(solution.unassigned).toEqual([{ stop: 0, reasons: ['battery'] }])
    expect(explain(problem, solution, 0)[0]).toMatchObject({ rule: 'battery' })
  })

  test('figures out of range are refused by name', () => {
    const make = (chargingPlace: ChargingPlace) => () =>
      solve(withPlaces(lineProblem([{ km: 1 }], [{ battery: van }]), chargingPlace))
    expect(make({ ...place, watts: 0 })).toThrow('problem.chargingPlaces[0].watts is 0: a number above 0')
    expect(make({ ...place, location: 99 })).toThrow('location is 99')
    expect(make({ ...place, points: 0.5 })).toThrow('points is 0.5')
    expect(make({ ...place, pricePerKwh: -1 })).toThrow('pricePerKwh')
    expect(make({ ...place, windows: [[5, 1]] })).toThrow('windows is 5 to 1')
    expect(make({ ...place, points: 1, taken: [[5, 1]] })).toThrow('taken is 5 to 1')
    expect(make({ ...place, vehicles: [1] })).toThrow('vehicles is 1: a vehicle below 1')
  })
})

describe('queues', () => {
  const two: Partial<Vehicle> = { battery: van, departureSeconds: 0, maxServices: 1 }

  test('the second van waits until the point is free', () => {
    const problem = withPlaces(lineProblem([{ km: 12 }, { km: 12 }], [two, two]), { ...place, points: 1 })
    const { solution } = solve(problem, { seed: 1, iterations: 50 })
    expect(listComplaints(problem, solution)).toEqual([])
    const times = solution.routes.map((route) => listCharges(route)[0]!)
    expect(solution.unassigned).toEqual([])
    expect(times[1]!.startSeconds >= times[0]!.departureSeconds || times[1]!.location !== times[0]!.location).toBe(true)
  })

  test('or charges at another place; and where nothing is free in time its stop is left out', () => {
    const open = { ...place, points: 1, windows: [[0, 900]] as const }
    const stops = [{ km: 12 }, { km: 12 }]
    const other = withPlaces(lineProblem(stops, [two, two]), open, { ...place, location: 7, points: 1 })
    const { solution } = solve(other, { seed: 1, iterations: 50 })
    expect(listComplaints(other, solution)).toEqual([])
    expect(solution.unassigned).toEqual([])
    const alone = withPlaces(lineProblem(stops, [two, two]), open)
    const answer = solve(alone, { seed: 1, iterations: 50 }).solution
    expect(listComplaints(alone, answer)).toEqual([])
    expect(answer.unassigned).toMatchObject([{ reasons: ['battery'] }])
  })
})

describe('vehicles of others', () => {
  const alone: Partial<Vehicle> = { battery: van, departureSeconds: 0, endLocation: null }
  const getStart = (chargingPlace: ChargingPlace) => {
    const problem = withPlaces(lineProblem([{ km: 20 }], [alone]), chargingPlace)
    const { solution } = solve(problem, { seed: 1, iterations: 50 })
    expect(listComplaints(problem, solution)).toEqual([])
    return listCharges(solution.routes[0]!)[0]?.startSeconds
  }

  test('keep their points as long as they stand there', () => {
    const free = getStart({ ...place, points: 1 })!
    const taken = [[0, free + 500] as const]
    expect(getStart({ ...place, points: 1, taken })).toBe(free + 500)
    expect(getStart({ ...place, points: 2, taken })).toBe(free)
    expect(getStart({ ...place, taken })).toBe(free)
    expect(getStart({ ...place, points: 1, taken: [[0, Number.MAX_SAFE_INTEGER]] })).toBeUndefined()
  })

  test('leave one point less: one that is taken at all times makes the same plan as none', () => {
    for (let seed = 1; seed <= countDrawnCases(60) / 3; seed++) {
      // More than the eight stops that are planned by trying every order, which takes seconds when charging places are tried, too.
      const plain = makeRandomProblem(85_000 + seed, { leastStops: 9, mostStops: 14, kind: 'rich' })
      const problem = addChargingPlaces(addBatteries(plain, seed), seed)
      const limited = problem.chargingPlaces!.map((place) => ({ ...place, points: place.points ?? 1 }))
      const withOthers = limited.map((entry) => ({ ...entry, points: entry.points + 1, taken: [[-1e9, 1e9] as const] }))
      const getPlan = (chargingPlaces: ChargingPlace[]) => {
        const whole = withPlaces(problem, ...chargingPlaces)
        const { solution } = solve(whole, { seed, iterations: 30 })
        expect(listComplaints(whole, solution)).toEqual([])
        return solution
      }
      expect(getPlan(withOthers)).toEqual(getPlan(limited))
    }
  })
})

describe('over several days', () => {
  const two: Partial<Vehicle> = { battery: van, departureSeconds: 0, maxServices: 1 }
  const onePoint: ChargingPlace = { ...place, points: 1 }

  test('the points of a day are shared by its vehicles, and not with those of another day', () => {
    const stops = [12, 12, 12, 12].map((km) => ({ km }))
    const places = [
      [0, 1],
      [2, 3],
    ].map((vehicles) => ({ ...onePoint, vehicles }))
    const periodic: PeriodicProblem = {
      problem: withPlaces(lineProblem(stops, [two, two, two, two]), ...places),
      dayCount: 2,
      dayOfVehicle: [0, 0, 1, 1],
      choices: [[[0]], [[0]], [[1]], [[1]]],
    }
    const { solution } = solvePeriodsHere(periodic, { iterations: 200 })
    expect(checkPeriods(periodic, solution)).toEqual([])
    expect(solution.solution.unassigned).toEqual([])
    const [first, second, third, fourth] = solution.solution.routes.map((route) => listCharges(route)[0]!)
    expect([first, second, third, fourth].map((charge) => charge!.chargingPlace)).toEqual([0, 0, 1, 1])
    // The second vehicle charges later, on either day.
    expect(second!.startSeconds).toBeGreaterThanOrEqual(first!.departureSeconds)
    expect([third!.startSeconds, fourth!.startSeconds]).toEqual([first!.startSeconds, second!.startSeconds])
    const shared = { ...periodic, problem: withPlaces(periodic.problem, onePoint) }
    expect(() => solvePeriodsHere(shared, { iterations: 1 })).toThrow(
      'chargingPlaces[0]: points are those of a day, but its vehicles drive on 2 days',
    )
    const stray = withPlaces(periodic.problem, ...places.map((place) => ({ ...place, vehicles: [0, 1] })))
    expect(checkPeriods({ ...periodic, problem: stray }, solution).join()).toContain('not for this vehicle')
  })

  test('what finds no free point on its day is planned on another one that it may have', () => {
    const short = { ...onePoint, windows: [[0, 900]] as const }
    const places = [
      [0, 1],
      [2, 3],
    ].map((vehicles) => ({ ...short, vehicles }))
    const either = [[0], [1]]
    const periodic: PeriodicProblem = {
      problem: withPlaces(lineProblem([{ km: 12 }, { km: 12 }], [two, two, two, two]), ...places),
      dayCount: 2,
      dayOfVehicle: [0, 0, 1, 1],
      choices: [either, either],
      planned: [[0], [0]],
      changePrice: 1000,
    }
    const { solution } = solvePeriodsHere(periodic, { iterations: 200 })
    expect(checkPeriods(periodic, solution)).toEqual([])
    expect(solution.solution.unassigned).toEqual([])
    expect(solution.days.flat().sort()).toEqual([0, 1])
    const bound = { ...periodic, choices: [[[0]], [[0]]] }
    const left = solvePeriodsHere(bound, { iterations: 200 }).solution
    expect(checkPeriods(bound, left)).toEqual([])
    expect(left.solution.unassigned).toMatchObject([{ reasons: ['battery'] }])
  })

  test('days of one van each cost as little as the best of all choices, orders and ways to charge', () => {
    const misses: string[] = []
    let [charged, differ] = [0, 0]
    for (let seed = 1; seed <= Math.min(count, 16); seed++) {
      const days = [makeTiny(seed), makeTiny(seed + 500)]
      const stops = days[0]!.stops.slice(0, 3)
      const vehicles = [days[0]!.vehicles[0]!, { ...days[0]!.vehicles[0]!, battery: days[1]!.vehicles[0]!.battery! }]
      const places = days.flatMap(({ chargingPlaces }, day) =>
        chargingPlaces!.map((place) => ({ ...place, points: 1, vehicles: [day] })),
      )
      const whole = withPlaces({ ...days[0]!, stops, vehicles, options: { requiredPenalty: 1e6 } }, ...places)
      const choices = stops.map(() => [[0], [1]])
      const periodic = { problem: whole, dayCount: 2, dayOfVehicle: [0, 1], choices }
      const { solution } = solvePeriodsHere(periodic, { seed, iterations: 500 })
      expect(checkPeriods(periodic, solution)).toEqual([])
      const best = cheapestOfTwoDays(whole)
      if (Math.abs(solution.solution.totalCost - best.cost) > 1e-6)
        misses.push(`${seed}: ${solution.solution.totalCost}, ${best.cost}`)
      if (best.visits > 0) charged++
      if (best.isLater) differ++
    }
    expect(misses).toEqual([])
    expect(charged).toBeGreaterThan(3)
    expect(differ).toBeGreaterThan(3)
  })
})

/** Cheapest of all assignments of each stop to one of two days with one van each; `isLater`: not all are on the first day. */
function cheapestOfTwoDays(problem: Problem): Best & { isLater: boolean } {
  const places = problem.chargingPlaces!
  let best = { cost: Number.POSITIVE_INFINITY, visits: 0, isLater: false }
  for (let chosen = 0; chosen < 1 << problem.stops.length; chosen++) {
    const [early, late] = [0, 1].map((day) => {
      const stops = problem.stops.filter((_, stop) => ((chosen >> stop) & 1) === day)
      const { chargingPlaces: _, ...rest } = problem
      const own = places.filter(({ vehicles }) => vehicles!.includes(day)).map(({ vehicles: _, ...one }) => one)
      if (stops.length === 0) return { cost: 0, visits: 0 }
      return cheapest(withPlaces({ ...rest, stops, vehicles: [problem.vehicles[day]!] }, ...own))
    })
    const cost = early!.cost + late!.cost
    if (cost < best.cost - 1e-9) best = { cost, visits: early!.visits + late!.visits, isLater: chosen > 0 }
  }
  return best
}

describe('the checker', () => {
  const problem = withPlaces(lineProblem([{ km: 12 }], [{ battery: van }]), place)
  const { solution } = solve(problem, { seed: 1, iterations: 50 })
  const codes = (changed: Problem, answer: Solution = solution) => check(changed, answer).map(({ code }) => code)

  test('finds closed places, full ones, ones that do not exist, and less power than planned with', () => {
    expect(codes(problem)).toEqual([])
    expect(codes(withPlaces(problem, { ...place, windows: [[0, 10]] }))).toContain('charging')
    expect(codes(withPlaces(problem))).toContain('structure')
    expect(codes(withPlaces(problem, { ...place, watts: 9000 }))).toContain('battery')
    const pair = withPlaces(lineProblem([{ km: 12 }, { km: 12 }], [{ battery: van }, { battery: van }]), place)
    const routes = [evaluate(pair, 0, [0]), evaluate(pair, 1, [1])]
    const both = { ...solution, routes, unassigned: [] }
    expect(codes(withPlaces(pair, { ...place, points: 1 }), both)).toContain('charging')
    expect(codes(withPlaces(pair, { ...place, points: 2 }), both)).not.toContain('charging')
    const { startSeconds } = listCharges(routes[0]!)[0]!
    const taken = [[startSeconds + 5, startSeconds + 6] as const]
    expect(codes(withPlaces(pair, { ...place, points: 2, taken }), both)).toContain('charging')
  })
})

/** All 1,000 take some minutes: request them by the environment variable. */
const count = Number(process.env.ROUTEWRIGHT_RANDOM ?? 100)
const mostMilliseconds = 300_000 + 3000 * count

test(
  'no answer to random problems with charging places strands a van, overfills a place, or tells a wrong charge',
  () => {
    const wrong: string[] = []
    let charged = 0
    for (let seed = 1; seed <= count; seed++) {
      const plain = makeRandomProblem(80_000 + seed, { leastStops: 4, mostStops: 16, kind: 'rich' })
      const problem = addChargingPlaces(addBatteries(seed % 8 === 0 ? addHours(plain, seed) : plain, seed), seed)
      const { solution } = solve(problem, { seed, iterations: 40 })
      if (solution.routes.some((route) => listCharges(route).length > 0)) charged++
      for (const complaint of listComplaints(problem, solution)) wrong.push(`seed ${seed}: ${complaint}`)
    }
    expect(wrong).toEqual([])
    expect(charged).toBeGreaterThan(count / 10)
  },
  mostMilliseconds,
)

test(
  'tiny problems cost as little as the best of all orders and all ways to charge',
  () => {
    const misses: string[] = []
    let charged = 0
    for (let seed = 1; seed <= count; seed++) {
      const problem = makeTiny(seed)
      const { solution } = solve(problem, { seed, iterations: 500 })
      expect(listComplaints(problem, solution)).toEqual([])
      const best = cheapest(problem)
      if (Math.abs(solution.totalCost - best.cost) > 1e-6) misses.push(`${seed}: ${solution.totalCost}, ${best.cost}`)
      if (best.visits > 0) charged++
    }
    expect(misses).toEqual([])
    expect(charged).toBeGreaterThan(count / 4)
  },
  mostMilliseconds,
)

/** One van, a line, one or two places; leaving out a stop costs more than any route. */
function makeTiny(seed: number): Problem {
  const random = createRandomChoice(seed + 31_000)
  const stops = Array.from({ length: random.integer(2, 4) }, () => {
    const from = random.integer(0, 60) * 60
    const window = random.chance(0.3) && { windows: [[from, from + 150 * 60] as const] }
    return { km: random.integer(2, 20), serviceSeconds: 60, ...window }
  })
  const curve = [
    { untilShare: 0.8, powerShare: 1 },
    { untilShare: 1, powerShare: 0.4 },
  ]
  const battery: Battery = {
    capacityWh: random.integer(16, 40) * 200,
    whPerKm: 200,
    chargeCurve: random.pick([linear, curve]),
    ...(random.chance(0.5) && { reserveWh: 500 }),
    ...(random.chance(0.3) && { whPerKmOfLoad: [15] }),
  }
  const cost = { perMeter: random.pick([0, 0.001]), perSecond: random.pick([0, 0.01]) }
  const places = Array.from({ length: random.integer(1, 2) }, () => ({
    location: random.integer(1, 18),
    watts: random.pick([3600, 18_000, 36_000]),
    ...(random.chance(0.4) && { pricePerKwh: random.pick([0.5, 2]) }),
    ...(random.chance(0.3) && { windows: [[1200, 9000] as const] }),
  }))
  return withPlaces(lineProblem(stops, [{ battery, cost, shift: [0, 30_000], departureSeconds: 0 }]), ...places)
}

interface Best {
  cost: number
  visits: number
}

/**
 * Cheapest over all sets and orders of stops; each with the fewest charging visits that can be driven, then the cheapest. Written from the
 * rules.
 */
function cheapest(problem: Problem): Best {
  const all = problem.stops.map((_, stop) => stop)
  const dropped = solveNothing(problem) / all.length
  let best: Best = { cost: dropped * all.length, visits: 0 }
  const extend = (order: number[]): void => {
    for (const stop of all) {
      if (order.includes(stop)) continue
      const next = [...order, stop]
      const found = [0, 1, 2].map((visits) => cheapestWith(problem, next, visits)).find((cost) => cost !== undefined)
      if (found) {
        const cost = found.cost + dropped * (all.length - next.length)
        if (cost < best.cost - 1e-9) best = { cost, visits: found.visits }
      }
      extend(next)
    }
  }
  extend([])
  return best
}

/** Cost of leaving out all stops. */
function solveNothing(problem: Problem): number {
  const nobody = { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, maxServices: 0 })) }
  return solve(nobody, { seed: 1, iterations: 1 }).solution.totalCost
}

/** The cheapest way to make this many charging visits on an order, at most one in each gap. */
function cheapestWith(problem: Problem, order: readonly number[], visits: number): Best | undefined {
  let best: Best | undefined
  const choose = (gap: number, left: number, path: readonly (readonly ['stop' | 'charge', number])[]): void => {
    if (gap > order.length) {
      const cost = left === 0 ? driveTiny(problem, path) : undefined
      if (cost !== undefined && (!best || cost < best.cost)) best = { cost, visits }
      return
    }
    const behind = gap < order.length ? [['stop', order[gap]!] as const] : []
    choose(gap + 1, left, [...path, ...behind])
    if (left === 0) return
    for (const at of problem.chargingPlaces!.keys()) choose(gap + 1, left - 1, [...path, ['charge', at], ...behind])
  }
  choose(0, visits, [])
  return best
}

/** Drives one path second by second by the rules; undefined when one is broken. */
function driveTiny(problem: Problem, path: readonly (readonly ['stop' | 'charge', number])[]): number | undefined {
  const { battery, cost, shift } = problem.vehicles[0]!
  const { capacityWh, reserveWh = 0, whPerKm, whPerKmOfLoad = [0], chargeCurve } = battery!
  const places = problem.chargingPlaces!
  const getKm = ([kind, index]: readonly ['stop' | 'charge', number]): number =>
    kind === 'stop' ? problem.stops[index]!.location! : places[index]!.location
  let load = path.filter(([kind]) => kind === 'stop').length
  const legs: number[] = []
  const uses: number[] = []
  ;[...path.map(getKm), 0].forEach((km, at, all) => {
    legs.push(Math.abs(km - (at === 0 ? 0 : all[at - 1]!)))
    uses.push(legs.at(-1)! * (whPerKm + whPerKmOfLoad[0]! * load))
    if (path[at]?.[0] === 'stop') load--
  })
  let [time, left, price] = [0, capacityWh, 0]
  for (const [at, km] of legs.entries()) {
    time += 100 * km
    left -= uses[at]!
    if (left < reserveWh - 1e-3) return undefined
    const [kind, index] = path[at] ?? ['end', 0]
    if (kind === 'stop') {
      const [opens, closes] = problem.stops[index]!.windows?.[0] ?? [0, 1e9]
      if (time > closes) return undefined
      time = Math.max(time, opens) + 60
    } else if (kind === 'charge') {
      const { watts, windows, pricePerKwh = 0 } = places[index]!
      const next = path.findIndex(([what], later) => later > at && what === 'charge')
      const wanted = uses.slice(at + 1, next < 0 ? uses.length : next + 1).reduce((sum, use) => sum + use, reserveWh)
      const wattsAt = (wh: number): number =>
        watts * chargeCurve!.find(({ untilShare }) => wh < untilShare * capacityWh - 1e-9)!.powerShare
      let [seconds, charged] = [0, left]
      while (charged < Math.min(wanted, capacityWh) - 1e-9) {
        const power = wattsAt(charged) / 3600
        const end =
          chargeCurve!.find(({ untilShare }) => charged < untilShare * capacityWh - 1e-9)!.untilShare * capacityWh
        const step = Math.min(1 - (seconds % 1), (end - charged) / power)
        charged += power * step
        seconds += step
        if (Math.abs(seconds - Math.round(seconds)) < 1e-7) seconds = Math.round(seconds)
      }
      // Whole seconds: the rest of the last second charges too.
      const whole = Math.ceil(seconds - 1e-7)
      if (whole > seconds && charged < capacityWh - 1e-9)
        charged = Math.min(capacityWh, charged + (wattsAt(charged) / 3600) * (whole - seconds))
      const [opens, closes] = windows?.[0] ?? [0, 1e9]
      time = Math.max(time, opens) + whole
      if (time > closes) return undefined
      price += ((charged - left) / 1000) * pricePerKwh
      left = charged
    }
  }
  if (time > shift![1]) return undefined
  const { perMeter = 0, perSecond = 0 } = cost
  return legs.reduce((sum, km) => sum + km * 1000, 0) * perMeter + time * perSecond + price
}
