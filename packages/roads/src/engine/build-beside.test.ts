// Graphs based on another one give the same results as whole graphs, and as plain Dijkstra.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gridExtract } from '../../test/grid.ts'
import { writePbf } from '../../test/pbf-writer.ts'
import { createRandom, type Random } from '../../test/random.ts'
import { addZone, differForVans, randomTown } from '../../test/random-town.ts'
import { Reference } from '../../test/reference.ts'
import { at } from '../../test/town.ts'
import { RoadsError } from '../foundation/errors.ts'
import { EDGE_APART, EDGE_CUT_OFF, type RoadNetwork } from '../graph/network.ts'
import { getProfile } from '../graph/profiles.ts'
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
/** For towns in which the two networks share hardly any street. */
const NO_LIMITS = { edges: Infinity, newStates: Infinity, bytes: Infinity }

function randomPlaces(random: Random, count: number): RoadPoint[] {
  return Array.from({ length: count }, () => {
    const approach = random.chance(0.3) ? ('curb' as const) : ('any' as const)
    return { ...at(random.below(350), random.below(350)), approach }
  })
}

/** The town's graphs for vans: based on that for cars, and whole; undefined when nothing can be driven. */
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
  // All of this must occur in the towns, otherwise the test would prove nothing.
  expect(seen.reachable).toBeGreaterThan(30 * townCount)
  expect(seen.compared).toBeGreaterThan(600 * townCount)
  for (const count of [seen.ownStates, seen.ownEdges, seen.onlyOthers, seen.viaWays])
    expect(count).toBeGreaterThan(townCount / 4)
})

/** Compares every entry and path; returns the number of ways. */
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

/** Whether there is a single nearest road: equally near roads are chosen by number, and numbers differ when based on another graph. */
function isBesideOneRoad(graph: RoadGraph, point: RoadPoint): boolean {
  const { place } = graph.placeAll([point], 0)[0]!
  if (!place) return true
  const near = graph.snapper.findAll(Math.round(point.lat * 1e7), Math.round(point.lng * 1e7), 2000, 2)
  return near.length < 2 || near[1]!.curbMeters - near[0]!.curbMeters > 0.01
}

/** Whether networks were divided differently: among networks of equal size, the first counts as the largest. */
function isOtherwiseDivided(one: RoadGraph, other: RoadGraph): boolean {
  const count = ({ image }: RoadGraph, flag: number) => image.arrays.edgeFlags.filter((flags) => flags & flag).length
  const open = (graph: RoadGraph) => graph.image.arrays.edgeFlags.length - count(graph, EDGE_CUT_OFF)
  return open(one) !== open(other) || count(one, EDGE_APART) !== count(other, EDGE_APART)
}

describe('a network that differs in too much', () => {
  it('does not stand beside another one', () => {
    writeFileSync(path, writePbf(gridExtract(12)))
    const base = buildImageOfNetwork(readNetwork([path], getProfile('car')))
    // Other speeds on every road.
    expect(buildImageBeside(readNetwork([path], getProfile('scooter')), base)).toBeUndefined()
    // The same roads, but the limits are too low.
    const network = readNetwork([path], getProfile('van'))
    expect(buildImageBeside(network, base, { limits: { ...NO_LIMITS, bytes: 0 } })).toBeUndefined()
    expect(buildImageBeside(network, base)).toBeDefined()
  })
})
