// How fast a route goes so far against its plan, and what past days say of how much of that goes on: what estimates under way follow.
import type { LearningValue } from '../../../data/values.ts'
import type { KnownBreak } from './breaks-ahead.ts'
import type { DayFactors, DayHabits } from './day-pace.ts'
import { type FinishedStop, restSeen } from './rest-seen.ts'

/** What past days of a project say about its estimates. */
export interface EstimateHabits {
  /** Driving and work take so much longer than planned: 0.02 for a fiftieth. */
  bias: number
  /** So much of a route's pace goes on: 0 for nothing. */
  pace: number
  /** Breaks by the clock begin so many seconds later than planned; undefined: where the plan has them. */
  breakDelay: number | undefined
  /** How days differ as a whole; undefined: every day is taken to be as usual. */
  days?: DayHabits | undefined
}

/** Where past days say nothing the plan counts as it is. */
export const PLAIN_HABITS: EstimateHabits = { bias: 0, pace: 0, breakDelay: undefined }

/** Those of a project, where it uses what was learned of its arrivals. */
export function habitsOf({ uses_windows, habits }: Pick<LearningValue, 'uses_windows' | 'habits'>): EstimateHabits {
  if (!uses_windows || !habits) return PLAIN_HABITS
  const { bias, pace, break_delay } = habits
  return { bias, pace, breakDelay: break_delay }
}

/** The evidence of as much planned driving and work weighs as much as the plan. */
const PRIOR_SECONDS = 7_200
/** Nothing that lies ahead is taken to go faster, or slower, than by these factors. */
const [FASTEST, SLOWEST] = [0.75, 1.5]

/**
 * How much longer driving and work took than planned for a day like this, by planned second: 0.1 for a tenth, drawn towards 0 where little is behind; negative
 * for faster. From the first finished stop to the last, breaks taken off on both sides. `finished` in the order in which they were finished.
 */
export function paceOf(
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

/** The factor on the driving and work that lie ahead of a route of this pace. */
export function slownessOf({ bias, pace }: EstimateHabits, paceSoFar: number): number {
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
