import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import { afterAll, describe, expect, it } from 'vitest'
import { buildArchiveBytes, readMapLayers } from '../../test/map-layers.ts'
import { type TestExtract, writePbf } from '../../test/pbf-writer.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { SpillStore } from '../foundation/spill-store.ts'
import { isInsideRings } from '../shapes/rings.ts'
import { readPoint } from './map-kinds.ts'
import { openTiles, openWorldTiles } from './open-tiles.ts'
import { type ArchiveFacts, type ArchiveTile, ArchiveWriter } from './pmtiles-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A square of four node ids from `first`, its sides `size` degrees, around a point. */
function square(first: number, lat: number, lng: number, size: number) {
  const half = size / 2
  const corners = [
    [-half, -half],
    [-half, half],
    [half, half],
    [half, -half],
  ] as const
  return corners.map(([up, right], index) => ({ id: first + index, lat: lat + up, lng: lng + right }))
}

/** A lake of two half shores with an island, in a wood; a street in two pieces; a house with its number; a town. */
const park: TestExtract = {
  nodes: [
    ...square(1, 47.1, 9.5, 0.1),
    ...square(11, 47.1, 9.5, 0.04),
    ...square(21, 47.1, 9.5, 0.01),
    { id: 31, lat: 47.11, lng: 9.51, tags: { place: 'town', name: 'Seestadt', population: '5000' } },
    { id: 32, lat: 47.1101, lng: 9.51 },
    { id: 33, lat: 47.1102, lng: 9.51 },
    { id: 34, lat: 47.1103, lng: 9.511 },
    ...square(41, 47.1305, 9.5305, 0.0002),
  ],
  ways: [
    { id: 101, refs: [1, 2, 3, 4, 1], tags: { natural: 'wood' } },
    { id: 102, refs: [11, 12, 13], tags: {} },
    { id: 103, refs: [11, 14, 13], tags: {} },
    { id: 104, refs: [21, 22, 23, 24, 21], tags: {} },
    { id: 105, refs: [32, 33], tags: { highway: 'residential', name: 'Seeweg' } },
    { id: 106, refs: [34, 33], tags: { highway: 'residential', name: 'Seeweg' } },
    { id: 107, refs: [41, 42, 43, 44, 41], tags: { building: 'house', 'addr:housenumber': '7b' } },
  ],
  relations: [
    {
      id: 201,
      members: [
        { type: 'way', ref: 102, role: 'outer' },
        { type: 'way', ref: 103, role: 'outer' },
        { type: 'way', ref: 104, role: 'inner' },
      ],
      tags: { type: 'multipolygon', natural: 'water', name: 'Stiller See' },
    },
  ],
}
const extract = join(folder, 'park.osm.pbf')
writeFileSync(extract, writePbf(park, { order: ['ways', 'relations', 'nodes'] }))

/** Reads an archive from memory as a browser reads it over the network: by ranges. */
class MemorySource implements Source {
  readonly fetches: number[] = []
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  getKey(): string {
    return 'memory'
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.fetches.push(length)
    return { data: new Uint8Array(this.bytes.subarray(offset, offset + length)).buffer }
  }
}

function writeArchive(tiles: readonly ArchiveTile[], facts: ArchiveFacts): Buffer {
  const path = join(folder, 'written.pmtiles')
  const archive = new ArchiveWriter(new SpillStore({ path: `${path}.tiles`, memoryBytes: 1e6 }))
  for (const tile of tiles) archive.add(tile)
  archive.writeTo(path, facts)
  return readFileSync(path)
}

async function tileText(archive: PMTiles, z: number, x: number, y: number): Promise<string> {
  const tile = await archive.getZxy(z, x, y)
  return tile ? Buffer.from(tile.data).toString('latin1') : ''
}

function tileAt(lat: number, lng: number, z: number): [x: number, y: number] {
  const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
  return [Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)]
}

describe('what the map shows', () => {
  const { layers, bounds } = readMapLayers([extract])

  it('draws lakes of several ways, with their islands', () => {
    const [lake] = layers.water
    expect(lake!.properties).toMatchObject({ kind: 'water', name: 'Stiller See' })
    expect(lake!.geometry.type).toBe('MultiPolygon')
    const [polygon, ...others] = lake!.geometry.coordinates as number[][][][]
    expect(others).toEqual([])
    expect(polygon).toHaveLength(2)
    expect(polygon!.map((ring) => ring.length)).toEqual([5, 5])
    for (const ring of polygon!) expect(ring[0]).toEqual(ring[ring.length - 1])
  })

  it('draws one line for a street of two pieces, whichever way they run', () => {
    expect(layers.roads.map((road) => road.properties)).toEqual([{ kind: 'minor', name: 'Seeweg', minZoom: 12 }])
    expect((layers.roads[0]!.geometry.coordinates as unknown[]).length).toBe(3)
  })

  it('gives a capital its label before larger towns', () => {
    const rank = (tags: Record<string, string>) =>
      readPoint(new Map(Object.entries({ place: 'town', name: 'x', ...tags })))
    const capital = rank({ population: '5000', capital: 'yes' })!
    const larger = rank({ population: '90000', capital: '4' })!
    expect(capital.minZoom).toBeLessThan(larger.minZoom)
    expect(capital.properties.rank).toBeLessThan(larger.properties.rank as number)
  })

  it('draws woods, houses with their numbers, and towns', () => {
    expect(layers.landcover.map((entry) => entry.properties.kind)).toEqual(['wood'])
    expect(layers.buildings).toHaveLength(1)
    expect(layers.addresses.map((address) => address.properties.number)).toEqual(['7b'])
    const middle = layers.addresses[0]!.geometry.coordinates as [number, number]
    expect(middle[0]).toBeCloseTo(9.5305, 6)
    expect(layers.places[0]!.properties).toMatchObject({ kind: 'town', name: 'Seestadt' })
  })

  it('closes coasts to a sea with its islands, but not where streets would be in the water', () => {
    // A coast from north to south in two ways, land in the east; an island before it; a street behind it.
    const coast = (reversed: boolean): TestExtract => ({
      nodes: [
        { id: 1, lat: 47.2, lng: 9.5 },
        { id: 2, lat: 47.1, lng: 9.52 },
        { id: 3, lat: 47, lng: 9.5 },
        { id: 4, lat: 47.1, lng: 9.6 },
        { id: 5, lat: 47.15, lng: 9.6 },
        { id: 6, lat: 47.1, lng: 9.4 },
        { id: 7, lat: 47.1, lng: 9.65, tags: { place: 'village', name: 'Landau' } },
        ...square(11, 47.1, 9.45, 0.01),
      ],
      ways: [
        { id: 101, refs: reversed ? [2, 1] : [1, 2], tags: { natural: 'coastline' } },
        { id: 102, refs: reversed ? [3, 2] : [2, 3], tags: { natural: 'coastline' } },
        { id: 103, refs: [11, 12, 13, 14, 11], tags: { natural: 'coastline' } },
        { id: 104, refs: [4, 5], tags: { highway: 'residential' } },
        { id: 105, refs: [6, 2], tags: { highway: 'primary', bridge: 'yes' } },
      ],
    })
    const listSeas = (town: TestExtract) => {
      const path = join(folder, 'coast.osm.pbf')
      writeFileSync(path, writePbf(town))
      return (readMapLayers([path]).coast?.layers.water ?? []).map(({ geometry }) => geometry)
    }
    const [sea, ...others] = listSeas(coast(false))
    expect(others).toEqual([])
    const [polygon] = (sea as { coordinates: [number, number][][][] }).coordinates
    const isWet = (lng: number, lat: number) =>
      isInsideRings(
        polygon!.map((ring) => ring.flat()),
        lng,
        lat,
      )
    expect([isWet(9.42, 47.02), isWet(9.505, 47.1), isWet(9.45, 47.1), isWet(9.55, 47.1)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(listSeas(coast(true))).toEqual([])
  })

  it('knows its box', () => {
    expect(bounds).toEqual({ minLat: 47.05, minLng: 9.45, maxLat: 47.15, maxLng: 9.55 })
  })
})

describe('the archive', () => {
  it('is read by ranges, each tile with its layers', async () => {
    const source = new MemorySource(buildArchiveBytes([extract]))
    const archive = new PMTiles(source)
    const header = await archive.getHeader()
    expect([header.minZoom, header.maxZoom, header.tileType]).toEqual([6, 14, 1])
    expect([header.minLat, header.maxLon]).toEqual([47.05, 9.55])
    expect(await archive.getMetadata()).toMatchObject({ attribution: '© OpenStreetMap contributors' })
    expect(source.fetches[0]).toBeLessThanOrEqual(16_384)

    const house = await tileText(archive, 14, ...tileAt(47.1305, 9.5305, 14))
    expect(house).toContain('buildings')
    expect(house).toContain('7b')
    const town = await tileText(archive, 10, ...tileAt(47.11, 9.51, 10))
    expect(town).toContain('Seestadt')
    // Houses would only be specks at this zoom.
    expect(town).not.toContain('buildings')
    expect(await tileText(archive, 14, 0, 0)).toBe('')
  })

  it('finds every tile through leaf directories, and stores equal ones once', async () => {
    const tiles = Array.from({ length: 20_000 }, (_, index) => ({
      z: 14,
      x: (index * 7) % 16_384,
      y: Math.floor(index / 3) % 16_384,
      bytes: Buffer.from(index % 2 ? `tile ${index}` : 'sea'),
    }))
    const bounds = { minLat: -80, minLng: -180, maxLat: 80, maxLng: 180 }
    const archive = new PMTiles(new MemorySource(writeArchive(tiles, { bounds, metadata: {} })))
    const header = await archive.getHeader()
    expect(header.leafDirectoryLength).toBeGreaterThan(0)
    expect([header.numAddressedTiles, header.numTileContents]).toEqual([20_000, 10_001])
    for (const index of [0, 1, 77, 9_998, 19_999]) {
      const { x, y, bytes } = tiles[index]!
      expect(await tileText(archive, 14, x, y)).toBe(bytes.toString())
    }
    expect(await archive.getZxy(14, 16_000, 16_000)).toBeUndefined()
  })

  it('keeps its tiles packed', () => {
    const bytes = writeArchive([{ z: 0, x: 0, y: 0, bytes: Buffer.from('x'.repeat(10_000)) }], {
      bounds: { minLat: 0, minLng: 0, maxLat: 1, maxLng: 1 },
      metadata: {},
    })
    expect(bytes.length).toBeLessThan(400)
    const dataOffset = Number(bytes.readBigUInt64LE(56))
    expect(gunzipSync(bytes.subarray(dataOffset)).length).toBe(10_000)
  })
})

describe('opening tiles', () => {
  it('tells whether they draw the sea, built or from disk', async () => {
    const path = join(folder, 'shore.osm.pbf')
    const shore: TestExtract = {
      nodes: [
        { id: 1, lat: 47.12, lng: 9.5 },
        { id: 2, lat: 47, lng: 9.5 },
        { id: 3, lat: 47.05, lng: 9.6, tags: { place: 'village', name: 'Landau' } },
        { id: 4, lat: 47.05, lng: 9.4, tags: { place: 'hamlet', name: 'Klippe' } },
        { id: 5, lat: 47.05, lng: 8, tags: { place: 'hamlet', name: 'Hohe See' } },
      ],
      ways: [{ id: 101, refs: [1, 2], tags: { natural: 'coastline' } }],
    }
    writeFileSync(path, writePbf(shore))
    const cacheDir = join(folder, 'shore')
    for (const source of ['build', 'cache'])
      expect(await openTiles([path], { cacheDir })).toMatchObject({ source, hasCoast: true })
    const archive = new PMTiles(new MemorySource(buildArchiveBytes([path])))
    expect(await tileText(archive, 14, ...tileAt(47.05, 9.45, 14))).toContain('sea')
    const ashore = await tileText(archive, 14, ...tileAt(47.05, 9.55, 14))
    expect([ashore.includes('sea'), ashore.includes('land')]).toEqual([false, true])
    // On the high seas there is nothing to draw except at low zooms: the background is water.
    expect((await tileText(archive, 10, ...tileAt(47.05, 8.3, 10))).includes('sea')).toBe(true)
    expect(await tileText(archive, 14, ...tileAt(47.05, 8.3, 14))).toBe('')
    expect(await openTiles([extract], { cacheDir })).toMatchObject({ hasCoast: false })
  })

  it('builds once, opens from disk then, builds a cut one anew and removes older ones', async () => {
    const cacheDir = join(folder, 'cache')
    const shares: number[] = []
    const built = await openTiles([extract], { cacheDir, onProgress: (share) => shares.push(share) })
    expect(built.source).toBe('build')
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(readFileSync(built.path).length).toBe(built.sizeBytes)
    expect(await openTiles([extract], { cacheDir })).toEqual({ ...built, source: 'cache' })
    truncateSync(built.path, built.sizeBytes - 1)
    expect((await openTiles([extract], { cacheDir })).source).toBe('build')

    writeFileSync(extract, writePbf({ ...park, ways: park.ways.slice(0, -1) }))
    const changed = await openTiles([extract], { cacheDir })
    expect([changed.source, changed.key === built.key]).toEqual(['build', false])
    expect(readdirSync(cacheDir).filter((name) => name.endsWith('.pmtiles'))).toHaveLength(1)
  })

  it('says what is wrong with a file, and stops when asked', async () => {
    const broken = join(folder, 'broken.osm.pbf')
    writeFileSync(broken, 'no map')
    await expect(openTiles([broken], { cacheDir: folder })).rejects.toMatchObject({ code: 'file_not_pbf' })
    const stopped = openTiles([extract], { cacheDir: join(folder, 'stopped'), signal: AbortSignal.abort() })
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('the world from afar', () => {
  it('has land, borders and the names of countries', async () => {
    const cacheDir = join(folder, 'world')
    const world = await openWorldTiles({ cacheDir })
    expect(world.sizeBytes).toBeLessThan(1_000_000)
    expect(await openWorldTiles({ cacheDir })).toEqual({ ...world, source: 'cache' })
    const archive = new PMTiles(new MemorySource(readFileSync(world.path)))
    expect((await archive.getHeader()).maxZoom).toBe(5)
    const alps = await tileText(archive, 5, ...tileAt(47, 8, 5))
    for (const text of ['land', 'borders', 'Switzerland']) expect(alps).toContain(text)
    // The middle of the Pacific is water and nothing else.
    expect(await tileText(archive, 5, ...tileAt(-45, -130, 5))).toBe('')
    // Russia, which crosses the antimeridian, does not extend over the seas on both sides of it.
    expect(await tileText(archive, 5, ...tileAt(72.5, 5, 5))).toBe('')
    expect(await tileText(archive, 5, ...tileAt(66.5, -176, 5))).toContain('land')
    expect(await tileText(archive, 5, ...tileAt(-82, 100, 5))).toContain('land')
  })
})

const liechtenstein = findSharedExtract('liechtenstein')

describe.skipIf(!liechtenstein)('the map of a country', () => {
  it('has the lakes, woods and houses of Liechtenstein', async () => {
    const archive = new PMTiles(new MemorySource(buildArchiveBytes([liechtenstein!])))
    const header = await archive.getHeader()
    expect(header.numAddressedTiles).toBeGreaterThan(120)
    const vaduz = await tileText(archive, 14, ...tileAt(47.1393, 9.5222, 14))
    for (const text of ['Äulestrasse', 'Städtle', 'Vaduz'])
      expect(vaduz).toContain(Buffer.from(text).toString('latin1'))
    for (const layer of ['landcover', 'buildings', 'roads', 'addresses']) expect(vaduz).toContain(layer)
  })
})
