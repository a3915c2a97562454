/** The checker's own calculation of how long a vehicle works at a stop. */
import type { Problem, Vehicle } from '../problem.ts'
import type { Step } from '../solution.ts'

/**
 * Whole seconds: the stop's service time (or the one for an unknown driver) times the vehicle's factor, rounded to the nearest, halves up.
 */
export function workAt({ stops }: Pick<Problem, 'stops'>, { serviceFactor, isAnybody }: Vehicle, stop: number): number {
  const { serviceSeconds, anybodySeconds } = stops[stop]!
  const seconds = isAnybody && anybodySeconds !== undefined ? anybodySeconds : serviceSeconds
  return serviceFactor === undefined ? seconds : Math.floor(seconds * serviceFactor + 0.5)
}

/** Seconds of work at each step that is a stop, 0 at others; includes set-up when the vehicle comes from another location. */
export function listWork(problem: Pick<Problem, 'stops'>, vehicle: Vehicle, steps: readonly Step[]): number[] {
  let place: number | null = null
  return steps.map(({ kind, stop, location }, index) => {
    const isElsewhere = index === 0 || location === null || location !== place
    if (kind !== 'break') place = location
    if (kind !== 'stop') return 0
    const { setupSeconds = 0 } = problem.stops[stop!]!
    return workAt(problem, vehicle, stop!) + (isElsewhere ? setupSeconds : 0)
  })
}
