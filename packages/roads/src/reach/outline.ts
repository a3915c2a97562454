// Outlines of the wanted cells of a grid: rings around them and around their holes, with fewer corners than the cells have.

/** Corners in cells from the south-west corner of the grid; the first is not repeated. */
export type Ring = [column: number, row: number][]

export interface Shape {
  /** Counter-clockwise. */
  outer: Ring
  /** Clockwise. */
  holes: Ring[]
}

/** How far corners may move, in cells: two lines on opposite sides of a corner still do not meet. */
const STRAIGHTEN_CELLS = 0.35

/** Step to the neighbour across each side of a cell: south, east, north, west. */
const ACROSS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

/**
 * Shapes of wanted cells that share sides; the largest first. Cells at the border of the grid must not be wanted. `isWanted` holds 1 for
 * wanted cells, row by row.
 */
export function outlineCells(isWanted: Uint8Array, columns: number): Shape[] {
  const part = numberParts(isWanted, columns)
  const shapes = new Map<number, Shape>()
  const areas = new Map<number, number>()
  const holes: { ring: Ring; part: number }[] = []
  const isSeen = new Uint8Array(isWanted.length * 4)
  for (let cell = 0; cell < isWanted.length; cell++) {
    for (let side = 0; side < 4; side++) {
      if (!isWanted[cell] || isSeen[cell * 4 + side] || isWanted[stepOver(cell, side, columns)]) continue
      const traced = traceRing(isWanted, columns, isSeen, cell, side)
      const area = signedArea(traced)
      const ring = straighten(traced, STRAIGHTEN_CELLS)
      if (area < 0) holes.push({ ring, part: part[cell]! })
      else {
        shapes.set(part[cell]!, { outer: ring, holes: [] })
        areas.set(part[cell]!, area)
      }
    }
  }
  for (const { ring, part: owner } of holes) shapes.get(owner)?.holes.push(ring)
  return [...shapes.keys()].sort((a, b) => areas.get(b)! - areas.get(a)! || a - b).map((owner) => shapes.get(owner)!)
}

function stepOver(cell: number, side: number, columns: number): number {
  const [dx, dy] = ACROSS[side]!
  return cell + dy * columns + dx
}

/** Follows the border with the wanted cells on the left. Where two cells touch only at a corner, it stays with its own one. */
function traceRing(isWanted: Uint8Array, columns: number, isSeen: Uint8Array, first: number, firstSide: number): Ring {
  const ring: Ring = []
  let [cell, side] = [first, firstSide]
  do {
    isSeen[cell * 4 + side] = 1
    const [dx, dy] = ACROSS[side]!
    // The middle of the side, which cuts off the corners of the cells.
    ring.push([(cell % columns) + 0.5 + dx / 2, Math.floor(cell / columns) + 0.5 + dy / 2])
    const next = (side + 1) % 4
    const beside = stepOver(cell, next, columns)
    if (!isWanted[beside]) side = next
    else {
      cell = beside
      const ahead = stepOver(beside, side, columns)
      if (isWanted[ahead]) {
        cell = ahead
        side = (side + 3) % 4
      }
    }
  } while (cell !== first || side !== firstSide)
  return ring
}

/** A number for each group of wanted cells that share sides, 0 for the others. */
function numberParts(isWanted: Uint8Array, columns: number): Int32Array {
  const part = new Int32Array(isWanted.length)
  const waiting: number[] = []
  let last = 0
  for (let start = 0; start < isWanted.length; start++) {
    if (!isWanted[start] || part[start]) continue
    part[start] = ++last
    waiting.push(start)
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      for (let side = 0; side < 4; side++) {
        const other = stepOver(cell, side, columns)
        if (!isWanted[other] || part[other]) continue
        part[other] = last
        waiting.push(other)
      }
    }
  }
  return part
}

/** Area in cells; positive when the ring runs counter-clockwise. */
function signedArea(ring: Ring): number {
  let twice = 0
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    twice += x * nextY - nextX * y
  }
  return twice / 2
}

/** Removes corners while the line stays within `cells` of each of them (Douglas and Peucker 1973). Three corners remain. */
export function straighten(ring: Ring, cells: number): Ring {
  const far = ring.reduce(
    (best, point, at) => (distance(point, ring[0]!) > distance(ring[best]!, ring[0]!) ? at : best),
    0,
  )
  const isKept = new Uint8Array(ring.length)
  isKept[0] = isKept[far] = 1
  const waiting = [
    [0, far],
    [far, ring.length],
  ]
  for (let span = waiting.pop(); span; span = waiting.pop()) {
    const [from, to] = span as [number, number]
    const [start, end] = [ring[from]!, ring[to % ring.length]!]
    let [best, bestDistance] = [-1, cells]
    for (let at = from + 1; at < to; at++) {
      const off = lineDistance(ring[at]!, start, end)
      if (off > bestDistance) [best, bestDistance] = [at, off]
    }
    if (best < 0) continue
    isKept[best] = 1
    waiting.push([from, best], [best, to])
  }
  const kept = ring.filter((_, at) => isKept[at])
  return kept.length < 3 ? ring : kept
}

/** Whether two sides that are not adjacent meet. O(corners²). */
export function crossesItself(ring: Ring): boolean {
  const sides = ring.map((corner, at) => [corner, ring[(at + 1) % ring.length]!] as const)
  return sides.some(([a, b], at) =>
    sides.slice(at + 2, at === 0 ? -1 : undefined).some(([c, d]) => {
      return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)
    }),
  )
}

function turn([ax, ay]: Ring[number], [bx, by]: Ring[number], [cx, cy]: Ring[number]): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
}

function distance([ax, ay]: Ring[number], [bx, by]: Ring[number]): number {
  return Math.hypot(ax - bx, ay - by)
}

/** Distance from the line segment between two points. */
function lineDistance([x, y]: Ring[number], [ax, ay]: Ring[number], [bx, by]: Ring[number]): number {
  const [dx, dy] = [bx - ax, by - ay]
  const squared = dx * dx + dy * dy
  const share = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / squared))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}
