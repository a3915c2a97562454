/** The checker's rules on batteries: it simulates consumption leg by leg, and charging at reload places and on the way. */

import { type Battery, usualChargeCurve } from '../battery.ts'
import type { Vehicle } from '../problem.ts'
import type { Route, Step } from '../solution.ts'
import { getChargeBeside } from './check-charging.ts'
import type { NoteFinding } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Energy missing below this is rounding: a thousandth of a watt-hour. */
const roundingWh = 1e-3

/** Notes where the battery falls below its reserve, or differs from the stated energy. */
export function listEnergyFindings(
  problem: CheckedProblem,
  vehicle: Vehicle,
  vehicleIndex: number,
  route: Route,
  note: NoteFinding,
): void {
  const { battery } = vehicle
  if (!battery || route.stops.length === 0) {
    if (route.steps.some((step) => step.energy !== undefined))
      note('misreported', vehicleIndex, null, 1, 'energy of a vehicle without a battery, or of a route without stops')
    return
  }
  let lacking = 0
  let charge = battery.startWh ?? battery.capacityWh
  route.steps.forEach((step, index) => {
    const aboard = route.steps[index - 1]?.load ?? []
    charge -= (step.legMeters / 1000) * usePerKm(battery, aboard)
    lacking = Math.max(lacking, (battery.reserveWh ?? 0) - charge)
    compare('on arrival at', step.energy?.arrivalWh, charge, index, step)
    const watts = wattsOnTheWay(problem, battery, route.steps, index)
    if (watts > 0) charge = plugIn(battery, watts, charge, step.departureSeconds - step.startSeconds)
    else if (isAtCharger(vehicle, route.steps, index)) {
      charge = plugIn(battery, battery.chargeWatts ?? 0, charge, step.departureSeconds - step.arrivalSeconds)
    }
    compare('after', step.energy?.departureWh, charge, index, step)
  })
  if (lacking > roundingWh) {
    note('battery', vehicleIndex, null, lacking, `${lacking} Wh are missing above the reserve of the battery`)
  }

  function compare(when: string, stated: number | undefined, recomputed: number, index: number, step: Step): void {
    const difference = Math.abs((stated ?? Number.POSITIVE_INFINITY) - recomputed)
    if (difference <= roundingWh) return
    const text = `battery ${when} step ${index}: stated ${stated} Wh, recomputed ${recomputed}`
    note('misreported', vehicleIndex, step.stop, difference, text)
  }
}

function usePerKm({ whPerKm, whPerKmOfLoad = [], useFactor = 1 }: Battery, aboard: readonly number[]): number {
  const ofLoad = aboard.map((units, dimension) => Math.max(0, units) * (whPerKmOfLoad[dimension] ?? 0))
  return useFactor * ofLoad.reduce((sum, more) => sum + more, whPerKm)
}

/** Charging power at a charging place on the way, also during a break there; 0 at other steps. */
function wattsOnTheWay(problem: CheckedProblem, battery: Battery, steps: readonly Step[], index: number): number {
  const step = steps[index]!
  const charging = step.kind === 'charge' ? step : step.isCharging ? getChargeBeside(steps, index) : undefined
  const place = problem.chargingPlaces?.[charging?.chargingPlace ?? -1]
  return place ? Math.min(place.watts, battery.mostPlaceWatts ?? place.watts) : 0
}

/** Whether the step is a reload, or a break right before or after one at its place. */
function isAtCharger({ reload, battery }: Vehicle, steps: readonly Step[], index: number): boolean {
  if (!reload || !battery?.chargeWatts) return false
  const step = steps[index]!
  if (step.kind === 'reload') return true
  if (step.kind !== 'break' || step.location === null) return false
  const isBeside = (direction: 1 | -1): boolean => {
    let at = index + direction
    while (steps[at]?.kind === 'break' && steps[at]!.location === step.location) at += direction
    return steps[at]?.kind === 'reload' && steps[at]!.location === step.location
  }
  return isBeside(1) || isBeside(-1)
}

/** Energy after charging for this long, along the pieces of the charging curve. */
function plugIn(battery: Battery, chargeWatts: number, from: number, seconds: number): number {
  const { capacityWh, chargeCurve = usualChargeCurve } = battery
  let energy = from
  let hours = seconds / 3600
  for (const piece of chargeCurve) {
    const room = piece.untilShare * capacityWh - energy
    if (room <= 0) continue
    const gained = Math.min(room, hours * chargeWatts * piece.powerShare)
    energy += gained
    hours -= gained / (chargeWatts * piece.powerShare)
    if (gained < room) break
  }
  return energy
}
