/** Requirements on every solution of the search, as a list of complaints that a test expects to be empty. */

import { check } from '../src/check/check.ts'
import type { Finding } from '../src/check/check-report.ts'
import type { Problem } from '../src/problem.ts'
import type { Solution } from '../src/solution.ts'

/** Codes for a vehicle that may not serve a stop: a route may name any of them, whichever the checker finds. */
const accessCodes = ['skill_missing', 'zone', 'vehicle_forbidden']

/**
 * All errors of a solution. Rules that pinned stops or a locked route break by themselves are no fault of the search, provided that the
 * route reports them; any other route must break none and report none.
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
