// Keeps images on disk: one file for each set of extracts and profile, checked before use, used where it lies, replaced in one step.

import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { mapFile, unmapFile } from '../foundation/mapped-file.ts'
import type { Profile } from '../graph/profiles.ts'
import { bodyOf, hasAllArrays, imageBytes, type RoadFacts, type RoadImage, standsBeside, viewImage } from './image.ts'

/** Raise with every change of the file's layout or of what the arrays mean. */
const FORMAT_VERSION = 14
const MAGIC = 'RWROADS\n'
const PREAMBLE_BYTES = 16
const MAX_HEADER_BYTES = 1 << 20
/** Files are read and written in parts: one system call moves less than 2 GiB. */
const PART_BYTES = 1 << 26
/** As much as fits a processor's cache. */
const SUMMED_BYTES = 1 << 19

interface Header {
  version: number
  key: string
  facts: RoadFacts
  lengths: Record<string, number>
}

/**
 * Names what an image is made from: the content of the files in order, the profile's tables, this code's version, and every byte of the image
 * that it stands beside, or could.
 */
export function imageKey(fileHashes: readonly string[], profile: Profile, base?: RoadImage): string {
  const hash = createHash('sha256').update(`${FORMAT_VERSION}\n${fileHashes.join('\n')}\n${asText(profile)}`)
  if (base) hash.update(`\n${checksum(Buffer.from(asText([base.facts, base.lengths])), bodyOf(base.memory))}`)
  return hash.digest('hex')
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (part instanceof Set ? [...part] : part))
}

/** Where the image of these files is kept for vehicles alike; newer content replaces older under the same name. */
export function imagePath(folder: string, files: readonly string[], profile: Profile): string {
  const names = files.map((file) => basename(file))
  const { size = null, hasTrailer, hasHazmat, mayEnterLowEmissionZones, avoids, hours } = profile
  const mark = createHash('sha256')
    .update(asText([names, size, hasTrailer, hasHazmat, mayEnterLowEmissionZones, avoids, hours]))
    .digest('hex')
  return join(folder, `${names[0]}.${profile.name}-${mark.slice(0, 8)}.roads`)
}

/** Writes beside the goal, then renames: readers find the old file or the new one, never half of one. */
export function saveImage(path: string, key: string, image: RoadImage): void {
  mkdirSync(dirname(path), { recursive: true })
  const header: Header = { version: FORMAT_VERSION, key, facts: image.facts, lengths: image.lengths }
  const text = headerText(header)
  const body = bodyOf(image.memory)
  const preamble = Buffer.alloc(PREAMBLE_BYTES)
  preamble.write(MAGIC, 'latin1')
  preamble.writeUInt32LE(text.length, 8)
  preamble.writeUInt32LE(checksum(text, body), 12)
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  const descriptor = openSync(draft, 'w')
  try {
    for (const part of [preamble, text, body]) writeAll(descriptor, part)
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * The image of a file, or undefined when there is none, it belongs to other content, or it is damaged. It is used where it lies if `map` can do that, else read
 * into memory. `base` is the image that it stands beside.
 */
export function findImage(path: string, key: string, base?: RoadImage, map = mapFile): RoadImage | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    return readImage(descriptor, { sizeBytes: statSync(path).size, key, base }, map)
  } finally {
    closeSync(descriptor)
  }
}

function readImage(
  descriptor: number,
  { sizeBytes, key, base }: { sizeBytes: number; key: string; base: RoadImage | undefined },
  map: typeof mapFile,
): RoadImage | undefined {
  const preamble = Buffer.alloc(PREAMBLE_BYTES)
  if (!readAll(descriptor, preamble) || preamble.toString('latin1', 0, 8) !== MAGIC) return undefined
  const headerBytes = preamble.readUInt32LE(8)
  if (headerBytes > MAX_HEADER_BYTES) return undefined
  const text = Buffer.alloc(headerBytes)
  if (!readAll(descriptor, text)) return undefined
  const header = parseHeader(text)
  if (header?.version !== FORMAT_VERSION || header.key !== key) return undefined
  // One that could not stand beside the other is kept whole under the same name.
  const isBeside = standsBeside(header.lengths)
  if (!hasAllArrays(header.lengths) || (isBeside && !base)) return undefined
  const bodyBytes = imageBytes(header.lengths)
  const offset = PREAMBLE_BYTES + headerBytes
  if (sizeBytes !== offset + bodyBytes) return undefined
  // A file that is used where it lies passes through a small piece of memory to be checked, another is read into memory on the way.
  const file = map(descriptor, sizeBytes)
  const copy = file ? undefined : new SharedArrayBuffer(bodyBytes)
  const sum = readSummed(descriptor, bodyBytes, crc32(text), copy)
  if (sum === preamble.readUInt32LE(12))
    return viewImage(header.facts, header.lengths, copy ?? { file: file!, offset }, isBeside ? base : undefined)
  if (file) unmapFile(file)
  return undefined
}

/** With blanks at its end, so that the arrays behind it begin at a multiple of eight, as in memory. */
function headerText(header: Header): Buffer {
  const text = JSON.stringify(header)
  const bytes = PREAMBLE_BYTES + Buffer.byteLength(text)
  return Buffer.from(text + ' '.repeat(-bytes & 7))
}

function parseHeader(text: Buffer): Header | undefined {
  try {
    return JSON.parse(text.toString('utf8')) as Header
  } catch {
    return undefined
  }
}

function checksum(header: Uint8Array, body: Uint8Array): number {
  let sum = crc32(header)
  for (let offset = 0; offset < body.length; offset += PART_BYTES) {
    sum = crc32(body.subarray(offset, offset + PART_BYTES), sum)
  }
  return sum
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, Math.min(PART_BYTES, bytes.length - written))
  }
}

/**
 * The checksum of the bytes that follow in the file, undefined when it ends early; they are kept where there is room for them. Each part is summed
 * while it is in the processor's cache.
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

/** False when the file ends early. */
function readAll(descriptor: number, bytes: Uint8Array): boolean {
  let filled = 0
  while (filled < bytes.length) {
    const count = readSync(descriptor, bytes, filled, Math.min(PART_BYTES, bytes.length - filled), null)
    if (count === 0) return false
    filled += count
  }
  return true
}
