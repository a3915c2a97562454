// AssemblyScript: SWAP* (Vidal, Computers & Operations Research 2022). Two stops change routes, each going where it fits best in the other
// route rather than into the other's place. For problems without times: only legs and loads count.

import {
  COUNT,
  MODIFIED,
  NEXT,
  OUT,
  PLACE_AT,
  PLACE_BEFORE,
  PLACE_LEAST,
  PLACE_PRICE,
  SEEN,
  SWAPPED,
  arc,
  getArcs,
  at,
  capacity,
  cost,
  dimensions,
  float,
  gains,
  hasSwapStar,
  int,
  isSymmetric,
  leastAdded,
  legsBehind,
  linkLeg,
  loadPenalty,
  loads,
  mayServe,
  modified,
  moves,
  near,
  nearWidth,
  next,
  nodeIn,
  nodeOut,
  placeBytes,
  placesOf,
  prev,
  put,
  putFloat,
  routeAt,
  routeLoad,
  getRoute,
  getRow,
  computeSlack,
  stops,
  tie,
  vehicles,
} from './memory'
import { SWAP_STAR, finish } from './moves'
import { epsilon } from './routes'

/** Best positions kept per stop and route: with the two around the other stop gone, one is left. */
const places = 3
/** Nearest stops that make two routes neighbours. */
const reach = 8

let seen: i32 = 0

/** Forgets every position, once the plan has begun anew. */
export function forgetPlaces(): void {
  if (!hasSwapStar) return
  for (let entry = 0; entry < stops * vehicles; entry++) store<i32>(placesOf + <usize>entry * placeBytes, -1, PLACE_AT)
}

/** Routes whose last change is not after `settledAt` need not be tried with each other. */
export function resetSwapStar(settledAt: i32): void {
  for (let v = 0; v < vehicles; v++) store<i32>(routeAt(v), settledAt, SWAPPED)
}

/** Tries every pair of neighbouring routes that changed since the last time. Returns whether the plan improved. */
export function improveBySwapStar(): bool {
  let hasImproved = false
  for (let a = 0; a < vehicles; a++) {
    const route = routeAt(a)
    if (load<i32>(route, COUNT) === 0) continue
    const testedAt = load<i32>(route, SWAPPED)
    store<i32>(route, moves, SWAPPED)
    seen++
    store<i32>(route, seen, SEEN)
    for (let u = next(stops + a); u < stops; ) {
      const routeBefore = moves
      const list = near + (<usize>(u * nearWidth) << 2)
      for (let k = 0; k < reach && k < nearWidth; k++) {
        const v = int(list, k)
        if (v < 0) break
        const b = getRoute(v)
        const other = routeAt(b)
        if (load<i32>(other, SEEN) === seen) continue
        store<i32>(other, seen, SEEN)
        if (load<i32>(route, MODIFIED) <= testedAt && load<i32>(other, MODIFIED) <= testedAt) continue
        if (improveRoutes(a, b)) {
          hasImproved = true
          break
        }
      }
      // Route a was changed, so the loop over its stops ends here; the rest of it is looked at in the next round.
      if (moves !== routeBefore) break
      u = next(u)
    }
  }
  return hasImproved
}

function improveRoutes(a: i32, b: i32): bool {
  measureGains(a)
  measureGains(b)
  const slack = computeSlack(a) + computeSlack(b)
  const leastOfA = prepare(a, b)
  const leastOfB = prepare(b, a)
  let best = -epsilon
  // Loads can only add to what changing routes costs two stops at least.
  if (leastOfA + leastOfB - slack >= best) return false
  let bestU = -1
  let bestV = -1
  for (let u = next(stops + a); u < stops; u = next(u)) {
    const least = float(leastAdded, u) - slack
    if (least + leastOfB >= best || !mayServe(u, b)) continue
    const gain = float(gains, u)
    for (let v = next(stops + b); v < stops; v = next(v)) {
      if (least + float(leastAdded, v) >= best) continue
      const bound = priceLoads(a, b, u, v) - slack - gain - float(gains, v)
      if (bound >= best || !mayServe(v, a)) continue
      const delta = bound + findPlace(u, b, v) + findPlace(v, a, u)
      if (delta < best) {
        best = delta
        bestU = u
        bestV = v
      }
    }
  }
  if (bestU < 0) return false
  findPlace(bestU, b, bestV)
  const behindU = foundBefore
  findPlace(bestV, a, bestU)
  const behindV = foundBefore
  const before = cost
  // A place "behind the other stop" means its own place: behind what precedes it.
  const targetU = behindU === bestV ? prev(bestV) : behindU
  const targetV = behindV === bestU ? prev(bestU) : behindV
  tie(prev(bestU), next(bestU))
  tie(prev(bestV), next(bestV))
  const afterU = next(targetU)
  tie(targetU, bestU)
  tie(bestU, afterU)
  const afterV = next(targetV)
  tie(targetV, bestV)
  tie(bestV, afterV)
  finish(SWAP_STAR, a, b, before, best)
  return true
}

@inline
function priceLoads(a: i32, b: i32, u: i32, v: i32): f64 {
  let price: f64 = 0
  for (let k = 0; k < dimensions; k++) {
    const more = float(loads, u * dimensions + k) - float(loads, v * dimensions + k)
    const overA = routeLoad(a, k) - more - capacity(a, k)
    const overB = routeLoad(b, k) + more - capacity(b, k)
    if (overA > 0) price += float(loadPenalty, k) * overA
    if (overB > 0) price += float(loadPenalty, k) * overB
  }
  return price
}

/** Gain of each stop of a route by leaving it, and the leg that closes the gap. */
function measureGains(a: i32): void {
  const arcs = getArcs(a)
  let before = at(stops + a)
  for (let u = load<i32>(before, NEXT); u < stops; ) {
    const record = at(u)
    const after = load<i32>(record, NEXT)
    const behind = arc(arcs, load<i32>(before, OUT), nodeIn(after))
    putFloat(legsBehind, u, behind)
    putFloat(gains, u, load<f64>(before + linkLeg) + load<f64>(record + linkLeg) - behind)
    before = record
    u = after
  }
}

/** The places in route b for each stop of a, unless they are known; returns the least that a change of one to b adds. */
function prepare(a: i32, b: i32): f64 {
  const changed = modified(b)
  let least = Infinity
  for (let u = next(stops + a); u < stops; u = next(u)) {
    const entry = placesOf + <usize>(u * vehicles + b) * placeBytes
    if (load<i32>(entry, PLACE_AT) < changed) findPlaces(u, b, entry)
    const added = load<f64>(entry, PLACE_LEAST) - float(gains, u)
    putFloat(leastAdded, u, added)
    least = min<f64>(least, added)
  }
  return least
}

/** The three best places of u in route b as it is, and the least that one costs there, in the place of another stop, too. */
function findPlaces(u: i32, b: i32, entry: usize): void {
  const arcs = getArcs(b)
  const sentinel = stops + b
  const rowU = getRow(arcs, u)
  for (let i = 0; i < places; i++) {
    putFloat(entry + PLACE_PRICE, i, Infinity)
    put(entry + PLACE_BEFORE, i, -1)
  }
  let least = Infinity
  let link = sentinel
  let arriving: f64 = 0
  do {
    const record = at(link)
    const after = load<i32>(record, NEXT)
    const out = load<i32>(record, OUT)
    // The row of u is at hand already.
    const there = isSymmetric ? float(rowU, out) : arc(arcs, out, u)
    const onward = float(rowU, nodeIn(after))
    keepPlace(entry, there + onward - load<f64>(record + linkLeg), link)
    if (link < stops) least = min<f64>(least, arriving + onward - float(legsBehind, link))
    arriving = there
    link = after
  } while (link !== sentinel)
  store<f64>(entry, min<f64>(least, load<f64>(entry, PLACE_PRICE)), PLACE_LEAST)
  store<i32>(entry, moves, PLACE_AT)
}

@inline
function keepPlace(entry: usize, price: f64, before: i32): void {
  if (price >= load<f64>(entry, PLACE_PRICE + 16)) return
  let i = 2
  while (i > 0 && float(entry + PLACE_PRICE, i - 1) > price) {
    putFloat(entry + PLACE_PRICE, i, float(entry + PLACE_PRICE, i - 1))
    put(entry + PLACE_BEFORE, i, int(entry + PLACE_BEFORE, i - 1))
    i--
  }
  putFloat(entry + PLACE_PRICE, i, price)
  put(entry + PLACE_BEFORE, i, before)
}

let foundBefore: i32 = -1

/** Price of u in route b without v; leaves the link it goes behind in `foundBefore` (v: into v's own place). */
function findPlace(u: i32, b: i32, v: i32): f64 {
  const c = getArcs(b)
  const out = getRow(c, nodeOut(prev(v)))
  const to = nodeIn(next(v))
  let best = float(out, u) + arc(c, u, to) - float(out, to)
  foundBefore = v
  const entry = placesOf + <usize>(u * vehicles + b) * placeBytes
  for (let i = 0; i < places; i++) {
    const before = int(entry + PLACE_BEFORE, i)
    if (before < 0) break
    if (before === v || next(before) === v) continue
    const price = float(entry + PLACE_PRICE, i)
    if (price < best) {
      best = price
      foundBefore = before
    }
    break
  }
  return best
}
