// Decides by its bytes whether an upload is a picture that may be kept: whole, of a known kind, nothing hidden in or after it.
import { crc32 } from 'node:zlib'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

export interface ImageFacts {
  contentType: ImageType
  width: number
  height: number
}

/** Why an upload is refused: the end of a sentence that begins with the field's name. */
export class InvalidImage extends Error {}

/** Above what phones send of a door or a parcel; a picture of that size takes a tenth of a gigabyte once it is decoded. */
const maxPixels = 25_000_000
const maxSide = 20_000
/** Cameras write up to about ten, each of which costs a decoder another look at all pixels. */
const maxScans = 32

/** Reads the structure of a JPEG, PNG or WebP. Throws InvalidImage. The pixels are not decoded. */
export function inspectImage(bytes: Buffer): ImageFacts {
  const facts = inspectByKind(bytes)
  const { width, height } = facts
  if (width < 1 || height < 1) throw new InvalidImage('the picture has no pixels')
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new InvalidImage(`${width} × ${height} pixels are more than ${maxPixels / 1e6} million`)
  }
  return facts
}

function inspectByKind(bytes: Buffer): ImageFacts {
  try {
    if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return inspectJpeg(bytes)
    if (bytes.subarray(0, 8).equals(pngSignature)) return inspectPng(bytes)
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
      return inspectWebp(bytes)
    }
  } catch (error) {
    // Reading past the end: the file stops in the middle of a part.
    if (error instanceof RangeError) throw new InvalidImage('the picture is cut off')
    throw error
  }
  throw new InvalidImage('must be a JPEG, PNG or WebP picture')
}

/** Content that browsers could run if they took the file for a page. */
const markup = /<\s*(script|html|svg|iframe|body|!doctype)|<\?(php|xml-stylesheet)|javascript:/i

function requireHarmless(text: Buffer): void {
  if (markup.test(text.toString('latin1'))) throw new InvalidImage('the picture carries a page or a script')
}

/** Segments up to the scan, then entropy-coded data up to the end marker, which must be the file's end. ITU-T T.81. */
function inspectJpeg(bytes: Buffer): ImageFacts {
  let size: { width: number; height: number } | undefined
  let scans = 0
  let position = 2
  for (;;) {
    if (bytes.readUInt8(position) !== 0xff) throw new InvalidImage('the JPEG is damaged')
    const marker = bytes.readUInt8(position + 1)
    if (marker === 0xff) {
      position += 1
      continue
    }
    if (marker === 0xd9) {
      if (!size) throw new InvalidImage('the JPEG holds no picture')
      requireEnd(bytes, position + 2)
      return { contentType: 'image/jpeg', ...size }
    }
    const length = bytes.readUInt16BE(position + 2)
    if (length < 2 || position + 2 + length > bytes.length) throw new RangeError()
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) size = { height: bytes.readUInt16BE(position + 5), width: bytes.readUInt16BE(position + 7) }
    const isComment = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)
    if (isComment) requireHarmless(bytes.subarray(position + 4, position + 2 + length))
    position += 2 + length
    if (marker !== 0xda) continue
    scans += 1
    if (scans > maxScans) throw new InvalidImage(`the JPEG has more than ${maxScans} scans`)
    position = skipScan(bytes, position)
  }
}

/** The position of the marker after the entropy-coded data; stuffed zeros and restart markers belong to it. */
function skipScan(bytes: Buffer, from: number): number {
  for (let position = from; ; position += 1) {
    position = bytes.indexOf(0xff, position)
    if (position < 0 || position + 1 >= bytes.length) throw new RangeError()
    const next = bytes[position + 1]!
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return position
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngTextChunks = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf'])

/** Chunks with their checksums, IHDR first, IEND last. PNG (ISO/IEC 15948). */
function inspectPng(bytes: Buffer): ImageFacts {
  let size: { width: number; height: number } | undefined
  let hasData = false
  for (let position = 8; ; ) {
    const length = bytes.readUInt32BE(position)
    const end = position + 12 + length
    if (end > bytes.length) throw new RangeError()
    const kind = bytes.toString('latin1', position + 4, position + 8)
    const content = bytes.subarray(position + 8, position + 8 + length)
    if (crc32(bytes.subarray(position + 4, position + 8 + length)) !== bytes.readUInt32BE(end - 4)) {
      throw new InvalidImage('the PNG is damaged')
    }
    if (!size) {
      if (kind !== 'IHDR' || length !== 13) throw new InvalidImage('the PNG is damaged')
      size = { width: content.readUInt32BE(0), height: content.readUInt32BE(4) }
    }
    if (kind === 'IDAT') hasData = true
    if (pngTextChunks.has(kind)) requireHarmless(content)
    position = end
    if (kind !== 'IEND') continue
    if (!hasData) throw new InvalidImage('the PNG holds no picture')
    requireEnd(bytes, end)
    return { contentType: 'image/png', ...size }
  }
}

/** RIFF chunks that fill the file exactly; the size stands in VP8, VP8L or VP8X. Google's WebP container specification. */
function inspectWebp(bytes: Buffer): ImageFacts {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length)
    throw new InvalidImage('the WebP is cut off or has something after it')
  let size: { width: number; height: number } | undefined
  let hasData = false
  for (let position = 12; position < bytes.length; ) {
    const kind = bytes.toString('latin1', position, position + 4)
    const length = bytes.readUInt32LE(position + 4)
    const content = bytes.subarray(position + 8, position + 8 + length)
    if (content.length !== length) throw new RangeError()
    size ??= webpSize(kind, content)
    if (kind === 'VP8 ' || kind === 'VP8L' || kind === 'ANMF') hasData = true
    if (kind === 'EXIF' || kind === 'XMP ') requireHarmless(content)
    position += 8 + length + (length % 2)
  }
  if (!size || !hasData) throw new InvalidImage('the WebP holds no picture')
  return { contentType: 'image/webp', ...size }
}

function webpSize(kind: string, content: Buffer): { width: number; height: number } | undefined {
  if (kind === 'VP8X') return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 }
  if (kind === 'VP8 ') return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function requireEnd(bytes: Buffer, position: number): void {
  if (position !== bytes.length) throw new InvalidImage('the file has something after the end of the picture')
}
