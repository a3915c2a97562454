import { expect, test } from 'vitest'
import { type Box, isOutside } from './map-reach.ts'

const alps: Box = [
  [9, 47],
  [10, 48],
]
const extract = (bounds?: Box) => ({ name: 'one', ...(bounds && { bounds }) })

test('a plan is outside when no extract touches the box of its places', () => {
  expect(isOutside(alps, [])).toBe(true)
  expect(
    isOutside(alps, [
      extract([
        [10.1, 47],
        [11, 48],
      ]),
    ]),
  ).toBe(true)
  expect(
    isOutside(alps, [
      extract([
        [9, 48.1],
        [10, 49],
      ]),
    ]),
  ).toBe(true)
  expect(
    isOutside(alps, [
      extract([
        [9.5, 47.5],
        [11, 49],
      ]),
    ]),
  ).toBe(false)
  expect(
    isOutside(alps, [
      extract([
        [10.1, 47],
        [11, 48],
      ]),
      extract([
        [9.4, 47.1],
        [9.6, 47.2],
      ]),
    ]),
  ).toBe(false)
})

test('an extract that tells no box may reach anywhere', () => {
  expect(isOutside(alps, [extract()])).toBe(false)
})
