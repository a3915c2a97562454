// The window that a recipient is told: wide while it is only planned, narrower as the driver comes nearer, never too exact.
import type { PlanRow } from '../data/plan-table.ts'
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import { momentOfPlanDay } from './local-time.ts'

/** What the window is made from; moments of the plan's day. */
export interface Expectation {
  /** The estimated arrival of a route under way, else the planned one. */
  arrival: Date
  isStarted: boolean
  /** The recipient's own windows. */
  wished: readonly (readonly [Date, Date])[]
}

export interface ArrivalWindow {
  from: Date
  to: Date
}

/** When the driver is expected at a pending stop; undefined while nothing is planned. */
export function expectedArrival(
  stop: StopRow,
  plan: PlanRow,
  route: RouteRow,
  timeZone: string,
): Expectation | undefined {
  const isStarted = route.status === 'in_transit'
  const momentOf = (seconds: number) => momentOfPlanDay(seconds, plan.execution_date, timeZone)
  const planned = stop.planned_arrival_time === null ? undefined : momentOf(stop.planned_arrival_time)
  const arrival = (isStarted ? stop.estimated_arrival_time : undefined) ?? planned
  if (!arrival) return undefined
  return { arrival, isStarted, wished: stop.time_windows.map(([open, close]) => [momentOf(open), momentOf(close)]) }
}

const minute = 60_000
const plannedHalf = 60 * minute
const plannedStep = 15 * minute
const startedStep = 5 * minute
/** What is promised is never narrower than this. */
const narrowest = 20 * minute

/**
 * Half an hour's uncertainty of an arrival grows with its distance: a fifth of the time ahead, between ten minutes and an
 * hour. Before the start it is an hour, but not outside the recipient's own window when the plan keeps it.
 */
export function arrivalWindow({ arrival, isStarted, wished }: Expectation, now: Date): ArrivalWindow {
  // Nobody arrives in the past: who is overdue comes now at the earliest.
  const at = isStarted ? Math.max(arrival.getTime(), now.getTime()) : arrival.getTime()
  if (isStarted) {
    const half = Math.min(plannedHalf, Math.max(10 * minute, (at - now.getTime()) * 0.2))
    const from = floor(Math.max(at - half, now.getTime()), startedStep)
    return { from: new Date(from), to: new Date(Math.max(ceil(at + half, startedStep), from + narrowest)) }
  }
  const from = floor(at - plannedHalf, plannedStep)
  const to = ceil(at + plannedHalf, plannedStep)
  const own = wished.find(([open, close]) => open.getTime() <= at && at <= close.getTime())
  if (!own) return { from: new Date(from), to: new Date(to) }
  const [open, close] = [Math.max(from, own[0].getTime()), Math.min(to, own[1].getTime())]
  return close - open < narrowest ? { from: own[0], to: own[1] } : { from: new Date(open), to: new Date(close) }
}

function floor(moment: number, step: number): number {
  return Math.floor(moment / step) * step
}

function ceil(moment: number, step: number): number {
  return Math.ceil(moment / step) * step
}
