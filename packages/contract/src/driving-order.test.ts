import { expect, test } from 'vitest'
import { listStopsAhead } from './driving-order.ts'

const stop = (id: string, more: object = {}) => ({ id, status: 'pending', report_attempts: 0, ...more })
const order = (...stops: ReturnType<typeof stop>[]) => listStopsAhead(stops).map(({ id }) => id)

test('stops are made in the order of the route', () => {
  expect(order(stop('a'), stop('b'), stop('c'))).toEqual(['a', 'b', 'c'])
})

test('who was just missed comes after those not tried yet, also where nobody reorders', () => {
  expect(order(stop('a', { report_attempts: 1 }), stop('b'), stop('c'))).toEqual(['b', 'c', 'a'])
})

test('where the driver stands comes first; what is over does not come', () => {
  const here = { arrived_at: new Date() }
  expect(order(stop('a', { status: 'completed' }), stop('b'), stop('c', here))).toEqual(['c', 'b'])
  expect(order(stop('a', { arrived_at: null }), stop('b', { ...here, report_attempts: 1 }))).toEqual(['b', 'a'])
})
