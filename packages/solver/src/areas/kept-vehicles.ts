// Keeps stops on their present vehicle: others cost extra.
import type { Problem } from '../problem.ts'
import { withFamiliarDrivers } from './familiar.ts'

/**
 * The problem in which a stop costs extra on every vehicle except its present one.
 *
 * `present`: the vehicle of each stop; undefined for a stop on none, which costs nothing extra anywhere. `seconds`: driving time that may
 * be spent for a stop to stay; the same on each vehicle. With 0 seconds, the unchanged problem. `priceWithoutWishes` removes the extra cost
 * again, so the solution has the costs of the original problem.
 */
export function withKeptVehicles(problem: Problem, present: readonly (number | undefined)[], seconds: number): Problem {
  // Only the present vehicle of a stop "knows" it.
  const knows = present.map((own) => problem.vehicles.map((_, v) => (v === own ? 1 : 0)))
  return withFamiliarDrivers(problem, knows, seconds)
}
