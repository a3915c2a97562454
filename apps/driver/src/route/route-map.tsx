// The route on our own map: its way, its stops by number, and the phone; also without a connection.
import type { DriverStop } from '@routewright/contract'
import { loadMapGround, maplibregl, prepareMapLibre } from '@routewright/ui/map'
import { readPolyline } from '@routewright/ui/polyline'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Screen } from '../parts/screen.tsx'
import { show } from '../parts/screens.ts'
import { useTheme } from '../parts/theme.ts'
import { lastFix, watchFix } from '../position/last-fix.ts'
import { findDestination } from './destination.ts'
import { findPlace } from './stop-words.ts'
import type { RouteView } from './use-route.ts'

export default function RouteMap({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  shown.current = view
  // Drawn anew when the route is another one, not with every position.
  const key = view.route.stops.map(({ id, status }) => `${id}${status}`).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what of the view is drawn
  useEffect(() => {
    const over = new AbortController()
    let remove = () => {}
    void drawMap(place.current!, theme, () => shown.current, over.signal).then((end) => {
      if (over.signal.aborted) end()
      else remove = end
    })
    return () => {
      over.abort()
      remove()
    }
  }, [theme, key])

  return (
    <Screen title={t('route.map')} backTo="route">
      <section ref={place} className="map" aria-label={t('route.map')} />
      <ol className="hidden">
        {view.route.stops.map((stop) => (
          <li
            key={stop.id}
          >{`${findPlace(view.route, stop)} ${stop.label ?? ''} ${t(`status.stop.${stop.status}`)}`}</li>
        ))}
      </ol>
    </Screen>
  )
}

async function drawMap(
  container: HTMLElement,
  theme: 'light' | 'dark',
  read: () => RouteView,
  signal: AbortSignal,
): Promise<() => void> {
  prepareMapLibre()
  const { style, attribution } = await loadMapGround(theme, { signal })
  if (signal.aborted) return () => {}
  const { route, next } = read()
  const points = route.stops.flatMap((stop) => {
    const place = findDestination(stop)
    return place ? [[place.lng, place.lat] as [number, number]] : []
  })
  const track = route.planned_track ? readPolyline(route.planned_track) : points
  const bounds = [...points, ...track].reduce(
    (box, point) => box.extend(point),
    new maplibregl.LngLatBounds(points[0] ?? [0, 20], points[0] ?? [0, 20]),
  )
  const map = new maplibregl.Map({
    container,
    style,
    bounds,
    fitBoundsOptions: { padding: 48, maxZoom: 15 },
    attributionControl: { compact: true, customAttribution: attribution },
  })
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'top-right')
  map.on('load', () => drawWay(map, track))
  for (const [index, stop] of route.stops.entries())
    pinStop(map, stop, { place: index + 1, isNext: stop.id === next?.id })
  const forgetFix = showFix(map)
  return () => {
    forgetFix()
    map.remove()
  }
}

function drawWay(map: maplibregl.Map, track: [number, number][]): void {
  map.addSource('way', {
    type: 'geojson',
    data: { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: track } },
  })
  const color = getComputedStyle(map.getContainer()).getPropertyValue('--rw-accent').trim() || '#1f5fd6'
  map.addLayer({
    id: 'way',
    type: 'line',
    source: 'way',
    paint: { 'line-color': color, 'line-width': 5, 'line-opacity': 0.8 },
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  })
}

/** A button with the number of the stop, where the van goes for it. */
function pinStop(map: maplibregl.Map, stop: DriverStop, { place, isNext }: { place: number; isNext: boolean }): void {
  const destination = findDestination(stop)
  if (!destination) return
  const element = document.createElement('button')
  element.type = 'button'
  element.className = `pin ${stop.status}${isNext ? ' next' : ''}`
  element.textContent = String(place)
  element.addEventListener('click', () => show('stop', stop.id))
  new maplibregl.Marker({ element }).setLngLat([destination.lng, destination.lat]).addTo(map)
}

/** A dot where the phone is, as soon as that is known. */
function showFix(map: maplibregl.Map): () => void {
  const element = document.createElement('div')
  element.className = 'here'
  const marker = new maplibregl.Marker({ element })
  const move = () => {
    const fix = lastFix()
    if (fix) marker.setLngLat([fix.lng, fix.lat]).addTo(map)
  }
  move()
  return watchFix(move)
}
