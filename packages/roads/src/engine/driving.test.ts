// Ways told road by road: the same ways as paths, in the same time, with the junctions that they pass.

import { describe, expect, it } from 'vitest'
import { load } from '../../test/against-dijkstra.ts'
import { createRandom } from '../../test/random.ts'
import { type ExtractName, findSharedExtract } from '../../test/shared-extracts.ts'
import { at, buildTown } from '../../test/town.ts'
import { CROSS } from '../../test/town-plans.ts'
import { PolylineEncoder } from '../foundation/geo.ts'
import type { ProfileName } from '../graph/profiles.ts'
import type { DrivenPart } from '../places/driven-way.ts'
import type { DriveLeg, RoadPoint } from '../places/road-point.ts'
import { RoadGraph } from './road-graph.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const seconds = (parts: readonly DrivenPart[]) =>
  Math.round(sum(parts.map((part) => part.drivenCs + part.turnCs)) / 100)
const meters = (parts: readonly DrivenPart[]) => Math.round(sum(parts.map(({ lengthDm }) => lengthDm)) / 10)

function drawLine(parts: readonly DrivenPart[]): string {
  const encoder = new PolylineEncoder()
  for (const { points } of parts) for (const point of points) encoder.add(...point)
  return encoder.toString()
}

/** Random places that have a road within reach. */
function randomPoints(graph: RoadGraph, count: number): RoadPoint[] {
  const random = createRandom(7)
  const { minLat, maxLat, minLng, maxLng } = graph.bounds
  const points: RoadPoint[] = []
  while (points.length < count) {
    const point = {
      lat: minLat + random.next() * (maxLat - minLat),
      lng: minLng + random.next() * (maxLng - minLng),
    }
    if (graph.snap(point)) points.push(point)
  }
  return points
}

/** Parts of legs that begin at a junction: all but the first of each. */
const turns = (legs: readonly DriveLeg[]) => legs.flatMap(({ parts }) => parts.slice(1))

describe('a way told road by road on real roads', () => {
  const cases: [ExtractName, ProfileName][] = [
    ['liechtenstein', 'car'],
    ['liechtenstein', 'truck'],
    ['liechtenstein', 'bicycle'],
    ['heidelberg', 'car'],
    ['liechtenstein', 'pedestrian'],
  ]
  for (const [name, profile] of cases) {
    const file = findSharedExtract(name)
    it.skipIf(!file)(`is the path, and its parts add up to it: ${name}, ${profile}`, { timeout: 600_000 }, () => {
      const graph = new RoadGraph(load(file!, profile).image)
      const points = randomPoints(graph, 80)
      const { legs } = graph.drive(points, { withJunctions: true })
      const path = graph.path(points)
      expect(legs.map((leg) => [leg.seconds, leg.meters])).toEqual(path.legs.map((leg) => [leg.seconds, leg.meters]))
      expect(legs.map(({ parts }) => drawLine(parts))).toEqual(path.legs.map(({ geometry }) => geometry))
      const driven = legs.filter((leg) => leg.seconds >= 0)
      expect(driven.length).toBeGreaterThan(20)
      for (const leg of driven) expect([seconds(leg.parts), meters(leg.parts)]).toEqual([leg.seconds, leg.meters])
      for (const { turnCs, meeting } of turns(driven)) {
        expect(turnCs).toBeGreaterThanOrEqual(0)
        expect(meeting.filter(({ role }) => role === 'to')).toHaveLength(1)
        expect(meeting.every(({ role, mayEnter }) => role !== 'to' || mayEnter)).toBe(true)
      }
    })
  }
})

describe('a way told road by road in a little town', () => {
  it('tells which roads meet where it turns, and which of them may be entered', () => {
    const town = buildTown(CROSS)
    const [leg] = town.graph.drive([town.node('W'), town.node('N')], { withJunctions: true }).legs
    const [west, north] = leg!.parts
    expect(leg!.parts).toHaveLength(2)
    expect(west!.meeting).toEqual([])
    expect(north!.meeting.map(({ degrees, role, mayEnter }) => ({ degrees, role, mayEnter }))).toEqual([
      { degrees: 0, role: 'to', mayEnter: true },
      { degrees: 90, role: 'other', mayEnter: true },
      { degrees: 180, role: 'other', mayEnter: true },
      { degrees: 270, role: 'from', mayEnter: false },
    ])
  })

  it('knows the turns that a restriction or a one-way street forbids', () => {
    const town = buildTown({
      ...CROSS,
      ways: { ...CROSS.ways, east: ['EX', { oneway: 'yes' }] },
      restrictions: [{ type: 'no_right_turn', from: 'west', via: 'X', to: 'south' }],
    })
    const [leg] = town.graph.drive([town.node('W'), town.node('N')], { withJunctions: true }).legs
    const closed = leg!.parts[1]!.meeting.filter(({ role, mayEnter }) => role === 'other' && !mayEnter)
    expect(closed.map(({ degrees }) => degrees)).toEqual([90, 180])
  })

  it('goes along one street in one part, either way', () => {
    const town = buildTown(CROSS)
    const [along, back] = town.graph.drive([at(20, 100), at(80, 100), at(30, 100)]).legs
    expect([along!.parts.length, along!.meters, back!.meters]).toEqual([1, 60, 50])
    expect(along!.parts[0]).toMatchObject({ lengthDm: 600, turnCs: 0, meeting: [], isRoundabout: false })
  })

  it('names the roads nearest to a place, nearest first, and the first alone is that of the snap', () => {
    const town = buildTown(CROSS)
    const place = at(90, 112)
    const roads = town.graph.nearest(place, 2)
    expect(roads.map(({ roadName }) => roadName)).toEqual(['north', 'west'])
    expect(roads.map(({ curbMeters }) => Math.round(curbMeters))).toEqual([10, 12])
    expect(town.graph.nearest(place, 1)).toEqual([town.graph.snap(place)])
  })
})

describe('a drive told road by road', () => {
  it('has no place where a position is off all roads, and none of it is driven', () => {
    const town = buildTown(CROSS)
    const places = [town.node('W'), at(300, 300), at(310, 330), town.node('E')]
    const { points, legs } = town.graph.trace(places)
    expect(points.map((point) => point !== undefined)).toEqual([true, false, false, true])
    expect(legs).toEqual([undefined, undefined, undefined])
  })

  it('goes where the matched drive goes', () => {
    const town = buildTown(CROSS)
    const places = [at(4, 103), at(60, 98), at(97, 150), at(97, 152), at(103, 190)]
    const { points, legs } = town.graph.trace(places)
    const matched = town.graph.match(places)
    expect(legs.map((leg) => leg?.meters)).toEqual(matched.map((leg) => leg.meters))
    expect(points.map((point) => point?.isStanding)).toEqual([false, false, false, true, false])
    expect(points.map((point) => point?.roadName)).toEqual(['west', 'west', 'north', 'north', 'north'])
    expect(legs[1]!.parts.map(({ name }) => name)).toEqual(['west', 'north'])
  })
})
