/** The checker's rule on backhauls: on each route all deliveries come before the first collection, and some delivery does. */

import type { Route } from '../solution.ts'
import type { NoteFinding } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Notes deliveries after a collection, and routes that only collect. */
export function listBackhaulFindings(
  problem: CheckedProblem,
  route: Route,
  vehicleIndex: number,
  note: NoteFinding,
): void {
  if (!problem.options.linehaulsFirst) return
  let delivering = 0
  let firstCollection: number | null = null
  for (const step of route.steps) {
    if (step.kind !== 'stop' || step.stop === null) continue
    const isCollection = problem.stops[step.stop]?.collected?.some((amount) => amount > 0) ?? false
    if (!isCollection) {
      delivering++
      if (firstCollection === null) continue
      note(
        'backhaul',
        vehicleIndex,
        step.stop,
        1,
        `stop ${step.stop} is delivered to after stop ${firstCollection} collects`,
      )
    } else if (firstCollection === null) {
      firstCollection = step.stop
      if (delivering > 0) continue
      note('backhaul', vehicleIndex, step.stop, 1, `stop ${step.stop} collects on a route that has delivered nothing`)
    }
  }
}
