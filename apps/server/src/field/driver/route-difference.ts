// Sends a changed route to a phone that has an earlier version of it.
import { createHash } from 'node:crypto'
import { stopsAsText } from '@routewright/contract'

export interface Changed {
  stopIds: ReadonlySet<string>
  /** True when stops may have been added, removed or reordered. */
  isOrderNew: boolean
}

interface EstimatedStop {
  id: string
  estimated_arrival_time?: Date | undefined
  estimated_departure_time?: Date | undefined
}

/** Returns the route as differences, a `RouteDifference` once it is JSON. `whole` is the full route. */
export function routeDifference<Stop extends EstimatedStop, Whole extends { stops: Stop[] }>(
  whole: Whole,
  { stopIds, isOrderNew }: Changed,
) {
  const { stops, ...route } = whole
  const others = stops.filter(({ id }) => !stopIds.has(id))
  return {
    route,
    ...(isOrderNew && { stop_ids: stops.map(({ id }) => id) }),
    stops: stops.filter(({ id }) => stopIds.has(id)),
    arrivals: others.map(({ estimated_arrival_time }) => estimated_arrival_time ?? null),
    departures: others.map(({ estimated_departure_time }) => estimated_departure_time ?? null),
    digest: createHash('sha256').update(stopsAsText(stops)).digest('hex'),
  }
}
