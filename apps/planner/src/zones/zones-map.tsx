// The map of zones: all of them as areas, the chosen one with corners to drag, new corners by clicks.
import type { Zone } from '@routewright/contract'
import { maplibregl } from '@routewright/ui/map'
import { routeColor } from '@routewright/ui/route-colors'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownArea } from '../forms/reach-areas.ts'
import { createGroundedMap, type GroundedMap, type MapOverlay, type PlannerMap } from '../shell/map-ground.ts'
import { useTheme } from '../shell/use-theme.ts'
import { type Corner, computeBounds } from './ring.ts'
import classes from './zones.module.css'

interface ZonesMapProps {
  zones: readonly Zone[]
  /** The ring that is drawn or changed; its zone is not shown beside it. */
  ring: readonly Corner[] | undefined
  editedId: string | undefined
  color: string
  /** Areas within some minutes, the widest first. */
  areas: readonly ShownArea[]
  /** Missing while nothing is drawn. */
  onRing: ((ring: Corner[]) => void) | undefined
  onChoose(zoneId: string): void
}

export function ZonesMap(props: ZonesMapProps) {
  const { t } = useTranslation(['zones', 'shell'])
  const theme = useTheme()
  const box = useRef<HTMLDivElement>(null)
  const grounded = useRef<GroundedMap | undefined>(undefined)
  const now = useRef(props)
  now.current = props
  const first = useRef({ theme, undrawn: t('shell:map_undrawn') })

  useEffect(() => {
    const { zones } = now.current
    const made = createGroundedMap({
      container: box.current!,
      ...first.current,
      bounds: computeBounds(zones.map(({ polygon }) => polygon)) as [[number, number], [number, number]] | undefined,
      overlay: () => zonesOverlay,
      onStyle: (map) => show(map, now.current),
    })
    if (!made) return
    grounded.current = made
    made.map.on('click', ({ lngLat, point }) => {
      const { ring, onRing, onChoose } = now.current
      if (ring) return onRing?.(withCorner(ring, [rounded(lngLat.lng), rounded(lngLat.lat)]))
      const [hit] = made.map.queryRenderedFeatures(point, { layers: ['zone-areas'] })
      if (hit) onChoose(String(hit.properties.id))
    })
    return () => {
      grounded.current = undefined
      made.remove()
    }
  }, [])

  useEffect(() => {
    void grounded.current?.setTheme(theme)
  }, [theme])

  useShown(grounded, props)
  useCorners(grounded, props)
  return (
    <div
      ref={box}
      className={classes.map}
      role="application"
      aria-label={t('map')}
      data-drawing={props.ring !== undefined}
    />
  )
}

/** Draws what has changed, and goes where an area is that is new. */
function useShown(grounded: RefObject<GroundedMap | undefined>, props: ZonesMapProps) {
  const { zones, ring, editedId, color, areas } = props
  useEffect(() => {
    const map = grounded.current?.map
    if (map) show(map, { zones, ring, editedId, color, areas })
  }, [grounded, zones, ring, editedId, color, areas])

  const [widest] = areas
  useEffect(() => {
    const rings = widest?.geometry.coordinates.flat() as Corner[][] | undefined
    const bounds = rings && computeBounds(rings)
    if (bounds) grounded.current?.map.fitBounds(bounds, { padding: 32, animate: false })
  }, [grounded, widest])
}

/** Corners are handles of the page, so that they can be dragged and removed. */
function useCorners(grounded: RefObject<GroundedMap | undefined>, { ring, color, onRing }: ZonesMapProps) {
  const { t } = useTranslation('zones')
  useEffect(() => {
    const map = grounded.current?.map
    if (!map || !ring) return
    const markers = ring.map((corner, index) => {
      const handle = document.createElement('button')
      handle.type = 'button'
      handle.className = classes.corner!
      handle.style.background = color
      handle.title = t('corner', { number: index + 1 })
      handle.setAttribute('aria-label', t('corner', { number: index + 1 }))
      handle.tabIndex = -1
      const marker = new maplibregl.Marker({ element: handle, draggable: true }).setLngLat(corner).addTo(map)
      marker.on('dragend', () => {
        const { lng, lat } = marker.getLngLat()
        onRing?.(ring.with(index, [rounded(lng), rounded(lat)]))
      })
      handle.addEventListener('contextmenu', (event) => {
        event.preventDefault()
        onRing?.(ring.toSpliced(index, 1))
      })
      handle.addEventListener('click', (event) => event.stopPropagation())
      return marker
    })
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [grounded, ring, color, onRing, t])
}

/** On the side that it is nearest to, so that clicks refine a ring; at the end while there are few corners. */
function withCorner(ring: readonly Corner[], corner: Corner): Corner[] {
  if (ring.length < 3) return [...ring, corner]
  let best = { at: ring.length, extra: Number.POSITIVE_INFINITY }
  for (let index = 0; index < ring.length; index += 1) {
    const a = ring[index]!
    const b = ring[(index + 1) % ring.length]!
    const extra = distance(a, corner) + distance(corner, b) - distance(a, b)
    if (extra < best.extra) best = { at: index + 1, extra }
  }
  return ring.toSpliced(best.at, 0, corner)
}

function distance([ax, ay]: Corner, [bx, by]: Corner): number {
  const shrink = Math.cos((((ay + by) / 2) * Math.PI) / 180)
  return Math.hypot((bx - ax) * shrink, by - ay)
}

const zonesOverlay: MapOverlay = {
  sources: {
    zones: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    'zone-reach': { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  },
  layers: [
    {
      id: 'zone-reach-areas',
      type: 'fill',
      source: 'zone-reach',
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.22 },
    },
    {
      id: 'zone-reach-lines',
      type: 'line',
      source: 'zone-reach',
      paint: { 'line-color': ['get', 'color'], 'line-width': 1.5 },
    },
    {
      id: 'zone-areas',
      type: 'fill',
      source: 'zones',
      paint: {
        'fill-color': ['get', 'color'],
        'fill-opacity': ['case', ['get', 'isEdited'], 0.3, ['get', 'isOn'], 0.18, 0.05],
      },
    },
    {
      id: 'zone-lines',
      type: 'line',
      source: 'zones',
      paint: {
        'line-color': ['get', 'color'],
        'line-width': ['case', ['get', 'isEdited'], 3, 2],
        'line-opacity': ['case', ['get', 'isOn'], 1, 0.5],
      },
    },
  ],
}

function show(
  map: PlannerMap,
  { zones, ring, editedId, color, areas }: Pick<ZonesMapProps, 'zones' | 'ring' | 'editedId' | 'color' | 'areas'>,
) {
  const features = zones
    .filter(({ id }) => ring === undefined || id !== editedId)
    .map((zone, index) => feature(zone.polygon, { id: zone.id, color: zoneColor(zone, index), isOn: zone.enabled }))
  if (ring && ring.length > 1) features.push(feature([...ring], { color, isOn: true, isEdited: true }))
  fill(map, 'zones', features)
  fill(
    map,
    'zone-reach',
    areas.map(({ color, geometry }) => ({ type: 'Feature', properties: { color }, geometry })),
  )
}

function fill(map: PlannerMap, name: string, features: readonly object[]): void {
  const source = map.getSource(name) as maplibregl.GeoJSONSource | undefined
  source?.setData({ type: 'FeatureCollection', features } as never)
}

export function zoneColor(zone: Pick<Zone, 'color'>, index: number): string {
  return routeColor(zone, index)
}

function feature(ring: readonly (readonly [number, number])[], properties: Record<string, unknown>) {
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
  return { type: 'Feature', properties: { isEdited: false, ...properties }, geometry }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
