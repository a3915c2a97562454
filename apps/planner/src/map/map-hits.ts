// The feature under a point of the map.
import { type DropTarget, useDrag } from '../plan/drag.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { CLUSTERS, DEPOTS, ROUTES, STOPS } from './plan-layers.ts'

/** How near is near enough, pixels. */
const REACH = { stop: 5, line: 9 } as const

/** In pixels of the window. */
type Spot = Pick<MouseEvent, 'clientX' | 'clientY'>

function listAt(map: PlannerMap, { clientX, clientY }: Spot, layer: string, reach: number) {
  if (!map.getLayer(layer)) return []
  const { left, top } = map.getContainer().getBoundingClientRect()
  const [x, y] = [clientX - left, clientY - top]
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  return map.queryRenderedFeatures(box, { layers: [layer] })
}

export function stopAt(map: PlannerMap, spot: Spot): string | undefined {
  const [stop] = listAt(map, spot, STOPS, REACH.stop)
  return stop && String(stop.properties.id)
}

/** The route whose stop or line is at the spot. */
export function routeOrItsStopAt(map: PlannerMap, spot: Spot): string | undefined {
  const [stop] = listAt(map, spot, STOPS, REACH.stop)
  return stop?.properties.routeId ? String(stop.properties.routeId) : routeAt(map, spot)
}

export function routeAt(map: PlannerMap, spot: Spot, reach: number = REACH.line): string | undefined {
  const [line] = listAt(map, spot, ROUTES, reach)
  return line && String(line.properties.id)
}

/** Its place and its address. */
export function depotAt(map: PlannerMap, spot: Spot): { lat: number; lng: number; label: string } | undefined {
  const [depot] = listAt(map, spot, DEPOTS, REACH.stop)
  if (depot?.geometry.type !== 'Point') return undefined
  const { lat, lng, label } = depot.properties
  return { lat: Number(lat), lng: Number(lng), label: String(label) }
}

/** Several stops that are drawn as one: their place, and what the map knows them by. */
export function clusterAt(map: PlannerMap, spot: Spot): { id: number; place: [number, number] } | undefined {
  const [cluster] = listAt(map, spot, CLUSTERS, 0)
  if (cluster?.geometry.type !== 'Point') return undefined
  return { id: Number(cluster.properties.cluster_id), place: cluster.geometry.coordinates as [number, number] }
}

/** On a stop of a route: after it. On a route's line: where it fits best. On empty ground: off the routes. */
export function dropTargetOnMap(map: PlannerMap, x: number, y: number): DropTarget | undefined {
  if (!map.getLayer(STOPS)) return undefined
  const spot = { clientX: x, clientY: y }
  const dragged = new Set(useDrag.getState().stopIds)
  const stops = listAt(map, spot, STOPS, REACH.stop)
  const stop = stops.find(({ properties }) => !dragged.has(String(properties.id)))
  if (stop && stop.properties.routeId !== '') {
    return { routeId: String(stop.properties.routeId), afterStopId: String(stop.properties.id) }
  }
  if (stops.some(({ properties }) => dragged.has(String(properties.id)))) return undefined
  // Which of them is meant cannot be seen.
  if (clusterAt(map, spot)) return undefined
  return { routeId: routeAt(map, spot) ?? null }
}
