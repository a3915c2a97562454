import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { listShapes } from '../../test/shape-points.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { buildTown, moved, type Town } from '../../test/town.ts'
import { buildImageOfNetwork, readNetwork } from '../engine/build-image.ts'
import { RoadGraph } from '../engine/road-graph.ts'
import { NO_BARRIERS } from '../graph/barriers.ts'
import { getProfile, type ProfileName } from '../graph/profiles.ts'
import type { RoadPoint } from '../places/road-point.ts'
import { isInsideRings } from '../shapes/rings.ts'
import type { ReachArea } from './reach-search.ts'

function isInside(area: ReachArea, { lat, lng }: RoadPoint): boolean {
  return isInsideRings(
    area.polygons.flat().map((ring) => ring.flat()),
    lng,
    lat,
  )
}

/** Whether each place is within a walk of a road that the matrix says is reached in time. */
function areReached(graph: RoadGraph, from: RoadPoint, points: readonly RoadPoint[], limit: number): boolean[] {
  const { seconds } = graph.matrix([from], points)
  return points.map((point, at) => {
    const isNear = (graph.snap(point)?.curbMeters ?? Infinity) <= 300
    return isNear && seconds[at]! >= 0 && seconds[at]! <= limit
  })
}

/** Points on the wrong side of an area, even though everywhere within the tolerance around them the other side would be wrong, too. */
function listWrong(graph: RoadGraph, from: RoadPoint, points: readonly RoadPoint[], times: readonly number[]) {
  const { areas, toleranceMeters } = graph.reach(from, times)!
  return areas.flatMap((area) => {
    const reached = areReached(graph, from, points, area.seconds)
    const doubtful = points.filter((point, at) => isInside(area, point) !== reached[at])
    return doubtful.filter((point) => {
      const around = [1 / 3, 2 / 3, 1].flatMap((share) =>
        Array.from({ length: 24 }, (_, step) => {
          const [angle, meters] = [(step * Math.PI) / 12, share * toleranceMeters]
          return moved(point, meters * Math.cos(angle), meters * Math.sin(angle))
        }),
      )
      return !areReached(graph, from, around, area.seconds).includes(isInside(area, point))
    })
  })
}

/** Without walls, which an area ignores: a place beyond one may be served from another road. */
function openCountry(profile: ProfileName): RoadGraph {
  const network = readNetwork([findSharedExtract('liechtenstein')!], getProfile(profile))
  return new RoadGraph(buildImageOfNetwork({ ...network, barriers: NO_BARRIERS }))
}

describe('the area that is reached within some time', () => {
  it.each<[ProfileName, number[]]>([
    ['car', [180, 600]],
    ['truck', [420]],
    ['bicycle', [900]],
    ['pedestrian', [900]],
  ])('holds the places reached in time and no others: %s', (profile, times) => {
    const graph = openCountry(profile)
    const random = createRandom(7)
    const from = { lat: 47.1411, lng: 9.5215 }
    const { areas, toleranceMeters } = graph.reach(from, times)!
    expect(toleranceMeters).toBeLessThanOrEqual(60)
    const corners = areas.flatMap((area) => area.polygons.flat(2))
    const shapePoints = listShapes(graph.image.arrays).flat()
    const isAround = (least: number, most: number, value: number) => value > least - 0.01 && value < most + 0.01
    const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
    const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)]
    const points: RoadPoint[] = []
    while (points.length < 2_000) {
      const { latE7, lngE7 } = random.pick(shapePoints)
      const onRoad = { lat: latE7 / 1e7, lng: lngE7 / 1e7 }
      if (!isAround(west, east, onRoad.lng) || !isAround(south, north, onRoad.lat)) continue
      points.push(moved(onRoad, random.below(400) - 200, random.below(400) - 200))
    }
    expect(listWrong(graph, from, points, times)).toEqual([])
    const shares = areas.map((area) => points.filter((point) => isInside(area, point)).length / points.length)
    expect(Math.min(...shares)).toBeGreaterThan(0.1)
    expect(Math.max(...shares)).toBeLessThan(0.9)
  })

  it('holds the ends of the roads that are reached, and their rings are closed', () => {
    const graph = openCountry('car')
    const shapes = listShapes(graph.image.arrays)
    const nodes = Array.from({ length: 1_500 }, (_, at) => {
      const { latE7, lngE7 } = shapes[Math.floor((at * shapes.length) / 1_500)]![0]!
      return { lat: latE7 / 1e7, lng: lngE7 / 1e7 }
    })
    const from = { lat: 47.21, lng: 9.52 }
    expect(listWrong(graph, from, nodes, [240])).toEqual([])
    const [{ polygons, outline }] = graph.reach(from, [240])!.areas as [ReachArea]
    for (const ring of [...polygons.flat(), outline]) expect(ring.at(-1)).toEqual(ring[0])
    expect(outline.length).toBeLessThanOrEqual(101)
  })

  // A straight street of 4 km; at 50 km/h the vehicle drives 11.9 m a second.
  const street = (tags: Record<string, string> = {}, nodes: Record<string, Record<string, string>> = {}) =>
    buildTown({ map: 'A.B.C.D.E', columnMeters: 1_000, ways: { street: ['ABCDE', tags] }, nodes })
  const reached = (town: Town, from: RoadPoint, seconds: number, names: string) => {
    const [area] = town.graph.reach(from, [seconds])!.areas
    return [...names].filter((name) => isInside(area!, town.node(name))).join('')
  }

  it('ends where the time does', () => {
    const town = street()
    expect(reached(town, town.node('C'), 60, 'ABCDE')).toBe('C')
    expect(reached(town, town.node('C'), 100, 'ABCDE')).toBe('BCD')
    expect(reached(town, town.node('C'), 200, 'ABCDE')).toBe('ABCDE')
  })

  it('lies ahead only, where a street runs one way', () => {
    const ways = { street: ['ABCDE', { oneway: 'yes' }], back: ['EFA', { oneway: 'yes', maxspeed: '10' }] }
    const town = buildTown({ map: 'A.B.C.D.E\n....F', columnMeters: 1_000, ways } as never)
    expect(reached(town, town.between('C', 'D', 0.2), 90, 'ABCDE')).toBe('D')
    expect(reached(street(), town.between('C', 'D', 0.2), 90, 'ABCDE')).toBe('CD')
  })

  it('ends at a barrier that the vehicle does not pass', () => {
    const town = street({}, { D: { barrier: 'bollard' } })
    expect(reached(town, town.between('C', 'D', 0.5), 150, 'BCDE')).toBe('BCD')
  })

  it('reaches 300 m beside a road, and has a hole where roads are farther', () => {
    const town = buildTown({ map: 'A.B\nC.D', columnMeters: 2_000, rowMeters: 2_000, ways: { ring: ['ABDCA'] } })
    const [area] = town.graph.reach(town.node('A'), [1_000])!.areas
    expect(area!.polygons).toHaveLength(1)
    expect(area!.polygons[0]).toHaveLength(2)
    expect(isInside(area!, moved(town.between('A', 'B'), 0, 250))).toBe(true)
    expect(isInside(area!, moved(town.between('A', 'B'), 0, 350))).toBe(false)
    expect(isInside(area!, moved(town.node('A'), 1_000, -1_000))).toBe(false)
  })

  it.each([
    ['river', false],
    ['stream', true],
  ])('goes by the road from which one walks, not by the nearest: beyond a %s', (waterway, isIn) => {
    const town = buildTown({
      map: 'C.......D\n.\n.\n.\n.\nP.......Q\nA.......B...................X',
      columnMeters: 500,
      rowMeters: 40,
      ways: { front: ['ABX'], back: ['CDX'], water: ['PQ', { highway: '', waterway }] },
    })
    const from = town.between('A', 'B')
    const house = moved(from, 0, 100)
    const [area] = town.graph.reach(from, [200])!.areas
    expect(isInside(area!, house)).toBe(isIn)
    expect(areReached(town.graph, from, [house], 200)).toEqual([isIn])
    expect(isInside(area!, moved(from, 0, 30))).toBe(true)
  })

  it('is unknown far from every road', () => {
    const town = street()
    expect(town.graph.reach(moved(town.node('C'), 0, 9_000), [60])).toBeUndefined()
  })
})
