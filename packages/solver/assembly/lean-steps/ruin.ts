// AssemblyScript: which stops a step takes out (src/search/anneal.ts).

import {
  COUNT,
  NEXT,
  PREV,
  ROUTE,
  RUINED,
  absent,
  absentCount,
  activeVehicles,
  at,
  averageRemoved,
  below,
  bits,
  crossRate,
  freeCount,
  holeCount,
  holes,
  int,
  iterations,
  join,
  leastNear,
  longRate,
  longestString,
  mayLeaveOut,
  mostHoles,
  mostLong,
  mostRetried,
  movable,
  movableCount,
  nearLimit,
  nearPerStop,
  next,
  offeredIn,
  prev,
  put,
  queue,
  queueCount,
  routeAt,
  getRoute,
  ruinNear,
  ruinSize,
  splitMore,
  splitRate,
  stamp,
  stops,
  touched,
  touchedCount,
  unit,
  usedCount,
  usedStamp,
} from './memory'
import { addAbsent, isAbsent } from './absent'
import { addFree, refresh, touch } from './routes'
import { crossHoles } from './tails'

// Ruin.

function unlink(stop: i32): void {
  const record = at(stop)
  const v = load<i32>(record, ROUTE)
  const route = routeAt(v)
  join(load<i32>(record, PREV), load<i32>(record, NEXT))
  store<i32>(record, -1, ROUTE)
  const served = load<i32>(route, COUNT) - 1
  store<i32>(route, served, COUNT)
  if (served === 0) addFree(v)
  if (mayLeaveOut) addAbsent(stop)
}

export function ruin(temperature: f64): void {
  queueCount = 0
  holeCount = 0
  if (usedStamp !== iterations >> 8) {
    usedStamp = iterations >> 8
    usedCount = activeVehicles - freeCount
    const more = usedCount === 0 ? 1 : nearPerStop * (<f64>movableCount / <f64>usedCount)
    nearLimit = <i32>Math.floor(leastNear + more + 0.5)
  }
  const mean = usedCount === 0 ? 1 : <f64>movableCount / <f64>usedCount
  let longest = max<f64>(1, min<f64>(longestString, mean))
  if (unit() < longRate) longest = min<f64>(2 * mean + 2, mostLong)
  const mostStrings = (4 * averageRemoved) / (1 + longest) - 1
  const strings = max<i32>(1, <i32>Math.floor(unit() * mostStrings + 1))
  const seed = int(movable, below(movableCount))
  const list = ruinNear + (<usize>(seed * ruinSize) << 2)
  if (absentCount > 0) retryAbsent(seed, list)
  let done = 0
  for (let k = -1; k < ruinSize && done < strings; k++) {
    const stop = k < 0 ? seed : int(list, k)
    if (stop < 0) break
    const v = getRoute(stop)
    if (v < 0) continue
    const route = routeAt(v)
    if (load<i32>(route, RUINED) === stamp) continue
    touch(v)
    store<i32>(route, stamp, RUINED)
    const served = load<i32>(route, COUNT)
    const most = min<f64>(<f64>served, longest)
    const length = max<i32>(1, <i32>Math.floor(unit() * most + 1))
    const hole = removeString(stop, served, min(length, served))
    if (holeCount < mostHoles) put(holes, holeCount++, hole)
    done++
  }
  for (let i = 0; i < touchedCount; i++) refresh(int(touched, i))
  if (holeCount > 1 && unit() < crossRate) crossHoles(temperature)
}

function offer(stop: i32): void {
  if (int(offeredIn, stop) === stamp) return
  put(offeredIn, stop, stamp)
  put(queue, queueCount++, stop)
}

/** Offers absent stops again: those near the seed, and a few at random. */
function retryAbsent(seed: i32, list: usize): void {
  if (absentCount <= mostRetried) {
    for (let i = 0; i < absentCount; i++) offer(int(absent, i))
    return
  }
  if (isAbsent(seed)) offer(seed)
  for (let k = 0; k < min(ruinSize, 60) && queueCount < mostRetried - 2; k++) {
    const stop = int(list, k)
    if (stop < 0) break
    if (isAbsent(stop) && <i32>bits() < 0) offer(stop)
  }
  for (let i = 0; i < 2; i++) offer(int(absent, below(absentCount)))
}

function removeString(stop: i32, total: i32, length: i32): i32 {
  let kept = 0
  if (length > 1 && length < total && unit() < splitRate) {
    kept = 1
    while (length + kept < total && unit() < splitMore) kept++
  }
  const span = length + kept
  const keepFrom = kept > 0 ? 1 + below(length - 1) : span
  let before = 0
  for (let link = prev(stop); before < span - 1 && link < stops; link = prev(link)) before++
  let after = 0
  for (let link = next(stop); after < span - 1 && link < stops; link = next(link)) after++
  const least = max(0, span - 1 - after)
  let back = before > least ? least + below(before - least + 1) : min(least, before)
  let link = stop
  while (back-- > 0) link = prev(link)
  const hole = prev(link)
  for (let i = 0; i < span && link < stops; i++) {
    const following = next(link)
    if (i < keepFrom || i >= keepFrom + kept) {
      unlink(link)
      put(queue, queueCount++, link)
    }
    link = following
  }
  return hole
}
