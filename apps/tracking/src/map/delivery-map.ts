// The map: the door, the van, and for corrections a pin that stays in the middle while the map moves under it.
import 'maplibre-gl/dist/maplibre-gl.css'
import { loadMapGround, type MapTheme, prepareMapLibre } from '@routewright/ui/map'
import type { Place } from './place.ts'

export interface DeliveryMap {
  /** Both in sight, until the reader moves the map. */
  show(places: { van: Place; door: Place }): void
  remove(): void
}

const theme = (): MapTheme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

async function createMap(container: HTMLElement, title: string, center: Place, zoom: number) {
  const maplibre = prepareMapLibre()
  const ground = await loadMapGround(theme())
  const map = new maplibre.Map({
    container,
    style: ground.style,
    center: [center.lng, center.lat],
    zoom,
    attributionControl: { compact: true, customAttribution: ground.attribution },
    dragRotate: false,
    pitchWithRotate: false,
    locale: { 'Map.Title': title, 'AttributionControl.ToggleAttribution': ground.attribution },
  })
  map.touchZoomRotate.disableRotation()
  return { maplibre, map }
}

/** Door and van; whoever opened it may go on by keyboard. */
export async function createDeliveryMap(container: HTMLElement, title: string): Promise<DeliveryMap> {
  const { maplibre, map } = await createMap(container, title, { lat: 0, lng: 0 }, 1)
  const door = new maplibre.Marker({ element: mark('door') })
  const van = new maplibre.Marker({ element: mark('van') })
  let isMovedByReader = false
  map.on('movestart', (event) => {
    isMovedByReader ||= isByReader(event)
  })
  map.getCanvas().focus({ preventScroll: true })
  return {
    show(places) {
      door.setLngLat([places.door.lng, places.door.lat]).addTo(map)
      van.setLngLat([places.van.lng, places.van.lat]).addTo(map)
      if (isMovedByReader) return
      const bounds = new maplibre.LngLatBounds()
      bounds.extend([places.door.lng, places.door.lat]).extend([places.van.lng, places.van.lat])
      map.fitBounds(bounds, { padding: 56, maxZoom: 15.5, animate: false })
    },
    remove: () => map.remove(),
  }
}

export interface PinMap {
  moveTo(place: Place): void
  remove(): void
}

/** `onMove` is told where the middle is whenever the reader moved the map. */
export async function createPinMap(
  container: HTMLElement,
  title: string,
  start: Place | undefined,
  onMove: (place: Place) => void,
): Promise<PinMap> {
  const { map } = await createMap(container, title, start ?? { lat: 30, lng: 0 }, start ? 16 : 1)
  // Only the reader's own action, by finger, mouse or keyboard, moves the place; not the map's initial movement.
  let isMovedByReader = false
  map.on('movestart', (event) => {
    isMovedByReader ||= isByReader(event)
  })
  map.on('moveend', () => {
    if (!isMovedByReader) return
    const { lat, lng } = map.getCenter()
    onMove({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })
  })
  return {
    moveTo: ({ lat, lng }) => map.jumpTo({ center: [lng, lat], zoom: 17 }),
    remove: () => map.remove(),
  }
}

const isByReader = (event: object) => (event as { originalEvent?: Event }).originalEvent !== undefined

function mark(kind: 'door' | 'van'): HTMLElement {
  const element = document.createElement('div')
  element.className = `mark-${kind}`
  return element
}
