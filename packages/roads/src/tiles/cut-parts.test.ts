import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterAll, describe, expect, it } from 'vitest'
import { buildArchiveBytes, readMapLayers } from '../../test/map-layers.ts'
import { type TestExtract, type TestNode, type TestWay, writePbf } from '../../test/pbf-writer.ts'
import { createRandom } from '../../test/random.ts'
import { openTiles } from './open-tiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Synthetic land around a point, about 100 km wide: clusters of houses with numbers, streets in pieces, long roads, woods with clearings
 * that span many tiles, borders, towns, and a coast in the west with islands.
 */
function makeLand(seed: number, lat: number, lng: number, firstId = 1): TestExtract {
  const random = createRandom(seed)
  const nodes: TestNode[] = []
  const ways: TestWay[] = []
  const relations: NonNullable<TestExtract['relations']> = []
  let id = firstId
  const node = (north: number, east: number, tags: Record<string, string> = {}) => {
    nodes.push({ id: id++, lat: lat + north, lng: lng + east, tags })
    return id - 1
  }
  const way = (refs: number[], tags: Record<string, string>) => {
    ways.push({ id: id++, refs, tags })
    return id - 1
  }
  const ring = (north: number, east: number, size: number, corners: number) => {
    const refs = Array.from({ length: corners }, (_, corner) => {
      const turn = (2 * Math.PI * corner) / corners
      const far = size * (0.7 + 0.3 * random.next())
      return node(north + far * Math.sin(turn), east + far * Math.cos(turn))
    })
    return [...refs, refs[0]!]
  }
  const anywhere = () => (random.next() - 0.5) * 1
  for (let town = 0; town < 12; town++) {
    const [north, east] = [anywhere(), anywhere()]
    node(north, east, {
      place: random.pick(['town', 'village']),
      name: `Town ${town}`,
      population: `${random.below(90_000)}`,
    })
    for (let house = 0; house < 40; house++) {
      const [up, right] = [north + (random.next() - 0.5) / 40, east + (random.next() - 0.5) / 40]
      way(ring(up, right, 0.0001, 5), {
        building: 'yes',
        ...(random.chance(0.5) && { 'addr:housenumber': `${house}` }),
      })
      if (random.chance(0.3)) node(up, right, { 'addr:housenumber': `${house}a` })
    }
    let before = node(north, east)
    for (let piece = 0; piece < 25; piece++) {
      const next = node(north + (random.next() - 0.5) / 40, east + (random.next() - 0.5) / 40)
      const refs = random.chance(0.5) ? [before, next] : [next, before]
      const highway = random.pick(['residential', 'service', 'tertiary'])
      // The last node of some is beyond the edge of the extract.
      way(random.chance(0.1) ? [...refs, 999_999_999] : refs, {
        highway,
        ...(random.chance(0.5) && { name: `Street ${random.below(4)}` }),
      })
      if (random.chance(0.7)) before = next
    }
  }
  for (let road = 0; road < 8; road++) {
    const refs = Array.from({ length: 60 }, (_, step) =>
      node(anywhere() / 50 + step / 60 - 0.5, road / 8 - 0.5 + anywhere() / 50),
    )
    way(refs, { highway: random.pick(['motorway', 'primary']), ref: `R ${road}` })
  }
  for (let wood = 0; wood < 30; wood++) {
    const [north, east, size] = [anywhere(), anywhere(), 0.2 * random.next() ** 3 + 0.001]
    const outer = way(ring(north, east, size, 30), wood % 2 ? { landuse: 'forest' } : {})
    if (wood % 2) continue
    const members = [outer, way(ring(north, east, size / 3, 9), {})]
    const roles = ['outer', 'inner']
    const tags = { type: 'multipolygon', natural: random.pick(['wood', 'water']), name: `Wood ${wood}` }
    relations.push({ id: id++, members: members.map((ref, at) => ({ type: 'way', ref, role: roles[at]! })), tags })
  }
  const border = way(ring(0, 0, 0.5, 100), {})
  for (const level of ['4', '6']) {
    const members = [{ type: 'way' as const, ref: border, role: 'outer' }]
    relations.push({ id: id++, members, tags: { type: 'boundary', boundary: 'administrative', admin_level: level } })
  }
  const shore = Array.from({ length: 80 }, (_, step) => node(0.5 - step / 79, -0.52 + random.next() / 100))
  way(shore, { natural: 'coastline' })
  for (let island = 0; island < 5; island++) way(ring(island / 5 - 0.4, -0.56, 0.01, 12), { natural: 'coastline' })
  return { nodes, ways, relations }
}

function write(name: string, land: TestExtract): string {
  const path = join(folder, `${name}.osm.pbf`)
  writeFileSync(path, writePbf(land))
  return path
}

async function countTiles(bytes: Buffer): Promise<number> {
  const getBytes = async (offset: number, length: number) => {
    return { data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }
  }
  const header = await new PMTiles({ getKey: () => 'land', getBytes }).getHeader()
  return header.numAddressedTiles
}

const inMany = { partWords: 2_000, memoryBytes: 0 }

describe('a map that is cut in parts', () => {
  const land = write('land', makeLand(1, 47, 9))

  it('is the same as in one, byte for byte', async () => {
    const whole = buildArchiveBytes([land])
    expect(await countTiles(whole)).toBeGreaterThan(1_000)
    expect(readMapLayers([land]).coast).toBeDefined()
    expect(buildArchiveBytes([land], inMany).equals(whole)).toBe(true)
    expect(buildArchiveBytes([land], { partWords: 20_000, memoryBytes: 50_000 }).equals(whole)).toBe(true)
  })

  it('is the same across the antimeridian, where a map goes on at its other side', () => {
    const random = createRandom(2)
    const pacific = write('pacific', {
      nodes: Array.from({ length: 200 }, (_, index) => {
        const lng = (index % 2 ? 180 : -180) + (index % 2 ? -1 : 1) * random.next() ** 4 * 0.01
        return { id: index + 1, lat: -17 + random.next() / 100, lng, tags: { 'addr:housenumber': `${index}` } }
      }),
      ways: [],
    })
    expect(buildArchiveBytes([pacific], { ...inMany, partWords: 200 }).equals(buildArchiveBytes([pacific]))).toBe(true)
  })

  it('is the same of two extracts, and draws what both hold once', () => {
    const overlapping = makeLand(1, 47, 9)
    const east = makeLand(3, 47, 10.1, 1_000_000)
    const both = write('both', {
      nodes: [...overlapping.nodes, ...east.nodes],
      ways: [...overlapping.ways, ...east.ways],
      relations: [...overlapping.relations!, ...east.relations!],
    })
    const whole = buildArchiveBytes([land, both])
    expect(buildArchiveBytes([land, both], inMany).equals(whole)).toBe(true)
    const [twice, once] = [readMapLayers([land, both]).layers, readMapLayers([both]).layers]
    for (const layer of ['buildings', 'roads', 'addresses', 'places', 'water', 'landcover'] as const) {
      expect(twice[layer].length, layer).toBe(once[layer].length)
    }
  })

  it('stops at any time, and leaves no file behind', async () => {
    let asked = 0
    buildArchiveBytes([land], { ...inMany, shouldStop: () => ++asked < 0 })
    for (const share of [0.01, 0.3, 0.6, 0.99]) {
      let left = Math.floor(asked * share)
      const stopped = () => buildArchiveBytes([land], { ...inMany, shouldStop: () => left-- <= 0 })
      expect(stopped).toThrow(expect.objectContaining({ code: 'aborted' }))
    }
    const cacheDir = join(folder, 'aborted')
    const signal = AbortSignal.abort()
    await expect(openTiles([land], { cacheDir, signal })).rejects.toMatchObject({ code: 'aborted' })
    expect(readdirSync(cacheDir).filter((name) => name.includes('draft'))).toEqual([])
  })

  it('clears away what a build that was killed has left, not what another one is writing', async () => {
    const cacheDir = join(folder, 'cleared')
    const { path } = await openTiles([land], { cacheDir })
    const kept = readFileSync(path)
    rmSync(path)
    const [abandoned, spilled, current] = ['0'.repeat(12), `${'1'.repeat(12)}.draft.features`, '2'.repeat(12)].map(
      (end) => `${path}.${end.includes('draft') ? end : `${end}.draft`}`,
    ) as [string, string, string]
    const longAgo = new Date(Date.now() - 2 * 3600 * 1000)
    for (const left of [abandoned, spilled, current]) writeFileSync(left, 'x')
    for (const left of [abandoned, spilled]) utimesSync(left, longAgo, longAgo)
    expect(readFileSync((await openTiles([land], { cacheDir })).path).equals(kept)).toBe(true)
    expect(
      readdirSync(cacheDir)
        .filter((name) => name.includes('draft'))
        .map((name) => join(cacheDir, name)),
    ).toEqual([current])
  })
})
