// When a van came to its stops and left them, according to its fixes: the halt next to the address, from the last fix before it
// to the first one after.
import { type Fix, metersBetween, type Place } from './fix.ts'
import type { Halt } from './halts.ts'
import type { Track } from './track.ts'

/** Distance within which vans stand next to the address that they serve. */
const BESIDE_METERS = 120
/** Metres added to a halt's cost when it is short, and when another stop is nearer to it. */
const SHORT_MILLISECONDS = 60_000
const SHORT_COST_METERS = 40
const OTHER_STOP_COST_METERS = 40
/** Assumed speed of arriving and leaving: this share of the van's observed speed, but at least this many metres a second. */
const APPROACH_METERS_PER_SECOND = 5
const APPROACH_SHARE = 0.7

export interface Visit {
  stopId: string
  /** Milliseconds since 1970. */
  arrivedAt: number
  /** Undefined while the van stands there. */
  leftAt: number | undefined
}

/** A stop on the way. */
export interface StopPlace extends Place {
  id: string
  /** Milliseconds since 1970 when the stop was done; no halt that belongs to it begins later. Infinity while it is open. */
  until: number
}

/** Returns at most one visit for each stop, at the likeliest halt. */
export function noticeVisits({ fixes, halts }: Track, stops: readonly StopPlace[]): Visit[] {
  return stops.flatMap((stop) => {
    const costs = halts.map((halt) =>
      fixes[halt.first]!.at > stop.until ? Number.POSITIVE_INFINITY : costOfVisit(fixes, halt, stop, stops),
    )
    const least = Math.min(...costs)
    const halt = halts[costs.indexOf(least)]
    return halt && Number.isFinite(least)
      ? [{ stopId: stop.id, arrivedAt: arrivalAt(fixes, halt), leftAt: departureFrom(fixes, halt) }]
      : []
  })
}

/** Cost of a halt as a visit of the stop: metres plus penalties; Infinity where it is too far away. */
function costOfVisit(fixes: readonly Fix[], halt: Halt, stop: Place, stops: readonly Place[]): number {
  const meters = metersBetween(halt, stop)
  if (meters > BESIDE_METERS + halt.spreadMeters / 2) return Number.POSITIVE_INFINITY
  const isShort = fixes[halt.last]!.at - fixes[halt.first]!.at < SHORT_MILLISECONDS
  const isOfOther = stops.some((other) => metersBetween(halt, other) < meters - 1)
  return meters + (isShort ? SHORT_COST_METERS : 0) + (isOfOther ? OTHER_STOP_COST_METERS : 0)
}

/** When the van arrived: the last fix before the halt plus the driving time from there. */
export function arrivalAt(fixes: readonly Fix[], halt: Halt): number {
  const [before, first] = [fixes[halt.first - 1], fixes[halt.first]!]
  if (!before) return first.at
  return Math.min(first.at, before.at + driveMilliseconds(before, halt, fixes[halt.first - 2]))
}

/** When the van left the halt; undefined where no later fix is known. */
export function departureFrom(fixes: readonly Fix[], halt: Halt): number | undefined {
  const [last, after] = [fixes[halt.last]!, fixes[halt.last + 1]]
  if (!after) return undefined
  return Math.max(last.at, after.at - driveMilliseconds(after, halt, fixes[halt.last + 2]))
}

function driveMilliseconds(fix: Fix, halt: Halt, beyond: Fix | undefined): number {
  const step = beyond ? (1_000 * metersBetween(fix, beyond)) / Math.max(1_000, Math.abs(beyond.at - fix.at)) : 0
  const speed = Math.max(APPROACH_METERS_PER_SECOND, APPROACH_SHARE * (fix.speed ?? step))
  return (1_000 * metersBetween(fix, halt)) / speed
}
