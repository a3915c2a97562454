/** Charging along the pieces of a battery's curve: how much in a time, and how long for an amount. */
import type { ChargePieces } from '../model/compile-battery.ts'

/** Watt-hours in the battery after so many seconds at the charger. */
export function chargeAfter(pieces: ChargePieces, fromWh: number, seconds: number): number {
  let charged = fromWh
  let left = seconds
  for (const { untilWh, whPerSecond } of pieces) {
    if (charged >= untilWh) continue
    const needed = (untilWh - charged) / whPerSecond
    if (left <= needed) return charged + left * whPerSecond
    charged = untilWh
    left -= needed
  }
  return charged
}

/** Seconds at the charger until `toWh`, or until full when that is more than the battery holds; 0 where nothing is charged. */
export function secondsToCharge(pieces: ChargePieces, fromWh: number, toWh: number): number {
  let charged = fromWh
  let seconds = 0
  for (const { untilWh, whPerSecond } of pieces) {
    if (charged >= toWh) break
    if (charged >= untilWh) continue
    const end = Math.min(untilWh, toWh)
    seconds += (end - charged) / whPerSecond
    charged = end
  }
  return seconds
}

/** Seconds rounded up: so little more than a whole one is rounding, and charges less than `roundingWh`. */
export function wholeSeconds(seconds: number): number {
  return Math.ceil(seconds - 1e-6)
}
