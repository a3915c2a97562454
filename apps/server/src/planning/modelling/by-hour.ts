// Travel times that depend on the hour, as the optimizer wants them: the plain times with the speeds of the planned day.
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

/** Where nothing is known of the roads, as of straight lines and routing servers, half of them count as main roads. */
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
    // Where there is no way it stays as it is, and nothing is driven.
    distances[pair] = Math.max(0, own)
    seconds[pair] = own < 0 ? own : Math.floor(own / fastest[classes[pair]!]! + 1e-9)
  }
  return { seconds, meters, hours: { kind: 'speeds', periodStarts, speeds, classes, distances } }
}

/** Of a source that knows traffic by itself: each way is driven at the speed of the hour, so nobody overtakes whatever the numbers are. */
function profileByPeriod({ seconds: plain, meters }: TravelMatrix, periods: PeriodSeconds): TravelProfile {
  const shared = () => new Int32Array(new SharedArrayBuffer(4 * plain.length))
  const seconds = shared()
  const byPeriod = periods.seconds.map(shared)
  for (let pair = 0; pair < plain.length; pair++) {
    // Where there is no way it stays as it is; a way that takes no time in one period takes none in any.
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

/** What is known of the hours of one way. */
export interface LegHours {
  mix?: number | undefined
  periods?: LegPeriods | undefined
}

/** Of a path that may be unknown altogether. */
export function legHoursOf(path: Pick<TravelPath, 'legMixes' | 'legPeriods'> | undefined, leg: number): LegHours {
  return { mix: path?.legMixes?.[leg], periods: path?.legPeriods?.[leg] }
}

/** What a way takes whoever leaves at some seconds of the planned day, by its plain seconds; 0 where there is none. */
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
  // One way to cover, in each period at the speed that covers it in the period's seconds.
  const day = { periodStarts: periods.starts, speeds: [periods.seconds.map((own) => 1 / (own * travelFactor))] }
  return arrivalBy(day, 0, 1, departure) - departure
}

/** Fractions of a second, which times by the hour have, are of no use to anybody but the optimizer. */
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
    violations: route.violations.map((one) => ({ ...one, amount: Math.max(1, Math.round(one.amount)) })),
  }
}
