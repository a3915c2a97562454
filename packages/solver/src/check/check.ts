/** The independent checker: recomputes everything a solution claims from the problem alone, and shares no code with the search. */

import type { Vehicle } from '../problem.ts'
import type { Solution } from '../solution.ts'
import { unassignedReasons } from '../solution.ts'
import { listAlternativeFindings } from './check-alternatives.ts'
import { listChargingFindings } from './check-charging.ts'
import { listCostFindings } from './check-costs.ts'
import { listLinkFindings } from './check-links.ts'
import { listPriorityFindings } from './check-priorities.ts'
import { type Finding, type NoteFinding, roundingSeconds } from './check-report.ts'
import { listRouteFindings } from './check-route.ts'
import { type CheckedProblem, readHours } from './check-travel.ts'

/** All errors of a solution; an empty list means feasible and truthfully reported. Never throws on a bad solution. */
export function check(problem: CheckedProblem, solution: Solution): Finding[] {
  const findings: Finding[] = []
  const declared = new Set<string>()
  const hasHours = problem.vehicles.some((vehicle) => readHours(problem, vehicle) !== undefined)
  const note: NoteFinding = (code, vehicle, stop, amount, message) => {
    if (hasHours && amount <= roundingSeconds) return
    findings.push({ code, vehicle, stop, amount, message, isDeclared: declared.has(`${vehicle} ${code}`) })
  }
  if (solution.routes.length !== problem.vehicles.length) {
    note('structure', null, null, 1, `${solution.routes.length} routes for ${problem.vehicles.length} vehicles`)
    return findings
  }
  for (const route of solution.routes) {
    for (const violation of route.violations) declared.add(`${route.vehicle} ${violation.code}`)
  }
  const routeOfStop = listAssignments(problem, solution, note)
  solution.routes.forEach((route, vehicle) => {
    if (route.vehicle !== vehicle) note('structure', vehicle, null, 1, `route ${vehicle} says vehicle ${route.vehicle}`)
    listRouteFindings(problem, route, vehicle, note)
  })
  listSharedFindings(problem, routeOfStop, note)
  listHalfPairs(problem, routeOfStop, note)
  listLinkFindings(problem, solution, note)
  listPriorityFindings(problem, solution, note)
  listChargingFindings(problem, solution.routes, note)
  listCostFindings(problem, solution, note)
  return findings
}

/** Vehicle of each stop, -1 for none. Notes stops served twice, lost, listed twice, or unassigned without a reason. */
function listAssignments(problem: CheckedProblem, solution: Solution, note: NoteFinding): Int32Array {
  const routeOfStop = new Int32Array(problem.stops.length).fill(-1)
  solution.routes.forEach((route, vehicle) => {
    for (const stop of route.stops) {
      if (problem.stops[stop] === undefined) {
        note('structure', vehicle, stop, 1, `stop ${stop} does not exist`)
      } else if (routeOfStop[stop]! >= 0) {
        note('duplicate', vehicle, stop, 1, `stop ${stop} is already on route ${routeOfStop[stop]}`)
      } else {
        routeOfStop[stop] = vehicle
      }
    }
  })
  const listed = new Set<number>()
  for (const { stop, reasons } of solution.unassigned) {
    if (listed.has(stop)) note('duplicate', null, stop, 1, `stop ${stop} is unassigned twice`)
    listed.add(stop)
    if (problem.stops[stop] === undefined) note('structure', null, stop, 1, `stop ${stop} does not exist`)
    else if (routeOfStop[stop]! >= 0) {
      note('duplicate', routeOfStop[stop]!, stop, 1, `stop ${stop} is served and unassigned`)
    }
    if (reasons.length === 0 || reasons.some((reason) => !unassignedReasons.includes(reason))) {
      note('misreported', null, stop, 1, `stop ${stop} is unassigned for no known reason`)
    }
  }
  const spared = listAlternativeFindings(problem, solution, routeOfStop, note)
  routeOfStop.forEach((vehicle, stop) => {
    if (vehicle < 0 && !listed.has(stop) && !spared.has(stop))
      note('missing', null, stop, 1, `stop ${stop} is neither served nor unassigned`)
  })
  return routeOfStop
}

/** Notes pickups that are served for nothing: none of their deliveries is on the same route. */
function listHalfPairs({ stops, vehicles }: CheckedProblem, routeOfStop: Int32Array, note: NoteFinding): void {
  const owed = new Set(stops.flatMap(({ pickup }) => pickup ?? []))
  stops.forEach(({ pickup }, delivery) => {
    const vehicle = routeOfStop[delivery]!
    if (pickup !== undefined && vehicle >= 0 && vehicle === routeOfStop[pickup]) owed.delete(pickup)
  })
  for (const pickup of owed) {
    const vehicle = routeOfStop[pickup] ?? -1
    if (vehicle < 0 || isPinned(vehicles[vehicle]!, pickup)) continue
    note('delivery_unassigned', vehicle, pickup, 1, `no delivery of the pickup ${pickup} is on its route`)
  }
}

/** Whether the stop is pinned to the vehicle. */
function isPinned({ pinned = [], pinnedPrefix = [] }: Vehicle, stop: number): boolean {
  return pinned.includes(stop) || pinnedPrefix.includes(stop)
}

/** Checks rules over several routes: clusters, and pinned stops on another route. */
function listSharedFindings(problem: CheckedProblem, routeOfStop: Int32Array, note: NoteFinding): void {
  const vehicleOfCluster = new Map<string, number>()
  problem.stops.forEach((stop, index) => {
    const vehicle = routeOfStop[index]!
    if (stop.cluster === undefined || vehicle < 0) return
    const first = vehicleOfCluster.get(stop.cluster)
    if (first === undefined) vehicleOfCluster.set(stop.cluster, vehicle)
    else if (first !== vehicle) {
      note('cluster', vehicle, index, 1, `cluster ${stop.cluster} is split over routes ${first} and ${vehicle}`)
    }
  })
  problem.vehicles.forEach((vehicle, index) => {
    for (const stop of vehicle.pinnedPrefix ?? []) {
      if (routeOfStop[stop] !== index) note('pin', index, stop, 1, `stop ${stop} is pinned to route ${index}`)
    }
    // A pinned stop that no longer fits may be left out, but may not be on another route.
    for (const stop of vehicle.pinned ?? []) {
      if (routeOfStop[stop]! >= 0 && routeOfStop[stop] !== index) {
        note('pin', index, stop, 1, `stop ${stop} is pinned to route ${index}, not ${routeOfStop[stop]}`)
      }
    }
  })
}
