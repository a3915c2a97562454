// Roads that carry through traffic: in every region of the map without a connection to others, the largest part whose places can all reach
// each other.

import { findComponents } from './components.ts'
import { headJunction, NOT_ALLOWED, type RoadNetwork } from './network.ts'
import { NODE_BLOCKED } from './raw-roads.ts'

/**
 * Length of roads in decimetres from which a separate network is accepted, such as that of an inhabited island or valley. Shorter ones are
 * mostly mistakes of the map, such as a yard whose gate is missing or a road that ends a metre before the next one; places next to them
 * belong to the nearest other road.
 */
const LIVABLE_DM = 50_000

export interface MainNetworks {
  /** One directed edge of each network, that of the largest first. */
  members: number[]
  contains(directed: number): boolean
  /** Whether drivable roads join the edge to the largest network, in any direction. */
  isByLargest(edge: number): boolean
}

/**
 * Finds the main networks among directed edges open to through traffic and the turns between them. The largest one counts at any length.
 * There is none when no road leads back to its start, not even by turning around.
 */
export function findMainNetworks(
  network: RoadNetwork,
  through: { first: Int32Array; heads: Int32Array },
): MainNetworks {
  const component = findComponents(2 * network.edgeCount, through.first, through.heads)
  const sizes = new Int32Array(component.length)
  const lengthsDm = new Float64Array(component.length)
  for (let directed = 0; directed < component.length; directed++) {
    const name = component[directed]!
    if (name < 0) continue
    sizes[name]!++
    // A two-way road is counted twice.
    lengthsDm[name]! += network.lengthDm[directed >> 1]! / 2
  }
  const regionOfEdge = findRegions(network)
  const largestOfRegion = new Map<number, number>()
  let largest = -1
  for (let directed = 0; directed < component.length; directed++) {
    const name = component[directed]!
    if (name < 0 || sizes[name]! < 2) continue
    const region = regionOfEdge[directed >> 1]!
    const best = largestOfRegion.get(region) ?? -1
    if (best < 0 || sizes[name]! > sizes[best]!) largestOfRegion.set(region, name)
    if (largest < 0 || sizes[name]! > sizes[largest]!) largest = name
  }
  const others = [...largestOfRegion.values()].filter((name) => name !== largest && lengthsDm[name]! >= LIVABLE_DM)
  const members = largest < 0 ? [] : [largest, ...others]
  const isMain = new Set(members)
  return {
    members,
    contains: (directed) => isMain.has(component[directed]!),
    isByLargest: (edge) => largest < 0 || regionOfEdge[edge] === regionOfEdge[largest >> 1],
  }
}

/** A number for each edge, equal for edges joined by drivable roads in any direction. */
function findRegions(network: RoadNetwork): Int32Array {
  const { edgeCount, junctionCount, junctionFlags, durationCs } = network
  const region = Int32Array.from({ length: edgeCount }, (_, edge) => edge)
  const find = (edge: number) => {
    let root = edge
    while (region[root] !== root) root = region[root]!
    for (let at = edge; at !== root; ) {
      const next = region[at]!
      region[at] = root
      at = next
    }
    return root
  }
  const edgeAt = new Int32Array(junctionCount).fill(-1)
  for (let directed = 0; directed < 2 * edgeCount; directed++) {
    const edge = directed >> 1
    if (durationCs[directed] === NOT_ALLOWED && durationCs[directed ^ 1] === NOT_ALLOWED) continue
    const junction = headJunction(network, directed)
    if (junctionFlags[junction]! & NODE_BLOCKED) continue
    if (edgeAt[junction]! < 0) edgeAt[junction] = edge
    else region[find(edge)] = find(edgeAt[junction]!)
  }
  return region.map((_, edge) => find(edge))
}
