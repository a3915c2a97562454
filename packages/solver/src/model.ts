/**
 * The problem compiled to flat typed arrays over shared memory: what every search reads and never writes. One file, because the
 * layout, its compilation and its reading from shared memory must agree field by field.
 */
import { getRequiredPenalty, type Problem, type Stop, type Vehicle } from './problem.ts'

/** Stands for an unreachable leg; large, yet a handful of them still fit 32 bits. */
export const unreachableTravel = 1 << 28
/** Stands for "no limit" in 32-bit fields. */
export const unlimited = 0x3fffffff

/**
 * Nodes: stops 0..stopCount-1, then one node per distinct depot location, then `nowhere` (open ends: no distance to anything).
 * Matrices are row-major over nodes.
 */
export interface Model {
  stopCount: number
  vehicleCount: number
  nodeCount: number
  loadDimensions: number
  /** Per travel class (profile × speed factor): seconds and metres from node to node, and the same transposed. */
  seconds: Int32Array[]
  meters: Int32Array[]
  secondsInto: Int32Array[]
  metersInto: Int32Array[]
  // Stops.
  isPlaceable: Uint8Array
  serviceSeconds: Int32Array
  /** First opening and last closing. */
  opensSeconds: Int32Array
  closesSeconds: Int32Array
  /** Windows of stop s: entries windowFrom[s] .. windowFrom[s + 1] - 1 of windowOpens/windowCloses. */
  windowFrom: Int32Array
  windowOpens: Int32Array
  windowCloses: Int32Array
  /** Cost of a late second; negative: the window is hard. */
  latePenalty: Float64Array
  /** stopCount × loadDimensions. */
  delivered: Int32Array
  collected: Int32Array
  /** Pickup stop, or -1. */
  pickupOf: Int32Array
  /** Deliveries of pickup s: shipmentFrom[s] .. shipmentFrom[s + 1] - 1 of shipmentDelivery. */
  shipmentFrom: Int32Array
  shipmentDelivery: Int32Array
  maxRideSeconds: Int32Array
  releaseSeconds: Int32Array
  /** Cluster number, or -1; members of cluster c: clusterFrom[c] .. clusterFrom[c + 1] - 1 of clusterMember. */
  clusterOf: Int32Array
  clusterFrom: Int32Array
  clusterMember: Int32Array
  /** Cost of leaving the stop out. */
  dropCost: Float64Array
  isRequired: Uint8Array
  /** Vehicle that the stop is pinned to, or -1. */
  pinnedTo: Int32Array
  /** 1 when the stop is in a pinned prefix or a locked route: it never moves. */
  isFrozen: Uint8Array
  // Vehicles.
  /** Vehicles of one type are interchangeable. */
  typeOf: Int32Array
  typeCount: number
  classOf: Int32Array
  startNode: Int32Array
  endNode: Int32Array
  shiftStart: Int32Array
  shiftEnd: Int32Array
  /** Fixed departure, or -1. */
  departureSeconds: Int32Array
  /** vehicleCount × loadDimensions, what is aboard already deducted. */
  capacity: Int32Array
  aboard: Int32Array
  maxSeconds: Int32Array
  minSeconds: Int32Array
  maxMeters: Int32Array
  minMeters: Int32Array
  maxServices: Int32Array
  breakFrom: Int32Array
  breakEarliest: Int32Array
  breakLatest: Int32Array
  breakDuration: Int32Array
  fixedCost: Float64Array
  tollCost: Float64Array
  costPerSecond: Float64Array
  costPerTravelSecond: Float64Array
  costPerMeter: Float64Array
  costPerStop: Float64Array
  /** Reload node, or -1. */
  reloadNode: Int32Array
  reloadSeconds: Int32Array
  maxReloads: Int32Array
  isLocked: Uint8Array
  /** Pinned prefix of vehicle v: prefixFrom[v] .. prefixFrom[v + 1] - 1 of prefixStop. */
  prefixFrom: Int32Array
  prefixStop: Int32Array
  /** stopCount × typeCount: 1 when a vehicle of the type may serve the stop. */
  isCompatible: Uint8Array
  // Preferences.
  maxWaitSeconds: number
  balanceStopsWeight: number
  balanceTimeWeight: number
  timeSpanCoefficient: number
  distanceSpanCoefficient: number
  compactnessWeight: number
  /** Added to a used vehicle's cost when the number of vehicles comes first; 0 otherwise. */
  vehiclePenalty: number
  requiredPenalty: number
  features: Features
}

/** Which rules the problem uses; the search leaves out what is not there. */
export interface Features {
  /** Every rule of the problem can be checked at an insertion point in constant time. */
  isLean: boolean
  hasWindows: boolean
  /** Route duration costs money or is limited. */
  hasDuration: boolean
  /** The wait before one stop is limited, and there can be waits. */
  hasWaitLimit: boolean
  hasShipments: boolean
  hasClusters: boolean
  hasReloads: boolean
  hasUnreachable: boolean
  hasSpan: boolean
  hasMinima: boolean
  hasCollected: boolean
}

/** Compiles a problem. Throws a RangeError naming the entry when an index or size is out of range. */
export function compileModel(problem: Problem): Model {
  validate(problem)
  const { stops, vehicles, options } = problem
  const stopCount = stops.length
  const vehicleCount = vehicles.length
  const dimensions = problem.loadDimensions
  const depotNodes = new Map<number, number>()
  const depotNode = (location: number | null): number => {
    if (location === null) return -1
    let node = depotNodes.get(location)
    if (node === undefined) {
      node = stopCount + depotNodes.size
      depotNodes.set(location, node)
    }
    return node
  }
  for (const vehicle of vehicles) {
    depotNode(vehicle.startLocation)
    depotNode(vehicle.endLocation)
    if (vehicle.reload) depotNode(vehicle.reload.location)
  }
  const nowhere = stopCount + depotNodes.size
  const nodeCount = nowhere + 1
  const nodeLocation = new Int32Array(nodeCount).fill(-1)
  stops.forEach((stop, index) => {
    nodeLocation[index] = stop.location ?? -1
  })
  for (const [location, node] of depotNodes) nodeLocation[node] = location

  const classes = travelClasses(problem)
  const matrices = buildMatrices(problem, classes.list, nodeLocation, nowhere)

  const windowFrom = new Int32Array(stopCount + 1)
  const windowOpens: number[] = []
  const windowCloses: number[] = []
  stops.forEach((stop, index) => {
    for (const [opens, closes] of stop.windows?.length ? stop.windows : [[0, unlimited] as const]) {
      windowOpens.push(opens)
      windowCloses.push(Math.min(closes, unlimited))
    }
    windowFrom[index + 1] = windowOpens.length
  })
  const shipments = groupBy(
    stops.map((stop) => stop.pickup ?? -1),
    stopCount,
  )
  const clusterNumbers = new Map<string, number>()
  const clusterOf = Int32Array.from(stops, (stop) => {
    if (stop.cluster === undefined) return -1
    const known = clusterNumbers.get(stop.cluster)
    if (known !== undefined) return known
    clusterNumbers.set(stop.cluster, clusterNumbers.size)
    return clusterNumbers.size - 1
  })
  const clusters = groupBy(Array.from(clusterOf), clusterNumbers.size)
  const pins = compilePins(problem)
  const types = vehicleTypes(problem)
  const requiredPenalty = getRequiredPenalty(problem)
  const breakFrom = new Int32Array(vehicleCount + 1)
  vehicles.forEach((vehicle, index) => {
    breakFrom[index + 1] = breakFrom[index]! + (vehicle.breaks?.length ?? 0)
  })
  const breaks = vehicles.flatMap((vehicle) => vehicle.breaks ?? [])

  const model: Model = {
    stopCount,
    vehicleCount,
    nodeCount,
    loadDimensions: dimensions,
    ...matrices,
    isPlaceable: Uint8Array.from(stops, (stop) => (stop.location === null ? 0 : 1)),
    serviceSeconds: ints(stops, (stop) => stop.serviceSeconds),
    opensSeconds: ints(stops, (stop) => stop.windows?.[0]?.[0] ?? 0),
    closesSeconds: ints(stops, (stop) => stop.windows?.at(-1)?.[1] ?? unlimited),
    windowFrom,
    windowOpens: Int32Array.from(windowOpens),
    windowCloses: Int32Array.from(windowCloses),
    latePenalty: Float64Array.from(stops, (stop) =>
      !stop.windows?.length
        ? -1
        : (stop.latePenaltyPerSecond ?? (options.allowLate ? (options.latePenaltyPerSecond ?? 1) : -1)),
    ),
    delivered: loads(stops, dimensions, (stop) => stop.delivered),
    collected: loads(stops, dimensions, (stop) => stop.collected),
    pickupOf: ints(stops, (stop) => stop.pickup ?? -1),
    shipmentFrom: shipments.from,
    shipmentDelivery: shipments.members,
    maxRideSeconds: ints(stops, (stop) => stop.maxRideSeconds ?? unlimited),
    releaseSeconds: ints(stops, (stop) => stop.releaseSeconds ?? 0),
    clusterOf,
    clusterFrom: clusters.from,
    clusterMember: clusters.members,
    dropCost: Float64Array.from(stops, (stop) => (stop.reward ?? 0) + (stop.dropPenalty ?? requiredPenalty)),
    isRequired: Uint8Array.from(stops, (stop) => (stop.dropPenalty === undefined ? 1 : 0)),
    pinnedTo: pins.pinnedTo,
    isFrozen: pins.isFrozen,
    typeOf: types.typeOf,
    typeCount: types.count,
    classOf: classes.classOf,
    startNode: ints(vehicles, (vehicle) =>
      vehicle.startLocation === null ? nowhere : depotNode(vehicle.startLocation),
    ),
    endNode: ints(vehicles, (vehicle) => (vehicle.endLocation === null ? nowhere : depotNode(vehicle.endLocation))),
    shiftStart: ints(vehicles, (vehicle) => Math.max(vehicle.shift?.[0] ?? 0, vehicle.departureSeconds ?? 0)),
    shiftEnd: ints(vehicles, (vehicle) => vehicle.shift?.[1] ?? unlimited),
    departureSeconds: ints(vehicles, (vehicle) => vehicle.departureSeconds ?? -1),
    capacity: loads(vehicles, dimensions, (vehicle) => {
      const limits: number[] = []
      for (let k = 0; k < dimensions; k++) {
        const capacity = vehicle.capacity?.[k] ?? unlimited
        limits.push(capacity >= unlimited ? unlimited : capacity - (vehicle.aboard?.[k] ?? 0))
      }
      return limits
    }),
    aboard: loads(vehicles, dimensions, (vehicle) => vehicle.aboard),
    maxSeconds: ints(vehicles, (vehicle) => remaining(vehicle.maxSeconds, vehicle.spent?.seconds)),
    minSeconds: ints(vehicles, (vehicle) => Math.max(0, (vehicle.minSeconds ?? 0) - (vehicle.spent?.seconds ?? 0))),
    maxMeters: ints(vehicles, (vehicle) => remaining(vehicle.maxMeters, vehicle.spent?.meters)),
    minMeters: ints(vehicles, (vehicle) => Math.max(0, (vehicle.minMeters ?? 0) - (vehicle.spent?.meters ?? 0))),
    maxServices: ints(vehicles, (vehicle) => remaining(vehicle.maxServices, vehicle.spent?.services)),
    breakFrom,
    breakEarliest: ints(breaks, (pause) => pause.earliestSeconds),
    breakLatest: ints(breaks, (pause) => pause.latestSeconds),
    breakDuration: ints(breaks, (pause) => pause.durationSeconds),
    fixedCost: Float64Array.from(vehicles, (vehicle) => vehicle.cost.fixed ?? 0),
    tollCost: Float64Array.from(vehicles, (vehicle) => vehicle.cost.toll ?? 0),
    costPerSecond: Float64Array.from(vehicles, (vehicle) => vehicle.cost.perSecond ?? 0),
    costPerTravelSecond: Float64Array.from(vehicles, (vehicle) => vehicle.cost.perTravelSecond ?? 0),
    costPerMeter: Float64Array.from(vehicles, (vehicle) => vehicle.cost.perMeter ?? 0),
    costPerStop: Float64Array.from(vehicles, (vehicle) => vehicle.cost.perStop ?? 0),
    reloadNode: ints(vehicles, (vehicle) => (vehicle.reload ? depotNode(vehicle.reload.location) : -1)),
    reloadSeconds: ints(vehicles, (vehicle) => vehicle.reload?.serviceSeconds ?? 0),
    maxReloads: ints(vehicles, (vehicle) => (vehicle.reload ? (vehicle.reload.maxReloads ?? unlimited) : 0)),
    isLocked: Uint8Array.from(vehicles, (vehicle) => (vehicle.isLocked ? 1 : 0)),
    prefixFrom: pins.prefixFrom,
    prefixStop: pins.prefixStop,
    isCompatible: compatibility(stops, vehicles, types.typeOf, types.count),
    maxWaitSeconds: options.maxWaitSeconds ?? unlimited,
    balanceStopsWeight: options.balanceStopsWeight ?? 0,
    balanceTimeWeight: options.balanceTimeWeight ?? 0,
    timeSpanCoefficient: options.timeSpanCoefficient ?? 0,
    distanceSpanCoefficient: options.distanceSpanCoefficient ?? 0,
    compactnessWeight: options.compactnessWeight ?? 0,
    vehiclePenalty: options.minimiseVehicles ? requiredPenalty / 8 : 0,
    requiredPenalty,
    features: {} as Features,
  }
  model.features = detectFeatures(model)
  return model
}

function detectFeatures(model: Model): Features {
  const { stopCount } = model
  const hasAny = (array: ArrayLike<number>, test: (value: number) => boolean): boolean => {
    for (let index = 0; index < array.length; index++) if (test(array[index]!)) return true
    return false
  }
  const isPositive = (value: number): boolean => value > 0
  const isLimited = (value: number): boolean => value < unlimited
  const isSet = (value: number): boolean => value >= 0

  const hasCollected = hasAny(model.collected, isPositive)
  const hasUnreachable = model.seconds.some((matrix) => hasAny(matrix, (value) => value >= unreachableTravel))
  const hasSpan = model.timeSpanCoefficient > 0 || model.distanceSpanCoefficient > 0
  const hasMinima = hasAny(model.minSeconds, isPositive) || hasAny(model.minMeters, isPositive)
  const hasReloads = hasAny(model.reloadNode, isSet)
  const hasClusters = model.clusterFrom.length > 1
  const hasShipments = model.shipmentDelivery.length > 0
  let hasOnlyPairs = true
  for (let stop = 0; stop < stopCount; stop++) {
    const deliveries = model.shipmentFrom[stop + 1]! - model.shipmentFrom[stop]!
    if (deliveries > 1 || (deliveries === 1 && model.pickupOf[stop]! >= 0)) hasOnlyPairs = false
    if (hasShipments && deliveries === 0 && model.pickupOf[stop]! < 0) hasOnlyPairs = false
    if (hasShipments && model.isRequired[stop] === 0) hasOnlyPairs = false
  }
  const hasDuration =
    hasAny(model.costPerSecond, isPositive) ||
    hasAny(model.maxSeconds, isLimited) ||
    model.timeSpanCoefficient > 0 ||
    model.balanceTimeWeight > 0
  const hasWindows =
    hasShipments ||
    hasAny(model.opensSeconds, isPositive) ||
    hasAny(model.closesSeconds, isLimited) ||
    hasAny(model.shiftEnd, isLimited)
  const hasWaitLimit = isLimited(model.maxWaitSeconds) && hasAny(model.opensSeconds, isPositive)
  const isRich =
    hasCollected ||
    hasUnreachable ||
    hasSpan ||
    hasMinima ||
    hasReloads ||
    hasClusters ||
    (hasShipments && (!hasOnlyPairs || hasDuration || hasWaitLimit)) ||
    model.windowOpens.length > stopCount ||
    model.breakDuration.length > 0 ||
    hasAny(model.latePenalty, isSet) ||
    hasAny(model.maxRideSeconds, isLimited) ||
    hasAny(model.releaseSeconds, isPositive) ||
    hasAny(model.departureSeconds, isSet) ||
    hasAny(model.pinnedTo, isSet) ||
    hasAny(model.isLocked, isPositive) ||
    hasAny(model.aboard, isPositive) ||
    model.balanceStopsWeight > 0 ||
    model.balanceTimeWeight > 0 ||
    model.compactnessWeight > 0
  return {
    isLean: !isRich,
    hasWindows,
    hasDuration,
    hasWaitLimit,
    hasShipments,
    hasClusters,
    hasReloads,
    hasUnreachable,
    hasSpan,
    hasMinima,
    hasCollected,
  }
}

/** Rejects indices and sizes that would read outside an array later. */
function validate(problem: Problem): void {
  const { locationCount, profiles, stops, vehicles } = problem
  const need = (isFine: boolean, place: string): void => {
    if (!isFine) throw new RangeError(`problem.${place} is out of range`)
  }
  const isLocation = (location: number | null): boolean =>
    location === null || (Number.isInteger(location) && location >= 0 && location < locationCount)
  need(profiles.length > 0, 'profiles')
  profiles.forEach((profile, index) => {
    need(profile.seconds.length >= locationCount * locationCount, `profiles[${index}].seconds`)
    need(profile.meters.length >= locationCount * locationCount, `profiles[${index}].meters`)
  })
  const isStop = (stop: number): boolean => Number.isInteger(stop) && stop >= 0 && stop < stops.length
  stops.forEach((stop, index) => {
    need(isLocation(stop.location), `stops[${index}].location`)
    if (stop.pickup !== undefined) need(isStop(stop.pickup) && stop.pickup !== index, `stops[${index}].pickup`)
  })
  vehicles.forEach((vehicle, index) => {
    need(isLocation(vehicle.startLocation), `vehicles[${index}].startLocation`)
    need(isLocation(vehicle.endLocation), `vehicles[${index}].endLocation`)
    need((vehicle.profile ?? 0) < profiles.length, `vehicles[${index}].profile`)
    if (vehicle.reload) need(isLocation(vehicle.reload.location), `vehicles[${index}].reload.location`)
    for (const stop of [...(vehicle.pinnedPrefix ?? []), ...(vehicle.pinned ?? [])]) {
      need(isStop(stop), `vehicles[${index}].pinned`)
    }
  })
}

/** Int32Array over shared memory, so that workers get it without a copy. */
function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * 4))
}

function ints<T>(items: readonly T[], value: (item: T) => number): Int32Array {
  return Int32Array.from(items, (item) => Math.min(value(item), unlimited))
}

function loads<T>(
  items: readonly T[],
  dimensions: number,
  amounts: (item: T) => readonly number[] | undefined,
): Int32Array {
  const flat = new Int32Array(items.length * dimensions)
  items.forEach((item, index) => {
    const values = amounts(item)
    for (let k = 0; k < dimensions; k++) flat[index * dimensions + k] = values?.[k] ?? 0
  })
  return flat
}

function remaining(limit: number | undefined, spent = 0): number {
  return limit === undefined ? unlimited : Math.max(0, limit - spent)
}

/** Bucket list: members of group g at from[g] .. from[g + 1] - 1; groupOf -1 = none. */
function groupBy(groupOf: readonly number[], groupCount: number): { from: Int32Array; members: Int32Array } {
  const from = new Int32Array(groupCount + 1)
  for (const group of groupOf) if (group >= 0) from[group + 1]!++
  for (let group = 0; group < groupCount; group++) from[group + 1]! += from[group]!
  const members = new Int32Array(from[groupCount] ?? 0)
  const filled = from.slice()
  groupOf.forEach((group, member) => {
    if (group >= 0) members[filled[group]!++] = member
  })
  return { from, members }
}

function travelClasses(problem: Problem): { list: { profile: number; factor: number }[]; classOf: Int32Array } {
  const list: { profile: number; factor: number }[] = []
  const classOf = Int32Array.from(problem.vehicles, (vehicle) => {
    const profile = vehicle.profile ?? 0
    const factor = vehicle.speedFactor ?? 1
    const known = list.findIndex((entry) => entry.profile === profile && entry.factor === factor)
    if (known >= 0) return known
    return list.push({ profile, factor }) - 1
  })
  if (list.length === 0) list.push({ profile: 0, factor: 1 })
  return { list, classOf }
}

function buildMatrices(
  problem: Problem,
  classes: { profile: number; factor: number }[],
  nodeLocation: Int32Array,
  nowhere: number,
): Pick<Model, 'seconds' | 'meters' | 'secondsInto' | 'metersInto'> {
  const result = {
    seconds: [] as Int32Array[],
    meters: [] as Int32Array[],
    secondsInto: [] as Int32Array[],
    metersInto: [] as Int32Array[],
  }
  // One node matrix per different source and factor; transposed only where it differs.
  const cache = new Map<Int32Array, Map<number, [Int32Array, Int32Array]>>()
  const build = (source: Int32Array, factor: number): [Int32Array, Int32Array] => {
    const known = cache.get(source)?.get(factor)
    if (known) return known
    const straight = expandMatrix(source, problem.locationCount, factor, nodeLocation, nowhere)
    const pair: [Int32Array, Int32Array] = [straight, transposeUnlessSymmetric(straight, nodeLocation.length)]
    if (!cache.has(source)) cache.set(source, new Map())
    cache.get(source)!.set(factor, pair)
    return pair
  }
  for (const { profile, factor } of classes) {
    const { seconds, meters } = problem.profiles[profile]!
    const [straightSeconds, intoSeconds] = build(seconds, factor)
    const [straightMeters, intoMeters] = build(meters, 1)
    result.seconds.push(straightSeconds)
    result.secondsInto.push(intoSeconds)
    result.meters.push(straightMeters)
    result.metersInto.push(intoMeters)
  }
  return result
}

function expandMatrix(
  source: Int32Array,
  size: number,
  factor: number,
  nodeLocation: Int32Array,
  nowhere: number,
): Int32Array {
  const count = nodeLocation.length
  const matrix = sharedInts(count * count)
  for (let from = 0; from < count; from++) {
    const fromLocation = nodeLocation[from]!
    if (from === nowhere) continue
    for (let to = 0; to < count; to++) {
      const toLocation = nodeLocation[to]!
      if (to === nowhere || from === to) continue
      if (fromLocation < 0 || toLocation < 0) {
        matrix[from * count + to] = unreachableTravel
        continue
      }
      const value = source[fromLocation * size + toLocation]!
      matrix[from * count + to] = value < 0 ? unreachableTravel : factor === 1 ? value : Math.round(value * factor)
    }
  }
  return matrix
}

function transposeUnlessSymmetric(matrix: Int32Array, count: number): Int32Array {
  let isSymmetric = true
  for (let from = 0; from < count && isSymmetric; from++) {
    for (let to = from + 1; to < count; to++) {
      if (matrix[from * count + to] !== matrix[to * count + from]) {
        isSymmetric = false
        break
      }
    }
  }
  if (isSymmetric) return matrix
  const transposed = sharedInts(count * count)
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) transposed[to * count + from] = matrix[from * count + to]!
  }
  return transposed
}

function compilePins(problem: Problem): Pick<Model, 'pinnedTo' | 'isFrozen' | 'prefixFrom' | 'prefixStop'> {
  const pinnedTo = new Int32Array(problem.stops.length).fill(-1)
  const isFrozen = new Uint8Array(problem.stops.length)
  const prefixFrom = new Int32Array(problem.vehicles.length + 1)
  const prefix: number[] = []
  problem.vehicles.forEach((vehicle, index) => {
    for (const stop of vehicle.pinned ?? []) pinnedTo[stop] = index
    for (const stop of vehicle.pinnedPrefix ?? []) {
      pinnedTo[stop] = index
      isFrozen[stop] = 1
      prefix.push(stop)
    }
    prefixFrom[index + 1] = prefix.length
  })
  return { pinnedTo, isFrozen, prefixFrom, prefixStop: Int32Array.from(prefix) }
}

/** Groups vehicles that differ in nothing that the search sees. Vehicles with pins or named by a stop are alone in their type. */
function vehicleTypes({ stops, vehicles }: Problem): { typeOf: Int32Array; count: number } {
  // Vehicles that the same lists name stay together: the signature is a running hash of the lists that name the vehicle.
  const signature = new Int32Array(vehicles.length)
  const second = new Int32Array(vehicles.length)
  const listed = new Map<string, number>()
  for (const stop of stops) {
    for (const [list, kind] of [
      [stop.allowedVehicles, 'only'],
      [stop.forbiddenVehicles, 'not'],
    ] as const) {
      if (!list) continue
      const name = `${kind} ${[...list].sort((a, b) => a - b).join(' ')}`
      if (listed.has(name)) continue
      listed.set(name, listed.size + 1)
      for (const vehicle of list) {
        if (vehicle >= 0 && vehicle < vehicles.length) {
          signature[vehicle] = Math.imul(signature[vehicle]!, 1000003) + listed.size
          second[vehicle] = Math.imul(second[vehicle]! ^ listed.size, 0x5bd1e995) + 7
        }
      }
    }
  }
  const keys = new Map<string, number>()
  const typeOf = Int32Array.from(vehicles, (vehicle, index) => {
    const isAlone = vehicle.isLocked || vehicle.pinnedPrefix?.length || vehicle.pinned?.length
    const key = isAlone ? `alone ${index}` : `${signature[index]} ${second[index]} ${JSON.stringify(vehicle)}`
    if (!keys.has(key)) keys.set(key, keys.size)
    return keys.get(key)!
  })
  return { typeOf, count: keys.size }
}

function compatibility(
  stops: readonly Stop[],
  vehicles: readonly Vehicle[],
  typeOf: Int32Array,
  typeCount: number,
): Uint8Array {
  const matrix = new Uint8Array(stops.length * typeCount)
  const example = new Int32Array(typeCount)
  for (let vehicle = vehicles.length - 1; vehicle >= 0; vehicle--) example[typeOf[vehicle]!] = vehicle
  stops.forEach((stop, index) => {
    for (let type = 0; type < typeCount; type++) {
      matrix[index * typeCount + type] = mayServe(stop, vehicles[example[type]!]!, example[type]!) ? 1 : 0
    }
  })
  return matrix
}

/** Skills, zones and lists of vehicles. */
export function mayServe(stop: Stop, vehicle: Vehicle, vehicleIndex: number): boolean {
  if (stop.location === null) return false
  if (stop.skills?.some((skill) => !vehicle.skills?.includes(skill))) return false
  if (stop.zones?.length && !stop.zones.some((zone) => vehicle.zones?.includes(zone))) return false
  if (stop.allowedVehicles && !stop.allowedVehicles.includes(vehicleIndex)) return false
  return !stop.forbiddenVehicles?.includes(vehicleIndex)
}
