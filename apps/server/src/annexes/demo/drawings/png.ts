// Writes PNG files of pixels (ISO/IEC 15948).
import { crc32, deflateSync } from 'node:zlib'

/** A real PNG of pixels, red, green and blue in turn. */
export function getPng(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc((3 * width + 1) * height)
  for (let y = 0; y < height; y++) {
    // Each row but the first as what differs from the one above it, which is little.
    const start = y * (3 * width + 1)
    rows[start] = y === 0 ? 0 : 2
    for (let at = 0; at < 3 * width; at++) {
      const above = y === 0 ? 0 : pixels[(y - 1) * 3 * width + at]!
      rows[start + 1 + at] = pixels[y * 3 * width + at]! - above
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A part of the file: its length, its kind of four letters, its content and a checksum. */
export function pngChunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
