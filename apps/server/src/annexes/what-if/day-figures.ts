// Figures of a day and of its simulation on many days, by which fleets are compared.
import type { FleetFigures } from '@routewright/contract'
import { sumUpPlayed } from '@routewright/solver'
import type { StopRow } from '../../data/stop-table.ts'
import { figuresOfPlan } from '../../planning/modelling/route-figures.ts'
import { playedDays, type TriedRoute } from './trial.ts'

/**
 * A stop that is left out is not kept, so that a fleet does not look better for leaving out what it has no time for. Shares of
 * windows and promises count those of left stops, too.
 */
export function dayFigures(
  routes: readonly TriedRoute[],
  left: readonly StopRow[],
  deadlines: ReadonlyMap<string, number>,
): FleetFigures {
  const { distance, straight_distance, duration, travel_time, cost } = figuresOfPlan(
    routes.map(({ figures }) => figures),
    left.length,
  )
  const played = routes.flatMap(({ risk }) => risk?.played ?? [])
  const { lateStops, overtimeSeconds, overtimeRoutes } = sumUpPlayed(played, playedDays)
  const served = routes.reduce((sum, { stops }) => sum + stops.length, 0)
  const windows = played.reduce((sum, { windowCount }) => sum + windowCount, 0)
  const told = played.flatMap(({ stops }) => stops.flatMap(({ deadlineChance }) => deadlineChance ?? []))
  const broken = told.reduce((sum, chance) => sum + chance, 0)
  const leftWindows = left.filter(({ time_windows }) => time_windows.length > 0).length
  const leftTold = left.filter(({ id }) => deadlines.has(id)).length
  return {
    used: routes.length,
    distance,
    ...(straight_distance !== undefined && { straight_distance }),
    duration,
    travel_time,
    cost,
    unassigned: left.length,
    late_stops: rounded(lateStops),
    kept_share: computeShare(served - lateStops, served + left.length) ?? 1,
    ...optionalShare('windows_kept_share', windows - lateStops, windows + leftWindows),
    ...optionalShare('promises_kept_share', told.length - broken, told.length + leftTold),
    overtime_seconds: Math.round(overtimeSeconds),
    overtime_routes: rounded(overtimeRoutes),
  }
}

/** Whether no way of the figures is a straight line. */
export function isOnRoads({ straight_distance }: { straight_distance?: number }): boolean {
  return straight_distance === undefined
}

function optionalShare<Name extends string>(name: Name, part: number, whole: number): { [Key in Name]?: number } {
  const share = computeShare(part, whole)
  return share === undefined ? {} : ({ [name]: share } as { [Key in Name]?: number })
}

function computeShare(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.min(1, Math.max(0, rounded(part / whole)))
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
