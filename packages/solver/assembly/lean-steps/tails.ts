// AssemblyScript: exchange of what follows two links (src/search/lean-tails.ts, route-exchange.ts).

import {
  CAPACITY,
  CLASS_NUMBER,
  COST,
  COUNT,
  DURATION,
  IN,
  KIND,
  LATEST,
  LEAVE,
  LEG,
  LOADS,
  METERS,
  METERS_OUT,
  MOST_METERS,
  MOST_SECONDS,
  MOST_SERVICES,
  OVERWAIT,
  PER_METER,
  PER_STOP,
  ROUTE,
  SECONDS_OUT,
  at,
  below,
  count,
  delivered,
  dimensions,
  hasKindRules,
  hasSegments,
  hasTimeCost,
  hasTravelCost,
  hasWaitLimit,
  hasWindows,
  holeCount,
  holes,
  int,
  join,
  kindOf,
  kindOfVehicle,
  log,
  maySupply,
  next,
  prev,
  routeAt,
  getRoute,
  stops,
  unit,
  way,
} from './memory'
import { addFree, computePrice, refresh, removeFree } from './routes'

// Exchange of tails (lean-tails.ts).

export function crossHoles(temperature: f64): void {
  const i = below(holeCount)
  let j = below(holeCount - 1)
  if (j >= i) j++
  const a = int(holes, i)
  const b = int(holes, j)
  if (getRoute(a) < 0 || getRoute(b) < 0) return
  crossTails(a, b, -temperature * log(unit() + 1e-300))
}

function crossTails(a: i32, b: i32, allowance: f64): void {
  const v = getRoute(a)
  const u = getRoute(b)
  if (v === u || (a >= stops && b >= stops)) return
  if (next(a) >= stops && next(b) >= stops) return
  const isSameKind = kindOfVehicle(v) === kindOfVehicle(u)
  if (!isSameKind && (!mayTakeTail(u, next(a)) || !mayTakeTail(v, next(b)))) return
  if (priceCrossing(a, b) > allowance) return
  if (isSameKind && !(mayFollow(a, next(b)) && mayFollow(b, next(a)))) return
  if (!keepsLoads(a, b)) return
  const costBefore = load<f64>(routeAt(v), COST) + load<f64>(routeAt(u), COST)
  const overwaitBefore = hasWaitLimit ? sumOverwaits(v, u) : 0
  exchangeTails(a, b)
  const more = load<f64>(routeAt(v), COST) + load<f64>(routeAt(u), COST) - costBefore
  const isKept =
    more <= allowance &&
    keepsLimits(v) &&
    keepsLimits(u) &&
    (isSameKind || (mayFollow(a, next(a)) && mayFollow(b, next(b)))) &&
    (!hasWaitLimit || sumOverwaits(v, u) <= overwaitBefore)
  if (!isKept) exchangeTails(a, b)
}

function sumOverwaits(v: i32, u: i32): f64 {
  return load<f64>(routeAt(v), OVERWAIT) + load<f64>(routeAt(u), OVERWAIT)
}

/** Whether vehicle v may serve `link` and all that follows it on its route. */
function mayTakeTail(v: i32, link: i32): bool {
  if (!hasKindRules) return true
  for (let stop = link; stop < stops; stop = next(stop)) if (!maySupply(int(kindOf, v), stop)) return false
  return true
}

function priceCrossing(a: i32, b: i32): f64 {
  if (hasTimeCost || hasTravelCost) return -Infinity
  const v = getRoute(a)
  const u = getRoute(b)
  const kind = kindOfVehicle(v)
  const other = kindOfVehicle(u)
  if (!isPricedAlike(kind, other)) return -Infinity
  const meters = load<usize>(kind, METERS_OUT)
  const afterA = next(a)
  const afterB = next(b)
  const endOfV = stops + v
  const endOfU = stops + u
  if ((a === endOfV && afterB === endOfU) || (b === endOfU && afterA === endOfV)) return -Infinity
  const isNewV = count(v) === 0
  const isNewU = count(u) === 0
  let more = (isNewV ? 0 : -load<i32>(at(a), LEG)) - (isNewU ? 0 : load<i32>(at(b), LEG))
  const opening = isNewV ? computePrice(kind, 0, 0, 0, 0) : isNewU ? computePrice(other, 0, 0, 0, 0) : 0
  more += load<i32>(meters + way(a, afterB === endOfU ? endOfV : afterB))
  more += load<i32>(meters + way(b, afterA === endOfV ? endOfU : afterA))
  if (load<i32>(at(endOfV), IN) !== load<i32>(at(endOfU), IN)) {
    if (afterA !== endOfV) more += moreToEnd(meters, prev(endOfV), endOfU)
    if (afterB !== endOfU) more += moreToEnd(meters, prev(endOfU), endOfV)
  }
  return opening + load<f64>(kind, PER_METER) * <f64>more
}

/** Whether metres and stops cost vehicles of both kinds the same, on the same ways. */
function isPricedAlike(kind: usize, other: usize): bool {
  if (kind === other) return true
  return (
    load<i32>(kind, CLASS_NUMBER) === load<i32>(other, CLASS_NUMBER) &&
    load<f64>(kind, PER_METER) === load<f64>(other, PER_METER) &&
    load<f64>(kind, PER_STOP) === load<f64>(other, PER_STOP)
  )
}

function moreToEnd(meters: usize, last: i32, end: i32): i32 {
  return load<i32>(meters + way(last, end)) - load<i32>(at(last), LEG)
}

function mayFollow(link: i32, after: i32): bool {
  if (!hasWindows) return true
  const seconds = load<usize>(kindOfVehicle(getRoute(link)), SECONDS_OUT)
  return load<f64>(at(link), LEAVE) + <f64>load<i32>(seconds + way(link, after)) <= load<f64>(at(after), LATEST)
}

function keepsLoads(a: i32, b: i32): bool {
  const routeA = routeAt(getRoute(a))
  const routeB = routeAt(getRoute(b))
  for (let k = 0; k < dimensions; k++) {
    const headA = loadUpTo(a, k)
    const headB = loadUpTo(b, k)
    const totalA = int(routeA + LOADS, k)
    const totalB = int(routeB + LOADS, k)
    if (headA + totalB - headB > int(load<usize>(routeA, KIND) + CAPACITY, k)) return false
    if (headB + totalA - headA > int(load<usize>(routeB, KIND) + CAPACITY, k)) return false
  }
  return true
}

function loadUpTo(link: i32, dimension: i32): i32 {
  let sum = 0
  for (let stop = link; stop < stops; stop = prev(stop)) sum += int(delivered, stop * dimensions + dimension)
  return sum
}

function keepsLimits(v: i32): bool {
  const route = routeAt(v)
  const kind = load<usize>(route, KIND)
  return (
    load<f64>(route, METERS) <= load<f64>(kind, MOST_METERS) &&
    load<i32>(route, COUNT) <= load<i32>(kind, MOST_SERVICES) &&
    (!hasSegments || load<f64>(route, DURATION) <= load<f64>(kind, MOST_SECONDS))
  )
}

function exchangeTails(a: i32, b: i32): void {
  const v = getRoute(a)
  const u = getRoute(b)
  const endOfV = stops + v
  const endOfU = stops + u
  const afterA = next(a)
  const afterB = next(b)
  const lastOfV = prev(endOfV)
  const lastOfU = prev(endOfU)
  let moved = 0
  for (let link = afterA; link !== endOfV; link = next(link)) {
    store<i32>(at(link), u, ROUTE)
    moved--
  }
  for (let link = afterB; link !== endOfU; link = next(link)) {
    store<i32>(at(link), v, ROUTE)
    moved++
  }
  join(a, afterB === endOfU ? endOfV : afterB)
  join(b, afterA === endOfV ? endOfU : afterA)
  if (afterB !== endOfU) join(lastOfU, endOfV)
  if (afterA !== endOfV) join(lastOfV, endOfU)
  recount(v, moved)
  recount(u, -moved)
  refresh(v)
  refresh(u)
}

function recount(v: i32, more: i32): void {
  const route = routeAt(v)
  const served = load<i32>(route, COUNT)
  store<i32>(route, served + more, COUNT)
  if (served + more === 0) addFree(v)
  else if (served === 0) removeFree(v)
}
