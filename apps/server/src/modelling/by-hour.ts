// Travel times that depend on the hour, as the optimizer wants them: the plain times with the speeds of the planned day.
import { arrivalBy, type DayTraffic } from '@routewright/roads'
import type { Route, TravelProfile } from '@routewright/solver'
import { UNKNOWN_MIX } from '../travel/road-source.ts'
import type { TravelMatrix, VehicleClass } from '../travel/travel.ts'
import type { PlanSettings } from './settings.ts'

/** Where nothing is known of the roads, as of straight lines and routing servers, half of them count as main roads. */
export function profileByHour({ seconds: plain, meters, mixes }: TravelMatrix, traffic: DayTraffic): TravelProfile {
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

/** What a way takes whoever leaves at some seconds of the planned day, by its plain seconds; 0 where there is none. */
export function secondsByHour(
  { traffic, travelFactor }: Pick<PlanSettings, 'traffic' | 'travelFactor'>,
  { withMixes }: VehicleClass,
  plainSeconds: number,
  mix: number | undefined,
  departure: number,
): number {
  const seconds = Math.max(0, plainSeconds) * travelFactor
  return traffic && withMixes ? arrivalBy(traffic, mix ?? UNKNOWN_MIX, seconds, departure) - departure : seconds
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
