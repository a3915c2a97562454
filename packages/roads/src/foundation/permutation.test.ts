import { expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { readBits } from './bit-list.ts'
import { getInverse, packPermutation } from './permutation.ts'

function shuffle(size: number, seed: number): Int32Array {
  const random = createRandom(seed)
  const image = Int32Array.from({ length: size }, (_, number) => number)
  for (let last = size - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const kept = image[last]!
    image[last] = image[other]!
    image[other] = kept
  }
  return image
}

it('a permutation and its inverse come back, whatever its cycles', () => {
  const oneCycle = (size: number) => Int32Array.from({ length: size }, (_, number) => (number + 1) % size)
  const still = Int32Array.from({ length: 50 }, (_, number) => number)
  const images = [...Array.from({ length: 60 }, (_, size) => shuffle(17 * size, size)), still]
  for (const size of [1, 16, 17, 31, 32, 33, 34, 1000]) images.push(oneCycle(size))
  for (const image of images) {
    const packed = packPermutation(image)
    for (const [number, value] of image.entries()) {
      expect(readBits(packed.image, number)).toBe(value)
      expect(getInverse(packed, value)).toBe(number)
    }
  }
})

it('the inverse takes a sixth of the permutation beside it', () => {
  const { image, marks, markCount, back } = packPermutation(shuffle(100_000, 4))
  expect(marks.length + markCount.length + back.length).toBeLessThan(image.length / 6)
})

it('what is no permutation is refused', () => {
  expect(() => packPermutation(Int32Array.of(1, 2, 2))).toThrow('twice')
  expect(() => packPermutation(Int32Array.of(0, 3))).toThrow('no number of the permutation')
})
