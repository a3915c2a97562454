// Vehicles on the map, gliding from one reported position to the next.

import { maplibregl } from '@routewright/ui/map'
import { routeColor } from '@routewright/ui/route-colors'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { openRouteMenu } from '../plan/context-menu.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useOrganizationNow } from '../shell/clock.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { useFormats } from '../shell/session.ts'
import classes from './plan-map.module.css'

/** A place older than this is told so beside the van's name. */
const OLD_MS = 120_000
const REFRESH_MS = 30_000

export function LiveVehicles({ map }: { map: PlannerMap }) {
  const { t } = useTranslation(['editor', 'live'])
  const { routes } = usePlanData()
  const formats = useFormats()
  const hidden = useSelection((state) => state.hiddenRoutes)
  const now = useOrganizationNow(REFRESH_MS)
  const markers = useRef(new Map<string, maplibregl.Marker>())
  useEffect(() => {
    const shown = new Set<string>()
    for (const [index, route] of routes.entries()) {
      const position = route.status === 'in_transit' ? route.last_position : undefined
      if (!position || hidden.has(route.id)) continue
      shown.add(route.id)
      const place: [number, number] = [position.lng, position.lat]
      const known = markers.current.get(route.id)
      const held = known ?? addVehicle(map, route.id, routeColor(route, index), place)
      markers.current.set(route.id, held)
      // It glides to a new place only: when the map itself moves, it moves along at once.
      if (known && !isAt(known, place)) known.getElement().dataset.gliding = 'true'
      held.setLngLat(place)
      const name = routeName(route)
      const seen = formats.relative(position.created_at, now)
      const label = now - Date.parse(position.created_at) > OLD_MS ? `${name} · ${seen}` : name
      describe(held.getElement(), {
        name: t('vehicle_of', { name: label }),
        hint: `${name} · ${t('live:seen', { when: seen })}`,
        label,
        heading: position.orientation,
      })
    }
    for (const [id, marker] of markers.current) {
      if (shown.has(id)) continue
      marker.remove()
      markers.current.delete(id)
    }
  }, [map, routes, hidden, formats, now, t])
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
  return null
}

/** Its parts in the order of `addVehicle`. What is said holds all that is read; `heading` in degrees from north, where it is known. */
function describe(
  element: HTMLElement,
  { name, hint, label, heading }: { name: string; hint: string; label: string; heading: number | undefined },
): void {
  const [arrow, text] = element.children as unknown as [HTMLElement, HTMLElement]
  element.setAttribute('aria-label', name)
  element.title = hint
  text.textContent = label
  arrow.style.rotate = `${heading ?? 0}deg`
  arrow.dataset.directed = heading === undefined ? '' : 'true'
}

function isAt(marker: maplibregl.Marker, [lng, lat]: [number, number]): boolean {
  const place = marker.getLngLat()
  return place.lng === lng && place.lat === lat
}

function addVehicle(map: PlannerMap, routeId: string, color: string, place: [number, number]): maplibregl.Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = classes.vehicle ?? ''
  element.style.setProperty('--vehicle', color)
  element.append(document.createElement('span'), document.createElement('em'))
  element.addEventListener('click', (event) => {
    event.stopPropagation()
    useSelection.getState().openRoute(routeId)
  })
  element.addEventListener('contextmenu', (event) => {
    event.stopPropagation()
    openRouteMenu(event, routeId)
  })
  return new maplibregl.Marker({ element }).setLngLat(place).addTo(map)
}
