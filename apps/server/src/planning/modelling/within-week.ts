// Ends routes without hours where a place is so far away that they would last for longer than a plan can tell.
import { MAX_TIME_OF_DAY_SECONDS } from '@routewright/contract'
import { type Problem, rangeOf } from '@routewright/solver'

/** Ways of more seconds than that may lead beyond the last moment of a plan. */
const longWay = 86_400

/** Routes without working hours end within the week where some place is more than a day away; elsewhere they have no need of an end. */
export function withinWeek(problem: Problem): Problem {
  if (!problem.profiles.some(({ seconds }) => rangeOf(seconds).most > longWay)) return problem
  const vehicles = problem.vehicles.map((vehicle) =>
    vehicle.shift ? vehicle : { ...vehicle, shift: [vehicle.departureSeconds ?? 0, MAX_TIME_OF_DAY_SECONDS] as const },
  )
  return { ...problem, vehicles }
}
