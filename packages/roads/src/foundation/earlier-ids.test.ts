import { describe, expect, it } from 'vitest'
import { EarlierIds } from './earlier-ids.ts'

describe('ids of earlier files', () => {
  it('are those of files that ended, in any order, and not of the file at hand', () => {
    const earlier = new EarlierIds()
    for (const id of [9, 2 ** 40, 3]) earlier.add(id)
    expect([3, 9, 2 ** 40].map((id) => earlier.has(id))).toEqual([false, false, false])
    earlier.endFile()
    earlier.add(5)
    expect([3, 5, 9, 10, 2 ** 40].map((id) => earlier.has(id))).toEqual([true, false, true, false, true])
    earlier.endFile()
    expect([2 ** 40, 5, 4].map((id) => earlier.has(id))).toEqual([true, true, false])
  })
})
