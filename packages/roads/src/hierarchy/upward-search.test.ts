import { expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { combineCost } from '../foundation/cost.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import { ArcPacker } from './packed-arcs.ts'
import { UpwardSearch } from './upward-search.ts'

/** 5,000 nodes in a row, each with arcs to the next three: a climb from the lowest reaches all of them. */
it('climbs over thousands of nodes, and knows the cost, the way and the other sum of each', () => {
  const count = 5000
  const random = createRandom(3)
  const [costs, sums] = [new CostPacker(), new CostPacker()]
  const packer = new ArcPacker(count, 3 * count)
  const arcs: { tail: number; head: number; cost: number; other: number }[] = []
  for (let node = 0; node < count; node++) {
    const heads = [node + 1, node + 2, node + 3].filter((head) => head < count)
    packer.beginNode(heads.length, 0)
    for (const head of heads) {
      const cost = combineCost(1 + random.below(900), random.below(500))
      arcs.push({ tail: node, head, cost, other: random.below(1000) })
      packer.add(head, costs.pack(cost), -1)
    }
  }
  const best = new Float64Array(count).fill(Infinity)
  const sumOf = new Float64Array(count)
  best[0] = 7
  sumOf[0] = 11
  for (const { tail, head, cost, other } of arcs) {
    if (best[tail]! + cost >= best[head]!) continue
    best[head] = best[tail]! + cost
    sumOf[head] = sumOf[tail]! + other
  }
  const search = new UpwardSearch({ ...packer.finish(), longCost: costs.listLong() }, 'forward')
  for (let again = 0; again < 2; again++) {
    search.climbFrom({ ranks: [4990], costs: [0] })
    expect(search.costOf(0)).toBe(Infinity)
    search.climbFrom({ ranks: [0], costs: [7] })
    expect(search.settledCount).toBe(count)
    for (let node = 0; node < count; node++) expect(search.costOf(node)).toBe(best[node])
    const packed = Int32Array.from(arcs, (arc) => sums.pack(arc.other))
    const found = search.addUp({ packed, long: sums.listLong(), ofSeed: () => 11 })
    for (let place = 0; place < count; place++) expect(found[place]).toBe(sumOf[search.settledNodes[place]!])
    const way = search.climbTo(count - 1)
    expect([way.nodes[0], way.nodes.at(-1)]).toEqual([0, count - 1])
    expect(way.arcs.reduce((sum, arc) => sum + arcs[arc]!.cost, 7)).toBe(best[count - 1])
  }
})
