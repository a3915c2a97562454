// Graphs based on another one give the same results as whole graphs, on real extracts; on random towns in build-beside.test.ts.

import { describe, expect, it } from 'vitest'
import { checkAgainstDijkstra, load, loadBeside } from '../../test/against-dijkstra.ts'
import { createRandom } from '../../test/random.ts'
import { recordDrive } from '../../test/recorded-drive.ts'
import { type ExtractName, findSharedExtract } from '../../test/shared-extracts.ts'
import { decodePolyline } from '../foundation/geo.ts'
import type { ProfileName } from '../graph/profiles.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import { imageBytes } from '../image/image.ts'
import type { RoadPoint } from '../places/road-point.ts'
import type { RoadGraph } from './road-graph.ts'

/** Places all over the roads, some of them on one street, some with a curb approach. */
function somePlaces(graph: RoadGraph, count: number): RoadPoint[] {
  const random = createRandom(9)
  const { minLat, minLng, maxLat, maxLng } = graph.bounds
  const places: RoadPoint[] = Array.from({ length: count }, () => ({
    lat: minLat + random.next() * (maxLat - minLat),
    lng: minLng + random.next() * (maxLng - minLng),
    ...(random.chance(0.3) && { approach: 'curb' as const }),
  }))
  return [...places, ...places.slice(0, 9).map((place) => ({ ...place, lat: place.lat + 0.0001 }))]
}

const CASES: [ExtractName, ProfileName, ProfileName, VehicleNeeds][] = [
  ['liechtenstein', 'car', 'van', {}],
  ['queens', 'car', 'van', {}],
  ['heidelberg', 'car', 'van', {}],
  ['porto', 'car', 'van', {}],
  ['heidelberg', 'car', 'car', { size: { heightMeters: 3.1 }, avoid: ['unpaved'] }],
  ['liechtenstein', 'truck', 'truck', { size: { weightTons: 7.5 } }],
]

describe('on real roads', () => {
  for (const [name, baseMode, mode, needs] of CASES) {
    const file = findSharedExtract(name)
    const title = `${name}, ${mode} ${JSON.stringify(needs)} beside ${baseMode}`
    it.skipIf(!file)(`${title}: answers as a graph of its own`, { timeout: 600_000 }, () => {
      const beside = loadBeside(file!, baseMode, mode, needs)!
      const whole = load(file!, mode, needs)
      expect(imageBytes(beside.image.lengths) / beside.image.facts.stateCount).toBeLessThan(15)
      checkAgainstDijkstra(beside, 60)
      checkAgainstDijkstra(beside, 60, 'curb')
      const points = somePlaces(whole.graph, 90)
      for (const withMixes of [false, true]) {
        expect(beside.graph.matrix(points, points, withMixes)).toEqual(whole.graph.matrix(points, points, withMixes))
        const few = [points.slice(0, 2), points, withMixes] as const
        expect(beside.graph.matrix(...few)).toEqual(whole.graph.matrix(...few))
      }
      for (const point of points) expect(beside.graph.snap(point)).toEqual(whole.graph.snap(point))
      expect(beside.graph.path(points)).toEqual(whole.graph.path(points))
      expect(beside.graph.reach(points[0]!, [300, 900])).toEqual(whole.graph.reach(points[0]!, [300, 900]))
      const line = decodePolyline(whole.graph.path(points).geometry)
      const { positions } = recordDrive(line.slice(0, 400), 60, 8, createRandom(2))
      expect(positions.length).toBeGreaterThan(20)
      expect(beside.graph.match(positions)).toEqual(whole.graph.match(positions))
    })
  }
})
