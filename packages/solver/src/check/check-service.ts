/** The checker's own reading of how long a vehicle works at a stop. */
import type { Problem, Vehicle } from '../problem.ts'
import type { Step } from '../solution.ts'

/** Whole seconds: those of the stop, or of anybody there, times the vehicle's factor, to the nearest one, and of two as near the greater. */
export function workAt({ stops }: Pick<Problem, 'stops'>, { serviceFactor, isAnybody }: Vehicle, stop: number): number {
  const { serviceSeconds, anybodySeconds } = stops[stop]!
  const seconds = isAnybody && anybodySeconds !== undefined ? anybodySeconds : serviceSeconds
  return serviceFactor === undefined ? seconds : Math.floor(seconds * serviceFactor + 0.5)
}

/** Seconds of work at each step that is a stop, 0 at others: with set-up, where the vehicle comes from elsewhere. */
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
