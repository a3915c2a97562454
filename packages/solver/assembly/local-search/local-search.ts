// AssemblyScript: local search over penalised routes and granular neighbours (Vidal et al. 2013; Vidal 2022), for
// src/search/genetic/local-search.ts. A move is first judged by its legs alone: no route can save more beyond them than its present slack.
// scripts/generate-compiled.ts makes src/search/genetic/local-search-bytes.ts of this folder.

import {
  ARCS,
  ARC_NUMBER,
  COUNT,
  FIXED,
  NEXT,
  OUT,
  PREV,
  ROUTE,
  SLACK,
  TESTED,
  TYPE,
  arc,
  at,
  cost,
  count,
  float,
  hasSeveralEnds,
  hasSwapStar,
  hasTimes,
  int,
  isOver,
  isSymmetric,
  getLeg,
  linkLeg,
  mayServe,
  modified,
  moves,
  near,
  nearSize,
  nearWidth,
  next,
  nodeIn,
  order,
  prev,
  routeAt,
  getRoute,
  getRow,
  stops,
  tie,
  typeCount,
  typeFrom,
  typeVehicle,
  vehicles,
} from './memory'
import {
  INSERT,
  finish,
  relocate,
  swap,
  tryCrossTails,
  tryExchangeVehicles,
  tryReverse,
  trySwapTails,
} from './moves'
import { append, close, epsilon, open, priceLoad, refresh, resum } from './routes'
import { improveBySwapStar, resetSwapStar } from './swap-star'

export {
  closes,
  cost,
  excess,
  flatFrom,
  flatStops,
  followers,
  isAudited,
  leaders,
  loadPenalty,
  loads,
  mayServeType,
  moves,
  near,
  opens,
  order,
  reserve,
  reserveBytes,
  setCapacity,
  setPrices,
  setVehicle,
  typeFrom,
  typeVehicle,
  warpPenalty,
} from './memory'
export { clear, isFeasible, loadPlan, markChanged, recompute, resum, storePlan } from './routes'
export { forgetPlaces } from './swap-star'

/** A guard against moves that rounding makes go in circles. */
const mostRounds = 60

let tries: i32 = 0

/**
 * Improves until no move does. Stops early when `isOver` says so (asked every few hundred stops): then the result is partial.
 * Routes whose last change is not after `settledAt` (a value of `moves`) are known to need no move among themselves.
 */
export function run(settledAt: i32): void {
  for (let stop = 0; stop < stops; stop++) store<i32>(at(stop), settledAt, TESTED)
  resetSwapStar(settledAt)
  for (let round = 0; ; round++) {
    const before = moves
    for (let i = 0; i < stops; i++) {
      if ((++tries & 511) === 0 && isOver()) return
      improveStop(int(order, i), round > 0)
    }
    if (round > mostRounds) break
    if (round === 0 || moves !== before) continue
    if (hasSwapStar && improveBySwapStar()) continue
    if (typeCount > 1 && improveVehicles()) continue
    break
  }
  resum()
}

/** Every move of u with its neighbours that may have changed since the last time. */
function improveStop(u: i32, mayOpen: bool): void {
  const record = at(u)
  const testedAt = load<i32>(record, TESTED)
  store<i32>(record, moves, TESTED)
  const list = near + (<usize>(u * nearWidth) << 2)
  for (let k = 0; k < nearSize; k++) {
    const v = int(list, k)
    if (v < 0) break
    if (modified(load<i32>(record, ROUTE)) <= testedAt && modified(getRoute(v)) <= testedAt) continue
    if (improvePair(u, v)) continue
    const before = prev(v)
    if (before >= stops) improvePair(u, before)
  }
  if (mayOpen) tryEmptyRoutes(u, testedAt)
}

function tryEmptyRoutes(u: i32, testedAt: i32): void {
  if (modified(getRoute(u)) <= testedAt) return
  for (let type = 0; type < typeCount; type++) {
    const v = findEmpty(type)
    if (v >= 0 && improvePair(u, stops + v)) return
  }
}

/** An unused vehicle of the type, or -1. */
function findEmpty(type: i32): i32 {
  const end = int(typeFrom, type + 1)
  for (let i = int(typeFrom, type); i < end; i++) {
    const v = int(typeVehicle, i)
    if (count(v) === 0) return v
  }
  return -1
}

/** Tries the moves of stop u behind or with link v (a stop or a sentinel); applies the first that improves. */
function improvePair(u: i32, v: i32): bool {
  if (u === v) return false
  const recordU = at(u)
  const recordV = at(v)
  const ru = load<i32>(recordU, ROUTE)
  const rv = load<i32>(recordV, ROUTE)
  const isSame = ru === rv
  const routeU = routeAt(ru)
  const routeV = routeAt(rv)
  const cu = load<usize>(routeU, ARCS)
  const cv = load<usize>(routeV, ARCS)
  const slack = load<f64>(routeU, SLACK) + (isSame ? 0 : load<f64>(routeV, SLACK))
  const least = slack - epsilon
  const p = load<i32>(recordU, PREV)
  const x = load<i32>(recordU, NEXT)
  const y = load<i32>(recordV, NEXT)
  const nx = nodeIn(x)
  const ny = nodeIn(y)
  const recordP = at(p)
  const fromP = getRow(cu, load<i32>(recordP, OUT))
  const fromU = getRow(cu, u)
  const elseU = getRow(cv, u)
  const fromV = getRow(cv, load<i32>(recordV, OUT))
  const pu = load<f64>(recordP + linkLeg)
  const ux = load<f64>(recordU + linkLeg)
  const vy = load<f64>(recordV + linkLeg)
  const opening = !isSame && load<i32>(routeV, COUNT) === 0 ? load<f64>(routeV, FIXED) : 0
  const countU = load<i32>(routeU, COUNT)

  // u behind v.
  const vu = float(fromV, u)
  const uy = float(elseU, ny)
  if (v !== p) {
    const closing = !isSame && countU === 1 ? load<f64>(routeU, FIXED) : 0
    const d = float(fromP, nx) - pu - ux + vu + uy - vy + opening - closing
    if (d < least && relocate(u, u, 1, v, false, d)) return true
  }
  // u and x behind v, in either order.
  if (x < stops && v !== p && v !== x) {
    const ns = nodeIn(next(x))
    const xs = getLeg(x)
    const closing = !isSame && countU === 2 ? load<f64>(routeU, FIXED) : 0
    const taken = float(fromP, ns) - pu - ux - xs - vy + opening - closing
    const elseX = getRow(cv, x)
    const forward = taken + vu + float(elseU, x) + float(elseX, ny)
    if (forward < least && relocate(u, x, 2, v, false, forward)) return true
    const backward = taken + float(fromV, x) + float(elseX, u) + uy
    if (backward < least && relocate(u, x, 2, v, true, backward)) return true
  }
  if (v < stops && x !== v && y !== u) {
    const recordQ = at(load<i32>(recordV, PREV))
    const fromQ = getRow(cv, load<i32>(recordQ, OUT))
    const qv = load<f64>(recordQ + linkLeg)
    const qu = float(fromQ, u)
    const pv = float(fromP, v)
    const alsoV = getRow(cu, v)
    // u for v.
    if (u < v || hasTimes) {
      const d = pv + float(alsoV, nx) - pu - ux + qu + uy - qv - vy
      if (d < least && swap(u, u, 1, v, v, 1, d)) return true
    }
    // u and x for v, and u and x for v and y.
    if (x < stops && next(x) !== v) {
      const ns = nodeIn(next(x))
      const out = pu + ux + getLeg(x) + qv
      const elseX = getRow(cv, x)
      const ux2 = float(elseU, x)
      const d = pv + float(alsoV, ns) + qu + ux2 + float(elseX, ny) - out - vy
      if (d < least && swap(u, x, 2, v, v, 1, d)) return true
      if (y < stops && u < v && next(y) !== u) {
        const nt = nodeIn(next(y))
        const e =
          pv + float(alsoV, y) + float(getRow(cu, y), ns) + qu + ux2 + float(elseX, nt) - out - vy - getLeg(y)
        if (e < least && swap(u, x, 2, v, y, 2, e)) return true
      }
    }
  }
  if (isSame) return isSymmetric && tryReverse(u, v, slack)
  if (load<i32>(routeU, ARC_NUMBER) !== load<i32>(routeV, ARC_NUMBER)) return false
  // Most that exchanging tails may cost in legs, where the routes end alike: one of them may be closed by it.
  const most = least + ux + vy + (v >= stops || x >= stops ? load<f64>(routeV, FIXED) : 0)
  if ((hasSeveralEnds || uy + float(fromV, nx) < most) && trySwapTails(u, v, slack)) return true
  if (!isSymmetric || hasTimes || v >= stops) return false
  return float(fromU, v) + arc(cu, nx, ny) < most && tryCrossTails(u, v, slack)
}

// Vehicles of several types.

/** Gives routes to other vehicles where that is cheaper: to an unused one of another type, or in exchange with another route. */
function improveVehicles(): bool {
  let hasImproved = false
  for (let v = 0; v < vehicles; v++) {
    const own = load<i32>(routeAt(v), TYPE)
    for (let type = 0; type < typeCount && count(v) > 0; type++) {
      if (type === own) continue
      const u = findEmpty(type)
      if (u >= 0 && tryExchangeVehicles(v, u)) {
        hasImproved = true
        break
      }
    }
    if (count(v) === 0) continue
    for (let u = v + 1; u < vehicles; u++) {
      if (load<i32>(routeAt(u), TYPE) === own || count(u) === 0) continue
      if (tryExchangeVehicles(v, u)) hasImproved = true
    }
  }
  return hasImproved
}

// Building.

let bestPrice: f64 = 0
let bestBefore: i32 = -1

/**
 * Puts an unplaced stop where it costs least, penalties included: beside its neighbours, into an unused vehicle, or anywhere. False where
 * no vehicle may serve it.
 */
export function insert(stop: i32): bool {
  bestPrice = Infinity
  bestBefore = -1
  const list = near + (<usize>(stop * nearWidth) << 2)
  for (let k = 0; k < nearSize; k++) {
    const other = int(list, k)
    if (other < 0) break
    if (getRoute(other) < 0) continue
    priceInsertion(stop, other)
    priceInsertion(stop, prev(other))
  }
  for (let type = 0; type < typeCount; type++) {
    const v = findEmpty(type)
    if (v >= 0) priceInsertion(stop, stops + v)
  }
  if (bestBefore < 0) {
    for (let link = 0; link < stops + vehicles; link++) {
      if (link !== stop && getRoute(link) >= 0) priceInsertion(stop, link)
    }
  }
  if (bestBefore < 0) return false
  const after = next(bestBefore)
  const before = cost
  tie(bestBefore, stop)
  tie(stop, after)
  const v = getRoute(bestBefore)
  finish(INSERT, v, v, before, bestPrice)
  return true
}

function priceInsertion(stop: i32, before: i32): void {
  const record = at(before)
  const v = load<i32>(record, ROUTE)
  if (!mayServe(stop, v)) return
  const route = routeAt(v)
  const after = load<i32>(record, NEXT)
  const c = load<usize>(route, ARCS)
  const from = getRow(c, load<i32>(record, OUT))
  const to = nodeIn(after)
  let price =
    float(from, stop) +
    arc(c, stop, to) -
    float(from, to) +
    priceLoad(v, 1, stop) -
    load<f64>(route, SLACK) +
    (load<i32>(route, COUNT) === 0 ? load<f64>(route, FIXED) : 0)
  if (price >= bestPrice) return
  if (hasTimes) {
    open(before)
    append(stop)
    price += close(after, v)
    if (price >= bestPrice) return
  }
  bestPrice = price
  bestBefore = before
}

/** Takes a stop off its route. */
export function remove(stop: i32): void {
  const record = at(stop)
  const v = load<i32>(record, ROUTE)
  tie(load<i32>(record, PREV), load<i32>(record, NEXT))
  store<i32>(record, -1, ROUTE)
  moves++
  refresh(v)
}
