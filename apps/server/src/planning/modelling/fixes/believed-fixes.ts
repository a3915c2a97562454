// Filters position fixes: the heaviest chain of fixes that one van can have driven through, one after the other.
import { errorMeters, type Fix, metersBetween, middle } from './fix.ts'

/** Highest speed of a van (160 km/h). Two fixes that would need more are not connected. */
const FASTEST_METERS_PER_SECOND = 45
/** Strongest acceleration and braking of a van, for receivers that report speed. */
const HARDEST_METERS_PER_SECOND_SQUARED = 3
/** Metres by which two fixes may be farther apart than their errors allow. */
const SLACK_METERS = 20
/** A step is doubted when it is this much faster than the steps around it. */
const DOUBTED = { factor: 2, metersPerSecond: 10, least: 15 }
const STEPS_AROUND = 10
/** Number of agreeing fixes after a doubted step that make it believable; until then, the fix is held back. */
const COST_OF_DOUBT = 3
/** Most fixes that a chain may skip at once, unless it continues the best chain so far. */
const LONGEST_SKIP = 30
/** An excursion is a single fix at least this far off, left and returned from within this time. */
const EXCURSION_METERS = 100
const EXCURSION_SECONDS = 90
/** Fixes with a larger error count only where nothing contradicts them. */
const POOR_ERROR_METERS = 100
const POOR_WEIGHT = 0.1

/** Returns the believable ones of fixes in order of time. A last one that still awaits confirmation is left out. O(fixes). */
export function believedFixes<T extends Fix>(fixes: readonly T[]): T[] {
  return withoutExcursions(heaviestChain(fixes.filter(isAnywhere)))
}

/** Receivers without a position report 0/0, in the sea off Ghana. */
function isAnywhere({ lat, lng }: Fix): boolean {
  return lat !== 0 || lng !== 0
}

function heaviestChain<T extends Fix>(fixes: readonly T[]): T[] {
  const usualSpeed = createUsualSpeed(fixes)
  const weights = new Float64Array(fixes.length)
  const before = new Int32Array(fixes.length).fill(-1)
  let best = -1
  for (const [index, fix] of fixes.entries()) {
    const first = Math.max(0, index - LONGEST_SKIP)
    let most = 0
    for (let earlier = index - 1; earlier >= first; earlier--) consider(earlier)
    if (best >= 0 && best < first) consider(best)
    weights[index] = most + (errorMeters(fix) > POOR_ERROR_METERS ? POOR_WEIGHT : 1)
    if (best < 0 || weights[index]! >= weights[best]!) best = index

    function consider(earlier: number): void {
      const weight = weights[earlier]!
      if (weight <= most) return
      const usual = () => Math.max(usualSpeed(earlier), usualSpeed(index))
      const left = weight - stepCost(fixes[earlier]!, fix, usual)
      if (left <= most) return
      most = left
      before[index] = earlier
    }
  }
  const chain: T[] = []
  for (let at = best; at >= 0; at = before[at]!) chain.push(fixes[at]!)
  return chain.reverse()
}

/** Cost of a step; Infinity where no van can drive it. `usual` returns the van's speed around then, metres a second. */
function stepCost(from: Fix, to: Fix, usual: () => number): number {
  const seconds = (to.at - from.at) / 1_000
  const meters = metersBetween(from, to) - 2 * (errorMeters(from) + errorMeters(to)) - SLACK_METERS
  if (meters <= 0) return 0
  if (meters > reachMeters(from, to, seconds)) return Number.POSITIVE_INFINITY
  if (meters <= seconds * DOUBTED.least) return 0
  return meters > seconds * (DOUBTED.factor * usual() + DOUBTED.metersPerSecond) ? COST_OF_DOUBT : 0
}

/** Farthest that the van can have come: by the reported speeds, else by the highest possible one. */
function reachMeters(from: Fix, to: Fix, seconds: number): number {
  const fastest = FASTEST_METERS_PER_SECOND * seconds
  if (from.speed === null || to.speed === null) return fastest
  const mean = (from.speed + to.speed) / 2
  return Math.min(fastest, mean * seconds + (HARDEST_METERS_PER_SECOND_SQUARED * seconds * seconds) / 4)
}

/** Returns a function for the median speed of the steps around a fix, robust against a few jumps. */
function createUsualSpeed(fixes: readonly Fix[]): (index: number) => number {
  const known = new Map<number, number>()
  return (index) => {
    const before = known.get(index)
    if (before !== undefined) return before
    const around = fixes.slice(Math.max(0, index - STEPS_AROUND), index + STEPS_AROUND + 1)
    const speeds = around.slice(1).map((fix, at) => {
      const from = around[at]!
      return metersBetween(from, fix) / Math.max(1, (fix.at - from.at) / 1_000)
    })
    const usual = middle(speeds)
    known.set(index, usual)
    return usual
  }
}

/** Removes single fixes far from the way whose neighbours are near each other: nobody drives somewhere only to turn at once. */
function withoutExcursions<T extends Fix>(fixes: readonly T[]): T[] {
  const kept: T[] = []
  for (const [index, fix] of fixes.entries()) {
    const [before, after] = [kept.at(-1), fixes[index + 1]]
    if (!before || !after || !isExcursion(before, fix, after)) kept.push(fix)
  }
  return kept
}

function isExcursion(before: Fix, fix: Fix, after: Fix): boolean {
  if (after.at - before.at > EXCURSION_SECONDS * 1_000) return false
  const off = (metersBetween(before, fix) + metersBetween(fix, after) - metersBetween(before, after)) / 2
  return off > EXCURSION_METERS + errorMeters(fix)
}
