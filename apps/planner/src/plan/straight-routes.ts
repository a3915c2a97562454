// Which routes have straight lines among their ways, because places of theirs lie outside of every map: their kilometres are estimates.
import type { BareRoute as Route } from '@routewright/contract'
import { isPartlyStraight } from '../shell/map-reach.ts'
import { useMapInformation } from '../shell/use-map-information.ts'
import { usePlanData } from './plan-store.ts'

type PlaceLike = { lat?: number | undefined; lng?: number | undefined } | undefined

function pointsOf(places: readonly PlaceLike[]) {
  return places.flatMap((place) =>
    place?.lat === undefined || place.lng === undefined ? [] : [{ lat: place.lat, lng: place.lng }],
  )
}

/** Whether a route of the plan on screen has straight lines. */
export function useIsPartlyStraight(route: Route): boolean {
  return useStraightTest()(route)
}

/** Whether any route of the plan on screen has. */
export function useHasStraightRoutes(): boolean {
  return usePlanData().routes.some(useStraightTest())
}

function useStraightTest(): (route: Route) => boolean {
  const information = useMapInformation()
  const { orders, stops } = usePlanData()
  return ({ id, start_location: start, end_location: end }) => {
    const places = (orders.get(id) ?? []).map((stop) => stops.get(stop)?.location)
    return isPartlyStraight(pointsOf([start, ...places, end]), information)
  }
}
