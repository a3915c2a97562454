// Time windows in tables, which are read in again, and on paper.
import { expect, test } from 'vitest'
import { windowsOnPaper, windowsText } from './clock-words.ts'

const windows = [
  [28_800, 36_000],
  [79_200, 91_800],
] as const

test('a table holds windows as an import reads them', () => {
  expect(windowsText(windows)).toBe('08:00-10:00, 22:00-25:30')
})

test('paper shows windows as people read them', () => {
  expect(windowsOnPaper(windows)).toBe('08:00–10:00, 22:00–01:30 +1')
})
