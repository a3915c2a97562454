/** Made-up wide problems: stops in the towns of a plane, with the rules that a test asks for. */
import { Random } from '../src/model/random.ts'
import type { Stop, Vehicle } from '../src/problem.ts'
import type { WideProblem } from '../src/wide-problem.ts'

export interface WideRules {
  depots?: number
  vehicles?: number
  windows?: boolean
  /** Every tenth stop is delivered from the stop before it. */
  pairs?: boolean
  /** Five stops in a hundred belong to clusters of two. */
  clusters?: boolean
  breaks?: boolean
  reloads?: boolean
  /** Every eighth stop may be left out. */
  optional?: boolean
  /** Shortest route of a vehicle that drives at all. */
  leastMeters?: number
}

const width = 20_000

/** Stops on a square of 20 km, nine of ten in towns; vehicles hold about 25 stops, or what `vehicles` leaves to each. */
export function makeWideProblem(seed: number, stopCount: number, rules: WideRules = {}): WideProblem {
  const random = new Random(seed)
  const { depots = 1, vehicles = Math.ceil((stopCount / 25) * 1.25) + 2 * depots } = rules
  const towns = Array.from(
    { length: Math.ceil(stopCount / 60) },
    () => [random.below(width), random.below(width)] as const,
  )
  const near = (): readonly [number, number] => {
    const [x, y] = towns[random.below(towns.length)]!
    return [x + random.below(900), y + random.below(900)]
  }
  const places = Array.from({ length: depots + stopCount }, (_, place) =>
    place < depots || random.unit() < 0.1 ? ([random.below(width), random.below(width)] as const) : near(),
  )
  return {
    locationCount: places.length,
    points: { x: shareNumbers(places.map(([x]) => x)), y: shareNumbers(places.map(([, y]) => y)) },
    travel: [{ scale: 0.1, rounding: 'nearest' }],
    loadDimensions: 1,
    stops: Array.from({ length: stopCount }, (_, index) => makeStop(index, depots, random, rules)),
    vehicles: Array.from({ length: vehicles }, (_, index) => makeVehicle(index % depots, rules)),
    options: { requiredPenalty: 1_000_000 },
  }
}

function makeStop(index: number, depots: number, random: Random, rules: WideRules): Stop {
  const opens = random.below(20_000)
  const stop: Stop = { location: depots + index, serviceSeconds: 60, delivered: [1 + random.below(7)] }
  if (rules.windows) stop.windows = [[opens, opens + 9_000]]
  if (rules.pairs && index % 10 === 9) stop.pickup = index - 1
  if (rules.pairs && index % 10 === 8) stop.delivered = [0]
  if (rules.clusters && index % 40 < 2) stop.cluster = `cluster ${Math.floor(index / 40)}`
  if (rules.optional && index % 8 === 3) stop.dropPenalty = 300
  return stop
}

function makeVehicle(depot: number, { breaks, reloads, leastMeters }: WideRules): Vehicle {
  const vehicle: Vehicle = {
    startLocation: depot,
    endLocation: depot,
    shift: [0, 36_000],
    capacity: [100],
    cost: { perMeter: 1, fixed: 100 },
  }
  if (breaks) vehicle.breaks = [{ earliestSeconds: 10_000, latestSeconds: 20_000, durationSeconds: 1_800 }]
  if (leastMeters !== undefined) vehicle.minMeters = leastMeters
  if (reloads) vehicle.reload = { location: depot, serviceSeconds: 300, maxReloads: 2 }
  return vehicle
}

function shareNumbers(values: readonly number[]): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(8 * values.length))
  shared.set(values)
  return shared
}
