// The arrival window that a recipient sees: wide while it is only planned, narrower as the driver comes nearer, never too exact.
import type { PlanRow } from '../../../data/plan-table.ts'
import type { ProjectRow } from '../../../data/project-tables.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import { type EstimateFacts, findSpread, type Spread } from './arrival-spread.ts'
import { knownBreaks, restAhead } from './breaks-ahead.ts'
import { computeHabits } from './pace.ts'

/** Inputs of the window; moments of the plan's day. */
export interface Expected {
  /** The estimated arrival of a route under way, else the planned one. */
  arrival: Date
  isStarted: boolean
  /** When the route may leave: before its start, nobody arrives earlier. */
  leaves?: Date | undefined
  /** The recipient's own windows. */
  wished: readonly (readonly [Date, Date])[]
  /** Learned errors of arrivals like this one, where the project uses them. */
  spread?: Spread | undefined
}

/** An expected arrival of a stop, with the facts that are stored when it is sent. */
export interface Expectation extends Expected {
  facts: EstimateFacts
  /** Share of such windows that are to hold, 0 to 1; undefined where the usual rule makes the window. */
  share?: number | undefined
}

export interface ArrivalWindow {
  from: Date
  to: Date
}

/** Returns when the driver is expected at a stop: the estimate on the way, else the plan; undefined while nothing is planned. */
export function findArrival(
  stop: StopRow,
  plan: PlanRow,
  { status }: Pick<RouteRow, 'status'>,
  timezone: string,
): Pick<Expected, 'arrival' | 'isStarted'> | undefined {
  const isStarted = status === 'in_transit'
  const planned =
    stop.planned_arrival_time === null
      ? undefined
      : momentOfPlanDay(stop.planned_arrival_time, plan.execution_date, timezone)
  const arrival = (isStarted ? stop.estimated_arrival_time : undefined) ?? planned
  return arrival && { arrival, isStarted }
}

/** Returns the expected arrival at a pending stop, given the number of pending stops before it, with all inputs of its window. */
export function expectedArrival(
  stop: StopRow,
  plan: PlanRow,
  route: RouteRow,
  { timezone, learning }: Pick<ProjectRow, 'timezone' | 'learning'>,
  now: Date,
  stopsAhead: number,
): Expectation | undefined {
  const expected = findArrival(stop, plan, route, timezone)
  if (!expected) return undefined
  const { arrival, isStarted } = expected
  const computeSeconds = (moment: Date) => secondsOfPlanDay(moment, plan.execution_date, timezone)
  const plannedAhead = (stop.planned_arrival_time ?? 0) - (route.planned_start_time ?? 0)
  const habits = computeHabits(learning)
  const facts = {
    isStarted,
    stopsAhead,
    hour: hourOfDay(computeSeconds(arrival)),
    secondsAhead: Math.max(0, isStarted ? (arrival.getTime() - now.getTime()) / 1_000 : plannedAhead),
    rest: isStarted
      ? restAhead(knownBreaks(route, computeSeconds), computeSeconds(arrival), computeSeconds(now), habits.breakDelay)
      : ('none' as const),
  }
  const { uses_windows, windows_share, windows } = learning
  const spread = uses_windows && windows ? findSpread(windows.spreads, facts) : undefined
  const getMoment = (seconds: number) => momentOfPlanDay(seconds, plan.execution_date, timezone)
  const leavesAt = route.time_window?.[0] ?? route.planned_start_time
  return {
    arrival,
    isStarted,
    leaves: typeof leavesAt === 'number' ? getMoment(leavesAt) : undefined,
    facts,
    spread,
    share: spread && (windows_share ?? DEFAULT_SHARE),
    wished: stop.time_windows.map(([open, close]) => [getMoment(open), getMoment(close)]),
  }
}

/** Share of windows that are to hold, unless the project sets another. */
export const DEFAULT_SHARE = 0.8

/** Hour from 0 to 23 of seconds that may lie before or after the day. */
export function hourOfDay(seconds: number): number {
  return ((Math.floor(seconds / 3_600) % 24) + 24) % 24
}

const minute = 60_000
const plannedStep = 15 * minute
const startedStep = 5 * minute
/** Milliseconds of the narrowest window that is ever promised. */
const narrowest = 20 * minute
/** The narrowest window where learned errors of estimates are known. */
const narrowestOfSpread = 10 * minute

/**
 * Makes the window. The uncertainty of an arrival is plus or minus a fifth of the time ahead, between ten minutes and an hour.
 * Before the start it is an hour, but not before the route may leave, and within the recipient's own window when the plan keeps
 * that. A learned spread of arrivals replaces this rule.
 */
export function arrivalWindow({ arrival, isStarted, leaves, wished, spread }: Expected, now: Date): ArrivalWindow {
  // Nobody arrives in the past: an overdue driver comes now at the earliest.
  const at = isStarted ? Math.max(arrival.getTime(), now.getTime()) : arrival.getTime()
  const opens = wished.find(([open, close]) => open.getTime() <= at && at <= close.getTime())?.[0]
  const earliest = isStarted ? now.getTime() : floor(Math.min(at, leaves?.getTime() ?? 0), plannedStep)
  if (spread) return spreadWindow(at, spread, Math.max(earliest, opens?.getTime() ?? 0))
  const half = usualHalfSeconds({ isStarted, secondsAhead: (at - now.getTime()) / 1_000 }) * 1_000
  if (isStarted) {
    const from = floor(Math.max(at - half, earliest), startedStep)
    return { from: new Date(from), to: new Date(Math.max(ceil(at + half, startedStep), from + narrowest)) }
  }
  const from = Math.max(floor(at - half, plannedStep), earliest)
  const to = ceil(at + half, plannedStep)
  const own = wished.find(([open, close]) => open.getTime() <= at && at <= close.getTime())
  if (!own) return { from: new Date(from), to: new Date(to) }
  const [open, close] = [Math.max(from, own[0].getTime()), Math.min(to, own[1].getTime())]
  return close - open < narrowest ? { from: own[0], to: own[1] } : { from: new Date(open), to: new Date(close) }
}

/** Half the width of the usual window before rounding. */
export function usualHalfSeconds({
  isStarted,
  secondsAhead,
}: Pick<EstimateFacts, 'isStarted' | 'secondsAhead'>): number {
  return isStarted ? Math.min(3_600, Math.max(600, secondsAhead * 0.2)) : 3_600
}

/**
 * Makes the window from a spread, to the nearest five minutes so that the intended share of windows holds: rounding outward, more
 * would. Begins no earlier than `earliest`, but may end after the recipient's own window: that one is a wish, this one a
 * prediction.
 */
function spreadWindow(at: number, [begin, end]: Spread, earliest: number): ArrivalWindow {
  const from = Math.max(round(at + begin * 1_000), floor(earliest, startedStep))
  return { from: new Date(from), to: new Date(Math.max(round(at + end * 1_000), from + narrowestOfSpread)) }
}

function round(moment: number): number {
  return Math.round(moment / startedStep) * startedStep
}

function floor(moment: number, step: number): number {
  return Math.floor(moment / step) * step
}

function ceil(moment: number, step: number): number {
  return Math.ceil(moment / step) * step
}
