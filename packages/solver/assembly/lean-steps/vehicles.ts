// AssemblyScript: which vehicle drives a route (src/search/route-exchange.ts, lean-routes.ts).

import {
  CAPACITY,
  COST,
  COUNT,
  END_NODE,
  LOADS,
  METERS_OUT,
  MOST_METERS,
  MOST_SECONDS,
  MOST_SERVICES,
  OVERWAIT,
  ROUTE,
  SECONDS_OUT,
  SERVICE,
  SHIFT_END,
  SHIFT_START,
  START_NODE,
  at,
  below,
  closes,
  count,
  dimensions,
  hasKindRules,
  hasWaitLimit,
  int,
  join,
  kindAt,
  kindCount,
  kindOf,
  kindOfVehicle,
  maySupply,
  mostWait,
  next,
  nodes,
  opens,
  prev,
  routeAt,
  stops,
  touched,
  touchedCount,
  vehicles,
} from './memory'
import { addFree, findFree, computePrice, refresh, removeFree, touch } from './routes'
import { sumOverwait } from './waits'

/** Offers the touched routes to unused vehicles of other kinds, and each to another one that drives. */
export function retypeTouched(): void {
  const size = touchedCount
  for (let i = 0; i < size; i++) {
    const v = int(touched, i)
    if (count(v) === 0) continue
    const u = retype(v)
    trySwapVehicles(u, below(vehicles))
  }
}

function retype(v: i32): i32 {
  let lowest = load<f64>(routeAt(v), COST) - 1e-7
  let found = v
  for (let number = 0; number < kindCount; number++) {
    if (number === int(kindOf, v)) continue
    const u = findFree(kindAt(number))
    if (u < 0) continue
    const cost = priceOn(v, u)
    if (cost < lowest) {
      lowest = cost
      found = u
    }
  }
  if (found !== v) moveRoute(v, found)
  return found
}

function trySwapVehicles(v: i32, u: i32): void {
  if (v === u || int(kindOf, v) === int(kindOf, u)) return
  if (count(v) === 0 || count(u) === 0) return
  const sum = load<f64>(routeAt(v), COST) + load<f64>(routeAt(u), COST) - 1e-7
  const first = priceOn(v, u)
  if (first >= sum || first + priceOn(u, v) >= sum) return
  swapRoutes(v, u)
}

/** Cost of vehicle u driving the route of v; Infinity when a rule forbids it. */
function priceOn(v: i32, u: i32): f64 {
  const route = routeAt(v)
  const kind = kindOfVehicle(u)
  const served = load<i32>(route, COUNT)
  if (served > load<i32>(kind, MOST_SERVICES) || isOverloaded(route, kind)) return Infinity
  const meters = load<usize>(kind, METERS_OUT)
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  const shiftStart = load<f64>(kind, SHIFT_START)
  const number = int(kindOf, u)
  let node = load<i32>(kind, START_NODE)
  let distance: f64 = 0
  let travel: f64 = 0
  let time = shiftStart
  let duration: f64 = 0
  let earliestStart = shiftStart
  let latestStart = load<f64>(kind, SHIFT_END)
  let work: f64 = 0
  for (let link = next(stops + v); link < stops; link = next(link)) {
    if (hasKindRules && !maySupply(number, link)) return Infinity
    const cell = <usize>(node * nodes + link) << 2
    const leg = <f64>load<i32>(seconds + cell)
    const opening = <f64>int(opens, link)
    const closing = <f64>int(closes, link)
    const serving = <f64>int(service, link)
    distance += <f64>load<i32>(meters + cell)
    travel += leg
    time = max<f64>(time + leg, opening)
    if (time > closing) return Infinity
    time += serving
    const reach = duration + leg
    const wait = max<f64>(0, opening - reach - latestStart)
    earliestStart = max<f64>(opening - reach, earliestStart) - wait
    duration = reach + wait + serving
    work += serving
    latestStart = min<f64>(closing - reach, latestStart)
    node = link
  }
  const home = <usize>(node * nodes + load<i32>(kind, END_NODE)) << 2
  distance += <f64>load<i32>(meters + home)
  const last = <f64>load<i32>(seconds + home)
  travel += last
  duration += last
  if (time + last > load<f64>(kind, SHIFT_END) || distance > load<f64>(kind, MOST_METERS)) return Infinity
  if (duration > load<f64>(kind, MOST_SECONDS)) return Infinity
  const isWaiting = hasWaitLimit && duration - travel - work > mostWait
  if (isWaiting && waitsLonger(v, kind, earliestStart)) return Infinity
  return computePrice(kind, distance, travel, duration, <f64>served)
}

function isOverloaded(route: usize, kind: usize): bool {
  for (let k = 0; k < dimensions; k++) if (int(route + LOADS, k) > int(kind + CAPACITY, k)) return true
  return false
}

/** Whether a vehicle of the kind that leaves at `start` has longer overlong waits on the route of v. */
function waitsLonger(v: i32, kind: usize, start: f64): bool {
  const allowed = load<f64>(routeAt(v), OVERWAIT)
  return sumOverwait(kind, stops + v, start, allowed, -1, -1) > allowed
}

/** Hands the whole route of v over to the unused vehicle u. */
export function moveRoute(v: i32, u: i32): void {
  touch(v)
  touch(u)
  const first = next(stops + v)
  const last = prev(stops + v)
  rename(v, u)
  join(stops + u, first)
  join(last, stops + u)
  join(stops + v, stops + v)
  store<i32>(routeAt(u), count(v), COUNT)
  store<i32>(routeAt(v), 0, COUNT)
  removeFree(u)
  addFree(v)
  refresh(v)
  refresh(u)
}

/** Exchanges the routes of two used vehicles. */
function swapRoutes(v: i32, u: i32): void {
  touch(v)
  touch(u)
  const firstV = next(stops + v)
  const lastV = prev(stops + v)
  const firstU = next(stops + u)
  const lastU = prev(stops + u)
  rename(v, u)
  rename(u, v)
  join(stops + v, firstU)
  join(lastU, stops + v)
  join(stops + u, firstV)
  join(lastV, stops + u)
  const served = count(v)
  store<i32>(routeAt(v), count(u), COUNT)
  store<i32>(routeAt(u), served, COUNT)
  refresh(v)
  refresh(u)
}

function rename(v: i32, u: i32): void {
  for (let link = next(stops + v); link < stops; link = next(link)) store<i32>(at(link), u, ROUTE)
}
