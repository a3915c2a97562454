// How much of a distance is straight lines, because no roads are known there: an estimate, and marked as one wherever it is shown.

/** A distance with what is known of its straight lines: a route, or the figures of routes. */
export interface StraightFacts {
  straight_distance?: number | null | undefined
  is_off_roads?: boolean | null | undefined
}

/** Metres of the distance that are straight lines. */
export function measureStraight(distance: number, { straight_distance, is_off_roads }: StraightFacts): number {
  return is_off_roads ? distance : (straight_distance ?? 0)
}

/** Which part of the distance is straight lines: `whole`, `part`, or undefined for none. Both may be differences, of either sign. */
export function findStraightPart(distance: number, facts: StraightFacts): 'whole' | 'part' | undefined {
  const straight = measureStraight(distance, facts)
  if (straight === 0) return undefined
  return Math.abs(straight - distance) < 1 ? 'whole' : 'part'
}
