import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type TestExtract, type WriteOptions, writePbf } from '../../test/pbf-writer.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { RoadsError } from '../foundation/errors.ts'
import { type Bounds, hashFile, openExtract } from './extract.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-pbf-'))
afterAll(() => rmSync(folder, { recursive: true }))

let fileCount = 0
function getFile(bytes: Uint8Array): string {
  const path = join(folder, `${++fileCount}.osm.pbf`)
  writeFileSync(path, bytes)
  return path
}

const sample: TestExtract = {
  nodes: [
    { id: 7, lat: 47.1, lng: 9.5, tags: { barrier: 'bollard', name: 'Größe' } },
    { id: 3, lat: -33.8688197, lng: 151.2092955 },
    { id: 9_007_199_254, lat: 0, lng: -179.9999999 },
    { id: -5, lat: 1, lng: 1 },
  ],
  ways: [
    { id: 11, refs: [3, 7, 9_007_199_254, -5], tags: { highway: 'residential', name: 'Åheim' } },
    { id: 12, refs: [7, 3], tags: { building: 'yes' } },
  ],
  relations: [
    {
      id: 21,
      members: [
        { type: 'way', ref: 11, role: 'from' },
        { type: 'node', ref: 7, role: 'via' },
      ],
      tags: { type: 'restriction', restriction: 'no_left_turn' },
    },
  ],
}

interface Seen {
  nodes: unknown[]
  ways: unknown[]
  relations: unknown[]
  bounds: Bounds | undefined
}

function readAll(path: string): Seen {
  const seen: Seen = { nodes: [], ways: [], relations: [], bounds: undefined }
  const extract = openExtract(path)
  try {
    seen.bounds = extract.bounds
    extract.read({
      node: (id, lat, lng, tags) => seen.nodes.push([id, lat, lng, Object.fromEntries(tags)]),
      way: (id, refs, tags) => seen.ways.push([id, [...refs], Object.fromEntries(tags)]),
      relation: (id, members, tags) => seen.relations.push([id, members, Object.fromEntries(tags)]),
    })
  } finally {
    extract.close()
  }
  return seen
}

function getCode(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof RoadsError) return error.code
    throw error
  }
  return 'nothing thrown'
}

describe('reading an extract', () => {
  const variants: [string, WriteOptions][] = [
    ['dense nodes, zlib', {}],
    ['plain nodes', { plainNodes: true }],
    ['no compression', { compression: 'none' }],
    ['zstd', { compression: 'zstd' }],
    ['relations first, nodes last', { order: ['relations', 'ways', 'nodes'] }],
  ]
  it.each(variants)('gives back every element as written: %s', (_name, options) => {
    const seen = readAll(getFile(writePbf(sample, options)))
    expect(seen.nodes).toEqual(
      sample.nodes.map((node) => [node.id, Math.round(node.lat * 1e7), Math.round(node.lng * 1e7), node.tags ?? {}]),
    )
    expect(seen.ways).toEqual(sample.ways.map((way) => [way.id, way.refs, way.tags]))
    expect(seen.relations).toEqual(sample.relations?.map((relation) => [relation.id, relation.members, relation.tags]))
    expect(seen.bounds).toEqual({ minLat: 47, minLng: 9, maxLat: 48, maxLng: 10 })
  })

  it('decodes only ways with a wanted key', () => {
    const ids: number[] = []
    const extract = openExtract(getFile(writePbf(sample)))
    extract.read({ way: (id) => ids.push(id), wayKeys: ['highway'] })
    extract.close()
    expect(ids).toEqual([11])
  })

  it('passes an error of the caller through unchanged', () => {
    const extract = openExtract(getFile(writePbf(sample)))
    const failing = () => {
      throw new TypeError('mine')
    }
    expect(() => extract.read({ way: failing })).toThrow(TypeError)
    extract.close()
  })

  it('stops between blobs when asked', () => {
    const extract = openExtract(getFile(writePbf(sample)))
    expect(getCode(() => extract.read({ node: () => {} }, { shouldStop: () => true }))).toBe('aborted')
    extract.close()
  })
})

describe('a file that cannot be used gets a clear error', () => {
  const good = writePbf(sample)

  it('missing, folder, empty', () => {
    expect(getCode(() => readAll(join(folder, 'absent.osm.pbf')))).toBe('file_not_found')
    expect(getCode(() => readAll(folder))).toMatch(/file_not_pbf|file_not_found/)
    expect(getCode(() => readAll(getFile(Buffer.alloc(0))))).toBe('file_empty')
  })

  it('something else than a PBF file', () => {
    expect(getCode(() => readAll(getFile(Buffer.from('<?xml version="1.0"?><osm version="0.6"></osm>'))))).toBe(
      'file_not_pbf',
    )
    expect(getCode(() => readAll(getFile(Buffer.from('ab'))))).toBe('file_not_pbf')
    expect(getCode(() => readAll(getFile(Buffer.alloc(500))))).toBe('file_not_pbf')
  })

  it('cut off anywhere after the header', () => {
    for (let length = 100; length < good.length; length += 7) {
      expect(
        getCode(() => readAll(getFile(good.subarray(0, length)))),
        `cut at ${length}`,
      ).toMatch(/file_truncated|file_not_pbf|nothing thrown/)
    }
    expect(getCode(() => readAll(getFile(good.subarray(0, good.length - 1))))).toBe('file_truncated')
  })

  it('a feature or compression it does not know', () => {
    expect(getCode(() => readAll(getFile(writePbf(sample, { features: ['HistoricalInformation'] }))))).toBe(
      'file_unsupported',
    )
    expect(getCode(() => readAll(getFile(writePbf(sample, { compression: 'lzma' }))))).toBe('file_unsupported')
  })

  it('damaged bytes, compressed or not: an error of this package or a reading, never another failure', () => {
    for (const source of [good, writePbf(sample, { compression: 'none' })]) {
      const codes = new Set<string>()
      for (let index = 0; index < source.length; index++) {
        const damaged = Buffer.from(source)
        damaged[index] = damaged[index]! ^ (1 << (index % 8))
        codes.add(getCode(() => readAll(getFile(damaged))))
      }
      expect(codes).toContain('file_corrupt')
    }
  })

  it('says where the damage is', () => {
    const damaged = Buffer.from(good)
    damaged[good.length - 20] = damaged[good.length - 20]! ^ 0xff
    expect(() => readAll(getFile(damaged))).toThrow(/blob at byte \d+/)
  })
})

describe('real extracts', () => {
  const counts = [
    ['wholeLiechtenstein', 318_592, 34_073, 921],
    ['porto', 347_944, 51_458, 357],
    ['heidelberg', 221_009, 31_619, 1_700],
  ] as const
  for (const [name, nodes, ways, relations] of counts) {
    const path = findSharedExtract(name)
    it.skipIf(!path)(`${name} has the element counts that osmium reports`, () => {
      const extract = openExtract(path!)
      const seen = { nodes: 0, ways: 0, relations: 0 }
      extract.read({ way: () => seen.ways++, relation: () => seen.relations++ })
      extract.read({ node: () => seen.nodes++ })
      extract.close()
      expect(seen).toEqual({ nodes, ways, relations })
    })
  }

  const path = findSharedExtract('wholeLiechtenstein')
  it.skipIf(!path)('the content hash is the SHA-256 of the file', () => {
    expect(hashFile(path!)).toBe('33a1d9078477f320d101b2f29c2116814ba50be7858ad569a2a20e23ea4af6e8')
    expect(hashFile(path!)).not.toBe(hashFile(getFile(readFileSync(path!).subarray(1))))
  })
})
