// When a stop is planned, expected or was served, as the timeline draws it and as vans drive on the map. Pure.
import type { Stop } from '@routewright/contract'
import { servedTime, serviceStart } from './plan-data.ts'

/** Seconds of the plan's day. */
export interface StopTimes {
  arrival: number
  /** When the service begins. */
  start: number
  end: number
}

/** Times of the plan; undefined without planned times. */
export function plannedTimes(stop: Stop): StopTimes | undefined {
  const { planned_arrival_time: arrival, planned_departure_time: end } = stop
  const start = serviceStart(stop)
  return arrival === undefined || end === undefined || start === undefined ? undefined : { arrival, start, end }
}

/** When it was served, else when it is expected, else as planned: what the list says, too. */
export function shownTimes(stop: Stop, midnight: number): StopTimes | undefined {
  const served = servedTime(stop, midnight)
  if (served) return { arrival: served.start, ...served }
  const planned = plannedTimes(stop)
  const { estimated_arrival_time: arrival, estimated_departure_time: departure } = stop
  if (!arrival || !planned) return planned
  const came = secondsAt(arrival, midnight)
  const end = departure ? secondsAt(departure, midnight) : came + planned.end - planned.arrival
  return { arrival: came, start: Math.max(came, end - (planned.end - planned.start)), end }
}

/** Seconds of the plan's day; `midnight` is when that day begins, milliseconds since 1970. */
export function secondsAt(moment: string, midnight: number): number {
  return (Date.parse(moment) - midnight) / 1000
}
