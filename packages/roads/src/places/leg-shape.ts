// The line of a leg on the map: from a place on the first edge over whole edges to a place on the last one.

import { distanceMetersE7 } from '../foundation/geo.ts'
import { measureLength } from '../image/edge-values.ts'
import type { RoadArrays } from '../image/image.ts'
import type { RoadShapes } from '../image/road-shapes.ts'
import { partDm } from './placed-point.ts'
import type { SnappedPlace } from './snapping.ts'

export type AddPoint = (latE7: number, lngE7: number) => void

/** A shape point closer than this to the start or end of a part is that place itself. */
const SAME_PLACE_DM = 0.5

/** Adds the points of a leg that drives through these directed edges. */
export function addLegShape(
  arrays: RoadArrays,
  shapes: RoadShapes,
  edges: readonly number[],
  from: SnappedPlace,
  to: SnappedPlace,
  add: AddPoint,
): void {
  add(from.latE7, from.lngE7)
  const last = edges.length - 1
  for (const [index, directed] of edges.entries()) {
    const startDm = index === 0 ? partDm(arrays, directed, from.offsetDm) : -Infinity
    const endDm = index === last ? partDm(arrays, directed, to.offsetDm) : Infinity
    addPart(arrays, shapes, directed, [startDm, endDm], add)
  }
  add(to.latE7, to.lngE7)
}

/** Adds the shape points of a directed edge that lie between two distances from its start. */
export function addPart(
  arrays: RoadArrays,
  shapes: RoadShapes,
  directed: number,
  [startDm, endDm]: readonly [number, number],
  add: AddPoint,
): void {
  const edge = directed >> 1
  const isForward = (directed & 1) === 0
  shapes.read(edge)
  const { lats, lngs, first } = shapes
  const count = shapes.end - first
  const isWhole = startDm === -Infinity && endDm === Infinity
  const distancesDm = isWhole ? undefined : shapeDistancesDm(shapes, measureLength(arrays, edge))
  for (let step = 0; step < count; step++) {
    const place = isForward ? step : count - 1 - step
    if (distancesDm) {
      const drivenDm = isForward ? distancesDm[place]! : distancesDm[count - 1]! - distancesDm[place]!
      if (drivenDm >= endDm - SAME_PLACE_DM) return
      if (drivenDm <= startDm + SAME_PLACE_DM) continue
    }
    add(lats[first + place]!, lngs[first + place]!)
  }
}

/** Distance of each point of the last read shape from its start, scaled so that the last one is the edge's length. */
function shapeDistancesDm({ lats, lngs, first, end }: RoadShapes, edgeDm: number): Float64Array {
  const count = end - first
  const distances = new Float64Array(count)
  for (let step = 1; step < count; step++) {
    const at = first + step
    distances[step] = distances[step - 1]! + distanceMetersE7(lats[at - 1]!, lngs[at - 1]!, lats[at]!, lngs[at]!)
  }
  const total = distances[count - 1]!
  const scale = total === 0 ? 0 : edgeDm / total
  return distances.map((meters) => meters * scale)
}
