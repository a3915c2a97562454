// AssemblyScript: what the compiled local search remembers, and where it lies.

import { reserveBytes } from '../lists'

export { float, int, put, putFloat, reserveBytes } from '../lists'

// Sizes and addresses, set once. Links are stops 0 … stops - 1, then one for each vehicle: the start and the end of its route.
export let stops: i32 = 0
export let vehicles: i32 = 0
export let nodes: i32 = 0
export let dimensions: i32 = 0
export let typeCount: i32 = 0
export let hasTimes: bool = false
export let hasSeveralEnds: bool = false
export let isSymmetric: bool = false
export let hasTypeRules: bool = false
export let hasSwapStar: bool = false
/** The nearest stops of each: so many stand there, and so many are tried. */
export let near: usize = 0
export let nearWidth: i32 = 0
export let nearSize: i32 = 0
/** Loads of each stop (stops × dimensions), and its window. */
export let loads: usize = 0
export let opens: usize = 0
export let closes: usize = 0
/** stops × types: whether a vehicle of the type may serve the stop. */
export let mayServeType: usize = 0
/** Vehicles by type: those of type t at typeFrom[t] … typeFrom[t + 1] - 1. */
export let typeFrom: usize = 0
export let typeVehicle: usize = 0
/** The order in which a run improves stops. */
export let order: usize = 0
/** Price of overload per unit and dimension, and of a second of time warp. */
export let loadPenalty: usize = 0
export let warpPenalty: f64 = 1

// A link's record: who follows and goes before, its route, its place there, the node to drive away from and towards, `moves` when a run
// last tried it; with times what comes before and behind it (segments, see routes.ts); then the price of the leg to the next, and the load
// up to and with it.
export const NEXT = 0
export const PREV = 4
export const ROUTE = 8
export const POSITION = 12
export const OUT = 16
export const IN = 20
export const TESTED = 24
export const HEAD = 32
export const TAIL = 72
/** The segment behind it without the end, for vehicles that end elsewhere. */
export const OPEN_TAIL = 112
export let linkLeg: usize = 0
export let linkLoads: usize = 0
export let links: usize = 0
/** A record takes 1 << linkShift bytes. */
export let linkShift: usize = 0

// A segment: seconds, earliest and latest start, time warp, waiting.
export const SECONDS = 0
export const EARLIEST = 8
export const LATEST = 16
export const WARP = 24
export const WAIT = 32

// A route's record: what its vehicle is like, and what the route costs. Loads follow, and what the vehicle may carry.
export const COUNT = 0
/** Value of `moves` at its last change. */
export const MODIFIED = 4
/** Legs at the vehicle's prices: address and number of the list. */
export const ARCS = 8
export const ARC_NUMBER = 12
export const TYPE = 16
/** For SWAP*: `moves` when it was last tried with all its neighbours, and the search that saw it last. */
export const SWAPPED = 20
export const SEEN = 24
export const TRAVEL = 28
export const SERVICE = 32
export const FIXED = 40
export const PER_WAIT = 48
export const MOST_SECONDS = 56
export const SHIFT_START = 64
export const SHIFT_END = 72
export const COST = 80
/** Cost beyond legs and fixed price: penalties and waiting. No change of its order can save more. */
export const SLACK = 88
/** Seconds by which its times are broken, beyond its longest duration included. */
export const BROKEN = 96
export const ROUTE_LOADS = 104
export let capacities: usize = 0
export let routes: usize = 0
export let routeBytes: usize = 0

/** Sum of the routes' costs. */
export let cost: f64 = 0
/** Changes so far. */
export let moves: i32 = 0
/** Whether each move is told to `tell`. */
export let isAudited: bool = false

// A plan as flat lists: stops of vehicle v stand at flatFrom[v] … flatFrom[v + 1] - 1; who follows and goes before each, -1: the depot.
export let flatStops: usize = 0
export let flatFrom: usize = 0
export let followers: usize = 0
export let leaders: usize = 0
/** Overload per dimension, then broken seconds. */
export let excess: usize = 0
/** Loads that a move changes. */
export let chainU: usize = 0
export let chainV: usize = 0

// For SWAP*, per stop: what leaving its route gains, the leg that it leaves behind, and the least that changing to another route adds. Per
// stop and route a record: the three best places, the least that any place costs, and `moves` when they were looked for.
export const PLACE_PRICE = 0
export const PLACE_BEFORE = 24
export const PLACE_AT = 36
export const PLACE_LEAST = 40
export const placeBytes: usize = 48
export let gains: usize = 0
export let legsBehind: usize = 0
export let leastAdded: usize = 0
export let placesOf: usize = 0

@external('env', 'isOver')
export declare function isOver(): bool

@external('env', 'tell')
export declare function tell(move: i32, change: f64, told: f64, before: f64): void

/** Reserves all memory but the tables; once. */
export function reserve(
  stopCount: i32,
  vehicleCount: i32,
  nodeCount: i32,
  loadDimensions: i32,
  types: i32,
  nearest: i32,
  tried: i32,
  withTimes: bool,
  withSeveralEnds: bool,
  withSymmetry: bool,
  withTypeRules: bool,
  withSwapStar: bool,
): void {
  stops = stopCount
  vehicles = vehicleCount
  nodes = nodeCount
  dimensions = loadDimensions
  typeCount = types
  nearWidth = nearest
  nearSize = tried
  hasTimes = withTimes
  hasSeveralEnds = withSeveralEnds
  isSymmetric = withSymmetry
  hasTypeRules = withTypeRules
  hasSwapStar = withSwapStar
  reserveInput()
  reservePlan()
}

function reserveInput(): void {
  near = reserveBytes(stops * nearWidth * 4)
  loads = reserveBytes(stops * dimensions * 8)
  opens = reserveBytes(stops * 4)
  closes = reserveBytes(stops * 4)
  mayServeType = reserveBytes(stops * typeCount)
  typeFrom = reserveBytes((typeCount + 1) * 4)
  typeVehicle = reserveBytes(vehicles * 4)
  order = reserveBytes(stops * 4)
  loadPenalty = reserveBytes(dimensions * 8)
}

function reservePlan(): void {
  linkLeg = hasSeveralEnds && hasTimes ? OPEN_TAIL + 40 : hasTimes ? OPEN_TAIL : HEAD
  linkLoads = linkLeg + 8
  const bytes = linkLoads + <usize>(dimensions * 8)
  linkShift = 5
  while (<usize>1 << linkShift < bytes) linkShift++
  links = reserveBytes((stops + vehicles) << <i32>linkShift)
  capacities = <usize>(ROUTE_LOADS + dimensions * 8)
  routeBytes = capacities + <usize>(dimensions * 8)
  routes = reserveBytes(vehicles * <i32>routeBytes)
  flatStops = reserveBytes(stops * 4)
  flatFrom = reserveBytes((vehicles + 1) * 4)
  followers = reserveBytes(stops * 4)
  leaders = reserveBytes(stops * 4)
  excess = reserveBytes((dimensions + 1) * 8)
  chainU = reserveBytes(dimensions * 8)
  chainV = reserveBytes(dimensions * 8)
  if (!hasSwapStar) return
  gains = reserveBytes(stops * 8)
  legsBehind = reserveBytes(stops * 8)
  leastAdded = reserveBytes(stops * 8)
  placesOf = reserveBytes(stops * vehicles * <i32>placeBytes)
}

/** Nodes, type and tables of a vehicle. */
export function setVehicle(
  v: i32,
  startNode: i32,
  endNode: i32,
  type: i32,
  arcs: usize,
  arcNumber: i32,
  travel: usize,
  service: usize,
): void {
  const route = routeAt(v)
  const link = at(stops + v)
  store<i32>(link, startNode, OUT)
  store<i32>(link, endNode, IN)
  store<i32>(route, type, TYPE)
  store<usize>(route, arcs, ARCS)
  store<i32>(route, arcNumber, ARC_NUMBER)
  store<usize>(route, travel, TRAVEL)
  store<usize>(route, service, SERVICE)
  store<i32>(route, -1, SWAPPED)
}

/** Prices and times of a vehicle. */
export function setPrices(
  v: i32,
  fixed: f64,
  perWait: f64,
  mostSeconds: f64,
  shiftStart: f64,
  shiftEnd: f64,
): void {
  const route = routeAt(v)
  store<f64>(route, fixed, FIXED)
  store<f64>(route, perWait, PER_WAIT)
  store<f64>(route, mostSeconds, MOST_SECONDS)
  store<f64>(route, shiftStart, SHIFT_START)
  store<f64>(route, shiftEnd, SHIFT_END)
}

export function setCapacity(v: i32, dimension: i32, amount: f64): void {
  store<f64>(routeAt(v) + capacities + (<usize>dimension << 3), amount)
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
export function getRoute(link: i32): i32 {
  return load<i32>(at(link), ROUTE)
}

@inline
export function nodeOut(link: i32): i32 {
  return load<i32>(at(link), OUT)
}

@inline
export function nodeIn(link: i32): i32 {
  return load<i32>(at(link), IN)
}

@inline
export function position(link: i32): i32 {
  return load<i32>(at(link), POSITION)
}

@inline
export function count(v: i32): i32 {
  return load<i32>(routeAt(v), COUNT)
}

@inline
export function modified(v: i32): i32 {
  return load<i32>(routeAt(v), MODIFIED)
}

@inline
export function computeSlack(v: i32): f64 {
  return load<f64>(routeAt(v), SLACK)
}

@inline
export function fixedPrice(v: i32): f64 {
  return load<f64>(routeAt(v), FIXED)
}

@inline
export function getArcs(v: i32): usize {
  return load<usize>(routeAt(v), ARCS)
}

/** Price of the leg between two nodes. */
@inline
export function arc(arcs: usize, from: i32, to: i32): f64 {
  return load<f64>(arcs + (<usize>(from * nodes + to) << 3))
}

/** Where the legs from a node begin. */
@inline
export function getRow(arcs: usize, from: i32): usize {
  return arcs + (<usize>(from * nodes) << 3)
}

/** Price of the leg from a link to the next one. */
@inline
export function getLeg(link: i32): f64 {
  return load<f64>(at(link) + linkLeg)
}

/** Load up to and with a link. */
@inline
export function headLoad(link: i32, dimension: i32): f64 {
  return load<f64>(at(link) + linkLoads + (<usize>dimension << 3))
}

@inline
export function routeLoad(v: i32, dimension: i32): f64 {
  return load<f64>(routeAt(v) + ROUTE_LOADS + (<usize>dimension << 3))
}

@inline
export function capacity(v: i32, dimension: i32): f64 {
  return load<f64>(routeAt(v) + capacities + (<usize>dimension << 3))
}

export function mayServe(stop: i32, v: i32): bool {
  if (!hasTypeRules) return true
  return load<u8>(mayServeType + <usize>(stop * typeCount + load<i32>(routeAt(v), TYPE))) !== 0
}

@inline
export function tie(before: i32, after: i32): void {
  store<i32>(at(before), after, NEXT)
  store<i32>(at(after), before, PREV)
}
