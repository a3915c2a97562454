// AssemblyScript: where stops go back to (src/search/lean-kernel.ts).

import {
  COUNT,
  DURATION,
  HEAD_DURATION,
  HEAD_LATEST,
  IN,
  LATEST,
  LEAVE,
  LEG,
  LOADS,
  METERS,
  NEXT,
  OUT,
  ROUTE,
  TAIL_DURATION,
  TAIL_EARLIEST,
  absentCount,
  at,
  bits,
  blinkBits,
  capacity,
  closes,
  count,
  delivered,
  dimensions,
  endNode,
  free,
  freeCount,
  hasSegments,
  hasTravelCost,
  hasWindows,
  int,
  isThorough,
  join,
  meters,
  metersInto,
  mostMeters,
  mostSeconds,
  mostServices,
  near,
  nearLimit,
  nearSize,
  newDuration,
  next,
  nodes,
  openingFactor,
  opens,
  perMeter,
  perSecond,
  perStop,
  perTravelSecond,
  prev,
  routeAt,
  routeOf,
  seconds,
  secondsInto,
  service,
  shiftEnd,
  shiftStart,
  sides,
  startNode,
  stops,
  timePrice,
  touched,
  touchedCount,
  vehicles,
  way,
  worth,
} from './memory'
import { priceOf, refreshFrom, removeFree, touch } from './routes'

// Putting stops back.

export function hasRoom(route: usize, stop: i32): bool {
  for (let k = 0; k < dimensions; k++) {
    if (int(route + LOADS, k) + int(delivered, stop * dimensions + k) > int(capacity, k)) return false
  }
  return true
}

export function durationWith(stop: i32, before: i32, after: i32): bool {
  const head = at(before)
  const tail = at(after)
  const latestHead = load<f64>(head, HEAD_LATEST)
  const reach = load<f64>(head, HEAD_DURATION) + <f64>load<i32>(seconds + way(before, stop))
  const wait = max<f64>(0, <f64>int(opens, stop) - reach - latestHead)
  const latest = min<f64>(<f64>int(closes, stop) - reach, latestHead)
  const through = reach + wait + <f64>int(service, stop) + <f64>load<i32>(seconds + way(stop, after))
  const pause = max<f64>(0, load<f64>(tail, TAIL_EARLIEST) - through - latest)
  newDuration = through + pause + load<f64>(tail, TAIL_DURATION)
  return newDuration <= mostSeconds
}

export function place(stop: i32, before: i32, v: i32): void {
  touch(v)
  const route = routeAt(v)
  join(stop, next(before))
  join(before, stop)
  store<i32>(at(stop), v, ROUTE)
  absentCount--
  const served = load<i32>(route, COUNT)
  store<i32>(route, served + 1, COUNT)
  if (served === 0) removeFree(v)
  refreshFrom(v, stop)
}

// The cheapest position that the present search for one has found.
let least: f64 = 0
let bestBefore: i32 = -1
let bestRoute: i32 = -1

/** Cheapest position beside the nearest stops, or an unused vehicle; false when there is none. */
export function insert(stop: i32): bool {
  const list = near + (<usize>(stop * nearSize) << 2)
  const sidesOf = sides + <usize>(stop * nearSize)
  const spare = dimensions > 0 ? int(capacity, 0) - int(delivered, stop * dimensions) : 0
  least = load<f64>(worth + (<usize>stop << 3))
  bestRoute = -1
  const nearCount = min(nearSize, nearLimit)
  for (let k = 0; k < nearCount; k++) {
    const other = int(list, k)
    if (other < 0) break
    const open: u8 = hasWindows ? load<u8>(sidesOf + <usize>k) : 3
    if (open === 0) continue
    const v = routeOf(other)
    if (v < 0 || !mayJoin(routeAt(v), stop, spare)) continue
    if (open & 1) look(stop, other, next(other), v)
    if (open & 2) look(stop, prev(other), other, v)
  }
  for (let k = 0; k < touchedCount; k++) {
    const v = int(touched, k)
    const sentinel = stops + v
    if (count(v) === 0 || !mayJoin(routeAt(v), stop, spare)) continue
    look(stop, sentinel, next(sentinel), v)
    look(stop, prev(sentinel), sentinel, v)
  }
  if (freeCount > 0 && priceAlone(stop, least / openingFactor) * openingFactor < least) {
    const v = int(free, freeCount - 1)
    place(stop, stops + v, v)
    return true
  }
  if (bestRoute < 0) return insertAnywhere(stop)
  place(stop, bestBefore, bestRoute)
  return true
}

/** Whether loads and the number of services allow the stop on the route; `spare` of the first dimension is what may be aboard without it. */
@inline
function mayJoin(route: usize, stop: i32, spare: i32): bool {
  if (dimensions > 0 && (int(route + LOADS, 0) > spare || (dimensions > 1 && !hasRoom(route, stop)))) return false
  return load<i32>(route, COUNT) < mostServices
}

/** Prices one position; most are dearer than the best one. */
@inline
function look(stop: i32, before: i32, after: i32, v: i32): void {
  const row = <usize>(stop * nodes) << 2
  const ahead = at(before)
  const from = load<i32>(ahead, OUT)
  const to = load<i32>(at(after), IN)
  const more = int(metersInto + row, from) + int(meters + row, to) - load<i32>(ahead, LEG)
  let delta = perMeter * <f64>more
  if (hasTravelCost) {
    const time = int(secondsInto + row, from) + int(seconds + row, to) - int(seconds, from * nodes + to)
    delta += perTravelSecond * <f64>time
  }
  delta += perStop
  if (delta < least) take(stop, before, after, v, more, delta)
}

/** Remembers the position, if every rule allows it and it is not overlooked. */
function take(stop: i32, before: i32, after: i32, v: i32, more: i32, price: f64): void {
  const route = routeAt(v)
  if (!isTimely(stop, before, after)) return
  if (bits() < blinkBits) return
  if (load<f64>(route, METERS) + <f64>more > mostMeters) return
  let delta = price
  if (hasSegments) {
    if (!durationWith(stop, before, after)) return
    delta += (perSecond + timePrice) * (newDuration - load<f64>(route, DURATION))
    if (delta >= least) return
  }
  least = delta
  bestBefore = before
  bestRoute = v
}

/** Cost of an unused vehicle that serves this stop alone. */
export function priceAlone(stop: i32, enough: f64): f64 {
  const there = <usize>(startNode * nodes + stop) << 2
  const back = <usize>(stop * nodes + endNode) << 2
  const distance = <f64>(load<i32>(meters + there) + load<i32>(meters + back))
  if (priceOf(distance, 0, 0, 0) >= enough) return Infinity
  if (distance > mostMeters || mostServices < 1) return Infinity
  for (let k = 0; k < dimensions; k++) if (int(delivered, stop * dimensions + k) > int(capacity, k)) return Infinity
  if (!hasWindows && !hasSegments && !hasTravelCost) return priceOf(distance, 0, 0, 1)
  const out = <f64>load<i32>(seconds + there)
  const home = <f64>load<i32>(seconds + back)
  const serving = <f64>int(service, stop)
  if (hasWindows) {
    const begun = max<f64>(shiftStart + out, <f64>int(opens, stop))
    if (begun > <f64>int(closes, stop) || begun + serving + home > shiftEnd) return Infinity
  }
  const duration = out + home + serving
  if (duration > mostSeconds) return Infinity
  return priceOf(distance, out + home, duration, 1) + timePrice * duration
}

/** The whole of every route, for a stop with no position near it. */
export function insertAnywhere(stop: i32): bool {
  if (!isThorough || nearSize >= stops - 1) return false
  const row = <usize>(stop * nodes) << 2
  least = load<f64>(worth + (<usize>stop << 3))
  for (let v = 0; v < vehicles; v++) {
    const route = routeAt(v)
    const served = load<i32>(route, COUNT)
    if (served === 0 || served >= mostServices || !hasRoom(route, stop)) continue
    const sentinel = stops + v
    let before = sentinel
    do {
      const ahead = at(before)
      const after = load<i32>(ahead, NEXT)
      const from = load<i32>(ahead, OUT)
      const to = load<i32>(at(after), IN)
      const more = int(metersInto + row, from) + int(meters + row, to) - load<i32>(ahead, LEG)
      let time = 0
      if (hasTravelCost) time = int(secondsInto + row, from) + int(seconds + row, to) - int(seconds, from * nodes + to)
      let delta = perMeter * <f64>more + perTravelSecond * <f64>time + perStop
      if (
        delta < least &&
        isTimely(stop, before, after) &&
        load<f64>(route, METERS) + <f64>more <= mostMeters &&
        (!hasSegments || durationWith(stop, before, after))
      ) {
        if (hasSegments) delta += perSecond * (newDuration - load<f64>(route, DURATION))
        if (delta < least) {
          least = delta
          bestBefore = before
          bestRoute = v
        }
      }
      before = after
    } while (before !== sentinel)
  }
  if (bestRoute < 0) return false
  place(stop, bestBefore, bestRoute)
  return true
}

export function isTimely(stop: i32, before: i32, after: i32): bool {
  if (!hasWindows) return true
  const begun = max<f64>(
    load<f64>(at(before), LEAVE) + <f64>load<i32>(seconds + way(before, stop)),
    <f64>int(opens, stop),
  )
  const home = begun + <f64>int(service, stop) + <f64>load<i32>(seconds + way(stop, after))
  return begun <= <f64>int(closes, stop) && home <= load<f64>(at(after), LATEST)
}
