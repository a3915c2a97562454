// Cache of points with their places on the road and their climbs: a query from another place to the same points computes only the climb of
// that place. The roads of an image never change, so entries stay valid.

import type { Climb } from '../hierarchy/climb.ts'
import type { PlacedPoint } from './placed-point.ts'
import type { RoadPoint } from './road-point.ts'

/** 'forward' for a start, 'backward' for an end. */
export type Direction = 'forward' | 'backward'

interface KnownPoint {
  placed: PlacedPoint
  forward?: Climb
  backward?: Climb
}

/** Functions that place points and climb from them. */
export interface PointSearch {
  place(point: RoadPoint): PlacedPoint
  climb(placed: PlacedPoint, direction: Direction, withSums: boolean): Climb
}

/** Most nodes in all cached climbs, at 12 to 20 bytes each. */
const mostNodes = 4_000_000
/** Cost of a cached climb besides its nodes, so that points without a road are not cached without limit. */
const nodesOfPoint = 16

export class KnownPoints {
  private readonly search: PointSearch
  private readonly most: number
  /** Least recently used first. */
  private readonly points = new Map<string, KnownPoint>()
  private nodes = 0

  constructor(search: PointSearch, most = mostNodes) {
    this.search = search
    this.most = most
  }

  get count(): number {
    return this.points.size
  }

  find(point: RoadPoint, direction: Direction, withSums: boolean): { placed: PlacedPoint; climb: Climb } {
    const key = getKey(point)
    const known: KnownPoint = this.points.get(key) ?? { placed: this.search.place(point) }
    this.points.delete(key)
    this.points.set(key, known)
    const kept = known[direction]
    if (kept && (kept.sums || !withSums)) return { placed: known.placed, climb: kept }
    const climb = this.search.climb(known.placed, direction, withSums)
    known[direction] = climb
    this.nodes += measureSize(climb) - measureSize(kept)
    this.forget()
    return { placed: known.placed, climb }
  }

  /** Removes the least recently used points. */
  private forget(): void {
    for (const [oldest, { forward, backward }] of this.points) {
      if (this.nodes <= this.most) break
      this.points.delete(oldest)
      this.nodes -= measureSize(forward) + measureSize(backward)
    }
  }
}

function measureSize(climb: Climb | undefined): number {
  return climb ? climb.ranks.length + nodesOfPoint : 0
}

function getKey({ lat, lng, maxCurbMeters, approach, street, isVehicle }: RoadPoint): string {
  return `${lat} ${lng} ${maxCurbMeters ?? ''} ${approach ?? ''} ${isVehicle ?? ''} ${street ?? ''}`
}
