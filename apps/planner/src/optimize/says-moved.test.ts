import { expect, test } from 'vitest'
import { saysMoved } from './says-moved.ts'

const figures = { routes: 8, stops: 120, unassigned: 0, duration: 0, travel_time: 0, distance: 0, cost: 0 }
const side = (other: object) => ({ ...figures, late_stops: 0, late_seconds: 0, broken_rules: 0, ...other })

test.each([
  ['all stay', {}, 0, true],
  ['some change, some lose theirs', { unassigned: 7 }, 3, true],
  ['some lose theirs and no other changes', { unassigned: 7 }, 0, false],
])('routes that were there: %s', (_, after, moved_stops, says) => {
  expect(saysMoved({ before: side({}), after: side(after), moved_stops })).toBe(says)
})

test('a first plan changes no routes', () => {
  expect(saysMoved({ before: side({ routes: 0 }), after: side({}), moved_stops: 120 })).toBe(false)
})
