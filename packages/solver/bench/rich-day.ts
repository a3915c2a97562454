/** Synthetic working day of a large depot: windows, skills, two capacities, straight lines in a town; optionally one more rule. */

import { isShortEnough, makeMatrix } from '../src/matrix.ts'
import type { Problem, Stop, TravelProfile, Vehicle } from '../src/problem.ts'

/** One rule each, added to the plain day; `all` adds every one of them. */
export const dayFeatures = [
  'plain',
  'two-windows',
  'breaks',
  'zones',
  'clusters',
  'shipments',
  'reloads',
  'soft-windows',
  'open-ends',
  'time-limits',
  'optional',
  'releases',
  'balance',
  'all',
] as const

export type DayFeature = (typeof dayFeatures)[number]

/**
 * Generates a day from a seed: same arguments, same day. Matrices are in shared memory (8 bytes × locations², 4 from 1,000 locations on).
 */
export function makeRichDay(stopCount: number, vehicleCount: number, feature: DayFeature, seed = 1): Problem {
  const next = createRandom(seed)
  const has = (name: DayFeature) => feature === name || feature === 'all'
  const depots = [
    { x: 0, y: 0 },
    { x: 9000, y: 4000 },
  ]
  const points = [...depots, ...Array.from({ length: stopCount }, () => makePoint(next))]
  const stops: Stop[] = []
  for (let index = 0; index < stopCount; index++) stops.push(makeStop(next, index, depots.length, has))
  if (has('shipments')) linkShipments(stops)
  const vehicles = Array.from({ length: vehicleCount }, (_, index) => makeVehicle(next, index, has))
  return {
    locationCount: points.length,
    profiles: [makeTravel(points)],
    loadDimensions: 2,
    stops,
    vehicles,
    options: has('balance') ? { balanceStopsWeight: 0.01 } : {},
  }
}

/** A third of the stops in dense quarters, the rest spread over 30 × 20 km. */
function makePoint(next: () => number): { x: number; y: number } {
  if (next() < 0.65) return { x: (next() - 0.5) * 30_000, y: (next() - 0.5) * 20_000 }
  const quarter = Math.floor(next() * 12)
  const spread = () => (next() + next() + next() - 1.5) * 900
  return {
    x: Math.cos(quarter * 2.4) * 1000 * quarter + spread(),
    y: Math.sin(quarter * 2.4) * 700 * quarter + spread(),
  }
}

function makeStop(next: () => number, index: number, depotCount: number, has: (name: DayFeature) => boolean): Stop {
  const stop: Stop = {
    location: depotCount + index,
    serviceSeconds: 120 + Math.floor(next() * 300),
    delivered: [1 + Math.floor(next() * 30), 1 + Math.floor(next() * 12)],
  }
  if (next() < 0.5) {
    const opens = 28_800 + Math.floor(next() * 8) * 3600
    stop.windows = [[opens, opens + 7200 + Math.floor(next() * 2) * 3600]]
    if (has('two-windows') && opens < 46_800) stop.windows = [stop.windows[0]!, [57_600, 63_000]]
    if (has('soft-windows') && next() < 0.5) stop.latePenaltyPerSecond = 0.01
  }
  if (next() < 0.15) stop.skills = [next() < 0.5 ? 'cold' : 'lift']
  if (has('zones') && next() < 0.2) stop.zones = [next() < 0.5 ? 'centre' : 'harbour']
  if (has('clusters') && next() < 0.05) stop.cluster = `c${Math.floor(next() * 20)}`
  if (has('optional') && next() < 0.2) stop.dropPenalty = 1 + Math.floor(next() * 10)
  if (has('releases') && next() < 0.1) stop.releaseSeconds = 30_600
  return stop
}

/** Every twentieth stop becomes the pickup of the one after it. */
function linkShipments(stops: readonly Stop[]): void {
  for (let index = 0; index + 1 < stops.length; index += 20) {
    const pickup = stops[index]!
    delete pickup.delivered
    delete pickup.cluster
    stops[index + 1]!.pickup = index
    delete stops[index + 1]!.cluster
    delete stops[index + 1]!.releaseSeconds
    // A pair must have a vehicle and a time for both ends.
    stops[index + 1]!.skills = pickup.skills
    stops[index + 1]!.zones = pickup.zones
    delete pickup.windows
  }
}

function makeVehicle(next: () => number, index: number, has: (name: DayFeature) => boolean): Vehicle {
  const home = index % 3 === 0 ? 1 : 0
  const begins = 25_200 + (index % 3) * 3600
  const vehicle: Vehicle = {
    startLocation: home,
    endLocation: has('open-ends') && index % 2 === 0 ? null : home,
    shift: [begins, begins + 36_000],
    capacity: [700, 280],
    skills: [['cold'], ['lift'], ['cold', 'lift'], []][index % 4]!,
    cost: { fixed: 40, perSecond: 0.006, perMeter: 0.0004 },
  }
  if (has('zones')) vehicle.zones = [['centre'], ['harbour'], ['centre', 'harbour']][index % 3]!
  if (has('breaks'))
    vehicle.breaks = [{ earliestSeconds: begins + 14_400, latestSeconds: begins + 21_600, durationSeconds: 1800 }]
  if (has('reloads') && index % 2 === 1) vehicle.reload = { location: home, serviceSeconds: 900, maxReloads: 1 }
  if (has('time-limits')) vehicle.maxSeconds = 28_800 + Math.floor(next() * 4) * 1800
  return vehicle
}

/** Straight lines × 1.3 at about 32 km/h. In 16 bits when the longest possible way fits. */
function makeTravel(points: readonly { x: number; y: number }[]): TravelProfile {
  const size = points.length
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  const most = 1.3 * Math.hypot(span(points.map(({ x }) => x)), span(points.map(({ y }) => y)))
  const isShort = isShortEnough(size * size, 0, Math.ceil(most))
  const [seconds, meters] = [makeMatrix(size * size, isShort), makeMatrix(size * size, isShort)]
  for (let from = 0; from < size; from++) {
    const a = points[from]!
    for (let to = 0; to < size; to++) {
      const b = points[to]!
      const road = 1.3 * Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
      meters[from * size + to] = Math.round(road)
      seconds[from * size + to] = Math.round(road / 9)
    }
  }
  return { seconds, meters }
}

/** Park–Miller: good enough to scatter stops. */
function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
