// Cache files of this engine: a header that describes content and sources, then arrays. Verified before use, memory-mapped, replaced
// atomically.

import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { type FileMapping, mapFile, unmapFile, viewMapping } from './mapped-file.ts'

const PREAMBLE_BYTES = 16
const MAX_HEADER_BYTES = 1 << 20
/** Files are read and written in parts: one system call moves less than 2 GiB. */
const PART_BYTES = 1 << 26
/** Size that fits in a processor's cache. */
const SUMMED_BYTES = 1 << 19

/** Filled memory, or a mapped file. Either can be passed to another thread without a copy. */
export type KeptMemory = SharedArrayBuffer | KeptBody

export interface KeptBody {
  file: FileMapping
  /** Start of the body, a multiple of eight. */
  offset: number
}

export interface FoundFile {
  header: unknown
  memory: KeptMemory
}

/** The bytes after the header. */
export function getBytes(memory: KeptMemory): Uint8Array {
  if (memory instanceof SharedArrayBuffer) return new Uint8Array(memory)
  return new Uint8Array(viewMapping(memory.file), memory.offset)
}

/** Releases the memory for all threads: its bytes must not be read any more. */
export function releaseKept(memory: KeptMemory): void {
  if (!(memory instanceof SharedArrayBuffer)) unmapFile(memory.file)
}

/**
 * Writes to a temporary file, then renames it: readers find the old file or the new one, never half of one. `magic` has eight letters;
 * `pieces` make up the body. Throws the system's errors.
 */
export function writeKept(path: string, magic: string, header: unknown, pieces: Iterable<Uint8Array>): void {
  mkdirSync(dirname(path), { recursive: true })
  const text = headerText(header)
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  const descriptor = openSync(draft, 'w')
  let isOpen = true
  try {
    let sum = crc32(text)
    let position = PREAMBLE_BYTES
    for (const bytes of [text, ...pieces]) {
      if (bytes !== text) sum = checksum(bytes, sum)
      position = writeAll(descriptor, bytes, position)
    }
    const preamble = Buffer.alloc(PREAMBLE_BYTES)
    preamble.write(magic, 'latin1')
    preamble.writeUInt32LE(text.length, 8)
    preamble.writeUInt32LE(sum, 12)
    writeAll(descriptor, preamble, 0)
    fsyncSync(descriptor)
    closeSync(descriptor)
    isOpen = false
    renameSync(draft, path)
  } catch (error) {
    if (isOpen) closeSync(descriptor)
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Content of a file, or undefined when the file is missing, damaged, or not the wanted one: `sizeOf` returns the number of bytes after a
 * header, undefined for a header that does not fit. Memory-maps the file if `map` can, otherwise reads it.
 */
export function findKept(
  path: string,
  magic: string,
  sizeOf: (header: unknown) => number | undefined,
  map = mapFile,
): FoundFile | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    return readKept(descriptor, magic, sizeOf, map)
  } finally {
    closeSync(descriptor)
  }
}

function readKept(
  descriptor: number,
  magic: string,
  sizeOf: (header: unknown) => number | undefined,
  map: typeof mapFile,
): FoundFile | undefined {
  const preamble = Buffer.alloc(PREAMBLE_BYTES)
  if (!readAll(descriptor, preamble) || preamble.toString('latin1', 0, 8) !== magic) return undefined
  const headerBytes = preamble.readUInt32LE(8)
  if (headerBytes > MAX_HEADER_BYTES) return undefined
  const text = Buffer.alloc(headerBytes)
  if (!readAll(descriptor, text)) return undefined
  const header = parseHeader(text)
  const bodyBytes = header === undefined ? undefined : sizeOf(header)
  const offset = PREAMBLE_BYTES + headerBytes
  const sizeBytes = fstatSync(descriptor).size
  if (bodyBytes === undefined || sizeBytes !== offset + bodyBytes) return undefined
  // A mapped file is checked through a small buffer; otherwise the file is read into memory on the way.
  const file = map(descriptor, sizeBytes)
  const copy = file ? undefined : new SharedArrayBuffer(bodyBytes)
  const sum = readSummed(descriptor, bodyBytes, crc32(text), copy)
  if (sum === preamble.readUInt32LE(12)) return { header, memory: copy ?? { file: file!, offset } }
  if (file) unmapFile(file)
  return undefined
}

/** Header padded with blanks, so that the arrays after it begin at a multiple of eight, as in memory. */
function headerText(header: unknown): Buffer {
  const text = JSON.stringify(header)
  const bytes = PREAMBLE_BYTES + Buffer.byteLength(text)
  return Buffer.from(text + ' '.repeat(-bytes & 7))
}

function parseHeader(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Checksum of any number of bytes, where one call of the library is limited; `before` is that of the preceding bytes. */
export function checksum(bytes: Uint8Array, before = 0): number {
  let sum = before
  for (let offset = 0; offset < bytes.length; offset += PART_BYTES) {
    sum = crc32(bytes.subarray(offset, offset + PART_BYTES), sum)
  }
  return sum
}

/** Returns the position of the next bytes. */
function writeAll(descriptor: number, bytes: Uint8Array, position: number): number {
  let written = 0
  while (written < bytes.length) {
    const length = Math.min(PART_BYTES, bytes.length - written)
    written += writeSync(descriptor, bytes, written, length, position + written)
  }
  return position + written
}

/**
 * Checksum of the following bytes of the file, undefined when it ends early; stores the bytes when there is room for them. Each part is
 * summed while it is in the processor's cache.
 */
function readSummed(
  descriptor: number,
  byteLength: number,
  before: number,
  copy: SharedArrayBuffer | undefined,
): number | undefined {
  const once = new Uint8Array(copy ? 0 : SUMMED_BYTES)
  let sum = before
  for (let offset = 0; offset < byteLength; offset += SUMMED_BYTES) {
    const length = Math.min(SUMMED_BYTES, byteLength - offset)
    const part = copy ? new Uint8Array(copy, offset, length) : once.subarray(0, length)
    if (!readAll(descriptor, part)) return undefined
    sum = crc32(part, sum)
  }
  return sum
}

/** Returns false when the file ends early. */
function readAll(descriptor: number, bytes: Uint8Array): boolean {
  let filled = 0
  while (filled < bytes.length) {
    const count = readSync(descriptor, bytes, filled, Math.min(PART_BYTES, bytes.length - filled), null)
    if (count === 0) return false
    filled += count
  }
  return true
}
