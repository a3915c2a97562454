// Absences as people fill them in.
import { expect, test } from 'vitest'
import { readAbsences } from './read-absences.ts'

test('an absence may be of one day, and says why only where something is written', () => {
  const day = { from: '2026-12-24', to: '2026-12-24' }
  expect(readAbsences([day])).toStrictEqual([day])
  const whole = { from: '2026-12-24', to: '2027-01-02', reason: 'vacation', comments: 'at the sea' } as const
  expect(readAbsences([whole])).toStrictEqual([whole])
})

test('a row of which nothing was filled in says nothing', () => {
  expect(readAbsences([{ from: '', to: '' }])).toEqual([])
})

test('an absence without both ends is refused, and one that ends before it begins', () => {
  expect(readAbsences([{ from: '2026-12-24', to: '' }])).toMatchObject({ word: 'drivers:fault.absence_open' })
  expect(readAbsences([{ from: '', to: '2026-12-24' }])).toMatchObject({ word: 'drivers:fault.absence_open' })
  const turned = { from: '2026-12-25', to: '2026-12-24' }
  expect(readAbsences([turned])).toMatchObject({ word: 'drivers:fault.absence_order', details: turned })
})
