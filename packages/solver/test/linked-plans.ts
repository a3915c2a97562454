/** Small problems with stops that come before others, and their best plans by trying every order, timed as one graph over all routes. */
import { getRequiredPenalty, type Predecessor, type Problem, type Stop, type Vehicle } from '../src/problem.ts'
import { createRandomChoice, type RandomChoice } from './random-numbers.ts'

/** Three to six stops on a plane, with one to three links and other rules, for one or two vehicles. Only distance and use cost. */
export function makeLinkedProblem(seed: number): Problem {
  const random = createRandomChoice(seed)
  const stopCount = random.integer(3, 6)
  const vehicleCount = random.integer(1, 2)
  const points = Array.from(
    { length: stopCount + 1 },
    () => [random.integer(0, 20_000), random.integer(0, 20_000)] as const,
  )
  const legs = points.flatMap(([x, y]) => points.map(([u, v]) => Math.hypot(x - u, y - v)))
  const stops = Array.from({ length: stopCount }, (_, index) => makeStop(random, index))
  const count = random.integer(1, Math.min(3, stopCount - 1))
  for (let k = 0; k < count; k++) {
    const then = random.integer(1, stopCount - 1)
    addLink(random, stops[then], random.integer(0, then - 1))
  }
  return {
    locationCount: stopCount + 1,
    profiles: [
      { seconds: Int32Array.from(legs, (leg) => Math.round(leg / 10)), meters: Int32Array.from(legs, Math.round) },
    ],
    loadDimensions: 1,
    stops,
    vehicles: Array.from({ length: vehicleCount }, () => makeVehicle(random)),
    options: {},
  }
}

function makeStop(random: RandomChoice, index: number): Stop {
  const stop: Stop = {
    location: index + 1,
    serviceSeconds: random.integer(60, 1800),
    delivered: [random.integer(0, 5)],
  }
  const opens = random.integer(0, 20_000)
  if (random.chance(0.4)) stop.windows = [[opens, opens + random.integer(1800, 14_400)]]
  if (random.chance(0.3)) stop.kind = random.pick(['glass', 'stones'])
  if (random.chance(0.2)) stop.apartFrom = ['glass']
  if (random.chance(0.2)) stop.skills = ['lift']
  if (random.chance(0.2)) stop.dropPenalty = random.integer(1, 30)
  return stop
}

/** Adds a link to an earlier stop, half of them with a least gap, half with a most one. */
export function addLink(random: RandomChoice, then: Stop | undefined, stop: number): void {
  const leastSeconds = random.chance(0.5) ? random.integer(0, 3600) : 0
  const link: Predecessor = { stop, leastSeconds }
  if (random.chance(0.5)) link.mostSeconds = leastSeconds + random.integer(0, 3600)
  if (then && !then.after?.some((other) => other.stop === stop)) then.after = [...(then.after ?? []), link]
}

function makeVehicle(random: RandomChoice): Vehicle {
  return {
    startLocation: 0,
    endLocation: 0,
    shift: [0, random.integer(18_000, 36_000)],
    capacity: [random.integer(8, 20)],
    skills: random.chance(0.7) ? ['lift'] : [],
    cost: { perMeter: random.pick([0.001, 0.002]), fixed: random.integer(0, 10) },
  }
}

/** The least cost of such a problem: every order on every vehicle, cheapest first, until the times of all routes agree. */
export function findLeastCost(problem: Problem): number {
  const plans = listPlans(problem).sort((a, b) => a.cost - b.cost)
  return plans.find(({ orders }) => isTimely(problem, orders))?.cost ?? Number.POSITIVE_INFINITY
}

interface CostedPlan {
  cost: number
  orders: number[][]
}

/** All plans whose routes keep their rules, times aside. */
function listPlans(problem: Problem): CostedPlan[] {
  const required = getRequiredPenalty(problem)
  const perVehicle = problem.vehicles.map((vehicle) => listRoutes(problem, vehicle))
  let plans: (CostedPlan & { served: number })[] = [{ cost: 0, orders: [], served: 0 }]
  for (const routes of perVehicle) {
    plans = plans.flatMap(({ cost, orders, served }) =>
      routes.flatMap((route) =>
        (route.served & served) === 0
          ? [{ cost: cost + route.cost, orders: [...orders, route.order], served: served | route.served }]
          : [],
      ),
    )
  }
  return plans.map(({ cost, orders, served }) => ({
    cost: problem.stops.reduce(
      (sum, { dropPenalty = required }, stop) => ((served & (1 << stop)) === 0 ? sum + dropPenalty : sum),
      cost,
    ),
    orders,
  }))
}

function listRoutes(problem: Problem, vehicle: Vehicle): { cost: number; order: number[]; served: number }[] {
  const none: number[] = []
  const found = [{ cost: 0, order: none, served: 0 }]
  for (const { order, served } of found) {
    for (const stop of problem.stops.keys()) {
      if ((served & (1 << stop)) !== 0) continue
      const longer = [...order, stop]
      if (keepsRules(problem, vehicle, longer))
        found.push({ cost: priceRoute(problem, vehicle, longer), order: longer, served: served | (1 << stop) })
    }
  }
  return found
}

function keepsRules({ stops }: Problem, { capacity = [], skills = [] }: Vehicle, order: readonly number[]): boolean {
  const members = order.flatMap((stop) => stops[stop] ?? [])
  const load = members.reduce((sum, { delivered = [] }) => sum + (delivered[0] ?? 0), 0)
  const isMixed = members.some((stop) =>
    members.some((other) => other !== stop && other.kind !== undefined && (stop.apartFrom ?? []).includes(other.kind)),
  )
  return load <= (capacity[0] ?? 0) && !isMixed && members.every((stop) => !stop.skills || skills.includes('lift'))
}

function priceRoute({ profiles, locationCount }: Problem, { cost }: Vehicle, order: readonly number[]): number {
  const nodes = [0, ...order.map((stop) => stop + 1), 0]
  const meters = nodes.reduce(
    (sum, node, at) => sum + (at === 0 ? 0 : (profiles[0]?.meters[(nodes[at - 1] ?? 0) * locationCount + node] ?? 0)),
    0,
  )
  return meters * (cost.perMeter ?? 0) + (cost.fixed ?? 0)
}

/** Whether times exist: each stop as early as its route, its window and the stops before it let it, until nothing moves any more. */
function isTimely(problem: Problem, orders: readonly (readonly number[])[]): boolean {
  const { stops } = problem
  const served = orders.flat()
  const isWhole = served.every((stop) => (stops[stop]?.after ?? []).every(({ stop: other }) => served.includes(other)))
  const earliest = stops.map(({ windows }) => windows?.[0]?.[0] ?? 0)
  for (let round = 0; isWhole && round < 200; round++) {
    const begins = orders.map((order, v) => driveRoute(problem, v, order, earliest))
    const begin = new Map(begins.flatMap((route) => [...(route ?? [])]))
    if (begins.includes(undefined)) return false
    if (!moveLater(problem, begin, earliest)) return true
  }
  return false
}

/** Seconds at which the stops of a route begin; undefined when one of them or the end comes too late. */
function driveRoute(
  { stops, profiles, vehicles, locationCount }: Problem,
  v: number,
  order: readonly number[],
  earliest: readonly number[],
): Map<number, number> | undefined {
  const leg = (from: number, to: number): number => profiles[0]?.seconds[from * locationCount + to] ?? 0
  const begin = new Map<number, number>()
  let [time, place] = [0, 0]
  for (const stop of order) {
    time = Math.max(time + leg(place, stop + 1), earliest[stop] ?? 0)
    if (time > (stops[stop]?.windows?.[0]?.[1] ?? Number.POSITIVE_INFINITY)) return undefined
    begin.set(stop, time)
    time += stops[stop]?.serviceSeconds ?? 0
    place = stop + 1
  }
  return time + leg(place, 0) <= (vehicles[v]?.shift?.[1] ?? 0) ? begin : undefined
}

/** Moves what begins too early for a link; returns whether there was any. */
function moveLater({ stops }: Problem, begin: ReadonlyMap<number, number>, earliest: number[]): boolean {
  let isMoved = false
  for (const [stop, at] of begin) {
    for (const { stop: other, leastSeconds = 0, mostSeconds = Number.POSITIVE_INFINITY } of stops[stop]?.after ?? []) {
      const service = stops[other]?.serviceSeconds ?? 0
      const gap = at - (begin.get(other) ?? 0) - service
      if (gap < leastSeconds) earliest[stop] = at + leastSeconds - gap
      else if (gap > mostSeconds) earliest[other] = at - mostSeconds - service
      isMoved ||= gap < leastSeconds || gap > mostSeconds
    }
  }
  return isMoved
}
