import { expect, test } from 'vitest'
import { readLog, readRules, shownLog, shownRules } from './driving-values.ts'
import { Fault } from './field-kinds.ts'

test('a law is sent with what it uses, and cleared by none', () => {
  const plain = { law: 'plain', counts: 'work', after: 10_800, duration: 1_800 } as const
  expect(shownRules(plain)).toEqual({ ...plain, after: '03:00' })
  expect(readRules(shownRules(plain))).toEqual(plain)
  expect(readRules({ ...shownRules(plain), law: 'eu' })).toEqual({ law: 'eu' })
  expect(readRules(shownRules(undefined))).toBeNull()
  expect(readRules({ law: 'plain', after: 'soon' })).toBeInstanceOf(Fault)
})

test('what is left is written in hours and minutes, weeks too; what the form does not have stays', () => {
  const log = {
    date: '2026-03-02',
    driving_left_today: 18_720,
    driving_left_fortnight: 324_000,
    last_duty_end: '2026-03-01T18:00:00.000Z',
  }
  expect(shownLog(log)).toMatchObject({ driving_left_today: '05:12', driving_left_fortnight: '90:00' })
  expect(readLog(shownLog(log))).toEqual(log)
})

test('a log needs its day, and a day alone says nothing', () => {
  expect(readLog({ driving_left_today: '5:00' })).toBeInstanceOf(Fault)
  expect(readLog({ date: '2026-03-02', driving_left_today: '', first_part_taken: false })).toBeNull()
  expect(readLog({ date: '2026-03-02', driving_left_today: 'much' })).toBeInstanceOf(Fault)
})
