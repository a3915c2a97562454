// Vans on the map: each a button with its name, turned to where it drives.
import { maplibregl } from '@routewright/ui/map'
import { useEffect, useRef } from 'react'
import type { PlannerMap } from '../shell/map-ground.ts'
import classes from './plan-map.module.css'

export interface Van {
  routeId: string
  color: string
  /** Longitude before latitude, degrees. */
  at: [number, number]
  /** Degrees from north, where it is known. */
  heading: number | undefined
  /** Text next to the van. */
  label: string
  /** Accessible name; contains the whole label. */
  name: string
  hint: string
  /** Another route was chosen. */
  isPale: boolean
}

/** Actions when a van is pressed; the menu is the context menu. */
export interface VanActions {
  open(routeId: string): void
  menu?(event: MouseEvent, routeId: string): void
}

/** `pace`: gliding vans move to their next places slowly, as they drive between two reports. */
export function useVanMarkers(
  map: PlannerMap,
  vans: readonly Van[],
  pace: 'gliding' | 'at_once',
  actions: VanActions,
): void {
  const latest = useRef(actions)
  latest.current = actions

  const markers = useRef(new Map<string, maplibregl.Marker>())
  useEffect(() => {
    const shown = new Set(vans.map(({ routeId }) => routeId))
    for (const van of vans) {
      const known = markers.current.get(van.routeId)
      const marker = known ?? addMarker(map, van, latest)
      markers.current.set(van.routeId, marker)
      // It glides to a new place only: when the map itself moves, it moves along at once.
      if (known && pace === 'gliding' && !isAt(known, van.at)) known.getElement().dataset.gliding = 'true'
      marker.setLngLat(van.at)
      describe(marker.getElement(), van)
    }
    for (const [id, marker] of markers.current) {
      if (shown.has(id)) continue
      marker.remove()
      markers.current.delete(id)
    }
  }, [map, vans, pace])
  useEffect(() => {
    const held = markers.current
    const stay = () => {
      for (const marker of held.values()) delete marker.getElement().dataset.gliding
    }
    map.on('move', stay)
    return () => {
      map.off('move', stay)
      for (const marker of held.values()) marker.remove()
      held.clear()
    }
  }, [map])
}

/** Its parts in the order of `addMarker`. */
function describe(element: HTMLElement, { name, hint, label, heading, isPale }: Van): void {
  const [arrow, text] = element.children as unknown as [HTMLElement, HTMLElement]
  element.setAttribute('aria-label', name)
  element.title = hint
  element.dataset.pale = isPale ? 'true' : ''
  text.textContent = label
  arrow.style.rotate = `${heading ?? 0}deg`
  arrow.dataset.directed = heading === undefined ? '' : 'true'
}

function isAt(marker: maplibregl.Marker, [lng, lat]: [number, number]): boolean {
  const place = marker.getLngLat()
  return place.lng === lng && place.lat === lat
}

function addMarker(map: PlannerMap, { routeId, color, at }: Van, actions: { current: VanActions }): maplibregl.Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = classes.vehicle ?? ''
  element.style.setProperty('--vehicle', color)
  element.append(document.createElement('span'), document.createElement('em'))
  element.addEventListener('click', (event) => {
    event.stopPropagation()
    actions.current.open(routeId)
  })
  element.addEventListener('contextmenu', (event) => {
    event.stopPropagation()
    actions.current.menu?.(event, routeId)
  })
  return new maplibregl.Marker({ element }).setLngLat(at).addTo(map)
}
