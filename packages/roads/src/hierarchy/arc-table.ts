// Arcs of a graph that changes: each node's arcs stand together in one block of flat arrays, so that walking them is fast.

/** A block grows by moving to the end of the arrays with twice its room; the old place is lost until the table goes. */
export class ArcTable {
  /** Arcs of node n: places start[n] .. start[n] + count[n]. */
  readonly start: Int32Array
  readonly count: Int32Array
  neighbour: Int32Array
  cost: Float64Array
  /** Lower node that a shortcut leads through, -1 for arcs of the original graph. */
  via: Int32Array
  private readonly room: Int32Array
  private used = 0

  /** `degrees` tells how many arcs each node will have at first. */
  constructor(degrees: Int32Array) {
    this.start = new Int32Array(degrees.length)
    this.count = new Int32Array(degrees.length)
    this.room = new Int32Array(degrees.length)
    for (let node = 0; node < degrees.length; node++) {
      this.start[node] = this.used
      this.room[node] = degrees[node]! + 1
      this.used += this.room[node]!
    }
    const capacity = Math.ceil(this.used * 1.5) + 64
    this.neighbour = new Int32Array(capacity)
    this.cost = new Float64Array(capacity)
    this.via = new Int32Array(capacity)
  }

  /** Place of the arc to a neighbour, or -1. */
  find(node: number, neighbour: number): number {
    const { neighbour: neighbours } = this
    const start = this.start[node]!
    for (let place = start, end = start + this.count[node]!; place < end; place++) {
      if (neighbours[place] === neighbour) return place
    }
    return -1
  }

  /** Adds an arc to a neighbour that the node has none to yet. */
  add(node: number, neighbour: number, cost: number, via: number): void {
    if (this.count[node] === this.room[node]) this.enlarge(node)
    this.set(this.start[node]! + this.count[node]!++, neighbour, cost, via)
  }

  set(place: number, neighbour: number, cost: number, via: number): void {
    this.neighbour[place] = neighbour
    this.cost[place] = cost
    this.via[place] = via
  }

  /** Removes the arc to a neighbour, which must exist; the last arc of the node takes its place. */
  remove(node: number, neighbour: number): void {
    const place = this.find(node, neighbour)
    const last = this.start[node]! + --this.count[node]!
    this.set(place, this.neighbour[last]!, this.cost[last]!, this.via[last]!)
  }

  private enlarge(node: number): void {
    const room = this.room[node]! * 2
    if (this.used + room > this.neighbour.length)
      this.growArrays(Math.max(this.neighbour.length * 1.5, this.used + room))
    const from = this.start[node]!
    const end = from + this.count[node]!
    this.neighbour.copyWithin(this.used, from, end)
    this.cost.copyWithin(this.used, from, end)
    this.via.copyWithin(this.used, from, end)
    this.start[node] = this.used
    this.room[node] = room
    this.used += room
  }

  private growArrays(atLeast: number): void {
    const capacity = Math.ceil(atLeast)
    const neighbour = new Int32Array(capacity)
    neighbour.set(this.neighbour)
    this.neighbour = neighbour
    const cost = new Float64Array(capacity)
    cost.set(this.cost)
    this.cost = cost
    const via = new Int32Array(capacity)
    via.set(this.via)
    this.via = via
  }
}
