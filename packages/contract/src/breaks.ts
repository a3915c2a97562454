// The breaks of a route in order of time, as service and phone store them: pure functions.
import type { Static } from 'typebox'
import type { BreakStop, RouteBreak } from './schemas/route.ts'

type Break = Static<typeof RouteBreak>
type CurrentBreak = Static<typeof BreakStop>

/** All breaks of a route. Routes written by an older version, or kept by a phone from one, have one break and no list. */
export function listBreaks(route: {
  breaks?: readonly Break[] | undefined
  break_stop?: CurrentBreak | null | undefined
}): readonly Break[] {
  if (route.breaks?.length) return route.breaks
  return route.break_stop ? [route.break_stop] : []
}

/** Whether the break is under way or over. */
export function isBreakTaken({ is_completed, real_start_time }: Break): boolean {
  return is_completed || real_start_time !== undefined
}

/** Whether the break has begun and is not over. */
export function isBreakRunning({ is_completed, real_start_time }: CurrentBreak): boolean {
  return real_start_time !== undefined && !is_completed
}

/** `break_stop` of a route: the break under way, otherwise the next one, otherwise the last; undefined without breaks. */
export function currentBreak(breaks: readonly Break[]): CurrentBreak | undefined {
  const at = indexOfCurrent(breaks)
  if (at < 0) return undefined
  const { reason: _reason, law: _law, after: _after, is_on_the_way: _way, ...current } = breaks[at]!
  return current
}

/** The breaks after the driver begins the next one. One already under way continues; after the last, none begins. */
export function beginBreak(breaks: readonly Break[], moment: string): Break[] {
  if (breaks.length === 0) return [{ is_completed: false, real_start_time: moment }]
  const at = indexOfCurrent(breaks)
  return isBreakTaken(breaks[at]!) ? [...breaks] : breaks.with(at, { ...breaks[at]!, real_start_time: moment })
}

/** The breaks after the one under way ends. Ending it again changes nothing; a break ended without a beginning took no time. */
export function endBreak(breaks: readonly Break[], moment: string): Break[] {
  const begun = breaks.some(isBreakTaken) ? breaks : beginBreak(breaks, moment)
  return begun.map((entry) => (isBreakRunning(entry) ? { ...entry, real_end_time: moment, is_completed: true } : entry))
}

function indexOfCurrent(breaks: readonly Break[]): number {
  const running = breaks.findIndex(isBreakRunning)
  const next = running < 0 ? breaks.findIndex((pause) => !isBreakTaken(pause)) : running
  return next < 0 ? breaks.length - 1 : next
}
