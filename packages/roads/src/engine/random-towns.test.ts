// Random little towns full of one-ways, private roads, barriers and turn restrictions over nodes and ways: the engine agrees
// with plain Dijkstra on every pair. Real extracts have few of these; here nearly every trip meets one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type TestExtract, type TestRelation, type TestWay, writePbf } from '../../test/pbf-writer.ts'
import { createRandom, type Random } from '../../test/random.ts'
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
const SIZE = 4

function randomTown(random: Random): TestExtract {
  const nodes = Array.from({ length: SIZE * SIZE }, (_, index) => {
    const { lat, lng } = at((index % SIZE) * 100 + random.below(60), Math.floor(index / SIZE) * 100 + random.below(60))
    return { id: index + 1, lat, lng, tags: nodeTags(random) }
  })
  const ways: TestWay[] = []
  const addWay = (from: number, to: number) => {
    if (random.chance(0.15)) return
    ways.push({ id: 100 + ways.length, refs: random.chance(0.5) ? [from, to] : [to, from], tags: wayTags(random) })
  }
  for (let index = 0; index < SIZE * SIZE; index++) {
    if (index % SIZE < SIZE - 1) addWay(index + 1, index + 2)
    if (index + SIZE < SIZE * SIZE) addWay(index + 1, index + 1 + SIZE)
    if (random.chance(0.1) && index % SIZE < SIZE - 1 && index + SIZE < SIZE * SIZE) addWay(index + 1, index + 2 + SIZE)
  }
  const relations = Array.from({ length: 14 }, (_, index) => randomRestriction(random, ways, 500 + index))
  return { nodes, ways, relations: relations.filter((relation) => relation !== undefined) }
}

/** A low-emission zone over the southwest of the town. */
function addZone({ nodes, ways }: TestExtract): void {
  const corners = [
    [-50, -50],
    [170, -50],
    [170, 250],
    [-50, 250],
  ].map(([x, y], index) => ({ id: 901 + index, ...at(x!, y!) }))
  nodes.push(...corners)
  ways.push({ id: 900, refs: [901, 902, 903, 904, 901], tags: { boundary: 'low_emission_zone' } })
}

function nodeTags(random: Random): Record<string, string> {
  if (random.chance(0.06)) return { barrier: 'bollard' }
  if (random.chance(0.08)) return { barrier: 'gate', access: 'private' }
  return random.chance(0.1) ? { highway: 'traffic_signals' } : {}
}

function wayTags(random: Random): Record<string, string> {
  const tags: Record<string, string> = { highway: 'residential', maxspeed: String(10 + 10 * random.below(6)) }
  if (random.chance(0.1)) tags.toll = 'yes'
  if (random.chance(0.25)) tags.oneway = random.pick(['yes', '-1'])
  if (random.chance(0.15)) tags.access = random.pick(['destination', 'private'])
  if (random.chance(0.1)) tags[random.pick(['vehicle:forward', 'vehicle:backward'])] = 'destination'
  return tags
}

/** A chain of two to four ways that join end to end, as from, via and to. */
function randomRestriction(random: Random, ways: readonly TestWay[], id: number): TestRelation | undefined {
  const chain = [random.pick(ways)]
  let node = random.pick(chain[0]!.refs)
  const viaNode = node
  const length = 2 + random.below(3)
  while (chain.length < length) {
    const next = random.pick(ways.filter((way) => way.refs.includes(node) && way !== chain.at(-1)))
    if (!next) return undefined
    chain.push(next)
    node = next.refs[0] === node ? next.refs[1]! : next.refs[0]!
  }
  const via =
    chain.length === 2
      ? [{ type: 'node' as const, ref: viaNode, role: 'via' }]
      : chain.slice(1, -1).map((way) => ({ type: 'way' as const, ref: way.id, role: 'via' }))
  return {
    id,
    members: [
      { type: 'way', ref: chain[0]!.id, role: 'from' },
      ...via,
      { type: 'way', ref: chain.at(-1)!.id, role: 'to' },
    ],
    tags: { type: 'restriction', restriction: random.pick(['no_left_turn', 'no_left_turn', 'only_straight_on']) },
  }
}

it(`agrees with plain Dijkstra in ${townCount} random towns`, { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'roads-random-'))
  const path = join(folder, 'town.osm.pbf')
  const seen = { reachable: 0, unreachable: 0, viaWays: 0, zones: 0 }
  try {
    for (let seed = 1; seed <= townCount; seed++) compareTown(path, seed, seen)
  } finally {
    rmSync(folder, { recursive: true })
  }
  // The towns are such that all of this occurs, else the test would prove nothing.
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
  // In every other town somebody avoids tolls, and in every third there is a zone that is not entered.
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
