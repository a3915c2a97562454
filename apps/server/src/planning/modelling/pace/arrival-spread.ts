// Learned errors of arrival estimates, by stops ahead, hour and position of the break: the basis of arrival windows.
import type { RestAhead } from './breaks-ahead.ts'

/** Facts of an estimate at the time when it is made. */
export interface EstimateFacts {
  /** True when the route is under way; else the estimate is its plan. */
  isStarted: boolean
  /** From now to the estimated arrival; before the start, from the planned start. */
  secondsAhead: number
  /** Pending stops before it. */
  stopsAhead: number
  /** Hour of the estimated arrival in the project's time zone, 0 to 23. */
  hour: number
  /** Position of the break of a route under way; before the start the plan contains it. */
  rest: RestAhead
}

/** Seconds from the estimate to the beginning and the end of the window; the beginning is mostly negative. */
export type Spread = readonly [begin: number, end: number]

/** Spreads by the name of the group, see `listGroups`. */
export type ArrivalSpreads = Readonly<Record<string, Spread>>

/** Numbers of stops ahead at which the next group begins. */
const STEPS_AHEAD = [1, 2, 3, 4, 6, 8, 11, 15, 20, 26]
/** Hours at which the next part of the day begins. */
const PARTS_OF_DAY = [9, 11, 14, 17]

/** Returns the groups of an estimate, narrowest first: its stops ahead and break at its hour, at its part of the day, and at any time. */
export function listGroups({ isStarted, stopsAhead, hour, rest }: EstimateFacts): [string, string, string] {
  const step = STEPS_AHEAD.filter((stops) => stops <= stopsAhead).length
  const part = PARTS_OF_DAY.filter((begin) => begin <= hour).length
  const ahead = `${isStarted ? 'started' : 'planned'} ${step} rest ${rest}`
  return [`${ahead} at ${hour}`, `${ahead} part ${part}`, ahead]
}

/** Returns the spread of the narrowest group that is known; undefined where none is, so that the usual rule applies. */
export function findSpread(spreads: ArrivalSpreads, facts: EstimateFacts): Spread | undefined {
  for (const group of listGroups(facts)) if (spreads[group]) return spreads[group]
  return undefined
}
