// The pace of a day for all routes of a project together (rain, snow, a town full of people), from driving and work so far against the plan.
//
// The logarithm of (what it took / what was planned) is the usual of its hour, an effect of the day, one of the route on that day, and luck. The effect of
// the day is drawn towards none by its evidence (Henderson, Best linear unbiased estimation and prediction under a selection model, 1975), under a
// contaminated normal distribution (Tukey, A survey of sampling from contaminated distributions, 1960): most days are alike, and the first wet one is believed all
// the same. Single ways that went quite otherwise count less (Huber, Robust estimation of a location parameter, 1964).

import type { KindHabitsValue, LearnedHabitsValue, LearningValue } from '../../../data/values.ts'

/** A leg between two stops or the work at one, planned and actual. */
export interface DayPart {
  routeId: string
  kind: PartKind
  /** When it ended, milliseconds since 1970. */
  endedAt: number
  /** Hour of the day at its middle, 0 to 23. */
  hour: number
  plannedSeconds: number
  seconds: number
}

export const partKinds = ['driving', 'work'] as const
export type PartKind = (typeof partKinds)[number]

/** Habits of legs or of work, learned from past days: usual values and variances, all of logarithms. */
export interface KindHabits {
  /** Usual logarithm by hour of the day. */
  usual: readonly number[]
  /** Variances between parts of a route, between routes of a day, and between days. */
  ofParts: number
  ofRoutes: number
  ofDays: number
}

/** Habits of those kinds that count. */
export type DayHabits = Readonly<Partial<Record<PartKind, KindHabits>>>

/** Factors on the remaining driving and work of a plan; 1 for a usual day. */
export type DayFactors = Readonly<Record<PartKind, number>>

type DaysOfProject = Pick<LearningValue, 'uses_windows' | 'uses_days'> & { habits?: Pick<LearnedHabitsValue, 'days'> }

/** Returns the habits of a project, where its estimates take the effect of the day into account. */
export function findDayHabits({ uses_windows, uses_days, habits }: DaysOfProject): DayHabits | undefined {
  if (!uses_windows || uses_days === false || !habits?.days) return undefined
  const { driving, work } = habits.days
  return { ...(driving && { driving: getKindHabits(driving) }), ...(work && { work: getKindHabits(work) }) }
}

function getKindHabits({ usual, of_parts, of_routes, of_days }: KindHabitsValue): KindHabits {
  return { usual, ofParts: of_parts, ofRoutes: of_routes, ofDays: of_days }
}

export const USUAL_DAY: DayFactors = { driving: 1, work: 1 }

/** Effect of a day so far. */
export interface DayEffect {
  factor: number
  parts: number
  routes: number
}

/** Residuals beyond this many standard deviations are clipped to it. */
const HUBER = 1.5
/** Share of days that are unlike all earlier ones, and the variance that their logarithm is assumed to have. */
const ODD_DAYS = { part: 0.03, variance: 0.1 ** 2 }
/** With fewer parts than this the median is unreliable, and 0 is used. */
const FEWEST_TO_CENTER = 10

/** Residual of a part: its logarithm less the usual one of its hour. */
export function computeRest({ seconds, plannedSeconds, hour }: DayPart, { usual }: Pick<KindHabits, 'usual'>): number {
  return Math.log(seconds / plannedSeconds) - (usual[hour] ?? 0)
}

/** Estimates the effect of the day from these parts of one kind. O(parts × log parts). */
export function dayEffect(parts: readonly DayPart[], habits: KindHabits): DayEffect {
  const rests = parts.map((part) => computeRest(part, habits))
  const clip = clipper(rests, habits)
  const byRoute = new Map<string, { parts: number; sum: number }>()
  for (const [at, { routeId }] of parts.entries()) {
    const own = byRoute.get(routeId) ?? { parts: 0, sum: 0 }
    own.parts += 1
    own.sum += clip(rests[at]!)
    byRoute.set(routeId, own)
  }
  let [weight, sum] = [0, 0]
  for (const own of byRoute.values()) {
    const precision = 1 / (habits.ofRoutes + habits.ofParts / own.parts)
    weight += precision
    sum += (precision * own.sum) / own.parts
  }
  const effect = weight > 0 ? believedEffect(sum / weight, 1 / weight, habits.ofDays) : 0
  return { factor: Math.exp(effect), parts: parts.length, routes: byRoute.size }
}

/**
 * Shrinks a mean with this variance towards 0: by the variance of past days, or, where that does not explain the mean, by the
 * variance of an unusual day; the two are weighted by their likelihood.
 */
function believedEffect(mean: number, variance: number, ofDays: number): number {
  const kinds = [
    { part: 1 - ODD_DAYS.part, own: ofDays },
    { part: ODD_DAYS.part, own: Math.max(ofDays, ODD_DAYS.variance) },
  ].map(({ part, own }) => ({
    likelihood: (part * Math.exp(-(mean ** 2) / (2 * (own + variance)))) / Math.sqrt(own + variance),
    effect: (mean * own) / (own + variance),
  }))
  const all = kinds.reduce((sum, { likelihood }) => sum + likelihood, 0)
  return all > 0 ? kinds.reduce((sum, { likelihood, effect }) => sum + likelihood * effect, 0) / all : kinds[1]!.effect
}

/** Returns a function that clips residuals far from the median. */
export function clipper(rests: readonly number[], { ofParts, ofRoutes }: Pick<KindHabits, 'ofParts' | 'ofRoutes'>) {
  const sorted = Float64Array.from(rests).sort()
  const middle = sorted.length < FEWEST_TO_CENTER ? 0 : sorted[sorted.length >> 1]!
  const most = HUBER * Math.sqrt(ofParts + ofRoutes)
  return (rest: number) => middle + Math.min(most, Math.max(-most, rest - middle))
}
