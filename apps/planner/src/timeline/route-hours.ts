// Changes by dragging a time of a route on the timeline: its start, its end, its break. Pure.
import type { BareRoute as Route } from '@routewright/contract'
import type { Values } from '../plan/value-edits.ts'

export type HourPart = 'start' | 'end' | 'break'

const DAY = 86_400
/** Times are dragged from one to the next of these, seconds. */
const STEP = 300
/** The shortest working day that a drag makes, seconds. */
const SHORTEST = 900

/** Between which times the route works; the whole day where it has no limits. Seconds of the day. */
export function getHours({ time_window }: Route): [number, number] {
  return time_window ?? [0, DAY]
}

/** The nearest time that the part may be dragged to. */
export function allowedTime(route: Route, part: HourPart, seconds: number): number {
  const [opens, closes] = getHours(route)
  const [least, most] =
    part === 'start'
      ? [0, closes - SHORTEST]
      : part === 'end'
        ? [opens + SHORTEST, DAY]
        : [0, DAY - (route.vehicle?.break?.duration ?? 0)]
  return Math.min(most, Math.max(least, Math.round(seconds / STEP) * STEP))
}

/** The break begins where it is let go or as soon after as its stops allow, with as much room as before. */
export function valuesWith(route: Route, part: HourPart, seconds: number): Values {
  const [opens, closes] = getHours(route)
  if (part === 'start') return { routes: [{ route_id: route.id, time_window: [seconds, closes] }] }
  if (part === 'end') return { routes: [{ route_id: route.id, time_window: [opens, seconds] }] }
  const pause = route.vehicle?.break
  if (!pause) return {}
  const room = Math.max(pause.duration, pause.end - pause.start)
  const end = Math.min(DAY, seconds + room)
  return { routes: [{ route_id: route.id, break: { ...pause, start: seconds, end } }] }
}
