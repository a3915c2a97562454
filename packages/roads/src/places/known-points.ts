// Points that were asked about, with their places on the road and their climbs: whoever asks from another place to the same points
// pays for the climb of his own place alone. Roads never change under an image, so what is known stays true.

import type { Climb } from '../hierarchy/climb.ts'
import type { PlacedPoint } from './placed-point.ts'
import type { RoadPoint } from './road-point.ts'

/** As a start, and as an end. */
export type Direction = 'forward' | 'backward'

interface KnownPoint {
  placed: PlacedPoint
  forward?: Climb
  backward?: Climb
}

/** How points are placed and climbed from. */
export interface PointSearch {
  place(point: RoadPoint): PlacedPoint
  climb(placed: PlacedPoint, direction: Direction, withSums: boolean): Climb
}

/** Nodes of all climbs that are kept, at 12 to 20 bytes each. */
const mostNodes = 4_000_000
/** What a climb counts besides its nodes, so that those of points without a road are not kept without end. */
const nodesOfPoint = 16

export class KnownPoints {
  private readonly search: PointSearch
  private readonly most: number
  /** In the order of their last use. */
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
    const key = keyOf(point)
    const known: KnownPoint = this.points.get(key) ?? { placed: this.search.place(point) }
    this.points.delete(key)
    this.points.set(key, known)
    const kept = known[direction]
    if (kept && (kept.sums || !withSums)) return { placed: known.placed, climb: kept }
    const climb = this.search.climb(known.placed, direction, withSums)
    known[direction] = climb
    this.nodes += sizeOf(climb) - sizeOf(kept)
    this.forget()
    return { placed: known.placed, climb }
  }

  /** Points that were not asked about for longest make room. */
  private forget(): void {
    for (const [oldest, { forward, backward }] of this.points) {
      if (this.nodes <= this.most) break
      this.points.delete(oldest)
      this.nodes -= sizeOf(forward) + sizeOf(backward)
    }
  }
}

function sizeOf(climb: Climb | undefined): number {
  return climb ? climb.ranks.length + nodesOfPoint : 0
}

function keyOf({ lat, lng, maxCurbMeters, approach, street, isVehicle }: RoadPoint): string {
  return `${lat} ${lng} ${maxCurbMeters ?? ''} ${approach ?? ''} ${isVehicle ?? ''} ${street ?? ''}`
}
