// How the bar of a stop stands on the timeline: what became of it, when, and what the plan had said. Pure.
import type { ChargingVisit, BareRoute as Route, Stop } from '@routewright/contract'
import { expectedLateness } from '../plan/lateness.ts'
import { isOpen, lateSeconds } from '../plan/plan-data.ts'
import { plannedTimes, type StopTimes, secondsAt, shownTimes } from '../plan/stop-times.ts'

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

/** Seconds by which a stop was served late, or is expected to be. */
export function computeDelay(stop: Stop, route: Route, midnight: number): number {
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

/** Charging on the way: until the reported departure, else as planned. Seconds of the plan's day. */
export function chargingTimes(visit: ChargingVisit, midnight: number): [from: number, to: number] {
  const { planned_start_time: from, planned_end_time: to, real_end_time: left } = visit
  const late = left ? secondsAt(left, midnight) - to : 0
  return [from + late, to + late]
}

/** The plan's own times, where what happened or is expected differs from them. */
export function ghostTimes(stop: Stop, midnight: number): StopTimes | undefined {
  const [planned, shown] = [plannedTimes(stop), shownTimes(stop, midnight)]
  const isOff = planned && shown && Math.abs(planned.start - shown.start) >= SHORTEST_DELAY
  return isOff ? planned : undefined
}
