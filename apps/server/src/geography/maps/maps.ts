// Rules of the base map: what there is, how it looks, and which bytes of the archive a request asks for.
import type { MapInformation } from '@routewright/contract'
import { ATTRIBUTION, type TileArchive } from '@routewright/roads'
import type { Services } from '../../frame/platform/services.ts'
import type { MapData } from '../extracts/map-data.ts'
import { type MapStyle, mapStyle, type Theme } from './map-style.ts'

/** Where the archives are served; relative, so that they are fetched from the server that the page came from. */
const PATHS = { tiles: '/map/tiles.pmtiles', world: '/map/world.pmtiles' } as const
/** Building the world takes a second, once. */
const WORLD_MILLISECONDS = 5_000

export function describeMap({ config, mapData, roads, extracts }: Services): MapInformation {
  const { mapStyleUrl, roadModes } = config
  const { tiles, addresses } = mapData.status
  const bounds = mapData.tiles?.find()?.bounds
  const firstRoads = roads.status[roadModes[0] ?? '']
  return {
    attribution: ATTRIBUTION,
    ...(mapStyleUrl !== undefined && { online_style_url: mapStyleUrl }),
    ...(bounds && { bounds: listCorners(bounds) }),
    ...(tiles && { tiles }),
    ...(addresses && { addresses }),
    ...(firstRoads && { roads: firstRoads }),
    extracts: extracts.used.map(({ name, bounds: box }) => ({ name, ...(box && { bounds: listCorners(box) }) })),
  }
}

function listCorners({ minLng, minLat, maxLng, maxLat }: TileArchive['bounds']): [number, number][] {
  return [
    [minLng, minLat],
    [maxLng, maxLat],
  ]
}

/** The style over what is ready now: the extract's tiles over the world from afar, else the plain ground. */
export async function currentStyle(theme: Theme, mapData: MapData): Promise<MapStyle> {
  const world = await findWorld(mapData)
  const tiles = findTiles(mapData)
  return mapStyle(theme, {
    world: world && `${PATHS.world}?v=${world.key}`,
    tiles: tiles && `${PATHS.tiles}?v=${tiles.key}`,
    hasCoast: tiles?.hasCoast,
    attribution: ATTRIBUTION,
  })
}

export function findTiles(mapData: MapData): TileArchive | undefined {
  return mapData.tiles?.find()
}

export async function findWorld(mapData: MapData): Promise<TileArchive | undefined> {
  return mapData.world.wait(WORLD_MILLISECONDS).catch(() => undefined)
}

/** First and last byte, both included. */
export interface ByteRange {
  first: number
  last: number
}

/** The one range of a Range header; 'whole' without one that can be read, 'none' when it lies outside the file. */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'none' {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = parts ?? []
  if (from === '' && to === '') return 'whole'
  // `-500` asks for the last 500 bytes.
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  return first > last || first >= sizeBytes ? 'none' : { first, last }
}
