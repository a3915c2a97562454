// Bounds routes without hours where a place is so far away that they could last longer than a plan can represent.
import { MAX_TIME_OF_DAY_SECONDS } from '@routewright/contract'
import { computeRange, type Problem } from '@routewright/solver'

/** Seconds of a leg from which times may exceed the last moment of a plan. */
const longWay = 86_400

/** Gives routes without working hours an end within the week where some place is more than a day away; elsewhere they need none. */
export function withinWeek(problem: Problem): Problem {
  if (!problem.profiles.some(({ seconds }) => computeRange(seconds).most > longWay)) return problem
  const vehicles = problem.vehicles.map((vehicle) =>
    vehicle.shift ? vehicle : { ...vehicle, shift: [vehicle.departureSeconds ?? 0, MAX_TIME_OF_DAY_SECONDS] as const },
  )
  return { ...problem, vehicles }
}
