import { expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { isMarked, markPlace, packMarks } from './marks.ts'

it('every number tells whether it is marked, and each marked one its place', () => {
  const random = createRandom(3)
  for (const size of [1, 31, 32, 33, 512, 513, 5000]) {
    const numbers = [...new Set(Array.from({ length: size / 3 }, () => random.below(size)))].sort((a, b) => a - b)
    const { marks, markCount } = packMarks(size, numbers)
    for (let number = 0; number < size; number++) {
      const place = numbers.indexOf(number)
      expect(isMarked(marks, number)).toBe(place >= 0)
      if (place >= 0) expect(markPlace(marks, markCount, number)).toBe(place)
    }
  }
})

it('takes little more than a bit for each number', () => {
  const { marks, markCount } = packMarks(100_000, [5, 99_999])
  expect(32 * (marks.length + markCount.length)).toBeLessThan(1.07 * 100_000)
})
