/** What every answer of the search must satisfy, as one list of complaints for a test to expect empty. */

import { check } from '../src/check.ts'
import type { Problem } from '../src/problem.ts'
import type { Solution } from '../src/solution.ts'

/**
 * Everything wrong with an answer. Rules that pinned or locked stops break by themselves are no fault of the search,
 * provided that the route says so; any other route must break none and say none.
 */
export function listComplaints(problem: Problem, solution: Solution): string[] {
  const isForced = problem.vehicles.map(
    (vehicle) => [...(vehicle.pinnedPrefix ?? []), ...(vehicle.pinned ?? [])].length > 0,
  )
  const complaints = check(problem, solution)
    .filter((finding) => !(finding.isDeclared && finding.vehicle !== null && isForced[finding.vehicle]))
    .map((finding) => `${finding.code}: ${finding.message} (vehicle ${finding.vehicle}, stop ${finding.stop})`)
  for (const route of solution.routes) {
    if (route.violations.length > 0 && !isForced[route.vehicle]) {
      complaints.push(`route ${route.vehicle} reports ${route.violations.map(({ code }) => code).join(', ')}`)
    }
  }
  return complaints
}
