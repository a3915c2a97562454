// Start and end of a route in print: when it loads, when it leaves, and notes on its depots.
import type { DepotRow } from '../../data/depot-table.ts'
import { addressText } from '../../data/resources/address.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { ChargingVisitValue } from '../../data/values.ts'
import { timeOfDay } from './clock-words.ts'

export interface PlaceLine {
  word: 'loading' | 'start' | 'charging' | 'end'
  /** Seconds of the day. */
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

/** Returns one line for each charging before the stop of this number, counted from 0; the number of stops means after the last one. */
export function chargingLines(
  { planned_charge }: Pick<RouteRow, 'planned_charge'>,
  order: number,
  language: string,
): PlaceLine[] {
  return (planned_charge?.charging ?? [])
    .filter((visit) => visit.order === order)
    .map((visit) => ({ word: 'charging', seconds: visit.planned_start_time, place: chargingText(visit, language) }))
}

/** "Fast chargers · 09:42–10:12 · 7.2 kWh". */
export function chargingText(visit: ChargingVisitValue, language: string): string {
  const { label, planned_start_time: from, planned_end_time: to, energy } = visit
  const kilowattHours = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(energy / 1_000)
  return `${label} · ${timeOfDay(from)}–${timeOfDay(to)} · ${kilowattHours} kWh`
}

export function endLine(route: Places & Times, depot: Depot): PlaceLine {
  return { word: 'end', seconds: route.planned_end_time, place: placeText(depot, route.end_location) }
}

/** The depot's name, the address, and how to get in. */
function placeText(depot: Depot, location: RouteRow['start_location']): string | undefined {
  const parts = new Set([depot?.label, addressText(location), depot?.phone, depot?.comments])
  return [...parts].filter(Boolean).join(' · ') || undefined
}
