// Sets up MapLibre for all applications: its worker from our own files, PMTiles archives, and the fallback chain of styles from another
// provider's over our own tiles down to a plain background.
import { type AnswerOf, exchange, type InputOf } from '@routewright/client/exchange'
import { getMap, getMapStyle } from '@routewright/client/operations'
import type { MapLook } from '@routewright/contract'
import { MAP_ATTRIBUTION } from '@routewright/contract/map-picture'
import type { StyleSpecification } from 'maplibre-gl'
import * as maplibregl from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

export type MapTheme = 'light' | 'dark'

export interface MapGround {
  style: StyleSpecification
  /** Always shown with the map. */
  attribution: string
  /** Bounds of our own tiles: south-west and north-east, longitude before latitude. */
  bounds?: [[number, number], [number, number]]
  /** Whether there are no streets: tiles are missing or unavailable. */
  isPlain: boolean
}

const ONLINE_MILLISECONDS = 4_000
/** Source and layer of the chosen look. */
const LOOK = 'look'

let isPrepared = false

/** Prepares MapLibre once per page, before the first map. */
export function prepareMapLibre(): typeof maplibregl {
  if (!isPrepared) {
    isPrepared = true
    maplibregl.setWorkerUrl(workerUrl)
    maplibregl.addProtocol('pmtiles', new Protocol({ metadata: true }).tile)
  }
  return maplibregl
}

export interface GroundOptions {
  signal?: AbortSignal
  /** A look other than the service's own map; when it is unavailable, the own map is shown. */
  look?: MapLook | undefined
}

/** The style of the background map. Never fails: without streets it is a plain background. */
export async function loadMapGround(theme: MapTheme, { signal, look }: GroundOptions = {}): Promise<MapGround> {
  // Requested at once: mostly it is the one shown.
  const reading = readOwn(getMapStyle, { theme }, signal) as Promise<StyleSpecification | undefined>
  const information = await readOwn(getMap, {}, signal)
  const attribution = information?.attribution ?? MAP_ATTRIBUTION
  const bounds = information?.bounds as MapGround['bounds']
  if (look) {
    const style = await styleOfLook(look, reading, theme)
    if (style) return { style, attribution: look.attribution, isPlain: false, ...(bounds && { bounds }) }
  }
  const online = information?.online_style_url
  if (online) {
    const style = await readForeign(online)
    if (style?.version === 8) return { style, attribution, isPlain: false, ...(bounds && { bounds }) }
  }
  const own = await reading
  const style = own ?? plainStyle(theme)
  const isPlain = information?.tiles?.state !== 'ready'
  return { style: withAbsoluteArchives(style), attribution, isPlain, ...(bounds && { bounds }) }
}

/** Undefined when the style of another server is unavailable. */
async function styleOfLook(
  look: MapLook,
  own: Promise<StyleSpecification | undefined>,
  theme: MapTheme,
): Promise<StyleSpecification | undefined> {
  if (look.style !== undefined) {
    const style = await readForeign(look.style)
    return style?.version === 8 ? withAttribution(style, look.attribution) : undefined
  }
  return picturesUnderNames(look, withAbsoluteArchives((await own) ?? plainStyle(theme)))
}

/** Pictures as the background, with the names of our own map on top, because streets cannot be recognised on aerial pictures. */
function picturesUnderNames(look: MapLook, own: StyleSpecification): StyleSpecification {
  const { tiles, tile_size = 256, max_zoom = 19, attribution } = look
  const names = own.layers.filter(({ type }) => type === 'symbol')
  const used = new Set(names.flatMap((layer) => ('source' in layer ? [layer.source] : [])))
  const sources = Object.fromEntries(Object.entries(own.sources).filter(([id]) => used.has(id)))
  return {
    ...own,
    sources: {
      ...sources,
      [LOOK]: { type: 'raster', tiles: [tiles!], tileSize: tile_size, maxzoom: max_zoom, attribution },
    },
    layers: [{ id: LOOK, type: 'raster', source: LOOK }, ...names],
  }
}

/** Adds an attribution to that of the style, by a source that shows nothing. */
function withAttribution(style: StyleSpecification, attribution: string): StyleSpecification {
  const nothing = { type: 'FeatureCollection' as const, features: [] }
  return {
    ...style,
    sources: { ...style.sources, [LOOK]: { type: 'geojson', data: nothing, attribution } },
    layers: [...style.layers, { id: LOOK, type: 'line', source: LOOK }],
  }
}

/** A plain background, for when the service cannot be reached. */
export function plainStyle(theme: MapTheme): StyleSpecification {
  const color = theme === 'dark' ? '#1b2430' : '#eef1f4'
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': color } }],
  }
}

/** The worker does not know the page's address, so archives need full URLs. */
function withAbsoluteArchives(style: StyleSpecification): StyleSpecification {
  const sources = Object.fromEntries(
    Object.entries(style.sources).map(([id, source]) => {
      const url = 'url' in source ? source.url : undefined
      const path = typeof url === 'string' && url.startsWith('pmtiles:///') ? url.slice('pmtiles://'.length) : undefined
      return [id, path === undefined ? source : { ...source, url: `pmtiles://${new URL(path, location.href)}` }]
    }),
  )
  return { ...style, sources: sources as StyleSpecification['sources'] }
}

/** Map data of our own service; undefined when it does not respond. */
async function readOwn<Called extends typeof getMap | typeof getMapStyle>(
  operation: Called,
  input: InputOf<Called>,
  signal?: AbortSignal,
): Promise<AnswerOf<Called> | undefined> {
  const exchanged = await exchange({}, operation, input, signal ? { signal } : {}).catch(() => undefined)
  return exchanged?.isDone ? exchanged.body : undefined
}

/** The style of another provider, chosen by the operator. */
async function readForeign(address: string): Promise<StyleSpecification | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ONLINE_MILLISECONDS) })
    return answer.ok ? ((await answer.json()) as StyleSpecification) : undefined
  } catch {
    return undefined
  }
}

export { maplibregl }
