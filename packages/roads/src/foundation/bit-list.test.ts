import { expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { findBits, packBits, readBits } from './bit-list.ts'

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

it('a number is found in an ascending list, and what is not there is not', () => {
  const random = createRandom(3)
  const values = [...new Set(Array.from({ length: 500 }, () => random.below(2000)))].sort((a, b) => a - b)
  const packed = packBits(values)
  for (let value = -1; value < 2010; value++) expect(findBits(packed, values.length, value)).toBe(values.indexOf(value))
  expect(findBits(packBits([]), 0, 0)).toBe(-1)
})
