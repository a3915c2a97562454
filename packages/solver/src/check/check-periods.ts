/** Checks a plan over several days: each stop on one of its allowed sets of days, and every day by the checker of a single one. */
import type { PeriodicProblem, Problem } from '../problem.ts'
import type { PeriodicSolution } from '../solution.ts'
import { check } from './check.ts'

/** Errors, one sentence each; empty for a correct plan. Days, and visits left out, are compared with the routes themselves. */
export function checkPeriods(periodic: PeriodicProblem, answer: PeriodicSolution): string[] {
  const { visits, solution, days } = answer
  const findings: string[] = []
  const known = visits.every(({ stop, day }) => stop in periodic.problem.stops && day >= 0 && day < periodic.dayCount)
  if (!known) return ['a visit names a stop or a day that does not exist']
  periodic.choices.forEach((sets, stop) => {
    const seen = visits.filter((visit) => visit.stop === stop).map(({ day }) => day)
    if (new Set(seen).size < seen.length) findings.push(`stop ${stop}: twice on a day (${seen})`)
    if (!sets.some((set) => isSame(set, seen)))
      findings.push(`stop ${stop}: days ${seen}, allowed are ${sets.join(' or ')}`)
    if (!isSame(days[stop] ?? [], seen)) findings.push(`stop ${stop}: days ${days[stop]} are told, ${seen} planned`)
  })
  solution.routes.forEach(({ vehicle, stops }) => {
    for (const visit of stops) {
      const day = visits[visit]?.day
      const driven = periodic.dayOfVehicle[vehicle]
      if (day !== driven) findings.push(`vehicle ${vehicle} drives on day ${driven}, its visit ${visit} is on ${day}`)
    }
  })
  return [...findings, ...check(asProblem(periodic, answer), solution).map(({ message }) => message)]
}

function isSame(set: readonly number[], days: readonly number[]): boolean {
  return set.length === days.length && set.every((day) => days.includes(day))
}

/** A problem with one stop per visit; that vehicles keep their days is checked above. */
function asProblem({ problem }: PeriodicProblem, { visits }: PeriodicSolution): Problem {
  return { ...problem, stops: visits.map(({ stop }) => problem.stops[stop]!) }
}
