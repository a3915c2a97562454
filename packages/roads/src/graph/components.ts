// Reachability on a graph in compressed rows: strongly connected components (Tarjan 1972, without recursion), flood fill.

/** Strongly connected component of each node, identified by one of its nodes; -1 for nodes without an arc. */
export function findComponents(nodeCount: number, first: Int32Array, heads: Int32Array): Int32Array {
  const component = new Int32Array(nodeCount).fill(-1)
  const order = new Int32Array(nodeCount).fill(-1)
  const low = new Int32Array(nodeCount)
  const nextArc = new Int32Array(nodeCount)
  const open = new Int32Array(nodeCount)
  const path = new Int32Array(nodeCount)
  let openCount = 0
  let counter = 0
  for (let root = 0; root < nodeCount; root++) {
    if (order[root] !== -1 || first[root] === first[root + 1]) continue
    let depth = 0
    const enter = (node: number) => {
      order[node] = counter
      low[node] = counter++
      nextArc[node] = first[node]!
      open[openCount++] = node
      path[depth++] = node
    }
    enter(root)
    while (depth > 0) {
      const node = path[depth - 1]!
      if (nextArc[node]! < first[node + 1]!) {
        const head = heads[nextArc[node]!++]!
        if (order[head] === -1) enter(head)
        else if (component[head] === -1 && order[head]! < low[node]!) low[node] = order[head]!
        continue
      }
      depth--
      if (depth > 0 && low[node]! < low[path[depth - 1]!]!) low[path[depth - 1]!] = low[node]!
      if (low[node] !== order[node]) continue
      let member: number
      do {
        member = open[--openCount]!
        component[member] = node
      } while (member !== node)
    }
  }
  return component
}

/** 1 for every node that can be reached from one of `starts`, themselves included. */
export function markReachable(
  starts: readonly number[],
  nodeCount: number,
  first: Int32Array,
  heads: Int32Array,
): Uint8Array {
  const isReached = new Uint8Array(nodeCount)
  const queue = new Int32Array(nodeCount)
  let count = 0
  for (const start of starts) {
    isReached[start] = 1
    queue[count++] = start
  }
  for (let place = 0; place < count; place++) {
    const node = queue[place]!
    for (let arc = first[node]!; arc < first[node + 1]!; arc++) {
      const head = heads[arc]!
      if (isReached[head]) continue
      isReached[head] = 1
      queue[count++] = head
    }
  }
  return isReached
}

/** The same arcs, turned around. */
export function reverseArcs(nodeCount: number, first: Int32Array, heads: Int32Array) {
  const reversedFirst = new Int32Array(nodeCount + 1)
  for (const head of heads) reversedFirst[head + 1]!++
  for (let node = 0; node < nodeCount; node++) reversedFirst[node + 1]! += reversedFirst[node]!
  const cursor = reversedFirst.slice()
  const reversedHeads = new Int32Array(heads.length)
  for (let tail = 0; tail < nodeCount; tail++) {
    for (let arc = first[tail]!; arc < first[tail + 1]!; arc++) reversedHeads[cursor[heads[arc]!]!++] = tail
  }
  return { first: reversedFirst, heads: reversedHeads }
}
