// The engine against plain Dijkstra on real roads; every mode and every option of each in truth-of-options.test.ts.

import { describe, expect, it } from 'vitest'
import { checkAgainstDijkstra, load } from '../../test/against-dijkstra.ts'
import { createRandom } from '../../test/random.ts'
import { type ExtractName, findSharedExtract } from '../../test/shared-extracts.ts'
import { distanceMetersE7 } from '../foundation/geo.ts'
import { differentHours } from '../graph/hours.ts'
import { EDGE_CUT_OFF, EDGE_FERRY, type RoadNetwork } from '../graph/network.ts'
import type { ProfileName } from '../graph/profiles.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import { Snapper } from '../places/snapping.ts'

const pairCount = Number(process.env.ROADS_TRUTH_PAIRS ?? 180)

describe('every matrix entry equals plain Dijkstra with turn costs and restrictions', () => {
  const cases: [ExtractName, ProfileName, number][] = [
    ['liechtenstein', 'car', pairCount],
    ['heidelberg', 'car', pairCount],
    ['porto', 'car', pairCount],
    ['liechtenstein', 'truck', pairCount / 3],
    ['heidelberg', 'truck', pairCount / 3],
    ['heidelberg', 'bicycle', pairCount / 3],
    ['liechtenstein', 'pedestrian', pairCount / 3],
  ]
  for (const [name, profile, pairs] of cases) {
    const path = findSharedExtract(name)
    it.skipIf(!path)(`${name}, ${profile}`, { timeout: 600_000 }, () =>
      checkAgainstDijkstra(load(path!, profile), pairs),
    )
  }
})

describe('so does every entry for a vehicle with needs of its own', () => {
  const cases: [ExtractName, ProfileName, VehicleNeeds][] = [
    ['liechtenstein', 'van', { size: { heightMeters: 3.1 }, avoid: ['unpaved', 'motorways'] }],
    ['porto', 'car', { avoid: ['tolls', 'ferries', 'motorways'] }],
    ['heidelberg', 'truck', { size: { weightTons: 40, lengthMeters: 16.5 }, hasTrailer: true, hasHazmat: true }],
  ]
  for (const [name, profile, needs] of cases) {
    const path = findSharedExtract(name)
    it.skipIf(!path)(`${name}, ${profile} ${JSON.stringify(needs)}`, { timeout: 600_000 }, () =>
      checkAgainstDijkstra(load(path!, profile, needs), pairCount / 3),
    )
  }
  const path = findSharedExtract('heidelberg')
  it.skipIf(!path)('heidelberg, van on a Saturday morning', { timeout: 600_000 }, () => {
    const { hours } = load(path!, 'van').image.facts
    const different = differentHours(hours, { date: '2026-07-04', fromSeconds: 6 * 3600, toSeconds: 11 * 3600 })
    // Otherwise it would be the usual day again.
    expect(different['Mo-Sa 06:00-11:00']).toBe('always')
    checkAgainstDijkstra(load(path!, 'van', { hours: different }), pairCount / 3)
  })
})

describe('snapping', () => {
  const path = findSharedExtract('liechtenstein')
  it.skipIf(!path)('finds the nearest of all open segments, as trying each of them does', () => {
    const { network, image } = load(path!, 'car')
    const snapper = new Snapper(image.arrays)
    const { edgeFlags } = image.arrays
    const { geometryFirst } = network
    const open: number[] = []
    for (const [edge, flags] of edgeFlags.entries()) {
      if (flags & (EDGE_CUT_OFF | EDGE_FERRY)) continue
      for (let point = geometryFirst[edge]!; point < geometryFirst[edge + 1]! - 1; point++) open.push(point)
    }
    const random = createRandom(3)
    for (let round = 0; round < 25; round++) {
      const lat = 47.05e7 + random.next() * 0.21e7
      const lng = 9.48e7 + random.next() * 0.14e7
      const nearest = nearestMeters(network, open, lat, lng)
      const found = snapper.findOnAnyRoad(lat, lng, 2000)
      if (nearest > 2000) expect(found).toBeUndefined()
      else expect(found!.curbMeters).toBeCloseTo(nearest, -0.5)
    }
  })
})

/** Distance to the nearest of all segments, stepping along each by at most a metre near the best. */
function nearestMeters(network: RoadNetwork, segments: readonly number[], lat: number, lng: number): number {
  const { geometryLatE7: lats, geometryLngE7: lngs } = network
  const at = (point: number, share: number) =>
    distanceMetersE7(
      lat,
      lng,
      lats[point]! + share * (lats[point + 1]! - lats[point]!),
      lngs[point]! + share * (lngs[point + 1]! - lngs[point]!),
    )
  let best = Infinity
  for (const point of segments) {
    const length = distanceMetersE7(lats[point]!, lngs[point]!, lats[point + 1]!, lngs[point + 1]!)
    if (at(point, 0) - length > best) continue
    let [low, high] = [0, 1]
    // The distance along a segment falls, then rises: a ternary search finds the minimum.
    for (let round = 0; round < 30; round++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
      if (at(point, a) < at(point, b)) high = b
      else low = a
    }
    best = Math.min(best, at(point, (low + high) / 2))
  }
  return best
}
