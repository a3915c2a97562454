// Another numbering of a hierarchy's nodes: every arc still leads to a higher number, but the nodes below a node directly precede it, as in
// a post-order numbering of a tree (depth first: Tarjan 1972). Arcs then lead to numbers near by, which take few bytes, and a climb touches
// few pages of memory.

/** Arcs by their lower nodes: those of node n lead to neighbour[first[n]] .. neighbour[first[n + 1] - 1], all higher. */
export interface UpwardArcs {
  first: Int32Array
  neighbour: Int32Array
}

/** The new number of each node. O(nodes + arcs). */
export function numberFromBelow(nodeCount: number, groups: readonly UpwardArcs[]): Int32Array {
  const { first, lower } = listLower(nodeCount, groups)
  const numbers = new Int32Array(nodeCount).fill(-1)
  const isSeen = new Uint8Array(nodeCount)
  const next = first.slice(0, nodeCount)
  const path = new Int32Array(nodeCount)
  let count = 0
  for (let root = nodeCount - 1; root >= 0; root--) {
    if (isSeen[root]) continue
    let depth = 0
    path[depth++] = root
    isSeen[root] = 1
    while (depth > 0) {
      const node = path[depth - 1]!
      if (next[node]! < first[node + 1]!) {
        const below = lower[next[node]!++]!
        if (isSeen[below]) continue
        isSeen[below] = 1
        path[depth++] = below
      } else {
        // All nodes below are numbered.
        numbers[node] = count++
        depth--
      }
    }
  }
  return numbers
}

/** Lower ends of the arcs of each node, highest first. */
function listLower(nodeCount: number, groups: readonly UpwardArcs[]): { first: Int32Array; lower: Int32Array } {
  const first = new Int32Array(nodeCount + 1)
  for (const { neighbour } of groups) for (const node of neighbour) first[node + 1]!++
  for (let node = 0; node < nodeCount; node++) first[node + 1]! += first[node]!
  const cursor = first.slice()
  const lower = new Int32Array(first[nodeCount]!)
  for (let node = nodeCount - 1; node >= 0; node--) {
    for (const arcs of groups) {
      for (let arc = arcs.first[node]!; arc < arcs.first[node + 1]!; arc++)
        lower[cursor[arcs.neighbour[arc]!]!++] = node
    }
  }
  return { first, lower }
}
