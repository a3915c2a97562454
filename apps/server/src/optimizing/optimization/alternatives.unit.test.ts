import { describe, expect, test } from 'vitest'
import { isWorthShowing } from './alternatives.ts'

function figures(stops: number[], unassigned = 0, late = 0) {
  const routes = stops.filter((count) => count > 0).length
  return {
    after: { routes, unassigned, late_stops: late },
    routes: stops.map((count) => ({ after: { stops: count } })),
  }
}

describe('an alternative', () => {
  const cheapest = figures([9, 3, 0])

  test('is even where the fullest and the emptiest route are nearer to each other; unused vans do not count', () => {
    expect(isWorthShowing('even', figures([7, 5, 0]), cheapest)).toBe(true)
    expect(isWorthShowing('even', figures([4, 4, 4]), cheapest)).toBe(true)
    expect(isWorthShowing('even', figures([3, 9, 0]), cheapest)).toBe(false)
  })

  test('has the fewest vehicles where it has fewer than the cheapest', () => {
    expect(isWorthShowing('fewest_vehicles', figures([12, 0, 0]), cheapest)).toBe(true)
    expect(isWorthShowing('fewest_vehicles', figures([6, 6, 0]), cheapest)).toBe(false)
  })

  test('is not shown where it leaves out more stops, or is late at more', () => {
    expect(isWorthShowing('fewest_vehicles', figures([11, 0, 0], 1), cheapest)).toBe(false)
    expect(isWorthShowing('even', figures([6, 6, 0], 0, 1), cheapest)).toBe(false)
    expect(isWorthShowing('even', figures([6, 6, 0], 0, 1), figures([9, 3, 0], 0, 1))).toBe(true)
  })
})
