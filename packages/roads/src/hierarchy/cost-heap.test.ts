import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { CostHeap } from './cost-heap.ts'

describe('the heap of searches', () => {
  it('gives every node once, the least cost first, while others are pushed', () => {
    const random = createRandom(4)
    const heap = new CostHeap(2)
    const waiting = new Map<number, number>()
    for (let step = 0; step < 4_000; step++) {
      if (waiting.size === 0 || random.chance(0.52)) {
        const cost = random.below(40) - 20
        waiting.set(step, cost)
        heap.push(cost, step)
      } else {
        const least = Math.min(...waiting.values())
        expect(heap.leastCost).toBe(least)
        const node = heap.pop()
        expect(waiting.get(node)).toBe(least)
        waiting.delete(node)
      }
      expect(heap.size).toBe(waiting.size)
    }
    // It has grown far beyond its initial capacity.
    expect(waiting.size).toBeGreaterThan(60)
  })

  it('tells whether a node would be as good as the next one', () => {
    const heap = new CostHeap()
    expect(heap.wouldBeLeast(7)).toBe(true)
    heap.push(5, 3)
    expect([4, 5, 6].map((cost) => heap.wouldBeLeast(cost))).toEqual([true, true, false])
    heap.clear()
    expect(heap.wouldBeLeast(6)).toBe(true)
  })
})
