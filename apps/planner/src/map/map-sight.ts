// The part of the plan in sight on the map: all of it when that is asked for, the chosen route, or the selected stop.
import { useEffect, useRef } from 'react'
import { fitMap } from '../plan/commands.ts'
import { coveredWidth } from '../plan/drawer-width.ts'
import { shownPlan } from '../plan/proposal.ts'
import { chosenRoute, useSelection } from '../plan/selection.ts'
import { useCommand } from '../shell/commands.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { pinPlace } from './pin-places.ts'
import { computeBounds, type IndexedFeatures } from './plan-features.ts'

export function useMapSight(map: PlannerMap | undefined, features: IndexedFeatures): void {
  const routeId = useSelection(chosenRoute)
  const fit = () => {
    const some = routeId ? withinRoute(features, routeId) : features
    const bounds = computeBounds(some) ?? computeBounds(features)
    const padding = { top: 48, bottom: 48, left: 48, right: 48 + coveredWidth() }
    if (bounds) map?.fitBounds(bounds, { padding, maxZoom: 15, duration: 300 })
  }
  useCommand(fitMap, fit)
  const latest = useRef(fit)
  latest.current = fit
  // Once for each choice: an edit of the chosen route leaves the map where the reader moved it.
  useEffect(() => {
    if (map && routeId) latest.current()
  }, [map, routeId])
  const anchorId = useSelection((state) => state.anchorId)
  useEffect(() => {
    // A stop that the pointer is on is in sight where the reader looks: the map stays as it is.
    if (!map || !anchorId || useSelection.getState().hoveredId === anchorId) return
    const data = shownPlan()
    const stop = data.stops.get(anchorId)
    const place = stop && pinPlace(data, stop)
    if (place && !isInSight(map, place)) {
      map.easeTo({ center: place, offset: [-coveredWidth() / 2, 0], duration: 250 })
    }
  }, [map, anchorId])
}

/** Not behind the drawer, and not at the very edge. */
function isInSight(map: PlannerMap, place: [number, number]): boolean {
  const { x, y } = map.project(place)
  const { clientWidth, clientHeight } = map.getContainer()
  return x > EDGE && y > EDGE && x < clientWidth - coveredWidth() - EDGE && y < clientHeight - EDGE
}

/** Half a pin, pixels. */
const EDGE = 12

function withinRoute({ stops, routes }: IndexedFeatures, routeId: string): IndexedFeatures {
  return {
    stops: { ...stops, features: stops.features.filter(({ properties }) => properties.routeId === routeId) },
    routes,
    depots: { type: 'FeatureCollection', features: [] },
  }
}
