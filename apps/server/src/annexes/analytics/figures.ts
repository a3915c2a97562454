// Sums of the database as figures that are told: averages where there is something to be averaged, medians, emissions.
import type { AnalyticsFigures, StopFigures } from '@routewright/contract'
import { routeCounts, stopCounts } from '../../data/plan-figure-tables.ts'
import type { Energy } from '../../data/values.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { computeEmissions, emissionLines } from '../../planning/figures/emissions.ts'
import type { Counts, StopSums } from './analytics.sql.ts'

type OfStops = Omit<StopFigures, 'id' | 'label'>

/** Counts of stops with their averages; a sum over nothing is 0. */
export function getStopFigures(sums: Partial<StopSums>): OfStops {
  const known = Object.fromEntries(stopCounts.map((name) => [name, sums[name] ?? 0])) as StopSums
  const { delayed_stops, sum_of_delays, sum_of_times_in_stop, sum_of_ratings, ...counts } = known
  const averages = {
    average_delay: average(sum_of_delays, delayed_stops),
    average_time_in_stop: average(sum_of_times_in_stop, counts.measured_stops),
    average_rating: average(sum_of_ratings, counts.ratings),
  }
  return { ...counts, ...withoutUndefined(averages) } as OfStops
}

/** All figures of a group; `used` is what its routes drove with. */
export function computeFigures(sums: Partial<Counts>, used: readonly Energy[]): AnalyticsFigures {
  const ofRoutes = Object.fromEntries(routeCounts.map((name) => [name, sums[name] ?? 0]))
  return { ...getStopFigures(sums), ...ofRoutes, ...computeEmissions(emissionLines(used)) } as AnalyticsFigures
}

/** Adds what is counted of another group. */
export function addCounts(to: Partial<Counts>, more: Counts): void {
  for (const name of [...stopCounts, ...routeCounts]) to[name] = (to[name] ?? 0) + more[name]
}

/** Seconds: the middle one of times that were counted by half minutes; undefined of none. */
export function medianSeconds(buckets: readonly { word: string; count: number }[]): number | undefined {
  const ordered = buckets.map(({ word, count }) => ({ half: Number(word), count })).sort((a, b) => a.half - b.half)
  const total = ordered.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { half, count } of ordered) {
    seen += count
    if (seen * 2 >= total) return half * 30
  }
  return undefined
}

function average(sum: number, count: number): number | undefined {
  return count > 0 ? sum / count : undefined
}
