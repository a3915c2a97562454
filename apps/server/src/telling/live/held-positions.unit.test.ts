import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdPositions, positionsMilliseconds } from './held-positions.ts'
import type { LiveMessage } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const makeEstimates = (id: string, times: Record<string, string>): LiveMessage => ({
  event: 'positions',
  id,
  data: {
    plan_id: 'plan',
    positions: [],
    estimates: Object.entries(times).map(([stop_id, estimated_arrival_time]) => ({ stop_id, estimated_arrival_time })),
  },
})
const told = (messages: LiveMessage[]) =>
  messages.flatMap(({ data }) =>
    (data as { estimates: { stop_id: string; estimated_arrival_time: string }[] }).estimates.map(
      (estimate) => `${estimate.stop_id} ${estimate.estimated_arrival_time}`,
    ),
  )

test('the first is told at once, the next together after a second, of each stop the latest', () => {
  const sent: LiveMessage[][] = []
  const held = holdPositions((messages) => sent.push(messages))
  held.add([makeEstimates('1', { a: '09:00', b: '09:10' })])
  held.add([makeEstimates('2', { a: '09:01' })])
  held.add([makeEstimates('3', { a: '09:02', b: '09:12' })])
  vi.advanceTimersByTime(positionsMilliseconds)
  held.end()
  expect(sent.map(told)).toEqual([
    ['a 09:00', 'b 09:10'],
    ['a 09:02', 'b 09:12'],
  ])
})

test('what waits does not come after a newer record of the same stop', () => {
  const sent: LiveMessage[][] = []
  const held = holdPositions((messages) => sent.push(messages))
  held.add([makeEstimates('1', {})])
  held.add([makeEstimates('2', { a: '09:00', b: '09:10' })])
  const change = { stops: [{ id: 'a', estimated_arrival_time: '08:55' }], routes: [] }
  held.forget([{ event: 'change', id: '3', data: change }])
  vi.advanceTimersByTime(positionsMilliseconds)
  held.end()
  expect(sent.slice(1).map(told)).toEqual([['b 09:10']])
})
