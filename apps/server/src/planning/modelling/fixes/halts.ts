// Where a van stood, and how long: stretches of fixes that stay around one place, however much the receiver's noise moves them.
import { errorMeters, type Fix, metersBetween, middle, type Place, quantile } from './fix.ts'

export interface Halt extends Place {
  /** Indices of its first and last fix. */
  first: number
  last: number
  /** Radius around the place, in metres, that contains four of five fixes. */
  spreadMeters: number
}

const SHORTEST_MILLISECONDS = 29_000
/** Walking and the error of a reported speed are slower, driving is faster. */
const DRIVING_METERS_PER_SECOND = 2.5
const WALKING_METERS_PER_SECOND = 2.2
/** Over a longer step nobody can tell whether somebody walked. */
const STEP_MILLISECONDS = 15_000
/** Fixes of a phone that reports speed may be this far from the van: drivers walk to a door. */
const WALK_METERS = 80
/** Fixes without a speed stay this near while a van stands. */
const QUIET_METERS = 35
const LEAST_REACH_METERS = 45
const MOST_REACH_METERS = 200
/**
 * Noise moves to and fro, driving moves on: noisy fixes around one place are about as far from it as from one another (von
 * Neumann 1941, the ratio of the mean square of successive differences to the variance).
 */
const NOISE = { fixes: 7, milliseconds: 120_000, ratio: 1.15 }
/** Two halts with at most this many fixes between them may be one. */
const MOST_BETWEEN = 2
const SHARE_INSIDE = 0.8
const SHARE_GOING_ON = 0.9
const SHARE_DRIVING = 0.2

/** The halts of believed fixes, in order of time; they do not overlap. */
export function findHalts(fixes: readonly Fix[]): Halt[] {
  const halts: Halt[] = []
  for (let first = 0; first < fixes.length - 1; ) {
    const halt = beginHalt(fixes, first)
    if (halt) addHalt(fixes, halts, halt)
    first = halt ? halt.last + 1 : first + 1
  }
  return halts
}

/** Adds a halt, or extends the last one when both are at the same place. */
function addHalt(fixes: readonly Fix[], halts: Halt[], halt: Halt): void {
  const before = halts.at(-1)
  const isSame = before !== undefined && (isBeside(before, halt) || isWalk(fixes, before, halt))
  if (isSame) halts.pop()
  halts.push(isSame ? measure(fixes, before.first, halt.last) : halt)
}

function isBeside(before: Halt, halt: Halt): boolean {
  const meters = metersBetween(before, halt)
  return (
    halt.first - before.last <= MOST_BETWEEN + 1 &&
    meters <= Math.max(QUIET_METERS, before.spreadMeters, halt.spreadMeters)
  )
}

/** Returns whether the driver walked between two halts, carrying the phone from the van to a door. */
function isWalk(fixes: readonly Fix[], before: Halt, halt: Halt): boolean {
  if (metersBetween(before, halt) > MOST_REACH_METERS) return false
  for (let at = before.last + 1; at <= halt.first; at++) {
    const [from, to] = [fixes[at - 1]!, fixes[at]!]
    const isSlow = metersBetween(from, to) <= (WALKING_METERS_PER_SECOND * (to.at - from.at)) / 1_000
    if (!isSlow || isDriving(to) || to.at - from.at > STEP_MILLISECONDS) return false
  }
  return true
}

function beginHalt(fixes: readonly Fix[], first: number): Halt | undefined {
  let last = first + 1
  while (last < fixes.length - 1 && fixes[last]!.at - fixes[first]!.at < SHORTEST_MILLISECONDS) last++
  if (metersBetween(fixes[first]!, fixes[last]!) > 2 * MOST_REACH_METERS) return undefined
  const short = measure(fixes, first, last)
  if (isStanding(fixes, short)) return extend(fixes, short)
  while (
    last < fixes.length - 1 &&
    (last - first + 1 < NOISE.fixes || fixes[last]!.at - fixes[first]!.at < NOISE.milliseconds)
  )
    last++
  if (metersBetween(fixes[first]!, fixes[last]!) > 2 * MOST_REACH_METERS) return undefined
  const long = measure(fixes, first, last)
  return isNoise(fixes, long) ? extend(fixes, long) : undefined
}

function measure(fixes: readonly Fix[], first: number, last: number): Halt {
  const own = fixes.slice(first, last + 1)
  const place = { lat: middle(own.map(({ lat }) => lat)), lng: middle(own.map(({ lng }) => lng)) }
  const spreadMeters = quantile(
    own.map((fix) => metersBetween(fix, place)),
    SHARE_INSIDE,
  )
  return { ...place, first, last, spreadMeters }
}

function isLongEnough(fixes: readonly Fix[], { first, last }: Halt): boolean {
  return fixes[last]!.at - fixes[first]!.at >= SHORTEST_MILLISECONDS
}

function isStanding(fixes: readonly Fix[], halt: Halt): boolean {
  if (!isLongEnough(fixes, halt)) return false
  const own = fixes.slice(halt.first, halt.last + 1)
  const told = own.flatMap(({ speed }) => speed ?? [])
  if (2 * told.length < own.length) return halt.spreadMeters <= QUIET_METERS && !isGoingOn(own)
  const driving = told.filter((speed) => speed > DRIVING_METERS_PER_SECOND).length
  const error = middle(own.map(errorMeters))
  if (isDriving(own[0]!) || driving > SHARE_DRIVING * told.length) return false
  return halt.spreadMeters <= Math.min(MOST_REACH_METERS, Math.max(WALK_METERS, 2 * error))
}

/** Returns whether the fixes follow each other along a straight line, however slowly. */
function isGoingOn(own: readonly Fix[]): boolean {
  const steps = own.slice(1).reduce((sum, fix, at) => sum + metersBetween(own[at]!, fix), 0)
  const meters = metersBetween(own[0]!, own.at(-1)!)
  return meters > LEAST_REACH_METERS && meters > SHARE_GOING_ON * steps
}

function isNoise(fixes: readonly Fix[], halt: Halt): boolean {
  const own = fixes.slice(halt.first, halt.last + 1)
  if (own.length < NOISE.fixes || own.at(-1)!.at - own[0]!.at < NOISE.milliseconds) return false
  if (own.some(isDriving) || halt.spreadMeters > MOST_REACH_METERS) return false
  const steps = own.slice(1).map((fix, at) => metersBetween(own[at]!, fix))
  const squares = own.reduce((sum, fix) => sum + metersBetween(fix, halt) ** 2, 0)
  return Math.sqrt(squares / own.length) <= NOISE.ratio * middle(steps)
}

function isDriving({ speed }: Fix): boolean {
  return speed !== null && speed > DRIVING_METERS_PER_SECOND
}

/** Extends a halt by the fixes that stay; a single fix outside is skipped when the next one is back. */
function extend(fixes: readonly Fix[], begun: Halt): Halt {
  let halt = begun
  let measured = begun.last - begun.first + 1
  for (let last = halt.last + 1; last < fixes.length; last++) {
    const isBack = () => last + 1 < fixes.length && belongs(fixes[last + 1]!, halt)
    if (!belongs(fixes[last]!, halt)) {
      if (!isBack()) break
      continue
    }
    halt = { ...halt, last }
    if (last - halt.first + 1 < 1.5 * measured) continue
    halt = measure(fixes, halt.first, last)
    measured = last - halt.first + 1
  }
  return measure(fixes, halt.first, halt.last)
}

function belongs(fix: Fix, halt: Halt): boolean {
  const least = fix.speed === null ? LEAST_REACH_METERS : WALK_METERS
  const reach = isDriving(fix) ? QUIET_METERS : Math.max(least, 2 * halt.spreadMeters, 2 * errorMeters(fix))
  return metersBetween(fix, halt) <= Math.min(MOST_REACH_METERS, reach)
}
