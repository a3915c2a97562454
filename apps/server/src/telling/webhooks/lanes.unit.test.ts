import { expect, test } from 'vitest'
import type { DueWebhook } from '../../data/deliveries.sql.ts'
import type { DeliveryRow } from '../../data/webhook-tables.ts'
import { followAnswer, type Lane, openLane, roomIn, takeLate, takeNext } from './lanes.ts'

const quick = { ok: true, responseStatus: 204, error: null, durationMilliseconds: 20 }
const slow = { ...quick, durationMilliseconds: 1_001 }
const failed = { ...quick, ok: false, responseStatus: 500 }

function laneWith(resources: readonly string[], beginsBefore = 1_000): Lane {
  const lane = openLane({ id: 'hook' } as DueWebhook)
  lane.held = resources.length
  lane.waiting = resources.map((resource_id, id) => ({ delivery: { id, resource_id } as DeliveryRow, beginsBefore }))
  return lane
}

/** This many different resources. */
const different = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)

function takeAll(lane: Lane): DeliveryRow[] {
  const taken: DeliveryRow[] = []
  for (let next = takeNext(lane); next; next = takeNext(lane)) taken.push(next)
  return taken
}

test('eight at once are sent to a receiver that is not known yet, and no more are claimed', () => {
  expect(roomIn(undefined)).toBe(8)
  const lane = laneWith(different(8))
  expect(takeAll(lane)).toHaveLength(8)
  expect(roomIn(lane)).toBe(0)
})

test('a full row of quick answers makes room for one more at once, up to 32', () => {
  const lane = laneWith(different(500))
  for (let answer = 1; answer < 8; answer++) followAnswer(lane, quick)
  expect(lane.width).toBe(8)
  followAnswer(lane, quick)
  expect(lane.width).toBe(9)
  for (let answer = 0; answer < 10_000; answer++) followAnswer(lane, quick)
  expect(lane.width).toBe(32)
  expect(takeAll(lane)).toHaveLength(32)
})

test('a lane without a backlog does not grow', () => {
  const lane = laneWith([])
  for (let answer = 0; answer < 1_000; answer++) followAnswer(lane, quick)
  expect(lane.width).toBe(8)
})

test.each([
  ['a slow answer', slow],
  ['a failure', failed],
])('%s makes it narrow at once and gives back what was claimed ahead', (_, result) => {
  const lane = laneWith(different(500))
  for (let answer = 0; answer < 10_000; answer++) followAnswer(lane, quick)
  const under = takeAll(lane).length
  expect(followAnswer(lane, result)).toHaveLength(500 - under)
  expect(lane).toMatchObject({ width: 8, waiting: [] })
  expect(takeAll(lane)).toEqual([])
  expect(roomIn(lane)).toBe(0)
})

test('for a quick receiver four rows are claimed ahead, and again when half of them are noted', () => {
  const lane = laneWith([])
  followAnswer(lane, quick)
  expect(roomIn(lane)).toBe(32)
  lane.held = 17
  expect(roomIn(lane)).toBe(0)
  lane.held = 16
  expect(roomIn(lane)).toBe(16)
})

test('of a resource one is on its way, and the next one after it', () => {
  const lane = laneWith(['a', 'a', 'b', 'a'])
  expect(takeAll(lane).map(({ id }) => id)).toEqual([0, 2])
  lane.busy.delete('a')
  expect(takeAll(lane).map(({ id }) => id)).toEqual([1])
  lane.busy.delete('b')
  expect(takeAll(lane)).toEqual([])
  lane.busy.delete('a')
  expect(takeAll(lane).map(({ id }) => id)).toEqual([3])
})

test('what waited until its lease might end on the way is not begun', () => {
  const lane = laneWith(['a', 'b'], 1_000)
  lane.waiting.push({ delivery: { id: 2, resource_id: 'c' } as DeliveryRow, beginsBefore: 2_000 })
  expect(takeLate(lane, 1_000)).toEqual([])
  expect(takeLate(lane, 1_001).map(({ delivery }) => delivery.id)).toEqual([0, 1])
  expect(takeAll(lane).map(({ id }) => id)).toEqual([2])
})
