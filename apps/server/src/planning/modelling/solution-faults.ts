// Whether a solution may be applied: all that the independent checker finds, except rules that a stop breaks because it had to stay.
import { check, type Problem, type Solution } from '@routewright/solver'

/** Faults that always forbid applying, because they are wrong numbers or impossible routes rather than broken wishes. */
const neverAllowed: ReadonlySet<string> = new Set(['duplicate', 'missing', 'structure', 'misreported', 'pin'])

/** One sentence for each rule that the solution breaks without need, or number that it states wrongly; empty when it is sound. */
export function listFaults(problem: Problem, solution: Solution): string[] {
  return check(problem, solution)
    .filter(({ code, vehicle, stop, isDeclared }) => {
      if (isDeclared) return false
      return neverAllowed.has(code) || vehicle === null || stop === null || !mustStay(problem, vehicle, stop)
    })
    .map((finding) => finding.message)
}

function mustStay({ vehicles }: Problem, vehicle: number, stop: number): boolean {
  const { pinned = [], pinnedPrefix = [] } = vehicles[vehicle]!
  return pinned.includes(stop) || pinnedPrefix.includes(stop)
}
