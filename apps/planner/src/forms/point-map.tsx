// A small map with one point that can be dragged, or set by a click.
import { Text } from '@mantine/core'
import { maplibregl } from '@routewright/ui/map'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createGroundedMap, type GroundedMap } from '../shell/map-ground.ts'
import { useTheme } from '../shell/use-theme.ts'
import classes from './forms.module.css'

export interface Point {
  lat: number
  lng: number
}

interface PointMapProps {
  point: Point | undefined
  onPick(point: Point): void
  height?: number
}

export function PointMap({ point, onPick, height = 260 }: PointMapProps) {
  const { t } = useTranslation(['records', 'shell'])
  const theme = useTheme()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<{ grounded: GroundedMap; marker: maplibregl.Marker } | undefined>(undefined)
  const pick = useRef(onPick)
  pick.current = onPick
  const first = useRef({ point, theme, undrawn: t('shell:map_undrawn') })

  useEffect(() => {
    const { point: at, theme: look, undrawn } = first.current
    const grounded = createGroundedMap({
      container: box.current!,
      theme: look,
      bounds: at && aroundPoint(at),
      undrawn,
    })
    if (!grounded) return
    const marker = new maplibregl.Marker({ draggable: true, color: '#1f5fd6' })
    const tell = ({ lat, lng }: Point) => pick.current({ lat: rounded(lat), lng: rounded(lng) })
    marker.on('dragend', () => tell(marker.getLngLat()))
    grounded.map.on('click', ({ lngLat }) => tell(lngLat))
    shown.current = { grounded, marker }
    return () => {
      marker.remove()
      grounded.remove()
      shown.current = undefined
    }
  }, [])

  useEffect(() => {
    void shown.current?.grounded.setTheme(theme)
  }, [theme])

  const { lat, lng } = point ?? {}
  useEffect(() => {
    const { grounded, marker } = shown.current ?? {}
    if (!grounded || !marker) return
    if (lat === undefined || lng === undefined) {
      marker.remove()
      return
    }
    marker.setLngLat([lng, lat]).addTo(grounded.map)
    if (!grounded.map.getBounds().contains([lng, lat])) grounded.map.jumpTo({ center: [lng, lat], zoom: 15 })
  }, [lat, lng])

  return (
    <div>
      <div ref={box} className={classes.map} style={{ height }} role="application" aria-label={t('map')} />
      <Text size="xs" c="dimmed" mt={4}>
        {t('map_hint')}
      </Text>
    </div>
  )
}

function aroundPoint({ lat, lng }: Point): [[number, number], [number, number]] {
  return [
    [lng - 0.006, lat - 0.004],
    [lng + 0.006, lat + 0.004],
  ]
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
