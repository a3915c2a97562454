// Features written into tiles can be read from them again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writePbf } from '../../test/pbf-writer.ts'
import type { LayerName } from './map-kinds.ts'
import { openTileArchive } from './open-tiles.ts'
import { createTileReader, TILE_UNITS } from './read-tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-read-tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Degrees of a tile of zoom 14, and the north-west corner of one in the west of Liechtenstein. */
const side = 360 / 2 ** 14
const [column, row] = [8624, 5756]
const getLng = (units: number) => -180 + (column + units / TILE_UNITS) * side
const getLat = (units: number) => {
  const north = 1 - (2 * (row + units / TILE_UNITS)) / 2 ** 14
  return (Math.atan(Math.sinh(Math.PI * north)) * 180) / Math.PI
}
const node = (id: number, x: number, y: number, tags?: Record<string, string>) => ({
  id,
  lat: getLat(y),
  lng: getLng(x),
  ...(tags && { tags }),
})
const extract = join(folder, 'corner.osm.pbf')
writeFileSync(
  extract,
  writePbf({
    nodes: [
      node(1, 100, 200),
      node(2, 1100, 200),
      node(3, 1100, 1200),
      node(4, 100, 1200),
      node(5, 400, 500),
      node(6, 400, 900),
      node(7, 800, 900),
      node(8, 800, 500),
      node(9, 2000, 3000, { place: 'village', name: 'Grüß <Gott>', population: '1200' }),
    ],
    ways: [
      { id: 11, refs: [1, 2, 3, 4, 1], tags: {} },
      { id: 12, refs: [5, 6, 7, 8, 5], tags: {} },
      { id: 13, refs: [1, 7, 3], tags: { highway: 'primary', name: 'Landstrasse', bridge: 'yes' } },
    ],
    relations: [
      {
        id: 21,
        members: [
          { type: 'way', ref: 11, role: 'outer' },
          { type: 'way', ref: 12, role: 'inner' },
        ],
        tags: { type: 'multipolygon', natural: 'water', name: 'See' },
      },
    ],
  }),
)
const archive = openTileArchive([extract], folder, {})
const everything = new Set<LayerName>(['water', 'roads', 'places', 'buildings'])

/** Corners as pairs, without the one that closes a ring: within two units, because degrees are rounded on the way. */
const corners = (part: readonly number[]) =>
  Array.from({ length: part.length / 2 }, (_, at) => [part[2 * at]!, part[2 * at + 1]!])
const near = (x: number, y: number) => [
  expect.toSatisfy((value: number) => Math.abs(value - x) <= 2),
  expect.toSatisfy((value: number) => Math.abs(value - y) <= 2),
]

test('points, lines and areas with their holes lie where they were, with their properties', async () => {
  const { water, roads, places, buildings } = await createTileReader(archive).read(14, column, row, everything)
  expect(places).toEqual([
    { kind: 'points', parts: [near(2000, 3000)], properties: { kind: 'village', name: 'Grüß <Gott>', rank: 96.9 } },
  ])
  expect(roads![0]).toMatchObject({ kind: 'lines', properties: { kind: 'primary', name: 'Landstrasse', bridge: true } })
  expect(corners(roads![0]!.parts[0]!)).toEqual([near(100, 200), near(800, 900), near(1100, 1200)])
  expect(water![0]).toMatchObject({ kind: 'areas', properties: { kind: 'water', name: 'See' } })
  const rings = water![0]!.parts.map(corners)
  expect(rings.map((ring) => ring.length)).toEqual([4, 4])
  expect(rings[0]).toEqual(expect.arrayContaining([near(100, 200), near(1100, 200), near(1100, 1200), near(100, 1200)]))
  expect(rings[1]).toEqual(expect.arrayContaining([near(400, 500), near(400, 900), near(800, 900), near(800, 500)]))
  // Holes run in the opposite direction, or filling would close them.
  expect(Math.sign(measureArea(rings[0]!))).toBe(-Math.sign(measureArea(rings[1]!)))
  expect(buildings).toBeUndefined()
})

test('only the wanted layers are read, and a tile that is not there has none', async () => {
  const reader = createTileReader(archive)
  expect(Object.keys(await reader.read(14, column, row, new Set(['roads'])))).toEqual(['roads'])
  expect(await reader.read(14, 0, 0, everything)).toEqual({})
})

function measureArea(ring: readonly (readonly number[])[]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return sum + x! * nextY! - nextX! * y!
  }, 0)
}
