// How the bar of a stop stands on the timeline: what became of it, when, and what the plan had said. Pure.
import type { ChargingVisit, BareRoute as Route, Stop } from '@routewright/contract'
import { expectedLateness } from '../plan/lateness.ts'
import { isOpen, lateSeconds, servedTime, serviceStart } from '../plan/plan-data.ts'

export const barStates = ['planned', 'next', 'late', 'done', 'failed'] as const
export type BarState = (typeof barStates)[number]

/** Less than this is no delay that a reader is told, seconds. */
const SHORTEST_DELAY = 60

/** `isNext`: the route is under way and this is its first open stop. One that is next and late is late. */
export function barState(stop: Stop, route: Route, isNext: boolean, midnight: number): BarState {
  if (stop.status === 'completed') return 'done'
  if (!isOpen(stop)) return 'failed'
  if (expectedLateness(stop, route, midnight) >= SHORTEST_DELAY) return 'late'
  return isNext ? 'next' : 'planned'
}

/** By how many seconds a stop was served late, or is expected to be. */
export function delayOf(stop: Stop, route: Route, midnight: number): number {
  const seconds = isOpen(stop) ? expectedLateness(stop, route, midnight) : lateSeconds(stop, midnight)
  return seconds >= SHORTEST_DELAY ? seconds : 0
}

/** The first open stop of a route that is under way. */
export function nextStopId(
  route: Route,
  order: readonly string[],
  stops: ReadonlyMap<string, Stop>,
): string | undefined {
  return route.status === 'in_transit' ? order.find((id) => isOpen(stops.get(id)!)) : undefined
}

/** Seconds of the plan's day. */
export interface BarTimes {
  arrival: number
  /** When the service begins. */
  start: number
  end: number
}

/** As the plan has it; undefined without planned times. */
export function plannedTimes(stop: Stop): BarTimes | undefined {
  const { planned_arrival_time: arrival, planned_departure_time: end } = stop
  const start = serviceStart(stop)
  return arrival === undefined || end === undefined || start === undefined ? undefined : { arrival, start, end }
}

/** When it was served, else when it is expected, else as planned: what the list says, too. */
export function shownTimes(stop: Stop, midnight: number): BarTimes | undefined {
  const served = servedTime(stop, midnight)
  if (served) return { arrival: served.start, ...served }
  const planned = plannedTimes(stop)
  const { estimated_arrival_time: arrival, estimated_departure_time: departure } = stop
  if (!arrival || !planned) return planned
  const came = secondsAt(arrival, midnight)
  const end = departure ? secondsAt(departure, midnight) : came + planned.end - planned.arrival
  return { arrival: came, start: Math.max(came, end - (planned.end - planned.start)), end }
}

/** Charging on the way: up to when the driver told that he had left, else as planned. Seconds of the plan's day. */
export function chargingTimes(visit: ChargingVisit, midnight: number): [from: number, to: number] {
  const { planned_start_time: from, planned_end_time: to, real_end_time: left } = visit
  const late = left ? secondsAt(left, midnight) - to : 0
  return [from + late, to + late]
}

function secondsAt(moment: string, midnight: number): number {
  return (Date.parse(moment) - midnight) / 1000
}

/** The plan's own times, where what happened or is expected differs from them. */
export function ghostTimes(stop: Stop, midnight: number): BarTimes | undefined {
  const [planned, shown] = [plannedTimes(stop), shownTimes(stop, midnight)]
  const isOff = planned && shown && Math.abs(planned.start - shown.start) >= SHORTEST_DELAY
  return isOff ? planned : undefined
}
