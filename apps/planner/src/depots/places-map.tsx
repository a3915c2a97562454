// Places of the project on a map, each a pin with its name that opens it.
import { maplibregl } from '@routewright/ui/map'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createGroundedMap, type GroundedMap } from '../shell/map-ground.ts'
import { useTheme } from '../shell/use-theme.ts'
import classes from './depots.module.css'

interface Place {
  label: string
  location: { lat: number; lng: number }
}

interface PlacesMapProps<Row extends Place> {
  /** Content of the map, for screen readers. */
  name: string
  places: readonly Row[]
  onOpen(place: Row): void
}

export function PlacesMap<Row extends Place>({ name, places, onOpen }: PlacesMapProps<Row>) {
  const { t } = useTranslation('shell')
  const theme = useTheme()
  const box = useRef<HTMLDivElement>(null)
  const grounded = useRef<GroundedMap | undefined>(undefined)
  const open = useRef(onOpen)
  open.current = onOpen
  const first = useRef({ places, theme, undrawn: t('map_undrawn') })

  useEffect(() => {
    const made = createGroundedMap({
      container: box.current!,
      theme: first.current.theme,
      bounds: computeBounds(first.current.places),
      undrawn: first.current.undrawn,
    })
    if (!made) return
    grounded.current = made
    return () => {
      grounded.current = undefined
      made.remove()
    }
  }, [])

  useEffect(() => {
    void grounded.current?.setTheme(theme)
  }, [theme])

  useEffect(() => {
    const { map } = grounded.current ?? {}
    if (!map) return
    const pins = places.map((place) =>
      new maplibregl.Marker({ element: getPin(place, () => open.current(place)) })
        .setLngLat([place.location.lng, place.location.lat])
        .addTo(map),
    )
    return () => {
      for (const pin of pins) pin.remove()
    }
  }, [places])

  return <div ref={box} className={classes.map} role="application" aria-label={name} />
}

function getPin({ label }: Place, onClick: () => void): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.className = classes.pin!
  pin.textContent = label
  pin.addEventListener('click', onClick)
  return pin
}

/** Some hundred metres around all of them. */
function computeBounds(places: readonly Place[]): [[number, number], [number, number]] {
  const lats = places.map(({ location }) => location.lat)
  const lngs = places.map(({ location }) => location.lng)
  return [
    [Math.min(...lngs) - 0.012, Math.min(...lats) - 0.006],
    [Math.max(...lngs) + 0.012, Math.max(...lats) + 0.006],
  ]
}
