// Positions that nobody can have been at: far off, between two that are near each other.
import { straightMeters } from '../travel/straight-lines.ts'
import type { TravelPoint } from '../travel/travel.ts'

/** No vehicle that delivers is faster: 250 km/h. */
const fastestMetersPerSecond = 70
/** A jump shorter than this is ordinary noise of the receiver, which road matching deals with. */
const leastMeters = 200

/** The positions, in order of time, without single ones that would have been reached and left at an impossible speed. */
export function withoutSpikes<T extends TravelPoint & { recorded_at: Date }>(positions: readonly T[]): T[] {
  const kept: T[] = []
  for (const [index, position] of positions.entries()) {
    const [before, after] = [kept.at(-1), positions[index + 1]]
    const isSpike = before && after && isJump(before, position) && isJump(position, after) && !isJump(before, after)
    if (!isSpike) kept.push(position)
  }
  return kept
}

function isJump<T extends TravelPoint & { recorded_at: Date }>(from: T, to: T): boolean {
  const meters = straightMeters(from, to)
  const seconds = (to.recorded_at.getTime() - from.recorded_at.getTime()) / 1_000
  return meters > leastMeters && meters > fastestMetersPerSecond * seconds
}
