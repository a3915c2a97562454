// One map with its ground: made once per screen, its style changed with the theme, our own layers always on top.
import './map-ground.css'
import type { MapLook } from '@routewright/contract'
import {
  loadMapGround,
  type MapGround,
  type MapTheme,
  maplibregl,
  plainStyle,
  prepareMapLibre,
} from '@routewright/ui/map'

export type PlannerMap = maplibregl.Map

/** Layers above the ground, in the words of a MapLibre style. */
export type MapOverlay = Pick<MapGround['style'], 'sources' | 'layers'>

export interface GroundedMap {
  map: PlannerMap
  /** Changes the ground; `overlay` is asked again for the new one. */
  setTheme(theme: MapTheme): Promise<void>
  /** Another look of the ground; undefined is the service's own map. */
  setLook(look: MapLook | undefined): Promise<void>
  remove(): void
}

interface GroundOptions {
  container: HTMLElement
  theme: MapTheme
  look?: MapLook | undefined
  /** The first view of the map: south-west and north-east, longitude before latitude. */
  bounds?: [[number, number], [number, number]] | undefined
  /** Labels of the map and its buttons, by MapLibre's names. */
  words?: Record<string, string>
  /** Text of the container where the browser cannot draw maps. */
  undrawn: string
  /** The own sources, with what they show now, and layers. */
  overlay?(theme: MapTheme): MapOverlay
  /** A ground with the overlay is loaded: states of features are forgotten. */
  onStyle?(map: PlannerMap): void
  onGround?(ground: MapGround): void
  /** Whether parts of the ground could not be had, again each time that this changes. */
  onGap?(isGap: boolean): void
}

/** Europe, when nothing better is known. */
const FALLBACK: [[number, number], [number, number]] = [
  [-10, 36],
  [25, 58],
]

let warmed: { theme: MapTheme; ground: MapGround | undefined } | undefined

/** Loads what the next map needs while its data are still on their way: the map then begins with its ground. */
export function warmMap(theme: MapTheme): void {
  prepareMapLibre()
  maplibregl.prewarm()
  const warming = { theme, ground: undefined as MapGround | undefined }
  warmed = warming
  void loadMapGround(theme).then((ground) => {
    warming.ground = ground
  })
}

/** The ground that was loaded ahead; only once, since tiles may become ready later. */
function takeWarmed(theme: MapTheme): MapGround | undefined {
  const ground = warmed?.theme === theme ? warmed.ground : undefined
  warmed = undefined
  return ground
}

/** Sources of the planner's own records begin with `plan-` or `zone`, and never fail. */
function isOfGround(event: object): boolean {
  const sourceId = 'sourceId' in event ? String(event.sourceId) : ''
  return sourceId !== '' && !/^(plan|zone)/.test(sourceId)
}

/**
 * Until the ground and all that lies on it is drawn, its container is marked as busy (`aria-busy`), and again while the map
 * loads more. Undefined where the browser cannot draw maps (no WebGL: remote desktops, blocked graphics drivers).
 */
export function createGroundedMap(options: GroundOptions): GroundedMap | undefined {
  prepareMapLibre()
  let wanted = { theme: options.theme, look: options.look }
  let isRemoved = false
  const getStyle = ({ style }: MapGround, theme: MapTheme) => {
    const { sources = {}, layers = [] } = options.overlay?.(theme) ?? {}
    return { ...style, sources: { ...style.sources, ...sources }, layers: [...style.layers, ...layers] }
  }
  const ready = options.look ? undefined : takeWarmed(options.theme)
  const style = ready ? getStyle(ready, options.theme) : plainStyle(options.theme)
  const map = createMap(options, style, options.bounds ?? ready?.bounds ?? FALLBACK)
  if (!map) return undefined
  const attribution = new maplibregl.AttributionControl({ compact: true })
  const busy = tellBusy(map)
  watchGaps(map, (isGap) => options.onGap?.(isGap))

  /** `isShown`: the map began with this ground. */
  const showGround = async (shown: typeof wanted, ground: MapGround, isShown: boolean) => {
    options.onGround?.(ground)
    if (!isShown) map.setStyle(getStyle(ground, shown.theme), { diff: false })
    await new Promise((resolve) => map.once('style.load', resolve))
    if (isRemoved || wanted !== shown) return
    options.onStyle?.(map)
    if (!options.bounds && ground.bounds && !isShown) map.fitBounds(ground.bounds, { animate: false })
    if (!map.hasControl(attribution)) map.addControl(attribution, 'bottom-right')
    busy.endWithNextRest()
  }
  const change = async (next: Partial<typeof wanted>) => {
    const own = { ...wanted, ...next }
    wanted = own
    const ground = await loadMapGround(own.theme, { look: own.look })
    if (!isRemoved && wanted === own) await showGround(own, ground, false)
  }
  void (ready ? showGround(wanted, ready, true) : change({}))
  return {
    map,
    setTheme: (theme) => change({ theme }),
    setLook: (look) => change({ look }),
    remove() {
      isRemoved = true
      map.remove()
    },
  }
}

function createMap(
  options: GroundOptions,
  style: maplibregl.StyleSpecification,
  bounds: [[number, number], [number, number]],
): PlannerMap | undefined {
  const map = tryMap(options, style, bounds)
  if (!map) return undefined
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 100 }), 'bottom-left')
  return map
}

function tryMap(
  { container, words = {}, undrawn }: GroundOptions,
  style: maplibregl.StyleSpecification,
  bounds: [[number, number], [number, number]],
): PlannerMap | undefined {
  try {
    return new maplibregl.Map({
      container,
      style,
      locale: words,
      bounds,
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
  } catch (error) {
    if (!(error instanceof maplibregl.GPUInitializationError)) throw error
    const note = document.createElement('p')
    note.className = 'map-undrawn'
    note.textContent = undrawn
    container.replaceChildren(note)
    return undefined
  }
}

/** Marks the map as busy until it first rests with its ground, then whenever it loads. */
function tellBusy(map: PlannerMap): { endWithNextRest(): void } {
  const container = map.getContainer()
  let hasGround = false
  const tell = (isBusy: boolean) => container.setAttribute('aria-busy', String(isBusy))
  tell(true)
  map.on('dataloading', () => tell(true))
  map.on('idle', () => tell(!hasGround))
  return {
    endWithNextRest() {
      hasGround = true
    },
  }
}

/** Missing parts of the ground are no fault of the page: it stays plain there, and the reader is told. */
function watchGaps(map: PlannerMap, onGap: (isGap: boolean) => void): void {
  let isGap = false
  const setGap = (next: boolean) => {
    if (isGap !== next) onGap(next)
    isGap = next
  }
  map.on('error', (event) => {
    if (isOfGround(event)) setGap(true)
  })
  map.on('data', (event) => {
    if (isGap && 'tile' in event && isOfGround(event)) setGap(false)
  })
}
