// The pace of a route so far against its plan, and how much of it persists according to past days: the basis of estimates under way.
import type { LearningValue } from '../../../data/values.ts'
import type { KnownBreak } from './breaks-ahead.ts'
import type { DayFactors, DayHabits } from './day-pace.ts'
import { type FinishedStop, restSeen } from './rest-seen.ts'

/** Habits of a project's estimates, learned from past days. */
export interface EstimateHabits {
  /** Share by which driving and work exceed the plan: 0.02 for a fiftieth. */
  bias: number
  /** Share of a route's pace that persists: 0 for nothing. */
  pace: number
  /** Seconds by which breaks by the clock begin later than planned; undefined: at their planned place. */
  breakDelay: number | undefined
  /** How days differ as a whole; undefined: every day counts as usual. */
  days?: DayHabits | undefined
}

/** Habits where nothing was learned: the plan counts unchanged. */
export const PLAIN_HABITS: EstimateHabits = { bias: 0, pace: 0, breakDelay: undefined }

/** Returns the habits of a project, if it uses learned arrivals. */
export function computeHabits({
  uses_windows,
  habits,
}: Pick<LearningValue, 'uses_windows' | 'habits'>): EstimateHabits {
  if (!uses_windows || !habits) return PLAIN_HABITS
  const { bias, pace, break_delay } = habits
  return { bias, pace, breakDelay: break_delay }
}

/** Weight of the plan, in planned seconds of driving and work that count as much as evidence. */
const PRIOR_SECONDS = 7_200
/** Bounds of the factor on what lies ahead. */
const [FASTEST, SLOWEST] = [0.75, 1.5]

/**
 * Returns how much longer driving and work took than planned, per planned second and relative to the day: 0.1 for a tenth more,
 * negative for faster. Shrunk towards 0 where little is done. Covers the first to the last finished stop, without breaks.
 * `finished` is in the order in which they were finished.
 */
export function getPace(
  finished: readonly FinishedStop[],
  breaks: readonly KnownBreak[],
  { driving, work }: DayFactors,
): number {
  const [first, last] = [finished[0], finished.at(-1)]
  if (!first || !last) return 0
  let planned = last.plannedDeparture - first.plannedDeparture
  let taken = last.finishedAt - first.finishedAt
  for (const pause of breaks) {
    planned -= overlap(pause.planned, first.plannedDeparture, last.plannedDeparture)
    taken -= restTaken(pause, finished, first.finishedAt, last.finishedAt)
  }
  if (planned <= 0) return 0
  const worked = Math.min(planned, Math.max(0, last.plannedWork - first.plannedWork))
  const expected = driving * (planned - worked) + work * worked
  return (taken - expected) / (expected + PRIOR_SECONDS)
}

/** Returns the factor on the remaining driving and work of a route with this pace. */
export function computeSlowness({ bias, pace }: EstimateHabits, paceSoFar: number): number {
  return Math.min(SLOWEST, Math.max(FASTEST, 1 + bias + pace * paceSoFar))
}

function restTaken(
  { planned, within, begunAt, endedAt }: KnownBreak,
  finished: readonly FinishedStop[],
  from: number,
  to: number,
): number {
  if (begunAt !== undefined) return overlap({ from: begunAt, to: endedAt ?? to }, from, to)
  return within ? restSeen(finished, { ...planned, ...within }) : 0
}

function overlap(span: { from: number; to: number }, from: number, to: number): number {
  return Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
}
