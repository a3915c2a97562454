/** The checker's rule on alternatives: of the stops that share a `oneOf`, one is served and no other counts, or one stands for all left out. */

import type { Solution } from '../solution.ts'
import type { NoteFinding } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Notes groups of which two stops are served, or listed as unassigned, or one of each. Returns the stops that others of their group stand for. */
export function listAlternativeFindings(
  problem: CheckedProblem,
  solution: Solution,
  routeOfStop: Int32Array,
  note: NoteFinding,
): Set<number> {
  const chosen = new Map<string, number>()
  const choose = (stop: number, vehicle: number | null): void => {
    const name = problem.stops[stop]?.oneOf
    if (name === undefined) return
    const other = chosen.get(name)
    if (other === undefined) chosen.set(name, stop)
    else if (other !== stop)
      note('alternatives', vehicle, stop, 1, `stop ${stop} is in the plan, but so is stop ${other} of group ${name}`)
  }
  routeOfStop.forEach((vehicle, stop) => {
    if (vehicle >= 0) choose(stop, vehicle)
  })
  for (const { stop } of solution.unassigned) choose(stop, null)
  const spared = new Set<number>()
  problem.stops.forEach(({ oneOf }, stop) => {
    if (oneOf !== undefined && chosen.has(oneOf) && chosen.get(oneOf) !== stop) spared.add(stop)
  })
  return spared
}
