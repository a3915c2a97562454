// A slot is named by its day and its window.
import { expect, test } from 'vitest'
import { readSlotId } from './slot-id.ts'

test('the day and the window are read from the id', () => {
  expect(readSlotId('2026-03-02/28800-36000')).toEqual({ date: '2026-03-02', window: [28_800, 36_000] })
  expect(readSlotId('2028-02-29/0-0')).toEqual({ date: '2028-02-29', window: [0, 0] })
})

test.each(['2026-02-30/28800-36000', '2026-13-01/28800-36000', 'tomorrow/28800-36000'])('%s has no day', (slotId) => {
  expect(() => readSlotId(slotId)).toThrow('there is no day')
})

test('a window does not end before it begins', () => {
  expect(() => readSlotId('2026-03-02/36000-28800')).toThrow('must not end before it begins')
})
