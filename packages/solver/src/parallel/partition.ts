/** Divides a plan into shares of neighbouring routes, differently each time, so that threads can work on them independently. */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'

/** Elements (stop, or -1 for a reload) per vehicle; empty for an unused one. */
export type PlanRoutes = Int32Array[]

/** Vehicles, routes and absent stops that one thread works on. */
export interface Share {
  vehicles: Int32Array
  /** Per entry of `vehicles`. */
  routes: Int32Array[]
  /** Unassigned stops that this thread may insert. */
  absent: Int32Array
}

/**
 * Divides routes by which of two stops is nearer, with other stops each time: half of the stops on either side, repeated until there are
 * `count` shares. Free vehicles are dealt out evenly by type; an absent stop goes to the share of its nearest routed stop.
 */
export function partition(
  model: Model,
  neighbours: Neighbours,
  routes: PlanRoutes,
  count: number,
  random: Random,
): Share[] {
  const used: number[] = []
  const free: number[] = []
  for (let v = 0; v < model.vehicleCount; v++) {
    if (model.isLocked[v] === 1) continue
    const isUsed = routes[v]!.some((stop) => stop >= 0)
    if (isUsed) used.push(v)
    else free.push(v)
  }
  const groups = splitRoutes(model, routes, used, count, random)
  const shareOf = new Int32Array(model.vehicleCount).fill(-1)
  groups.forEach((group, share) => {
    for (const v of group) shareOf[v] = share
  })
  // Dealing by type gives every thread a spare vehicle of each kind, as far as they go.
  const dealt = new Int32Array(model.typeCount).fill(random.below(count))
  for (const v of free) {
    const type = model.typeOf[v]!
    const share = dealt[type]! % count
    dealt[type]!++
    shareOf[v] = share
    groups[share]!.push(v)
  }
  const absent = dealAbsent(model, neighbours, routes, shareOf, count, random)
  return groups.map((group, share) => ({
    vehicles: Int32Array.from(group),
    routes: group.map((v) => routes[v]!),
    absent: Int32Array.from(absent[share]!),
  }))
}

function splitRoutes(model: Model, routes: PlanRoutes, used: number[], count: number, random: Random): number[][] {
  if (count === 1) return [used]
  if (used.length < 2) return [used, ...Array.from({ length: count - 1 }, () => [])]
  const { nodeCount } = model
  const meters = model.meters[0]!
  const [a, b] = drawPoles(model, routes, used, random)
  const key = new Float64Array(model.vehicleCount)
  for (const v of used) {
    let sum = 0
    let stops = 0
    for (const stop of routes[v]!) {
      if (stop < 0) continue
      sum += meters[a * nodeCount + stop]! - meters[b * nodeCount + stop]!
      stops++
    }
    key[v] = sum / stops
  }
  const sorted = [...used].sort((x, y) => key[x]! - key[y]! || x - y)
  const total = sorted.reduce((sum, v) => sum + routes[v]!.length, 0)
  const low = Math.floor(count / 2)
  const target = (total * low) / count
  let taken = 0
  let cut = 0
  while (cut < sorted.length - 1 && taken + routes[sorted[cut]!]!.length / 2 < target)
    taken += routes[sorted[cut++]!]!.length
  cut = Math.max(1, cut)
  return [
    ...splitRoutes(model, routes, sorted.slice(0, cut), low, random),
    ...splitRoutes(model, routes, sorted.slice(cut), count - low, random),
  ]
}

/** Two stops at different places, if there are any. Drawn at random: the two farthest would give the same few borders again and again. */
function drawPoles(model: Model, routes: PlanRoutes, used: number[], random: Random): [number, number] {
  const meters = model.meters[0]!
  const stops = used.flatMap((v) => Array.from(routes[v]!).filter((stop) => stop >= 0))
  const a = stops[random.below(stops.length)]!
  const others = stops.filter((stop) => meters[a * model.nodeCount + stop]! > 0)
  return [a, others.length === 0 ? a : others[random.below(others.length)]!]
}

function dealAbsent(
  model: Model,
  neighbours: Neighbours,
  routes: PlanRoutes,
  shareOf: Int32Array,
  count: number,
  random: Random,
): number[][] {
  const routeOf = new Int32Array(model.stopCount).fill(-1)
  routes.forEach((route, v) => {
    for (const stop of route) if (stop >= 0) routeOf[stop] = v
  })
  const lists: number[][] = Array.from({ length: count }, () => [])
  const dealt = new Int32Array(model.stopCount).fill(-1)
  for (let stop = 0; stop < model.stopCount; stop++) {
    if (routeOf[stop]! >= 0 || model.isPlaceable[stop] === 0) continue
    const share = shareForAbsent(model, neighbours, routeOf, shareOf, dealt, stop)
    dealt[stop] = share >= 0 ? share : random.below(count)
    lists[dealt[stop]!]!.push(stop)
  }
  return lists
}

/** The share that holds what the stop is bound to, otherwise its nearest stop; -1 when there is neither. */
function shareForAbsent(
  model: Model,
  neighbours: Neighbours,
  routeOf: Int32Array,
  shareOf: Int32Array,
  dealt: Int32Array,
  stop: number,
): number {
  const partners: number[] = []
  if (model.pinnedTo[stop]! >= 0) return shareOf[model.pinnedTo[stop]!]!
  if (model.pickupOf[stop]! >= 0) partners.push(model.pickupOf[stop]!)
  for (let i = model.shipmentFrom[stop]!; i < model.shipmentFrom[stop + 1]!; i++)
    partners.push(model.shipmentDelivery[i]!)
  const cluster = model.clusterOf[stop]!
  if (cluster >= 0) {
    for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++)
      partners.push(model.clusterMember[i]!)
  }
  for (const partner of partners) {
    if (routeOf[partner]! >= 0 && shareOf[routeOf[partner]!]! >= 0) return shareOf[routeOf[partner]!]!
  }
  for (const partner of partners) if (dealt[partner]! >= 0) return dealt[partner]!
  const { ruin: near, ruinSize } = neighbours
  for (let k = 0; k < ruinSize; k++) {
    const other = near[stop * ruinSize + k]!
    if (other < 0) break
    if (routeOf[other]! >= 0 && shareOf[routeOf[other]!]! >= 0) return shareOf[routeOf[other]!]!
  }
  return -1
}
