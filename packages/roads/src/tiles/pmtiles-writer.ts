// Writes a PMTiles archive, version 3: header, root directory, metadata, leaf directories, tiles in the order of their ids.
// Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import { Float64List, Int32List } from '../foundation/growable.ts'
import { type SpillStore, writeWhole } from '../foundation/spill-store.ts'

export interface ArchiveTile {
  z: number
  x: number
  y: number
  /** Uncompressed. */
  bytes: Uint8Array
}

export interface ArchiveFacts {
  bounds: { minLat: number; minLng: number; maxLat: number; maxLng: number }
  metadata: Record<string, unknown>
}

interface DirectoryEntry {
  tileId: number
  /** Number of consecutive tiles with the same content; 0 for a leaf directory. */
  runLength: number
  offset: number
  length: number
}

const HEADER_BYTES = 127
/** Readers fetch this much at first: header and root directory must fit. */
const FIRST_FETCH_BYTES = 16_384
const GZIP = 2
const VECTOR_TILES = 1

/** Bytes written to the archive at once. */
const WRITTEN_AT_ONCE = 4_000_000

/** Takes tiles in any order, packs them, and writes the archive at the end. Equal tiles are stored once. */
export class ArchiveWriter {
  private readonly store: SpillStore
  private readonly tileIds = new Float64List()
  /** Number in the store of each tile's content. */
  private readonly contents = new Int32List()
  private readonly lengths = new Int32List()
  private readonly known = new Map<string, number>()
  private minZoom = 30
  private maxZoom = 0

  /** The packed tiles wait in the store, which must be empty. */
  constructor(store: SpillStore) {
    this.store = store
  }

  /** Adds a tile. Throws RoadsError when the disk is full. */
  add({ z, x, y, bytes }: ArchiveTile): void {
    const digest = createHash('sha1').update(bytes).digest('base64')
    let content = this.known.get(digest)
    if (content === undefined) {
      const packed = gzipSync(bytes, { level: 9 })
      content = this.store.put(packed)
      this.lengths.push(packed.length)
      this.known.set(digest, content)
    }
    this.tileIds.push(zxyToTileId(z, x, y))
    this.contents.push(content)
    this.minZoom = Math.min(this.minZoom, z)
    this.maxZoom = Math.max(this.maxZoom, z)
  }

  /** Writes the whole archive to a new file. Throws RoadsError when the disk is full. */
  writeTo(path: string, { bounds, metadata }: ArchiveFacts): void {
    const { entries, written, dataLength } = this.listEntries()
    const { root, leaves } = writeDirectories(entries)
    const metadataBytes = gzipSync(JSON.stringify(metadata))
    const header = writeHeader({
      rootLength: root.length,
      metadataLength: metadataBytes.length,
      leavesLength: leaves.length,
      dataLength,
      tileCount: this.tileIds.length,
      entryCount: entries.length,
      contentCount: written.length,
      minZoom: this.minZoom,
      maxZoom: this.maxZoom,
      bounds,
    })
    const descriptor = openSync(path, 'w')
    try {
      let waiting: Uint8Array[] = [header, root, metadataBytes, leaves]
      let waitingLength = 0
      for (const content of written) {
        const bytes = this.store.get(content)
        waiting.push(bytes)
        waitingLength += bytes.length
        if (waitingLength < WRITTEN_AT_ONCE) continue
        writeWhole(descriptor, Buffer.concat(waiting), path)
        waiting = []
        waitingLength = 0
      }
      writeWhole(descriptor, Buffer.concat(waiting), path)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  /** The directory by ascending tile, and the contents in the order in which it first refers to them. */
  private listEntries(): { entries: DirectoryEntry[]; written: number[]; dataLength: number } {
    const ids = this.tileIds.array
    const order = Int32Array.from({ length: this.tileIds.length }, (_, index) => index)
    order.sort((a, b) => ids[a]! - ids[b]!)
    const offsets = new Float64Array(this.lengths.length).fill(-1)
    const entries: DirectoryEntry[] = []
    const written: number[] = []
    let dataLength = 0
    for (const index of order) {
      const [tileId, content] = [ids[index]!, this.contents.array[index]!]
      const length = this.lengths.array[content]!
      if (offsets[content]! < 0) {
        offsets[content] = dataLength
        dataLength += length
        written.push(content)
      }
      const offset = offsets[content]!
      const last = entries[entries.length - 1]
      if (last && last.offset === offset && last.tileId + last.runLength === tileId) last.runLength++
      else entries.push({ tileId, runLength: 1, offset, length })
    }
    return { entries, written, dataLength }
  }
}

/** One directory if it fits in the first fetch, otherwise leaves of a size at which their list fits. */
function writeDirectories(entries: readonly DirectoryEntry[]): { root: Buffer; leaves: Buffer } {
  const whole = writeDirectory(entries)
  if (whole.length + HEADER_BYTES <= FIRST_FETCH_BYTES) return { root: whole, leaves: Buffer.alloc(0) }
  for (let leafSize = 4096; ; leafSize *= 2) {
    const leaves: Buffer[] = []
    const list: DirectoryEntry[] = []
    let offset = 0
    for (let first = 0; first < entries.length; first += leafSize) {
      const leaf = writeDirectory(entries.slice(first, first + leafSize))
      list.push({ tileId: entries[first]!.tileId, runLength: 0, offset, length: leaf.length })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = writeDirectory(list)
    if (root.length + HEADER_BYTES <= FIRST_FETCH_BYTES) return { root, leaves: Buffer.concat(leaves) }
  }
}

function writeDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const bytes: number[] = []
  pushVarint(bytes, entries.length)
  let lastId = 0
  for (const { tileId } of entries) {
    pushVarint(bytes, tileId - lastId)
    lastId = tileId
  }
  for (const { runLength } of entries) pushVarint(bytes, runLength)
  for (const { length } of entries) pushVarint(bytes, length)
  let nextOffset = -1
  for (const { offset, length } of entries) {
    // 0 means "directly after the previous one".
    pushVarint(bytes, offset === nextOffset ? 0 : offset + 1)
    nextOffset = offset + length
  }
  return gzipSync(Buffer.from(bytes))
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

interface HeaderFields {
  rootLength: number
  metadataLength: number
  leavesLength: number
  dataLength: number
  tileCount: number
  entryCount: number
  contentCount: number
  minZoom: number
  maxZoom: number
  bounds: ArchiveFacts['bounds']
}

function writeHeader(fields: HeaderFields): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const rootOffset = HEADER_BYTES
  const metadataOffset = rootOffset + fields.rootLength
  const leavesOffset = metadataOffset + fields.metadataLength
  const dataOffset = leavesOffset + fields.leavesLength
  const numbers = [
    rootOffset,
    fields.rootLength,
    metadataOffset,
    fields.metadataLength,
    leavesOffset,
    fields.leavesLength,
    dataOffset,
    fields.dataLength,
    fields.tileCount,
    fields.entryCount,
    fields.contentCount,
  ]
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  // Clustered, directories compressed, tiles compressed, kind of tile, zooms.
  for (const [index, value] of [1, GZIP, GZIP, VECTOR_TILES, fields.minZoom, fields.maxZoom].entries()) {
    header.writeUInt8(value, 96 + index)
  }
  const { minLat, minLng, maxLat, maxLng } = fields.bounds
  const degrees = [minLng, minLat, maxLng, maxLat]
  for (const [index, value] of degrees.entries()) header.writeInt32LE(Math.round(value * 1e7), 102 + 4 * index)
  header.writeUInt8(Math.min(fields.maxZoom, Math.max(fields.minZoom, 12)), 118)
  header.writeInt32LE(Math.round(((minLng + maxLng) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((minLat + maxLat) / 2) * 1e7), 123)
  return header
}
