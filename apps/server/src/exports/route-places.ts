// Where a route begins and ends, as it is printed: when it loads, when it leaves, and what is to be known at the depots.
import type { DepotRow } from '../data/depot-table.ts'
import type { RouteRow } from '../data/route-table.ts'
import { addressText } from '../resources/address.ts'

export interface PlaceLine {
  word: 'loading' | 'start' | 'end'
  /** Of the day. */
  seconds: number | null
  place: string | undefined
}

type Depot = Pick<DepotRow, 'label' | 'phone' | 'comments'> | undefined
type Places = Pick<RouteRow, 'start_location' | 'end_location'>
type Times = Pick<RouteRow, 'planned_start_time' | 'planned_loading_time' | 'planned_end_time'>

/** One line where the route leaves; before it one for its loading, where it has to. */
export function startLines(route: Places & Times, depot: Depot): PlaceLine[] {
  const { planned_start_time: begins, planned_loading_time: loading } = route
  const place = placeText(depot, route.start_location)
  if (begins === null || !loading) return [{ word: 'start', seconds: begins, place }]
  return [
    { word: 'loading', seconds: begins, place },
    { word: 'start', seconds: begins + loading, place: undefined },
  ]
}

export function endLine(route: Places & Times, depot: Depot): PlaceLine {
  return { word: 'end', seconds: route.planned_end_time, place: placeText(depot, route.end_location) }
}

/** The depot's name, the address, and how to get in. */
function placeText(depot: Depot, location: RouteRow['start_location']): string | undefined {
  const parts = new Set([depot?.label, addressText(location), depot?.phone, depot?.comments])
  return [...parts].filter(Boolean).join(' · ') || undefined
}
