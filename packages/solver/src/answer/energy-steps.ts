/** Adds the energy in the battery to each step of a finished route. */
import type { Model } from '../model/model.ts'
import type { Problem } from '../problem.ts'
import { chargeAfter } from '../schedule/charging.ts'
import type { Step } from '../solution.ts'

/** Adds `energy` to every step of a vehicle with a battery; other vehicles' steps stay unchanged. */
export function addEnergy(problem: Problem, model: Model, v: number, steps: Step[]): void {
  const battery = model.batteries[v]
  if (!battery) return
  const { reload } = problem.vehicles[v]!
  let charged = battery.startWh
  let load: readonly number[] = []
  let isPlugged = false
  steps.forEach((step, index) => {
    const ofLoad = battery.whPerMeterOfLoad.reduce((sum, more, k) => sum + more * Math.max(0, load[k] ?? 0), 0)
    const arrivalWh = charged - step.legMeters * (battery.whPerMeter + ofLoad)
    // Breaks right before and after a reload at the same place count with it.
    if (step.kind !== 'break' || step.location === null || step.location !== steps[index - 1]?.location)
      isPlugged = false
    isPlugged = step.kind === 'reload' || (step.kind === 'break' && (isPlugged || leadsToReload(steps, index)))
    const place = step.kind === 'charge' ? step.chargingPlace! : step.isCharging ? besideCharge(steps, index) : -1
    if (place >= 0) {
      charged = chargeAfter(battery.piecesAtPlace[place]!, arrivalWh, step.departureSeconds - step.startSeconds)
    } else {
      const seconds = isPlugged && reload ? step.departureSeconds - step.arrivalSeconds : 0
      charged = chargeAfter(battery.pieces, arrivalWh, seconds)
    }
    step.energy = { arrivalWh, departureWh: charged }
    load = step.load
  })
}

/** Charging place next to a break: breaks at one place are consecutive, and lie before or after the charging. */
function besideCharge(steps: readonly Step[], index: number): number {
  let next = index
  while (steps[next]?.isCharging) next++
  let before = index
  while (steps[before]?.isCharging) before--
  const { location } = steps[index]!
  const found = [steps[before], steps[next]].find((step) => step?.kind === 'charge' && step.location === location)
  return found!.chargingPlace!
}

/** Whether the next step that is no break at the same place is a reload there. */
function leadsToReload(steps: readonly Step[], index: number): boolean {
  const { location } = steps[index]!
  if (location === null) return false
  const next = steps.slice(index + 1).find((step) => step.kind !== 'break' || step.location !== location)
  return next?.kind === 'reload' && next.location === location
}
