// AssemblyScript: the steps of src/search/anneal.ts on routes of src/search/lean-kernel.ts, for single stops. It draws
// the same random numbers and adds in the same order, so that the same seed gives the same plan: what a part is for stands there. scripts/generate-compiled.ts makes src/search/lean-steps-bytes.ts of this folder.

import {
  absentCount,
  below,
  bestAbsent,
  bestCost,
  bits,
  blinkBits,
  boldBits,
  boldRate,
  boldRateServed,
  brokenRoutes,
  currentCost,
  dropCost,
  hasMissing,
  hasOptional,
  int,
  isThorough,
  iterations,
  kindCount,
  leastWorth,
  log,
  mostCounted,
  mostTimePrice,
  mostWorth,
  openingFactor,
  openingRate,
  orderCount,
  orderKeys,
  orderWeights,
  put,
  queue,
  queueCount,
  queueKeys,
  retypeRate,
  roomAllowance,
  routesCost,
  stops,
  thoroughRate,
  thoroughStops,
  timePrice,
  unit,
  usualBits,
  worthFactor,
} from './memory'
import { sumAbsences } from './absent'
import { begin, keepBest, rollback } from './routes'
import { retypeTouched } from './vehicles'
import { insert } from './insert'
import { ruin } from './ruin'

export {
  absent,
  absentCount,
  averageRemoved,
  best,
  bestAbsent,
  bestCost,
  boldBits,
  boldRate,
  boldRateServed,
  closes,
  crossRate,
  currentCost,
  delivered,
  dropCosts,
  exchange,
  isAlike,
  isPlaceable,
  isRequired,
  iterations,
  kindOf,
  leastNear,
  leastWorth,
  longRate,
  longestString,
  mayServe,
  mostCounted,
  mostHoles,
  mostKinds,
  mostLong,
  mostRetried,
  mostTimePrice,
  mostWorth,
  movable,
  movableCount,
  near,
  nearPerStop,
  openingRate,
  opens,
  orderKeys,
  orderWeights,
  otherPlace,
  randomA,
  randomB,
  randomC,
  randomD,
  reserve,
  reserveBytes,
  retypeRate,
  roomAllowance,
  ruinNear,
  setCapacity,
  setPrices,
  setRules,
  setTables,
  setWaitLimit,
  settle,
  sides,
  splitMore,
  splitRate,
  thoroughRate,
  thoroughStops,
  usualBits,
  worth,
} from './memory'
export { clear, offer, readCurrent, setAbsent, setRoute, start } from './routes'

// Steps.

function sortQueue(): void {
  let total: f64 = 0
  for (let order = 0; order < orderCount; order++) total += load<f64>(orderWeights + (<usize>order << 3))
  let draw = unit() * total
  let order = 0
  for (let candidate = 0; candidate < orderCount; candidate++) {
    draw -= load<f64>(orderWeights + (<usize>candidate << 3))
    if (draw < 0) {
      order = candidate
      break
    }
  }
  if (order === 1) {
    for (let i = queueCount - 1; i > 0; i--) {
      const j = below(i + 1)
      const swap = int(queue, i)
      put(queue, i, int(queue, j))
      put(queue, j, swap)
    }
    return
  }
  const keys = orderKeys + (<usize>(order * stops) << 3)
  for (let i = 0; i < queueCount; i++) {
    const stop = int(queue, i)
    const key = load<f64>(keys + (<usize>stop << 3))
    let j = i - 1
    while (j >= 0 && load<f64>(queueKeys + (<usize>j << 3)) > key) {
      put(queue, j + 1, int(queue, j))
      store<f64>(queueKeys + (<usize>(j + 1) << 3), load<f64>(queueKeys + (<usize>j << 3)))
      j--
    }
    put(queue, j + 1, stop)
    store<f64>(queueKeys + (<usize>(j + 1) << 3), key)
  }
}

/** Runs this many steps at one temperature. */
export function run(steps: i32, temperature: f64): void {
  for (let i = 0; i < steps; i++) step(temperature)
}

function step(temperature: f64): void {
  iterations++
  begin()
  const threshold = currentCost - temperature * log(unit() + 1e-300)
  // A stop left out is the dearest result: a step that finds no place for one is lost.
  const mustServe = !hasOptional && absentCount === 0
  const isSeekingRoom = hasMissing && absentCount > 0 && absentCount <= mostCounted
  const missing: f64 = isSeekingRoom ? sumAbsences(false) : 0
  const abortAbove = isSeekingRoom ? routesCost + roomAllowance * temperature : threshold
  ruin(temperature)
  if (kindCount > 1 && unit() < retypeRate) retypeTouched()
  sortQueue()
  blinkBits = unit() < (bestAbsent > 0 ? boldRate : boldRateServed) ? boldBits : usualBits
  isThorough = stops <= thoroughStops || unit() < thoroughRate
  if (hasOptional) worthFactor = leastWorth + (mostWorth - leastWorth) * unit()
  openingFactor = unit() < openingRate ? unit() : 1
  if (mostTimePrice > 0) timePrice = <i32>bits() < 0 ? mostTimePrice * unit() : 0
  for (let i = 0; i < queueCount; i++) {
    const isLost = !insert(int(queue, i)) && mustServe
    if (isLost || (routesCost > threshold && routesCost > abortAbove)) {
      rollback()
      return
    }
  }
  if (kindCount > 1 && unit() < retypeRate) retypeTouched()
  const cost = brokenRoutes > 0 ? Infinity : routesCost + dropCost
  const makesRoom = cost >= threshold && cost < Infinity && isSeekingRoom && routesCost <= abortAbove && sumAbsences(true) < missing
  if (cost < threshold || makesRoom) {
    currentCost = cost
    if (cost < bestCost - 1e-7) keepBest()
  } else rollback()
}
