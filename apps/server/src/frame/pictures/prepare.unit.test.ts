// Preparing a picture keeps its pixels, upright, in two sizes, and nothing else.
import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import { emptyJpeg, emptyWebp, jpeg, png, webp } from '../../../test/pictures.ts'
import { InvalidImage, inspectImage } from './inspect.ts'
import { createPictures } from './prepare.ts'

const pictures = createPictures()

/** Adds camera metadata: orientation, maker, and location. */
function withExif(bytes: Buffer, orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16BE(tag, 0)
    head.writeUInt16BE(type, 2)
    head.writeUInt32BE(count, 4)
    return Buffer.concat([head, value])
  }
  const short = (value: number) => Buffer.from([value >> 8, value & 0xff, 0, 0])
  const long = (value: number) => Buffer.from([0, 0, value >> 8, value & 0xff])
  // IFD0 begins at 8 and holds three entries; the maker's text and the directory of the place follow it.
  const maker = Buffer.from('Camera of Anna\0\0', 'latin1')
  const makerAt = 8 + 2 + 3 * 12 + 4
  const placeAt = makerAt + maker.length
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\b', 'latin1'),
    Buffer.from([0, 3]),
    entry(0x010f, 2, maker.length, long(makerAt)),
    entry(0x0112, 3, 1, short(orientation)),
    entry(0x8825, 4, 1, long(placeAt)),
    Buffer.alloc(4),
    maker,
    Buffer.from([0, 1]),
    entry(0x0001, 2, 2, Buffer.from('N\0\0\0', 'latin1')),
    Buffer.alloc(4),
  ])
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), head, content, bytes.subarray(2)])
}

test.each([
  ['JPEG', jpeg(3_000, 1_500), 'image/jpeg'],
  ['PNG', png(3_000, 1_500), 'image/png'],
  ['WebP', webp(3_000, 1_500), 'image/webp'],
])('a %s stays one, in two sizes', async (_, bytes, contentType) => {
  const { large, small, ...facts } = await pictures.prepare(bytes)
  expect(facts).toEqual({ contentType })
  expect(inspectImage(large)).toEqual({ contentType, width: 2_048, height: 1_024 })
  expect(inspectImage(small)).toEqual({ contentType, width: 640, height: 320 })
})

test('a picture that is small already keeps its size', async () => {
  const { large, small } = await pictures.prepare(png(300, 200))
  expect(inspectImage(large)).toMatchObject({ width: 300, height: 200 })
  expect(small).toBe(large)
})

test('a picture stands upright, and what the camera wrote about place, device and time is gone', async () => {
  const taken = withExif(jpeg(1_000, 500), 6)
  expect(await new Transformer(taken).metadata(true)).toMatchObject({
    orientation: 6,
    exif: { Manufacturer: 'Camera of Anna', 'GPS latitude ref': 'N' },
  })
  const { large, small } = await pictures.prepare(taken)
  expect(inspectImage(large)).toMatchObject({ width: 500, height: 1_000 })
  expect(inspectImage(small)).toMatchObject({ width: 320, height: 640 })
  for (const bytes of [large, small]) {
    expect(bytes.includes('Exif')).toBe(false)
    expect(bytes.includes('Camera of Anna')).toBe(false)
  }
})

test('transparency stays, as signatures have it', async () => {
  const clear = await Transformer.fromRgbaPixels(Buffer.alloc(20 * 10 * 4), 20, 10).png()
  const { large } = await pictures.prepare(clear)
  expect((await new Transformer(large).rawPixels())[3]).toBe(0)
})

describe('what only looks like a picture', () => {
  test.each([
    ['a JPEG whose scan holds nothing', emptyJpeg(640, 480)],
    ['a WebP whose frame holds nothing', emptyWebp(64, 64)],
    ['a PNG whose rows end too early', png(3_000, 3_000)],
  ])('%s is refused', async (_, bytes) => {
    await expect(pictures.prepare(bytes)).rejects.toThrow(InvalidImage)
  })

  test('does not keep the next one from being made', async () => {
    const [bad, good] = await Promise.allSettled([pictures.prepare(emptyJpeg(8, 8)), pictures.prepare(jpeg())])
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  })
})
