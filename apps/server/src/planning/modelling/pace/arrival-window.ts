// The window that a recipient is told: wide while it is only planned, narrower as the driver comes nearer, never too exact.
import type { PlanRow } from '../../../data/plan-table.ts'
import type { ProjectRow } from '../../../data/project-tables.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import { type EstimateFacts, findSpread, type Spread } from './arrival-spread.ts'
import { knownBreaks, restAhead } from './breaks-ahead.ts'
import { habitsOf } from './pace.ts'

/** What the window is made from; moments of the plan's day. */
export interface Expected {
  /** The estimated arrival of a route under way, else the planned one. */
  arrival: Date
  isStarted: boolean
  /** The recipient's own windows. */
  wished: readonly (readonly [Date, Date])[]
  /** How far arrivals like this one were from their estimates, where the project uses that. */
  spread?: Spread | undefined
}

/** The same of a stop, with what is kept of it when it is told. */
export interface Expectation extends Expected {
  facts: EstimateFacts
  /** So many of such windows are to hold, 0 to 1; undefined where the usual rule makes it. */
  share?: number | undefined
}

export interface ArrivalWindow {
  from: Date
  to: Date
}

/** When the driver is expected at a stop: as estimated on the way, else as planned; undefined while nothing is planned. */
export function arrivalOf(
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

/** The same of a pending stop that so many pending ones lie before, with all that its window is made from. */
export function expectedArrival(
  stop: StopRow,
  plan: PlanRow,
  route: RouteRow,
  { timezone, learning }: Pick<ProjectRow, 'timezone' | 'learning'>,
  now: Date,
  stopsAhead: number,
): Expectation | undefined {
  const expected = arrivalOf(stop, plan, route, timezone)
  if (!expected) return undefined
  const { arrival, isStarted } = expected
  const secondsOf = (moment: Date) => secondsOfPlanDay(moment, plan.execution_date, timezone)
  const plannedAhead = (stop.planned_arrival_time ?? 0) - (route.planned_start_time ?? 0)
  const habits = habitsOf(learning)
  const facts = {
    isStarted,
    stopsAhead,
    hour: hourOfDay(secondsOf(arrival)),
    secondsAhead: Math.max(0, isStarted ? (arrival.getTime() - now.getTime()) / 1_000 : plannedAhead),
    rest: isStarted
      ? restAhead(knownBreaks(route, secondsOf), secondsOf(arrival), secondsOf(now), habits.breakDelay)
      : ('none' as const),
  }
  const { uses_windows, windows_share, windows } = learning
  const spread = uses_windows && windows ? findSpread(windows.spreads, facts) : undefined
  const momentOf = (seconds: number) => momentOfPlanDay(seconds, plan.execution_date, timezone)
  return {
    arrival,
    isStarted,
    facts,
    spread,
    share: spread && (windows_share ?? DEFAULT_SHARE),
    wished: stop.time_windows.map(([open, close]) => [momentOf(open), momentOf(close)]),
  }
}

/** Of ten windows eight hold, unless the project wishes more or fewer. */
export const DEFAULT_SHARE = 0.8

/** 0 to 23; the day's seconds may lie before or after the day. */
export function hourOfDay(seconds: number): number {
  return ((Math.floor(seconds / 3_600) % 24) + 24) % 24
}

const minute = 60_000
const plannedStep = 15 * minute
const startedStep = 5 * minute
/** What is promised is never narrower than this. */
const narrowest = 20 * minute
/** The same where past days say how near estimates are. */
const narrowestOfSpread = 10 * minute

/**
 * Half an hour's uncertainty of an arrival grows with its distance: a fifth of the time ahead, between ten minutes and an
 * hour. Before the start it is an hour, but not outside the recipient's own window when the plan keeps it. Where past days tell the
 * spread of arrivals, that counts instead.
 */
export function arrivalWindow({ arrival, isStarted, wished, spread }: Expected, now: Date): ArrivalWindow {
  // Nobody arrives in the past: who is overdue comes now at the earliest.
  const at = isStarted ? Math.max(arrival.getTime(), now.getTime()) : arrival.getTime()
  const opens = wished.find(([open, close]) => open.getTime() <= at && at <= close.getTime())?.[0]
  if (spread) return spreadWindow(at, spread, Math.max(isStarted ? now.getTime() : 0, opens?.getTime() ?? 0))
  const half = usualHalfSeconds({ isStarted, secondsAhead: (at - now.getTime()) / 1_000 }) * 1_000
  if (isStarted) {
    const from = floor(Math.max(at - half, now.getTime()), startedStep)
    return { from: new Date(from), to: new Date(Math.max(ceil(at + half, startedStep), from + narrowest)) }
  }
  const from = floor(at - half, plannedStep)
  const to = ceil(at + half, plannedStep)
  const own = wished.find(([open, close]) => open.getTime() <= at && at <= close.getTime())
  if (!own) return { from: new Date(from), to: new Date(to) }
  const [open, close] = [Math.max(from, own[0].getTime()), Math.min(to, own[1].getTime())]
  return close - open < narrowest ? { from: own[0], to: own[1] } : { from: new Date(open), to: new Date(close) }
}

/** Half of the usual window before it is rounded. */
export function usualHalfSeconds({
  isStarted,
  secondsAhead,
}: Pick<EstimateFacts, 'isStarted' | 'secondsAhead'>): number {
  return isStarted ? Math.min(3_600, Math.max(600, secondsAhead * 0.2)) : 3_600
}

/**
 * To the nearest five minutes, so that as many windows hold as the spread says: rounded outward, more would. It does not begin before
 * `earliest`, but may end after the recipient's own window: that says what is wished, this what will be.
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
