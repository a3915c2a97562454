/** The checker's rule on stops that are kept apart: a stop shares no route with a kind that either of them is never with. */
import type { Kinds } from '../problem.ts'
import type { Route } from '../solution.ts'
import type { NoteFinding } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Notes every stop that comes after one of its route from which it is to be kept apart, those that are done included. */
export function listApartFindings(problem: CheckedProblem, route: Route, vehicle: number, note: NoteFinding): void {
  const seen: Kinds[] = [...(problem.vehicles[vehicle]?.servedBefore ?? [])]
  for (const stop of route.stops) {
    const own: Kinds = problem.stops[stop] ?? {}
    const other = seen.find((earlier) => names(own, earlier) || names(earlier, own))
    if (other !== undefined) {
      note(
        'apart',
        vehicle,
        stop,
        1,
        `stop ${stop} (${own.kind}) is on one route with a stop of the kind ${other.kind}`,
      )
    }
    seen.push(own)
  }
}

function names({ apartFrom = [] }: Kinds, { kind }: Kinds): boolean {
  return apartFrom.some((name) => name === kind)
}
