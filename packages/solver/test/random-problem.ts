/** Random problems in which any rule of the model can be combined with any other: seeded, so that each failure is reproducible. */

import type { Problem, ProblemOptions, Stop, TravelProfile, Vehicle } from '../src/problem.ts'
import { usualSpreads } from '../src/spreads.ts'
import { createRandomChoice, type RandomChoice } from './random-numbers.ts'

export interface RandomProblemSize {
  readonly leastStops: number
  readonly mostStops: number
  /** `tiny` leaves out the rules that brute force does not price: spans, minima, pins, and breaks together with time prices. */
  readonly kind: 'rich' | 'tiny'
}

/** Which rules one problem draws; about half of them, so that combinations vary. */
interface Rules {
  readonly [name: string]: boolean
}

const ruleNames = [
  'windows', 'severalWindows', 'softWindows', 'secondDimension', 'collects', 'shipments', 'rideLimits', 'skills', 'zones', 'clusters',
  'vehicleLists', 'optional', 'rewards', 'releases', 'openStarts', 'openEnds', 'severalDepots', 'timeLimits', 'distanceLimits',
  'serviceLimits', 'breaks', 'severalBreaks', 'timePrices', 'fixedPrices', 'reloads', 'profiles', 'speedFactors', 'unreachable', 'noLocation',
  'maxWait', 'balance', 'compactness', 'minimiseVehicles', 'spans', 'minima', 'pins', 'live',
] as const // biome-ignore format: a list of words
const notInTiny = new Set<string>(['spans', 'minima', 'pins', 'live', 'rideLimits', 'maxWait', 'severalBreaks'])

const daySeconds = 36_000

/** The problem of a seed. Same seed and size, same problem. */
export function makeRandomProblem(seed: number, size: RandomProblemSize): Problem {
  const random = createRandomChoice(seed)
  const isTiny = size.kind === 'tiny'
  const share = random.pick([0.15, 0.35, 0.6])
  const rules: Record<string, boolean> = {}
  for (const name of ruleNames) rules[name] = random.chance(share) && !(isTiny && notInTiny.has(name))
  if (isTiny && rules.breaks) rules.timePrices = rules.balance = rules.softWindows = false
  // Between two windows the search waits for the next one, while brute force may be late for the first.
  if (isTiny && rules.severalWindows) rules.softWindows = false
  // A reload in the middle of a shipment would save compactness: such plans are not wanted.
  if (isTiny && rules.reloads) rules.compactness = false
  if (rules.minimiseVehicles) rules.optional = rules.rewards = false

  const stopCount = random.integer(size.leastStops, size.mostStops)
  const vehicleCount = isTiny ? random.integer(1, 2) : Math.max(2, Math.ceil(stopCount / random.integer(4, 12)))
  const depotCount = rules.severalDepots ? 3 : 1
  const locationCount = depotCount + stopCount
  const dimensions = rules.secondDimension ? 2 : 1
  const stops: Stop[] = []
  for (let index = 0; index < stopCount; index++) {
    stops.push(makeStop(random, rules, index, depotCount, dimensions, vehicleCount))
  }
  if (rules.shipments) linkShipments(random, rules, stops)
  const vehicles: Vehicle[] = []
  for (let index = 0; index < vehicleCount; index++) {
    vehicles.push(makeVehicle(random, rules, depotCount, dimensions, stopCount / vehicleCount))
  }
  if (rules.pins) pinStops(random, stops, vehicles)
  if (!isTiny) addCostsByVehicle(createRandomChoice(seed + 0x5bd1e995), stops, vehicleCount)
  // Brute force supports only one reload place.
  if (!isTiny && depotCount > 1) addReloadPlaces(vehicles, depotCount)
  addServiceFactors(createRandomChoice(seed + 0x7c15f39c), vehicles)
  addAnybody(createRandomChoice(seed + 0x1b873593), vehicles, stops)
  addKinds(createRandomChoice(seed + 0x38b34ae5), stops, vehicles)
  const slack = makeSlack(createRandomChoice(seed + 0x2545f491), stops)
  if (slack) addTakenShares(createRandomChoice(seed + 0x6c62272e), vehicles)
  return {
    locationCount,
    profiles: makeProfiles(random, rules, locationCount),
    loadDimensions: dimensions,
    stops,
    vehicles,
    options: {
      ...(rules.maxWait && { maxWaitSeconds: random.integer(900, 7200) }),
      ...(rules.softWindows && random.chance(0.3) && { allowLate: true, latePenaltyPerSecond: 0.05 }),
      ...(rules.balance && { balanceStopsWeight: random.integer(1, 20), balanceTimeWeight: random.integer(1, 20) }),
      ...(rules.compactness && { compactnessWeight: 0.01 }),
      ...(rules.spans && { timeSpanCoefficient: 0.01, distanceSpanCoefficient: 0.001 }),
      ...(rules.minimiseVehicles && { minimiseVehicles: true }),
      ...(slack && { slack }),
    },
  }
}

/** Draws from a separate random sequence, so that everything else of a seed stays unchanged. */
function addCostsByVehicle(random: RandomChoice, stops: Stop[], vehicleCount: number): void {
  if (!random.chance(0.25)) return
  for (const stop of stops) {
    if (random.chance(0.6)) stop.costByVehicle = Array.from({ length: vehicleCount }, () => random.integer(0, 40))
  }
}

/** Slow and fast drivers in a third of all problems, from a separate random sequence. */
function addServiceFactors(random: RandomChoice, vehicles: readonly Vehicle[]): void {
  if (!random.chance(0.34)) return
  for (const vehicle of vehicles) if (random.chance(0.6)) vehicle.serviceFactor = random.pick([0.73, 0.9, 1.15, 1.618])
}

/** Vehicles with unknown drivers in a quarter of all problems, from a separate random sequence. */
function addAnybody(random: RandomChoice, vehicles: readonly Vehicle[], stops: readonly Stop[]): void {
  if (!random.chance(0.25)) return
  for (const vehicle of vehicles) if (random.chance(0.5)) vehicle.isAnybody = true
  for (const stop of stops)
    if (random.chance(0.5)) stop.anybodySeconds = Math.round(stop.serviceSeconds * random.pick([0, 0.8, 1.5]))
}

/** Stops that are kept apart in a quarter of all problems, from a separate random sequence; some kinds are never with their own. */
function addKinds(random: RandomChoice, stops: readonly Stop[], vehicles: readonly Vehicle[]): void {
  if (!random.chance(0.25)) return
  const kinds = ['glass', 'stones', 'food'].slice(0, random.integer(1, 3))
  const share = random.pick([0.2, 0.5])
  for (const stop of stops) {
    if (random.chance(0.6)) stop.kind = random.pick(kinds)
    if (random.chance(share)) stop.apartFrom = [random.pick(kinds)]
  }
  for (const vehicle of vehicles) if (random.chance(0.2)) vehicle.servedBefore = [{ kind: random.pick(kinds) }]
}

/** Slack in a sixth of all problems, from a separate random sequence. */
function makeSlack(random: RandomChoice, stops: Stop[]): ProblemOptions['slack'] {
  if (!random.chance(0.17)) return undefined
  for (const stop of stops) if (random.chance(0.2)) stop.serviceSpread = random.pick([0, 0.2, 1])
  return {
    pricePerSecond: random.pick([0.0005, 0.005, 0.05]),
    spreads: random.chance(0.5)
      ? usualSpreads
      : { travel: { day: 0.1, route: 0, leg: 0.4 }, service: { route: 0, stop: 0.3 } },
    ...(random.chance(0.3) && { deviations: 2 }),
  }
}

/** Drivers who choose when to have their break on some of the vehicles with one break, from a separate random sequence. */
export function addTakenShares(random: RandomChoice, vehicles: readonly Vehicle[], part = 0.5): void {
  for (const { breaks = [] } of vehicles) {
    const [pause] = breaks
    if (pause === undefined || breaks.length > 1 || !random.chance(part)) continue
    let [from, share] = [pause.earliestSeconds + random.integer(0, 2) * 300, 0]
    pause.takenShares = Array.from({ length: random.integer(1, 12) }, () => {
      from += random.integer(1, 4) * 300
      share = Math.min(1, share + random.pick([0, 0.013, 0.04, 0.2]))
      return [from, share] as const
    })
  }
}

/** Every second vehicle that reloads may do so at any depot. */
function addReloadPlaces(vehicles: Vehicle[], depotCount: number): void {
  vehicles.forEach((vehicle, index) => {
    if (!vehicle.reload || index % 2 === 1) return
    const others = Array.from({ length: depotCount }, (_, depot) => depot)
    vehicle.reload.others = others.filter((depot) => depot !== vehicle.reload!.location)
  })
}

function makeStop(
  random: RandomChoice,
  rules: Rules,
  index: number,
  depotCount: number,
  dimensions: number,
  vehicleCount: number,
): Stop {
  const stop: Stop = {
    location: rules.noLocation && random.chance(0.05) ? null : depotCount + index,
    serviceSeconds: random.integer(0, 900),
  }
  if (rules.windows && random.chance(0.7)) stop.windows = makeWindows(random, rules)
  const amounts = Array.from({ length: dimensions }, () => random.integer(0, 20))
  if (rules.collects && random.chance(0.3)) stop.collected = amounts
  else if (random.chance(0.9)) stop.delivered = amounts
  if (rules.softWindows && random.chance(0.3)) stop.latePenaltyPerSecond = random.pick([0.01, 0.1, 1])
  if (rules.rideLimits && random.chance(0.2)) stop.maxRideSeconds = random.integer(3600, 20_000)
  if (rules.skills && random.chance(0.3)) stop.skills = random.pick([['cold'], ['lift'], ['cold', 'lift']])
  if (rules.zones && random.chance(0.4)) stop.zones = random.pick([['north'], ['south'], ['north', 'old']])
  if (rules.clusters && random.chance(0.3)) stop.cluster = random.pick(['a', 'b', 'c'])
  if (rules.vehicleLists && random.chance(0.1)) stop.allowedVehicles = [random.integer(0, vehicleCount - 1)]
  if (rules.vehicleLists && random.chance(0.1)) stop.forbiddenVehicles = [random.integer(0, vehicleCount - 1)]
  if (rules.optional && random.chance(0.4)) stop.dropPenalty = random.integer(0, 60)
  if (rules.rewards && random.chance(0.4)) stop.reward = random.integer(0, 60)
  if (rules.releases && random.chance(0.3)) stop.releaseSeconds = random.integer(0, daySeconds / 3)
  return stop
}

function makeWindows(random: RandomChoice, rules: Rules): [number, number][] {
  const windows: [number, number][] = []
  let from = random.integer(0, daySeconds / 2)
  const count = rules.severalWindows ? random.integer(1, 3) : 1
  for (let index = 0; index < count; index++) {
    const end = from + random.integer(600, 12_000)
    windows.push([from, end])
    from = end + random.integer(600, 6000)
  }
  return windows
}

/** Turns some stops into deliveries of an earlier one; a pickup may serve several. */
function linkShipments(random: RandomChoice, rules: Rules, stops: readonly Stop[]): void {
  const pickups = new Set<number>()
  stops.forEach((stop, index) => {
    if (pickups.has(index) || stop.collected !== undefined || !random.chance(0.3)) return
    const pickup = random.integer(0, stops.length - 1)
    if (pickup === index || stops[pickup]!.pickup !== undefined) return
    pickups.add(pickup)
    stop.pickup = pickup
    delete stop.releaseSeconds
    if (rules.rideLimits && random.chance(0.5)) stop.maxRideSeconds = random.integer(3600, 15_000)
  })
}

function makeVehicle(
  random: RandomChoice,
  rules: Rules,
  depotCount: number,
  dimensions: number,
  stopsPerVehicle: number,
): Vehicle {
  const depot = random.integer(0, depotCount - 1)
  const begins = random.integer(0, 4) * 1800
  const room = Math.ceil(stopsPerVehicle * random.pick([8, 12, 25])) + 20
  const vehicle: Vehicle = {
    startLocation: rules.openStarts && random.chance(0.4) ? null : depot,
    endLocation:
      rules.openEnds && random.chance(0.4) ? null : random.chance(0.8) ? depot : random.integer(0, depotCount - 1),
    shift: [begins, begins + random.integer(6, 10) * 3600],
    capacity: Array.from({ length: dimensions }, () => room),
    cost: { perMeter: random.pick([0.001, 0.002]) },
  }
  if (rules.profiles) vehicle.profile = random.integer(0, 1)
  if (rules.speedFactors && random.chance(0.5)) vehicle.speedFactor = random.pick([0.8, 1.25, 1.5])
  if (rules.skills) vehicle.skills = random.pick([[], ['cold'], ['cold', 'lift']])
  if (rules.zones) vehicle.zones = random.pick([['north'], ['south', 'old'], ['north', 'south', 'old']])
  if (rules.timePrices) vehicle.cost.perSecond = random.pick([0.005, 0.01])
  if (rules.timePrices && random.chance(0.3)) vehicle.cost.perTravelSecond = 0.002
  if (rules.fixedPrices)
    Object.assign(vehicle.cost, {
      fixed: random.integer(5, 60),
      toll: random.integer(0, 5),
      perStop: random.integer(0, 3),
    })
  if (rules.timeLimits && random.chance(0.5)) vehicle.maxSeconds = random.integer(2, 8) * 3600
  if (rules.distanceLimits && random.chance(0.5)) vehicle.maxMeters = random.integer(20, 120) * 1000
  if (rules.serviceLimits && random.chance(0.5))
    vehicle.maxServices = random.integer(1, Math.ceil(stopsPerVehicle * 1.5))
  if (rules.minima && random.chance(0.3)) vehicle.minSeconds = random.integer(1, 3) * 3600
  if (rules.minima && random.chance(0.3)) vehicle.minMeters = random.integer(5, 20) * 1000
  if (rules.breaks && random.chance(0.7)) vehicle.breaks = makeBreaks(random, rules, begins)
  if (rules.reloads && random.chance(0.5)) {
    vehicle.reload = { location: depot, serviceSeconds: random.integer(0, 900), maxReloads: random.integer(1, 3) }
  }
  if (rules.live && random.chance(0.5)) {
    vehicle.departureSeconds = begins + random.integer(0, 3600)
    vehicle.spent = {
      seconds: random.integer(0, 3600),
      meters: random.integer(0, 10_000),
      services: random.integer(0, 2),
    }
    vehicle.aboard = Array.from({ length: dimensions }, () => random.integer(0, 5))
  }
  return vehicle
}

function makeBreaks(random: RandomChoice, rules: Rules, begins: number): Vehicle['breaks'] {
  const earliestSeconds = begins + random.integer(1, 5) * 1800
  const durationSeconds = random.pick([600, 1800, 2700])
  const first = {
    earliestSeconds,
    latestSeconds: earliestSeconds + durationSeconds + random.integer(1, 4) * 1800,
    durationSeconds,
  }
  if (!rules.severalBreaks) return [first]
  const next = first.latestSeconds + random.integer(0, 3600)
  return [first, { earliestSeconds: next, latestSeconds: next + 5400, durationSeconds: 900 }]
}

/** Pins some stops to the beginning of a route or to a vehicle, and sometimes locks a route: those may break other rules. */
function pinStops(random: RandomChoice, stops: readonly Stop[], vehicles: readonly Vehicle[]): void {
  const isFree = (stop: Stop) => stop.pickup === undefined && stop.location !== null && stop.cluster === undefined
  const free = stops.flatMap((stop, index) => (isFree(stop) ? [index] : []))
  for (const vehicle of vehicles) {
    if (!random.chance(0.5)) continue
    const count = Math.min(free.length, random.integer(1, 3))
    const taken = Array.from({ length: count }, () => free.splice(random.integer(0, free.length - 1), 1)[0]!)
    if (random.chance(0.4)) vehicle.pinned = taken
    else vehicle.pinnedPrefix = taken
    if (vehicle.pinnedPrefix !== undefined && random.chance(0.3)) vehicle.isLocked = true
  }
}

/** Asymmetric travel over a 30 km square at about 36 km/h; the second profile is slower and has other distances. */
function makeProfiles(random: RandomChoice, rules: Rules, size: number): TravelProfile[] {
  const points = Array.from({ length: size }, () => ({ x: random.integer(0, 30_000), y: random.integer(0, 30_000) }))
  const lost = rules.unreachable ? random.integer(0, size - 1) : -1
  return Array.from({ length: rules.profiles ? 2 : 1 }, (_, profile) => {
    const seconds = new Int32Array(size * size)
    const meters = new Int32Array(size * size)
    for (let from = 0; from < size; from++) {
      for (let to = 0; to < size; to++) {
        if (from === to) continue
        const straight = Math.hypot(points[from]!.x - points[to]!.x, points[from]!.y - points[to]!.y)
        const road = straight * (1.2 + 0.2 * random.next())
        const isCut = (from === lost || to === lost) && random.chance(0.7)
        meters[from * size + to] = isCut ? -1 : Math.round(road)
        seconds[from * size + to] = isCut ? -1 : Math.round(road / (profile === 0 ? 10 : 7))
      }
    }
    return { seconds, meters }
  })
}
