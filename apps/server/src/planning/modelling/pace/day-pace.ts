// What a day is like for all routes of a project together: rain, snow, a town full of people. From what is driven and worked so far against the plan.
//
// The logarithm of (what it took / what was planned) is the usual of its hour, an effect of the day, one of the route on that day, and luck. The effect of
// the day is drawn towards none by its evidence (Henderson, Best linear unbiased estimation and prediction under a selection model, 1975), under a
// contaminated normal distribution (Tukey, A survey of sampling from contaminated distributions, 1960): most days are alike, and the first wet one is believed all
// the same. Single ways that went quite otherwise count less (Huber, Robust estimation of a location parameter, 1964).

import type { KindHabitsValue, LearnedHabitsValue, LearningValue } from '../../../data/values.ts'

/** A way between two stops or the work at one, as it was planned and as it went. */
export interface DayPart {
  routeId: string
  kind: PartKind
  /** When it was over, milliseconds since 1970. */
  endedAt: number
  /** Of the day, 0 to 23, at its middle. */
  hour: number
  plannedSeconds: number
  seconds: number
}

export const partKinds = ['driving', 'work'] as const
export type PartKind = (typeof partKinds)[number]

/** What past days say of ways or of work: what is usual, and the variances of what differs. All of logarithms. */
export interface KindHabits {
  /** By hour of the day. */
  usual: readonly number[]
  /** From one part to the next of a route, from route to route of a day, and from day to day. */
  ofParts: number
  ofRoutes: number
  ofDays: number
}

/** Of the kinds that count. */
export type DayHabits = Readonly<Partial<Record<PartKind, KindHabits>>>

/** Factors on the driving and the work that a plan still has ahead; 1 for a day as usual. */
export type DayFactors = Readonly<Record<PartKind, number>>

type DaysOfProject = Pick<LearningValue, 'uses_windows' | 'uses_days'> & { habits?: Pick<LearnedHabitsValue, 'days'> }

/** Those of a project whose estimates follow the day. */
export function dayHabitsOf({ uses_windows, uses_days, habits }: DaysOfProject): DayHabits | undefined {
  if (!uses_windows || uses_days === false || !habits?.days) return undefined
  const { driving, work } = habits.days
  return { ...(driving && { driving: kindHabitsOf(driving) }), ...(work && { work: kindHabitsOf(work) }) }
}

function kindHabitsOf({ usual, of_parts, of_routes, of_days }: KindHabitsValue): KindHabits {
  return { usual, ofParts: of_parts, ofRoutes: of_routes, ofDays: of_days }
}

export const USUAL_DAY: DayFactors = { driving: 1, work: 1 }

/** What is known of a day so far. */
export interface DayEffect {
  factor: number
  parts: number
  routes: number
}

/** Parts that are farther from the others than so many standard deviations count as if they were as near. */
const HUBER = 1.5
/** Of so many days one may be like none before: its logarithm is believed to have this variance. */
const ODD_DAYS = { part: 0.03, variance: 0.1 ** 2 }
/** Below so many parts nobody knows which of them are the odd ones. */
const FEWEST_TO_CENTER = 10

/** What is left of a part when the usual of its hour is taken off. */
export function restOf({ seconds, plannedSeconds, hour }: DayPart, { usual }: Pick<KindHabits, 'usual'>): number {
  return Math.log(seconds / plannedSeconds) - (usual[hour] ?? 0)
}

/** The effect of the day that these parts of one kind show. O(parts × log parts). */
export function dayEffect(parts: readonly DayPart[], habits: KindHabits): DayEffect {
  const rests = parts.map((part) => restOf(part, habits))
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
 * What is to be believed of a mean that is known to within a variance: drawn towards none by what days have differed so far, or, where that does not explain it, by what a day may
 * bring that was not seen yet.
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

/** Draws what lies far from the middle of all nearer to it. */
export function clipper(rests: readonly number[], { ofParts, ofRoutes }: Pick<KindHabits, 'ofParts' | 'ofRoutes'>) {
  const sorted = Float64Array.from(rests).sort()
  const middle = sorted.length < FEWEST_TO_CENTER ? 0 : sorted[sorted.length >> 1]!
  const most = HUBER * Math.sqrt(ofParts + ofRoutes)
  return (rest: number) => middle + Math.min(most, Math.max(-most, rest - middle))
}
