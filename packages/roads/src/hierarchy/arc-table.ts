// Arcs of a shrinking graph: each node's arcs are consecutive in flat arrays, so that visiting them is fast.

/** Thrown when the roads cannot be made into a hierarchy of this form. */
export class TooManyArcs extends Error {}

/** A full block moves to the end of the arrays with more room; when the arrays are full, the used parts are compacted. */
export class ArcTable {
  /** Arcs of node n: indexes start[n] .. start[n] + count[n]. */
  readonly start: Int32Array
  readonly count: Uint16Array
  neighbour: Int32Array
  cost: Float64Array
  /** Lower node that a shortcut passes through, -1 for arcs of the original graph. */
  via: Int32Array
  private readonly room: Uint16Array
  private used = 0

  /** `degrees` gives the initial number of arcs of each node. */
  constructor(degrees: Uint16Array) {
    this.start = new Int32Array(degrees.length)
    this.count = new Uint16Array(degrees.length)
    this.room = degrees.slice()
    for (let node = 0; node < degrees.length; node++) {
      this.start[node] = this.used
      this.used += this.room[node]!
    }
    const capacity = withSpare(this.used)
    this.neighbour = new Int32Array(capacity)
    this.cost = new Float64Array(capacity)
    this.via = new Int32Array(capacity)
  }

  /** Index of the arc to a neighbour, or -1. */
  find(node: number, neighbour: number): number {
    const { neighbour: neighbours } = this
    const start = this.start[node]!
    for (let place = start, end = start + this.count[node]!; place < end; place++) {
      if (neighbours[place] === neighbour) return place
    }
    return -1
  }

  /** Adds an arc to a neighbour to which the node has none yet. */
  add(node: number, neighbour: number, cost: number, via: number): void {
    if (this.count[node] === this.room[node]) this.enlarge(node)
    this.set(this.start[node]! + this.count[node]!++, neighbour, cost, via)
  }

  set(place: number, neighbour: number, cost: number, via: number): void {
    this.neighbour[place] = neighbour
    this.cost[place] = cost
    this.via[place] = via
  }

  /** Removes the arc to a neighbour, which must exist; the node's last arc takes its slot. */
  remove(node: number, neighbour: number): void {
    const place = this.find(node, neighbour)
    const last = this.start[node]! + --this.count[node]!
    this.set(place, this.neighbour[last]!, this.cost[last]!, this.via[last]!)
  }

  /** Removes all arcs of a node. */
  clear(node: number): void {
    this.count[node] = 0
    this.room[node] = 0
  }

  private enlarge(node: number): void {
    const room = Math.ceil(this.room[node]! * 1.5) + 1
    if (room > MOST_ARCS) throw new TooManyArcs(`a node of the road graph has more than ${MOST_ARCS} neighbours`)
    if (this.used + room > this.neighbour.length) this.moveTogether(room)
    const from = this.start[node]!
    const end = from + this.count[node]!
    this.neighbour.copyWithin(this.used, from, end)
    this.cost.copyWithin(this.used, from, end)
    this.via.copyWithin(this.used, from, end)
    this.start[node] = this.used
    this.room[node] = room
    this.used += room
  }

  /** Copies to new arrays without the arcs of removed nodes and abandoned slots. */
  private moveTogether(extra: number): void {
    const { start, count, room } = this
    const from = start.slice()
    this.used = 0
    for (let node = 0; node < room.length; node++) {
      start[node] = this.used
      this.used += room[node]!
    }
    const capacity = withSpare(this.used + extra)
    const move = <Kind extends Int32Array | Float64Array>(old: Kind, to: Kind): Kind => {
      for (let node = 0; node < room.length; node++) {
        const target = start[node]!
        const source = from[node]!
        for (let arc = 0; arc < count[node]!; arc++) to[target + arc] = old[source + arc]!
      }
      return to
    }
    // One after another, so that only one of them exists twice at a time.
    this.neighbour = move(this.neighbour, new Int32Array(capacity))
    this.cost = move(this.cost, new Float64Array(capacity))
    this.via = move(this.via, new Int32Array(capacity))
  }
}

const MOST_ARCS = 2 ** 16 - 1

function withSpare(places: number): number {
  return Math.ceil(places * 1.25) + 64
}
