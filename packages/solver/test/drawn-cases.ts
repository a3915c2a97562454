// Number of random cases in a test: fewer in a quick or usual run of all tests, more on request.

/** Returns the number that ROUTEWRIGHT_RANDOM asks for, but never more than `most`; without it `most`. */
export function countDrawnCases(most: number): number {
  return Math.min(most, Number(process.env.ROUTEWRIGHT_RANDOM ?? most))
}
