import { expect, test } from 'vitest'
import { decodePolyline, encodePolyline, joinPolylines } from './polyline.ts'

const [a, b, c, d] = [
  { lat: 38.5, lng: -120.2 },
  { lat: 40.7, lng: -120.95 },
  { lat: 43.252, lng: -126.453 },
  { lat: -0.00001, lng: 179.99999 },
]

test('a line is written as its format says, and read again', () => {
  expect(encodePolyline([a, b, c])).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([a, b, c])
  expect(decodePolyline(encodePolyline([d, a, d]))).toEqual([d, a, d])
  expect(() => decodePolyline('_p~iF~')).toThrow(RangeError)
})

test.each([
  [
    'that meet',
    [
      [a, b],
      [b, c, d],
      [d, a],
    ],
    [a, b, c, d, a],
  ],
  [
    'that do not meet',
    [
      [a, b],
      [c, d],
    ],
    [a, b, c, d],
  ],
  ['of one point and of none', [[], [a], [a, b], [], [b], [c]], [a, b, c]],
  ['of which there are none', [], []],
])('lines %s are one line', (_which, lines, joined) => {
  expect(joinPolylines(lines.map(encodePolyline))).toBe(encodePolyline(joined))
})

test('a line that ends within a number cannot be joined', () => {
  expect(() => joinPolylines(['_p~iF~ps|U_ulL', encodePolyline([a])])).toThrow(RangeError)
})
