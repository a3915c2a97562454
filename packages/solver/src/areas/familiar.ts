// Prefers drivers who know a stop's place: others cost extra there.
import { getRequiredPenalty, type Problem } from '../problem.ts'
import { pricesPerSecond } from './wish-prices.ts'

/**
 * The problem in which a stop costs extra on vehicles whose drivers know its place less well than the driver who knows it best.
 *
 * `knows`: per stop, per vehicle, from 0 (never been there) to 1 (knows it well). `seconds`: driving time that may be spent for a stop to
 * go to a driver who knows it well instead of one who was never there. A place that nobody knows costs nothing extra. A second costs the
 * same on each vehicle, the mean of all, so that cheap vehicles are not sent to unknown places. With 0 seconds, the unchanged problem.
 */
export function withFamiliarDrivers(problem: Problem, knows: readonly (readonly number[])[], seconds: number): Problem {
  if (seconds <= 0 || problem.vehicles.length < 2) return problem
  const prices = pricesPerSecond(problem)
  const price = (seconds * prices.reduce((sum, single) => sum + single, 0)) / prices.length
  const stops = problem.stops.map((stop, index) => {
    const best = Math.max(...knows[index]!)
    if (best <= 0) return stop
    const costByVehicle = knows[index]!.map((own, v) => (stop.costByVehicle?.[v] ?? 0) + price * (best - own))
    return { ...stop, costByVehicle }
  })
  return { ...problem, stops, options: { ...problem.options, requiredPenalty: getRequiredPenalty(problem) } }
}
