// A cost is one number that holds a travel time and, to break ties, a length, so that a shortest path, its time and its
// metres are found by the same comparison and every part of the package agrees on both to the last digit.

/** cost = centiseconds · LENGTH_RANGE + decimetres. Sums stay exact up to 2^27 cs (15 days) and 2^26 dm (6,700 km). */
const LENGTH_RANGE = 2 ** 26

/** Cost of `timeCs` and `lengthDm`, which are whole; both may be negative in offsets. */
export function combineCost(timeCs: number, lengthDm: number): number {
  return timeCs * LENGTH_RANGE + lengthDm
}

/** Whole seconds of a total cost (not of a part: rounding happens once). */
export function secondsOfCost(cost: number): number {
  return ((Math.floor(cost / LENGTH_RANGE) + 50) / 100) | 0
}

/** Whole metres of a total cost. */
export function metersOfCost(cost: number): number {
  return ((cost - Math.floor(cost / LENGTH_RANGE) * LENGTH_RANGE + 5) / 10) | 0
}

/** Both parts of a combined number, centiseconds first; the second may be negative if small. */
export function splitCost(cost: number): [number, number] {
  const timeCs = Math.round(cost / LENGTH_RANGE)
  return [timeCs, cost - timeCs * LENGTH_RANGE]
}
