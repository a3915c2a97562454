// Writes an OSM PBF file element by element, a block at a time: however large the file, only one block is in memory.

import { closeSync, openSync, writeSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

export type StreamTags = Readonly<Record<string, string>>

export interface StreamMember {
  type: 'node' | 'way' | 'relation'
  ref: number
  role: string
}

type Kind = 'node' | 'way' | 'relation'

/** Elements per block, as in files of OpenStreetMap. */
const BLOCK_ELEMENTS = 8000

/** Accepts nodes, then ways, then relations, each by ascending id. It must be closed, which writes the last block. */
export class PbfStream {
  private readonly descriptor: number
  private kind: Kind = 'node'
  private count = 0
  private strings = new Map<string, number>([['', 0]])
  private readonly body = new WireBytes()
  private readonly ids = new WireBytes()
  private readonly lats = new WireBytes()
  private readonly lngs = new WireBytes()
  private readonly keyValues = new WireBytes()
  private readonly element = new WireBytes()
  private readonly part = new WireBytes()
  private last = { id: 0, latE7: 0, lngE7: 0 }

  constructor(path: string) {
    this.descriptor = openSync(path, 'w')
    const header = new WireBytes()
    for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.bytes(4, Buffer.from(feature))
    this.blob('OSMHeader', header.used())
  }

  node(id: number, latE7: number, lngE7: number, tags: StreamTags = {}): void {
    this.begin('node')
    this.ids.signed(id - this.last.id)
    this.lats.signed(latE7 - this.last.latE7)
    this.lngs.signed(lngE7 - this.last.lngE7)
    this.last = { id, latE7, lngE7 }
    for (const key in tags) {
      this.keyValues.varint(this.string(key))
      this.keyValues.varint(this.string(tags[key]!))
    }
    this.keyValues.varint(0)
  }

  way(id: number, refs: readonly number[], tags: StreamTags): void {
    this.begin('way')
    this.beginElement(id, tags)
    this.part.clear()
    let last = 0
    for (const ref of refs) {
      this.part.signed(ref - last)
      last = ref
    }
    this.element.bytes(8, this.part.used())
    this.body.bytes(3, this.element.used())
  }

  relation(id: number, members: readonly StreamMember[], tags: StreamTags): void {
    this.begin('relation')
    this.beginElement(id, tags)
    const [roles, refs, types] = [new WireBytes(256), new WireBytes(256), new WireBytes(256)]
    let last = 0
    for (const { type, ref, role } of members) {
      roles.varint(this.string(role))
      refs.signed(ref - last)
      types.varint(['node', 'way', 'relation'].indexOf(type))
      last = ref
    }
    this.element.bytes(8, roles.used())
    this.element.bytes(9, refs.used())
    this.element.bytes(10, types.used())
    this.body.bytes(4, this.element.used())
  }

  close(): void {
    this.flush()
    closeSync(this.descriptor)
  }

  private begin(kind: Kind): void {
    if (this.kind !== kind || this.count === BLOCK_ELEMENTS) this.flush()
    this.kind = kind
    this.count++
  }

  /** Id, keys and values, which ways and relations share. */
  private beginElement(id: number, tags: StreamTags): void {
    const { element, part } = this
    element.clear()
    element.varint(8)
    element.varint(id)
    part.clear()
    for (const key in tags) part.varint(this.string(key))
    element.bytes(2, part.used())
    part.clear()
    for (const key in tags) part.varint(this.string(tags[key]!))
    element.bytes(3, part.used())
  }

  private string(text: string): number {
    const known = this.strings.get(text)
    if (known !== undefined) return known
    this.strings.set(text, this.strings.size)
    return this.strings.size - 1
  }

  private flush(): void {
    if (this.count === 0) return
    if (this.kind === 'node') {
      const dense = new WireBytes(this.ids.size + this.lats.size + this.lngs.size + this.keyValues.size + 64)
      dense.bytes(1, this.ids.used())
      dense.bytes(8, this.lats.used())
      dense.bytes(9, this.lngs.used())
      dense.bytes(10, this.keyValues.used())
      this.body.bytes(2, dense.used())
    }
    const table = new WireBytes()
    for (const text of this.strings.keys()) table.bytes(1, Buffer.from(text))
    const block = new WireBytes(this.body.size + table.size + 64)
    block.bytes(1, table.used())
    block.bytes(2, this.body.used())
    this.blob('OSMData', block.used())
    for (const bytes of [this.body, this.ids, this.lats, this.lngs, this.keyValues]) bytes.clear()
    this.strings = new Map([['', 0]])
    this.last = { id: 0, latE7: 0, lngE7: 0 }
    this.count = 0
  }

  private blob(type: string, content: Uint8Array): void {
    const blob = new WireBytes()
    blob.varint(16)
    blob.varint(content.length)
    blob.bytes(3, deflateSync(content, { level: 1 }))
    const header = new WireBytes(64)
    header.bytes(1, Buffer.from(type))
    header.varint(24)
    header.varint(blob.size)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.size)
    for (const bytes of [length, header.used(), blob.used()]) writeSync(this.descriptor, bytes)
  }
}

/** A growing buffer in the wire format of protocol buffers. */
class WireBytes {
  size = 0
  private array: Uint8Array

  constructor(capacity = 1 << 16) {
    this.array = new Uint8Array(capacity)
  }

  clear(): void {
    this.size = 0
  }

  used(): Uint8Array {
    return this.array.subarray(0, this.size)
  }

  /** A whole number, 0 or more. */
  varint(value: number): void {
    this.need(10)
    let rest = value
    while (rest >= 128) {
      this.array[this.size++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.array[this.size++] = rest
  }

  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  bytes(field: number, content: Uint8Array): void {
    this.varint(field * 8 + 2)
    this.varint(content.length)
    this.need(content.length)
    this.array.set(content, this.size)
    this.size += content.length
  }

  private need(count: number): void {
    if (this.size + count <= this.array.length) return
    const larger = new Uint8Array(2 * (this.size + count))
    larger.set(this.used())
    this.array = larger
  }
}
