// AssemblyScript: routes that may break loads and times at a price. Prefix and suffix segments let any concatenation of parts be priced in
// constant time (Vidal, Crainic, Gendreau & Prins 2013: duration, time warp, earliest and latest start).

import {
  ARCS,
  BROKEN,
  COST,
  COUNT,
  EARLIEST,
  FIXED,
  HEAD,
  IN,
  LATEST,
  MODIFIED,
  MOST_SECONDS,
  NEXT,
  OPEN_TAIL,
  OUT,
  PER_WAIT,
  POSITION,
  PREV,
  ROUTE,
  ROUTE_LOADS,
  SECONDS,
  SERVICE,
  SHIFT_END,
  SHIFT_START,
  SLACK,
  TAIL,
  TRAVEL,
  WAIT,
  WARP,
  arc,
  at,
  capacity,
  closes,
  cost,
  count,
  dimensions,
  excess,
  flatFrom,
  flatStops,
  float,
  followers,
  hasSeveralEnds,
  hasTimes,
  int,
  leaders,
  linkLeg,
  linkLoads,
  loadPenalty,
  loads,
  moves,
  next,
  nodes,
  opens,
  prev,
  put,
  putFloat,
  routeAt,
  routeLoad,
  stops,
  tie,
  vehicles,
  warpPenalty,
} from './memory'

/** Differences below are rounding. */
export const epsilon: f64 = 1e-6

// Loading and reading a plan.

/** Takes every stop off. */
export function clear(): void {
  for (let stop = 0; stop < stops; stop++) {
    const link = at(stop)
    store<i32>(link, -1, ROUTE)
    store<i32>(link, stop, OUT)
    store<i32>(link, stop, IN)
  }
  for (let v = 0; v < vehicles; v++) {
    tie(stops + v, stops + v)
    store<i32>(at(stops + v), v, ROUTE)
    store<i32>(routeAt(v), 0, COUNT)
  }
  recompute()
}

/** Routes from the flat lists. */
export function loadPlan(): void {
  for (let stop = 0; stop < stops; stop++) store<i32>(at(stop), -1, ROUTE)
  for (let v = 0; v < vehicles; v++) {
    let tail = stops + v
    const to = int(flatFrom, v + 1)
    for (let i = int(flatFrom, v); i < to; i++) {
      const stop = int(flatStops, i)
      tie(tail, stop)
      store<i32>(at(stop), v, ROUTE)
      tail = stop
    }
    tie(tail, stops + v)
    store<i32>(routeAt(v), to - int(flatFrom, v), COUNT)
  }
  recompute()
}

/** Writes the plan to the flat lists, and by how much it breaks rules to `excess`. */
export function storePlan(): void {
  let spot = 0
  for (let k = 0; k <= dimensions; k++) putFloat(excess, k, 0)
  for (let v = 0; v < vehicles; v++) {
    put(flatFrom, v, spot)
    if (count(v) === 0) continue
    for (let link = next(stops + v); link < stops; link = next(link)) {
      put(flatStops, spot++, link)
      put(followers, link, next(link) < stops ? next(link) : -1)
      put(leaders, link, prev(link) < stops ? prev(link) : -1)
    }
    for (let k = 0; k < dimensions; k++) {
      const over = routeLoad(v, k) - capacity(v, k)
      if (over > 0) putFloat(excess, k, float(excess, k) + over)
    }
    putFloat(excess, dimensions, float(excess, dimensions) + load<f64>(routeAt(v), BROKEN))
  }
  put(flatFrom, vehicles, spot)
}

/** Recomputes every route: after loading, or when penalties changed. */
export function recompute(): void {
  moves++
  for (let v = 0; v < vehicles; v++) {
    store<f64>(routeAt(v), 0, COST)
    refresh(v)
  }
  resum()
}

/** Says that a route is not as it was when it was last improved. */
export function markChanged(v: i32): void {
  store<i32>(routeAt(v), moves + 1, MODIFIED)
}

/** Adds the routes' costs up anew, free of rounding. */
export function resum(): void {
  let sum: f64 = 0
  for (let v = 0; v < vehicles; v++) sum += load<f64>(routeAt(v), COST)
  cost = sum
}

export function isFeasible(): bool {
  for (let v = 0; v < vehicles; v++) {
    if (count(v) === 0) continue
    if (load<f64>(routeAt(v), BROKEN) > epsilon) return false
    for (let k = 0; k < dimensions; k++) if (routeLoad(v, k) > capacity(v, k) + epsilon) return false
  }
  return true
}

// Fields of a route.

/** Recomputes what is kept about one route. O(stops of the route). */
export function refresh(v: i32): void {
  const route = routeAt(v)
  const sentinel = stops + v
  const whole = at(sentinel)
  store<i32>(route, moves, MODIFIED)
  for (let k = 0; k < dimensions; k++) putFloat(whole + linkLoads, k, 0)
  const arcs = load<usize>(route, ARCS)
  let sum: f64 = 0
  let served = 0
  let before = whole
  for (let link = load<i32>(whole, NEXT); link !== sentinel; ) {
    const record = at(link)
    const leg = arc(arcs, load<i32>(before, OUT), link)
    store<f64>(before + linkLeg, leg)
    sum += leg
    store<i32>(record, ++served, POSITION)
    store<i32>(record, v, ROUTE)
    for (let k = 0; k < dimensions; k++) {
      putFloat(record + linkLoads, k, float(before + linkLoads, k) + float(loads, link * dimensions + k))
    }
    before = record
    link = load<i32>(record, NEXT)
  }
  const home = arc(arcs, load<i32>(before, OUT), load<i32>(whole, IN))
  store<f64>(before + linkLeg, home)
  sum += home
  store<i32>(whole, 0, POSITION)
  store<i32>(route, served, COUNT)
  for (let k = 0; k < dimensions; k++) putFloat(route + ROUTE_LOADS, k, float(before + linkLoads, k))
  const slack = (served === 0 ? 0 : priceLoad(v, 0, -1)) + (hasTimes ? refreshTimes(v) : 0)
  store<f64>(route, slack, SLACK)
  const price = served === 0 ? 0 : sum + slack + load<f64>(route, FIXED)
  cost += price - load<f64>(route, COST)
  store<f64>(route, price, COST)
}

/** Prefixes, suffixes and the price of the route's times. */
function refreshTimes(v: i32): f64 {
  const route = routeAt(v)
  const sentinel = stops + v
  const whole = at(sentinel)
  const shiftStart = load<f64>(route, SHIFT_START)
  const shiftEnd = load<f64>(route, SHIFT_END)
  writeSegment(whole + HEAD, 0, shiftStart, shiftEnd, 0, 0)
  writeSegment(whole + TAIL, 0, shiftStart, shiftEnd, 0, 0)
  store<f64>(route, 0, BROKEN)
  if (load<i32>(whole, NEXT) === sentinel) return 0
  refreshHeads(v)
  const last = load<i32>(whole, PREV)
  open(last)
  const price = close(sentinel, v)
  store<f64>(route, brokenSeconds(route), BROKEN)
  refreshTails(TAIL, v, sentinel)
  if (!hasSeveralEnds) return price
  const serving = <f64>int(load<usize>(route, SERVICE), last)
  writeSegment(at(last) + OPEN_TAIL, serving, <f64>int(opens, last), <f64>int(closes, last), 0, 0)
  refreshTails(OPEN_TAIL, v, last)
  return price
}

/** Prefixes of v's route: what `open` and `append` would tell, without going through the segment at hand. */
function refreshHeads(v: i32): void {
  const route = routeAt(v)
  const matrix = load<usize>(route, TRAVEL)
  const service = load<usize>(route, SERVICE)
  let duration: f64 = 0
  let earliest = load<f64>(route, SHIFT_START)
  let latest = load<f64>(route, SHIFT_END)
  let warped: f64 = 0
  let waited: f64 = 0
  let record = at(stops + v)
  let node = load<i32>(record, OUT)
  for (let link = load<i32>(record, NEXT); link < stops; link = load<i32>(record, NEXT)) {
    record = at(link)
    const travel = <f64>int(matrix, node * nodes + link)
    const delta = duration - warped + travel
    const opening = <f64>int(opens, link) - delta
    const closing = <f64>int(closes, link) - delta
    const wait = opening > latest ? opening - latest : 0
    const warp = earliest > closing ? earliest - closing : 0
    duration += <f64>int(service, link) + travel + wait
    earliest = max<f64>(opening, earliest) - wait
    latest = min<f64>(closing, latest) + warp
    warped += warp
    waited += wait
    writeSegment(record + HEAD, duration, earliest, latest, warped, waited)
    node = link
  }
}

/** Suffixes of v's route, written `where` in the records; that of `end` is there already. */
function refreshTails(where: usize, v: i32, end: i32): void {
  const route = routeAt(v)
  const matrix = load<usize>(route, TRAVEL)
  const service = load<usize>(route, SERVICE)
  let record = at(end)
  let duration = load<f64>(record + where, SECONDS)
  let earliest = load<f64>(record + where, EARLIEST)
  let latest = load<f64>(record + where, LATEST)
  let warped: f64 = 0
  let waited: f64 = 0
  let node = load<i32>(record, IN)
  for (let link = load<i32>(record, PREV); link < stops; link = load<i32>(record, PREV)) {
    record = at(link)
    const delta = <f64>(int(service, link) + int(matrix, link * nodes + node))
    const opening = earliest - delta
    const closing = latest - delta
    const first = <f64>int(opens, link)
    const last = <f64>int(closes, link)
    const wait = opening > last ? opening - last : 0
    const warp = first > closing ? first - closing : 0
    duration += delta + wait
    earliest = max<f64>(opening, first) - wait
    latest = min<f64>(closing, last) + warp
    warped += warp
    waited += wait
    writeSegment(record + where, duration, earliest, latest, warped, waited)
    node = link
  }
}

@inline
function writeSegment(target: usize, duration: f64, earliest: f64, latest: f64, warped: f64, waited: f64): void {
  store<f64>(target, duration, SECONDS)
  store<f64>(target, earliest, EARLIEST)
  store<f64>(target, latest, LATEST)
  store<f64>(target, warped, WARP)
  store<f64>(target, waited, WAIT)
}

// Pricing concatenations: open a prefix, append stops or suffixes, close with a suffix. The segment at hand, where it ends, and the tables of
// its vehicle:
let seconds: f64 = 0
let earliest: f64 = 0
let latest: f64 = 0
let warped: f64 = 0
let waited: f64 = 0
let node: i32 = 0
let matrix: usize = 0
let service: usize = 0

/** Begins with the route of `link` up to and with it. */
export function open(link: i32): void {
  const record = at(link)
  seconds = load<f64>(record + HEAD, SECONDS)
  earliest = load<f64>(record + HEAD, EARLIEST)
  latest = load<f64>(record + HEAD, LATEST)
  warped = load<f64>(record + HEAD, WARP)
  waited = load<f64>(record + HEAD, WAIT)
  node = load<i32>(record, OUT)
  const route = routeAt(load<i32>(record, ROUTE))
  matrix = load<usize>(route, TRAVEL)
  service = load<usize>(route, SERVICE)
}

/** Adds one stop. */
export function append(stop: i32): void {
  const travel = <f64>int(matrix, node * nodes + stop)
  const delta = seconds - warped + travel
  const opening = <f64>int(opens, stop) - delta
  const closing = <f64>int(closes, stop) - delta
  const wait = opening > latest ? opening - latest : 0
  const warp = earliest > closing ? earliest - closing : 0
  seconds = seconds + <f64>int(service, stop) + travel + wait
  earliest = max<f64>(opening, earliest) - wait
  latest = min<f64>(closing, latest) + warp
  warped = warped + warp
  waited = waited + wait
  node = stop
}

/** Adds the stops from `first` to `last` of one route. */
export function appendWalk(first: i32, last: i32): void {
  let link = first
  append(link)
  while (link !== last) {
    link = next(link)
    append(link)
  }
}

/** Adds the stops from `last` back to `first`. */
export function appendBack(last: i32, first: i32): void {
  let link = last
  append(link)
  while (link !== first) {
    link = prev(link)
    append(link)
  }
}

function join(segment: usize, travel: f64): void {
  const delta = seconds - warped + travel
  const opening = load<f64>(segment, EARLIEST) - delta
  const closing = load<f64>(segment, LATEST) - delta
  const wait = opening > latest ? opening - latest : 0
  const warp = earliest > closing ? earliest - closing : 0
  seconds = seconds + load<f64>(segment, SECONDS) + travel + wait
  earliest = max<f64>(opening, earliest) - wait
  latest = min<f64>(closing, latest) + warp
  warped = warped + load<f64>(segment, WARP) + warp
  waited = waited + load<f64>(segment, WAIT) + wait
}

/** Ends with the rest of a route from `link` on (its sentinel: the end); returns vehicle v's price of times and waiting. */
export function close(link: i32, v: i32): f64 {
  const record = at(link)
  join(record + TAIL, <f64>int(matrix, node * nodes + load<i32>(record, IN)))
  const route = routeAt(v)
  return warpPenalty * brokenSeconds(route) + load<f64>(route, PER_WAIT) * waited
}

/** Ends with the rest of another route, but at the end of vehicle v. */
export function closeElsewhere(link: i32, v: i32): f64 {
  if (link < stops) {
    const record = at(link)
    join(record + OPEN_TAIL, <f64>int(matrix, node * nodes + link))
    node = prev(stops + load<i32>(record, ROUTE))
  }
  return close(stops + v, v)
}

function brokenSeconds(route: usize): f64 {
  const over = seconds - warped - load<f64>(route, MOST_SECONDS)
  return over > 0 ? warped + over : warped
}

/** Penalty of vehicle v's load with `factor` times the load of `stop` added (-1: none). */
export function priceLoad(v: i32, factor: f64, stop: i32): f64 {
  let price: f64 = 0
  for (let k = 0; k < dimensions; k++) {
    let over = routeLoad(v, k) - capacity(v, k)
    if (stop >= 0) over += factor * float(loads, stop * dimensions + k)
    if (over > 0) price += float(loadPenalty, k) * over
  }
  return price
}

/** Penalty of vehicle v carrying `factor` times `more` (per dimension) more than now. */
export function priceChange(v: i32, more: usize, factor: f64): f64 {
  let price: f64 = 0
  for (let k = 0; k < dimensions; k++) {
    const over = routeLoad(v, k) - capacity(v, k) + factor * float(more, k)
    if (over > 0) price += float(loadPenalty, k) * over
  }
  return price
}
