// Travel times that depend on the hour, for the optimizer: plain times combined with the speeds of the planned day.
import { arrivalBy, type DayTraffic } from '@routewright/roads'
import type { Route, TravelProfile } from '@routewright/solver'
import { UNKNOWN_MIX } from '../../geography/travel/road-source.ts'
import type {
  LegPeriods,
  PeriodSeconds,
  TravelMatrix,
  TravelPath,
  VehicleClass,
} from '../../geography/travel/travel.ts'
import type { PlanSettings } from './settings.ts'

/**
 * Returns the profile of a matrix. Where the road classes are unknown, as for straight lines and routing servers, half of a leg
 * counts as main roads.
 */
export function profileByHour(matrix: TravelMatrix, traffic: DayTraffic): TravelProfile {
  const { seconds: plain, meters, mixes, periods } = matrix
  if (periods) return profileByPeriod(matrix, periods)
  const { periodStarts, speeds } = traffic
  const fastest = speeds.map((ofMix) => Math.max(...ofMix))
  const seconds = new Int32Array(new SharedArrayBuffer(4 * plain.length))
  const distances = new Int32Array(new SharedArrayBuffer(4 * plain.length))
  const classes = mixes ?? new Uint8Array(new SharedArrayBuffer(plain.length)).fill(UNKNOWN_MIX)
  for (let pair = 0; pair < plain.length; pair++) {
    const own = plain[pair]!
    // Without a way the entry keeps its negative value, and the distance is 0.
    distances[pair] = Math.max(0, own)
    seconds[pair] = own < 0 ? own : Math.floor(own / fastest[classes[pair]!]! + 1e-9)
  }
  return { seconds, meters, hours: { kind: 'speeds', periodStarts, speeds, classes, distances } }
}

/**
 * Profile from a source with its own traffic data. Each leg is driven at the speed of the hour, so a later departure never
 * arrives earlier, whatever the numbers are.
 */
function profileByPeriod({ seconds: plain, meters }: TravelMatrix, periods: PeriodSeconds): TravelProfile {
  const shared = () => new Int32Array(new SharedArrayBuffer(4 * plain.length))
  const seconds = shared()
  const byPeriod = periods.seconds.map(shared)
  for (let pair = 0; pair < plain.length; pair++) {
    // Without a way the entry keeps its value; a leg that takes no time in one period takes none in any.
    const isDriven = plain[pair]! >= 0 && periods.seconds.every((own) => own[pair]! > 0)
    let least = Math.min(0, plain[pair]!)
    if (isDriven) {
      least = Math.min(...periods.seconds.map((own) => own[pair]!))
      for (const [period, own] of periods.seconds.entries()) byPeriod[period]![pair] = own[pair]!
    }
    seconds[pair] = least
  }
  return { seconds, meters, hours: { kind: 'matrices', periodStarts: periods.starts, seconds: byPeriod } }
}

/** Traffic data of one leg. */
export interface LegHours {
  mix?: number | undefined
  periods?: LegPeriods | undefined
}

/** Traffic data of one leg of a path; empty where the path is unknown. */
export function getLegHours(path: Pick<TravelPath, 'legMixes' | 'legPeriods'> | undefined, leg: number): LegHours {
  return { mix: path?.legMixes?.[leg], periods: path?.legPeriods?.[leg] }
}

/** Seconds that a leg takes when departing at a second of the planned day, from its plain seconds; 0 where there is no way. */
export function secondsByHour(
  { traffic, travelFactor }: Pick<PlanSettings, 'traffic' | 'travelFactor'>,
  { withMixes }: VehicleClass,
  plainSeconds: number,
  { mix, periods }: LegHours,
  departure: number,
): number {
  const seconds = Math.max(0, plainSeconds) * travelFactor
  if (!traffic || !withMixes) return seconds
  if (!periods) return arrivalBy(traffic, mix ?? UNKNOWN_MIX, seconds, departure) - departure
  if (periods.seconds.some((own) => own <= 0)) return 0
  // Models the leg as a distance of 1, driven in each period at the speed that takes that period's seconds.
  const day = { periodStarts: periods.starts, speeds: [periods.seconds.map((own) => 1 / (own * travelFactor))] }
  return arrivalBy(day, 0, 1, departure) - departure
}

/** Rounds times to whole seconds: only the optimizer needs the fractions that hourly times have. */
export function inWholeSeconds(route: Route): Route {
  return {
    ...route,
    startSeconds: Math.round(route.startSeconds),
    endSeconds: Math.round(route.endSeconds),
    travelSeconds: Math.round(route.travelSeconds),
    waitSeconds: Math.round(route.waitSeconds),
    lateSeconds: Math.round(route.lateSeconds),
    steps: route.steps.map((step) => ({
      ...step,
      arrivalSeconds: Math.round(step.arrivalSeconds),
      startSeconds: Math.round(step.startSeconds),
      departureSeconds: Math.round(step.departureSeconds),
      lateSeconds: Math.round(step.lateSeconds),
    })),
    violations: route.violations.map((violation) => ({
      ...violation,
      amount: Math.max(1, Math.round(violation.amount)),
    })),
  }
}
