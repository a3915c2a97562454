// The depots on a map, each a pin with its name that opens it.
import type { DepotRecord } from '@routewright/contract'
import { maplibregl } from '@routewright/ui/map'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createGroundedMap, type GroundedMap } from '../shell/map-ground.ts'
import { useTheme } from '../shell/use-theme.ts'
import classes from './depots.module.css'

interface DepotsMapProps {
  depots: readonly DepotRecord[]
  onOpen(depot: DepotRecord): void
}

export function DepotsMap({ depots, onOpen }: DepotsMapProps) {
  const { t } = useTranslation('depots')
  const theme = useTheme()
  const box = useRef<HTMLDivElement>(null)
  const grounded = useRef<GroundedMap | undefined>(undefined)
  const open = useRef(onOpen)
  open.current = onOpen
  const first = useRef({ depots, theme })

  useEffect(() => {
    const made = createGroundedMap({
      container: box.current!,
      theme: first.current.theme,
      bounds: boundsOf(first.current.depots),
    })
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
    const pins = depots.map((depot) =>
      new maplibregl.Marker({ element: pinOf(depot, () => open.current(depot)) })
        .setLngLat([depot.location.lng, depot.location.lat])
        .addTo(map),
    )
    return () => {
      for (const pin of pins) pin.remove()
    }
  }, [depots])

  return <div ref={box} className={classes.map} role="application" aria-label={t('map')} />
}

function pinOf(depot: DepotRecord, onClick: () => void): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.className = classes.pin!
  pin.textContent = depot.label
  pin.addEventListener('click', onClick)
  return pin
}

/** Some hundred metres around all of them. */
function boundsOf(depots: readonly DepotRecord[]): [[number, number], [number, number]] {
  const lats = depots.map(({ location }) => location.lat)
  const lngs = depots.map(({ location }) => location.lng)
  return [
    [Math.min(...lngs) - 0.012, Math.min(...lats) - 0.006],
    [Math.max(...lngs) + 0.012, Math.max(...lats) + 0.006],
  ]
}
