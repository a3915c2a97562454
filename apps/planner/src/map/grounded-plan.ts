// The map of the plan on screen: made once, its ground changed with the theme, its data whenever the plan changes.
import type { MapLook } from '@routewright/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createGroundedMap, type GroundedMap, type PlannerMap } from '../shell/map-ground.ts'
import { useMapInformation } from '../shell/use-map-information.ts'
import { useTheme } from '../shell/use-theme.ts'
import { setPlanData } from './drawn-plan.ts'
import { computeBounds, type IndexedFeatures } from './plan-features.ts'
import { planOverlay } from './plan-layers.ts'

export interface GroundedPlan {
  /** Missing until the container is on screen, and where the browser cannot draw maps. */
  map: PlannerMap | undefined
  /** How many grounds were loaded: each begins without marks on the plan. */
  styleCount: number
  /** There is no street map, or a part of it could not be loaded. */
  lacks: 'streets' | 'parts' | undefined
}

/** `streets`: names the service's own map, empty while it is not ready; an open map takes up what comes to be. */
export function useGroundedPlan(
  container: RefObject<HTMLDivElement | null>,
  features: IndexedFeatures,
  streets: string | undefined,
  look: MapLook | undefined,
): GroundedPlan {
  const theme = useTheme()
  const words = useMapWords()
  const undrawn = useTranslation('shell').t('map_undrawn')
  const grounded = useRef<GroundedMap | undefined>(undefined)
  const [map, setMap] = useState<PlannerMap>()
  const [styleCount, setStyleCount] = useState(0)
  const [isPlain, setPlain] = useState(false)
  const [isGap, setGap] = useState(false)
  const first = useRef({ theme, look, words, undrawn, bounds: computeBounds(features) })
  const latest = useRef(features)
  latest.current = features
  /** The service's own map when it was last heard of. */
  const known = useRef<string | undefined>(undefined)
  /** The features on the map now, so that none is sent to it twice. */
  const drawn = useRef<IndexedFeatures | undefined>(undefined)

  useEffect(() => {
    const made = createGroundedMap({
      container: container.current!,
      ...first.current,
      overlay(onTheme) {
        drawn.current = latest.current
        return planOverlay(onTheme, latest.current)
      },
      onStyle: () => setStyleCount((count) => count + 1),
      onGround: (ground) => setPlain(ground.isPlain),
      onGap: setGap,
    })
    if (!made) return
    grounded.current = made
    setMap(made.map)
    return () => {
      made.remove()
      grounded.current = undefined
    }
  }, [container])

  useEffect(() => {
    if (theme !== first.current.theme) void grounded.current?.setTheme(theme)
    first.current.theme = theme
  }, [theme])

  useEffect(() => {
    if (look !== first.current.look) void grounded.current?.setLook(look)
    first.current.look = look
  }, [look])

  useEffect(() => {
    const isAnother = known.current !== undefined && known.current !== streets
    known.current = streets
    if (streets && (isPlain || isAnother)) void grounded.current?.setTheme(first.current.theme)
  }, [isPlain, streets])

  useEffect(() => {
    if (!map || styleCount === 0 || drawn.current === features) return
    drawn.current = features
    setPlanData(map, features)
  }, [map, styleCount, features])
  return { map, styleCount, lacks: isPlain ? 'streets' : isGap ? 'parts' : undefined }
}

/** Names the service's own map, another one by another name; empty while there is none or it is being made. */
export function useStreets(): string | undefined {
  const information = useMapInformation()
  if (!information) return undefined
  const { tiles, extracts, bounds } = information
  return tiles?.state === 'ready' ? JSON.stringify([bounds, extracts]) : ''
}

/** Names of the map's own parts, by its keys for them. */
function useMapWords(): Record<string, string> {
  const { t } = useTranslation('editor')
  return {
    'Map.Title': t('map'),
    'NavigationControl.ZoomIn': t('zoom_in'),
    'NavigationControl.ZoomOut': t('zoom_out'),
  }
}
