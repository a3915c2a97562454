import type { Window } from '@routewright/reading/windows'
import { expect, test } from 'vitest'
import { apart, toTheEnd } from './window-bars.ts'

const hours = (from: number, to: number): Window => [from * 3_600, to * 3_600]

test('Home and End take one side of a window as far as it goes', () => {
  const window = hours(8, 12)
  expect(toTheEnd(window, 0, 'Home', 86_400)).toEqual(hours(0, 12))
  expect(toTheEnd(window, 0, 'End', 86_400)).toEqual(hours(11.75, 12))
  expect(toTheEnd(window, 1, 'Home', 86_400)).toEqual(hours(8, 8.25))
  expect(toTheEnd(window, 1, 'End', 86_400)).toEqual(hours(8, 24))
})

test('a window that is moved stays between its neighbours', () => {
  const windows = [hours(8, 10), hours(11, 12), hours(14, 18)]
  expect(apart(windows, 1, toTheEnd(windows[1]!, 0, 'Home', 86_400))).toEqual(hours(10, 12))
  expect(apart(windows, 1, toTheEnd(windows[1]!, 1, 'End', 86_400))).toEqual(hours(11, 14))
})
