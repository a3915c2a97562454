// Rings of zones.
import { expect, test } from 'vitest'
import { computeBounds, openRing, parseRing, ringFault, ringText } from './ring.ts'

const square = [
  [9, 47],
  [10, 47],
  [10, 48],
  [9, 48],
] as [number, number][]

test('corners are written one a line, latitude first, and read again', () => {
  expect(ringText(square).split('\n')[1]).toBe('47, 10')
  expect(parseRing(`${ringText(square)}\n\n`)).toEqual(square)
  expect(parseRing('47 9\n47; 10\nhere')).toEqual({ line: 3 })
  expect(parseRing('91, 9')).toEqual({ line: 1 })
})

test('a ring needs three corners, and its sides must not cross', () => {
  expect(ringFault(square)).toBeUndefined()
  expect(ringFault(square.slice(0, 2))).toBe('few')
  expect(ringFault([square[0]!, square[0]!, square[1]!])).toBe('few')
  expect(ringFault([square[0]!, square[2]!, square[1]!, square[3]!])).toBe('crossing')
})

test('a closed ring is opened, and bounds take in everything', () => {
  expect(openRing([...square, square[0]!])).toEqual(square)
  expect(computeBounds([square])).toEqual([
    [9, 47],
    [10, 48],
  ])
  expect(computeBounds([])).toBeUndefined()
})
