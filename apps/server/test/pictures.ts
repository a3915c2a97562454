// Small pictures for tests, built byte by byte.
import { deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { pngChunk as chunk } from '../src/annexes/demo/drawings/png.ts'

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
])

/** A real JPEG; `comment` goes into a comment segment. */
export function jpeg(width = 8, height = 8, comment = ''): Buffer {
  const bytes = Transformer.fromRgbaPixels(pixels(width, height), width, height).jpegSync(80)
  return comment ? Buffer.concat([bytes.subarray(0, 2), segment(0xfe, Buffer.from(comment)), bytes.subarray(2)]) : bytes
}

/** Opaque, of a colour that changes from corner to corner. */
function pixels(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at++) bytes.writeUInt16BE(at & 0xffff, at * 4)
  return bytes
}

/** The structure of a JPEG with a few bytes of scan, whatever size it claims. */
export function emptyJpeg(width: number, height: number, scans = 1): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    segment(0xc0, frame),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A real PNG: grey, `width` × `height`; above five million pixels most of them are missing. */
export function png(width = 2, height = 2, text = ''): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(Math.min((width + 1) * height, 5_000_000))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A real WebP. */
export function webp(width = 4, height = 4): Buffer {
  return Transformer.fromRgbaPixels(pixels(width, height), width, height).webpSync(80)
}

/** The structure of a lossy WebP without a picture in it. */
export function emptyWebp(width: number, height: number): Buffer {
  const frame = Buffer.alloc(12)
  frame.set([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a])
  frame.writeUInt16LE(width, 6)
  frame.writeUInt16LE(height, 8)
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8 \0\0\0\0', 'latin1')
  head.writeUInt32LE(frame.length + 12, 4)
  head.writeUInt32LE(frame.length, 16)
  return Buffer.concat([head, frame])
}

/** A multipart body with one file. */
export function multipart(bytes: Buffer, filename = 'photo.jpg', contentType = 'image/jpeg') {
  const boundary = '----routewright-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${contentType}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
