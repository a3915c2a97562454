/** Slack that is wished for: the margin of a stop from what lies before it, and how much of it is missing. */
import type { Model } from '../model/model.ts'

/** Seconds that a bad day takes longer after so many of driving and of work; `own` is the sum of squares of what ways and stops have of their own. */
export function marginAfter(model: Model, driving: number, work: number, own: number): number {
  return Math.sqrt((model.slackOfDriving * driving) ** 2 + (model.slackOfWork * work) ** 2 + own)
}

/** The part of a margin that does not lie between a moment and the one that it must not pass; all of it behind that. */
export function missingOf(margin: number, at: number, limit: number): number {
  const missing = at + margin - limit
  return missing <= 0 ? 0 : Math.min(missing, margin)
}

/** How late a stop may begin for the sake of a later start: as it would, or with its whole margin; in whole seconds, as times are. */
export function holdOf(margin: number, begin: number, closes: number): number {
  return Math.max(begin, Math.floor(closes - margin))
}

/** Whether vehicle v has room beside its margins before its break. */
export function hasRoom(model: Model, v: number): boolean {
  return model.roomFrom[v + 1]! > model.roomFrom[v]!
}

/** Seconds of room beside the margin of what vehicle v begins at `time`, its break still to come. O(log steps). */
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

/** Whether there is time for the first break of vehicle v before a route that starts then: it needs no room. */
export function startsBehindBreak(
  { breakFrom, breakEarliest, breakDuration }: Model,
  v: number,
  startSeconds: number,
): boolean {
  const k = breakFrom[v]!
  return k < breakFrom[v + 1]! && startSeconds >= breakEarliest[k]! + breakDuration[k]!
}
