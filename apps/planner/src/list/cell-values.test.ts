import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { Fault } from '../forms/field-kinds.ts'
import { cellText, readCell } from './cell-values.ts'
import { stopColumns } from './stop-columns.ts'

const column = (key: string) => stopColumns([]).find((column) => column.key === key)!
const one = stop('s1', { duration: 300, weight: 2.5, time_windows: [[28_800, 43_200]] })

test('a cell is typed as its stop has it, and what is the same is not sent', () => {
  const cells = { name: 'Customer s1', duration: '5', weight: '2.5', windows: '08:00-12:00', phone: '' }
  for (const [key, text] of Object.entries(cells)) {
    expect(cellText(column(key), one)).toBe(text)
    expect(readCell(column(key), one, text)).toBeUndefined()
  }
})

test('minutes are sent as seconds, a comma is a decimal point, and an empty cell clears its field', () => {
  expect(readCell(column('duration'), one, '7,5')).toEqual({ duration: 450 })
  expect(readCell(column('weight'), one, ' 3,25 ')).toEqual({ weight: 3.25 })
  expect(readCell(column('windows'), one, '9-11, 13-15')).toEqual({
    time_windows: [
      [32_400, 39_600],
      [46_800, 54_000],
    ],
  })
  expect(readCell(column('weight'), one, ' ')).toEqual({ weight: null })
  expect(readCell(column('name'), one, '')).toEqual({ label: null })
})

test('what is no number, or less than nothing, is told and not sent', () => {
  for (const [key, text] of [
    ['weight', 'much'],
    ['weight', '-1'],
    ['duration', '1e999'],
    ['windows', 'whenever'],
  ] as const)
    expect(readCell(column(key), one, text)).toBeInstanceOf(Fault)
  // Nobody types an address or a status into a cell.
  expect(readCell(column('status'), one, 'completed')).toBeUndefined()
})
