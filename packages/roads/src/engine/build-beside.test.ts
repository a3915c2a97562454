// Graphs that stand beside another one answer as graphs of their own do, and as plain Dijkstra does.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkAgainstDijkstra, load, loadBeside } from '../../test/against-dijkstra.ts'
import { gridExtract } from '../../test/grid.ts'
import { writePbf } from '../../test/pbf-writer.ts'
import { createRandom, type Random } from '../../test/random.ts'
import { addZone, differForVans, randomTown } from '../../test/random-town.ts'
import { recordDrive } from '../../test/recorded-drive.ts'
import { Reference } from '../../test/reference.ts'
import { type ExtractName, findSharedExtract } from '../../test/shared-extracts.ts'
import { at } from '../../test/town.ts'
import { RoadsError } from '../foundation/errors.ts'
import { decodePolyline } from '../foundation/geo.ts'
import { EDGE_APART, EDGE_CUT_OFF, type RoadNetwork } from '../graph/network.ts'
import { getProfile, type ProfileName } from '../graph/profiles.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import { imageBytes } from '../image/image.ts'
import { placePoint } from '../places/placed-point.ts'
import type { RoadPoint } from '../places/road-point.ts'
import { Snapper } from '../places/snapping.ts'
import { alignNetwork } from './align-network.ts'
import { buildImageBeside } from './build-beside.ts'
import { buildImageOfNetwork, readNetwork } from './build-image.ts'
import { RoadGraph } from './road-graph.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-beside-'))
const path = join(folder, 'town.osm.pbf')
afterAll(() => rmSync(folder, { recursive: true }))

const townCount = Number(process.env.ROADS_RANDOM_TOWNS ?? 150)
/** For towns of which hardly a street is the same for both. */
const NO_LIMITS = { edges: Infinity, newStates: Infinity, bytes: Infinity }

function randomPlaces(random: Random, count: number): RoadPoint[] {
  return Array.from({ length: count }, () => {
    const approach = random.chance(0.3) ? ('curb' as const) : ('any' as const)
    return { ...at(random.below(350), random.below(350)), approach }
  })
}

/** The town's graphs for vans: beside that for cars, and whole; undefined where nobody may drive. */
function graphsOfTown(seed: number, random: Random) {
  const town = randomTown(random)
  if (seed % 3 === 0) addZone(town)
  differForVans(random, town)
  writeFileSync(path, writePbf(town))
  const network = readNetwork([path], getProfile('van', seed % 2 === 0 ? { avoid: ['tolls'] } : {}))
  try {
    const base = buildImageOfNetwork(readNetwork([path], getProfile('car')))
    const beside = buildImageBeside(network, base, { limits: NO_LIMITS })!
    return { network, base, beside: new RoadGraph(beside), whole: new RoadGraph(buildImageOfNetwork(network)) }
  } catch (error) {
    if (error instanceof RoadsError && error.code === 'no_roads') return undefined
    throw error
  }
}

it(`agrees with plain Dijkstra in ${townCount} random towns`, { timeout: 600_000 }, () => {
  const seen = { reachable: 0, ownStates: 0, ownEdges: 0, onlyOthers: 0, viaWays: 0, compared: 0 }
  for (let seed = 1; seed <= townCount; seed++) {
    const random = createRandom(seed)
    const graphs = graphsOfTown(seed, random)
    if (!graphs) continue
    const { network, base, beside, whole } = graphs
    seen.ownStates += beside.image.facts.stateCount - base.facts.stateCount
    seen.ownEdges += beside.image.facts.edgeCount - base.facts.edgeCount
    seen.onlyOthers += beside.image.facts.edgeCount - network.edgeCount
    seen.viaWays += network.restrictions.filter(({ edges }) => edges.length > 2).length
    const points = randomPlaces(random, 14)
    seen.reachable += compareWithDijkstra(beside, alignNetwork(network, base).network, points, `town ${seed}`)
    if (isOtherwiseDivided(beside, whole)) continue
    const clear = [...points, ...randomPlaces(random, 40)].filter((point) => isBesideOneRoad(whole, point))
    for (const point of clear) expect(beside.snap(point), `town ${seed}`).toEqual(whole.snap(point))
    expect(beside.matrix(clear), `town ${seed}: by sweeps`).toEqual(whole.matrix(clear))
    seen.compared += clear.length ** 2
  }
  // The towns are such that all of this occurs, else the test would prove nothing.
  expect(seen.reachable).toBeGreaterThan(30 * townCount)
  expect(seen.compared).toBeGreaterThan(600 * townCount)
  for (const count of [seen.ownStates, seen.ownEdges, seen.onlyOthers, seen.viaWays])
    expect(count).toBeGreaterThan(townCount / 4)
})

/** Every entry and path; answers how many ways there are. */
function compareWithDijkstra(graph: RoadGraph, network: RoadNetwork, points: RoadPoint[], title: string): number {
  const snapper = new Snapper(graph.image.arrays)
  const placed = points.map((point) => ({
    point,
    place: snapper.find(Math.round(point.lat * 1e7), Math.round(point.lng * 1e7), 2000),
  }))
  const places = placed.flatMap(({ point, place }) =>
    place ? [{ point, ...place, directions: placePoint(graph.image, place, point).directions }] : [],
  )
  const asked = places.map(({ point }) => point)
  const matrix = graph.matrix(asked)
  const reference = new Reference(network)
  let reachable = 0
  for (const [row, place] of places.entries()) {
    for (const [column, cost] of reference.costs(place, places).entries()) {
      const expected = cost ? [Math.round(cost.timeCs / 100), Math.round(cost.lengthDm / 10)] : [-1, -1]
      const entry = row * places.length + column
      expect([matrix.seconds[entry], matrix.meters[entry]], `${title}: ${row} to ${column}`).toEqual(expected)
      const leg = graph.path([asked[row]!, asked[column]!]).legs[0]!
      expect([leg.seconds, leg.meters], `${title}: path ${row} to ${column}`).toEqual(expected)
      if (cost) reachable++
    }
  }
  return reachable
}

/** Roads that are equally near are taken in the order of their numbers, which are others beside another graph. */
function isBesideOneRoad(graph: RoadGraph, point: RoadPoint): boolean {
  const { place } = graph.placeAll([point], 0)[0]!
  if (!place) return true
  const near = graph.snapper.findAll(Math.round(point.lat * 1e7), Math.round(point.lng * 1e7), 2000, 2)
  return near.length < 2 || near[1]!.curbMeters - near[0]!.curbMeters > 0.01
}

/** So are networks of one size, the first of which counts as the largest. */
function isOtherwiseDivided(one: RoadGraph, other: RoadGraph): boolean {
  const count = ({ image }: RoadGraph, flag: number) => image.arrays.edgeFlags.filter((flags) => flags & flag).length
  const open = (graph: RoadGraph) => graph.image.arrays.edgeFlags.length - count(graph, EDGE_CUT_OFF)
  return open(one) !== open(other) || count(one, EDGE_APART) !== count(other, EDGE_APART)
}

/** Places all over the roads, some of them on one street, some that want the kerb. */
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

describe('a network that differs in too much', () => {
  it('does not stand beside another one', () => {
    writeFileSync(path, writePbf(gridExtract(12)))
    const base = buildImageOfNetwork(readNetwork([path], getProfile('car')))
    // Other speeds on every road.
    expect(buildImageBeside(readNetwork([path], getProfile('scooter')), base)).toBeUndefined()
    // The same roads, but too little is allowed.
    const network = readNetwork([path], getProfile('van'))
    expect(buildImageBeside(network, base, { limits: { ...NO_LIMITS, bytes: 0 } })).toBeUndefined()
    expect(buildImageBeside(network, base)).toBeDefined()
  })
})
