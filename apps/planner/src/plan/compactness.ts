// How far routes keep to areas of their own: how much of each one's area others cover, and how often their ways cross. Pure.
import type { PlanData } from './plan-data.ts'

export interface Compactness {
  /** Share of a route's area that the areas of others cover, 0 to 1, in the mean of all routes. */
  overlap: number
  /** Ways between two stops that cross one of another route. */
  crossings: number
}

/** Kilometres east and north of somewhere. */
export type Point = readonly [x: number, y: number]

/** Ways are taken as straight, and only those between stops: all of them share the depot. */
export function computeCompactness({ stops, orders }: Pick<PlanData, 'stops' | 'orders'>): Compactness {
  const routes = [...orders.values()].map((order) =>
    order.flatMap((id): Point[] => {
      const { lat, lng } = stops.get(id)?.location ?? {}
      return lat === undefined || lng === undefined
        ? []
        : [[lng * 111.32 * Math.cos((lat * Math.PI) / 180), lat * 110.57]]
    }),
  )
  return { overlap: meanOverlap(routes.map(computeHull)), crossings: countCrossings(routes) }
}

/** Mean overlap of areas; a part that several others cover counts for each of them, up to the whole. Lines and points have no area. */
export function meanOverlap(hulls: readonly (readonly Point[])[]): number {
  const areas = hulls.map((hull) => ({ hull, area: measureArea(hull) })).filter(({ area }) => area > 1e-6)
  if (areas.length === 0) return 0
  const shares = areas.map(({ hull, area }, at) => {
    const covered = areas.reduce(
      (sum, other, index) => sum + (index === at ? 0 : measureArea(clip(hull, other.hull))),
      0,
    )
    return Math.min(1, covered / area)
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** On which side of the line from a to b a point lies: above 0 to the left. */
function getSide([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
}

/** The convex hull, against the clock (A. M. Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979). */
export function computeHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (all: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of all) {
      while (chain.length > 1 && getSide(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function measureArea(polygon: readonly Point[]): number {
  const twice = polygon.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

/** Intersection of two convex polygons (I. E. Sutherland, G. W. Hodgman, Reentrant polygon clipping, 1974). */
function clip(polygon: readonly Point[], window: readonly Point[]): readonly Point[] {
  return window.reduce<readonly Point[]>((left, from, at) => {
    const to = window[(at + 1) % window.length]!
    return left.flatMap((point, index) => {
      const before = left[(index + left.length - 1) % left.length]!
      const [here, there] = [getSide(from, to, point), getSide(from, to, before)]
      const isCut = here * there < 0
      const share = there / (there - here)
      const cut: Point = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
      return [...(isCut ? [cut] : []), ...(here >= 0 ? [point] : [])]
    })
  }, polygon)
}

interface Leg {
  route: number
  from: Point
  to: Point
  west: number
  east: number
}

/** From west to east, so that each way is compared with those beside it only. */
export function countCrossings(routes: readonly (readonly Point[])[]): number {
  const legs = routes
    .flatMap((points, route) =>
      points.slice(1).map((to, at): Leg => {
        const from = points[at]!
        return { route, from, to, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) }
      }),
    )
    .sort((a, b) => a.west - b.west)
  let count = 0
  for (const [at, leg] of legs.entries()) {
    for (let index = at + 1; index < legs.length && legs[index]!.west <= leg.east; index += 1) {
      const other = legs[index]!
      if (other.route !== leg.route && doCross(leg, other)) count += 1
    }
  }
  return count
}

/** Touching is not crossing: neighbours at one address share a point. */
function doCross(one: Leg, other: Leg): boolean {
  const splits = (a: Leg, b: Leg) => getSide(a.from, a.to, b.from) * getSide(a.from, a.to, b.to) < 0
  return splits(one, other) && splits(other, one)
}
