// Straight lines among the steps of a route.
import { expect, test } from 'vitest'
import { createStraightMeasure } from './straight-ways.ts'

const drive = (...steps: [location: number | null, legMeters: number][]) =>
  steps.map(([location, legMeters]) => ({ location, legMeters }))

// Places 0 and 1 lie within one network, 2 within another one, 3 within none.
const places = [0, 0, 1, -1].map((network) => ({ lat: network, lng: 0 }))
const measure = createStraightMeasure({ getNetwork: ({ lat }) => lat }, places, ['car'])

test.each([
  ['on roads alone', drive([0, 0], [1, 700], [0, 650]), 0],
  ['to a place without roads and back', drive([0, 0], [3, 900], [0, 900]), 1_800],
  ['between two places without roads', drive([3, 0], [3, 40]), 40],
  ['between two networks, each with roads', drive([0, 0], [2, 300], [2, 50], [1, 310]), 610],
  ['with a break on a straight way, which carries its first part', drive([0, 0], [null, 400], [3, 500]), 900],
  ['with a break on a way by road', drive([0, 0], [null, 400], [1, 500], [3, 20]), 20],
  ['that ends somewhere', drive([0, 0], [1, 700], [null, 0]), 0],
  ['of nobody', [], 0],
])('a route %s', (_, steps, straight) => {
  expect(measure(steps)).toBe(straight)
})
