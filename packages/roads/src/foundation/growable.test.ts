import { describe, expect, it } from 'vitest'
import { IdChunks, Int32Chunks } from './growable.ts'

describe('a list of chunks', () => {
  it('gives back what was put in, in order, whether its last chunk is full or not', () => {
    for (const count of [0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 700_000]) {
      const list = new Int32Chunks()
      for (let value = 0; value < count; value++) list.push(value)
      expect(list.length).toBe(count)
      const doubled = list.drain((value) => 2 * value)
      expect(doubled.length).toBe(count)
      expect(doubled.every((value, place) => value === 2 * place)).toBe(true)
    }
  })
})

describe('ids in pieces', () => {
  it('come back as they were put in, in parts and all together', () => {
    const ids = new IdChunks()
    for (let id = 0; id < 600_000; id += 3) ids.push([2 ** 40 + id, 2 ** 40 + id + 1, 2 ** 40 + id + 2])
    expect(ids.slice(2 ** 18 - 2, 2 ** 18 + 2)).toEqual([-2, -1, 0, 1].map((at) => 2 ** 40 + 2 ** 18 + at))
    const all = new Float64Array(600_001)
    ids.copyTo(all, 1)
    expect(all.every((id, at) => id === (at === 0 ? 0 : 2 ** 40 + at - 1))).toBe(true)
  })
})
