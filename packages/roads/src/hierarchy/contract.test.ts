import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../test/random.ts'
import type { RoadArrays } from '../image/image.ts'
import { contractGraph } from './contract.ts'
import { Cutter } from './cut-out.ts'
import { findPath } from './shortest-path.ts'
import { LANES, TableSweep } from './table-sweep.ts'
import { UpwardSearch } from './upward-search.ts'

interface Graph {
  first: Int32Array
  head: Int32Array
  cost: Float64Array
}

/** An arbitrary graph: parallel arcs, arcs from a node to itself, unconnected parts. */
function randomGraph(random: Random, nodeCount: number, arcCount: number): Graph {
  const arcs = Array.from({ length: arcCount }, () => ({
    tail: random.below(nodeCount),
    head: random.below(nodeCount),
    cost: 1 + random.below(20),
  })).sort((a, b) => a.tail - b.tail)
  const first = new Int32Array(nodeCount + 1)
  for (const { tail } of arcs) first[tail + 1]!++
  for (let node = 0; node < nodeCount; node++) first[node + 1]! += first[node]!
  return { first, head: Int32Array.from(arcs, (arc) => arc.head), cost: Float64Array.from(arcs, (arc) => arc.cost) }
}

/** Floyd and Warshall: cheapest ways of at least one arc between all pairs. */
function allCosts(graph: Graph, nodeCount: number): number[][] {
  const costs = Array.from({ length: nodeCount }, () => new Array<number>(nodeCount).fill(Infinity))
  for (let tail = 0; tail < nodeCount; tail++) {
    for (let arc = graph.first[tail]!; arc < graph.first[tail + 1]!; arc++) {
      const row = costs[tail]!
      row[graph.head[arc]!] = Math.min(row[graph.head[arc]!]!, graph.cost[arc]!)
    }
  }
  for (let middle = 0; middle < nodeCount; middle++) {
    for (let from = 0; from < nodeCount; from++) {
      for (let to = 0; to < nodeCount; to++) {
        costs[from]![to] = Math.min(costs[from]![to]!, costs[from]![middle]! + costs[middle]![to]!)
      }
    }
  }
  return costs
}

function getArcs({ first, head, cost }: Graph) {
  return { arcFirst: first, arcHead: head, arcCost: cost }
}

function getSearches(graph: Graph, nodeCount: number) {
  const hierarchy = contractGraph(nodeCount, getArcs(graph))
  const arrays = hierarchy as unknown as RoadArrays
  return {
    hierarchy,
    arrays,
    forward: new UpwardSearch(hierarchy, 'forward'),
    backward: new UpwardSearch(hierarchy, 'backward'),
  }
}

describe('a contraction hierarchy of any graph', () => {
  it('gives the costs of all pairs, of round trips too, and paths that cost as much', () => {
    const random = createRandom(11)
    for (let round = 0; round < 60; round++) {
      const nodeCount = 2 + random.below(28)
      const graph = randomGraph(random, nodeCount, random.below(4 * nodeCount))
      const expected = allCosts(graph, nodeCount)
      const searches = getSearches(graph, nodeCount)
      const rank = (node: number) => searches.hierarchy.rankOfNode[node]!
      const nodeOfRank = new Int32Array(nodeCount)
      for (let node = 0; node < nodeCount; node++) nodeOfRank[rank(node)] = node
      for (let from = 0; from < nodeCount; from++) {
        for (let to = 0; to < nodeCount; to++) {
          const found = findPath(searches, { ranks: [rank(from)], costs: [0] }, { ranks: [rank(to)], costs: [0] })
          expect(found?.cost ?? Infinity, `round ${round}: ${from} to ${to}`).toBe(expected[from]![to])
          if (found)
            expect(
              costOfPath(
                graph,
                found.ranks.map((at) => nodeOfRank[at]!),
              ),
            ).toBe(found.cost)
        }
      }
    }
  })

  it('gives the same table by sweeps', () => {
    const random = createRandom(12)
    for (let round = 0; round < 40; round++) {
      const nodeCount = 2 + random.below(40)
      const graph = randomGraph(random, nodeCount, 3 * nodeCount)
      const expected = allCosts(graph, nodeCount)
      const { hierarchy } = getSearches(graph, nodeCount)
      const seeds = Array.from({ length: nodeCount }, (_, node) => ({
        ranks: [hierarchy.rankOfNode[node]!],
        costs: [0],
      }))
      const sweep = new TableSweep()
      sweep.load(new Cutter(hierarchy).cut(seeds, seeds))
      for (let from = 0; from < nodeCount; from++) {
        const { costs } = sweep.run([from])
        const best = Array.from(seeds, (_, to) => costs[LANES * to])
        expect(best).toEqual(expected[from]!.map((cost, to) => (from === to ? 0 : cost)))
      }
    }
  })

  it('is the same each time', () => {
    const graph = randomGraph(createRandom(13), 200, 700)
    const [one, two] = [0, 1].map(() => contractGraph(200, getArcs(graph)))
    expect(one).toEqual(two)
  })

  it('can be stopped', () => {
    const graph = randomGraph(createRandom(14), 50, 150)
    const build = () => contractGraph(50, getArcs(graph), { shouldStop: () => true })
    expect(build).toThrow(expect.objectContaining({ code: 'aborted' }))
  })
})

function costOfPath(graph: Graph, nodes: readonly number[]): number {
  let total = 0
  for (let step = 0; step + 1 < nodes.length; step++) {
    let least = Infinity
    for (let arc = graph.first[nodes[step]!]!; arc < graph.first[nodes[step]! + 1]!; arc++) {
      if (graph.head[arc] === nodes[step + 1]) least = Math.min(least, graph.cost[arc]!)
    }
    total += least
  }
  return total
}
