// What of the plan is in sight on the map: all of it when that is asked for, and the stop that was selected.
import { useEffect } from 'react'
import { fitMap } from '../plan/commands.ts'
import { hasPlace } from '../plan/plan-data.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useCommand } from '../shell/commands.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { boundsOf, type IndexedFeatures } from './plan-features.ts'

export function useMapSight(map: PlannerMap | undefined, features: IndexedFeatures): void {
  useCommand(fitMap, () => {
    const { routeId } = useSelection.getState()
    const some = routeId ? withinRoute(features, routeId) : features
    const bounds = boundsOf(some) ?? boundsOf(features)
    if (bounds) map?.fitBounds(bounds, { padding: 48, maxZoom: 15, duration: 300 })
  })
  const anchorId = useSelection((state) => state.anchorId)
  useEffect(() => {
    // A stop that the pointer is on is in sight where the reader looks: the map stays as it is.
    if (!map || !anchorId || useSelection.getState().hoveredId === anchorId) return
    const stop = currentPlan().stops.get(anchorId)
    if (!stop || !hasPlace(stop)) return
    const place: [number, number] = [stop.location!.lng!, stop.location!.lat!]
    if (!map.getBounds().contains(place)) map.easeTo({ center: place, duration: 250 })
  }, [map, anchorId])
}

function withinRoute({ stops, routes }: IndexedFeatures, routeId: string): IndexedFeatures {
  return {
    stops: { ...stops, features: stops.features.filter(({ properties }) => properties.routeId === routeId) },
    routes,
    depots: { type: 'FeatureCollection', features: [] },
  }
}
