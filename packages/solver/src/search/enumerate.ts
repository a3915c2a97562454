/** Exact solution of tiny problems: every order of every set of stops on every kind of vehicle, then the best partition into routes. */
import type { Model } from '../model/model.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'

const mostStops = 8
const mostStopsWithReloads = 6
/** Largest number of orders, of all kinds of vehicles together. */
const mostOrders = 330_000

/** One sequence (reloads as -1) per vehicle, or undefined when the problem is too large or has rules over several routes. */
export function findExactPlan(model: Model): Int32Array[] | undefined {
  const stops = listPlaceable(model)
  if (!isEnumerable(model, stops.length)) return undefined
  const sets = 1 << stops.length
  const tables: RouteTable[] = []
  const evaluator = new RouteEvaluator(model)
  for (let v = 0; v < model.vehicleCount; v++) {
    tables[v] = tables[model.typeOf.indexOf(model.typeOf[v]!)] ?? listBestRoutes(model, evaluator, v, stops)
  }
  // cost[set]: cheapest way for the vehicles so far to serve exactly this set of stops; choice[v][set]: the part that v takes.
  let cost = new Float64Array(sets).fill(Number.POSITIVE_INFINITY)
  cost[0] = 0
  let seconds = new Float64Array(sets)
  const choice: Int32Array[] = []
  const apart = listClusterConflicts(model, stops)
  for (let v = 0; v < model.vehicleCount; v++) {
    const table = tables[v]!
    const extended = cost.slice()
    const longer = seconds.slice()
    const taken = new Int32Array(sets)
    for (let served = 0; served < sets; served++) {
      if (cost[served] === Number.POSITIVE_INFINITY) continue
      const rest = sets - 1 - served
      for (let set = rest; set > 0; set = (set - 1) & rest) {
        const sum = cost[served]! + table.cost[set]!
        const spent = seconds[served]! + table.seconds[set]!
        if (isBetter(sum, spent, extended[served | set]!, longer[served | set]!) && !isSplit(apart, served, set)) {
          extended[served | set] = sum
          longer[served | set] = spent
          taken[served | set] = set
        }
      }
    }
    cost = extended
    seconds = longer
    choice.push(taken)
  }
  return readPlan(model, tables, choice, cheapestSet(model, stops, cost, seconds))
}

/** Cost differences below this are rounding. */
const tie = 1e-7

/** Whether one plan is cheaper than another, or equally cheap and sooner finished. */
function isBetter(cost: number, seconds: number, otherCost: number, otherSeconds: number): boolean {
  if (otherCost === Number.POSITIVE_INFINITY) return cost < otherCost
  return cost < otherCost - tie || (cost <= otherCost + tie && seconds < otherSeconds)
}

interface RouteTable {
  cost: Float64Array
  /** Seconds from start to end of the best sequence per set. */
  seconds: Float64Array
  /** Best sequence per set. */
  order: (Int32Array | undefined)[]
}

function listPlaceable(model: Model): number[] {
  const stops: number[] = []
  for (let stop = 0; stop < model.stopCount; stop++) if (model.isPlaceable[stop] === 1) stops.push(stop)
  return stops
}

function isEnumerable(model: Model, stopCount: number): boolean {
  const { hasSpan, hasReloads } = model.features
  if (stopCount > (hasReloads ? mostStopsWithReloads : mostStops) || hasSpan || model.vehicleCount > 60) return false
  if (model.alternatives || model.links.length > 0 || model.isLocked.includes(1) || model.pinnedTo.some((v) => v >= 0))
    return false
  let orders = 0
  for (let length = 1, count = 1; length <= stopCount; length++) {
    count *= stopCount - length + 1
    orders += count * (hasReloads ? 2 ** (length - 1) : 1)
  }
  return orders * model.typeCount <= mostOrders
}

/**
 * Best route for every set. Orders of a set are evaluated in order of their lower bounds until none can be better. A set is assumed too
 * much for the battery when a subset is.
 */
function listBestRoutes(model: Model, evaluator: RouteEvaluator, v: number, stops: number[]): RouteTable {
  const sets = 1 << stops.length
  const cost = new Float64Array(sets).fill(Number.POSITIVE_INFINITY)
  const seconds = new Float64Array(sets)
  const order: (Int32Array | undefined)[] = new Array(sets)
  const half = listPairs(model, stops)
  const isElectric = model.batteries[v] !== undefined && half.length === 0
  cost[0] = 0
  const orders = listOrders(model, evaluator, v, stops)
  for (let set = 1; set < sets; set++) {
    if (!half.every(({ pickup, deliveries }) => (set & pickup) === 0 || (set & deliveries) !== 0)) continue
    if (
      isElectric &&
      stops.some((_, i) => (set & (1 << i)) !== 0 && cost[set & ~(1 << i)] === Number.POSITIVE_INFINITY)
    )
      continue
    for (const { sequence, least } of orders[set]!.sort((a, b) => a.least - b.least)) {
      if (least > cost[set]! + tie) break
      const value = evaluator.evaluate(v, sequence, sequence.length, true) + model.vehiclePenalty
      const spent = evaluator.endSeconds - evaluator.startSeconds
      if (!isBetter(value, spent, cost[set]!, seconds[set]!) || evaluator.shortfall > 0) continue
      cost[set] = value
      seconds[set] = spent
      order[set] = sequence
    }
  }
  return { cost, seconds, order }
}

/** Tolerance in seconds, larger than that of the time rules. */
const forgiven = 1

/** Order of a set of stops, with a lower bound on its cost. */
interface BoundedOrder {
  sequence: Int32Array
  least: number
}

/**
 * All orders of every set, with and without a reload before each stop but the first. Skips orders that reach a stop too late even without
 * breaks, charging and detours to reload, because with charging places each of them takes long to evaluate.
 */
function listOrders(model: Model, evaluator: RouteEvaluator, v: number, stops: number[]): BoundedOrder[][] {
  const orders: BoundedOrder[][] = Array.from({ length: 1 << stops.length }, () => [])
  const sequence = new Int32Array(stops.length * 2)
  const canReload = model.reloadNode[v]! >= 0
  const price = legPrice(model, v)
  const fixed = model.fixedCost[v]! + model.tollCost[v]! + model.vehiclePenalty
  const travel = model.seconds[model.classOf[v]!]!
  const service = model.serviceSeconds[model.classOf[v]!]!
  const departure = model.departureSeconds[v]! >= 0 ? model.departureSeconds[v]! : model.shiftStart[v]!
  const extend = (length: number, set: number, node: number, sum: number, leaves: number): void => {
    for (let i = 0; i < stops.length; i++) {
      if ((set & (1 << i)) !== 0) continue
      const stop = stops[i]!
      for (let reload = 0; reload <= (canReload && length > 0 ? 1 : 0); reload++) {
        const arrives = leaves + (reload === 1 ? 0 : travel[node * model.nodeCount + stop]!)
        if (model.latePenalty[stop]! < 0 && arrives > model.closesSeconds[stop]! + forgiven) continue
        let end = length
        if (reload === 1) sequence[end++] = evaluator.reloadElement
        sequence[end++] = stop
        // A detour to reload is never shorter than the direct way.
        const least = sum + (reload === 1 ? 0 : price(node, stop)) + model.costPerStop[v]!
        const next = set | (1 << i)
        orders[next]!.push({ sequence: sequence.slice(0, end), least: least + price(stop, model.endNode[v]!) })
        extend(end, next, stop, least, Math.max(arrives, model.opensSeconds[stop]!) + service[stop]!)
      }
    }
  }
  extend(0, 0, model.startNode[v]!, fixed, departure)
  return orders
}

/** Lower bound on the cost of a leg: its distance, and its time when time has a price. */
function legPrice(model: Model, v: number): (from: number, to: number) => number {
  const seconds = model.seconds[model.classOf[v]!]!
  const meters = model.meters[model.classOf[v]!]!
  const perSecond = model.costPerTravelSecond[v]! + model.costPerSecond[v]!
  return (from, to) => {
    const cell = from * model.nodeCount + to
    return perSecond * seconds[cell]! + model.costPerMeter[v]! * meters[cell]!
  }
}

/** Pickups and the deliveries of each, as bits of sets of stops. */
function listPairs(model: Model, stops: number[]): { pickup: number; deliveries: number }[] {
  return stops.flatMap((stop, i) => {
    if (model.shipmentFrom[stop] === model.shipmentFrom[stop + 1]) return []
    const deliveries = stops.reduce((set, other, j) => (model.pickupOf[other] === stop ? set | (1 << j) : set), 0)
    return { pickup: 1 << i, deliveries }
  })
}

/** Sets of stops that share a cluster. */
function listClusterConflicts(model: Model, stops: number[]): number[] {
  const masks = new Map<number, number>()
  stops.forEach((stop, i) => {
    const cluster = model.clusterOf[stop]!
    if (cluster >= 0) masks.set(cluster, (masks.get(cluster) ?? 0) | (1 << i))
  })
  return [...masks.values()]
}

function isSplit(clusters: number[], served: number, set: number): boolean {
  return clusters.some((mask) => (mask & served) !== 0 && (mask & set) !== 0)
}

function cheapestSet(model: Model, stops: number[], cost: Float64Array, seconds: Float64Array): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  let shortest = 0
  for (let set = 0; set < cost.length; set++) {
    let total = cost[set]!
    stops.forEach((stop, i) => {
      if ((set & (1 << i)) === 0) total += model.dropCost[stop]!
    })
    if (isBetter(total, seconds[set]!, least, shortest)) {
      least = total
      shortest = seconds[set]!
      best = set
    }
  }
  return best
}

function readPlan(model: Model, tables: RouteTable[], choice: Int32Array[], whole: number): Int32Array[] {
  const plan: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
  let left = whole
  for (let v = model.vehicleCount - 1; v >= 0; v--) {
    const set = choice[v]![left]!
    if (set === 0) continue
    plan[v] = tables[v]!.order[set]!.map((element) => (element < model.stopCount ? element : -1))
    left &= ~set
  }
  return plan
}
