/** What every answer of the search must satisfy, as one list of complaints for a test to expect empty. */

import { check } from '../src/check/check.ts'
import type { Finding } from '../src/check/check-report.ts'
import type { Problem } from '../src/problem.ts'
import type { Solution } from '../src/solution.ts'

/** A route names one of them where a vehicle may not serve a stop, whichever the checker sees. */
const accessCodes = ['skill_missing', 'zone', 'vehicle_forbidden']

/**
 * Everything wrong with an answer. Rules that pinned stops or a locked route break by themselves are no fault of the search,
 * provided that the route says so; any other route must break none and say none.
 */
export function listComplaints(problem: Problem, solution: Solution): string[] {
  const isForced = problem.vehicles.map(({ pinnedPrefix = [], pinned = [] }) => pinnedPrefix.length + pinned.length > 0)
  const complaints = check(problem, solution)
    .filter((finding) => finding.vehicle === null || !isForced[finding.vehicle] || !isAdmitted(finding, solution))
    .map((finding) => `${finding.code}: ${finding.message} (vehicle ${finding.vehicle}, stop ${finding.stop})`)
  for (const route of solution.routes) {
    if (route.violations.length > 0 && !isForced[route.vehicle]) {
      complaints.push(`route ${route.vehicle} reports ${route.violations.map(({ code }) => code).join(', ')}`)
    }
  }
  return complaints
}

function isAdmitted(finding: Finding, solution: Solution): boolean {
  if (finding.isDeclared) return true
  if (!accessCodes.includes(finding.code)) return false
  const { violations } = solution.routes[finding.vehicle!]!
  return violations.some(({ code, stop }) => stop === finding.stop && accessCodes.includes(code))
}
