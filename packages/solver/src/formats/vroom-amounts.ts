/**
 * Converts amounts of a VROOM file, which may be any whole numbers, to the 32 bits of a problem: exactly, in a larger unit where necessary.
 */

import type { Stop, Vehicle } from '../problem.ts'
import { FormatError } from './format-error.ts'

/** Largest amount and capacity of a problem; a larger capacity means no limit. */
const mostUnits = 2 ** 30 - 2

/** Requires that amounts and capacities all have the same length. Throws FormatError naming the first that differs. */
export function requireOneLength(lists: readonly { path: string; list: readonly number[] | undefined }[]): void {
  const first = lists.find(({ list }) => list !== undefined && list.length > 0)
  for (const { path, list } of lists) {
    if (!first || list === undefined || list.length === 0 || list.length === first.list!.length) continue
    throw new FormatError(`has ${list.length} amounts, ${first.path} ${first.list!.length}`, path)
  }
}

/**
 * Amount in the file per unit of the problem, per dimension: 1 when all numbers fit, otherwise the largest common divisor of all amounts.
 * Converts amounts and capacities accordingly. Throws FormatError naming a number that fits in no unit.
 */
export function scaleAmounts(
  dimensions: number,
  stops: readonly Stop[],
  vehicles: readonly Vehicle[],
  pathOf: (stop: number) => string,
): number[] {
  const units = Array.from({ length: dimensions }, (_, k) => findUnit(k, stops, vehicles, pathOf))
  if (units.every((unit) => unit === 1)) return units
  const scale = (amounts: readonly number[] | undefined) => amounts?.map((amount, k) => amount / units[k]!)
  for (const stop of stops) {
    if (stop.delivered) stop.delivered = scale(stop.delivered)
    if (stop.collected) stop.collected = scale(stop.collected)
  }
  for (const vehicle of vehicles) {
    if (vehicle.capacity) vehicle.capacity = vehicle.capacity.map((room, k) => Math.floor(room / units[k]!))
  }
  return units
}

function findUnit(
  k: number,
  stops: readonly Stop[],
  vehicles: readonly Vehicle[],
  pathOf: (stop: number) => string,
): number {
  const getAmount = (stop: Stop): number => Math.max(stop.delivered?.[k] ?? 0, stop.collected?.[k] ?? 0)
  const rooms = vehicles.map(({ capacity }) => capacity?.[k] ?? 0)
  if (stops.every((stop) => getAmount(stop) <= mostUnits) && rooms.every((room) => room <= mostUnits)) return 1
  const amounts = stops.flatMap(({ delivered, collected }) => [delivered?.[k] ?? 0, collected?.[k] ?? 0])
  const unit = Math.max(1, amounts.reduce(greatestCommonDivisor, 0))
  const large = stops.findIndex((stop) => getAmount(stop) / unit > mostUnits)
  if (large >= 0) throw new FormatError(`${getAmount(stops[large]!)} is more than ${unit * mostUnits}`, pathOf(large))
  // A capacity for everything at once is no limit, however large it is.
  const all = amounts.reduce((sum, amount) => sum + amount / unit, 0)
  const roomy = rooms.findIndex((room) => room / unit > mostUnits)
  if (roomy >= 0 && all > mostUnits) {
    throw new FormatError(`${rooms[roomy]} is more than ${unit * mostUnits}`, `vehicles[${roomy}].capacity[${k}]`)
  }
  return unit
}

function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b]
  while (small > 0) [large, small] = [small, large % small]
  return large
}
