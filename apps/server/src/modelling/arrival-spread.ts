// How far arrivals were from what was estimated, by how far ahead the estimate was and for which hour: what windows are made of.

/** What is known of an estimate when it is told. */
export interface EstimateFacts {
  /** The route is under way; else its plan speaks. */
  isStarted: boolean
  /** From now to the estimated arrival; before the start, from the planned start. */
  secondsAhead: number
  /** Of the estimated arrival, in the project's time zone, 0 to 23. */
  hour: number
  /** The driver has had the break of the route. */
  isRested: boolean
}

/** Seconds from the estimate to where the window begins and ends; the beginning is mostly negative. */
export type Spread = readonly [begin: number, end: number]

/** Spreads by group, each group named by `groupsOf`. */
export type ArrivalSpreads = Readonly<Record<string, Spread>>

/** Minutes ahead at which the next group begins. */
const STEPS_AHEAD = [8, 15, 25, 40, 60, 90, 130, 180, 250, 340, 460]
/** Hours at which the next part of the day begins. */
const PARTS_OF_DAY = [9, 11, 14, 17]

/**
 * The groups of an estimate, the narrowest first: its minutes ahead at its hour, with or without the break behind it; the same at its part of
 * the day; and its minutes ahead alone.
 */
export function groupsOf({ isStarted, secondsAhead, hour, isRested }: EstimateFacts): [string, string, string] {
  const step = STEPS_AHEAD.filter((minutes) => minutes * 60 <= secondsAhead).length
  const part = PARTS_OF_DAY.filter((begin) => begin <= hour).length
  const ahead = `${isStarted ? 'started' : 'planned'} ${step}`
  return [`${ahead} at ${hour}${isRested ? ' rested' : ''}`, `${ahead} part ${part}`, ahead]
}

/** The spread of the narrowest group that is known; undefined where none is, and the usual rule holds. */
export function findSpread(spreads: ArrivalSpreads, facts: EstimateFacts): Spread | undefined {
  for (const group of groupsOf(facts)) if (spreads[group]) return spreads[group]
  return undefined
}
