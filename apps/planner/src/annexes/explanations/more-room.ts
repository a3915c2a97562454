// The limits that a route gets where its plan is given the room that an explanation has tried.
import {
  type FewerVehicles,
  limits,
  type PlanChangeKind,
  type BareRoute as Route,
  type RouteUpdate,
} from '@routewright/contract'

type Limits = Pick<Route, 'time_window' | 'max_time' | 'max_services' | 'max_weight' | 'max_volume'>

const HALF_HOUR_SECONDS = 1_800

/** The fields of a route that change; undefined where the route has no such limit, or the change is none of limits. */
export function moreRoom(change: PlanChangeKind, route: Limits): RouteUpdate | undefined {
  switch (change) {
    case 'half_hour_longer':
      return said({ time_window: endingLater(route.time_window), max_time: longer(route.max_time) })
    case 'quarter_more_stops':
      return said({ max_services: quarterMore(route.max_services) })
    case 'quarter_more_room':
      return said({ max_weight: quarterMore(route.max_weight), max_volume: quarterMore(route.max_volume) })
    case 'again':
    case 'one_vehicle_more':
    case 'windows_half_hour_wider':
      return undefined
  }
}

/** The number of stops that fewer vehicles would take; undefined for a route that may have that many already. */
export function moreStops({ would_take }: Pick<FewerVehicles, 'would_take'>, route: Limits): RouteUpdate | undefined {
  const { max_services: most } = route
  return most === undefined || most >= would_take ? undefined : { max_services: would_take }
}

/** Changes of the routes that an explanation is about; none of routes to which `updateOf` gives nothing. */
export function listRoomChanges(
  planned: readonly Route[],
  explained: readonly { route_id: string }[],
  updateOf: (route: Route) => RouteUpdate | undefined,
): { change: RouteUpdate; over: Route }[] {
  const ids = new Set(explained.map(({ route_id }) => route_id))
  return planned.flatMap((over) => {
    const change = ids.has(over.id) ? updateOf(over) : undefined
    return change ? [{ change, over }] : []
  })
}

function said(update: { [Field in keyof RouteUpdate]: RouteUpdate[Field] | undefined }): RouteUpdate | undefined {
  const fields = Object.entries(update).filter(([, value]) => value !== undefined)
  return fields.length > 0 ? (Object.fromEntries(fields) as RouteUpdate) : undefined
}

function endingLater(window: Limits['time_window']): RouteUpdate['time_window'] | undefined {
  return window ? [window[0], Math.min(window[1] + HALF_HOUR_SECONDS, limits.MAX_TIME_OF_DAY_SECONDS)] : undefined
}

function longer(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.min(seconds + HALF_HOUR_SECONDS, limits.MAX_DURATION_SECONDS)
}

function quarterMore(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : limit + Math.ceil(limit / 4)
}
