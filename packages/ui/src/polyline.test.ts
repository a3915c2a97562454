import { expect, test } from 'vitest'
import { readPolyline } from './polyline.ts'

test('the published example is read', () => {
  expect(readPolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ])
})

test('a cut text gives the points before the cut', () => {
  expect(readPolyline('_p~iF~ps|U_ulL')).toEqual([[-120.2, 38.5]])
  expect(readPolyline('')).toEqual([])
})
