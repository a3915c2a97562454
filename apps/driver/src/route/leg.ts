// The planned way: the leg to a stop with its distance and driving time, and the way of the whole route.
import type { DriverRoute, DriverStop } from '@routewright/contract'
import { listBreaks } from '@routewright/contract/breaks'
import { findStraightPart, type StraightFacts } from '@routewright/contract/straight-part'
import type { Formats } from '@routewright/ui/format'

type Route = Pick<
  DriverRoute,
  'stops' | 'breaks' | 'break_stop' | 'planned_charge' | 'planned_start_time' | 'planned_loading_time'
>

/** Seconds of driving from the stop before, or from the start; breaks and charging on the way are no driving. Undefined where no times are planned. */
export function legSeconds(route: Route, stop: DriverStop): number | undefined {
  const place = route.stops.findIndex(({ id }) => id === stop.id)
  const to = stop.planned_arrival_time
  const from = place === 0 ? leavesAt(route) : route.stops[place - 1]?.planned_departure_time
  // A stop that the driver went to out of order has times that do not follow those of the one before.
  if (from === undefined || to === undefined || to <= from) return undefined
  return to - from - pausedSeconds(route, from, to)
}

/** Seconds of the span taken by breaks and charging; a break during charging counts once. */
function pausedSeconds(route: Route, from: number, to: number): number {
  const pauses = [...listBreaks(route), ...(route.planned_charge?.charging ?? [])]
    .flatMap(({ planned_start_time: begin, planned_end_time: end }) =>
      begin === undefined || end === undefined ? [] : [{ begin: Math.max(begin, from), end: Math.min(end, to) }],
    )
    .toSorted((first, other) => first.begin - other.begin)
  let paused = 0
  let until = from
  for (const { begin, end } of pauses) {
    paused += Math.max(0, end - Math.max(begin, until))
    until = Math.max(until, end)
  }
  return paused
}

function leavesAt({ planned_start_time: start, planned_loading_time: loading = 0 }: Route): number | undefined {
  return start === undefined ? undefined : start + loading
}

/** Marks a distance of which straight lines are a part: an estimate. */
export type MarkStraight = (part: 'whole' | 'part') => string

/** `12 min · 4.3 km`; undefined where neither is known. A distance that is a straight line is passed through `markStraight`. */
export function legText(
  route: Route,
  stop: DriverStop,
  formats: Formats,
  markStraight: (distance: string) => string,
): string | undefined {
  const seconds = legSeconds(route, stop)
  const meters = stop.distance_to_previous_stop
  const distance = meters ? formats.distance(meters) : ''
  const marked = distance && stop.is_straight_to_previous_stop ? markStraight(distance) : distance
  return [seconds ? formats.duration(seconds) : '', marked].filter(Boolean).join(' · ') || undefined
}

/** Planned distance of the route, with a mark where straight lines are part of it. Undefined where none is planned. */
export function wayText(
  route: Pick<DriverRoute, 'planned_distance'> & StraightFacts,
  formats: Pick<Formats, 'distance'>,
  mark: MarkStraight,
): string | undefined {
  const meters = route.planned_distance
  if (meters === undefined) return undefined
  const part = findStraightPart(meters, route)
  return part ? `${formats.distance(meters)} ${mark(part)}` : formats.distance(meters)
}
