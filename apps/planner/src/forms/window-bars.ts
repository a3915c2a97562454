// Where the ends of windows may be put on the bars of a day: by dragging, by arrows, by Home and End.
import type { Window } from '@routewright/reading/windows'

/** Ends of windows lie on quarters of an hour, and a window is no shorter than one. */
export const STEP_SECONDS = 900

/** A moved window ends where its neighbours begin: those that overlap cannot be read. */
export function apart(windows: readonly Window[], index: number, [from, to]: Window): Window {
  const [least, most] = [windows[index - 1]?.[1] ?? 0, windows[index + 1]?.[0] ?? Infinity]
  return [Math.min(Math.max(from, least), most - STEP_SECONDS), Math.max(Math.min(to, most), least + STEP_SECONDS)]
}

/** Home and End take one side of a window as far as it goes; the other side stays. `latest` is where the bar ends. */
export function toTheEnd([from, to]: Window, side: 0 | 1, key: 'Home' | 'End', latest: number): Window {
  if (side === 0) return [key === 'Home' ? 0 : to - STEP_SECONDS, to]
  return [from, key === 'Home' ? from + STEP_SECONDS : latest]
}
