// Stops keep the vehicle that they have: another one costs extra.
import type { Problem } from '../problem.ts'
import { withFamiliarDrivers } from './familiar.ts'

/**
 * The problem in which a stop costs extra on every vehicle but the one that it has now.
 *
 * `present`: per stop, the vehicle that it is on; undefined where it is on none, and then it costs nothing anywhere. `seconds`: how much driving it is
 * worth that a stop stays where it is; the same on each vehicle. With 0 seconds the problem itself. As `priceWithoutWishes` takes it
 * out again, the answer has the costs of the problem.
 */
export function withKeptVehicles(problem: Problem, present: readonly (number | undefined)[], seconds: number): Problem {
  // Whoever has a stop is the only one who "knows" it.
  const knows = present.map((own) => problem.vehicles.map((_, v) => (v === own ? 1 : 0)))
  return withFamiliarDrivers(problem, knows, seconds)
}
