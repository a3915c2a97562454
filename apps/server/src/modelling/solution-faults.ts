// Whether a solution may be applied: the independent checker's word, but for what a stop that must stay breaks by staying.
import { check, type Problem, type Solution } from '@routewright/solver'

/** Claims that no plan may be changed by, wherever the stops had to be. */
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
