/** The checker's rules on trips and loads: reloads, releases, and the load on every leg. */

import type { Vehicle } from '../problem.ts'
import type { Route, Step } from '../solution.ts'
import { type NoteFinding, noteUnlessEqual } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Notes reloads that are not allowed or too many, and trips that leave before all their goods from the depot are released. */
export function listTripFindings(
  problem: CheckedProblem,
  vehicle: Vehicle,
  vehicleIndex: number,
  route: Route,
  note: NoteFinding,
): void {
  const reloads = route.steps.filter((step) => step.kind === 'reload').length
  const most = vehicle.reload === undefined ? 0 : (vehicle.reload.maxReloads ?? Number.POSITIVE_INFINITY)
  if (reloads > most) note('reload', vehicleIndex, null, reloads - most, `${reloads} reloads, ${most} allowed`)
  let leavesSeconds = 0
  for (const step of route.steps) {
    if (step.kind === 'start' || step.kind === 'reload') leavesSeconds = step.departureSeconds
    if (step.kind !== 'stop') continue
    const { pickup, releaseSeconds = 0 } = problem.stops[step.stop!]!
    const early = pickup === undefined ? releaseSeconds - leavesSeconds : 0
    if (early > 0) {
      note('release', vehicleIndex, step.stop, early, `stop ${step.stop} is released ${early} s after its trip leaves`)
    }
  }
}

/** Notes the loads of every leg, per dimension: what each trip carries out, what comes aboard on the way, what stays. */
export function listLoadFindings(
  problem: CheckedProblem,
  vehicle: Vehicle,
  vehicleIndex: number,
  route: Route,
  note: NoteFinding,
): void {
  for (let dimension = 0; dimension < problem.loadDimensions; dimension++) {
    const capacity = vehicle.capacity?.[dimension] ?? Number.POSITIVE_INFINITY
    const loads = listLoads(problem, vehicle, route, dimension)
    route.steps.forEach((step, index) => {
      const load = loads[index]!
      const excess = load - capacity
      if (excess > 0) {
        const message = `${load} of dimension ${dimension} aboard after step ${index}, room for ${capacity}`
        note('capacity', vehicleIndex, step.stop, excess, message)
      }
      const name = `load ${dimension} after step ${index} (${step.kind})`
      noteUnlessEqual(note, vehicleIndex, step.stop, name, step.load[dimension] ?? 0, load)
    })
  }
}

/** Load on leaving each step; at the end, the load brought home. */
function listLoads(problem: CheckedProblem, vehicle: Vehicle, route: Route, dimension: number): number[] {
  const visited = new Set<number>()
  let collected = 0
  let shipped = 0
  let outbound = 0
  return route.steps.map((step, index) => {
    if (step.kind === 'start' || step.kind === 'reload') {
      collected = 0
      outbound = sumOutbound(problem, route.steps, index, dimension)
    }
    if (step.kind === 'stop') {
      const stop = problem.stops[step.stop!]!
      const delivered = stop.delivered?.[dimension] ?? 0
      if (stop.pickup === undefined) outbound -= delivered
      else if (visited.has(stop.pickup)) shipped -= delivered
      collected += stop.collected?.[dimension] ?? 0
      visited.add(step.stop!)
      for (const other of route.stops) {
        const isAhead = problem.stops[other]!.pickup === step.stop && !visited.has(other)
        if (isAhead) shipped += problem.stops[other]!.delivered?.[dimension] ?? 0
      }
    }
    return (vehicle.aboard?.[dimension] ?? 0) + collected + shipped + outbound
  })
}

/** Load that the trip leaving at a step brings to stops without a pickup of their own. */
function sumOutbound(problem: CheckedProblem, steps: readonly Step[], from: number, dimension: number): number {
  let sum = 0
  for (let index = from + 1; index < steps.length && steps[index]!.kind !== 'reload'; index++) {
    const step = steps[index]!
    if (step.kind !== 'stop') continue
    const stop = problem.stops[step.stop!]!
    if (stop.pickup === undefined) sum += stop.delivered?.[dimension] ?? 0
  }
  return sum
}
