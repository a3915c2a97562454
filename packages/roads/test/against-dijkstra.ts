// Compares the engine with plain Dijkstra on the roads of an extract: shared by the truth tests.

import { expect } from 'vitest'
import { alignNetwork } from '../src/engine/align-network.ts'
import { buildImageBeside } from '../src/engine/build-beside.ts'
import { buildImageOfNetwork } from '../src/engine/build-image.ts'
import { RoadGraph } from '../src/engine/road-graph.ts'
import { buildNetwork, EDGE_APART, EDGE_MAJOR, type RoadNetwork } from '../src/graph/network.ts'
import { getProfile, type ProfileName } from '../src/graph/profiles.ts'
import { readRawRoads } from '../src/graph/raw-roads.ts'
import type { VehicleNeeds } from '../src/graph/vehicle-needs.ts'
import type { RoadPoint } from '../src/places/road-point.ts'
import { type SnappedPlace, Snapper } from '../src/places/snapping.ts'
import { createRandom, type Random } from './random.ts'
import { Reference, type ReferencePlace } from './reference.ts'

type Approach = NonNullable<RoadPoint['approach']>

export function readRoads(path: string, profileName: ProfileName, needs: VehicleNeeds = {}): RoadNetwork {
  const profile = getProfile(profileName, needs)
  return buildNetwork(readRawRoads([path], profile), profile)
}

export function load(path: string, profileName: ProfileName, needs: VehicleNeeds = {}) {
  const network = readRoads(path, profileName, needs)
  const image = buildImageOfNetwork(network)
  return { network, image, graph: new RoadGraph(image) }
}

/** Loads a graph based on that of another mode, whose numbers the network then has; undefined when they differ too much. */
export function loadBeside(path: string, baseMode: ProfileName, mode: ProfileName, needs: VehicleNeeds = {}) {
  const base = buildImageOfNetwork(readRoads(path, baseMode))
  const read = readRoads(path, mode, needs)
  const image = buildImageBeside(read, base)
  if (!image) return undefined
  return { network: alignNetwork(read, base).network, image, graph: new RoadGraph(image) }
}

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

/** Directions in which a place at the kerb is served, computed independently. */
function asServed(network: RoadNetwork, place: SnappedPlace, approach: Approach): ReferencePlace {
  const { durationCs, edgeFlags, profile, drivesOnLeft } = network
  const forward = 2 * place.edge
  const isTwoWay = durationCs[forward]! > 0 && durationCs[forward + 1]! > 0
  const isAsked = approach === 'curb' || (approach !== 'any' && (edgeFlags[place.edge]! & EDGE_MAJOR) !== 0)
  if (!isAsked || !isTwoWay || place.side === 'on' || profile.size === undefined) return place
  const nearSide = drivesOnLeft ? 'left' : 'right'
  return { ...place, directions: [place.side === nearSide ? forward : forward + 1] }
}

/** Checks that each of `pairs` entries and a tenth as many paths equal plain Dijkstra, including unreachable ones. */
export function checkAgainstDijkstra(
  { network, image, graph }: ReturnType<typeof load>,
  pairs: number,
  approach: Approach = 'any',
): void {
  const targetCount = Math.ceil(Math.sqrt(pairs * 6))
  const sourceCount = Math.ceil(pairs / targetCount)
  const random = createRandom(7)
  const asked = (points: RoadPoint[]) => points.map((point) => ({ ...point, approach }))
  const targets = asked(samplePoints(network, graph, targetCount, random))
  // Some sources are on the target's street, in either order.
  const sources = [...asked(samplePoints(network, graph, sourceCount - 2, random)), ...targets.slice(0, 2)]
  const snapper = new Snapper(image.arrays)
  const place = (point: RoadPoint) => snapper.find(Math.round(point.lat * 1e7), Math.round(point.lng * 1e7), 2000)!
  const matrix = graph.matrix(sources, targets)
  const reference = new Reference(network)
  const targetPlaces = targets.map(place)
  const served = targetPlaces.map((each) => asServed(network, each, approach))
  const isOfLargest = (each: SnappedPlace) => (image.arrays.edgeFlags[each.edge]! & EDGE_APART) === 0
  let [ofLargest, reachable] = [0, 0]
  for (const [row, source] of sources.entries()) {
    const sourcePlace = place(source)
    const costs = reference.costs(asServed(network, sourcePlace, approach), served)
    for (const [column, cost] of costs.entries()) {
      const entry = row * targetCount + column
      const expected = cost ? [Math.round(cost.timeCs / 100), Math.round(cost.lengthDm / 10)] : [-1, -1]
      // Compare by hand first: a hundred thousand expectations take longer than the searches.
      if (matrix.seconds[entry] !== expected[0] || matrix.meters[entry] !== expected[1])
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
  // Nearly all must be reachable: otherwise the test would pass for a graph that reaches nothing. Heidelberg's extract has pieces of up to
  // 54 km of road that are reached only from themselves; with few sources, one of them there makes up a sixth of all pairs.
  expect(ofLargest).toBeGreaterThan(0.6 * sourceCount * targetCount)
  expect(reachable).toBeGreaterThan(0.97 * ofLargest)
}
