// Tables of costs by sweeps over the part of the hierarchy that the places can climb to, eight sources at once: up from the sources, then
// down to the targets (RPHAST: Delling, Goldberg, Werneck, "Faster Batched Shortest Paths in Road Networks", 2011). The sweeps themselves
// are in kernel.ts.

import type { CutArcs, CutOut, CutSeeds } from './cut-out.ts'
import { type Kernel, type KernelMemory, openKernel } from './kernel.ts'

/** Number of sources per sweep. Their costs at a node are consecutive. */
export const LANES = 8
const BYTES_OF_NODE = 8 * LANES
const PAGE = 65_536

/** Byte addresses of the arrays of a direction in the kernel's memory. */
interface ArcPlaces {
  first: number
  node: number
  cost: number
  sum: number
}

/** Reusable workspace: one table at a time. Its memory grows to the size of the largest one. */
export class TableSweep {
  private readonly memory: KernelMemory
  private readonly kernel: Kernel
  private part: CutOut | undefined
  private withSums = false
  private up: ArcPlaces = { first: 0, node: 0, cost: 0, sum: 0 }
  private down: ArcPlaces = { first: 0, node: 0, cost: 0, sum: 0 }
  private costs = new Float64Array(0)
  private sums = new Float64Array(0)
  /** 1 for each node that a source of the batch reached on its way up; costs and sums of the others are outdated. */
  private met = new Uint8Array(0)

  constructor() {
    const { kernel, memory } = openKernel()
    this.kernel = kernel
    this.memory = memory
  }

  /** Loads the places and roads of a table. */
  load(part: CutOut): void {
    this.part = part
    this.withSums = part.up.sum.length + part.down.sum.length > 0
    const tables = this.withSums ? 2 : 1
    const cells = part.nodeCount * LANES
    const [upBytes, downBytes] = [getBytes(part.up), getBytes(part.down)]
    const arcsAt = tables * BYTES_OF_NODE * part.nodeCount
    this.makeRoom(arcsAt + upBytes + downBytes + part.nodeCount)
    this.costs = new Float64Array(this.memory.buffer, 0, cells)
    this.sums = new Float64Array(this.memory.buffer, this.withSums ? 8 * cells : 0, this.withSums ? cells : 0)
    this.up = this.copyArcs(part.up, arcsAt)
    this.down = this.copyArcs(part.down, arcsAt + upBytes)
    this.met = new Uint8Array(this.memory.buffer, arcsAt + upBytes + downBytes, part.nodeCount)
  }

  /** Clears the table and keeps the memory. */
  clear(): void {
    this.part = undefined
  }

  /**
   * Rows of up to eight sources, by their index in the list of starts; valid until the next run. costs[LANES · t + lane] is the cost from
   * sources[lane] to target t, Infinity when there is no way. `sums` holds the other sum on that way, if requested, and NaN when ways of
   * that cost differ in it. Targets on the source's own edge need places/same-edge.ts instead: a source farther along the edge than its
   * target would get a negative cost here.
   */
  run(sources: readonly number[]): { costs: Float64Array; sums: Float64Array } {
    const { part, kernel, up, down, withSums } = this
    if (!part) throw new Error('no table is loaded')
    this.begin(part.starts, sources)
    const [sums, met] = [this.sums.byteOffset, this.met.byteOffset]
    const [climb, descend] = withSums ? [kernel.climbWithSums, kernel.descendWithSums] : [kernel.climb, kernel.descend]
    climb(part.nodeCount, sums, met, up.first, up.node, up.cost, up.sum)
    descend(part.nodeCount, sums, met, down.first, down.node, down.cost, down.sum)
    return { costs: this.costs, sums: this.sums }
  }

  private begin({ first, node, cost, sum }: CutSeeds, sources: readonly number[]): void {
    const { costs, sums, met, withSums } = this
    met.fill(0)
    for (const [lane, place] of sources.entries()) {
      for (let seed = first[place]!; seed < first[place + 1]!; seed++) {
        const cells = LANES * node[seed]!
        if (met[node[seed]!] === 0) {
          met[node[seed]!] = 1
          costs.fill(Infinity, cells, cells + LANES)
        }
        const cell = cells + lane
        if (cost[seed]! >= costs[cell]!) continue
        costs[cell] = cost[seed]!
        if (withSums) sums[cell] = sum[seed]!
      }
    }
  }

  private makeRoom(bytes: number): void {
    const missing = bytes - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
  }

  /** Copies arcs, whose nodes are replaced by the addresses of their costs. */
  private copyArcs({ first, node, cost, sum }: CutArcs, at: number): ArcPlaces {
    const { buffer } = this.memory
    const places = { cost: at, sum: at + 8 * cost.length, first: 0, node: 0 }
    places.first = places.sum + 8 * sum.length
    places.node = places.first + 4 * first.length
    new Float64Array(buffer, places.cost, cost.length).set(cost)
    new Float64Array(buffer, places.sum, sum.length).set(sum)
    new Int32Array(buffer, places.first, first.length).set(first)
    const nodes = new Int32Array(buffer, places.node, node.length)
    for (let arc = 0; arc < node.length; arc++) nodes[arc] = BYTES_OF_NODE * node[arc]!
    return places
  }
}

/** A multiple of eight, so that the following data is aligned. */
function getBytes({ first, node, cost, sum }: CutArcs): number {
  return Math.ceil((4 * (first.length + node.length) + 8 * (cost.length + sum.length)) / 8) * 8
}

/** Orders the places of a list so that neighbours follow each other, and the sources of a batch climb over the same nodes. */
export function neighboursInTurn(places: readonly number[], startRanks: Int32Array): number[] {
  return [...places].sort((a, b) => startRanks[a]! - startRanks[b]! || a - b)
}
