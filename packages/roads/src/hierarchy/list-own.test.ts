// Hierarchies based on that of another graph: costs and paths of all pairs are those of their own graph.

import { expect, it } from 'vitest'
import { createRandom, type Random } from '../../test/random.ts'
import type { RoadArrays } from '../image/image.ts'
import { contractGraph } from './contract.ts'
import { Cutter } from './cut-out.ts'
import { listOwnArcs } from './list-own.ts'
import { findPath } from './shortest-path.ts'
import { LANES, TableSweep } from './table-sweep.ts'
import { UpwardSearch } from './upward-search.ts'

interface Arc {
  tail: number
  head: number
  cost: number
}

function getRows(nodeCount: number, arcs: readonly Arc[]) {
  const sorted = [...arcs].sort((a, b) => a.tail - b.tail)
  const arcFirst = new Int32Array(nodeCount + 1)
  for (const { tail } of sorted) arcFirst[tail + 1]!++
  for (let node = 0; node < nodeCount; node++) arcFirst[node + 1]! += arcFirst[node]!
  return {
    arcFirst,
    arcHead: Int32Array.from(sorted, (arc) => arc.head),
    arcCost: Float64Array.from(sorted, (arc) => arc.cost),
  }
}

/** Arcs by the numbers of their nodes in a hierarchy. */
function inRanks(arcs: readonly Arc[], { rankOfNode }: { rankOfNode: Int32Array }): Arc[] {
  return arcs.map(({ tail, head, cost }) => ({ tail: rankOfNode[tail]!, head: rankOfNode[head]!, cost }))
}

/** Floyd and Warshall: cheapest ways of at least one arc between all pairs. */
function allCosts(nodeCount: number, arcs: readonly Arc[]): number[][] {
  const costs = Array.from({ length: nodeCount }, () => new Array<number>(nodeCount).fill(Infinity))
  for (const { tail, head, cost } of arcs) costs[tail]![head] = Math.min(costs[tail]![head]!, cost)
  for (let middle = 0; middle < nodeCount; middle++) {
    for (let from = 0; from < nodeCount; from++) {
      for (let to = 0; to < nodeCount; to++) {
        costs[from]![to] = Math.min(costs[from]![to]!, costs[from]![middle]! + costs[middle]![to]!)
      }
    }
  }
  return costs
}

const randomArc = (random: Random, nodeCount: number): Arc => ({
  tail: random.below(nodeCount),
  head: random.below(nodeCount),
  // Few distinct costs, so that many ways cost the same.
  cost: 1 + random.below(6),
})

/** Some arcs are removed, others cost more or less or are new, and there are nodes that the other graph does not have. */
function changed(random: Random, arcs: readonly Arc[], nodeCount: number): Arc[] {
  const kept = arcs.filter(() => random.chance(0.9))
  const priced = kept.map((arc) => (random.chance(0.1) ? { ...arc, cost: 1 + random.below(6) } : arc))
  return [...priced, ...Array.from({ length: random.below(8) }, () => randomArc(random, nodeCount))]
}

it('has the costs of all pairs, of round trips too, and paths that cost as much, by searches and by sweeps', () => {
  const random = createRandom(23)
  const sweep = new TableSweep()
  const seen = { own: 0, shared: 0, lower: 0 }
  for (let round = 0; round < 120; round++) {
    const count = 4 + random.below(26)
    const arcs = Array.from({ length: random.below(4 * count) }, () => randomArc(random, count))
    const base = contractGraph(count, getRows(count, arcs))
    const byRank = inRanks(arcs, base)
    const nodeCount = count + random.below(3)
    const graph = changed(random, byRank, nodeCount)
    const own = listOwnArcs(nodeCount, getRows(nodeCount, graph), base).arcs
    const arrays = { ...base, own } as unknown as RoadArrays
    const searches = {
      arrays,
      forward: new UpwardSearch(arrays, 'forward'),
      backward: new UpwardSearch(arrays, 'backward'),
    }
    const expected = allCosts(nodeCount, graph)
    const seeds = (rank: number) => ({ ranks: [rank], costs: [0] })
    const all = Array.from({ length: nodeCount }, (_, rank) => seeds(rank))
    sweep.load(new Cutter(arrays).cut(all, all))
    for (let from = 0; from < nodeCount; from++) {
      const { costs } = sweep.run([from])
      for (let to = 0; to < nodeCount; to++) {
        const found = findPath(searches, seeds(from), seeds(to))
        expect(found?.cost ?? Infinity, `round ${round}: ${from} to ${to}`).toBe(expected[from]![to])
        expect(costs[LANES * to]).toBe(from === to ? 0 : expected[from]![to])
        if (found) expect(computeCost(found.ranks, graph)).toBe(found.cost)
      }
    }
    seen.own += own.loopVia.length
    seen.shared += nodeCount - own.loopVia.length
    for (const node of own.farNode) if (node < count - 1) seen.lower++
  }
  // All of these must occur, otherwise the test would prove nothing.
  expect(seen.own).toBeGreaterThan(300)
  expect(seen.shared).toBeGreaterThan(300)
  expect(seen.lower).toBeGreaterThan(100)
})

function computeCost(ranks: readonly number[], arcs: readonly Arc[]): number {
  let cost = 0
  for (let at = 1; at < ranks.length; at++) {
    const fit = arcs.filter(({ tail, head }) => tail === ranks[at - 1] && head === ranks[at])
    cost += Math.min(...fit.map((arc) => arc.cost))
  }
  return cost
}

it('keeps nothing of its own where the graph is the other one', () => {
  const random = createRandom(5)
  const arcs = Array.from({ length: 900 }, () => ({ ...randomArc(random, 300), cost: 1 + random.below(1e6) }))
  const base = contractGraph(300, getRows(300, arcs))
  const byRank = inRanks(arcs, base)
  expect(listOwnArcs(300, getRows(300, byRank), base).arcs.loopVia).toHaveLength(0)
})

it('takes a node of hundreds of arcs', () => {
  const count = 300
  const street = Array.from({ length: count - 1 }, (_, node) => ({ tail: node, head: node + 1, cost: 9 }))
  const base = contractGraph(count, getRows(count, street))
  const byRank = inRanks(street, base)
  // A place that only this graph has, with a street to each of the others.
  const graph = [
    ...byRank,
    ...Array.from({ length: count }, (_, node) => ({ tail: count, head: node, cost: 1 + (node % 5) })),
    ...[3, 99, 250].map((node) => ({ tail: node, head: count, cost: 2 })),
  ]
  const own = listOwnArcs(count + 1, getRows(count + 1, graph), base).arcs
  expect(Math.max(...own.arcFirst.map((first, at) => own.arcFirst[at + 1]! - first))).toBe(count)
  const arrays = { ...base, own } as unknown as RoadArrays
  const all = Array.from({ length: count + 1 }, (_, rank) => ({ ranks: [rank], costs: [0] }))
  const sweep = new TableSweep()
  sweep.load(new Cutter(arrays).cut(all, all))
  const expected = allCosts(count + 1, graph)
  for (const from of [0, 3, 250, count]) {
    const { costs } = sweep.run([from])
    for (let to = 0; to <= count; to++) {
      if (to !== from) expect(costs[LANES * to], `${from} to ${to}`).toBe(expected[from]![to])
    }
  }
})
