/** The checker's own reading of how long a vehicle works at a stop. */
import type { Problem, Vehicle } from '../problem.ts'

/** Whole seconds: those of the stop, or of anybody there, times the vehicle's factor, to the nearest one, and of two as near the greater. */
export function workAt({ stops }: Pick<Problem, 'stops'>, { serviceFactor, isAnybody }: Vehicle, stop: number): number {
  const { serviceSeconds, anybodySeconds } = stops[stop]!
  const seconds = isAnybody && anybodySeconds !== undefined ? anybodySeconds : serviceSeconds
  return serviceFactor === undefined ? seconds : Math.floor(seconds * serviceFactor + 0.5)
}
