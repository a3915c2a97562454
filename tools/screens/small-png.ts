// Makes a screenshot small: 256 colours at most, chosen by median cut, without dithering so that words stay sharp.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const paletteSize = 256

/** Takes a PNG of 8 bits a channel, not interlaced, as browsers write it; transparency is left out. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const palette = choosePalette(pixels)
  return encode(width, height, pixels, palette)
}

interface Picture {
  width: number
  height: number
  /** 0xRRGGBB, row by row. */
  pixels: Uint32Array
}

function decode(png: Buffer): Picture {
  let width = 0
  let height = 0
  let channels = 3
  const data: Buffer[] = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') {
      width = body.readUInt32BE(0)
      height = body.readUInt32BE(4)
      if (body[8] !== 8 || body[12] !== 0 || (body[9] !== 2 && body[9] !== 6)) throw new Error('Unknown kind of PNG.')
      channels = body[9] === 6 ? 4 : 3
    }
    if (type === 'IDAT') data.push(body)
    at += 12 + length
  }
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  const pixels = new Uint32Array(width * height)
  for (let index = 0; index < pixels.length; index += 1) {
    const at = index * channels
    pixels[index] = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
  }
  return { width, height, pixels }
}

/** The five filters of PNG, taken back row by row. */
function unfilter(raw: Buffer, rowBytes: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(rowBytes * height)
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (rowBytes + 1)]
    const from = row * (rowBytes + 1) + 1
    const to = row * rowBytes
    for (let index = 0; index < rowBytes; index += 1) {
      const left = index >= step ? out[to + index - step]! : 0
      const above = row > 0 ? out[to + index - rowBytes]! : 0
      const corner = row > 0 && index >= step ? out[to + index - rowBytes - step]! : 0
      out[to + index] = raw[from + index]! + predicted(filter, left, above, corner)
    }
  }
  return out
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4: {
      const guess = left + above - corner
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
      return a <= b && a <= c ? left : b <= c ? above : corner
    }
    default:
      return 0
  }
}

type Counted = [color: number, count: number]

/** Splits the box of colours that is widest and most used, again and again; a box becomes its weighted mean. */
function choosePalette(pixels: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1)
  const boxes: Counted[][] = [[...counts]]
  while (boxes.length < paletteSize) {
    let widest: { box: number; shift: number; weight: number } | undefined
    for (const [box, colors] of boxes.entries()) {
      const used = Math.sqrt(colors.reduce((sum, [, count]) => sum + count, 0))
      for (const shift of [16, 8, 0]) {
        const values = colors.map(([color]) => (color >> shift) & 255)
        const range = values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255)
        const weight = range * used
        if (range > 0 && weight > (widest?.weight ?? 0)) widest = { box, shift, weight }
      }
    }
    if (!widest) break
    const { box, shift } = widest
    const sorted = boxes[box]!.toSorted(([a], [b]) => ((a >> shift) & 255) - ((b >> shift) & 255))
    const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2
    let seen = 0
    const cut = sorted.findIndex(([, count]) => {
      seen += count
      return seen >= half
    })
    const at = Math.min(Math.max(1, cut), sorted.length - 1)
    boxes.splice(box, 1, sorted.slice(0, at), sorted.slice(at))
  }
  return new Map(boxes.flatMap((colors) => colors.map(([color]) => [color, meanOf(colors)] as const)))
}

function meanOf(colors: readonly Counted[]): number {
  const total = colors.reduce((sum, [, count]) => sum + count, 0)
  const mean = (shift: number) =>
    Math.round(colors.reduce((sum, [color, count]) => sum + ((color >> shift) & 255) * count, 0) / total)
  return (mean(16) << 16) | (mean(8) << 8) | mean(0)
}

function encode(width: number, height: number, pixels: Uint32Array, palette: Map<number, number>): Buffer {
  const colors = [...new Set(palette.values())]
  const indices = new Map(colors.map((color, index) => [color, index]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      rows[row * (width + 1) + 1 + column] = indices.get(palette.get(pixels[row * width + column]!)!)!
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const table = Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  const data = deflateSync(rows, { level: 9, memLevel: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('PLTE', table), chunk('IDAT', data), chunk('IEND')])
}

function chunk(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
