/** Writes into the steps of a finished route what is in the battery at each of them. */
import type { Model } from '../model/model.ts'
import type { Problem } from '../problem.ts'
import { chargeAfter } from '../schedule/charging.ts'
import type { Step } from '../solution.ts'

/** Adds `energy` to every step of a vehicle with a battery; on others nothing changes. */
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
    // Breaks count with the reload beside them, in front of it and behind.
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

/** The charging place of a break beside it: breaks of one place follow one another, and lie before or behind the charging. */
function besideCharge(steps: readonly Step[], index: number): number {
  let next = index
  while (steps[next]?.isCharging) next++
  let before = index
  while (steps[before]?.isCharging) before--
  const { location } = steps[index]!
  const found = [steps[before], steps[next]].find((step) => step?.kind === 'charge' && step.location === location)
  return found!.chargingPlace!
}

/** Whether the next step but for breaks at the same place is a reload there. */
function leadsToReload(steps: readonly Step[], index: number): boolean {
  const { location } = steps[index]!
  if (location === null) return false
  const next = steps.slice(index + 1).find((step) => step.kind !== 'break' || step.location !== location)
  return next?.kind === 'reload' && next.location === location
}
