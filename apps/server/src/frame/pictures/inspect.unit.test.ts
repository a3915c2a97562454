// Which uploads are pictures.
import { describe, expect, test } from 'vitest'
import { emptyJpeg, emptyWebp, jpeg, png, webp } from '../../../test/pictures.ts'
import { inspectImage } from './inspect.ts'

describe('accepted', () => {
  test.each([
    ['a JPEG', jpeg(640, 480), { contentType: 'image/jpeg', width: 640, height: 480 }],
    ['a PNG', png(20, 10), { contentType: 'image/png', width: 20, height: 10 }],
    ['a WebP', webp(300, 200), { contentType: 'image/webp', width: 300, height: 200 }],
    ['a JPEG with a comment', jpeg(8, 8, 'Taken on a sunny day'), { contentType: 'image/jpeg', width: 8, height: 8 }],
  ])('%s', (_, bytes, facts) => expect(inspectImage(bytes)).toEqual(facts))
})

const damagedPng = png()
damagedPng[45]! ^= 0xff

describe('refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hello')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0', 'latin1')],
    ['a GIF that is a script', Buffer.from('GIF89a/*\0*/=1;alert(1)', 'latin1')],
    ['a BMP', Buffer.from('BM\0\0\0\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a zip', Buffer.from('PK\u0003\u0004', 'latin1')],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46])],
    ['a JPEG head alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a JPEG cut in its scan', jpeg().subarray(0, -2)],
    ['a JPEG with a page in its comment', jpeg(8, 8, '<script>alert(1)</script>')],
    ['a JPEG with PHP in its comment', jpeg(8, 8, '<?php system($_GET[0]); ?>')],
    ['a JPEG with a zip after it', Buffer.concat([jpeg(), Buffer.from('PK\u0003\u0004')])],
    ['a JPEG with a page after it', Buffer.concat([jpeg(), Buffer.from('<script>alert(1)</script>')])],
    ['a JPEG without pixels', emptyJpeg(0, 0)],
    ['a JPEG of 65535 × 65535', emptyJpeg(65_535, 65_535)],
    ['a JPEG of 26 million pixels', emptyJpeg(5_200, 5_001)],
    ['a JPEG of a thousand scans', emptyJpeg(8, 8, 1_000)],
    ['a PNG with a wrong checksum', damagedPng],
    ['a PNG without end', png().subarray(0, -12)],
    ['a PNG with a script in a text', png(2, 2, '<script>alert(1)</script>')],
    ['a PNG with a tail', Buffer.concat([png(), Buffer.from('tail')])],
    ['a PNG of 100000 × 100000', png(100_000, 100_000)],
    ['a WebP with a tail', Buffer.concat([webp(), Buffer.from('tail')])],
    ['a WebP of 16383 × 16383', emptyWebp(16_383, 16_383)],
    ['a RIFF that is a sound', Buffer.from('RIFF\u0004\0\0\0WAVE', 'latin1')],
  ])('%s', (_, bytes) => expect(() => inspectImage(bytes)).toThrow(/./))
})
