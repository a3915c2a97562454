// Builds closed rings from the ways of a multipolygon relation, and tests whether points are inside.

/** A way as its node ids. */
export type NodeChain = readonly number[]

/**
 * Joins ways at common end nodes to closed rings of node ids (first = last). Ways that close no ring, because the extract cuts the
 * relation, are left out.
 */
export function joinRings(ways: readonly NodeChain[]): number[][] {
  const rings: number[][] = []
  const open = new Map<number, Set<NodeChain>>()
  const link = (node: number, way: NodeChain) => {
    const there = open.get(node)
    if (there) there.add(way)
    else open.set(node, new Set([way]))
  }
  const waiting = new Set<NodeChain>()
  for (const way of ways) {
    if (way.length < 2) continue
    if (way[0] === way[way.length - 1]) {
      if (way.length >= 4) rings.push([...way])
      continue
    }
    waiting.add(way)
    link(way[0]!, way)
    link(way[way.length - 1]!, way)
  }
  for (const start of waiting) {
    waiting.delete(start)
    const ring = [...start]
    // Continues from the open end until the ring closes or no way continues.
    while (ring[0] !== ring[ring.length - 1]) {
      const end = ring[ring.length - 1]!
      const next = [...(open.get(end) ?? [])].find((way) => waiting.has(way))
      if (!next) break
      waiting.delete(next)
      const forward = next[0] === end ? next : [...next].reverse()
      for (let index = 1; index < forward.length; index++) ring.push(forward[index]!)
    }
    if (ring[0] === ring[ring.length - 1] && ring.length >= 4) rings.push(ring)
  }
  return rings
}

/** Whether a point lies inside the rings by the even-odd rule, so holes count as outside. Rings are flat x, y arrays. */
export function isInsideRings(rings: readonly (readonly number[] | Float64Array)[], x: number, y: number): boolean {
  let isInside = false
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const yA = ring[at + 1]!
      const yB = ring[before + 1]!
      if (yA > y === yB > y) continue
      if (x < ((ring[before]! - ring[at]!) * (y - yA)) / (yB - yA) + ring[at]!) isInside = !isInside
    }
  }
  return isInside
}
