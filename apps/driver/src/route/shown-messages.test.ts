// The messages of a route as the phone shows them: in the service's order, what waits at the end, none twice.
import type { RouteMessage } from '@routewright/contract'
import { expect, test } from 'vitest'
import type { QueuedItem } from '../store/database.ts'
import { getConversation } from './shown-messages.ts'

const message = (id: string, minute: number, more: Partial<RouteMessage> = {}): RouteMessage => ({
  id,
  plan_id: 'p',
  route_id: 'r',
  sender: 'dispatcher',
  kind: 'text',
  text: id,
  awaits_image: false,
  created_at: '2026-03-02T08:00:00.000Z',
  received_at: `2026-03-02T08:0${minute}:00.000Z`,
  ...more,
})
const queued = (id: string, more: object = {}) =>
  ({
    id,
    kind: 'message',
    body: { text: id, at: '2026-03-02T07:00:00.000Z' },
    route_id: 'r',
    state: 'waiting',
    seq: 1,
    created_at: 0,
    send_after: 0,
    attempts: 0,
    ...more,
  }) as unknown as QueuedItem
const ids = (kept: RouteMessage[], items: QueuedItem[] = []) =>
  getConversation(kept, items).messages.map(({ id, state }) => `${id} ${state}`)

test('messages stand as the service got them, whenever they were written, and what waits stands last', () => {
  const own = message('b', 2, { sender: 'driver', created_at: '2026-03-02T06:00:00.000Z', client_id: 'x' })
  expect(ids([message('c', 3), own, message('a', 1)], [queued('w')])).toEqual([
    'a received',
    'b sent',
    'c received',
    'w waiting',
  ])
})

test('a message that the service has is no longer shown as waiting', () => {
  const own = message('b', 2, { sender: 'driver', client_id: 'x', read_at: '2026-03-02T08:03:00.000Z' })
  expect(ids([own], [queued('x', { state: 'sending' })])).toEqual(['b read'])
  expect(ids([], [queued('x', { state: 'refused' })])).toEqual(['x refused'])
})

test('unread is what the dispatcher wrote and nobody looked at here', () => {
  const read = message('a', 1, { read_at: '2026-03-02T08:01:30.000Z' })
  const { unread } = getConversation([message('c', 3), read, message('b', 2, { sender: 'driver' })], [])
  expect(unread.map(({ id }) => id)).toEqual(['c'])
})

test('a picture is shown from the phone until the service has its bytes', () => {
  const waits = queued('w', { body: { image_client_id: 'p' } })
  const image = { id: 'i', url: 'https://example.test/i/i/token' }
  const { messages } = getConversation(
    [message('a', 1, { image, awaits_image: true }), message('b', 2, { image })],
    [waits],
  )
  expect(messages.map(({ imageUrl, pictureId }) => imageUrl ?? pictureId)).toEqual([undefined, image.url, 'p'])
})
