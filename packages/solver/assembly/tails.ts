// AssemblyScript: exchange of what follows two links (src/search/lean-tails.ts, route-exchange.ts).

import {
  COST,
  COUNT,
  DURATION,
  LATEST,
  LEAVE,
  LEG,
  LOADS,
  METERS,
  ROUTE,
  at,
  below,
  capacity,
  count,
  delivered,
  dimensions,
  hasSegments,
  hasTimeCost,
  hasTravelCost,
  hasWindows,
  holeCount,
  holes,
  int,
  join,
  log,
  meters,
  mostMeters,
  mostSeconds,
  mostServices,
  next,
  perMeter,
  prev,
  routeAt,
  routeOf,
  seconds,
  stops,
  unit,
  way,
} from './memory'
import { addFree, priceOf, refresh, removeFree } from './routes'

// Exchange of tails (lean-tails.ts).

export function crossHoles(temperature: f64): void {
  const i = below(holeCount)
  let j = below(holeCount - 1)
  if (j >= i) j++
  const a = int(holes, i)
  const b = int(holes, j)
  if (routeOf(a) < 0 || routeOf(b) < 0) return
  crossTails(a, b, -temperature * log(unit() + 1e-300))
}

export function crossTails(a: i32, b: i32, allowance: f64): void {
  const v = routeOf(a)
  const u = routeOf(b)
  if (v === u || (a >= stops && b >= stops)) return
  if (next(a) >= stops && next(b) >= stops) return
  if (priceCrossing(a, b) > allowance) return
  if (!(mayFollow(a, next(b)) && mayFollow(b, next(a))) || !keepsLoads(a, b)) return
  const costBefore = load<f64>(routeAt(v), COST) + load<f64>(routeAt(u), COST)
  exchangeTails(a, b)
  const more = load<f64>(routeAt(v), COST) + load<f64>(routeAt(u), COST) - costBefore
  if (!(more <= allowance && keepsLimits(v) && keepsLimits(u))) exchangeTails(a, b)
}

export function priceCrossing(a: i32, b: i32): f64 {
  if (hasTimeCost || hasTravelCost) return -Infinity
  const v = routeOf(a)
  const u = routeOf(b)
  const afterA = next(a)
  const afterB = next(b)
  const endOfV = stops + v
  const endOfU = stops + u
  if ((a === endOfV && afterB === endOfU) || (b === endOfU && afterA === endOfV)) return -Infinity
  const isNewV = count(v) === 0
  const isNewU = count(u) === 0
  let more = (isNewV ? 0 : -load<i32>(at(a), LEG)) - (isNewU ? 0 : load<i32>(at(b), LEG))
  const opening = isNewV || isNewU ? priceOf(0, 0, 0, 0) : 0
  more += load<i32>(meters + way(a, afterB)) + load<i32>(meters + way(b, afterA))
  return opening + perMeter * <f64>more
}

export function mayFollow(link: i32, after: i32): bool {
  if (!hasWindows) return true
  return load<f64>(at(link), LEAVE) + <f64>load<i32>(seconds + way(link, after)) <= load<f64>(at(after), LATEST)
}

export function keepsLoads(a: i32, b: i32): bool {
  const routeA = routeAt(routeOf(a)) + LOADS
  const routeB = routeAt(routeOf(b)) + LOADS
  for (let k = 0; k < dimensions; k++) {
    const headA = loadUpTo(a, k)
    const headB = loadUpTo(b, k)
    const totalA = int(routeA, k)
    const totalB = int(routeB, k)
    if (headA + totalB - headB > int(capacity, k) || headB + totalA - headA > int(capacity, k)) return false
  }
  return true
}

export function loadUpTo(link: i32, dimension: i32): i32 {
  let sum = 0
  for (let stop = link; stop < stops; stop = prev(stop)) sum += int(delivered, stop * dimensions + dimension)
  return sum
}

export function keepsLimits(v: i32): bool {
  const route = routeAt(v)
  return (
    load<f64>(route, METERS) <= mostMeters &&
    load<i32>(route, COUNT) <= mostServices &&
    (!hasSegments || load<f64>(route, DURATION) <= mostSeconds)
  )
}

export function exchangeTails(a: i32, b: i32): void {
  const v = routeOf(a)
  const u = routeOf(b)
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

export function recount(v: i32, more: i32): void {
  const route = routeAt(v)
  const served = load<i32>(route, COUNT)
  store<i32>(route, served + more, COUNT)
  if (served + more === 0) addFree(v)
  else if (served === 0) removeFree(v)
}
