// Vehicles on the map, gliding from one reported position to the next.

import { maplibregl } from '@routewright/ui/map'
import { routeColor } from '@routewright/ui/route-colors'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import classes from './plan-map.module.css'

export function LiveVehicles({ map }: { map: PlannerMap }) {
  const { t } = useTranslation('editor')
  const { routes } = usePlanData()
  const markers = useRef(new Map<string, maplibregl.Marker>())
  useEffect(() => {
    const shown = new Set<string>()
    for (const [index, route] of routes.entries()) {
      const position = route.status === 'in_transit' ? route.last_position : undefined
      if (!position) continue
      shown.add(route.id)
      const place: [number, number] = [position.lng, position.lat]
      const known = markers.current.get(route.id)
      const held = known ?? addVehicle(map, route.id, routeColor(route, index), place)
      markers.current.set(route.id, held)
      held.getElement().setAttribute('aria-label', t('vehicle_of', { name: routeName(route) }))
      held.getElement().title = routeName(route)
      // It glides to a new place only: when the map itself moves, it moves along at once.
      if (known && !isAt(known, place)) known.getElement().dataset.gliding = 'true'
      held.setLngLat(place)
      const arrow = held.getElement().firstElementChild as HTMLElement
      arrow.style.rotate = `${position.orientation ?? 0}deg`
      arrow.dataset.directed = position.orientation === undefined ? '' : 'true'
    }
    for (const [id, marker] of markers.current) {
      if (shown.has(id)) continue
      marker.remove()
      markers.current.delete(id)
    }
  }, [map, routes, t])
  useEffect(() => {
    const stay = () => {
      for (const marker of markers.current.values()) delete marker.getElement().dataset.gliding
    }
    map.on('move', stay)
    return () => void map.off('move', stay)
  }, [map])
  useEffect(() => {
    const held = markers.current
    return () => {
      for (const marker of held.values()) marker.remove()
      held.clear()
    }
  }, [])
  return null
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
  element.append(document.createElement('span'))
  element.addEventListener('click', (event) => {
    event.stopPropagation()
    useSelection.getState().openRoute(routeId)
  })
  return new maplibregl.Marker({ element }).setLngLat(place).addTo(map)
}
