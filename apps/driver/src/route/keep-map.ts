// Fetches the map around the route once, so that the worker keeps it for where there is no signal.
import { exchange } from '@routewright/client/exchange'
import { getMap, getMapStyle } from '@routewright/client/operations'
import type { DriverRoute } from '@routewright/contract'
import { readPolyline } from '@routewright/ui/polyline'
import type { PMTiles } from 'pmtiles'
import { database } from '../store/database.ts'

/** Streets with their names; the archive's own tiles end here or before. */
const DEEPEST_ZOOM = 14
/** The way there and the whole, from afar. */
const SHALLOWEST_ZOOM = 6
/** A long route would otherwise take the phone's whole data plan. */
const MOST_TILES = 1_200
const AT_ONCE = 4

type Tile = [zoom: number, x: number, y: number]

/** The tiles that the route touches, with their neighbours where streets matter; coarse ones first. */
export function tilesAround(points: readonly (readonly [lng: number, lat: number])[], deepest: number): Tile[] {
  const tiles: Tile[] = []
  for (let zoom = Math.min(SHALLOWEST_ZOOM, deepest); zoom <= deepest; zoom++) {
    const side = 2 ** zoom
    const seen = new Set<number>()
    for (const [lng, lat] of points) {
      const x = Math.floor(((lng + 180) / 360) * side)
      const sin = Math.sin((lat * Math.PI) / 180)
      const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * side)
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          const [column, row] = [x + dx, y + dy]
          if (column < 0 || row < 0 || column >= side || row >= side || seen.has(column * side + row)) continue
          seen.add(column * side + row)
          tiles.push([zoom, column, row])
        }
      }
    }
  }
  return tiles
}

/** Stores the map tiles that the route needs; returns whether the service has a map at all. Each tile is requested only once. */
export async function keepMap(routeId: string, route: DriverRoute): Promise<void> {
  const archive = await findArchive()
  if (!archive) return
  const header = await archive.getHeader()
  const points = [
    ...(route.planned_track ? readPolyline(route.planned_track) : []),
    ...route.stops.flatMap(({ location }) =>
      location?.lat === undefined || location.lng === undefined ? [] : [[location.lng, location.lat] as const],
    ),
  ]
  const tiles = tilesAround(points, Math.min(DEEPEST_ZOOM, header.maxZoom)).slice(0, MOST_TILES)
  await database.routes.update(routeId, { map_kept: 0 })
  let done = 0
  const work = async () => {
    for (let tile = tiles.pop(); tile; tile = tiles.pop()) {
      await archive.getZxy(...tile)
      done += 1
      if (done % 25 === 0) await database.routes.update(routeId, { map_kept: done / (done + tiles.length) })
    }
  }
  // From the back: the list ends with the streets.
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await database.routes.update(routeId, { map_kept: 1, is_map_done: true })
}

async function findArchive(): Promise<PMTiles | undefined> {
  // Both looks and what they name are kept for later, too.
  const [light] = await Promise.all((['light', 'dark'] as const).map((theme) => exchange({}, getMapStyle, { theme })))
  await exchange({}, getMap, {})
  if (!light?.isDone) return undefined
  const { base, world } = (light.body as { sources: Record<string, { url?: string } | undefined> }).sources
  // Loaded now: the first screen of the app does without it.
  const { PMTiles } = await import('pmtiles')
  const open = (source: { url?: string } | undefined) =>
    source?.url?.startsWith('pmtiles://') ? new PMTiles(new URL(source.url.slice(10), location.href).href) : undefined
  await open(world)?.getHeader()
  return open(base)
}
