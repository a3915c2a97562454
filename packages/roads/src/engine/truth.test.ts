// The engine against plain Dijkstra on real roads. ROADS_TRUTH_PAIRS=10000 gives the long form.

import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../test/random.ts'
import { Reference } from '../../test/reference.ts'
import { type ExtractName, findSharedExtract } from '../../test/shared-extracts.ts'
import { distanceMetersE7 } from '../foundation/geo.ts'
import { differentHours } from '../graph/hours.ts'
import { buildNetwork, EDGE_APART, EDGE_CUT_OFF, EDGE_FERRY, type RoadNetwork } from '../graph/network.ts'
import { getProfile, type ProfileName } from '../graph/profiles.ts'
import { readRawRoads } from '../graph/raw-roads.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import type { RoadPoint } from '../places/road-point.ts'
import { type SnappedPlace, Snapper } from '../places/snapping.ts'
import { buildImageOfNetwork } from './build-image.ts'
import { RoadGraph } from './road-graph.ts'

const pairCount = Number(process.env.ROADS_TRUTH_PAIRS ?? 180)
/** The long form goes through every mode and every option; the short one through some of each. */
const isLong = process.env.ROADS_TRUTH_PAIRS !== undefined

/** Points some metres off random shape points, within reach of a road. */
function samplePoints(network: RoadNetwork, graph: RoadGraph, count: number, random: Random): RoadPoint[] {
  const points: RoadPoint[] = []
  while (points.length < count) {
    const shapePoint = Math.floor(random.next() * network.geometryLatE7.length)
    const point = {
      lat: network.geometryLatE7[shapePoint]! / 1e7 + (random.next() - 0.5) * 0.0008,
      lng: network.geometryLngE7[shapePoint]! / 1e7 + (random.next() - 0.5) * 0.0008,
    }
    if (graph.snap(point)) points.push(point)
  }
  return points
}

function load(path: string, profileName: ProfileName, needs: VehicleNeeds = {}) {
  const profile = getProfile(profileName, needs)
  const network = buildNetwork(readRawRoads([path], profile), profile)
  const image = buildImageOfNetwork(network)
  return { network, image, graph: new RoadGraph(image) }
}

function checkAgainstDijkstra(path: string, profile: ProfileName, pairs: number, needs: VehicleNeeds = {}): void {
  const { network, image, graph } = load(path, profile, needs)
  const targetCount = Math.ceil(Math.sqrt(pairs * 6))
  const sourceCount = Math.ceil(pairs / targetCount)
  const random = createRandom(7)
  const targets = samplePoints(network, graph, targetCount, random)
  // Some sources share the target's street, in either order.
  const sources = [...samplePoints(network, graph, sourceCount - 2, random), ...targets.slice(0, 2)]
  const snapper = new Snapper(image.arrays)
  const place = (point: RoadPoint) => snapper.find(Math.round(point.lat * 1e7), Math.round(point.lng * 1e7), 2000)!
  const matrix = graph.matrix(sources, targets)
  const reference = new Reference(network)
  const targetPlaces = targets.map(place)
  const isOfLargest = (each: SnappedPlace) => (image.arrays.edgeFlags[each.edge]! & EDGE_APART) === 0
  let [ofLargest, reachable] = [0, 0]
  for (const [row, source] of sources.entries()) {
    const sourcePlace = place(source)
    const costs = reference.costs(sourcePlace, targetPlaces)
    for (const [column, cost] of costs.entries()) {
      const entry = row * targetCount + column
      const expected = cost ? [Math.round(cost.timeCs / 100), Math.round(cost.lengthDm / 10)] : [-1, -1]
      expect([matrix.seconds[entry], matrix.meters[entry]], `${row} to ${column}`).toEqual(expected)
      if (isOfLargest(sourcePlace) !== isOfLargest(targetPlaces[column]!)) expect(cost).toBeUndefined()
      if (!isOfLargest(sourcePlace) || !isOfLargest(targetPlaces[column]!)) continue
      ofLargest++
      if (cost) reachable++
    }
    // Paths are slower than entries: a tenth of them, each equal to its entry.
    for (let column = row % 10; column < targetCount; column += 10) {
      const entry = row * targetCount + column
      const leg = graph.path([source, targets[column]!]).legs[0]!
      expect([leg.seconds, leg.meters], `path ${row} to ${column}`).toEqual([
        matrix.seconds[entry],
        matrix.meters[entry],
      ])
    }
  }
  // Nearly all of them: else the test would hold for a graph that reaches nothing. Heidelberg's extract has pieces of up to
  // 54 km of road that are reached from themselves only; with few sources, one of them there is a sixth of all pairs.
  expect(ofLargest).toBeGreaterThan(0.6 * sourceCount * targetCount)
  expect(reachable).toBeGreaterThan(0.97 * ofLargest)
}

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
    it.skipIf(!path)(`${name}, ${profile}`, { timeout: 600_000 }, () => checkAgainstDijkstra(path!, profile, pairs))
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
      checkAgainstDijkstra(path!, profile, pairCount / 3, needs),
    )
  }
  const path = findSharedExtract('heidelberg')
  it.skipIf(!path)('heidelberg, van on a Saturday morning', { timeout: 600_000 }, () => {
    const { hours } = load(path!, 'van').image.facts
    const different = differentHours(hours, { date: '2026-07-04', fromSeconds: 6 * 3600, toSeconds: 11 * 3600 })
    // Else it would be the usual day again.
    expect(different['Mo-Sa 06:00-11:00']).toBe('always')
    checkAgainstDijkstra(path!, 'van', pairCount / 3, { hours: different })
  })
})

describe('snapping', () => {
  const path = findSharedExtract('liechtenstein')
  it.skipIf(!path)('finds the nearest of all open segments, as trying each of them does', () => {
    const { network, image } = load(path!, 'car')
    const snapper = new Snapper(image.arrays)
    const { edgeFlags, geometryFirst } = image.arrays
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

/** Distance to the nearest of all segments, walking along each in steps of at most a metre near the best. */
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
    // The distance along a segment falls, then rises: thirds close in on the lowest place.
    for (let round = 0; round < 30; round++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
      if (at(point, a) < at(point, b)) high = b
      else low = a
    }
    best = Math.min(best, at(point, (low + high) / 2))
  }
  return best
}

describe.runIf(isLong)('in the long form: every mode, and every option of each mode that has it', () => {
  const extract = findSharedExtract('liechtenstein')
  const modes: ProfileName[] = ['car', 'van', 'truck', 'scooter', 'bicycle', 'pedestrian']
  const motorModes: ProfileName[] = ['car', 'van', 'truck']
  const large = { heightMeters: 3.8, widthMeters: 2.5, lengthMeters: 12, weightTons: 18, axleLoadTons: 10 }
  const options: VehicleNeeds[] = [
    ...(['tolls', 'ferries', 'motorways', 'unpaved'] as const).map((road) => ({ avoid: [road] })),
    ...Object.entries(large).map(([measure, value]) => ({ size: { [measure]: value } })),
    { hasTrailer: true },
    { hasHazmat: true },
    { mayEnterLowEmissionZones: false },
    { size: large, hasTrailer: true, hasHazmat: true, avoid: ['tolls', 'motorways', 'unpaved'] },
  ]
  const cases: [ProfileName, VehicleNeeds][] = [
    ...modes.map((mode): [ProfileName, VehicleNeeds] => [mode, {}]),
    ...motorModes.flatMap((mode) => options.map((needs): [ProfileName, VehicleNeeds] => [mode, needs])),
  ]
  for (const [profile, needs] of cases) {
    it.skipIf(!extract)(`${profile} ${JSON.stringify(needs)}`, { timeout: 1_800_000 }, () =>
      checkAgainstDijkstra(extract!, profile, pairCount, needs),
    )
  }
})
