// AssemblyScript: where stops go back to (src/search/lean-kernel.ts).

import {
  CAPACITY,
  COST,
  COUNT,
  DURATION,
  END_NODE,
  HEAD_DURATION,
  HEAD_EARLIEST,
  HEAD_LATEST,
  IN,
  KIND,
  LATEST,
  LEAVE,
  LEG,
  LOADS,
  METERS,
  METERS_INTO,
  METERS_OUT,
  MOST_METERS,
  MOST_SECONDS,
  MOST_SERVICES,
  NEXT,
  OUT,
  OVERWAIT,
  PER_METER,
  PER_SECOND,
  PER_STOP,
  PER_TRAVEL_SECOND,
  PREV,
  ROUTE,
  SECONDS_INTO,
  SECONDS_OUT,
  SERVICE,
  SHIFT_END,
  SHIFT_START,
  START_NODE,
  TAIL_DURATION,
  TAIL_EARLIEST,
  TRAVEL,
  WORK,
  at,
  below,
  bits,
  blinkBits,
  closes,
  count,
  delivered,
  dimensions,
  hasAlternatives,
  hasKindRules,
  hasSegments,
  hasTravelCost,
  hasUpgrades,
  hasWaitLimit,
  hasWindows,
  int,
  isAlike,
  isRequired,
  isThorough,
  join,
  kindAt,
  kindCount,
  kindOf,
  kindOfVehicle,
  mayLeaveOut,
  maySupply,
  mostKinds,
  mostWait,
  near,
  nearLimit,
  nearSize,
  newDuration,
  newOverwait,
  next,
  nodes,
  openingFactor,
  opens,
  otherPlace,
  put,
  replacing,
  replacingCount,
  routeAt,
  getRoute,
  sides,
  stops,
  timePrice,
  touched,
  touchedCount,
  vehicles,
  way,
  worth,
  worthFactor,
} from './memory'
import { removeAbsent } from './absent'
import { findFree, computePrice, refreshFrom, removeFree, touch } from './routes'
import { sumOverwait } from './waits'
import { moveRoute } from './vehicles'

// Putting stops back.

function hasRoom(route: usize, kind: usize, stop: i32): bool {
  for (let k = 0; k < dimensions; k++) {
    if (int(route + LOADS, k) + int(delivered, stop * dimensions + k) > int(kind + CAPACITY, k)) return false
  }
  return true
}

/** Most problems have one dimension of loads. */
@inline
function isFull(route: usize, kind: usize, stop: i32): bool {
  if (dimensions !== 1) return !hasRoom(route, kind, stop)
  return load<i32>(route, LOADS) + int(delivered, stop) > load<i32>(kind, CAPACITY)
}

/** Bonus for shortening an overlong wait: above any cost difference between positions. */
const mendingWorth: f64 = 1e12

/** Whether the route keeps its limits on duration and single waits. Sets `newDuration` and `newOverwait`. */
function durationWith(v: i32, kind: usize, stop: i32, before: i32, after: i32): bool {
  const head = at(before)
  const tail = at(after)
  const seconds = load<usize>(kind, SECONDS_OUT)
  const latestHead = load<f64>(head, HEAD_LATEST)
  const there = <f64>load<i32>(seconds + way(before, stop))
  const onward = <f64>load<i32>(seconds + way(stop, after))
  const reach = load<f64>(head, HEAD_DURATION) + there
  const wait = max<f64>(0, <f64>int(opens, stop) - reach - latestHead)
  const latest = min<f64>(<f64>int(closes, stop) - reach, latestHead)
  const serving = <f64>int(load<usize>(kind, SERVICE), stop)
  const through = reach + wait + serving + onward
  const pause = max<f64>(0, load<f64>(tail, TAIL_EARLIEST) - through - latest)
  newDuration = through + pause + load<f64>(tail, TAIL_DURATION)
  if (newDuration > load<f64>(kind, MOST_SECONDS)) return false
  if (!hasWaitLimit) return true
  newOverwait = 0
  const drive = there + onward - <f64>load<i32>(seconds + way(before, after))
  const work = load<f64>(routeAt(v), WORK) + drive + serving
  // No single wait exceeds the sum of all waits.
  if (newDuration - work <= mostWait) return true
  const earliest = max<f64>(<f64>int(opens, stop) - reach, load<f64>(head, HEAD_EARLIEST)) - wait
  const start = max<f64>(load<f64>(tail, TAIL_EARLIEST) - through, earliest) - pause
  const allowed = load<f64>(routeAt(v), OVERWAIT)
  newOverwait = sumOverwait(kind, stops + v, start, allowed, before, stop)
  return newOverwait <= allowed
}

/** Puts the stop on a route in place of `absentOne`, which is the stop itself or another place of its group. */
function place(stop: i32, before: i32, v: i32, absentOne: i32): void {
  if (stop !== absentOne) put(replacing, replacingCount++, stop)
  touch(v)
  const route = routeAt(v)
  join(stop, next(before))
  join(before, stop)
  store<i32>(at(stop), v, ROUTE)
  const served = load<i32>(route, COUNT)
  store<i32>(route, served + 1, COUNT)
  if (served === 0) removeFree(v)
  if (mayLeaveOut) removeAbsent(absentOne)
  refreshFrom(v, stop)
}

// The cheapest position that the present search for one has found; the larger vehicle that has to take over its route, or -1.
let least: f64 = 0
let bestBefore: i32 = -1
let bestRoute: i32 = -1
let bestUpgrade: i32 = -1
/** Cost added by the result of the last `findUpgrade`. */
let upgradeCost: f64 = 0

/** The place of the group that the cheapest position is for. */
let bestPlace: i32 = -1

/** Cheapest position of the stop, or of another place of its group, beside its nearest stops or on an unused vehicle; false when there is none. */
export function insert(stop: i32): bool {
  least = load<f64>(worth + (<usize>stop << 3)) * worthFactor
  bestRoute = -1
  lookNear(stop)
  if (hasAlternatives) {
    for (let other = int(otherPlace, stop); other !== stop; other = int(otherPlace, other)) lookNear(other)
  }
  let unused = findUnused(stop)
  if (unused >= 0) bestPlace = stop
  if (hasAlternatives) {
    for (let other = int(otherPlace, stop); other !== stop; other = int(otherPlace, other)) {
      const v = findUnused(other)
      if (v < 0) continue
      unused = v
      bestPlace = other
    }
  }
  if (unused >= 0) {
    place(bestPlace, stops + unused, unused, stop)
    return true
  }
  if (bestRoute < 0) return insertAnywhere(stop)
  if (bestUpgrade >= 0) {
    moveRoute(bestRoute, bestUpgrade)
    place(bestPlace, bestBefore === stops + bestRoute ? stops + bestUpgrade : bestBefore, bestUpgrade, stop)
  } else place(bestPlace, bestBefore, bestRoute, stop)
  return true
}

/** Looks beside the nearest stops and at the ends of the touched routes. */
function lookNear(stop: i32): void {
  const list = near + (<usize>(stop * nearSize) << 2)
  const sidesOf = sides + <usize>(stop * nearSize)
  let nearCount = min(nearSize, nearLimit)
  for (let k = 0; k < nearCount; k++) {
    const other = int(list, k)
    if (other < 0) break
    const open: u8 = hasWindows ? load<u8>(sidesOf + <usize>k) : 3
    if (open === 0) continue
    const v = getRoute(other)
    if (v < 0) continue
    if (hasKindRules && !maySupply(int(kindOf, v), stop)) {
      // A neighbour on a route that may not take the stop is none: look at one more.
      if (nearCount < nearSize) nearCount++
      continue
    }
    lookBeside(stop, other, v, open)
  }
  for (let k = 0; k < touchedCount; k++) {
    const v = int(touched, k)
    if (count(v) === 0 || (hasKindRules && !maySupply(int(kindOf, v), stop))) continue
    lookBeside(stop, stops + v, v, 3)
  }
}

/** Behind the link where bit 1 of `open` is set, before it where bit 2 is. */
@inline
function lookBeside(stop: i32, link: i32, v: i32, open: u8): void {
  const route = routeAt(v)
  const kind = load<usize>(route, KIND)
  let upgrade = -1
  if (isFull(route, kind, stop)) {
    if (!hasUpgrades) return
    upgrade = findUpgrade(v, stop)
    if (upgrade < 0) return
  }
  if (load<i32>(route, COUNT) >= load<i32>(kind, MOST_SERVICES)) return
  // A larger vehicle would drive the whole route at its own rates.
  const driver = upgrade < 0 ? kind : kindOfVehicle(upgrade)
  const extra = upgrade < 0 ? 0 : upgradeCost
  const row = <usize>(stop * nodes) << 2
  const into = load<usize>(kind, METERS_INTO) + row
  const out = load<usize>(kind, METERS_OUT) + row
  const record = at(link)
  if (open & 1) look(stop, link, load<i32>(record, NEXT), v, upgrade, driver, into, out, extra)
  if (open & 2) look(stop, load<i32>(record, PREV), link, v, upgrade, driver, into, out, extra)
}

/** Prices one position; most are dearer than the best one. */
@inline
function look(
  stop: i32,
  before: i32,
  after: i32,
  v: i32,
  upgrade: i32,
  driver: usize,
  into: usize,
  out: usize,
  extra: f64,
): void {
  const ahead = at(before)
  const from = load<i32>(ahead, OUT)
  const to = load<i32>(at(after), IN)
  const more = int(into, from) + int(out, to) - load<i32>(ahead, LEG)
  let delta = load<f64>(driver, PER_METER) * <f64>more + extra
  if (hasTravelCost) {
    const time = moreSeconds(kindOfVehicle(v), stop, from, to)
    delta += load<f64>(driver, PER_TRAVEL_SECOND) * <f64>time
  }
  delta += load<f64>(driver, PER_STOP)
  if (delta < least) take(stop, before, after, v, upgrade, driver, more, delta)
}

function moreSeconds(kind: usize, stop: i32, from: i32, to: i32): i32 {
  const row = <usize>(stop * nodes) << 2
  const seconds = load<usize>(kind, SECONDS_OUT)
  return int(load<usize>(kind, SECONDS_INTO) + row, from) + int(seconds + row, to) - int(seconds, from * nodes + to)
}

/** Remembers the position, if every rule allows it and it is not overlooked. */
function take(stop: i32, before: i32, after: i32, v: i32, upgrade: i32, driver: usize, more: i32, price: f64): void {
  const route = routeAt(v)
  const kind = load<usize>(route, KIND)
  if (!isTimely(kind, stop, before, after)) return
  if (bits() < blinkBits) return
  if (load<f64>(route, METERS) + <f64>more > load<f64>(kind, MOST_METERS)) return
  let delta = price
  if (hasSegments) {
    if (!durationWith(v, kind, stop, before, after)) return
    delta += (load<f64>(driver, PER_SECOND) + timePrice) * (newDuration - load<f64>(route, DURATION))
    // Shortening an overlong wait comes first: otherwise the step is rejected.
    if (hasWaitLimit && newOverwait < load<f64>(route, OVERWAIT)) delta -= mendingWorth
    if (delta >= least) return
  }
  least = delta
  bestPlace = stop
  bestBefore = before
  bestRoute = v
  bestUpgrade = upgrade
}

/** The unused vehicle that serves the stop alone at the least price below `least`, which becomes that price; or -1. */
function findUnused(stop: i32): i32 {
  const offset = kindCount > mostKinds ? below(kindCount) : 0
  let lowest = least
  let found = -1
  for (let i = 0; i < kindCount && (i < mostKinds || (bestRoute < 0 && found < 0)); i++) {
    const number = (offset + i) % kindCount
    const kind = kindAt(number)
    const v = findFree(kind)
    if (v < 0 || !maySupply(number, stop)) continue
    const price = priceAlone(kind, stop, lowest / openingFactor) * openingFactor
    if (price >= lowest) continue
    lowest = price
    found = v
  }
  if (found >= 0) least = lowest
  return found
}

/** Cheapest unused vehicle like v that has room for its route and the stop, or -1. */
function findUpgrade(v: i32, stop: i32): i32 {
  const route = routeAt(v)
  const from = int(kindOf, v)
  let found = -1
  upgradeCost = Infinity
  for (let number = 0; number < kindCount; number++) {
    if (number === from || !load<u8>(isAlike + <usize>(from * kindCount + number))) continue
    const kind = kindAt(number)
    const u = findFree(kind)
    if (u < 0 || !hasRoom(route, kind, stop)) continue
    const served = <f64>load<i32>(route, COUNT)
    const price = computePrice(kind, load<f64>(route, METERS), load<f64>(route, TRAVEL), load<f64>(route, DURATION), served)
    const cost = price - load<f64>(route, COST)
    if (cost < upgradeCost) {
      upgradeCost = cost
      found = u
    }
  }
  return found
}

/** Cost of an unused vehicle that serves this stop alone. */
function priceAlone(kind: usize, stop: i32, enough: f64): f64 {
  const meters = load<usize>(kind, METERS_OUT)
  const there = <usize>(load<i32>(kind, START_NODE) * nodes + stop) << 2
  const back = <usize>(stop * nodes + load<i32>(kind, END_NODE)) << 2
  const distance = <f64>(load<i32>(meters + there) + load<i32>(meters + back))
  if (computePrice(kind, distance, 0, 0, 0) >= enough) return Infinity
  if (distance > load<f64>(kind, MOST_METERS) || load<i32>(kind, MOST_SERVICES) < 1) return Infinity
  for (let k = 0; k < dimensions; k++) {
    if (int(delivered, stop * dimensions + k) > int(kind + CAPACITY, k)) return Infinity
  }
  if (!hasWindows && !hasSegments && !hasTravelCost) return computePrice(kind, distance, 0, 0, 1)
  const seconds = load<usize>(kind, SECONDS_OUT)
  const out = <f64>load<i32>(seconds + there)
  const home = <f64>load<i32>(seconds + back)
  const serving = <f64>int(load<usize>(kind, SERVICE), stop)
  if (hasWindows) {
    const begun = max<f64>(load<f64>(kind, SHIFT_START) + out, <f64>int(opens, stop))
    if (begun > <f64>int(closes, stop) || begun + serving + home > load<f64>(kind, SHIFT_END)) return Infinity
  }
  const duration = out + home + serving
  if (duration > load<f64>(kind, MOST_SECONDS)) return Infinity
  return computePrice(kind, distance, out + home, duration, 1) + timePrice * duration
}

/** The whole of every route, for a stop that has to be served and has no position near it, or for another place of its group. */
function insertAnywhere(stop: i32): bool {
  if (!isThorough || nearSize >= stops - 1 || !load<u8>(isRequired + <usize>stop)) return false
  least = load<f64>(worth + (<usize>stop << 3))
  scanRoutes(stop)
  if (hasAlternatives) {
    for (let other = int(otherPlace, stop); other !== stop; other = int(otherPlace, other)) scanRoutes(other)
  }
  if (bestRoute < 0) return false
  place(bestPlace, bestBefore, bestRoute, stop)
  return true
}

function scanRoutes(stop: i32): void {
  for (let v = 0; v < vehicles; v++) {
    const route = routeAt(v)
    const kind = load<usize>(route, KIND)
    const served = load<i32>(route, COUNT)
    if (served === 0 || served >= load<i32>(kind, MOST_SERVICES) || !hasRoom(route, kind, stop)) continue
    if (maySupply(int(kindOf, v), stop)) scanRoute(stop, v)
  }
}

function scanRoute(stop: i32, v: i32): void {
  const route = routeAt(v)
  const kind = load<usize>(route, KIND)
  const row = <usize>(stop * nodes) << 2
  const sentinel = stops + v
  let before = sentinel
  do {
    const ahead = at(before)
    const after = load<i32>(ahead, NEXT)
    const from = load<i32>(ahead, OUT)
    const to = load<i32>(at(after), IN)
    const into = int(load<usize>(kind, METERS_INTO) + row, from)
    const more = into + int(load<usize>(kind, METERS_OUT) + row, to) - load<i32>(ahead, LEG)
    const time = hasTravelCost ? moreSeconds(kind, stop, from, to) : 0
    let delta =
      load<f64>(kind, PER_METER) * <f64>more + load<f64>(kind, PER_TRAVEL_SECOND) * <f64>time + load<f64>(kind, PER_STOP)
    if (
      delta < least &&
      isTimely(kind, stop, before, after) &&
      load<f64>(route, METERS) + <f64>more <= load<f64>(kind, MOST_METERS) &&
      (!hasSegments || durationWith(v, kind, stop, before, after))
    ) {
      if (hasSegments) delta += load<f64>(kind, PER_SECOND) * (newDuration - load<f64>(route, DURATION))
      if (delta < least) {
        least = delta
        bestPlace = stop
        bestBefore = before
        bestRoute = v
      }
    }
    before = after
  } while (before !== sentinel)
}

function isTimely(kind: usize, stop: i32, before: i32, after: i32): bool {
  if (!hasWindows) return true
  const seconds = load<usize>(kind, SECONDS_OUT)
  const begun = max<f64>(
    load<f64>(at(before), LEAVE) + <f64>load<i32>(seconds + way(before, stop)),
    <f64>int(opens, stop),
  )
  const home = begun + <f64>int(load<usize>(kind, SERVICE), stop) + <f64>load<i32>(seconds + way(stop, after))
  return begun <= <f64>int(closes, stop) && home <= load<f64>(at(after), LATEST)
}
