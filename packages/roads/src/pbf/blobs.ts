// The outer layer of an OSM PBF file: position of each blob, and its inflated bytes. Format: https://wiki.openstreetmap.org/wiki/PBF_Format

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { RoadsError } from '../foundation/errors.ts'
import { WireReader } from './wire.ts'

/** Limits set by the format itself; anything above is damaged or not a PBF file. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024

export interface BlobPlace {
  type: 'OSMHeader' | 'OSMData'
  /** Offset of the Blob message in the file, bytes. */
  offset: number
  /** Size of the Blob message, bytes. */
  size: number
}

export interface OpenFile {
  path: string
  descriptor: number
  sizeBytes: number
}

/** Opens a file for reading. Throws file_not_found or file_empty. */
export function openFile(path: string): OpenFile {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch (cause) {
    throw new RoadsError('file_not_found', `${path}: cannot be opened (${(cause as Error).message})`, { cause })
  }
  const status = fstatSync(descriptor)
  if (!status.isFile() || status.size === 0) {
    closeSync(descriptor)
    if (!status.isFile()) throw new RoadsError('file_not_pbf', `${path}: is not a file`)
    throw new RoadsError('file_empty', `${path}: the file is empty`)
  }
  return { path, descriptor, sizeBytes: status.size }
}

/** Every blob of the file in order, read from the blob headers alone. Unknown blob types are skipped, as the format demands. */
export function listBlobs(file: OpenFile): BlobPlace[] {
  const blobs: BlobPlace[] = []
  let offset = 0
  while (offset < file.sizeBytes) {
    const isFirst = offset === 0
    const headerSize = readBytes(file, offset, 4, isFirst).readUInt32BE(0)
    if (headerSize === 0 || headerSize > MAX_HEADER_BYTES) throw brokenFrame(file, offset, isFirst)
    const header = readBytes(file, offset + 4, headerSize, isFirst)
    const frame = readBlobHeader(file, header, offset, isFirst)
    const blobOffset = offset + 4 + headerSize
    if (blobOffset + frame.size > file.sizeBytes) {
      throw new RoadsError(
        'file_truncated',
        `${file.path}: cut off: the blob at byte ${blobOffset} needs ${frame.size} bytes, the file ends at ${file.sizeBytes}`,
      )
    }
    if (isFirst && frame.type !== 'OSMHeader') throw brokenFrame(file, offset, true)
    if (frame.type === 'OSMHeader' || frame.type === 'OSMData') {
      blobs.push({ type: frame.type, offset: blobOffset, size: frame.size })
    }
    offset = blobOffset + frame.size
  }
  return blobs
}

/** The inflated content of a blob. Throws file_corrupt or file_unsupported with its position. */
export function readBlob(file: OpenFile, blob: BlobPlace): Uint8Array {
  const bytes = readBytes(file, blob.offset, blob.size, false)
  return locateError(file, blob, () => inflateBlob(bytes))
}

/** Runs a decoder over a blob and adds file and offset to its RoadsErrors; other errors (a visitor's own) pass unchanged. */
export function locateError<T>(file: OpenFile, blob: BlobPlace, decode: () => T): T {
  try {
    return decode()
  } catch (cause) {
    if (!(cause instanceof RoadsError)) throw cause
    if (cause.code !== 'file_corrupt' && cause.code !== 'file_unsupported') throw cause
    throw new RoadsError(cause.code, `${file.path}: blob at byte ${blob.offset}: ${cause.message}`, { cause })
  }
}

function inflateBlob(bytes: Uint8Array): Uint8Array {
  const reader = new WireReader(bytes)
  let rawSize = 0
  let inflated: Uint8Array | undefined
  while (reader.hasMore()) {
    const tag = reader.varint()
    if (tag === 10) inflated = reader.slice()
    else if (tag === 16) rawSize = reader.varint()
    else if (tag === 26) inflated = decompress(reader.slice(), inflateSync)
    else if (tag === 58) inflated = decompress(reader.slice(), zstdDecompressSync)
    else if (tag === 34 || tag === 42 || tag === 50) {
      const name = tag === 34 ? 'lzma' : tag === 42 ? 'bzip2' : 'lz4'
      throw new RoadsError('file_unsupported', `${name} compression is not supported; zlib, zstd and none are`)
    } else reader.skip(tag)
  }
  if (!inflated) throw new RoadsError('file_corrupt', 'the blob carries no data')
  if (rawSize > 0 && inflated.length !== rawSize) {
    throw new RoadsError('file_corrupt', `the blob inflates to ${inflated.length} bytes, ${rawSize} were announced`)
  }
  return inflated
}

function decompress(bytes: Uint8Array, method: typeof inflateSync | typeof zstdDecompressSync): Uint8Array {
  try {
    return method(bytes, { maxOutputLength: MAX_BLOB_BYTES })
  } catch (cause) {
    throw new RoadsError('file_corrupt', `compressed data is damaged (${(cause as Error).message})`, { cause })
  }
}

function readBlobHeader(file: OpenFile, header: Buffer, offset: number, isFirst: boolean) {
  let type = ''
  let size = -1
  try {
    const reader = new WireReader(header)
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 10) type = Buffer.from(reader.slice()).toString('latin1')
      else if (tag === 24) size = reader.varint()
      else reader.skip(tag)
    }
  } catch {
    throw brokenFrame(file, offset, isFirst)
  }
  if (type === '' || size < 0 || size > MAX_BLOB_BYTES) throw brokenFrame(file, offset, isFirst)
  return { type, size }
}

function readBytes(file: OpenFile, offset: number, length: number, isFirst: boolean): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(file.descriptor, buffer, filled, length - filled, offset + filled)
    if (count === 0) {
      if (isFirst) throw brokenFrame(file, offset, true)
      throw new RoadsError('file_truncated', `${file.path}: cut off at byte ${offset + filled}`)
    }
    filled += count
  }
  return buffer
}

function brokenFrame(file: OpenFile, offset: number, isFirst: boolean): RoadsError {
  if (isFirst) return new RoadsError('file_not_pbf', `${file.path}: is not an OpenStreetMap PBF file (.osm.pbf)`)
  return new RoadsError('file_corrupt', `${file.path}: no valid blob header at byte ${offset}`)
}
