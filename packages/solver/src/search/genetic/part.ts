/** Some routes of a plan as a problem of their own, small enough for a population (POPMUSIC; Taillard & Voß 2002). */
import type { Model } from '../../model.ts'

/** A model of some stops and vehicles, and what they are called in the whole. */
export interface Part {
  model: Model
  stops: Int32Array
  vehicles: Int32Array
}

/**
 * The model of these stops and vehicles, in the given order; stops that may be left out must be served here. The whole must keep to
 * rules that populations know (`knowsRules`). O(nodes²) of the part and travel class.
 */
export function extractPart(whole: Model, stops: Int32Array, vehicles: Int32Array): Part {
  const { stopCount: wholeStops, loadDimensions: dimensions } = whole
  const depots = whole.nodeCount - wholeStops
  const nodes = new Int32Array(stops.length + depots)
  nodes.set(stops)
  for (let i = 0; i < depots; i++) nodes[stops.length + i] = wholeStops + i
  const nodeIn = (list: Int32Array): Int32Array =>
    Int32Array.from(vehicles, (v) => (list[v]! < 0 ? -1 : list[v]! - wholeStops + stops.length))
  const types = new Map<number, number>()
  const typeOf = Int32Array.from(vehicles, (v) => {
    const type = whole.typeOf[v]!
    if (!types.has(type)) types.set(type, types.size)
    return types.get(type)!
  })
  const isCompatible = new Uint8Array(stops.length * types.size)
  stops.forEach((stop, i) => {
    for (const [type, column] of types)
      isCompatible[i * types.size + column] = whole.isCompatible[stop * whole.typeCount + type]!
  })
  const model: Model = {
    ...whole,
    stopCount: stops.length,
    vehicleCount: vehicles.length,
    nodeCount: nodes.length,
    ...takeMatrices(whole, nodes),
    isPlaceable: pick(whole.isPlaceable, stops),
    serviceSeconds: pick(whole.serviceSeconds, stops),
    opensSeconds: pick(whole.opensSeconds, stops),
    closesSeconds: pick(whole.closesSeconds, stops),
    windowFrom: Int32Array.from({ length: stops.length + 1 }, (_, i) => i),
    windowOpens: pick(whole.windowOpens, stops),
    windowCloses: pick(whole.windowCloses, stops),
    latePenalty: pick(whole.latePenalty, stops),
    delivered: pick(whole.delivered, stops, dimensions),
    collected: pick(whole.collected, stops, dimensions),
    pickupOf: pick(whole.pickupOf, stops),
    shipmentFrom: new Int32Array(stops.length + 1),
    maxRideSeconds: pick(whole.maxRideSeconds, stops),
    releaseSeconds: pick(whole.releaseSeconds, stops),
    clusterOf: pick(whole.clusterOf, stops),
    dropCost: new Float64Array(stops.length).fill(whole.requiredPenalty),
    isRequired: new Uint8Array(stops.length).fill(1),
    pinnedTo: pick(whole.pinnedTo, stops),
    isFrozen: pick(whole.isFrozen, stops),
    typeOf,
    typeCount: types.size,
    classOf: pick(whole.classOf, vehicles),
    startNode: nodeIn(whole.startNode),
    endNode: nodeIn(whole.endNode),
    shiftStart: pick(whole.shiftStart, vehicles),
    shiftEnd: pick(whole.shiftEnd, vehicles),
    departureSeconds: pick(whole.departureSeconds, vehicles),
    capacity: pick(whole.capacity, vehicles, dimensions),
    aboard: pick(whole.aboard, vehicles, dimensions),
    maxSeconds: pick(whole.maxSeconds, vehicles),
    minSeconds: pick(whole.minSeconds, vehicles),
    maxMeters: pick(whole.maxMeters, vehicles),
    minMeters: pick(whole.minMeters, vehicles),
    maxServices: pick(whole.maxServices, vehicles),
    breakFrom: new Int32Array(vehicles.length + 1),
    fixedCost: pick(whole.fixedCost, vehicles),
    tollCost: pick(whole.tollCost, vehicles),
    costPerSecond: pick(whole.costPerSecond, vehicles),
    costPerTravelSecond: pick(whole.costPerTravelSecond, vehicles),
    costPerMeter: pick(whole.costPerMeter, vehicles),
    costPerStop: pick(whole.costPerStop, vehicles),
    reloadNode: nodeIn(whole.reloadNode),
    reloadSeconds: pick(whole.reloadSeconds, vehicles),
    maxReloads: pick(whole.maxReloads, vehicles),
    isLocked: pick(whole.isLocked, vehicles),
    prefixFrom: new Int32Array(vehicles.length + 1),
    isCompatible,
  }
  return { model, stops, vehicles }
}

/** Rows of `width` numbers of the chosen indices. */
function pick<T extends Int32Array | Uint8Array | Float64Array>(source: T, indices: Int32Array, width = 1): T {
  const taken = new (source.constructor as new (length: number) => T)(indices.length * width)
  for (let i = 0; i < indices.length; i++) {
    for (let k = 0; k < width; k++) taken[i * width + k] = source[indices[i]! * width + k]!
  }
  return taken
}

/** The matrices over the chosen nodes; what was one array stays one. */
function takeMatrices(
  whole: Model,
  nodes: Int32Array,
): Pick<Model, 'seconds' | 'meters' | 'secondsInto' | 'metersInto'> {
  const taken = new Map<Int32Array, Int32Array>()
  const take = (matrix: Int32Array): Int32Array => {
    const known = taken.get(matrix)
    if (known) return known
    const size = nodes.length
    const small = new Int32Array(size * size)
    for (let a = 0; a < size; a++) {
      const row = nodes[a]! * whole.nodeCount
      for (let b = 0; b < size; b++) small[a * size + b] = matrix[row + nodes[b]!]!
    }
    taken.set(matrix, small)
    return small
  }
  return {
    seconds: whole.seconds.map(take),
    meters: whole.meters.map(take),
    secondsInto: whole.secondsInto.map(take),
    metersInto: whole.metersInto.map(take),
  }
}
