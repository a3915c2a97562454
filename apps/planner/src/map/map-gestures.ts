// The pointer on the map: it presses and drags pins, draws a rectangle with Shift, points at stops, and opens their menu.
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { openDepotMenu, openStopMenu } from '../plan/context-menu.ts'
import type { DropTarget } from '../plan/drag.ts'
import { useSelection } from '../plan/selection.ts'
import { pressStop } from '../plan/stop-gestures.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { clusterAt, depotAt, routeAt, stopAt } from './map-hits.ts'
import { startRectangle } from './map-selection.ts'
import { STOPS } from './plan-layers.ts'

/** Missing for people who may not plan. */
type Drop = ((stopIds: readonly string[], target: DropTarget) => unknown) | undefined

/** How near to a route's line a click opens it, pixels. */
const CLICK_REACH = 4

export function useMapGestures(map: PlannerMap | undefined, drop: Drop): void {
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const press = (event: PointerEvent) => pressOnMap(map, event, drop)
    const hover = hoverOverMap(map)
    const menu = (event: MouseEvent) => {
      const stopId = stopAt(map, event)
      const depot = stopId ? undefined : depotAt(map, event)
      if (stopId) openStopMenu(event, stopId)
      else if (depot) openDepotMenu(event, depot)
      else event.preventDefault()
    }
    const click = ({ originalEvent }: { originalEvent: MouseEvent }) => clickOnMap(map, originalEvent)
    // Before the map's own handlers, which would begin to pan.
    canvas.addEventListener('pointerdown', press, true)
    canvas.addEventListener('pointermove', hover.move)
    canvas.addEventListener('pointerleave', hover.leave)
    canvas.addEventListener('contextmenu', menu)
    map.on('click', click)
    return () => {
      hover.end()
      canvas.removeEventListener('pointerdown', press, true)
      canvas.removeEventListener('pointermove', hover.move)
      canvas.removeEventListener('pointerleave', hover.leave)
      canvas.removeEventListener('contextmenu', menu)
      map.off('click', click)
    }
  }, [map, drop])
}

function pressOnMap(map: PlannerMap, event: PointerEvent, drop: Drop): void {
  if (event.button !== 0 || useSelection.getState().tool === 'lasso') return
  if (event.shiftKey) {
    startRectangle(map, event)
    return
  }
  const stopId = stopAt(map, event)
  if (!stopId) return
  // The map must not move under a pin that is dragged.
  map.dragPan.disable()
  window.addEventListener('pointerup', () => map.dragPan.enable(), { once: true })
  pressStop(event, stopId, drop)
}

/** Looks up the feature under the pointer once a frame: the pointer moves more often. */
function hoverOverMap(map: PlannerMap): { move(event: PointerEvent): void; leave(): void; end(): void } {
  let frame = 0
  return {
    move(event) {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const stopId = event.buttons === 0 ? stopAt(map, event) : undefined
        const { hoveredId, hover } = useSelection.getState()
        if (hoveredId !== stopId) hover(stopId, stopId !== undefined)
        map.getCanvas().style.cursor = stopId || clusterAt(map, event) ? 'pointer' : ''
      })
    },
    leave() {
      cancelAnimationFrame(frame)
      const { isHoveredOnMap, hover } = useSelection.getState()
      if (isHoveredOnMap) hover(undefined)
    },
    end: () => cancelAnimationFrame(frame),
  }
}

/** Comes so near that the stops which are drawn as one come apart. */
async function openCluster(map: PlannerMap, { id, place }: { id: number; place: [number, number] }): Promise<void> {
  const source = map.getSource(STOPS) as GeoJSONSource | undefined
  const zoom = await source?.getClusterExpansionZoom(id)
  map.easeTo({ center: place, ...(zoom !== undefined && { zoom: zoom + 0.5 }), duration: 300 })
}

/** A click beside the stops opens the route whose line it hits, else nothing is selected any more. */
function clickOnMap(map: PlannerMap, event: MouseEvent): void {
  if (event.shiftKey || stopAt(map, event)) return
  const cluster = clusterAt(map, event)
  if (cluster) {
    void openCluster(map, cluster)
    return
  }
  const routeId = routeAt(map, event, CLICK_REACH)
  if (routeId) useSelection.getState().openRoute(routeId)
  else useSelection.getState().clear()
}
