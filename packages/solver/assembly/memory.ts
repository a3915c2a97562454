// AssemblyScript: what the compiled steps remember, where it lies, and their random numbers (model/random.ts).

// Sizes and addresses, set once. Links are stops 0 … stops - 1, then one for each vehicle: the start and the end of its route.
export let stops: i32 = 0
export let vehicles: i32 = 0
export let nodes: i32 = 0
export let dimensions: i32 = 0
export let nearSize: i32 = 0
export let ruinSize: i32 = 0
export let meters: usize = 0
export let metersInto: usize = 0
export let seconds: usize = 0
export let secondsInto: usize = 0
export let near: usize = 0
export let sides: usize = 0
export let ruinNear: usize = 0
export let opens: usize = 0
export let closes: usize = 0
export let service: usize = 0
export let delivered: usize = 0
export let worth: usize = 0
export let capacity: usize = 0
export let orderKeys: usize = 0
export let orderWeights: usize = 0
export let orderCount: i32 = 0

// Rules and prices, the same for every vehicle.
export let startNode: i32 = 0
export let endNode: i32 = 0
export let shiftStart: f64 = 0
export let shiftEnd: f64 = 0
export let mostSeconds: f64 = 0
export let mostMeters: f64 = 0
export let mostServices: i32 = 0
/** Fixed price, toll and penalty of a used vehicle. */
export let basePrice: f64 = 0
export let perMeter: f64 = 0
export let perTravelSecond: f64 = 0
export let perSecond: f64 = 0
export let perStop: f64 = 0
export let hasWindows: bool = false
export let hasSegments: bool = false
export let hasTravelCost: bool = false
export let hasTimeCost: bool = false

// How steps are made (anneal-settings.ts, anneal.ts).
export let averageRemoved: f64 = 0
export let longestString: f64 = 0
export let mostTimePrice: f64 = 0
export let longRate: f64 = 0
export let mostLong: f64 = 0
export let splitRate: f64 = 0
export let splitMore: f64 = 0
export let crossRate: f64 = 0
export let boldRate: f64 = 0
export let boldBits: u32 = 0
export let usualBits: u32 = 0
export let openingRate: f64 = 0
export let thoroughStops: i32 = 0
export let thoroughRate: f64 = 0
export let leastNear: f64 = 0
export let nearPerStop: f64 = 0
export let mostHoles: i32 = 0

// The plan. A link's record: who follows and goes before, its route, metres to the next, the node to drive away from and towards; with
// windows the times, with segments both of them (lean-routes.ts).
export const NEXT = 0
export const PREV = 4
export const ROUTE = 8
export const LEG = 12
export const OUT = 16
export const IN = 20
export const LEAVE = 32
export const LATEST = 40
export const HEAD_DURATION = 48
export const HEAD_EARLIEST = 56
export const HEAD_LATEST = 64
export const TAIL_DURATION = 72
export const TAIL_EARLIEST = 80
export let links: usize = 0
/** A record takes 1 << linkShift bytes: 32, with windows 64, with segments 128. */
export let linkShift: usize = 5
export let linkBytes: usize = 32
// A route's record: stops on it, when this step touched it, when this step took a string from it, its place among the unused, then its
// sums; loads follow.
export const COUNT = 0
export const TOUCHED = 4
export const RUINED = 8
export const FREE_AT = 12
export const COST = 16
export const METERS = 24
export const TRAVEL = 32
export const DURATION = 40
export const LOADS = 48
export let routes: usize = 0
export let routeBytes: usize = 0
export let free: usize = 0
export let freeCount: i32 = 0
export let activeVehicles: i32 = 0
export let movable: usize = 0
export let movableCount: i32 = 0
export let absentCount: i32 = 0
export let routesCost: f64 = 0
export let currentCost: f64 = 0
export let bestCost: f64 = 0
export let iterations: i32 = 0
/** After whom each link comes in the best plan, and an exchange buffer of the same form. */
export let best: usize = 0
export let exchange: usize = 0

// What a step remembers.
export let stamp: i32 = 0
export let touched: usize = 0
export let touchedCount: i32 = 0
/** Records of touched routes and their links as they were. */
export let undo: usize = 0
export let undoEnd: usize = 0
export let undoCost: f64 = 0
export let queue: usize = 0
export let queueCount: i32 = 0
export let queueKeys: usize = 0
export let holes: usize = 0
export let holeCount: i32 = 0
export let usedStamp: i32 = -1
export let usedCount: i32 = 0
export let nearLimit: i32 = 0
export let blinkBits: u32 = 0
export let isThorough: bool = false
export let openingFactor: f64 = 1
export let timePrice: f64 = 0
export let newDuration: f64 = 0
// State of the random numbers (model/random.ts).
export let randomA: u32 = 0
export let randomB: u32 = 0
export let randomC: u32 = 0
export let randomD: u32 = 0

/** Reserves all memory; once. */
export function reserve(
  stopCount: i32,
  vehicleCount: i32,
  nodeCount: i32,
  loadDimensions: i32,
  nearest: i32,
  ruined: i32,
  orders: i32,
  isSymmetric: bool,
  needsSeconds: bool,
  withWindows: bool,
  withSegments: bool,
): void {
  stops = stopCount
  vehicles = vehicleCount
  nodes = nodeCount
  dimensions = loadDimensions
  nearSize = nearest
  ruinSize = ruined
  orderCount = orders
  hasWindows = withWindows
  hasSegments = withSegments
  reserveTables(isSymmetric, needsSeconds)
  reserveStops()
  reservePlan()
}

function reserveTables(isSymmetric: bool, needsSeconds: bool): void {
  const cells = nodes * nodes * 4
  meters = room(cells)
  metersInto = isSymmetric ? meters : room(cells)
  seconds = needsSeconds ? room(cells) : meters
  secondsInto = !needsSeconds ? meters : isSymmetric ? seconds : room(cells)
}

function reserveStops(): void {
  near = room(stops * nearSize * 4)
  sides = room(stops * nearSize)
  ruinNear = room(stops * ruinSize * 4)
  opens = room(stops * 4)
  closes = room(stops * 4)
  service = room(stops * 4)
  delivered = room(stops * dimensions * 4)
  worth = room(stops * 8)
  capacity = room(dimensions * 4)
  orderKeys = room(orderCount * stops * 8)
  orderWeights = room(orderCount * 8)
}

function reservePlan(): void {
  linkShift = hasSegments ? 7 : hasWindows ? 6 : 5
  linkBytes = <usize>1 << linkShift
  const linkCount = stops + vehicles
  routeBytes = <usize>(LOADS + dimensions * 4 + 15) & ~15
  links = room(linkCount << <i32>linkShift)
  routes = room(vehicles * <i32>routeBytes)
  free = room(vehicles * 4)
  movable = room(stops * 4)
  best = room(linkCount * 4)
  exchange = room(linkCount * 4)
  touched = room(vehicles * 4)
  undo = room((linkCount << <i32>linkShift) + vehicles * <i32>routeBytes)
  queue = room(stops * 4)
  queueKeys = room(stops * 8)
  holes = room(64 * 4)
}

/** Whether metres between stops cost something beside, once the prices are set. */
export function settlePrices(): void {
  hasTravelCost = perTravelSecond > 0
  hasTimeCost = perSecond > 0
}

function room(bytes: i32): usize {
  return heap.alloc(<usize>max(16, bytes))
}

@inline
export function int(list: usize, index: i32): i32 {
  return load<i32>(list + (<usize>index << 2))
}

@inline
export function put(list: usize, index: i32, value: i32): void {
  store<i32>(list + (<usize>index << 2), value)
}

/** Address of a link's record. */
@inline
export function at(link: i32): usize {
  return links + (<usize>link << linkShift)
}

@inline
export function routeAt(v: i32): usize {
  return routes + <usize>v * routeBytes
}

@inline
export function next(link: i32): i32 {
  return load<i32>(at(link), NEXT)
}

@inline
export function prev(link: i32): i32 {
  return load<i32>(at(link), PREV)
}

@inline
export function routeOf(link: i32): i32 {
  return load<i32>(at(link), ROUTE)
}

@inline
export function count(v: i32): i32 {
  return load<i32>(routeAt(v), COUNT)
}

/** Cell of the way from one link to another. */
@inline
export function way(from: i32, to: i32): usize {
  return <usize>(load<i32>(at(from), OUT) * nodes + load<i32>(at(to), IN)) << 2
}

@inline
export function join(before: i32, after: i32): void {
  store<i32>(at(before), after, NEXT)
  store<i32>(at(after), before, PREV)
}

// Random numbers.

@inline
export function bits(): u32 {
  const result = rotl<u32>(randomB * 5, 7) * 9
  const t = randomB << 9
  randomC ^= randomA
  randomD ^= randomB
  randomB ^= randomC
  randomA ^= randomD
  randomC ^= t
  randomD = rotl<u32>(randomD, 11)
  return result
}

@inline
export function unit(): f64 {
  return <f64>bits() / 4294967296
}

@inline
export function below(size: i32): i32 {
  return <i32>(unit() * <f64>size)
}

@external('env', 'log')
export declare function log(x: f64): f64
