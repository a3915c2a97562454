// Random little towns full of one-ways, private roads, barriers and turn restrictions over nodes and ways: the engine agrees
// with plain Dijkstra on every pair. Real extracts have few of these; here nearly every trip meets one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writePbf } from '../../test/pbf-writer.ts'
import { createRandom } from '../../test/random.ts'
import { addZone, randomTown } from '../../test/random-town.ts'
import { Reference } from '../../test/reference.ts'
import { at } from '../../test/town.ts'
import { RoadsError } from '../foundation/errors.ts'
import { buildNetwork } from '../graph/network.ts'
import { getProfile, type Profile } from '../graph/profiles.ts'
import { readRawRoads } from '../graph/raw-roads.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import { placePoint } from '../places/placed-point.ts'
import { Snapper } from '../places/snapping.ts'
import { buildImageOfNetwork } from './build-image.ts'
import { hashNetwork } from './network-hash.ts'
import { RoadGraph } from './road-graph.ts'

const townCount = Number(process.env.ROADS_RANDOM_TOWNS ?? 150)

it(`agrees with plain Dijkstra in ${townCount} random towns`, { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'roads-random-'))
  const path = join(folder, 'town.osm.pbf')
  const seen = { reachable: 0, unreachable: 0, viaWays: 0, zones: 0 }
  try {
    for (let seed = 1; seed <= townCount; seed++) compareTown(path, seed, seen)
  } finally {
    rmSync(folder, { recursive: true })
  }
  // All of this must occur in the towns, otherwise the test would prove nothing.
  expect(seen.reachable).toBeGreaterThan(50 * townCount)
  expect(seen.viaWays).toBeGreaterThan(townCount)
  expect(seen.zones).toBeGreaterThan(0.2 * townCount)
})

function compareTown(
  path: string,
  seed: number,
  seen: { reachable: number; unreachable: number; viaWays: number; zones: number },
): void {
  const random = createRandom(seed)
  const town = randomTown(random)
  if (seed % 3 === 0) addZone(town)
  writeFileSync(path, writePbf(town))
  // Every second town avoids tolls, and every third has a zone that may not be entered.
  const needs: VehicleNeeds = seed % 2 === 0 ? { avoid: ['tolls'] } : {}
  const read = (profile: Profile) => buildNetwork(readRawRoads([path], profile), profile)
  const network = read(getProfile('car', { ...needs, mayEnterLowEmissionZones: false }))
  if (hashNetwork(network) !== hashNetwork(read(getProfile('car', needs)))) seen.zones++
  let graph: RoadGraph
  try {
    graph = new RoadGraph(buildImageOfNetwork(network))
  } catch (error) {
    if (error instanceof RoadsError && error.code === 'no_roads') return
    throw error
  }
  seen.viaWays += network.restrictions.filter((restriction) => restriction.edges.length > 2).length
  const snapper = new Snapper(graph.image.arrays)
  const points = Array.from({ length: 14 }, () => {
    const approach = random.chance(0.3) ? ('curb' as const) : ('any' as const)
    return { ...at(random.below(350), random.below(350)), approach }
  })
  const places = points.map((point) => {
    const place = snapper.find(Math.round(point.lat * 1e7), Math.round(point.lng * 1e7), 2000)!
    return { ...place, directions: placePoint(graph.image, place, point).directions }
  })
  const matrix = graph.matrix(points)
  const reference = new Reference(network)
  for (const [row, place] of places.entries()) {
    for (const [column, cost] of reference.costs(place, places).entries()) {
      const entry = row * points.length + column
      const expected = cost ? [Math.round(cost.timeCs / 100), Math.round(cost.lengthDm / 10)] : [-1, -1]
      expect([matrix.seconds[entry], matrix.meters[entry]], `town ${seed}: ${row} to ${column}`).toEqual(expected)
      const leg = graph.path([points[row]!, points[column]!]).legs[0]!
      expect([leg.seconds, leg.meters], `town ${seed}: path ${row} to ${column}`).toEqual(expected)
      if (cost) seen.reachable++
      else seen.unreachable++
    }
  }
}
