// AssemblyScript: waits before single stops, where they are limited (src/search/lean-routes.ts).

import {
  DURATION,
  HEAD_EARLIEST,
  KIND,
  OVERWAIT,
  SECONDS_OUT,
  SERVICE,
  START_NODE,
  TRAVEL,
  WORK,
  at,
  brokenRoutes,
  int,
  mostWait,
  next,
  nodes,
  opens,
  prev,
  routeAt,
  stops,
} from './memory'

/** After the times of v changed. */
export function refreshWaits(v: i32): void {
  const route = routeAt(v)
  const sentinel = stops + v
  const service = load<usize>(load<usize>(route, KIND), SERVICE)
  let work = load<f64>(route, TRAVEL)
  for (let link = next(sentinel); link !== sentinel; link = next(link)) work += <f64>int(service, link)
  store<f64>(route, work, WORK)
  const last = prev(sentinel)
  let overwait: f64 = 0
  if (last !== sentinel && load<f64>(route, DURATION) - work > mostWait) {
    const kind = load<usize>(route, KIND)
    overwait = sumOverwait(kind, sentinel, load<f64>(at(last), HEAD_EARLIEST), Infinity, -1, -1)
  }
  const before = load<f64>(route, OVERWAIT)
  if (overwait > 0 !== before > 0) brokenRoutes += overwait > 0 ? 1 : -1
  store<f64>(route, overwait, OVERWAIT)
}

/** Seconds of overlong waits of the route of `sentinel`, left at `start`, with `stop` after `before` (-1: without it); stops counting above `enough`. */
export function sumOverwait(kind: usize, sentinel: i32, start: f64, enough: f64, before: i32, stop: i32): f64 {
  const seconds = load<usize>(kind, SECONDS_OUT)
  const service = load<usize>(kind, SERVICE)
  let time = start
  let sum: f64 = 0
  let node = load<i32>(kind, START_NODE)
  let link = before === sentinel ? stop : next(sentinel)
  while (link !== sentinel) {
    time += <f64>int(seconds, node * nodes + link)
    const opening = <f64>int(opens, link)
    if (time < opening) {
      if (opening - time > mostWait) {
        sum += opening - time - mostWait
        if (sum > enough) return sum
      }
      time = opening
    }
    time += <f64>int(service, link)
    node = link
    link = link === before ? stop : next(link === stop ? before : link)
  }
  return sum
}
