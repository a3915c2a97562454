// AssemblyScript: the moves of the local search on routes that may break rules at a price (Vidal et al. 2013; Vidal 2022). Each is given the
// change of legs and fixed prices, adds the rest, and applies itself when the sum improves the plan. `slack` is what a move can save beyond
// the legs of its routes: their penalties and waiting.

import {
  ARCS,
  ARC_NUMBER,
  COST,
  FIXED,
  IN,
  NEXT,
  OUT,
  PREV,
  SHIFT_END,
  SHIFT_START,
  TYPE,
  arc,
  getArcs,
  at,
  capacity,
  chainU,
  chainV,
  cost,
  count,
  dimensions,
  fixedPrice,
  float,
  hasTimes,
  hasTypeRules,
  headLoad,
  isAudited,
  getLeg,
  loadPenalty,
  loads,
  mayServe,
  moves,
  next,
  nodeIn,
  nodeOut,
  position,
  prev,
  putFloat,
  routeAt,
  routeLoad,
  getRoute,
  getRow,
  computeSlack,
  stops,
  tell,
  tie,
} from './memory'
import {
  append,
  appendBack,
  appendWalk,
  close,
  closeElsewhere,
  epsilon,
  open,
  priceChange,
  priceLoad,
  refresh,
} from './routes'

// Moves by number, as genetic/local-search.ts names them.
export const RELOCATE = 0
export const SWAP = 1
export const REVERSE = 2
export const SWAP_TAILS = 3
export const CROSS_TAILS = 4
export const EXCHANGE_VEHICLES = 5
export const SWAP_STAR = 6
export const INSERT = 7

function readChain(first: i32, size: i32, target: usize): void {
  for (let k = 0; k < dimensions; k++) {
    let sum = float(loads, first * dimensions + k)
    if (size === 2) sum += float(loads, next(first) * dimensions + k)
    putFloat(target, k, sum)
  }
}

/** Moves the `size` stops from u to e behind v. */
export function relocate(u: i32, e: i32, size: i32, v: i32, isReversed: bool, legs: f64): bool {
  const ru = getRoute(u)
  const rv = getRoute(v)
  const p = prev(u)
  const s = next(e)
  const y = next(v)
  let delta = legs - computeSlack(ru)
  if (ru !== rv) {
    if (!mayServe(u, rv) || (size === 2 && !mayServe(e, rv))) return false
    readChain(u, size, chainU)
    delta += priceChange(rv, chainU, 1) - computeSlack(rv)
    const isEmptied = count(ru) <= size
    if (!isEmptied) delta += priceChange(ru, chainU, -1)
    if (delta >= -epsilon) return false
    if (hasTimes) {
      if (!isEmptied) {
        open(p)
        delta += close(s, ru)
        if (delta >= -epsilon) return false
      }
      open(v)
      appendChain(u, e, size, isReversed)
      delta += close(y, rv)
    }
  } else {
    delta += priceLoad(ru, 0, -1)
    if (delta >= -epsilon) return false
    if (hasTimes) {
      const isBefore = position(v) < position(u)
      if (isBefore) open(v)
      else {
        open(p)
        appendWalk(s, v)
      }
      appendChain(u, e, size, isReversed)
      if (isBefore) {
        appendWalk(y, p)
        delta += close(s, ru)
      } else delta += close(y, ru)
    }
  }
  if (delta >= -epsilon) return false
  const before = cost
  tie(p, s)
  if (isReversed) {
    tie(v, e)
    tie(e, u)
    tie(u, y)
  } else {
    tie(v, u)
    tie(e, y)
  }
  finish(RELOCATE, ru, rv, before, delta)
  return true
}

/** Adds u, or u and e in either order. */
function appendChain(u: i32, e: i32, size: i32, isReversed: bool): void {
  if (isReversed) append(e)
  append(u)
  if (size === 2 && !isReversed) append(e)
}

/** Exchanges the stops from u to eu with those from v to ev; the chains neither overlap nor touch. */
export function swap(u: i32, eu: i32, sizeU: i32, v: i32, ev: i32, sizeV: i32, legs: f64): bool {
  const ru = getRoute(u)
  const rv = getRoute(v)
  const p = prev(u)
  const s = next(eu)
  const q = prev(v)
  const t = next(ev)
  let delta = legs - computeSlack(ru)
  if (ru !== rv) {
    if (!mayServe(u, rv) || (sizeU === 2 && !mayServe(eu, rv))) return false
    if (!mayServe(v, ru) || (sizeV === 2 && !mayServe(ev, ru))) return false
    readChain(u, sizeU, chainU)
    readChain(v, sizeV, chainV)
    for (let k = 0; k < dimensions; k++) putFloat(chainU, k, float(chainU, k) - float(chainV, k))
    delta += priceChange(ru, chainU, -1) + priceChange(rv, chainU, 1) - computeSlack(rv)
    if (delta >= -epsilon) return false
    if (hasTimes) {
      open(p)
      appendWalk(v, ev)
      delta += close(s, ru)
      if (delta >= -epsilon) return false
      open(q)
      appendWalk(u, eu)
      delta += close(t, rv)
    }
  } else {
    delta += priceLoad(ru, 0, -1)
    if (delta >= -epsilon) return false
    if (hasTimes) {
      if (position(u) < position(v)) {
        open(p)
        appendWalk(v, ev)
        appendWalk(s, q)
        appendWalk(u, eu)
        delta += close(t, ru)
      } else {
        open(q)
        appendWalk(u, eu)
        appendWalk(t, p)
        appendWalk(v, ev)
        delta += close(s, ru)
      }
    }
  }
  if (delta >= -epsilon) return false
  const before = cost
  tie(p, v)
  tie(ev, s)
  tie(q, u)
  tie(eu, t)
  finish(SWAP, ru, rv, before, delta)
  return true
}

/** 2-opt: with u before v on one route, drives from u to v and back to what followed u. Symmetric legs only. */
export function tryReverse(u: i32, v: i32, slack: f64): bool {
  const isForward = v >= stops || position(u) > position(v)
  // With v first the reversed part lies behind v and ends with u.
  const a = isForward ? v : u
  const b = isForward ? u : v
  const x = next(a)
  if (x === b) return false
  const y = next(b)
  const r = getRoute(u)
  const c = getArcs(r)
  const from = nodeOut(a)
  const to = nodeIn(y)
  const legs = arc(c, from, b) + arc(c, x, to) - getLeg(a) - getLeg(b)
  if (legs >= slack - epsilon) return false
  let delta = legs - slack + priceLoad(r, 0, -1)
  if (delta >= -epsilon) return false
  if (hasTimes) {
    open(a)
    appendBack(b, x)
    delta += close(y, r)
    if (delta >= -epsilon) return false
  }
  const before = cost
  turn(x, b)
  tie(a, b)
  tie(x, y)
  finish(REVERSE, r, r, before, delta)
  return true
}

/** Reverses the links from first to last among themselves. */
function turn(first: i32, last: i32): void {
  let link = first
  while (true) {
    const record = at(link)
    const after = load<i32>(record, NEXT)
    store<i32>(record, load<i32>(record, PREV), NEXT)
    store<i32>(record, after, PREV)
    if (link === last) break
    link = after
  }
}

/** 2-opt*: what follows u and what follows v change places. */
export function trySwapTails(u: i32, v: i32, slack: f64): bool {
  const ru = getRoute(u)
  const rv = getRoute(v)
  const routeU = routeAt(ru)
  const routeV = routeAt(rv)
  if (load<i32>(routeU, ARC_NUMBER) !== load<i32>(routeV, ARC_NUMBER)) return false
  const c = load<usize>(routeU, ARCS)
  const x = next(u)
  const y = next(v)
  if (x >= stops && y >= stops) return false
  const wholeU = at(stops + ru)
  const wholeV = at(stops + rv)
  const endU = load<i32>(wholeU, IN)
  const endV = load<i32>(wholeV, IN)
  const tailU = load<i32>(wholeU, PREV)
  const tailV = load<i32>(wholeV, PREV)
  const rowU = getRow(c, u)
  const rowV = getRow(c, nodeOut(v))
  let legs = -getLeg(u) - getLeg(v)
  if (y < stops) {
    const last = getRow(c, nodeOut(tailV))
    legs += float(rowU, y) + float(last, endU) - getLeg(tailV)
  } else legs += float(rowU, endU)
  if (x < stops) {
    const last = getRow(c, nodeOut(tailU))
    legs += float(rowV, x) + float(last, endV) - getLeg(tailU)
  } else legs += float(rowV, endV)
  // An empty route is opened, or the whole of v's goes to u.
  const isClosing = v >= stops && x >= stops
  if (y === v) legs += load<f64>(routeV, FIXED)
  if (isClosing) legs -= load<f64>(routeV, FIXED)
  if (legs >= slack - epsilon) return false
  let delta = legs - slack
  // Load that goes from u's route to v's.
  for (let k = 0; k < dimensions; k++) {
    putFloat(chainU, k, routeLoad(ru, k) - headLoad(u, k) - (routeLoad(rv, k) - headLoad(v, k)))
  }
  delta += priceChange(ru, chainU, -1)
  if (!isClosing) delta += priceChange(rv, chainU, 1)
  if (delta >= -epsilon) return false
  if (hasTypeRules && load<i32>(routeU, TYPE) !== load<i32>(routeV, TYPE)) {
    for (let link = x; link < stops; link = next(link)) if (!mayServe(link, rv)) return false
    for (let link = y; link < stops; link = next(link)) if (!mayServe(link, ru)) return false
  }
  if (hasTimes) {
    const isSameEnd =
      endU === endV &&
      load<f64>(routeU, SHIFT_END) === load<f64>(routeV, SHIFT_END) &&
      load<f64>(routeU, SHIFT_START) === load<f64>(routeV, SHIFT_START)
    open(u)
    delta += isSameEnd ? close(y, ru) : closeElsewhere(y, ru)
    if (delta >= -epsilon) return false
    if (!isClosing) {
      open(v)
      delta += isSameEnd ? close(x, rv) : closeElsewhere(x, rv)
      if (delta >= -epsilon) return false
    }
  }
  const before = cost
  if (y < stops) {
    tie(u, y)
    tie(tailV, stops + ru)
  } else tie(u, stops + ru)
  if (x < stops) {
    tie(v, x)
    tie(tailU, stops + rv)
  } else tie(v, stops + rv)
  finish(SWAP_TAILS, ru, rv, before, delta)
  return true
}

/** 2-opt* with both halves turned: u is followed by v and what came before it. Without times, between equal ends only. */
export function tryCrossTails(u: i32, v: i32, slack: f64): bool {
  const ru = getRoute(u)
  const rv = getRoute(v)
  const routeU = routeAt(ru)
  const routeV = routeAt(rv)
  if (load<i32>(routeU, ARC_NUMBER) !== load<i32>(routeV, ARC_NUMBER) || v >= stops) return false
  const wholeU = at(stops + ru)
  const wholeV = at(stops + rv)
  const depot = load<i32>(wholeU, OUT)
  if (load<i32>(wholeU, IN) !== depot || load<i32>(wholeV, OUT) !== depot || load<i32>(wholeV, IN) !== depot) return false
  if (hasTypeRules && load<i32>(routeU, TYPE) !== load<i32>(routeV, TYPE)) return false
  const c = load<usize>(routeU, ARCS)
  const x = next(u)
  const y = next(v)
  const isClosing = x >= stops && y >= stops
  const nx = nodeIn(x)
  const ny = nodeIn(y)
  let legs = arc(c, u, v) + arc(c, nx, ny) - getLeg(u) - getLeg(v)
  if (isClosing) legs -= load<f64>(routeV, FIXED)
  if (legs >= slack - epsilon) return false
  for (let k = 0; k < dimensions; k++) putFloat(chainU, k, routeLoad(ru, k) - headLoad(u, k) - headLoad(v, k))
  let delta = legs - slack + priceChange(ru, chainU, -1)
  if (!isClosing) delta += priceChange(rv, chainU, 1)
  if (delta >= -epsilon) return false
  const before = cost
  const firstV = load<i32>(wholeV, NEXT)
  const lastU = load<i32>(wholeU, PREV)
  turn(firstV, v)
  if (x < stops) turn(x, lastU)
  tie(u, v)
  tie(firstV, stops + ru)
  const rest = y < stops ? y : stops + rv
  if (x < stops) {
    tie(stops + rv, lastU)
    tie(x, rest)
  } else tie(stops + rv, rest)
  finish(CROSS_TAILS, ru, rv, before, delta)
  return true
}

/** Refreshes both routes after a move that was to change the cost by `delta`. */
export function finish(move: i32, a: i32, b: i32, before: f64, delta: f64): void {
  moves++
  refresh(a)
  if (b !== a) refresh(b)
  if (isAudited) tell(move, cost - before, delta, before)
}

/** Each of two vehicles, the second perhaps unused, drives the route of the other. */
export function tryExchangeVehicles(v: i32, u: i32): bool {
  const delta = priceOn(v, u) + priceOn(u, v) - load<f64>(routeAt(v), COST) - load<f64>(routeAt(u), COST)
  if (!(delta < -epsilon)) return false
  const before = cost
  const firstV = next(stops + v)
  const lastV = prev(stops + v)
  const firstU = next(stops + u)
  const lastU = prev(stops + u)
  if (firstU < stops) {
    tie(stops + v, firstU)
    tie(lastU, stops + v)
  } else tie(stops + v, stops + v)
  tie(stops + u, firstV)
  tie(lastV, stops + u)
  finish(EXCHANGE_VEHICLES, v, u, before, delta)
  return true
}

/** Cost of the route of v when vehicle u drives it; Infinity when it may not. O(stops of the route). */
function priceOn(v: i32, u: i32): f64 {
  if (count(v) === 0) return 0
  const c = getArcs(u)
  const whole = at(stops + u)
  let sum = fixedPrice(u)
  let node = load<i32>(whole, OUT)
  for (let link = next(stops + v); link < stops; link = next(link)) {
    if (!mayServe(link, u)) return Infinity
    sum += arc(c, node, link)
    node = link
  }
  sum += arc(c, node, load<i32>(whole, IN))
  for (let k = 0; k < dimensions; k++) {
    const over = routeLoad(v, k) - capacity(u, k)
    if (over > 0) sum += float(loadPenalty, k) * over
  }
  if (!hasTimes) return sum
  open(stops + u)
  appendWalk(next(stops + v), prev(stops + v))
  return sum + close(stops + u, u)
}
