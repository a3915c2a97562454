/** Charging along the pieces of a battery's curve: energy after a time, and time for an amount of energy. */
import type { ChargePieces } from '../model/compile-battery.ts'

/** Energy in the battery after charging for the given seconds. */
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

/** Seconds to charge to `toWh`, or to full when that is more than the battery holds; 0 when nothing is charged. */
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

/** Seconds rounded up. A tiny excess over a whole second is rounding, and charges less than `roundingWh`. */
export function wholeSeconds(seconds: number): number {
  return Math.ceil(seconds - 1e-6)
}
