import type { RouteMessage } from '@routewright/contract'
import { expect, test } from 'vitest'
import { findPingState, withMessage } from './talk.ts'

const message = (id: string, minute: number, more: Partial<RouteMessage> = {}): RouteMessage => ({
  id,
  plan_id: 'p',
  route_id: 'r',
  sender: 'dispatcher',
  kind: 'text',
  awaits_image: false,
  created_at: '2026-03-02T08:00:00.000Z',
  received_at: `2026-03-02T08:0${minute}:00.000Z`,
  ...more,
})

test('a message stands once, at the place where the service got it, and as it is now', () => {
  const known = [message('a', 1), message('c', 3)]
  const grown = withMessage(known, message('b', 2))
  expect(grown.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  const read = withMessage(grown, message('b', 2, { read_at: '2026-03-02T08:05:00.000Z' }))
  expect(read.map(({ read_at }) => read_at !== undefined)).toEqual([false, true, false])
})

test('a ping is sent, kept by the phone, seen, and answered by what the driver writes after it', () => {
  const ping = message('p', 2, { kind: 'ping' })
  const at = '2026-03-02T08:03:00.000Z'
  const earlier = { driver_wrote_at: '2026-03-02T08:01:00.000Z' }
  expect(findPingState(earlier)).toBeUndefined()
  expect(findPingState({ ping })).toBe('sent')
  expect(findPingState({ ping: { ...ping, delivered_at: at }, ...earlier })).toBe('delivered')
  expect(findPingState({ ping: { ...ping, delivered_at: at, read_at: at }, ...earlier })).toBe('read')
  expect(findPingState({ ping, driver_wrote_at: '2026-03-02T08:04:00.000Z' })).toBe('answered')
})
