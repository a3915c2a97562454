// Figures of a replayed day, and sums over days.
import type { ReplayDay, ReplayFigures } from '@routewright/contract'
import type { StopRow } from '../../data/stop-table.ts'
import { computeEmission } from '../../planning/figures/emissions.ts'
import { dayFigures } from './day-figures.ts'
import type { TriedRoute } from './trial.ts'

export function replayFigures(
  routes: readonly TriedRoute[],
  left: readonly StopRow[],
  deadlines: ReadonlyMap<string, number>,
): ReplayFigures {
  const { used, distance, travel_time, duration, cost, unassigned, late_stops, kept_share, overtime_seconds, ...rest } =
    dayFigures(routes, left, deadlines)
  const { promises_kept_share, straight_distance } = rest
  const burnt = routes.map(({ route, figures }) => {
    const { fuel_type = null, consumption = null } = route.vehicle ?? {}
    const driven = { fuel_type, consumption, travel_mode: route.travel?.mode ?? null }
    return { kilograms: computeEmission(driven, figures.distance), distance: figures.distance }
  })
  const stops = routes.reduce((sum, route) => sum + route.stops.length, 0) + left.length
  return {
    vehicles: used,
    stops,
    unassigned,
    distance,
    ...(straight_distance !== undefined && { straight_distance }),
    travel_time,
    duration,
    cost,
    emissions: rounded(burnt.reduce((sum, { kilograms = 0 }) => sum + kilograms, 0)),
    uncounted_distance: burnt.reduce((sum, entry) => sum + (entry.kilograms === undefined ? entry.distance : 0), 0),
    late_stops,
    kept_share,
    overtime_seconds,
    ...(promises_kept_share !== undefined && { promises_kept_share }),
  }
}

const summed = [
  ...(['vehicles', 'stops', 'unassigned', 'distance', 'travel_time', 'duration', 'cost'] as const),
  ...(['emissions', 'uncounted_distance', 'late_stops', 'overtime_seconds'] as const),
]

/** Sums; shares are weighed by the stops of their days. That of promises is told of single days only. */
export function computeTotal(days: readonly ReplayDay[], side: 'before' | 'after'): ReplayFigures {
  const all = days.map((day) => day[side])
  const sums = Object.fromEntries(
    summed.map((name) => [name, rounded(all.reduce((sum, entry) => sum + entry[name], 0))]),
  ) as Pick<ReplayFigures, (typeof summed)[number]>
  const straight_distance = all.reduce((sum, entry) => sum + (entry.straight_distance ?? 0), 0)
  const kept = all.reduce((sum, entry) => sum + entry.kept_share * entry.stops, 0)
  return {
    ...sums,
    ...(straight_distance > 0 && { straight_distance }),
    kept_share: sums.stops === 0 ? 1 : Math.min(1, Math.round((1e4 * kept) / sums.stops) / 1e4),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
