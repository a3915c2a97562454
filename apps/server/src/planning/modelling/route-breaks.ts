// The breaks of a route in the interface's form: first those taken, then those planned.
import { isBreakTaken, listBreaks } from '@routewright/contract/breaks'
import { explainBreaks, type LawChoice, type Problem, type Route } from '@routewright/solver'
import type { RouteRow } from '../../data/route-table.ts'
import type { RouteBreakValue } from '../../data/values.ts'

/** Returns the breaks of an evaluated route. `before`: number of stops of the route that the evaluated steps do not contain. */
export function breaksOfRoute(
  route: RouteRow,
  problem: Problem,
  evaluated: Route,
  before: number,
  law: LawChoice | undefined,
): RouteBreakValue[] {
  const { steps } = evaluated
  const reasons = explainBreaks(problem, evaluated)
  const planned: RouteBreakValue[] = []
  let order = before
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'stop') order += 1
    if (step.kind !== 'break') continue
    const { kind, afterSeconds } = reasons[planned.length]!
    planned.push({
      is_completed: false,
      order,
      planned_start_time: step.startSeconds,
      planned_end_time: step.departureSeconds,
      reason: kind,
      ...(kind !== 'clock' && law && { after: afterSeconds!, law: law.law }),
      ...(step.location === null && index > 0 && step.legSeconds > 0 && { is_on_the_way: true }),
    })
  }
  return [...listBreaks(route).filter(isBreakTaken), ...planned]
}

/** Returns whether the vehicle's break by the clock was taken or is being taken. */
export function isClockBreakTaken(route: RouteRow): boolean {
  return listBreaks(route).some((pause) => isBreakTaken(pause) && (pause.reason ?? 'clock') === 'clock')
}
