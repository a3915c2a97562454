/** Charging points taken by the routes built so far: each vehicle gets what those before it have left. */

import { freeSlots } from '../model/free-slots.ts'
import type { Model } from '../model/model.ts'
import type { TimeWindow } from '../problem.ts'
import type { Route } from '../solution.ts'

/** Free slots of every place, for the next route. */
export class PlugBookings {
  slots: (readonly TimeWindow[] | undefined)[]
  private readonly model: Model
  private readonly taken: TimeWindow[][]

  constructor(model: Model) {
    this.model = model
    this.slots = [...model.chargingWindows]
    this.taken = model.chargingTaken.map((taken) => [...taken])
  }

  /** Books the charging of a route. */
  add(route: Route): void {
    for (const { place, from, to } of listPlugTimes(route)) {
      if (this.model.chargingPoints[place] === Number.POSITIVE_INFINITY) continue
      this.taken[place]!.push([from, to])
      const { chargingWindows, chargingPoints } = this.model
      const free = freeSlots(chargingWindows[place], chargingPoints[place]!, this.taken[place]!)
      this.slots = this.slots.with(place, free)
    }
  }
}

/** Times when a route occupies a point, and its charging place; includes breaks there. */
function listPlugTimes({ steps }: Route): { place: number; from: number; to: number }[] {
  return steps.flatMap((step, index) => {
    if (step.kind !== 'charge') return []
    let first = index
    while (steps[first - 1]?.isCharging) first--
    let last = index
    while (steps[last + 1]?.isCharging) last++
    const place = step.chargingPlace!
    return [{ place, from: steps[first]!.startSeconds, to: steps[last]!.departureSeconds }]
  })
}
