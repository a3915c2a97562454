import { expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { packBits, readBits } from './bit-list.ts'

it('numbers of every width come back as they were, in hardly more bits than they need', () => {
  const random = createRandom(9)
  for (let width = 1; width <= 30; width++) {
    const values = Array.from({ length: 333 }, () => random.below(2 ** width))
    values[7] = 2 ** width - 1
    const packed = packBits(values)
    expect(values.map((_, index) => readBits(packed, index))).toEqual(values)
    expect(packed.length).toBeLessThanOrEqual(3 + (333 * width) / 32)
  }
  expect(packBits([]).length).toBe(2)
  expect(readBits(packBits([0]), 0)).toBe(0)
})
