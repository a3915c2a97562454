// The one interpretation of a van's positions that everything else uses: which fixes count, where it stood, and the line it drove.
import { believedFixes } from './believed-fixes.ts'
import { errorMeters, type Fix, metersBetween, middle, type Place } from './fix.ts'
import { findHalts, type Halt } from './halts.ts'

export interface Track<T extends Fix = Fix> {
  /** In order of time. */
  fixes: T[]
  halts: Halt[]
  /** Fixes on the way and one place for each halt, at its beginning and its end. */
  line: Fix[]
}

/** Fixes with a larger error say nothing about the street. */
const WORST_ERROR_METERS = 100
/** Least distance between points of a line: this many metres, and this many times the error. */
const LEAST_STEP_METERS = 20
const STEP_ERRORS = 5
/** A step is plausible up to this many metres, or up to this factor times the last steps. */
const SURPRISE = { meters: 60, factor: 1.3, steps: 4 }
/** A first fix, which no other supports, counts if this near to a place of the route, or within driving distance since its start. */
const BEGIN = { meters: 5_000, metersPerSecond: 25, seconds: 60 }
/** Fixes with a larger deviation are smoothed, where their neighbours are near in time. */
const SMOOTHED_METERS = 20
const SMOOTHED_MILLISECONDS = 40_000
/** A reported accuracy is the radius that contains two of three fixes; this many deviations per radius. */
const DEVIATIONS_OF_RADIUS = 1.5
/** Halts with fewer fixes say nothing about noise. */
const TELLING_FIXES = 5
/** Standard deviations per spread, the radius that contains four of five fixes (Rayleigh distribution). */
const DEVIATIONS_OF_SPREAD = 1.79

/** Reads a track from fixes in order of time. */
export function readTrack<T extends Fix>(all: readonly T[]): Track<T> {
  const fixes = believedFixes(all).filter((fix) => errorMeters(fix) <= WORST_ERROR_METERS)
  const halts = findHalts(fixes)
  return { fixes, halts, line: drawLine(fixes, halts) }
}

/** Points before the place where two lines diverge, needed for recognizing the roads. */
const CONTEXT_POINTS = 6

/** Returns the ends of two lines, from a little before the point where they diverge. Empty where they do not. */
export function drawAddition(before: Track, after: Track): { without: Fix[]; withThem: Fix[] } {
  const [shorter, longer] = [before.line, after.line]
  let parted = 0
  while (parted < shorter.length && isSamePoint(shorter[parted], longer[parted])) parted++
  if (parted === longer.length && parted === shorter.length) return { without: [], withThem: [] }
  const from = Math.max(0, parted - CONTEXT_POINTS)
  return { without: shorter.slice(from), withThem: longer.slice(from) }
}

function isSamePoint(one: Fix | undefined, other: Fix | undefined): boolean {
  return one !== undefined && one.at === other?.at && one.lat === other.lat && one.lng === other.lng
}

/** Facts about a van before its first fix: the places of its route, beginning with its start, and when it started. */
export interface Begin {
  places: readonly Place[]
  at: number
}

/**
 * Returns where the van is: the middle of its halt, else its last fix. A fix farther on than the van can have driven awaits a
 * second one, because a single fix must not change what recipients see.
 */
export function placeOfVan(all: readonly Fix[], begin?: Begin): (Place & { at: number }) | undefined {
  const fixes = believedFixes(all)
  const last = fixes.at(-1)
  if (!last || (fixes.length === 1 && begin && !isWithinReach(begin, last))) return undefined
  const halt = findHalts(fixes).at(-1)
  const before = fixes.at(-2)
  if (halt?.last === fixes.length - 1) return { lat: halt.lat, lng: halt.lng, at: last.at }
  if (!before || isNoSurprise(fixes)) return last
  return halt?.last === fixes.length - 2 ? { lat: halt.lat, lng: halt.lng, at: before.at } : before
}

function isWithinReach(begin: Begin, fix: Fix): boolean {
  const [start] = begin.places
  const driven = (BEGIN.metersPerSecond * Math.max(0, fix.at - begin.at)) / 1_000
  const isDriven = start !== undefined && metersBetween(start, fix) <= driven
  return isDriven || begin.places.some((place) => metersBetween(place, fix) <= BEGIN.meters)
}

function isNoSurprise(fixes: readonly Fix[]): boolean {
  const [before, last] = [fixes.at(-2)!, fixes.at(-1)!]
  const seconds = (last.at - before.at) / 1_000
  const steps = fixes.slice(-SURPRISE.steps - 1).slice(0, -1)
  const driven = steps.slice(1).reduce((sum, fix, at) => sum + metersBetween(steps[at]!, fix), 0)
  const drivenSeconds = Math.max(1, (before.at - steps[0]!.at) / 1_000)
  const meters = metersBetween(before, last) - errorMeters(before) - errorMeters(last)
  if (steps.length < 2) return meters <= BEGIN.metersPerSecond * Math.min(seconds, BEGIN.seconds)
  // After a silence no particular step is expected.
  const expectedSeconds = Math.min(seconds, drivenSeconds)
  return meters <= Math.max(SURPRISE.meters, (SURPRISE.factor * driven * expectedSeconds) / drivenSeconds)
}

function drawLine(fixes: readonly Fix[], halts: readonly Halt[]): Fix[] {
  const noise = noiseAtHalts(halts)
  // A single fix away from the last halt may be wrong and awaits a second one.
  const isWaiting = halts.at(-1)?.last === fixes.length - 2
  const line: Fix[] = []
  const drive = (first: number, end: number) => {
    for (let at = first; at < end; at++) {
      const fix = smooth(fixes, at, noise)
      const last = line.at(-1)
      if (!last || metersBetween(last, fix) >= stepMeters(fix, noise)) line.push(fix)
    }
  }
  let next = 0
  for (const halt of halts) {
    drive(next, halt.first)
    line.push(...standAt(fixes, halt, line, noise))
    next = halt.last + 1
  }
  if (isWaiting) return line
  drive(next, fixes.length)
  const [end, last] = [fixes.at(-1), line.at(-1)]
  if (end && last && next < fixes.length && metersBetween(last, end) >= LEAST_STEP_METERS) line.push(end)
  return line
}

/** Adds the beginning and end of a halt, at its place. Removes the last fix before it where that one is within the noise. */
function standAt(fixes: readonly Fix[], halt: Halt, line: Fix[], noise: number): Fix[] {
  const [first, last] = [fixes[halt.first]!, fixes[halt.last]!]
  const place = { lat: halt.lat, lng: halt.lng, accuracy: errorMeters(first), speed: 0 }
  const before = line.at(-1)
  if (before && before.speed !== 0 && metersBetween(before, place) < stepMeters(before, noise)) line.pop()
  return [
    { ...place, at: first.at },
    { ...place, at: last.at },
  ]
}

/** Averages a noisy fix with its neighbours, whose errors are as large and independent. */
function smooth(fixes: readonly Fix[], at: number, noise: number): Fix {
  const [before, fix, after] = [fixes[at - 1], fixes[at]!, fixes[at + 1]]
  if (!before || !after || deviation(fix, noise) < SMOOTHED_METERS) return fix
  if (after.at - before.at > SMOOTHED_MILLISECONDS) return fix
  const mean = (value: (one: Fix) => number) => (value(before) + 2 * value(fix) + value(after)) / 4
  return { ...fix, lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}

function stepMeters(fix: Fix, noise: number): number {
  return Math.max(LEAST_STEP_METERS, STEP_ERRORS * deviation(fix, noise))
}

function deviation(fix: Fix, noise: number): number {
  return Math.max(noise, errorMeters(fix) / DEVIATIONS_OF_RADIUS)
}

/** Standard deviation of the fixes during halts, metres; 0 where the van never stood. */
function noiseAtHalts(halts: readonly Halt[]): number {
  const long = halts.filter(({ first, last }) => last - first >= TELLING_FIXES)
  return middle(long.map(({ spreadMeters }) => spreadMeters)) / DEVIATIONS_OF_SPREAD
}
