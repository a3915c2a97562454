/** The part of a lean model that the genetic search reads, compiled to one cost per leg and one list of load dimensions. */
import { type Model, unlimited, unreachableTravel } from '../../model/model.ts'

/** Most different price lists of vehicles; each has its own matrix. */
const mostArcMatrices = 12
/** Price of a leg that cannot be driven, as a multiple of the longest one that can. */
const unreachableArcs = 5
/** Above this many stops the search improves too few plans within any sensible time. */
export const mostGeneticStops = 1200

/**
 * Costs of a leg or a stop are in `arcs`: metres, driving, service and stops at the vehicle's prices; half of a stop's own cost on each of
 * its two legs, so that a symmetric matrix stays symmetric. Waiting, fixed prices and penalties are added separately.
 */
export interface GeneticTerms {
  model: Model
  /** Per price list: nodeCount × nodeCount; legs between depots cost nothing, since an empty route is not driven. */
  arcs: Float64Array[]
  /** Price list of each vehicle. */
  arcOf: Int32Array
  isSymmetric: boolean
  /** Whether times can be broken or cost money. */
  hasTimes: boolean
  /** Number of load dimensions, with one more that counts stops when a vehicle's number of services is limited. */
  dimensions: number
  /** stopCount × dimensions, and vehicleCount × dimensions. */
  load: Float64Array
  capacity: Float64Array
  /** Cost of using the vehicle. */
  fixed: Float64Array
  /** Price of a second of waiting. */
  perWait: Float64Array
  hasTypeRules: boolean
  /** Whether vehicles end at different places or times. */
  hasSeveralEnds: boolean
}

/** Whether the genetic search supports every rule of the model. */
export function supportsGenetic(model: Model): boolean {
  const { features } = model
  if (!features.isLean || features.hasShipments || features.hasCollected || model.alternatives) return false
  if (model.stopCount < 8 || model.stopCount > mostGeneticStops) return false
  if (model.isPlaceable.includes(0) || model.isRequired.includes(0) || model.isFrozen.includes(1)) return false
  if (model.maxMeters.some((limit) => limit < unlimited)) return false
  return listPrices(model).keys.size <= mostArcMatrices
}

/** Compiles the terms. The model must be supported. O(price lists × nodes²). */
export function compileTerms(model: Model): GeneticTerms {
  const { stopCount, vehicleCount, loadDimensions } = model
  const prices = listPrices(model)
  const arcs: Float64Array[] = []
  for (const vehicle of prices.keys.values()) arcs.push(buildArcs(model, vehicle))
  const hasServiceLimit = model.maxServices.some((limit) => limit < unlimited)
  const dimensions = loadDimensions + (hasServiceLimit ? 1 : 0)
  const load = new Float64Array(stopCount * dimensions)
  const capacity = new Float64Array(vehicleCount * dimensions)
  for (let k = 0; k < loadDimensions; k++) {
    for (let s = 0; s < stopCount; s++) load[s * dimensions + k] = model.delivered[s * loadDimensions + k]!
    for (let v = 0; v < vehicleCount; v++) capacity[v * dimensions + k] = model.capacity[v * loadDimensions + k]!
  }
  if (hasServiceLimit) {
    for (let s = 0; s < stopCount; s++) load[s * dimensions + loadDimensions] = 1
    for (let v = 0; v < vehicleCount; v++) capacity[v * dimensions + loadDimensions] = model.maxServices[v]!
  }
  return {
    model,
    arcs,
    arcOf: prices.arcOf,
    isSymmetric:
      model.meters.every((m, i) => m === model.metersInto[i]) &&
      model.seconds.every((m, i) => m === model.secondsInto[i]),
    hasTimes: model.features.hasWindows || model.maxSeconds.some((limit) => limit < unlimited),
    dimensions,
    load,
    capacity,
    fixed: Float64Array.from(
      { length: vehicleCount },
      (_, v) => model.fixedCost[v]! + model.tollCost[v]! + model.vehiclePenalty,
    ),
    perWait: model.costPerSecond,
    hasTypeRules: model.isCompatible.includes(0),
    hasSeveralEnds: [model.endNode, model.shiftStart, model.shiftEnd].some((list) =>
      list.some((value) => value !== list[0]),
    ),
  }
}

/** Vehicles of the same matrices and prices share a list; the map's values are one vehicle of each. */
function listPrices(model: Model): { keys: Map<string, number>; arcOf: Int32Array } {
  const keys = new Map<string, number>()
  const numbers = new Map<string, number>()
  const arcOf = Int32Array.from({ length: model.vehicleCount }, (_, v) => {
    const key = [
      model.classOf[v],
      model.costPerMeter[v],
      model.costPerTravelSecond[v],
      model.costPerSecond[v],
      model.costPerStop[v],
    ].join(' ')
    if (!keys.has(key)) {
      numbers.set(key, keys.size)
      keys.set(key, v)
    }
    return numbers.get(key)!
  })
  return { keys, arcOf }
}

function buildArcs(model: Model, v: number): Float64Array {
  const { nodeCount, stopCount } = model
  const meters = model.meters[model.classOf[v]!]!
  const seconds = model.seconds[model.classOf[v]!]!
  const service = model.serviceSeconds[model.classOf[v]!]!
  const perMeter = model.costPerMeter[v]!
  const perSecond = model.costPerSecond[v]!
  const perTravel = model.costPerTravelSecond[v]! + perSecond
  const half = (node: number): number =>
    node < stopCount ? (perSecond * service[node]! + model.costPerStop[v]!) / 2 : 0
  const arcs = new Float64Array(nodeCount * nodeCount)
  for (let from = 0; from < nodeCount; from++) {
    for (let to = 0; to < nodeCount; to++) {
      const cell = from * nodeCount + to
      if (from === to || (from >= stopCount && to >= stopCount)) continue
      arcs[cell] = perMeter * meters[cell]! + perTravel * seconds[cell]! + half(from) + half(to)
    }
  }
  if (model.features.hasUnreachable) priceUnreachable(arcs, meters, seconds)
  return arcs
}

/**
 * Prices legs that cannot be driven by the longest one that can: plans may pass through them, as they may break loads, and no plan leaves the
 * search with one.
 */
function priceUnreachable(arcs: Float64Array, meters: ArrayLike<number>, seconds: ArrayLike<number>): void {
  const isReachable = (cell: number): boolean => Math.max(meters[cell] ?? 0, seconds[cell] ?? 0) < unreachableTravel
  const longest = arcs.reduce((most, cost, cell) => (cost > most && isReachable(cell) ? cost : most), 1)
  arcs.forEach((_, cell) => {
    if (!isReachable(cell)) arcs[cell] = unreachableArcs * longest
  })
}
