// A point in a polygon.
import { expect, test } from 'vitest'
import { isInside } from './inside.ts'

/** A square with a bay cut into it from above. */
const bay = [
  [0, 0],
  [10, 0],
  [10, 10],
  [6, 10],
  [6, 4],
  [4, 4],
  [4, 10],
  [0, 10],
] as const

test.each([
  [[2, 8], true],
  [[8, 8], true],
  [[5, 2], true],
  [[5, 8], false],
  [[-1, 5], false],
  [[11, 5], false],
  [[5, -1], false],
  [[5, 11], false],
] as const)('%s', (point, isIn) => {
  expect(isInside(point, bay)).toBe(isIn)
})

test('slanting edges count as they run', () => {
  const triangle = [
    [0, 0],
    [10, 10],
    [0, 10],
  ] as const
  expect(isInside([2, 7], triangle)).toBe(true)
  expect(isInside([7, 2], triangle)).toBe(false)
  expect(isInside([4.9, 5], triangle)).toBe(true)
  expect(isInside([5.1, 5], triangle)).toBe(false)
})
