/** Wanted slack: the margin of a stop from the driving and work before it, and its missing part. */
import type { Model } from '../model/model.ts'

/**
 * Margin in seconds after the given driving and work; `own` is the sum of squares of the margins that single legs and stops have of their
 * own.
 */
export function marginAfter(model: Model, driving: number, work: number, own: number): number {
  return Math.sqrt((model.slackOfDriving * driving) ** 2 + (model.slackOfWork * work) ** 2 + own)
}

/** Part of a margin that does not fit between a time and its limit; all of it after the limit. */
export function computeMissing(margin: number, at: number, limit: number): number {
  const missing = at + margin - limit
  return missing <= 0 ? 0 : Math.min(missing, margin)
}

/**
 * Latest start of a stop's service when the route starts later: its present one, or the one that keeps its whole margin; in whole seconds.
 */
export function computeHold(margin: number, begin: number, closes: number): number {
  return Math.max(begin, Math.floor(closes - margin))
}

/** Whether vehicle v has room added to its margins before its break. */
export function hasRoom(model: Model, v: number): boolean {
  return model.roomFrom[v + 1]! > model.roomFrom[v]!
}

/** Seconds of room added to the margin of work that vehicle v begins at `time` before its break. O(log steps). */
export function roomAt(model: Model, v: number, time: number): number {
  const { roomSince, roomSeconds } = model
  let low = model.roomFrom[v]!
  let high = model.roomFrom[v + 1]!
  if (low === high || time < roomSince[low]!) return 0
  // The step at `low` has begun, the one at `high` has not.
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (roomSince[middle]! <= time) low = middle
    else high = middle
  }
  return roomSeconds[low]!
}

/** Whether there is time for the first break of vehicle v before a route with this start, which then needs no room. */
export function startsBehindBreak(
  { breakFrom, breakEarliest, breakDuration }: Model,
  v: number,
  startSeconds: number,
): boolean {
  const k = breakFrom[v]!
  return k < breakFrom[v + 1]! && startSeconds >= breakEarliest[k]! + breakDuration[k]!
}
