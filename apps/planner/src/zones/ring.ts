// Rings of zones: corners as people write them, and whether a ring may be saved.

export type Corner = [lng: number, lat: number]

/** Without the last corner when it repeats the first. */
export function openRing(ring: readonly Corner[]): Corner[] {
  const [first] = ring
  const last = ring.at(-1)
  const isClosed = ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]
  return isClosed ? ring.slice(0, -1) : [...ring]
}

/** With the first corner again at the end, as the service takes it. */
export function closedRing(ring: readonly Corner[]): Corner[] {
  return ring.length > 0 ? [...ring, ring[0]!] : []
}

/** One corner a line, latitude first, as people copy coordinates. */
export function ringText(ring: readonly Corner[]): string {
  return ring.map(([lng, lat]) => `${lat}, ${lng}`).join('\n')
}

/** The corners, or the number of the line that cannot be read. */
export function parseRing(text: string): Corner[] | { line: number } {
  const corners: Corner[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const numbers = line
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map(Number)
    const [lat, lng] = numbers
    const fits = numbers.length === 2 && Math.abs(lat!) <= 90 && Math.abs(lng!) <= 180
    if (!fits) return { line: index + 1 }
    corners.push([lng!, lat!])
  }
  return corners
}

export type RingFault = 'few' | 'crossing'

/** At least three corners, and no side that crosses another. */
export function ringFault(ring: readonly Corner[]): RingFault | undefined {
  if (new Set(ring.map(String)).size < 3) return 'few'
  const sides = ring.map((corner, index) => [corner, ring[(index + 1) % ring.length]!] as const)
  for (let a = 0; a < sides.length; a += 1) {
    for (let b = a + 2; b < sides.length; b += 1) {
      const areNeighbours = a === 0 && b === sides.length - 1
      if (!areNeighbours && doCross(sides[a]!, sides[b]!)) return 'crossing'
    }
  }
  return undefined
}

type Side = readonly [Corner, Corner]

function doCross([a, b]: Side, [c, d]: Side): boolean {
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)
}

function turn([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
}

/** South-west and north-east of all rings. */
export function computeBounds(rings: readonly (readonly Corner[])[]): [Corner, Corner] | undefined {
  const corners = rings.flat()
  if (corners.length === 0) return undefined
  const lngs = corners.map(([lng]) => lng)
  const lats = corners.map(([, lat]) => lat)
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}
