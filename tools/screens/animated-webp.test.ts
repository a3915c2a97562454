import { expect, test } from 'vitest'
import { animatedWebp } from './animated-webp.ts'

/** A still file with one chunk, as a browser writes it; the pixels do not matter to the container. */
function still(kind: string, pixels: number[]): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(pixels.length)
  const padding = Buffer.alloc(pixels.length % 2)
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.from(kind), size, Buffer.from(pixels), padding])
}

const frame = { left: 4, top: 2, width: 10, height: 8, milliseconds: 1500 }

test('the frames stand one behind the other, each with its place, its size and its time', () => {
  const file = animatedWebp(100, 50, [
    { ...frame, webp: still('VP8 ', [1, 2, 3]) },
    { ...frame, left: 0, webp: still('VP8 ', [4, 5]) },
  ])
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X')
  expect([file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]).toEqual([100, 50])
  const first = file.indexOf('ANMF')
  expect([8, 11, 14, 17, 20].map((at) => file.readUIntLE(first + at, 3))).toEqual([2, 1, 9, 7, 1500])
  expect(file.subarray(first + 24, first + 36)).toEqual(still('VP8 ', [1, 2, 3]).subarray(12))
  expect(file.lastIndexOf('ANMF')).toBe(first + 36)
})

test('a picture with transparency is refused', () => {
  expect(() => animatedWebp(10, 10, [{ ...frame, webp: still('VP8L', [1, 2]) }])).toThrow('without transparency')
})
