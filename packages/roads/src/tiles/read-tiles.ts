// Reads features from an archive of our own vector tiles. Formats: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md,
// https://github.com/mapbox/vector-tile-spec/tree/master/2.1

import { open } from 'node:fs/promises'
import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import { corrupt, WireReader } from '../pbf/wire.ts'
import type { LayerName, Properties } from './map-kinds.ts'
import type { TileArchive } from './open-tiles.ts'

/** One feature of a tile; `parts` are points, lines or rings, as alternating x and y. */
export interface TileFeature {
  kind: 'points' | 'lines' | 'areas'
  properties: Properties
  /** In units of the tile, whose side has `TILE_UNITS`; some are slightly outside. */
  parts: number[][]
}

export type TileLayers = Partial<Record<LayerName, TileFeature[]>>

/** Side of a tile in its own units. */
export const TILE_UNITS = 4096

export interface TileReader {
  /** The wanted layers of a tile, without missing ones. Throws RoadsError for an incomplete file. */
  read(z: number, x: number, y: number, wanted: ReadonlySet<LayerName>): Promise<TileLayers>
}

export function createTileReader({ path, key }: Pick<TileArchive, 'path' | 'key'>): TileReader {
  const archive = new PMTiles(new FileSource(path, key))
  return {
    async read(z, x, y, wanted) {
      const tile = await archive.getZxy(z, x, y)
      return tile ? readLayers(new Uint8Array(tile.data), wanted) : {}
    },
  }
}

/** Opens the file for each read, so that an archive that was replaced is not kept open. */
class FileSource implements Source {
  private readonly path: string
  private readonly key: string

  constructor(path: string, key: string) {
    this.path = path
    this.key = key
  }

  getKey(): string {
    return this.key
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const file = await open(this.path)
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    } finally {
      await file.close()
    }
  }
}

function readLayers(bytes: Uint8Array, wanted: ReadonlySet<LayerName>): TileLayers {
  const layers: TileLayers = {}
  const tile = new WireReader(bytes)
  while (tile.hasMore()) {
    const tag = tile.varint()
    if (tag >> 3 !== 3) {
      tile.skip(tag)
      continue
    }
    const start = tile.position
    const { name, features, keys, values, extent } = indexLayer(tile.enter())
    if (!wanted.has(name as LayerName)) continue
    if (extent !== TILE_UNITS) throw corrupt(`a tile at ${start} has a side of ${extent} units`)
    layers[name as LayerName] = features.map((feature) => readFeature(feature, keys, values))
  }
  return layers
}

function indexLayer(layer: WireReader) {
  let name = ''
  let extent = TILE_UNITS
  const features: WireReader[] = []
  const keys: string[] = []
  const values: (string | number | boolean)[] = []
  while (layer.hasMore()) {
    const tag = layer.varint()
    switch (tag >> 3) {
      case 1:
        name = readText(layer)
        break
      case 2:
        features.push(layer.enter())
        break
      case 3:
        keys.push(readText(layer))
        break
      case 4:
        values.push(readValue(layer.enter()))
        break
      case 5:
        extent = layer.varint()
        break
      default:
        layer.skip(tag)
    }
  }
  return { name, features, keys, values, extent }
}

const text = new TextDecoder()

function readText(reader: WireReader): string {
  return text.decode(reader.slice())
}

function readValue(reader: WireReader): string | number | boolean {
  let value: string | number | boolean = ''
  while (reader.hasMore()) {
    const tag = reader.varint()
    switch (tag >> 3) {
      case 1:
        value = readText(reader)
        break
      case 2:
        value = getView(reader, 4).getFloat32(0, true)
        break
      case 3:
        value = getView(reader, 8).getFloat64(0, true)
        break
      case 4:
      case 5:
        value = reader.varint()
        break
      case 6:
        value = reader.signedVarint()
        break
      case 7:
        value = reader.varint() !== 0
        break
      default:
        reader.skip(tag)
    }
  }
  return value
}

function getView(reader: WireReader, length: number): DataView {
  const { bytes, position, end } = reader
  if (position + length > end) throw corrupt('a value runs over the end of its message')
  reader.position += length
  return new DataView(bytes.buffer, bytes.byteOffset + position, length)
}

const geometryKinds = ['points', 'points', 'lines', 'areas'] as const

function readFeature(
  feature: WireReader,
  keys: readonly string[],
  values: readonly (string | number | boolean)[],
): TileFeature {
  const properties: Properties = {}
  let kind: TileFeature['kind'] = 'points'
  let parts: number[][] = []
  while (feature.hasMore()) {
    const tag = feature.varint()
    switch (tag >> 3) {
      case 2: {
        const tags = feature.enter()
        while (tags.hasMore()) {
          const key = keys[tags.varint()]
          const value = values[tags.varint()]
          if (key === undefined || value === undefined) throw corrupt('a feature names a property that its layer lacks')
          properties[key] = value
        }
        break
      }
      case 3:
        kind = geometryKinds[feature.varint()] ?? 'points'
        break
      case 4:
        parts = readGeometry(feature.enter())
        break
      default:
        feature.skip(tag)
    }
  }
  return { kind, properties, parts }
}

/** Commands of a pen: 1 moves, 2 draws, 7 closes; the first two with steps from the pen's position. */
function readGeometry(pen: WireReader): number[][] {
  const parts: number[][] = []
  let part: number[] = []
  let x = 0
  let y = 0
  while (pen.hasMore()) {
    const command = pen.varint()
    const what = command & 7
    if (what === 7) continue
    if (what !== 1 && what !== 2) throw corrupt(`a geometry has a command ${what}`)
    for (let count = command >> 3; count > 0; count--) {
      x += pen.signedVarint()
      y += pen.signedVarint()
      if (what === 1) {
        part = []
        parts.push(part)
      }
      part.push(x, y)
    }
  }
  return parts
}
