/** How long a search is worth waiting for: until the next second is expected to save less than a second of waiting costs. */
import type { Model } from '../model/model.ts'

/**
 * How the gap to the best known plan falls, in percent: `gap` after one second per stop from 300 stops on, proportionally less below, and
 * with the time to the power of `-fall`. From runs of 1 to 30 processor seconds on instances of 100 to 1,000 stops (decision 0541).
 */
interface Curve {
  gap: number
  fall: number
}

const curves = {
  /** One kind of vehicle, no windows. */
  free: { gap: 0.12, fall: 0.5 },
  /** One kind of vehicle and windows. */
  timed: { gap: 0.2, fall: 0.65 },
  /** Several kinds of vehicles, several days, and every rule that is not checked in constant time. */
  mixed: { gap: 0.25, fall: 0.65 },
} satisfies Record<string, Curve>

export type SearchKind = keyof typeof curves

/** Number of stops from which the gap no longer grows. */
const manyStops = 300

/** Default price of a second of waiting, in percent of the plan. */
export const usualWaitPrice = 0.02

/** Longest time in seconds by number of stops: up to 20 stops at once, up to 50 while the user watches; interpolated between entries. */
const mostBySize: readonly (readonly [stops: number, seconds: number])[] = [
  [20, 0.35],
  [50, 1.6],
  [150, 10],
  [300, 30],
  [1_000, 60],
  [5_000, 600],
]

/** Seconds after which continuing is expected to save less than it costs; `waitPrice` is percent of the plan per second. */
export function worthwhileSeconds(stopCount: number, kind: SearchKind, waitPrice: number): number {
  const { gap, fall } = curves[kind]
  // The gap after t seconds is scale · t^-fall, and the next second saves fall · scale · t^-(fall + 1).
  const scale = gap * Math.min(1, stopCount / manyStops) * stopCount ** fall
  const seconds = ((fall * scale) / waitPrice) ** (1 / (1 + fall))
  return Math.min(seconds, Math.sqrt(usualWaitPrice / waitPrice) * mostSecondsFor(stopCount))
}

/** The curve that a problem follows. */
export function getSearchKind({ features, typeCount }: Model): SearchKind {
  if (!features.isLean || typeCount > 1) return 'mixed'
  return features.hasWindows ? 'timed' : 'free'
}

function mostSecondsFor(stopCount: number): number {
  const above = mostBySize.findIndex(([stops]) => stops >= stopCount)
  if (above === 0) return mostBySize[0]![1]
  if (above < 0) return mostBySize.at(-1)![1]
  const [fewStops, fewSeconds] = mostBySize[above - 1]!
  const [manyMore, manySeconds] = mostBySize[above]!
  return fewSeconds + ((manySeconds - fewSeconds) * (stopCount - fewStops)) / (manyMore - fewStops)
}

/** Share of the time so far whose gain is measured. */
const lookBack = 0.5
/** Share of its time limit during which a population is never ended: on long routes it improves slowly at first. */
const leastShare = 0.5

/** Watches the gain of a search, and reports when the last half of its time saved less than its waiting cost. */
export class GainWatch {
  private readonly waitPrice: number
  private readonly beganAt: number
  private readonly leastMilliseconds: number
  private readonly seen: { at: number; cost: number }[] = []

  /** `waitPrice` in percent of the plan per second, undefined: never ends the search; `milliseconds` is its time limit. */
  constructor(waitPrice: number | undefined, now: number, milliseconds: number) {
    this.waitPrice = waitPrice ?? 0
    this.beganAt = now
    this.leastMilliseconds = leastShare * milliseconds
  }

  /** Whether to end the search, given the best cost at this time of the clock in milliseconds. */
  isEnough(cost: number, now: number): boolean {
    if (this.waitPrice === 0) return false
    const last = this.seen.at(-1)
    if (!last || cost < last.cost) this.seen.push({ at: now, cost })
    const passed = now - this.beganAt
    if (passed < this.leastMilliseconds) return false
    const since = now - passed * lookBack
    const before = this.seen.findLast(({ at }) => at <= since) ?? this.seen[0]!
    const gained = (100 * (before.cost - cost)) / Math.max(Math.abs(cost), 1e-9)
    return gained / ((passed * lookBack) / 1000) < this.waitPrice / 4
  }
}
