import { describe, expect, test } from 'vitest'
import { type SpentRoute, type SpentStop, spentHours } from './spent-hours.ts'

const hour = 3_600

function stop(id: string, [arrives, leaves]: [number, number], more: Partial<SpentStop> = {}): SpentStop {
  const times = { planned_arrival_time: arrives * hour, planned_departure_time: leaves * hour }
  return { id, type: 'delivery', time_windows: [], ...times, ...more }
}

/** A van that drives from eight to four of its hours from eight to six, and one that stays at home. */
function day(stops: SpentStop[], route: Partial<SpentRoute> = {}): SpentRoute[] {
  const hours = { planned_start_time: 8 * hour, planned_end_time: 16 * hour }
  const van = { breaks: [], time_window: [8 * hour, 18 * hour], ...hours, ...route, stops } satisfies SpentRoute
  return [van, { breaks: [], stops: [] }]
}

const inHours = (routes: SpentRoute[]) =>
  Object.fromEntries(Object.entries(spentHours(routes)).map(([kind, seconds]) => [kind, seconds / hour]))

describe('the hours of a plan', () => {
  test('are driving with goods and without, work, waiting, breaks and what is left, and nothing else', () => {
    const windows: Partial<SpentStop> = { time_windows: [[11 * hour, 13 * hour]] }
    const data = day([stop('a', [9, 10]), stop('b', [10.5, 12], windows)], {
      planned_loading_time: hour / 2,
      breaks: [{ is_completed: false, planned_start_time: 13 * hour, planned_end_time: 13.5 * hour }],
    })
    // Half an hour of loading, 8:30 to 9 and 10 to 10:30 with goods, half an hour before the window opens, home from 12 to 16.
    expect(inHours(data)).toEqual({ loaded: 1, empty: 3.5, work: 2.5, waiting: 0.5, breaks: 0.5, free: 2 })
  })

  test('are loaded until the last delivery, from the first pickup on, and between a pickup and its own delivery', () => {
    expect(inHours(day([stop('a', [9, 9])]))).toMatchObject({ loaded: 1, empty: 7 })
    expect(inHours(day([stop('a', [9, 9], { type: 'pickup' })]))).toMatchObject({ loaded: 7, empty: 1 })
    const pair = [stop('p', [9, 9], { type: 'pickup' }), stop('d', [12, 12], { pickup_id: 'p' })]
    expect(inHours(day(pair))).toMatchObject({ loaded: 3, empty: 5 })
    expect(inHours(day([stop('v', [9, 9], { type: 'visit' })]))).toMatchObject({ loaded: 0, empty: 8 })
  })

  test('of a van that stays at home are none', () => {
    expect(inHours(day([]))).toEqual({ loaded: 0, empty: 0, work: 0, waiting: 0, breaks: 0, free: 0 })
  })
})
