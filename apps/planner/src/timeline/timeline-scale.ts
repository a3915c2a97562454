// Time to pixels and back, for the timeline. Pure functions.
import { type PlanData, serviceStart } from '../plan/plan-data.ts'

export interface TimeScale {
  fromSeconds: number
  toSeconds: number
  pixelsPerSecond: number
}

const HOUR = 3600

/** From an hour before the first start to an hour after the last end, in whole hours. */
export function spanOf(data: PlanData): { fromSeconds: number; toSeconds: number } {
  let from = Infinity
  let to = -Infinity
  for (const route of data.routes) {
    for (const time of [route.planned_start_time, route.time_window?.[0]]) {
      if (time !== undefined) from = Math.min(from, time)
    }
    for (const time of [
      route.planned_end_time,
      route.planned_end_time === undefined ? route.time_window?.[1] : undefined,
    ]) {
      if (time !== undefined) to = Math.max(to, time)
    }
  }
  if (from === Infinity) from = 8 * HOUR
  if (to <= from) to = from + 10 * HOUR
  return { fromSeconds: Math.floor((from - 600) / HOUR) * HOUR, toSeconds: Math.ceil((to + 600) / HOUR) * HOUR }
}

export function xOf({ fromSeconds, pixelsPerSecond }: TimeScale, seconds: number): number {
  return (seconds - fromSeconds) * pixelsPerSecond
}

/** Where a stretch of time stands on the scale, pixels. */
export function extentOf(scale: TimeScale, fromSeconds: number, toSeconds: number): { left: number; width: number } {
  return { left: xOf(scale, fromSeconds), width: (toSeconds - fromSeconds) * scale.pixelsPerSecond }
}

/** Hours, half hours or quarters, whichever leaves room for the words. */
export function ticksOf({ fromSeconds, toSeconds, pixelsPerSecond }: TimeScale): number[] {
  const step = [900, 1800, HOUR, 2 * HOUR, 4 * HOUR].find((size) => size * pixelsPerSecond >= 64) ?? 6 * HOUR
  const ticks: number[] = []
  for (let at = Math.ceil(fromSeconds / step) * step; at <= toSeconds; at += step) ticks.push(at)
  return ticks
}

/** After which stop of the route a drop at this time goes; null: first. A stop is passed once half of its service is over. */
export function stopBefore(
  data: PlanData,
  routeId: string,
  seconds: number,
  dragged: ReadonlySet<string>,
): string | null {
  let before: string | null = null
  for (const id of data.orders.get(routeId) ?? []) {
    const stop = data.stops.get(id)!
    const start = serviceStart(stop)
    if (dragged.has(id)) continue
    if (start === undefined || start + (stop.duration ?? 300) / 2 > seconds) break
    before = id
  }
  return before
}
