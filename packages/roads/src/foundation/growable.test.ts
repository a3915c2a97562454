import { describe, expect, it } from 'vitest'
import { Int32Chunks } from './growable.ts'

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
