import { expect, test } from 'vitest'
import { countUnsent, listPieces, newItem } from './outbox.ts'

const call = (stop_id: string | undefined, state: string, seq: number) => ({ stop_id, state, seq }) as never
const picture = (stop_id: string, state: string, created_at: number) =>
  ({ id: `${stop_id}-${created_at}`, stop_id, state, created_at }) as never

test('only stops with something on its way are told, with all their pieces, pictures in the order taken', () => {
  const calls = [call('a', 'sent', 1), call('b', 'waiting', 2), call('b', 'refused', 3), call(undefined, 'waiting', 4)]
  const pictures = [picture('b', 'sent', 9), picture('b', 'sent', 3), picture('a', 'sent', 1)]
  expect(listPieces(calls, pictures)).toEqual([
    { stop_id: 'b', calls: [calls[1]], pictures: [pictures[1], pictures[0]] },
  ])
})

test.each(['held', 'waiting', 'sending'])('a call that is %s is on its way', (state) => {
  expect(listPieces([call('a', state, 1)], []).map(({ stop_id }) => stop_id)).toEqual(['a'])
})

test.each(['sent', 'handed', 'refused'])('one that is %s is not, but a picture that waits is', (state) => {
  expect(listPieces([call('a', state, 1)], [])).toEqual([])
  expect(listPieces([call('a', state, 1)], [picture('a', 'waiting', 1)])).toHaveLength(1)
})

test('what has not reached the service is counted, reports and pictures, refused ones too', () => {
  const nothing = { calls: [], refused: [], handed: [], pictures: 0, refusedPictures: [] }
  expect(countUnsent({ ...nothing, handed: [call('a', 'handed', 1)] })).toBe(0)
  const waiting = { calls: [call('a', 'waiting', 1)], refused: [call('a', 'refused', 2), call('b', 'refused', 3)] }
  expect(countUnsent({ ...nothing, ...waiting, pictures: 4, refusedPictures: [picture('a', 'refused', 1)] })).toBe(8)
})

test('a call that may be taken back is held for as long, any other goes at once', () => {
  const start = { kind: 'start', body: { at: 'T' } } as const
  const held = newItem(start, { route_id: 'r', held_for: 10_000 }, 'c')
  expect(held).toMatchObject({ id: 'c', state: 'held', attempts: 0 })
  expect(held.send_after - held.created_at).toBe(10_000)
  const plain = newItem(start, { route_id: 'r' })
  expect(plain.state).toBe('waiting')
  expect(plain.send_after).toBe(plain.created_at)
})
