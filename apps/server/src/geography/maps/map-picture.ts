// Still pictures of the map for pages that must be light, drawn of our own tiles and kept for whoever asks again.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { mapPicture } from '@routewright/contract'
import { createTileReader, MAX_TILE_ZOOM, TILE_UNITS, type TileArchive, type TileReader } from '@routewright/roads'
import { drawPicture } from './draw-picture.ts'
import type { Theme } from './map-style.ts'
import type { PlacedTile } from './picture-ground.ts'

export interface Frame {
  theme: Theme
  zoom: number
  /** The picture's middle, in cells from the north-west corner of the world. */
  x: number
  y: number
}

/** Size of a tile on the screen, as MapLibre counts zooms. */
const tilePixels = 512
/** Pictures of 20 to 60 kB. */
const mostKept = 200

const compress = promisify(gzip)

export class MapPictures {
  private reader: { key: string; tiles: TileReader } | undefined
  /** Compressed pictures by archive and frame, least recently used first. */
  private readonly kept = new Map<string, Promise<Buffer>>()

  /** The picture as SVG, compressed by gzip; plain ground without an archive. Throws what reading it throws. */
  picture(archive: TileArchive | undefined, frame: Frame): Promise<Buffer> {
    const key = `${archive?.key} ${frame.theme} ${frame.zoom} ${frame.x} ${frame.y}`
    const known = this.kept.get(key)
    this.kept.delete(key)
    const made = known ?? this.make(archive, frame)
    this.kept.set(key, made)
    if (!known) made.catch(() => this.kept.delete(key))
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= mostKept) break
      this.kept.delete(oldest)
    }
    return made
  }

  private async make(archive: TileArchive | undefined, { theme, zoom, x, y }: Frame): Promise<Buffer> {
    const { width, height, cellPixels } = mapPicture
    const west = x * cellPixels - width / 2
    const north = y * cellPixels - height / 2
    const box = { west, north, width, height }
    const tiles = archive ? await readAround(this.readerOf(archive), zoom, box) : []
    return compress(drawPicture(tiles, { theme, zoom, width, height }))
  }

  private readerOf(archive: TileArchive): TileReader {
    if (this.reader?.key !== archive.key) this.reader = { key: archive.key, tiles: createTileReader(archive) }
    return this.reader.tiles
  }
}

const farLayers = new Set(['landcover', 'water', 'waterways', 'roads', 'places'] as const)
const nearLayers = new Set([...farLayers, 'buildings'] as const)

/** In pixels of the world at a zoom. */
interface Box {
  west: number
  north: number
  width: number
  height: number
}

/** The tiles below the box. */
async function readAround(tiles: TileReader, zoom: number, { west, north, width, height }: Box): Promise<PlacedTile[]> {
  const z = Math.min(zoom, MAX_TILE_ZOOM)
  const size = tilePixels * 2 ** (zoom - z)
  const placed: PlacedTile[] = []
  for (let y = Math.floor(north / size); y * size < north + height; y++) {
    for (let x = Math.floor(west / size); x * size < west + width; x++) {
      if (Math.min(x, y) < 0 || Math.max(x, y) >= 2 ** z) continue
      const layers = await tiles.read(z, x, y, zoom >= 15 ? nearLayers : farLayers)
      placed.push({ layers, left: x * size - west, top: y * size - north, scale: size / TILE_UNITS })
    }
  }
  return placed
}
