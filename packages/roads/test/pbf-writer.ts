// Writes OSM PBF files, for tests and for extracts that are cut: chosen blob order, dense or plain nodes, compressed or raw.

import { deflateSync, zstdCompressSync } from 'node:zlib'

export interface TestNode {
  id: number
  lat: number
  lng: number
  tags?: Record<string, string>
}

export interface TestWay {
  id: number
  refs: number[]
  tags: Record<string, string>
}

export interface TestRelation {
  id: number
  members: { type: 'node' | 'way' | 'relation'; ref: number; role: string }[]
  tags: Record<string, string>
}

export interface TestExtract {
  nodes: TestNode[]
  ways: TestWay[]
  relations?: TestRelation[]
}

export interface WriteOptions {
  /** Order of the data blobs; nodes, ways, relations by default. */
  order?: ('nodes' | 'ways' | 'relations')[]
  plainNodes?: boolean
  compression?: 'zlib' | 'zstd' | 'none' | 'lzma'
  features?: string[]
  /** Bounding box in the header, degrees; default: one in the Alps. */
  bounds?: { minLat: number; minLng: number; maxLat: number; maxLng: number }
}

/** The bytes of a PBF file holding the given elements. */
export function writePbf(extract: TestExtract, options: WriteOptions = {}): Buffer {
  const order = options.order ?? ['nodes', 'ways', 'relations']
  const blobs = [blob('OSMHeader', headerBlock(options), options)]
  for (const kind of order) {
    if (kind === 'nodes') blobs.push(blob('OSMData', nodeBlock(extract.nodes, options.plainNodes ?? false), options))
    if (kind === 'ways') blobs.push(blob('OSMData', wayBlock(extract.ways), options))
    if (kind === 'relations') blobs.push(blob('OSMData', relationBlock(extract.relations ?? []), options))
  }
  return Buffer.concat(blobs)
}

const ALPS = { minLat: 47, minLng: 9, maxLat: 48, maxLng: 10 }

function headerBlock({ features = ['OsmSchema-V0.6', 'DenseNodes'], bounds = ALPS }: WriteOptions): Buffer {
  const sides = [bounds.minLng, bounds.maxLng, bounds.maxLat, bounds.minLat]
  const box = Buffer.concat(sides.map((degrees, index) => sint(index + 1, Math.round(degrees * 1e9))))
  return Buffer.concat([bytes(1, box), ...features.map((feature) => bytes(4, Buffer.from(feature)))])
}

function nodeBlock(nodes: TestNode[], isPlain: boolean): Buffer {
  const strings = new StringTable()
  const groups: Buffer[] = []
  if (isPlain) {
    for (const node of nodes) {
      const [keys, values] = strings.tags(node.tags ?? {})
      const fields = [sint(1, node.id), packed(2, keys), packed(3, values)]
      groups.push(bytes(1, Buffer.concat([...fields, sint(8, toE7(node.lat)), sint(9, toE7(node.lng))])))
    }
  } else {
    const keyValues: number[] = []
    for (const node of nodes) {
      const [keys, values] = strings.tags(node.tags ?? {})
      for (const [index, key] of keys.entries()) keyValues.push(key, values[index]!)
      keyValues.push(0)
    }
    const dense = [
      packed(1, deltas(nodes.map((node) => node.id)).map(zigzag)),
      packed(8, deltas(nodes.map((node) => toE7(node.lat))).map(zigzag)),
      packed(9, deltas(nodes.map((node) => toE7(node.lng))).map(zigzag)),
      packed(10, keyValues),
    ]
    groups.push(bytes(2, Buffer.concat(dense)))
  }
  return Buffer.concat([bytes(1, strings.encode()), bytes(2, Buffer.concat(groups))])
}

function wayBlock(ways: TestWay[]): Buffer {
  const strings = new StringTable()
  const encoded = ways.map((way) => {
    const [keys, values] = strings.tags(way.tags)
    const refs = packed(8, deltas(way.refs).map(zigzag))
    return bytes(3, Buffer.concat([uint(1, way.id), packed(2, keys), packed(3, values), refs]))
  })
  return Buffer.concat([bytes(1, strings.encode()), bytes(2, Buffer.concat(encoded))])
}

function relationBlock(relations: TestRelation[]): Buffer {
  const strings = new StringTable()
  const encoded = relations.map((relation) => {
    const [keys, values] = strings.tags(relation.tags)
    const roles = packed(
      8,
      relation.members.map((member) => strings.index(member.role)),
    )
    const refs = packed(9, deltas(relation.members.map((member) => member.ref)).map(zigzag))
    const types = packed(
      10,
      relation.members.map((member) => ['node', 'way', 'relation'].indexOf(member.type)),
    )
    return bytes(4, Buffer.concat([uint(1, relation.id), packed(2, keys), packed(3, values), roles, refs, types]))
  })
  return Buffer.concat([bytes(1, strings.encode()), bytes(2, Buffer.concat(encoded))])
}

class StringTable {
  private readonly indexes = new Map<string, number>([['', 0]])

  index(text: string): number {
    const known = this.indexes.get(text)
    if (known !== undefined) return known
    this.indexes.set(text, this.indexes.size)
    return this.indexes.size - 1
  }

  tags(tags: Record<string, string>): [number[], number[]] {
    return [Object.keys(tags).map((key) => this.index(key)), Object.values(tags).map((value) => this.index(value))]
  }

  encode(): Buffer {
    return Buffer.concat([...this.indexes.keys()].map((text) => bytes(1, Buffer.from(text))))
  }
}

function blob(type: string, content: Buffer, options: WriteOptions): Buffer {
  const compression = options.compression ?? 'zlib'
  const size = uint(2, content.length)
  const data = {
    zlib: () => [size, bytes(3, deflateSync(content, { level: 9 }))],
    zstd: () => [size, bytes(7, zstdCompressSync(content))],
    none: () => [bytes(1, content)],
    lzma: () => [size, bytes(4, content)],
  }[compression]()
  const body = Buffer.concat(data)
  const header = Buffer.concat([bytes(1, Buffer.from(type)), uint(3, body.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, body])
}

function varint(value: number): Buffer {
  const out: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  while (rest >= 128n) {
    out.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  out.push(Number(rest))
  return Buffer.from(out)
}

function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}

function uint(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)])
}

function sint(field: number, value: number): Buffer {
  return uint(field, zigzag(value))
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

function packed(field: number, values: number[]): Buffer {
  return bytes(field, Buffer.concat(values.map(varint)))
}

function deltas(values: number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0))
}

function toE7(degrees: number): number {
  return Math.round(degrees * 1e7)
}
