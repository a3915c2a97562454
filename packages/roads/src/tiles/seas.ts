// Seas from coastlines. Coastlines have land on their left and water on their right, and are cut where the extract ends; so the area
// between them and the edge of the extract's box is closed along that edge, with the water always on the right.

import { isInsideRings } from '../shapes/rings.ts'

export type Position = [lng: number, lat: number]

export interface Box {
  minLat: number
  minLng: number
  maxLat: number
  maxLng: number
}

/** Node ids of coastline ways joined end to start, never reversed: their direction shows where the water is. */
export function joinCoasts(ways: readonly (readonly number[])[]): number[][] {
  const byFirst = new Map<number, readonly number[]>()
  const lasts = new Set<number>()
  for (const way of ways) {
    if (way.length < 2) continue
    byFirst.set(way[0]!, way)
    lasts.add(way[way.length - 1]!)
  }
  const chains: number[][] = []
  const follow = (first: readonly number[]) => {
    const chain = [...first]
    byFirst.delete(first[0]!)
    for (;;) {
      const next = byFirst.get(chain[chain.length - 1]!)
      if (!next) break
      byFirst.delete(next[0]!)
      for (let index = 1; index < next.length; index++) chain.push(next[index]!)
    }
    chains.push(chain)
  }
  // Chains with a beginning first; the rest are rings.
  for (const way of [...byFirst.values()]) if (!lasts.has(way[0]!)) follow(way)
  for (const way of [...byFirst.values()]) if (byFirst.get(way[0]!) === way) follow(way)
  return chains
}

/**
 * Polygons of the sea within the box, with islands as their holes. Empty when the coastlines do not fit together: where water and land do
 * not alternate along the edge of the box, any sea would be a guess.
 */
export function closeSeas(coasts: readonly (readonly Position[])[], box: Box): Position[][][] {
  const rings = coasts.filter((coast) => coast.length >= 4 && isClosed(coast))
  const open = coasts.filter((coast) => coast.length >= 2 && !isClosed(coast))
  const islands = rings.filter((ring) => doubledArea(ring) > 0)
  const outer = open.length > 0 ? closeAlongBox(open, box) : islands.length > 0 ? [aroundBox(box)] : []
  if (!outer) return []
  const waters = rings.filter((ring) => doubledArea(ring) < 0)
  const seas = [...outer, ...waters.map((ring) => [...ring])].map((ring) => ({ polygon: [ring], flat: ring.flat() }))
  for (const island of islands) {
    const [lng, lat] = island[0]!
    seas.find(({ flat }) => isInsideRings([flat], lng, lat))?.polygon.push([...island])
  }
  return seas.map(({ polygon }) => polygon)
}

/** Share of the places that are in a sea: roads are not, except for some piers. */
export function shareAtSea(seas: readonly (readonly Position[][])[], places: readonly Position[]): number {
  if (places.length === 0) return 0
  const flat = seas.map((polygon) => polygon.map((ring) => ring.flat()))
  const wet = places.filter(([lng, lat]) => flat.some((rings) => isInsideRings(rings, lng, lat)))
  return wet.length / places.length
}

interface EdgeEnd {
  /** Position along the edge of the box, clockwise from its north-west corner, in box sides: 0..4. */
  along: number
  at: Position
  coast: number
}

/** Follows each coast, then the box clockwise to where the next coast begins. Undefined when ends and starts do not alternate. */
function closeAlongBox(coasts: readonly (readonly Position[])[], box: Box): Position[][] | undefined {
  const starts = coasts.map((line, coast) => edgeEnd(line[0]!, coast, box)).sort((a, b) => a.along - b.along)
  const ends = coasts
    .map((line, coast) => edgeEnd(line[line.length - 1]!, coast, box))
    .sort((a, b) => a.along - b.along)
  /** For each coast the start that comes next after its end. */
  const next = new Map<number, EdgeEnd>()
  for (const end of ends) {
    const start = starts.find(({ along }) => along >= end.along) ?? starts[0]!
    // Two ends before one start: the edge in between would be land and water at once.
    if ([...next.values()].includes(start)) return undefined
    next.set(end.coast, start)
  }
  const endOf = new Map(ends.map((end) => [end.coast, end]))
  const startOf = new Map(starts.map((start) => [start.coast, start]))
  const left = new Set(coasts.keys())
  const polygons: Position[][] = []
  for (const first of coasts.keys()) {
    if (!left.has(first)) continue
    const ring: Position[] = []
    for (let coast = first; left.delete(coast); ) {
      const [end, start] = [endOf.get(coast)!, next.get(coast)!]
      ring.push(startOf.get(coast)!.at)
      // A country's coast has more places than a call can have arguments.
      for (const place of coasts[coast]!) ring.push(place)
      ring.push(end.at, ...cornersBetween(end.along, start.along, box))
      coast = start.coast
    }
    ring.push(ring[0]!)
    polygons.push(ring)
  }
  return polygons
}

/** Place on the edge of the box that is nearest to a coast's end; when the box cut the extract, that is the end itself. */
function edgeEnd([lng, lat]: Position, coast: number, { minLat, minLng, maxLat, maxLng }: Box): EdgeEnd {
  const [width, height] = [maxLng - minLng || 1, maxLat - minLat || 1]
  const [east, north] = [(lng - minLng) / width, (lat - minLat) / height]
  const toMeters = Math.cos((lat * Math.PI) / 180)
  const edges = [
    { away: maxLat - lat, along: east, at: [lng, maxLat] },
    { away: (maxLng - lng) * toMeters, along: 1 + (1 - north), at: [maxLng, lat] },
    { away: lat - minLat, along: 2 + (1 - east), at: [lng, minLat] },
    { away: (lng - minLng) * toMeters, along: 3 + north, at: [minLng, lat] },
  ]
  const { along, at } = edges.reduce((best, edge) => (edge.away < best.away ? edge : best))
  return { along: along % 4, at: at as Position, coast }
}

/** Corners passed clockwise from one place on the edge to another, all the way around when that is not ahead. */
function cornersBetween(from: number, to: number, { minLat, minLng, maxLat, maxLng }: Box): Position[] {
  const corners: Position[] = [
    [minLng, maxLat],
    [maxLng, maxLat],
    [maxLng, minLat],
    [minLng, minLat],
  ]
  const end = to >= from ? to : to + 4
  const passed: Position[] = []
  for (let corner = Math.floor(from) + 1; corner <= end; corner++) passed.push(corners[corner % 4]!)
  return passed
}

/** The edge of the box, clockwise, the direction in which water is closed. */
export function aroundBox({ minLat, minLng, maxLat, maxLng }: Box): Position[] {
  return [
    [minLng, maxLat],
    [maxLng, maxLat],
    [maxLng, minLat],
    [minLng, minLat],
    [minLng, maxLat],
  ]
}

function isClosed(line: readonly Position[]): boolean {
  const [first, last] = [line[0]!, line[line.length - 1]!]
  return first[0] === last[0] && first[1] === last[1]
}

/** Positive for rings that run counter-clockwise. */
function doubledArea(ring: readonly Position[]): number {
  let doubled = 0
  for (let index = 1; index < ring.length; index++) {
    const [x, y] = ring[index]!
    const [beforeX, beforeY] = ring[index - 1]!
    doubled += beforeX * y - x * beforeY
  }
  return doubled
}
