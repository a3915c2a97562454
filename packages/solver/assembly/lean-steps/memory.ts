// AssemblyScript: what the compiled steps remember, where it lies, and their random numbers (model/random.ts).

import { int, put, reserveBytes } from '../lists'

export { int, put, reserveBytes } from '../lists'

// Sizes and addresses, set once. Links are stops 0 … stops - 1, then one for each vehicle: the start and the end of its route.
export let stops: i32 = 0
export let vehicles: i32 = 0
export let nodes: i32 = 0
export let dimensions: i32 = 0
export let nearSize: i32 = 0
export let ruinSize: i32 = 0
export let near: usize = 0
export let sides: usize = 0
export let ruinNear: usize = 0
export let opens: usize = 0
export let closes: usize = 0
export let delivered: usize = 0
export let worth: usize = 0
export let dropCosts: usize = 0
/** Per stop, whether it has to be served, and whether it can be. */
export let isRequired: usize = 0
export let isPlaceable: usize = 0
export let hasOptional: bool = false
/** Per stop, the next place of its group, around in a circle; itself where it has no alternatives. */
export let otherPlace: usize = 0
export let hasAlternatives: bool = false
export let orderKeys: usize = 0
export let orderWeights: usize = 0
export let orderCount: i32 = 0

// A kind's record: rules and prices of vehicles that are alike, and where the tables of its travel class lie.
export const START_NODE = 0
export const END_NODE = 4
export const MOST_SERVICES = 8
export const CLASS_NUMBER = 12
export const SHIFT_START = 16
export const SHIFT_END = 24
export const MOST_SECONDS = 32
export const MOST_METERS = 40
/** Fixed price, toll and penalty of a used vehicle. */
export const BASE_PRICE = 48
export const PER_METER = 56
export const PER_TRAVEL_SECOND = 64
export const PER_SECOND = 72
export const PER_STOP = 80
export const METERS_OUT = 88
export const METERS_INTO = 92
export const SECONDS_OUT = 96
export const SECONDS_INTO = 100
export const SERVICE = 104
/** The first of its unused vehicles in `free`, and how many there are. */
export const FREE_FROM = 108
export const FREE_COUNT = 112
export const CAPACITY = 116
export let kinds: usize = 0
export let kindBytes: usize = 0
export let kindCount: i32 = 0
/** Kind of each vehicle. */
export let kindOf: usize = 0
/** stops × kinds: whether a vehicle of the kind may serve the stop. */
export let mayServe: usize = 0
/** kinds²: whether the kinds differ in nothing but capacity and prices. */
export let isAlike: usize = 0
export let hasKindRules: bool = false
export let hasUpgrades: bool = false
export let hasWindows: bool = false
export let hasSegments: bool = false
export let hasTravelCost: bool = false
export let hasTimeCost: bool = false
/** Longest wait before one stop; Infinity: no limit. */
export let mostWait: f64 = Infinity
export let hasWaitLimit: bool = false

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
export let boldRateServed: f64 = 0
export let boldBits: u32 = 0
export let usualBits: u32 = 0
export let openingRate: f64 = 0
export let thoroughStops: i32 = 0
export let thoroughRate: f64 = 0
export let leastNear: f64 = 0
export let nearPerStop: f64 = 0
export let mostHoles: i32 = 0
export let retypeRate: f64 = 0
export let mostKinds: i32 = 0
export let leastWorth: f64 = 0
export let mostWorth: f64 = 0
export let mostCounted: i32 = 0
export let roomAllowance: f64 = 0
export let mostRetried: i32 = 0

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
/** Address of its vehicle's kind. */
export const KIND = 48
/** Driving and service, and seconds of overlong waits; kept only when waits are limited. */
export const WORK = 56
export const OVERWAIT = 64
export const LOADS = 72
export let routes: usize = 0
export let routeBytes: usize = 0
export let free: usize = 0
export let freeCount: i32 = 0
export let activeVehicles: i32 = 0
export let movable: usize = 0
export let movableCount: i32 = 0
export let routesCost: f64 = 0
/** Absent stops, where each stands among them (-1: it is none), and what they cost. */
export let absent: usize = 0
export let absentAt: usize = 0
export let absentCount: i32 = 0
export let dropCost: f64 = 0
/** Some stop may be absent at the end of a step; else nothing is kept of those that are for a moment. */
export let mayLeaveOut: bool = false
/** How often each stop was absent in a plan that made room. */
export let absences: usize = 0
export let bestAbsent: i32 = 0
/** The best plan leaves out a stop that must be served if it can. */
export let hasMissing: bool = false
export let currentCost: f64 = 0
export let bestCost: f64 = 0
export let iterations: i32 = 0
/** After whom each link comes in the best plan, and an exchange buffer of the same form. */
export let best: usize = 0
export let exchange: usize = 0

// Memory of one step.
export let stamp: i32 = 0
export let touched: usize = 0
export let touchedCount: i32 = 0
/** Records of touched routes and their links as they were. */
export let undo: usize = 0
export let undoEnd: usize = 0
export let undoCost: f64 = 0
export let undoDropCost: f64 = 0
/** Number of routes with an overlong wait, now and when the step began. At the end of a step it must be 0. */
export let brokenRoutes: i32 = 0
export let undoBrokenRoutes: i32 = 0
/** Changes of absent stops in this step: a stop and its earlier place among them, or -1 where it joined them. */
export let changes: usize = 0
export let changeCount: i32 = 0
/** Places put on routes in this step instead of another of their group. */
export let replacing: usize = 0
export let replacingCount: i32 = 0
export let queue: usize = 0
export let queueCount: i32 = 0
export let queueKeys: usize = 0
/** The step in which each stop was offered again. */
export let offeredIn: usize = 0
export let holes: usize = 0
export let holeCount: i32 = 0
export let usedStamp: i32 = -1
export let usedCount: i32 = 0
export let nearLimit: i32 = 0
export let blinkBits: u32 = 0
export let isThorough: bool = false
export let openingFactor: f64 = 1
export let worthFactor: f64 = 1
export let timePrice: f64 = 0
/** Results of the last `durationWith`: duration of the route, and seconds of its overlong waits. */
export let newDuration: f64 = 0
export let newOverwait: f64 = 0
// State of the random numbers (model/random.ts).
export let randomA: u32 = 0
export let randomB: u32 = 0
export let randomC: u32 = 0
export let randomD: u32 = 0

/** Reserves all memory but the tables; once. */
export function reserve(
  stopCount: i32,
  vehicleCount: i32,
  nodeCount: i32,
  loadDimensions: i32,
  nearest: i32,
  ruined: i32,
  orders: i32,
  vehicleKinds: i32,
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
  kindCount = vehicleKinds
  hasWindows = withWindows
  hasSegments = withSegments
  reserveStops()
  reserveVehicles()
  reservePlan()
}

function reserveStops(): void {
  near = reserveBytes(stops * nearSize * 4)
  sides = reserveBytes(stops * nearSize)
  ruinNear = reserveBytes(stops * ruinSize * 4)
  opens = reserveBytes(stops * 4)
  closes = reserveBytes(stops * 4)
  delivered = reserveBytes(stops * dimensions * 4)
  worth = reserveBytes(stops * 8)
  dropCosts = reserveBytes(stops * 8)
  isRequired = reserveBytes(stops)
  isPlaceable = reserveBytes(stops)
  otherPlace = reserveBytes(stops * 4)
  replacing = reserveBytes(stops * 4)
  orderKeys = reserveBytes(orderCount * stops * 8)
  orderWeights = reserveBytes(orderCount * 8)
  movable = reserveBytes(stops * 4)
  queue = reserveBytes(stops * 4)
  queueKeys = reserveBytes(stops * 8)
  offeredIn = reserveBytes(stops * 4)
  absent = reserveBytes(stops * 4)
  absentAt = reserveBytes(stops * 4)
  absences = reserveBytes(stops * 8)
  // A step takes a stop out and puts it in, once each.
  changes = reserveBytes(stops * 2 * 8)
}

function reserveVehicles(): void {
  kindBytes = <usize>(CAPACITY + dimensions * 4 + 15) & ~15
  kinds = reserveBytes(kindCount * <i32>kindBytes)
  kindOf = reserveBytes(vehicles * 4)
  mayServe = reserveBytes(stops * kindCount)
  isAlike = reserveBytes(kindCount * kindCount)
  free = reserveBytes(vehicles * 4)
  touched = reserveBytes(vehicles * 4)
}

function reservePlan(): void {
  linkShift = hasSegments ? 7 : hasWindows ? 6 : 5
  linkBytes = <usize>1 << linkShift
  const linkCount = stops + vehicles
  routeBytes = <usize>(LOADS + dimensions * 4 + 15) & ~15
  links = reserveBytes(linkCount << <i32>linkShift)
  routes = reserveBytes(vehicles * <i32>routeBytes)
  best = reserveBytes(linkCount * 4)
  exchange = reserveBytes(linkCount * 4)
  undo = reserveBytes((linkCount << <i32>linkShift) + vehicles * <i32>routeBytes)
  holes = reserveBytes(64 * 4)
}

/** Address of a kind's record. */
@inline
export function kindAt(kind: i32): usize {
  return kinds + <usize>kind * kindBytes
}

/** Where a kind's record begins for the vehicle. */
@inline
export function kindOfVehicle(v: i32): usize {
  return load<usize>(routeAt(v), KIND)
}

/** Rules of a kind: nodes, limits of services, seconds and metres, and the number of its travel class. */
export function setRules(
  kind: i32,
  startNode: i32,
  endNode: i32,
  shiftStart: f64,
  shiftEnd: f64,
  mostSeconds: f64,
  mostMeters: f64,
  mostServices: i32,
  classNumber: i32,
): void {
  const record = kindAt(kind)
  store<i32>(record, startNode, START_NODE)
  store<i32>(record, endNode, END_NODE)
  store<f64>(record, shiftStart, SHIFT_START)
  store<f64>(record, shiftEnd, SHIFT_END)
  store<f64>(record, mostSeconds, MOST_SECONDS)
  store<f64>(record, mostMeters, MOST_METERS)
  store<i32>(record, mostServices, MOST_SERVICES)
  store<i32>(record, classNumber, CLASS_NUMBER)
}

export function setPrices(kind: i32, base: f64, meter: f64, travelSecond: f64, second: f64, stop: f64): void {
  const record = kindAt(kind)
  store<f64>(record, base, BASE_PRICE)
  store<f64>(record, meter, PER_METER)
  store<f64>(record, travelSecond, PER_TRAVEL_SECOND)
  store<f64>(record, second, PER_SECOND)
  store<f64>(record, stop, PER_STOP)
}

/** Addresses of the tables of a kind's travel class. */
export function setTables(
  kind: i32,
  meters: usize,
  metersInto: usize,
  seconds: usize,
  secondsInto: usize,
  service: usize,
): void {
  const record = kindAt(kind)
  store<usize>(record, meters, METERS_OUT)
  store<usize>(record, metersInto, METERS_INTO)
  store<usize>(record, seconds, SECONDS_OUT)
  store<usize>(record, secondsInto, SECONDS_INTO)
  store<usize>(record, service, SERVICE)
}

/** Longest wait before one stop. */
export function setWaitLimit(most: f64): void {
  mostWait = most
  hasWaitLimit = true
}

export function setCapacity(kind: i32, dimension: i32, amount: i32): void {
  put(kindAt(kind) + CAPACITY, dimension, amount)
}

/** Tells what follows from the stops and kinds, once all are set. */
export function settle(): void {
  for (let stop = 0; stop < stops; stop++) {
    if (!load<u8>(isRequired + <usize>stop)) hasOptional = true
    if (int(otherPlace, stop) !== stop) hasAlternatives = true
  }
  let first = 0
  for (let kind = 0; kind < kindCount; kind++) {
    const record = kindAt(kind)
    store<i32>(record, first, FREE_FROM)
    for (let v = 0; v < vehicles; v++) if (int(kindOf, v) === kind) first++
    if (load<f64>(record, PER_TRAVEL_SECOND) > 0) hasTravelCost = true
    if (load<f64>(record, PER_SECOND) > 0) hasTimeCost = true
    for (let stop = 0; stop < stops; stop++) if (!maySupply(kind, stop)) hasKindRules = true
    for (let other = 0; other < kindCount; other++) {
      if (other !== kind && load<u8>(isAlike + <usize>(kind * kindCount + other))) hasUpgrades = true
    }
  }
}

/** Whether vehicles of the kind may serve the stop. */
@inline
export function maySupply(kind: i32, stop: i32): bool {
  return load<u8>(mayServe + <usize>(stop * kindCount + kind)) !== 0
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
