// The shape points of a finished image, for tests that draw places on roads.

import type { RoadArrays } from '../src/image/image.ts'
import { RoadShapes } from '../src/image/road-shapes.ts'

export interface ShapePoint {
  latE7: number
  lngE7: number
}

/** Shape points of each edge. */
export function listShapes(arrays: RoadArrays): ShapePoint[][] {
  const shapes = new RoadShapes(arrays)
  return Array.from(arrays.edgeFlags, (_, edge) => {
    shapes.read(edge)
    const { lats, lngs, first, end } = shapes
    return Array.from({ length: end - first }, (_, at) => ({ latE7: lats[first + at]!, lngE7: lngs[first + at]! }))
  })
}
