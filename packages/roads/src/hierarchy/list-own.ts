// Contracts a graph in the order of another graph's hierarchy, and lists the differences: a complete hierarchy in few bytes, when the
// graphs differ little.

import { packMarks } from '../foundation/marks.ts'
import { CostPacker, unpackCost } from '../foundation/packed-cost.ts'
import {
  type ArcRows,
  type ContractOptions,
  contractInOrder,
  countShortcuts,
  type Likeness,
  type OrderedHierarchy,
} from './contract.ts'
import { getLoop, type LoopArrays } from './loops.ts'
import { getLevels, type HierarchyArcs, NO_LOOP, type OwnArcs } from './own-arcs.ts'
import { EndPacker, getNeighbour, listArcs, ViaCursor } from './packed-arcs.ts'

type Direction = 'up' | 'down'

/** A whole hierarchy. */
export type SharedHierarchy = Omit<HierarchyArcs, 'own'> & LoopArrays

/**
 * Arcs that a graph has beyond another hierarchy, whose nodes are the first of its nodes; takes over the graph's arcs. The order is by
 * levels, not by numbers, which are depth first: where the graph links two parts that the other one does not link, a node above one part
 * would be contracted long before the other part, and gather hundreds of arcs. Nodes that only the graph has come first. Throws aborted,
 * TooManyArcs.
 */
export function listOwnArcs(
  nodeCount: number,
  arcs: ArcRows,
  shared: SharedHierarchy,
  options: ContractOptions = {},
): { arcs: OwnArcs; shortcutCount: number } {
  const order = orderByLevels(nodeCount, getLevels(shared))
  const likeness = new SharedArcs(shared)
  const found = contractInOrder(order, arcs, likeness, options)
  const shortcutCount = countShortcuts(found.up.via) + countShortcuts(found.down.via)
  return { arcs: { nodeCount, ...packDifferent(order, found, likeness) }, shortcutCount }
}

/** Nodes without a level first, then the others by level, then by number. O(nodes). */
function orderByLevels(nodeCount: number, levels: Int32Array): Int32Array {
  const first: number[] = [0, nodeCount - levels.length]
  for (const level of levels) {
    while (first.length <= level + 2) first.push(0)
    first[level + 2]!++
  }
  for (let at = 1; at < first.length; at++) first[at]! += first[at - 1]!
  const order = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const at = node < levels.length ? levels[node]! + 1 : 0
    order[first[at]!++] = node
  }
  return order
}

/** Arcs of the other hierarchy, with their middle nodes unpacked: 4 bytes an arc. */
class SharedArcs implements Likeness {
  readonly hierarchy: SharedHierarchy
  private readonly vias: Int32Array

  constructor(hierarchy: SharedHierarchy) {
    this.hierarchy = hierarchy
    this.vias = new Int32Array(hierarchy.arcNode.length)
    const cursor = new ViaCursor(hierarchy, 0)
    for (let node = 0; node < hierarchy.upCount.length; node++) {
      const [first, end] = [listArcs(hierarchy, node, 'up')[0], listArcs(hierarchy, node, 'down')[1]]
      for (let arc = first; arc < end; arc++) this.vias[arc] = cursor.next(node)
    }
  }

  hasShortcut(from: number, to: number, via: number, cost: number): boolean {
    return from < to ? this.hasArc(from, 'up', to, cost, via) : this.hasArc(to, 'down', from, cost, via)
  }

  hasArc(node: number, direction: Direction, higher: number, cost: number, via: number): boolean {
    const { hierarchy, vias } = this
    if (node >= hierarchy.upCount.length) return false
    const [first, end] = listArcs(hierarchy, node, direction)
    for (let arc = first; arc < end; arc++) {
      if (vias[arc] === via && getNeighbour(hierarchy, node, arc) === higher)
        return unpackCost(hierarchy.arcCost[arc]!, hierarchy.longCost) === cost
    }
    return false
  }

  countArcs(node: number, direction: Direction): number {
    if (node >= this.hierarchy.upCount.length) return -1
    const [first, end] = listArcs(this.hierarchy, node, direction)
    return end - first
  }
}

/** Packs the arcs of the differing nodes. */
function packDifferent(order: Int32Array, found: OrderedHierarchy, shared: SharedArcs): Omit<OwnArcs, 'nodeCount'> {
  const placeOf = new Int32Array(order.length)
  for (const [place, node] of order.entries()) placeOf[node] = place
  const different = listDifferent(order, placeOf, found, shared)
  const groups = [found.up, found.down]
  const arcFirst = new Int32Array(2 * different.length + 1)
  let arcCount = 0
  for (const [at, node] of different.entries()) {
    for (const [half, { first }] of groups.entries()) {
      arcCount += first[placeOf[node]! + 1]! - first[placeOf[node]!]!
      arcFirst[2 * at + half + 1] = arcCount
    }
  }
  const costs = new CostPacker()
  const packer = new EndPacker(different.length, arcCount)
  const via = new Int32Array(arcCount)
  for (const node of different) {
    const place = placeOf[node]!
    packer.beginNode(node)
    for (const group of groups) {
      for (let arc = group.first[place]!; arc < group.first[place + 1]!; arc++) {
        via[packer.used] = group.via[arc]!
        packer.add(group.neighbour[arc]!, costs.pack(unpackCost(group.cost[arc]!, found.longCost)))
      }
    }
  }
  const hasLoop = (node: number) => found.loopCost[node]! < Infinity
  const loopCost = different.map((node) => (hasLoop(node) ? costs.pack(found.loopCost[node]!) : 0))
  const loopVia = different.map((node) => (hasLoop(node) ? found.loopVia[node]! : NO_LOOP))
  const marks = packMarks(order.length, different)
  return { ...marks, arcFirst, ...packer.finish(), via, loopCost, loopVia, longCost: costs.listLong() }
}

/**
 * Nodes, ascending, with an arc or round trip that differs from the other hierarchy. Arcs are equal when they use exactly the same roads:
 * every sum along them is then equal, too.
 */
function listDifferent(
  order: Int32Array,
  placeOf: Int32Array,
  found: OrderedHierarchy,
  shared: SharedArcs,
): Int32Array {
  const isSame = { up: new Uint8Array(found.up.via.length), down: new Uint8Array(found.down.via.length) }
  const isHalfSame = (direction: Direction, via: number, higher: number) => {
    const { first, neighbour } = found[direction]
    const arc = neighbour.indexOf(higher, first[placeOf[via]!]!)
    return isSame[direction][arc] === 1
  }
  const compareArcs = (node: number, direction: Direction): boolean => {
    const { first, neighbour, cost, via } = found[direction]
    const [from, end] = [first[placeOf[node]!]!, first[placeOf[node]! + 1]!]
    let same = shared.countArcs(node, direction) === end - from
    for (let arc = from; arc < end; arc++) {
      const [higher, middle] = [neighbour[arc]!, via[arc]!]
      const [tail, head] = direction === 'up' ? [node, higher] : [higher, node]
      const areHalves = middle < 0 || (isHalfSame('down', middle, tail) && isHalfSame('up', middle, head))
      const isThere = shared.hasArc(node, direction, higher, unpackCost(cost[arc]!, found.longCost), middle)
      if (areHalves && isThere) isSame[direction][arc] = 1
      else same = false
    }
    return same
  }
  // From below, so that the halves of a shortcut are known.
  return order
    .filter((node) => {
      const areSame = [compareArcs(node, 'up'), compareArcs(node, 'down')]
      return !areSame.every(Boolean) || !hasSameLoop(node, found, shared)
    })
    .sort()
}

function hasSameLoop(node: number, found: OrderedHierarchy, shared: SharedArcs): boolean {
  const loop = getLoop(shared.hierarchy, node)
  return loop.cost === found.loopCost[node] && (loop.cost === Infinity || loop.via === found.loopVia[node])
}
