// Time to pixels and back, for the timeline. Pure functions.
import type { PlanData } from '../plan/plan-data.ts'
import { shownTimes } from '../plan/stop-times.ts'

export interface TimeScale {
  fromSeconds: number
  toSeconds: number
  pixelsPerSecond: number
}

const HOUR = 3600
/** The scale ends at this delay after the plan's last end: it must stay readable. */
const LONGEST_DELAY = 6 * HOUR

/**
 * From before the first start to behind the last end, planned or expected, in whole hours. `midnight` is when the plan's day
 * begins, milliseconds since 1970.
 */
export function findSpan(data: PlanData, midnight: number): { fromSeconds: number; toSeconds: number } {
  const starts = data.routes.flatMap((route) => [route.planned_start_time ?? [], route.time_window?.[0] ?? []].flat())
  const ends = data.routes.flatMap((route) => route.planned_end_time ?? route.time_window?.[1] ?? [])
  const from = starts.length > 0 ? Math.min(...starts) : 8 * HOUR
  const planned = ends.length > 0 ? Math.max(...ends) : from
  const to = Math.max(planned, ...listRealEnds(data, midnight).filter((end) => end <= planned + LONGEST_DELAY))
  return {
    fromSeconds: Math.floor((from - 600) / HOUR) * HOUR,
    toSeconds: Math.ceil(((to > from ? to : from + 10 * HOUR) + 600) / HOUR) * HOUR,
  }
}

/** When routes ended or are expected to end, seconds of the plan's day. */
function listRealEnds({ routes }: PlanData, midnight: number): number[] {
  return routes.flatMap(({ end_date, estimated_end_time }) => {
    const end = end_date ?? estimated_end_time
    return end ? [(Date.parse(end) - midnight) / 1000] : []
  })
}

export function toX({ fromSeconds, pixelsPerSecond }: TimeScale, seconds: number): number {
  return (seconds - fromSeconds) * pixelsPerSecond
}

/** Where a stretch of time stands on the scale, pixels. */
export function computeExtent(
  scale: TimeScale,
  fromSeconds: number,
  toSeconds: number,
): { left: number; width: number } {
  return { left: toX(scale, fromSeconds), width: (toSeconds - fromSeconds) * scale.pixelsPerSecond }
}

/** Hours, half hours or quarters, whichever leaves room for the words. */
export function listTicks({ fromSeconds, toSeconds, pixelsPerSecond }: TimeScale): number[] {
  const step = [900, 1800, HOUR, 2 * HOUR, 4 * HOUR].find((size) => size * pixelsPerSecond >= 64) ?? 6 * HOUR
  const ticks: number[] = []
  for (let at = Math.ceil(fromSeconds / step) * step; at <= toSeconds; at += step) ticks.push(at)
  return ticks
}

interface DropAt {
  routeId: string
  /** Time of the plan's day at the pointer. */
  seconds: number
  dragged: ReadonlySet<string>
  midnight: number
}

/**
 * After which stop of the route a drop goes; null: first. A stop is passed once half of its service is over, where it stands
 * on the screen.
 */
export function stopBefore(data: PlanData, { routeId, seconds, dragged, midnight }: DropAt): string | null {
  let before: string | null = null
  for (const id of data.orders.get(routeId) ?? []) {
    if (dragged.has(id)) continue
    const times = shownTimes(data.stops.get(id)!, midnight)
    if (!times || (times.start + times.end) / 2 > seconds) break
    before = id
  }
  return before
}
