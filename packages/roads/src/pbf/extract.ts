// An OSM PBF extract: opened once, read in as many passes as needed, in any element order; each pass skips the blobs without the requested
// elements.

import { createHash } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { RoadsError } from '../foundation/errors.ts'
import { type BlobPlace, listBlobs, locateError, type OpenFile, openFile, readBlob } from './blobs.ts'
import { decodePrimitiveBlock, type ExtractVisitor, HAS_NODES, HAS_RELATIONS, HAS_WAYS } from './primitive-block.ts'
import { WireReader } from './wire.ts'

/** Degrees. */
export interface Bounds {
  minLat: number
  minLng: number
  maxLat: number
  maxLng: number
}

export interface ReadOptions {
  /** Called after each blob with the finished share of this pass, 0..1. */
  onProgress?: (share: number) => void
  /** Called before each blob; returning true aborts the pass with RoadsError aborted. */
  shouldStop?: () => boolean
}

/** An open extract, which must be closed. All reading is synchronous: use it in a worker thread. */
export interface Extract {
  readonly path: string
  readonly sizeBytes: number
  /** Bounding box of the file's header; undefined when the file has none. Some files give the whole world. */
  readonly bounds: Bounds | undefined
  /** One pass over the file. Throws file_corrupt, file_truncated, file_unsupported, aborted. */
  read(visitor: ExtractVisitor, options?: ReadOptions): void
  close(): void
}

/** Features that a reader must support to read the file correctly; a file that requires more is refused. */
const SUPPORTED_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** Opens an extract and checks its structure. Throws file_not_found, file_empty, file_not_pbf, file_truncated, file_corrupt. */
export function openExtract(path: string): Extract {
  const file = openFile(path)
  try {
    const blobs = listBlobs(file)
    const header = blobs[0]
    if (header?.type !== 'OSMHeader') throw new RoadsError('file_not_pbf', `${path}: has no OSM header`)
    const headerBytes = readBlob(file, header)
    const bounds = locateError(file, header, () => readHeader(path, headerBytes))
    return getExtract(file, blobs, bounds)
  } catch (error) {
    closeSync(file.descriptor)
    throw error
  }
}

/** SHA-256 over the file's bytes, hex: the key of everything derived from it. */
export function hashFile(path: string): string {
  const file = openFile(path)
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(4 * 1024 * 1024)
    for (;;) {
      const count = readSync(file.descriptor, buffer, 0, buffer.length, null)
      if (count === 0) break
      hash.update(buffer.subarray(0, count))
    }
    return hash.digest('hex')
  } finally {
    closeSync(file.descriptor)
  }
}

function getExtract(file: OpenFile, blobs: readonly BlobPlace[], bounds: Bounds | undefined): Extract {
  /** HAS_* bits of each blob once a pass has decoded it; -1 before. */
  const kindsOfBlob = new Int8Array(blobs.length).fill(-1)
  return {
    path: file.path,
    sizeBytes: file.sizeBytes,
    bounds,
    close: () => closeSync(file.descriptor),
    read(visitor, options = {}) {
      const wanted =
        (visitor.node ? HAS_NODES : 0) | (visitor.way ? HAS_WAYS : 0) | (visitor.relation ? HAS_RELATIONS : 0)
      for (const [index, blob] of blobs.entries()) {
        if (options.shouldStop?.()) throw new RoadsError('aborted', `reading ${file.path} was stopped`)
        const isNeeded = blob.type === 'OSMData' && (kindsOfBlob[index]! & wanted) !== 0
        if (isNeeded) {
          const bytes = readBlob(file, blob)
          kindsOfBlob[index] = locateError(file, blob, () => decodePrimitiveBlock(bytes, visitor))
        }
        options.onProgress?.((blob.offset + blob.size) / file.sizeBytes)
      }
    },
  }
}

function readHeader(path: string, bytes: Uint8Array): Bounds | undefined {
  const reader = new WireReader(bytes)
  let bounds: Bounds | undefined
  while (reader.hasMore()) {
    const tag = reader.varint()
    if (tag === 10) bounds = readBounds(reader.enter())
    else if (tag === 34) {
      const feature = Buffer.from(reader.slice()).toString('utf8')
      if (!SUPPORTED_FEATURES.has(feature)) {
        throw new RoadsError('file_unsupported', `${path}: needs the feature "${feature}", which is not supported`)
      }
    } else reader.skip(tag)
  }
  return bounds
}

function readBounds(reader: WireReader): Bounds {
  const bounds: Bounds = { minLat: 0, minLng: 0, maxLat: 0, maxLng: 0 }
  while (reader.hasMore()) {
    const tag = reader.varint()
    if (tag === 8) bounds.minLng = reader.signedVarint() / 1e9
    else if (tag === 16) bounds.maxLng = reader.signedVarint() / 1e9
    else if (tag === 24) bounds.maxLat = reader.signedVarint() / 1e9
    else if (tag === 32) bounds.minLat = reader.signedVarint() / 1e9
    else reader.skip(tag)
  }
  return bounds
}
