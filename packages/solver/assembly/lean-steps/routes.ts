// AssemblyScript: the routes of src/search/lean-routes.ts and plan.ts: loading, undoing, and what is kept of each.

import {
  BASE_PRICE,
  COST,
  COUNT,
  DURATION,
  END_NODE,
  FREE_AT,
  FREE_COUNT,
  FREE_FROM,
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
  METERS_OUT,
  NEXT,
  OUT,
  PER_METER,
  PER_SECOND,
  PER_STOP,
  PER_TRAVEL_SECOND,
  PREV,
  ROUTE,
  SECONDS_OUT,
  SERVICE,
  SHIFT_END,
  SHIFT_START,
  START_NODE,
  TAIL_DURATION,
  TAIL_EARLIEST,
  TOUCHED,
  TRAVEL,
  absent,
  absentAt,
  absentCount,
  activeVehicles,
  at,
  best,
  bestAbsent,
  bestCost,
  brokenRoutes,
  changeCount,
  closes,
  currentCost,
  delivered,
  dimensions,
  dropCost,
  exchange,
  free,
  freeCount,
  hasMissing,
  hasOptional,
  hasSegments,
  hasTravelCost,
  hasWaitLimit,
  hasWindows,
  int,
  join,
  kindAt,
  kindCount,
  kindOf,
  kindOfVehicle,
  linkBytes,
  mayLeaveOut,
  movableCount,
  next,
  opens,
  prev,
  put,
  replacing,
  replacingCount,
  routeAt,
  routeBytes,
  routesCost,
  stamp,
  stops,
  touched,
  touchedCount,
  undo,
  undoBrokenRoutes,
  undoCost,
  undoDropCost,
  undoEnd,
  usedStamp,
  vehicles,
  way,
} from './memory'
import { isMissing, undoAbsences } from './absent'
import { refreshWaits } from './waits'

// Unused vehicles.

export function addFree(v: i32): void {
  const route = routeAt(v)
  if (load<i32>(route, FREE_AT) >= 0) return
  const kind = load<usize>(route, KIND)
  const last = load<i32>(kind, FREE_FROM) + load<i32>(kind, FREE_COUNT)
  put(free, last, v)
  store<i32>(route, last, FREE_AT)
  store<i32>(kind, load<i32>(kind, FREE_COUNT) + 1, FREE_COUNT)
  freeCount++
}

export function removeFree(v: i32): void {
  const route = routeAt(v)
  const spot = load<i32>(route, FREE_AT)
  if (spot < 0) return
  const kind = load<usize>(route, KIND)
  store<i32>(kind, load<i32>(kind, FREE_COUNT) - 1, FREE_COUNT)
  const last = int(free, load<i32>(kind, FREE_FROM) + load<i32>(kind, FREE_COUNT))
  put(free, spot, last)
  store<i32>(routeAt(last), spot, FREE_AT)
  store<i32>(route, -1, FREE_AT)
  freeCount--
}

/** An unused vehicle of the kind, or -1. */
export function findFree(kind: usize): i32 {
  const size = load<i32>(kind, FREE_COUNT)
  return size === 0 ? -1 : int(free, load<i32>(kind, FREE_FROM) + size - 1)
}

// Loading and reading a plan.

/** No vehicle may be used and no stop is in the plan, until both are told. */
export function clear(): void {
  freeCount = 0
  activeVehicles = 0
  routesCost = 0
  brokenRoutes = 0
  usedStamp = -1
  movableCount = 0
  absentCount = 0
  for (let stop = 0; stop < stops; stop++) {
    const link = at(stop)
    put(absentAt, stop, -1)
    store<i32>(link, -2, ROUTE)
    store<i32>(link, stop, OUT)
    store<i32>(link, stop, IN)
  }
  for (let kind = 0; kind < kindCount; kind++) store<i32>(kindAt(kind), 0, FREE_COUNT)
  for (let v = 0; v < vehicles; v++) {
    const link = at(stops + v)
    const route = routeAt(v)
    const kind = kindAt(int(kindOf, v))
    memory.fill(route, 0, routeBytes)
    store<usize>(route, kind, KIND)
    store<i32>(route, -1, FREE_AT)
    store<i32>(link, v, ROUTE)
    store<i32>(link, load<i32>(kind, START_NODE), OUT)
    store<i32>(link, load<i32>(kind, END_NODE), IN)
    join(stops + v, stops + v)
  }
}

/** An unused vehicle that may be used; the one told last is taken first. */
export function offer(v: i32): void {
  activeVehicles++
  refresh(v)
  addFree(v)
}

/** The route of v with this many stops, which stand in `exchange`. */
export function setRoute(v: i32, length: i32): void {
  activeVehicles++
  let tail = stops + v
  for (let i = 0; i < length; i++) {
    const stop = int(exchange, i)
    store<i32>(at(stop), v, ROUTE)
    join(tail, stop)
    tail = stop
  }
  join(tail, stops + v)
  store<i32>(routeAt(v), length, COUNT)
  refresh(v)
}

/** Number of absent stops, which stand in `exchange`. */
export function setAbsent(length: i32): void {
  absentCount = length
  for (let i = 0; i < length; i++) {
    const stop = int(exchange, i)
    put(absent, i, stop)
    put(absentAt, stop, i)
    store<i32>(at(stop), -1, ROUTE)
  }
}

/** Takes the plan that was told as current and best: what its routes cost, and what its absent stops do. */
export function start(ofRoutes: f64, ofAbsent: f64): void {
  routesCost = ofRoutes
  dropCost = ofAbsent
  currentCost = brokenRoutes > 0 ? Infinity : routesCost + dropCost
  mayLeaveOut = hasOptional || absentCount > 0
  keepBest()
}

/** Writes after whom each link comes now into `exchange`. */
export function readCurrent(): void {
  for (let link = 0; link < stops + vehicles; link++) put(exchange, link, next(link))
}

export function keepBest(): void {
  bestCost = currentCost
  bestAbsent = absentCount
  hasMissing = false
  for (let i = 0; i < absentCount; i++) if (isMissing(int(absent, i))) hasMissing = true
  for (let link = 0; link < stops + vehicles; link++) put(best, link, next(link))
}

// Steps that can be undone.

export function begin(): void {
  stamp++
  touchedCount = 0
  undoEnd = undo
  undoCost = routesCost
  undoDropCost = dropCost
  undoBrokenRoutes = brokenRoutes
  changeCount = 0
  replacingCount = 0
}

@inline
function copyRecord(from: usize, to: usize, bytes: usize): void {
  for (let offset: usize = 0; offset < bytes; offset += 16) v128.store(to + offset, v128.load(from + offset))
}

export function touch(v: i32): void {
  const route = routeAt(v)
  if (load<i32>(route, TOUCHED) === stamp) return
  put(touched, touchedCount++, v)
  let to = undoEnd
  copyRecord(route, to, routeBytes)
  to += routeBytes
  let link = stops + v
  do {
    const record = at(link)
    copyRecord(record, to, linkBytes)
    to += linkBytes
    link = load<i32>(record, NEXT)
  } while (link < stops)
  undoEnd = to
  store<i32>(route, stamp, TOUCHED)
}

export function rollback(): void {
  undoAbsences()
  for (let i = 0; i < replacingCount; i++) store<i32>(at(int(replacing, i)), -1, ROUTE)
  let from = undo
  for (let index = 0; index < touchedCount; index++) {
    const v = int(touched, index)
    const route = routeAt(v)
    const spot = load<i32>(route, FREE_AT)
    copyRecord(from, route, routeBytes)
    from += routeBytes
    // Where it stands among the unused is no part of the plan: others may have moved there.
    store<i32>(route, spot, FREE_AT)
    let link = stops + v
    do {
      copyRecord(from, at(link), linkBytes)
      link = load<i32>(from, NEXT)
      from += linkBytes
    } while (link < stops)
    if (load<i32>(route, COUNT) > 0) removeFree(v)
    else addFree(v)
  }
  routesCost = undoCost
  brokenRoutes = undoBrokenRoutes
}

function setCost(v: i32, cost: f64): void {
  const route = routeAt(v)
  routesCost += cost - load<f64>(route, COST)
  store<f64>(route, cost, COST)
}

@inline
export function computePrice(kind: usize, distance: f64, travel: f64, duration: f64, served: f64): f64 {
  return (
    load<f64>(kind, BASE_PRICE) +
    load<f64>(kind, PER_METER) * distance +
    load<f64>(kind, PER_TRAVEL_SECOND) * travel +
    load<f64>(kind, PER_SECOND) * duration +
    load<f64>(kind, PER_STOP) * served
  )
}

export function refresh(v: i32): void {
  const route = routeAt(v)
  const sentinel = stops + v
  const hasTimes = hasWindows && !hasSegments
  const kind = load<usize>(route, KIND)
  const meters = load<usize>(kind, METERS_OUT)
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  let distance = 0
  let travel = 0
  let time = load<f64>(kind, SHIFT_START)
  if (hasWindows || hasSegments) store<f64>(at(sentinel), time, LEAVE)
  for (let k = 0; k < dimensions; k++) put(route + LOADS, k, 0)
  let link = sentinel
  do {
    const record = at(link)
    const after = load<i32>(record, NEXT)
    const cell = way(link, after)
    const leg = load<i32>(meters + cell)
    store<i32>(record, leg, LEG)
    distance += leg
    if (hasTravelCost || hasWaitLimit) travel += load<i32>(seconds + cell)
    if (after !== sentinel) {
      if (hasTimes) {
        time += <f64>load<i32>(seconds + cell)
        const opening = <f64>int(opens, after)
        if (time < opening) time = opening
        time += <f64>int(service, after)
        store<f64>(at(after), time, LEAVE)
      }
      for (let k = 0; k < dimensions; k++) {
        put(route + LOADS, k, int(route + LOADS, k) + int(delivered, after * dimensions + k))
      }
    }
    link = after
  } while (link !== sentinel)
  if (hasTimes) settleLatest(v)
  store<f64>(route, <f64>distance, METERS)
  store<f64>(route, <f64>travel, TRAVEL)
  if (hasSegments) refreshSegments(v, sentinel, sentinel)
  if (hasWaitLimit) refreshWaits(v)
  const served = load<i32>(route, COUNT)
  setCost(v, served === 0 ? 0 : computePrice(kind, <f64>distance, <f64>travel, load<f64>(route, DURATION), <f64>served))
}

/** Latest begin of service at each stop of v. */
function settleLatest(v: i32): void {
  const sentinel = stops + v
  const kind = kindOfVehicle(v)
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  let late = load<f64>(kind, SHIFT_END)
  store<f64>(at(sentinel), late, LATEST)
  for (let link = prev(sentinel); link !== sentinel; link = prev(link)) {
    late -= <f64>(load<i32>(seconds + way(link, next(link))) + int(service, link))
    const closing = <f64>int(closes, link)
    if (late > closing) late = closing
    store<f64>(at(link), late, LATEST)
  }
}

/** Prefixes behind `before` and suffixes ahead of `after`; Vidal et al. 2013, as `refreshSegments` of lean-routes.ts. */
function refreshSegments(v: i32, before: i32, after: i32): void {
  const whole = at(stops + v)
  const kind = kindOfVehicle(v)
  const shiftStart = load<f64>(kind, SHIFT_START)
  const shiftEnd = load<f64>(kind, SHIFT_END)
  store<f64>(whole, 0, HEAD_DURATION)
  store<f64>(whole, shiftStart, HEAD_EARLIEST)
  store<f64>(whole, shiftEnd, HEAD_LATEST)
  refreshHeads(v, kind, before)
  store<f64>(whole, 0, TAIL_DURATION)
  store<f64>(whole, shiftStart, TAIL_EARLIEST)
  store<f64>(whole, shiftEnd, LATEST)
  refreshTails(v, kind, after)
}

function refreshHeads(v: i32, kind: usize, before: i32): void {
  const sentinel = stops + v
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  let from = before
  let record = at(from)
  let duration = load<f64>(record, HEAD_DURATION)
  let earliest = load<f64>(record, HEAD_EARLIEST)
  let latest = load<f64>(record, HEAD_LATEST)
  for (let link = load<i32>(record, NEXT); link !== sentinel; link = load<i32>(record, NEXT)) {
    const reach = duration + <f64>load<i32>(seconds + way(from, link))
    const opening = <f64>int(opens, link) - reach
    const wait = max<f64>(0, opening - latest)
    earliest = max<f64>(opening, earliest) - wait
    latest = min<f64>(<f64>int(closes, link) - reach, latest)
    duration = reach + wait + <f64>int(service, link)
    record = at(link)
    store<f64>(record, duration, HEAD_DURATION)
    store<f64>(record, earliest, HEAD_EARLIEST)
    store<f64>(record, latest, HEAD_LATEST)
    store<f64>(record, earliest + duration, LEAVE)
    from = link
  }
  store<f64>(routeAt(v), duration + <f64>load<i32>(seconds + way(from, sentinel)), DURATION)
}

function refreshTails(v: i32, kind: usize, after: i32): void {
  const sentinel = stops + v
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  let to = after
  let record = at(to)
  let duration = load<f64>(record, TAIL_DURATION)
  let earliest = load<f64>(record, TAIL_EARLIEST)
  let latest = load<f64>(record, LATEST)
  for (let link = load<i32>(record, PREV); link !== sentinel; link = load<i32>(record, PREV)) {
    const reach = <f64>(int(service, link) + load<i32>(seconds + way(link, to)))
    const closing = <f64>int(closes, link)
    const wait = max<f64>(0, earliest - reach - closing)
    earliest = max<f64>(earliest - reach, <f64>int(opens, link)) - wait
    latest = min<f64>(latest - reach, closing)
    duration += reach + wait
    record = at(link)
    store<f64>(record, duration, TAIL_DURATION)
    store<f64>(record, earliest, TAIL_EARLIEST)
    store<f64>(record, latest, LATEST)
    to = link
  }
}

/** After a stop came in. */
export function refreshFrom(v: i32, stop: i32): void {
  if (hasTravelCost || hasWaitLimit) {
    refresh(v)
    return
  }
  const route = routeAt(v)
  const kind = load<usize>(route, KIND)
  const meters = load<usize>(kind, METERS_OUT)
  const record = at(stop)
  const before = load<i32>(record, PREV)
  const after = load<i32>(record, NEXT)
  const first = load<i32>(meters + way(before, stop))
  const second = load<i32>(meters + way(stop, after))
  const distance = load<f64>(route, METERS) + <f64>(first + second - load<i32>(at(before), LEG))
  store<i32>(at(before), first, LEG)
  store<i32>(record, second, LEG)
  store<f64>(route, distance, METERS)
  for (let k = 0; k < dimensions; k++) {
    put(route + LOADS, k, int(route + LOADS, k) + int(delivered, stop * dimensions + k))
  }
  if (hasSegments) refreshSegments(v, before, after)
  else if (hasWindows) carryTimes(v, stop)
  setCost(v, computePrice(kind, distance, 0, load<f64>(route, DURATION), <f64>load<i32>(route, COUNT)))
}

function carryTimes(v: i32, stop: i32): void {
  const sentinel = stops + v
  const kind = kindOfVehicle(v)
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  let from = prev(stop)
  let time = load<f64>(at(from), LEAVE)
  for (let link = stop; link !== sentinel; link = next(link)) {
    time += <f64>load<i32>(seconds + way(from, link))
    const opening = <f64>int(opens, link)
    if (time < opening) time = opening
    time += <f64>int(service, link)
    const record = at(link)
    if (time === load<f64>(record, LEAVE) && link !== stop) break
    store<f64>(record, time, LEAVE)
    from = link
  }
  let to = next(stop)
  let late = load<f64>(at(to), LATEST)
  for (let link = stop; link !== sentinel; link = prev(link)) {
    late -= <f64>(load<i32>(seconds + way(link, to)) + int(service, link))
    const closing = <f64>int(closes, link)
    if (late > closing) late = closing
    const record = at(link)
    if (late === load<f64>(record, LATEST) && link !== stop) break
    store<f64>(record, late, LATEST)
    to = link
  }
}
