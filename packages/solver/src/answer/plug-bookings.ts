/** Which points of the charging places are taken by the routes built so far: each vehicle finds what those before it have left. */
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
    this.taken = model.chargingWindows.map(() => [])
  }

  /** Takes what the route charges on its way. */
  add(route: Route): void {
    for (const { place, from, to } of listPlugTimes(route)) {
      if (this.model.chargingPoints[place] === Number.POSITIVE_INFINITY) continue
      this.taken[place]!.push([from, to])
      this.slots = this.slots.with(place, this.freeSlots(place))
    }
  }

  /** Opening hours less the times when every point is taken. */
  private freeSlots(place: number): TimeWindow[] {
    const taken = this.taken[place]!
    const points = this.model.chargingPoints[place]!
    const open: readonly TimeWindow[] = this.model.chargingWindows[place] ?? [[0, Number.MAX_SAFE_INTEGER]]
    const moments = [...new Set(taken.flat())].sort((a, b) => a - b)
    const free: [number, number][] = []
    for (const [opens, closes] of open) {
      const edges = [opens, ...moments.filter((moment) => moment > opens && moment < closes), closes]
      edges.slice(1).forEach((to, index) => {
        const from = edges[index]!
        if (taken.filter((booking) => booking[0] < to && booking[1] > from).length >= points) return
        const last = free.at(-1)
        if (last && last[1] === from && from > opens) last[1] = to
        else free.push([from, to])
      })
    }
    return free
  }
}

/** When a route stands at a point of which charging place, breaks there included. */
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
