// How far arrivals were from what was estimated, by how many stops ahead that was, for which hour and where the break is: what windows are made of.
import type { RestAhead } from './breaks-ahead.ts'

/** What is known of an estimate when it is told. */
export interface EstimateFacts {
  /** The route is under way; else its plan speaks. */
  isStarted: boolean
  /** From now to the estimated arrival; before the start, from the planned start. */
  secondsAhead: number
  /** Pending stops before it. */
  stopsAhead: number
  /** Of the estimated arrival, in the project's time zone, 0 to 23. */
  hour: number
  /** Where the break of a route under way lies; before the start it is in the plan. */
  rest: RestAhead
}

/** Seconds from the estimate to where the window begins and ends; the beginning is mostly negative. */
export type Spread = readonly [begin: number, end: number]

/** Spreads by group, each group named by `groupsOf`. */
export type ArrivalSpreads = Readonly<Record<string, Spread>>

/** Stops ahead at which the next group begins. */
const STEPS_AHEAD = [1, 2, 3, 4, 6, 8, 11, 15, 20, 26]
/** Hours at which the next part of the day begins. */
const PARTS_OF_DAY = [9, 11, 14, 17]

/** The groups of an estimate, the narrowest first: its stops ahead and its break at its hour, at its part of the day, and at any time. */
export function groupsOf({ isStarted, stopsAhead, hour, rest }: EstimateFacts): [string, string, string] {
  const step = STEPS_AHEAD.filter((stops) => stops <= stopsAhead).length
  const part = PARTS_OF_DAY.filter((begin) => begin <= hour).length
  const ahead = `${isStarted ? 'started' : 'planned'} ${step} rest ${rest}`
  return [`${ahead} at ${hour}`, `${ahead} part ${part}`, ahead]
}

/** The spread of the narrowest group that is known; undefined where none is, and the usual rule holds. */
export function findSpread(spreads: ArrivalSpreads, facts: EstimateFacts): Spread | undefined {
  for (const group of groupsOf(facts)) if (spreads[group]) return spreads[group]
  return undefined
}
