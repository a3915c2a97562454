/**
 * The checker's rules on charging on the way: only vehicles with a battery, at a stated place, within its hours, with a break only right
 * before or after the charging, and never more vehicles at a place than it has points.
 */

import type { Route, Step } from '../solution.ts'
import { type NoteFinding, roundingSeconds } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** A vehicle at a point, from when it is plugged in until it is unplugged. */
interface Plugged {
  /** Undefined: another vehicle, from `ChargingPlace.taken`. */
  readonly vehicle: number | undefined
  readonly place: number
  readonly from: number
  readonly to: number
}

/** Notes what is wrong with charging on the way, for each route and for all together. */
export function listChargingFindings(problem: CheckedProblem, routes: readonly Route[], note: NoteFinding): void {
  const plugged: Plugged[] = []
  for (const route of routes) {
    noteStray(route, note)
    route.steps.forEach((step, index) => {
      if (step.kind === 'charge') plugged.push(...checkCharge(problem, route, index, note))
    })
  }
  problem.chargingPlaces?.forEach(({ taken = [] }, place) => {
    for (const [from, to] of taken) plugged.push({ vehicle: undefined, place, from, to })
  })
  noteQueues(problem, plugged, note)
}

/** Notes breaks marked as charging without a charge next to them, and steps that name a place without charging. */
function noteStray({ steps, vehicle }: Route, note: NoteFinding): void {
  steps.forEach((step, index) => {
    if (step.kind !== 'charge' && step.chargingPlace !== undefined)
      note('structure', vehicle, step.stop, 1, `step ${index} (${step.kind}) names a charging place`)
    if (step.isCharging === undefined) return
    if (step.kind !== 'break' || getChargeBeside(steps, index) === undefined)
      note('structure', vehicle, step.stop, 1, `step ${index} (${step.kind}) charges away from a charging place`)
  })
}

/** The charge that a break belongs to, across breaks of the same place that are also marked as charging. */
export function getChargeBeside(steps: readonly Step[], index: number): Step | undefined {
  for (const direction of [1, -1]) {
    let at = index
    while (steps[at]?.kind === 'break' && steps[at]!.isCharging && steps[at]!.location === steps[index]!.location)
      at += direction
    const step = steps[at]
    if (step?.kind === 'charge' && step.location === steps[index]!.location) return step
  }
  return undefined
}

function checkCharge(
  { vehicles, chargingPlaces }: CheckedProblem,
  route: Route,
  index: number,
  note: NoteFinding,
): Plugged[] {
  const { vehicle, steps } = route
  const step = steps[index]!
  const place = chargingPlaces?.[step.chargingPlace ?? -1]
  if (!place || !vehicles[vehicle]!.battery) {
    note('structure', vehicle, null, 1, `step ${index} charges without a battery, or at no stated place`)
    return []
  }
  if (place.vehicles?.includes(vehicle) === false)
    note('charging', vehicle, null, 1, `step ${index} charges at a place that is not for this vehicle`)
  if (step.departureSeconds < step.startSeconds)
    note('misreported', vehicle, null, step.startSeconds - step.departureSeconds, `step ${index} charges backwards`)
  let from = step.startSeconds
  let to = step.departureSeconds
  for (let at = index - 1; steps[at]?.isCharging; at--) from = steps[at]!.startSeconds
  for (let at = index + 1; steps[at]?.isCharging; at++) to = steps[at]!.departureSeconds
  const windows = place.windows ?? []
  const outside = windows.map(([opens, closes]) => Math.max(0, opens - from) + Math.max(0, to - closes))
  const missed = windows.length === 0 ? 0 : Math.min(...outside)
  if (missed > roundingSeconds)
    note('charging', vehicle, null, missed, `step ${index} charges from ${from} to ${to}, outside the opening hours`)
  return [{ vehicle, place: step.chargingPlace!, from, to }]
}

/**
 * Checks, at each plug-in, how many vehicles are plugged in at that place. A vehicle that leaves makes room for one that comes at the same
 * moment.
 */
function noteQueues({ chargingPlaces = [] }: CheckedProblem, plugged: readonly Plugged[], note: NoteFinding): void {
  for (const one of plugged) {
    const { points } = chargingPlaces[one.place]!
    if (points === undefined || one.to - one.from <= roundingSeconds) continue
    const present = plugged.filter(
      (other) =>
        other.place === one.place && other.from <= one.from + roundingSeconds && other.to > one.from + roundingSeconds,
    )
    // When other vehicles alone exceed the points, any vehicle of the plan that joins them is reported.
    const own = [one, ...present].find(({ vehicle }) => vehicle !== undefined)?.vehicle
    if (present.length > points && own !== undefined)
      note('charging', own, null, present.length - points, `${present.length} vehicles at ${points} points`)
  }
}
