/** Builder of small problems on a straight road: location i lies at kilometre i, a kilometre takes 100 s. */

import type { Problem, ProblemOptions, Stop, Vehicle } from '../src/problem.ts'

export interface LineStop extends Partial<Stop> {
  /** Kilometre of the stop, or null for an unknown place. */
  readonly km: number | null
}

/**
 * Problem on a line. Kilometres 0..20 are locations; the depot is kilometre 0. Stops take 60 s and bring one unit unless stated otherwise.
 */
export function lineProblem(
  stops: readonly LineStop[],
  vehicles: readonly Partial<Vehicle>[] = [{}],
  options: ProblemOptions = {},
): Problem {
  const size = 21
  const seconds = new Int32Array(size * size)
  const meters = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      seconds[from * size + to] = 100 * Math.abs(from - to)
      meters[from * size + to] = 1000 * Math.abs(from - to)
    }
  }
  return {
    locationCount: size,
    profiles: [{ seconds, meters }],
    loadDimensions: 1,
    stops: stops.map(({ km, ...rest }) => ({ location: km, serviceSeconds: 60, delivered: [1], ...rest })),
    vehicles: vehicles.map((vehicle) => ({ startLocation: 0, endLocation: 0, cost: { perMeter: 1 }, ...vehicle })),
    options,
  }
}
