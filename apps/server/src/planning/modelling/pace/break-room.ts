// When a project's drivers take their breaks, as learned from past days and used in its plans.
import type { Break } from '@routewright/solver'
import type { LearningValue } from '../../../data/values.ts'

/** Shares of drivers who have had a break, by the hours within which it may lie; see `keyOfHours`. */
export type BreakRoom = ReadonlyMap<string, NonNullable<Break['takenShares']>>

export type BreaksOfProject = Pick<LearningValue, 'uses_service_times' | 'uses_break_room' | 'break_shares'>

/** Returns the learned times of breaks, where the project uses learned times and room for breaks; else empty. */
export function getBreakRoom({
  uses_service_times,
  uses_break_room = true,
  break_shares = [],
}: BreaksOfProject = {}): BreakRoom {
  const known = uses_service_times && uses_break_room ? break_shares.filter(({ steps }) => steps.length > 0) : []
  return new Map(known.map((hours) => [keyOfHours(hours), hours.steps]))
}

/** Key of the hours of a break, in seconds of the plan's day. */
export function keyOfHours({ start, end }: { start: number; end: number }): string {
  return `${start} ${end}`
}
