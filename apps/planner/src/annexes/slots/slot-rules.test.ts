// A change of some of the seller's rules is sent with all the others.
import type { SlotRules } from '@routewright/contract'
import { expect, test } from 'vitest'
import { getRules } from './slot-rules.ts'

const rules = { updated_at: '2026-11-01T00:00:00.000Z', longest_way: 600, capacity: 4 } as unknown as SlotRules
const withCutOff = { ...rules, cut_off: { days_before: 2, time: 43_200 } } as SlotRules

test('what was not changed stays, what was cleared is no rule any longer, and when it was changed is not sent', () => {
  expect(getRules({ capacity: 6 }, rules)).toEqual({ longest_way: 600, capacity: 6 })
  expect(getRules({ capacity: null }, rules)).toEqual({ longest_way: 600 })
})

test('a time alone means the day before, days alone mean until midnight', () => {
  expect(getRules({ 'cut_off.time': 36_000 }, rules).cut_off).toEqual({ days_before: 1, time: 36_000 })
  expect(getRules({ 'cut_off.days_before': 0 }, rules).cut_off).toEqual({ days_before: 0, time: 86_400 })
})

test('the last hour for orders is changed in one part, and gone when both parts are cleared', () => {
  expect(getRules({ 'cut_off.time': 36_000 }, withCutOff).cut_off).toEqual({ days_before: 2, time: 36_000 })
  expect(getRules({ 'cut_off.time': null }, withCutOff).cut_off).toEqual({ days_before: 2, time: 86_400 })
  expect(getRules({ 'cut_off.days_before': null }, withCutOff).cut_off).toEqual({ days_before: 1, time: 43_200 })
  expect(getRules({ 'cut_off.time': null, 'cut_off.days_before': null }, withCutOff)).not.toHaveProperty('cut_off')
  expect(getRules({}, rules)).not.toHaveProperty('cut_off')
})
