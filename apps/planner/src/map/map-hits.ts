// What stands under a point of the map.
import type { DropTarget } from '../plan/drag.ts'
import { useDrag } from '../plan/drag.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { ROUTES, STOPS } from './plan-layers.ts'

/** How near is near enough, pixels. */
const REACH = { stop: 5, line: 9 } as const

function boxAround(map: PlannerMap, x: number, y: number, reach: number): [[number, number], [number, number]] {
  const { left, top } = map.getContainer().getBoundingClientRect()
  return [
    [x - left - reach, y - top - reach],
    [x - left + reach, y - top + reach],
  ]
}

export function stopAt(
  map: PlannerMap,
  { clientX, clientY }: { clientX: number; clientY: number },
): string | undefined {
  if (!map.getLayer(STOPS)) return undefined
  const [stop] = map.queryRenderedFeatures(boxAround(map, clientX, clientY, REACH.stop), { layers: [STOPS] })
  return stop ? String(stop.properties.id) : undefined
}

/** A pin of a route: behind it. A route's line: where it fits best. Empty ground: off the routes. */
export function dropTargetOnMap(map: PlannerMap, x: number, y: number): DropTarget | undefined {
  if (!map.getLayer(STOPS)) return undefined
  const dragged = new Set(useDrag.getState().stopIds)
  const stops = map.queryRenderedFeatures(boxAround(map, x, y, REACH.stop), { layers: [STOPS] })
  const stop = stops.find(({ properties }) => !dragged.has(String(properties.id)))
  if (stop && stop.properties.routeId !== '') {
    return { routeId: String(stop.properties.routeId), afterStopId: String(stop.properties.id) }
  }
  if (stops.some(({ properties }) => dragged.has(String(properties.id)))) return undefined
  const [line] = map.queryRenderedFeatures(boxAround(map, x, y, REACH.line), { layers: [ROUTES] })
  return { routeId: line ? String(line.properties.id) : null }
}
