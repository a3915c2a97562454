import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../test/random.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import { getClimb, LaidOutClimb } from './climb.ts'
import { contractGraph } from './contract.ts'
import { Cutter } from './cut-out.ts'
import { getNeighbour, listArcs } from './packed-arcs.ts'
import type { Seeds } from './seeds.ts'
import { LANES, neighboursInTurn, TableSweep } from './table-sweep.ts'
import { UpwardSearch } from './upward-search.ts'

/** Streets in a square, with islands of one street each next to it. */
const SIDE = 24
const ISLANDS = 30
const NODES = SIDE * SIDE + 2 * ISLANDS

function makeTown(random: Random) {
  const arcs: { tail: number; head: number; cost: number }[] = []
  const join = (first: number, other: number) => {
    for (const [tail, head] of [
      [first, other],
      [other, first],
    ] as const)
      arcs.push({ tail, head, cost: 10 + random.below(2_000) })
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
  return { hierarchy, forward, backward, seedsAt, also }
}

const corner = (row: number, column: number, size: number) =>
  Array.from({ length: size * size }, (_, at) => (row + Math.floor(at / size)) * SIDE + column + (at % size))

describe('a table by sweeps', () => {
  const { hierarchy, forward, backward, seedsAt, also } = makeTown(createRandom(31))
  const cutter = new Cutter(hierarchy)
  const islands = Array.from({ length: 2 * ISLANDS }, (_, at) => NODES - 1 - at)
  const cases = [
    ['near each other', corner(0, 0, 6), corner(1, 2, 6)],
    ['far from each other', corner(0, 0, 6), corner(17, 17, 6)],
    ['of which some stand on one island', corner(0, 0, 6), [...corner(2, 0, 6), ...islands.slice(0, 2)]],
    ['on islands', [...islands, ...corner(0, 0, 5)], [...corner(0, 0, 6), ...islands, ...corner(20, 0, 4)]],
    ['that are few', corner(3, 3, 1), corner(9, 2, 1)],
    ['of which there are none', corner(0, 0, 2), []],
  ] as const

  // One workspace for all, so that data of an earlier and larger table would show in a later one.
  const sweep = new TableSweep()
  it.each(cases)('is what each pair comes to by itself, for places %s', (_, sources, targets) => {
    const ends = targets.map(seedsAt)
    const others = ends.map((seeds) => getClimb(backward, seeds, also))
    const one = new LaidOutClimb(NODES)
    const count = targets.length
    for (const sumsToo of [undefined, also]) {
      sweep.load(cutter.cut(sources.map(seedsAt), ends, sumsToo))
      let severalWays = 0
      for (let first = 0; first < sources.length; first += LANES) {
        const batch = sources.slice(first, first + LANES)
        const { costs, sums } = sweep.run(batch.map((_, lane) => first + lane))
        for (const [lane, source] of batch.entries()) {
          one.layOut(getClimb(forward, seedsAt(source), also), true)
          for (const [at, other] of others.entries()) {
            one.meet(other)
            expect(costs[LANES * at + lane]).toBe(one.cost)
            if (!sumsToo || one.cost === Infinity) continue
            if (Number.isNaN(sums[LANES * at + lane])) severalWays++
            else expect(sums[LANES * at + lane]).toBe(one.sum)
          }
        }
      }
      expect(severalWays).toBeLessThanOrEqual(0.1 * sources.length * count)
    }
  })

  it('tells a sum only where all ways of the least cost have the same', () => {
    // From 0 to 3 over 1 or over 2, at equal cost.
    const computeSum = (overOne: number, overTwo: number) => {
      const arcs = [0, 0, 1, 2].map((tail, at) => ({ tail, head: [1, 2, 3, 3][at]!, cost: 10 }))
      const diamond = contractGraph(4, {
        arcFirst: Int32Array.of(0, 2, 3, 4, 4),
        arcHead: Int32Array.from(arcs, ({ head }) => head),
        arcCost: Float64Array.from(arcs, ({ cost }) => cost),
      })
      const node = (rank: number) => diamond.rankOfNode.indexOf(rank)
      const packer = new CostPacker()
      const packed = new Int32Array(diamond.arcCost.length)
      for (let rank = 0; rank < 4; rank++) {
        for (const direction of ['up', 'down'] as const) {
          const [first, end] = listArcs(diamond, rank, direction)
          for (let arc = first; arc < end; arc++) {
            const ends = [node(rank), node(getNeighbour(diamond, rank, arc))]
            packed[arc] = packer.pack(ends.includes(1) ? overOne : ends.includes(2) ? overTwo : 0)
          }
        }
      }
      const at = (place: number): Seeds => ({ ranks: [diamond.rankOfNode[place]!], costs: [0] })
      sweep.load(new Cutter(diamond).cut([at(0)], [at(3)], { packed, long: packer.listLong(), ofSeed: () => 0 }))
      const { costs, sums } = sweep.run([0])
      expect(costs[0]).toBe(20)
      return sums[0]
    }
    expect(computeSum(7, 7)).toBe(14)
    expect(computeSum(7, 8)).toBeNaN()
  })
})

it('takes places of one neighbourhood in turn, those without a road first', () => {
  expect(neighboursInTurn([0, 1, 2, 3, 4, 5], Int32Array.of(70, 4, -1, 90, 4, -1))).toEqual([2, 5, 1, 4, 0, 3])
})
