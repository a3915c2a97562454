// Positions that nobody can have been at: far off, between two that are near each other.
import { straightMeters } from '../travel/straight-lines.ts'
import type { TravelPoint } from '../travel/travel.ts'

/** No vehicle that delivers is faster: 250 km/h. */
const fastestMetersPerSecond = 70
/** A jump shorter than this is ordinary noise of the receiver, which road matching deals with. */
const leastMeters = 200

/** The positions, in order of time, without single ones that would have been reached and left at an impossible speed. */
export function withoutSpikes<T extends TravelPoint & { recorded_at: Date }>(positions: readonly T[]): T[] {
  return withoutSpikesAt(positions, ({ recorded_at }) => recorded_at.getTime())
}

/** The same of positions that tell their moment, in milliseconds, in another way. */
export function withoutSpikesAt<T extends TravelPoint>(
  positions: readonly T[],
  momentOf: (position: T) => number,
): T[] {
  const isJump = (from: T, to: T) => {
    const meters = straightMeters(from, to)
    const seconds = (momentOf(to) - momentOf(from)) / 1_000
    return meters > leastMeters && meters > fastestMetersPerSecond * seconds
  }
  const kept: T[] = []
  for (const [index, position] of positions.entries()) {
    const [before, after] = [kept.at(-1), positions[index + 1]]
    const isSpike = before && after && isJump(before, position) && isJump(position, after) && !isJump(before, after)
    if (!isSpike) kept.push(position)
  }
  return kept
}
