import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { numberFromBelow } from './numbering.ts'
import {
  ArcPacker,
  farBase,
  findArc,
  firstArc,
  getNeighbour,
  getVia,
  listArcs,
  NEAR,
  ViaCursor,
} from './packed-arcs.ts'

interface Arc {
  higher: number
  cost: number
  via: number
}

describe('packed arcs', () => {
  it('hold neighbours near and far, costs, and middle nodes of any distance', () => {
    const random = createRandom(5)
    const nodeCount = 3 * NEAR + 17
    const draw = (node: number): Arc[] =>
      // Most nodes have few arcs, some none, and the last ones cannot have any.
      Array.from({ length: node > nodeCount - 5 ? 0 : random.below(5) }, () => ({
        higher: node + 1 + random.below(random.chance(0.7) ? 4 : nodeCount - node - 1),
        cost: random.below(2 ** 31),
        via: random.chance(0.4) || node === 0 ? -1 : random.below(node),
      })).filter(({ higher }) => higher < nodeCount)
    const nodes = Array.from({ length: nodeCount }, (_, node) => ({ up: draw(node), down: draw(node) }))
    const packer = new ArcPacker(
      nodeCount,
      nodes.reduce((sum, { up, down }) => sum + up.length + down.length, 0),
    )
    for (const { up, down } of nodes) {
      packer.beginNode(up.length, down.length)
      for (const { higher, cost, via } of [...up, ...down]) packer.add(higher, cost, via)
    }
    const packed = packer.finish()
    const vias = new ViaCursor(packed, 0)
    let far = 0
    for (const [node, { up, down }] of nodes.entries()) {
      const read = (direction: 'up' | 'down') => {
        const [first, end] = listArcs(packed, node, direction)
        return Array.from({ length: end - first }, (_, at) => ({
          higher: getNeighbour(packed, node, first + at),
          cost: packed.arcCost[first + at]!,
          via: vias.next(node),
        }))
      }
      expect([read('up'), read('down')]).toEqual([up, down])
      const code = packed.arcNode[firstArc(packed, node)]!
      if (up.length > 0 && code >= NEAR) {
        far++
        expect(packed.farNode[farBase(packed, node) + code]).toBe(up[0]!.higher)
      }
    }
    expect(far).toBeGreaterThan(1000)
    for (let round = 0; round < 500; round++) {
      const node = random.below(nodeCount)
      const [arc] = nodes[node]!.down
      if (!arc) continue
      const place = findArc(packed, node, 'down', arc.higher)
      expect(getVia(packed, node, place)).toBe(arc.via)
    }
    expect(() => findArc(packed, nodeCount - 1, 'up', 3)).toThrow('no arc up between')
  })
})

describe('the numbering from below', () => {
  it('keeps every arc upward, and puts what lies below a node right before it', () => {
    // Two trees of three leaves each, below one root; ranks in the order in which a hierarchy would take them.
    const parents = [6, 7, 6, 7, 6, 7, 8, 8]
    const arcs = { first: Int32Array.from([...parents.keys(), 8, 8]), neighbour: Int32Array.from(parents) }
    const numbers = numberFromBelow(9, [arcs])
    expect([...numbers].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    for (const [node, parent] of parents.entries()) expect(numbers[parent]!).toBeGreaterThan(numbers[node]!)
    for (const parent of [6, 7]) {
      const below = parents.flatMap((each, node) => (each === parent ? [numbers[node]!] : []))
      expect(Math.min(...below)).toBe(numbers[parent]! - 3)
    }
  })
})
