import { describe, expect, it, vi } from 'vitest'
import { createRandom, type Random } from '../../test/random.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import { climbOf, LaidOutClimb } from './climb.ts'
import { contractGraph } from './contract.ts'
import { Buckets, collectEntries, fillRow, fillRowWithSums, neighboursInTurn, type Seeds } from './many-to-many.ts'
import { UpwardSearch } from './upward-search.ts'

/** Streets in a square, and beside it islands of one street each, which lead nowhere else. */
const SIDE = 24
const ISLANDS = 30
const NODES = SIDE * SIDE + 2 * ISLANDS

function makeTown(random: Random) {
  const arcs: { tail: number; head: number; cost: number }[] = []
  const join = (one: number, other: number) => {
    for (const [tail, head] of [
      [one, other],
      [other, one],
    ] as const)
      arcs.push({ tail, head, cost: 10 + random.below(20) })
  }
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      if (column > 0) join(row * SIDE + column, row * SIDE + column - 1)
      if (row > 0) join(row * SIDE + column, (row - 1) * SIDE + column)
    }
  }
  for (let island = 0; island < ISLANDS; island++) join(NODES - 2 - 2 * island, NODES - 1 - 2 * island)
  arcs.sort((a, b) => a.tail - b.tail)
  const arcFirst = new Int32Array(NODES + 1)
  for (const { tail } of arcs) arcFirst[tail + 1]!++
  for (let node = 0; node < NODES; node++) arcFirst[node + 1]! += arcFirst[node]!
  const hierarchy = contractGraph(NODES, {
    arcFirst,
    arcHead: Int32Array.from(arcs, (arc) => arc.head),
    arcCost: Float64Array.from(arcs, (arc) => arc.cost),
  })
  const forward = new UpwardSearch(hierarchy, 'forward')
  const backward = new UpwardSearch(hierarchy, 'backward')
  const seedsAt = (node: number): Seeds => ({ ranks: [hierarchy.rankOfNode[node]!], costs: [0] })
  // Another sum of each arc, for the mixes of ways.
  const packer = new CostPacker()
  const packed = Int32Array.from(hierarchy.arcCost, () => packer.pack(random.below(50)))
  const also = { packed, long: packer.listLong(), ofSeed: () => 0 }
  return { forward, backward, seedsAt, also }
}

const corner = (row: number, column: number, size: number) =>
  Array.from({ length: size * size }, (_, at) => (row + Math.floor(at / size)) * SIDE + column + (at % size))

describe('a table by buckets', () => {
  const random = createRandom(31)
  const { forward, backward, seedsAt, also } = makeTown(random)
  const islands = Array.from({ length: 2 * ISLANDS }, (_, at) => NODES - 1 - at)
  const cases = [
    ['near each other', corner(0, 0, 6), corner(1, 2, 6)],
    ['far from each other', corner(0, 0, 6), corner(17, 17, 6)],
    ['of which some stand on one island', corner(0, 0, 6), [...corner(2, 0, 6), ...islands.slice(0, 2)]],
    [
      'on more islands than are asked about',
      [...islands, ...corner(0, 0, 5)],
      [...corner(0, 0, 6), ...islands, ...corner(20, 0, 4)],
    ],
  ] as const

  it.each(cases)('is what each pair comes to by itself, for places %s', (_, sources, targets) => {
    const ends = targets.map(seedsAt)
    const [plain, mixed] = [new Buckets(NODES), new Buckets(NODES)]
    const half = targets.length >> 1
    plain.fill([collectEntries(backward, ends.slice(0, half), 0), collectEntries(backward, ends.slice(half), half)])
    mixed.fill([collectEntries(backward, ends, 0, also)])
    const [best, bestMixed, sums] = [0, 1, 2].map(() => new Float64Array(targets.length)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const one = new LaidOutClimb(NODES)
    const others = ends.map((seeds) => climbOf(backward, seeds, also))
    for (const source of sources) {
      fillRow(forward, seedsAt(source), plain, best)
      fillRowWithSums(forward, seedsAt(source), mixed, also, bestMixed, sums)
      one.layOut(climbOf(forward, seedsAt(source), also), true)
      for (const [at, other] of others.entries()) {
        one.meet(other)
        expect([best[at], bestMixed[at]]).toEqual([one.cost, one.cost])
        if (one.cost < Infinity) expect(sums[at]).toBe(one.sum)
      }
    }
  })

  it('passes over nodes that are too far from all targets', () => {
    const read = vi.spyOn(Buckets.prototype as unknown as { scanBucket(): void }, 'scanBucket')
    const near = corner(0, 0, 6)
    const buckets = new Buckets(NODES)
    buckets.fill([collectEntries(backward, near.map(seedsAt), 0)])
    const ranksOfTargets = new Set(collectEntries(backward, near.map(seedsAt), 0).ranks)
    let met = 0
    for (const source of near) {
      fillRow(forward, seedsAt(source), buckets, new Float64Array(near.length))
      met += forward.settledNodes.subarray(0, forward.settledCount).filter((rank) => ranksOfTargets.has(rank)).length
    }
    expect(read.mock.calls.length).toBeGreaterThan(near.length)
    expect(read.mock.calls.length).toBeLessThan(0.8 * met)
    read.mockRestore()
  })
})

it('takes places of one neighbourhood in turn, those without a road first', () => {
  const at = (...ranks: number[]): Seeds => ({ ranks, costs: ranks.map(() => 0) })
  expect(neighboursInTurn([at(70, 2), at(4), at(), at(90, 1), at(4), at()])).toEqual([2, 5, 1, 4, 0, 3])
})
