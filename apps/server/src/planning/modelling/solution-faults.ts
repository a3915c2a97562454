// Checks whether a solution may be applied: reports all findings of the independent checker, except rules broken by stops that had to stay.
import { check, type Problem, type Solution } from '@routewright/solver'

/** Faults that always forbid applying: wrong numbers or impossible routes rather than violated wishes. */
const neverAllowed: ReadonlySet<string> = new Set(['duplicate', 'missing', 'structure', 'misreported', 'pin'])

/** Returns one sentence for each rule that the solution breaks without need, or number that it states wrongly; empty when it is sound. */
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
