// Sets MapLibre up for all applications: its worker from our own files, PMTiles archives, and the chain of styles from a
// foreign one over our own tiles down to plain ground.
import { type AnswerOf, exchange, type InputOf } from '@routewright/client/exchange'
import { getMap, getMapStyle } from '@routewright/client/operations'
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
  /** Where our own tiles reach: south-west and north-east, longitude before latitude. */
  bounds?: [[number, number], [number, number]]
  /** No streets: tiles are missing or cannot be had. */
  isPlain: boolean
}

const ONLINE_MILLISECONDS = 4_000

let isPrepared = false

/** Once per page, before the first map. */
export function prepareMapLibre(): typeof maplibregl {
  if (!isPrepared) {
    isPrepared = true
    maplibregl.setWorkerUrl(workerUrl)
    maplibregl.addProtocol('pmtiles', new Protocol({ metadata: true }).tile)
  }
  return maplibregl
}

/** The style of the ground. Never fails: without streets it is a plain ground. */
export async function loadMapGround(theme: MapTheme, signal?: AbortSignal): Promise<MapGround> {
  // Asked for at once: mostly it is the one that is shown.
  const reading = readOwn(getMapStyle, { theme }, signal) as Promise<StyleSpecification | undefined>
  const information = await readOwn(getMap, {}, signal)
  const attribution = information?.attribution ?? MAP_ATTRIBUTION
  const bounds = information?.bounds as MapGround['bounds']
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

/** Just ground, for when the service cannot be reached. */
export function plainStyle(theme: MapTheme): StyleSpecification {
  const color = theme === 'dark' ? '#1b2430' : '#eef1f4'
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': color } }],
  }
}

/** The worker knows no page address, so archives are named in full. */
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

/** What our own service says of its map; undefined where it says nothing. */
async function readOwn<Called extends typeof getMap | typeof getMapStyle>(
  operation: Called,
  input: InputOf<Called>,
  signal?: AbortSignal,
): Promise<AnswerOf<Called> | undefined> {
  const exchanged = await exchange({}, operation, input, signal ? { signal } : {}).catch(() => undefined)
  return exchanged?.isDone ? exchanged.body : undefined
}

/** The style of another provider, which the operator chose. */
async function readForeign(address: string): Promise<StyleSpecification | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ONLINE_MILLISECONDS) })
    return answer.ok ? ((await answer.json()) as StyleSpecification) : undefined
  } catch {
    return undefined
  }
}

export { maplibregl }
