import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { gridExtract, gridForVans, gridPoints } from '../../test/grid.ts'
import { writePbf } from '../../test/pbf-writer.ts'
import { getBytes } from '../foundation/kept-file.ts'
import { getProfile } from '../graph/profiles.ts'
import type { RoadImage } from '../image/image.ts'
import { findImage, imageKey } from '../image/image-file.ts'
import { hashOnce } from '../pbf/known-content.ts'
import { buildImageOfNetwork, readNetwork } from './build-image.ts'
import { openImage } from './open-image.ts'
import { RoadGraph } from './road-graph.ts'

const root = mkdtempSync(join(tmpdir(), 'roads-cache-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('the graph on disk', () => {
  let folder = ''
  let extract = ''
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'case-'))
    extract = join(folder, 'grid.osm.pbf')
    writeFileSync(extract, writePbf(gridExtract(8)))
  })
  const open = (options = {}) => openImage([extract], { profile: 'car', cacheDir: folder, ...options })
  const cacheFile = () => join(folder, readdirSync(folder).find((name) => name.endsWith('.roads'))!)
  const points = gridPoints(8, 12)

  it('is opened instead of built, and answers the same', () => {
    const built = open()
    const cached = open()
    expect([built.source, cached.source]).toEqual(['build', 'cache'])
    expect(new RoadGraph(cached.image).matrix(points)).toEqual(new RoadGraph(built.image).matrix(points))
    expect(new RoadGraph(cached.image).path(points)).toEqual(new RoadGraph(built.image).path(points))
    expect(new RoadGraph(cached.image).snap(points[3]!)).toEqual(new RoadGraph(built.image).snap(points[3]!))
  })

  // On Windows files are read into memory instead.
  it.skipIf(process.platform === 'win32')('is used where it lies, also while a newer one takes its place', () => {
    const built = open()
    const cached = open()
    for (const { image } of [built, cached]) expect(image.memory).toMatchObject({ offset: expect.any(Number) })
    const before = new RoadGraph(cached.image).matrix(points)
    const bytes = Buffer.from(getBytes(cached.image.memory))
    writeFileSync(extract, writePbf(gridExtract(9)))
    expect(open().source).toBe('build')
    expect(bytes.equals(getBytes(cached.image.memory))).toBe(true)
    expect(new RoadGraph(cached.image).matrix(points)).toEqual(before)
  })

  it('is read into memory where it cannot be mapped, and refused there too when it is damaged', () => {
    const { image } = open()
    const key = imageKey([hashOnce(extract, folder)], getProfile('car'))
    const inMemory = findImage(cacheFile(), key, undefined, () => undefined)!
    expect(inMemory.memory).toBeInstanceOf(SharedArrayBuffer)
    expect(new RoadGraph(inMemory).matrix(points)).toEqual(new RoadGraph(image).matrix(points))
    const damaged = readFileSync(cacheFile())
    damaged[damaged.length - 9] = damaged[damaged.length - 9]! ^ 0x10
    const copy = join(folder, 'damaged')
    writeFileSync(copy, damaged)
    expect(findImage(copy, key, undefined, () => undefined)).toBeUndefined()
  })

  it('is the same bytes whenever it is built', () => {
    open()
    const first = readFileSync(cacheFile())
    rmSync(cacheFile())
    open()
    expect(readFileSync(cacheFile()).equals(first)).toBe(true)
  })

  it('is built anew when any part of it is damaged or cut off', () => {
    open()
    const file = cacheFile()
    const good = readFileSync(file)
    const step = Math.max(1, Math.floor(good.length / 24))
    for (let place = 0; place < good.length; place += step) {
      const damaged = Buffer.from(good)
      damaged[place] = damaged[place]! ^ 0x10
      writeFileSync(file, damaged)
      expect(open().source, `byte ${place}`).toBe('build')
      expect(readFileSync(file).equals(good)).toBe(true)
    }
    for (const length of [0, 5, 20, 200, good.length - 1]) {
      writeFileSync(file, good.subarray(0, length))
      expect(open().source, `length ${length}`).toBe('build')
    }
  })

  it('belongs to one content, profile and size', () => {
    open()
    expect(open({ profile: 'bicycle' }).source).toBe('build')
    expect(open({ profile: 'truck' }).source).toBe('build')
    expect(open({ profile: 'truck', size: { heightMeters: 3 } }).source).toBe('build')
    expect(open({ profile: 'truck' }).source).toBe('cache')
    writeFileSync(extract, writePbf(gridExtract(9)))
    expect(open().source).toBe('build')
    expect(open().source).toBe('cache')
  })

  it('leaves no drafts behind', () => {
    open()
    expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual([])
    expect(readdirSync(folder).filter((name) => name.endsWith('.roads'))).toHaveLength(1)
  })

  it('that cannot be kept is used all the same, and says so', () => {
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, 'a file where the folder should be')
    const opened = open({ cacheDir: join(blocked, 'cache') })
    expect(opened.source).toBe('build')
    expect(opened.saveProblem).toContain('blocked')
    expect(new RoadGraph(opened.image).matrix(points).seconds[1]).toBeGreaterThan(0)
  })

  it('is not kept where no folder is named, least of all beside the extract', () => {
    expect(openImage([extract], { profile: 'car' }).source).toBe('build')
    expect(readdirSync(folder)).toEqual(['grid.osm.pbf'])
  })

  it('goes to the folder asked for, made if need be', () => {
    const cacheDir = join(folder, 'deep', 'cache')
    open({ cacheDir })
    chmodSync(cacheDir, 0o755)
    expect(statSync(cacheDir).isDirectory()).toBe(true)
    expect(open({ cacheDir }).source).toBe('cache')
  })
})

describe('a graph beside another one on disk', () => {
  let folder = ''
  let extract = ''
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'beside-'))
    extract = join(folder, 'grid.osm.pbf')
    writeFileSync(extract, writePbf(gridForVans(30)))
  })
  const points = gridPoints(30, 40)
  const openBase = () => openImage([extract], { profile: 'car', cacheDir: folder })
  const openVan = (base?: RoadImage) => openImage([extract], { profile: 'van', cacheDir: folder }, {}, base)
  const vanFile = () => join(folder, readdirSync(folder).find((name) => name.includes('.van-'))!)
  const whole = () => new RoadGraph(buildImageOfNetwork(readNetwork([extract], getProfile('van')))).matrix(points)

  it('is opened instead of built, takes little, and answers as a graph of its own', () => {
    const { image: base } = openBase()
    const built = openVan(base)
    const cached = openVan(base)
    expect([built.source, cached.source]).toEqual(['build', 'cache'])
    expect(cached.image.base).toBe(base)
    expect(statSync(vanFile()).size).toBeLessThan(getBytes(base.memory).length / 3)
    const expected = whole()
    expect(expected).not.toEqual(new RoadGraph(base).matrix(points))
    for (const { image } of [built, cached]) expect(new RoadGraph(image).matrix(points)).toEqual(expected)
    const yard = { lat: points[0]!.lat - 0.0008, lng: points[0]!.lng }
    expect(new RoadGraph(cached.image).snap(yard)!.roadName).toBe('Goods Yard')
  })

  it('is the same bytes whenever it is built', () => {
    const { image: base } = openBase()
    openVan(base)
    const first = readFileSync(vanFile())
    rmSync(vanFile())
    openVan(base)
    expect(readFileSync(vanFile()).equals(first)).toBe(true)
  })

  it('is built anew beside another base, without one, and where it is damaged', () => {
    const { image: base } = openBase()
    openVan(base)
    const other = buildImageOfNetwork(readNetwork([extract], getProfile('van')))
    expect(openVan(other).source).toBe('build')
    const alone = openVan()
    expect([alone.source, alone.image.base]).toEqual(['build', undefined])
    expect(openVan(base).source).toBe('build')
    const good = readFileSync(vanFile())
    for (const place of [20, 600, good.length >> 1, good.length - 9]) {
      const damaged = Buffer.from(good)
      damaged[place] = damaged[place]! ^ 0x10
      writeFileSync(vanFile(), damaged)
      expect(openVan(base).source, `byte ${place}`).toBe('build')
      expect(readFileSync(vanFile()).equals(good)).toBe(true)
    }
    // A changed map gives another base.
    writeFileSync(extract, writePbf(gridForVans(31)))
    expect(openVan(openBase().image).source).toBe('build')
  })

  it('is refused beside a base of which a single byte is another', () => {
    const base = buildImageOfNetwork(readNetwork([extract], getProfile('car')))
    openVan(base)
    expect(openVan(base).source).toBe('cache')
    base.arrays.edgeFlags[7]! ^= 2
    expect(openVan(base).source).toBe('build')
  })

  it('is whole under the same name where the roads differ in too much', () => {
    const { image: base } = openBase()
    const open = () => openImage([extract], { profile: 'scooter', cacheDir: folder }, {}, base)
    const [built, cached] = [open(), open()]
    expect([built.source, cached.source]).toEqual(['build', 'cache'])
    expect(cached.image.base).toBeUndefined()
    const alone = openImage([extract], { profile: 'scooter' }).image
    expect(new RoadGraph(cached.image).matrix(points)).toEqual(new RoadGraph(alone).matrix(points))
  })
})

describe('several extracts', () => {
  it('join at their common nodes, in either order; a way in both counts once', () => {
    const whole = gridExtract(8)
    const isWest = (lng: number) => lng < whole.nodes[4]!.lng
    const folder = mkdtempSync(join(root, 'two-'))
    const files = [true, false].map((west) => {
      const path = join(folder, west ? 'west.osm.pbf' : 'east.osm.pbf')
      const nodes = whole.nodes.filter((node) => isWest(node.lng) === west)
      const known = new Set(nodes.map((node) => node.id))
      // Complete ways, as extract tools cut them, so that both files contain the nodes of the ways that cross the border.
      const ways = whole.ways.filter((way) => way.refs.some((ref) => known.has(ref)))
      const needed = new Set(ways.flatMap((way) => way.refs))
      writeFileSync(path, writePbf({ nodes: whole.nodes.filter((node) => needed.has(node.id)), ways }))
      return path
    })
    const single = join(folder, 'whole.osm.pbf')
    writeFileSync(single, writePbf(whole))
    const points = gridPoints(8, 20)
    const expected = new RoadGraph(openImage([single], { profile: 'car' }).image).matrix(points)
    for (const order of [files, [...files].reverse()]) {
      const joined = openImage(order, { profile: 'car' })
      expect(joined.image.facts.edgeCount).toBe(2 * 8 * 7)
      expect(new RoadGraph(joined.image).matrix(points)).toEqual(expected)
    }
  })

  it('cut in the middle of a way, the longer part is used', () => {
    const folder = mkdtempSync(join(root, 'cut-'))
    const whole = gridExtract(4)
    const cut = { ...whole, ways: whole.ways.map((way) => ({ ...way, refs: way.refs.slice(0, 2) })) }
    const paths = [cut, whole].map((extract, index) => {
      const path = join(folder, `${index}.osm.pbf`)
      writeFileSync(path, writePbf(extract))
      return path
    })
    expect(openImage(paths, { profile: 'car' }).image.facts.edgeCount).toBe(2 * 4 * 3)
  })
})

describe('a road at the border of its extract', () => {
  it('ends at the last node that the file holds', () => {
    const folder = mkdtempSync(join(root, 'border-'))
    const path = join(folder, 'border.osm.pbf')
    const whole = gridExtract(4)
    writeFileSync(path, writePbf({ ...whole, nodes: whole.nodes.filter((node) => node.id % 4 !== 2) }))
    const { image } = openImage([path], { profile: 'pedestrian' })
    // Column two is missing: the streets keep their part east of it, three whole columns remain.
    expect(image.facts.edgeCount).toBe(3 * 3 + 4)
  })
})
