import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { Int32List } from './growable.ts'
import { RowIndex } from './row-index.ts'

describe('equal rows', () => {
  it('are told from their first, as a Map by texts tells them', () => {
    const random = createRandom(7)
    const columns = [new Int32List(), new Int32List(), new Int32List()]
    const index = new RowIndex(columns)
    const firstOf = new Map<string, number>()
    for (let row = 0; row < 20_000; row++) {
      const values = [random.below(40) - 20, random.below(9) * 100_000_000, random.below(30)]
      for (const [at, column] of columns.entries()) column.push(values[at]!)
      const key = values.join()
      if (!firstOf.has(key)) firstOf.set(key, row)
      expect(index.firstLike(row)).toBe(firstOf.get(key))
    }
    expect(firstOf.size).toBeLessThan(20_000)
  })
})
