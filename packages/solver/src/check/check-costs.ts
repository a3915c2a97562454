/** The checker's price list: recomputes every cost part of a solution from its steps and the problem. */

import { getDropCosts } from '../problem.ts'
import type { CostParts, Route, Solution } from '../solution.ts'
import { getChargeBeside } from './check-charging.ts'
import type { NoteFinding } from './check-report.ts'
import { recomputeSlackCost } from './check-slack.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Notes each cost part that differs from its recomputation by more than a rounding error. */
export function listCostFindings(problem: CheckedProblem, solution: Solution, note: NoteFinding): void {
  const total = zeroParts()
  let longestSeconds = 0
  let longestMeters = 0
  solution.routes.forEach((route, vehicle) => {
    const parts = recomputeRouteCost(problem, route, vehicle)
    compareParts(route.cost, parts, vehicle, note)
    compareNumber('totalCost', route.totalCost, sumParts(parts), vehicle, note)
    for (const key of partNames) total[key] = (total[key] ?? 0) + (parts[key] ?? 0)
    longestSeconds = Math.max(longestSeconds, route.endSeconds - route.startSeconds)
    longestMeters = Math.max(longestMeters, route.meters)
  })
  const { timeSpanCoefficient = 0, distanceSpanCoefficient = 0 } = problem.options
  total.span = timeSpanCoefficient * longestSeconds + distanceSpanCoefficient * longestMeters
  const dropCosts = solution.unassigned.length > 0 ? getDropCosts(problem) : []
  for (const { stop } of solution.unassigned) total.unassigned += dropCosts[stop] ?? 0
  compareParts(solution.cost, total, null, note)
  compareNumber('totalCost', solution.totalCost, sumParts(total), null, note)
}

function recomputeRouteCost(problem: CheckedProblem, route: Route, vehicleIndex: number): CostParts {
  const parts = zeroParts()
  if (route.stops.length === 0) return parts
  const { cost } = problem.vehicles[vehicleIndex]!
  const { options } = problem
  const spanSeconds = route.endSeconds - route.startSeconds
  const hours = spanSeconds / 3600
  parts.fixed = cost.fixed ?? 0
  parts.toll = cost.toll ?? 0
  parts.time = (cost.perSecond ?? 0) * spanSeconds
  parts.stops = (cost.perStop ?? 0) * route.stops.length
  parts.balance =
    (options.balanceStopsWeight ?? 0) * route.stops.length ** 2 + (options.balanceTimeWeight ?? 0) * hours ** 2
  let isBetweenStops = false
  for (let index = 1; index < route.steps.length; index++) {
    const step = route.steps[index]!
    const kindBefore = route.steps[index - 1]!.kind
    if (kindBefore !== 'break') isBetweenStops = kindBefore === 'stop'
    parts.time += (cost.perTravelSecond ?? 0) * step.legSeconds
    parts.distance += (cost.perMeter ?? 0) * step.legMeters
    if (isBetweenStops && leadsToStop(route, index))
      parts.compactness += (options.compactnessWeight ?? 0) * step.legSeconds
    if (step.kind !== 'stop') continue
    const stop = problem.stops[step.stop!]
    parts.stops += stop?.costByVehicle?.[vehicleIndex] ?? 0
    const isSoft = stop?.latePenaltyPerSecond !== undefined || options.allowLate === true
    const penalty = isSoft ? (stop?.latePenaltyPerSecond ?? options.latePenaltyPerSecond ?? 1) : 0
    parts.lateness += penalty * step.lateSeconds
  }
  parts.slack = recomputeSlackCost(problem, route, vehicleIndex)
  parts.charging = priceCharging(problem, route)
  return parts
}

/** Price of energy charged on the way, at the price of its place, including charging during breaks there. */
function priceCharging({ chargingPlaces }: CheckedProblem, { steps }: Route): number {
  return steps.reduce((sum, step, index) => {
    const charging = step.kind === 'charge' ? step : step.isCharging ? getChargeBeside(steps, index) : undefined
    const price = chargingPlaces?.[charging?.chargingPlace ?? -1]?.pricePerKwh ?? 0
    return sum + ((step.energy?.departureWh ?? 0) - (step.energy?.arrivalWh ?? 0)) * (price / 1000)
  }, 0)
}

/** Whether the next place after this leg, apart from breaks, is a stop. */
function leadsToStop(route: Route, index: number): boolean {
  let next = index
  while (route.steps[next]?.kind === 'break') next++
  return route.steps[next]?.kind === 'stop'
}

const partNames = [
  'fixed',
  'toll',
  'time',
  'distance',
  'stops',
  'lateness',
  'balance',
  'compactness',
  'slack',
  'span',
  'unassigned',
  'charging',
] as const

function zeroParts(): CostParts {
  return {
    fixed: 0,
    toll: 0,
    time: 0,
    distance: 0,
    stops: 0,
    lateness: 0,
    balance: 0,
    compactness: 0,
    slack: 0,
    span: 0,
    unassigned: 0,
  }
}

function sumParts(parts: CostParts): number {
  return partNames.reduce((sum, name) => sum + (parts[name] ?? 0), 0)
}

function compareParts(stated: CostParts, recomputed: CostParts, vehicle: number | null, note: NoteFinding): void {
  for (const name of partNames) compareNumber(`cost.${name}`, stated[name] ?? 0, recomputed[name] ?? 0, vehicle, note)
}

/** Sums of fractions depend on their order in the last digits; such differences are no findings. */
function compareNumber(
  name: string,
  stated: number,
  recomputed: number,
  vehicle: number | null,
  note: NoteFinding,
): void {
  const difference = Math.abs(stated - recomputed)
  if (difference <= 1e-6 * Math.max(1, Math.abs(recomputed))) return
  note('misreported', vehicle, null, difference, `${name}: stated ${stated}, recomputed ${recomputed}`)
}
