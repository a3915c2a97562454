// What keys and other parts of the screen ask of the map: fit all, and bring the selected stop into sight.
import { useEffect } from 'react'
import { hasPlace } from '../plan/plan-data.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { boundsOf, type IndexedFeatures } from './plan-features.ts'

export function useMapCommands(map: PlannerMap | undefined, features: IndexedFeatures): void {
  useEffect(() => {
    if (!map) return
    const fit = () => {
      const { routeId } = useSelection.getState()
      const some = routeId ? withinRoute(features, routeId) : features
      const bounds = boundsOf(some) ?? boundsOf(features)
      if (bounds) map.fitBounds(bounds, { padding: 48, maxZoom: 15, duration: 300 })
    }
    window.addEventListener('planner:fit', fit)
    return () => window.removeEventListener('planner:fit', fit)
  }, [map, features])

  const anchorId = useSelection((state) => state.anchorId)
  useEffect(() => {
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
