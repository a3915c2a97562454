import { expect, test } from 'vitest'
import { vanPlaceLine } from './van-place-line.ts'

const say = (word: string) => word

test.each([
  [{ depth: 'back', side: 'left', level: 'shelf' }, 'Back left, shelf'],
  [{ depth: 'middle' }, 'Middle'],
  [{ side: 'right', level: 'floor' }, 'Right, floor'],
  [{ level: 'shelf', mark: 'B3' }, 'Shelf · B3'],
  [{ mark: '12' }, '12'],
] as const)('%o is said as %s', (place, line) => {
  expect(vanPlaceLine(place, say)).toBe(line)
})
