import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { ArcTable } from './arc-table.ts'

describe('a table of arcs', () => {
  it('keeps the arcs of every node while others come and go, and takes no more room than they need', () => {
    const random = createRandom(31)
    const nodeCount = 60
    const table = new ArcTable(new Uint16Array(nodeCount).fill(2))
    const expected = Array.from({ length: nodeCount }, () => new Map<number, [cost: number, via: number]>())
    for (let step = 0; step < 20_000; step++) {
      const node = random.below(nodeCount)
      const neighbour = random.below(nodeCount)
      const known = expected[node]!
      if (random.chance(0.005)) {
        table.clear(node)
        known.clear()
      } else if (known.delete(neighbour)) table.remove(node, neighbour)
      else {
        known.set(neighbour, [step, -step])
        table.add(node, neighbour, step, -step)
      }
    }
    for (const [node, arcs] of expected.entries()) {
      expect(table.count[node]).toBe(arcs.size)
      for (const [neighbour, arc] of arcs) {
        const place = table.find(node, neighbour)
        expect([table.cost[place], table.via[place]]).toEqual(arc)
      }
    }
    expect(table.neighbour.length).toBeLessThan(4 * nodeCount * nodeCount)
  })
})
