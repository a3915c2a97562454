/** The checker's view of travel: one leg at a time, from a table or from coordinates. */
import type { Problem, TravelHours, Vehicle } from '../problem.ts'
import { isWide, type WideProblem } from '../wide-problem.ts'

export type CheckedProblem = Problem | WideProblem

/** A leg without the vehicle's factors; negative where there is no way. */
export interface PlainLeg {
  seconds: number
  meters: number
}

export function readLeg(problem: CheckedProblem, { profile = 0 }: Vehicle, from: number, to: number): PlainLeg {
  if (isWide(problem)) {
    const way = measureWay(problem, profile, from, to)
    return { seconds: way, meters: way }
  }
  const cell = from * problem.locationCount + to
  const { seconds, meters } = problem.profiles[profile] ?? { seconds: [], meters: [] }
  return { seconds: seconds[cell] ?? -1, meters: meters[cell] ?? -1 }
}

/** Travel times by the hour, where the vehicle has them. */
export function readHours(problem: CheckedProblem, { profile = 0 }: Vehicle): TravelHours | undefined {
  return isWide(problem) ? undefined : problem.profiles[profile]?.hours
}

function measureWay({ points, travel }: WideProblem, profile: number, from: number, to: number): number {
  const { scale = Number.NaN, rounding } = travel[profile] ?? {}
  const across = (points.x[to] ?? Number.NaN) - (points.x[from] ?? Number.NaN)
  const along = (points.y[to] ?? Number.NaN) - (points.y[from] ?? Number.NaN)
  const way = scale * Math.sqrt(across ** 2 + along ** 2)
  if (Number.isNaN(way)) return -1
  return rounding === 'down' ? Math.floor(way) : Math.round(way)
}
