// The ways and the work of driven routes against their plans, of which one sees what a day is like.
import { hourOfDay } from '../../planning/modelling/pace/arrival-window.ts'
import type { DayPart } from '../../planning/modelling/pace/day-pace.ts'
import type { DrivenRoute } from './arrival-leads.ts'

/** Shorter planned parts say nothing, and a larger ratio to the plan has another cause. */
const SHORTEST_SECONDS = 45
const MOST_RATIO = 3

/** Returns parts reported on the spot, without a break or wait in them; in driving order. */
export function listDayParts({ routeId, midnight, breaks, stops }: DrivenRoute): DayPart[] {
  const part = (kind: DayPart['kind'], planned: readonly [number, number], from?: number, to?: number): DayPart[] => {
    if (from === undefined || to === undefined || to <= from) return []
    const isBroken = breaks.some((pause) => meets(pause.told, from, to) || meets(pause.planned, ...planned))
    const [plannedSeconds, seconds] = [(planned[1] - planned[0]) / 1_000, (to - from) / 1_000]
    if (isBroken || plannedSeconds < SHORTEST_SECONDS) return []
    const ratio = seconds / plannedSeconds
    if (ratio > MOST_RATIO || ratio < 1 / MOST_RATIO) return []
    const hour = hourOfDay(((from + to) / 2 - midnight) / 1_000)
    return [{ routeId, kind, endedAt: to, hour, plannedSeconds, seconds }]
  }
  return stops.flatMap((stop, at) => {
    const before = stops[at - 1]
    const { plannedArrival, plannedDeparture, arrivedAt, reportedAt } = stop
    if (stop.mayWait) return []
    const way =
      before && isNext(before, stop)
        ? part('driving', [before.plannedDeparture, plannedArrival], before.reportedAt, arrivedAt)
        : []
    return [...way, ...part('work', [plannedArrival, plannedDeparture], arrivedAt, reportedAt)]
  })
}

/** No other stop was planned between the two. */
function isNext(before: { order?: number }, { order }: { order?: number }): boolean {
  return before.order === undefined || order === undefined || order === before.order + 1
}

function meets(span: { from: number; to: number } | undefined, from: number, to: number): boolean {
  return span !== undefined && span.from < to && span.to > from
}
