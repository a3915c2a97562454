// One map with its ground: made once per screen, its style changed with the theme, our own layers put back on top.
import {
  loadMapGround,
  type MapGround,
  type MapTheme,
  maplibregl,
  plainStyle,
  prepareMapLibre,
} from '@routewright/ui/map'

export type PlannerMap = maplibregl.Map

export interface GroundedMap {
  map: PlannerMap
  /** Changes the ground; `addLayers` is called again on the new one. */
  setTheme(theme: MapTheme): Promise<void>
  remove(): void
}

interface GroundOptions {
  container: HTMLElement
  theme: MapTheme
  /** What the map shows first: south-west and north-east, longitude before latitude. */
  bounds?: [[number, number], [number, number]] | undefined
  /** Labels of the map and its buttons, by MapLibre's names. */
  words?: Record<string, string>
  /** Puts the own sources and layers on a style that has just been loaded. */
  addLayers(map: PlannerMap, theme: MapTheme): void
  onGround?(ground: MapGround): void
  /** Whether parts of the ground could not be had, again each time that this changes. */
  onGap?(isGap: boolean): void
}

/** Europe, when nothing better is known. */
const FALLBACK: [[number, number], [number, number]] = [
  [-10, 36],
  [25, 58],
]

/** Sources of the planner's own records begin with `plan-` or `zone`, and never fail. */
function isOfGround(event: object): boolean {
  const sourceId = 'sourceId' in event ? String(event.sourceId) : ''
  return sourceId !== '' && !/^(plan|zone)/.test(sourceId)
}

export function createGroundedMap(options: GroundOptions): GroundedMap {
  prepareMapLibre()
  let wanted = options.theme
  let isRemoved = false
  const map = new maplibregl.Map({
    container: options.container,
    style: plainStyle(options.theme),
    locale: options.words ?? {},
    bounds: options.bounds ?? FALLBACK,
    fitBoundsOptions: { padding: 48, maxZoom: 15 },
    attributionControl: false,
    boxZoom: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    maxZoom: 19,
    canvasContextAttributes: { antialias: false },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 100 }), 'bottom-left')
  const attribution = new maplibregl.AttributionControl({ compact: true })

  const setTheme = async (theme: MapTheme) => {
    wanted = theme
    const ground = await loadMapGround(theme)
    if (isRemoved || wanted !== theme) return
    options.onGround?.(ground)
    map.setStyle(ground.style, { diff: false })
    await new Promise((resolve) => map.once('style.load', resolve))
    if (isRemoved || wanted !== theme) return
    options.addLayers(map, theme)
    if (!options.bounds && ground.bounds) map.fitBounds(ground.bounds, { animate: false })
    if (!map.hasControl(attribution)) map.addControl(attribution, 'bottom-right')
  }
  // What is missing of the ground is no fault of the page: it stays plain there, and the reader is told.
  let isGap = false
  const setGap = (next: boolean) => {
    if (isGap !== next) options.onGap?.(next)
    isGap = next
  }
  map.on('error', (event) => {
    if (isOfGround(event)) setGap(true)
  })
  map.on('data', (event) => {
    if (isGap && 'tile' in event && isOfGround(event)) setGap(false)
  })
  void setTheme(options.theme)
  return {
    map,
    setTheme,
    remove() {
      isRemoved = true
      map.remove()
    },
  }
}
