// A change of some of the seller's rules is sent with all the others.
import type { SlotRules } from '@routewright/contract'
import { expect, test } from 'vitest'
import { rulesOf } from './slot-rules.ts'

const rules = { updated_at: '2026-11-01T00:00:00.000Z', longest_way: 600, capacity: 4 } as unknown as SlotRules
const withCutOff = { ...rules, cut_off: { days_before: 2, time: 43_200 } } as SlotRules

test('what was not changed stays, what was cleared is no rule any longer, and when it was changed is not sent', () => {
  expect(rulesOf({ capacity: 6 }, rules)).toEqual({ longest_way: 600, capacity: 6 })
  expect(rulesOf({ capacity: null }, rules)).toEqual({ longest_way: 600 })
})

test('a time alone means the day before, days alone mean until midnight', () => {
  expect(rulesOf({ 'cut_off.time': 36_000 }, rules).cut_off).toEqual({ days_before: 1, time: 36_000 })
  expect(rulesOf({ 'cut_off.days_before': 0 }, rules).cut_off).toEqual({ days_before: 0, time: 86_400 })
})

test('the last hour for orders is changed in one part, and gone when both parts are cleared', () => {
  expect(rulesOf({ 'cut_off.time': 36_000 }, withCutOff).cut_off).toEqual({ days_before: 2, time: 36_000 })
  expect(rulesOf({ 'cut_off.time': null }, withCutOff).cut_off).toEqual({ days_before: 2, time: 86_400 })
  expect(rulesOf({ 'cut_off.days_before': null }, withCutOff).cut_off).toEqual({ days_before: 1, time: 43_200 })
  expect(rulesOf({ 'cut_off.time': null, 'cut_off.days_before': null }, withCutOff)).not.toHaveProperty('cut_off')
  expect(rulesOf({}, rules)).not.toHaveProperty('cut_off')
})
