// Tables of few starts or ends are computed from cached climbs; every entry equals that of a table by sweeps.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gridExtract, gridPoints } from '../../test/grid.ts'
import { writePbf } from '../../test/pbf-writer.ts'
import { createRandom } from '../../test/random.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { getProfile } from '../graph/profiles.ts'
import { KnownPoints } from '../places/known-points.ts'
import { LoadedTable } from '../places/loaded-table.ts'
import type { RoadPoint } from '../places/road-point.ts'
import { openRoadService } from '../service/road-service.ts'
import { buildImage } from './build-image.ts'
import { RoadGraph } from './road-graph.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-few-'))
const SIZE = 30
const extract = join(folder, 'grid.osm.pbf')
writeFileSync(extract, writePbf(gridExtract(SIZE)))
afterAll(() => rmSync(folder, { recursive: true }))

/** Computed by sweeps, like large tables. */
function bySweeps(graph: RoadGraph, sources: readonly RoadPoint[], targets: readonly RoadPoint[], withMixes: boolean) {
  const size = sources.length * targets.length
  const [seconds, meters, mixes] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)]
  const matrix = { sourceCount: sources.length, targetCount: targets.length, seconds, meters }
  const table = new LoadedTable()
  table.load(graph.cutTable(graph.placeAll(sources, 0), graph.placeAll(targets, 0), withMixes))
  const whole = withMixes ? { ...matrix, mixes } : matrix
  graph.fillRows(table, 0, sources.length, whole)
  return whole
}

/** Places all over the roads, some of them on one street, some with a curb approach, and one far from everything. */
function somePlaces(graph: RoadGraph, count: number, seed: number): RoadPoint[] {
  const random = createRandom(seed)
  const { minLat, minLng, maxLat, maxLng } = graph.bounds
  const places: RoadPoint[] = Array.from({ length: count }, () => ({
    lat: minLat + random.next() * (maxLat - minLat),
    lng: minLng + random.next() * (maxLng - minLng),
    ...(random.chance(0.3) && { approach: 'curb' as const }),
  }))
  const near = places.slice(0, 12).map((place) => ({ ...place, lat: place.lat + 0.0001, lng: place.lng + 0.0001 }))
  return [...places, ...near, { lat: minLat - 5, lng: minLng }]
}

const extracts = [['a grid', extract] as const, ['real roads', findSharedExtract('queens')] as const]
for (const [name, file] of extracts) {
  describe.runIf(file)(`on ${name}`, () => {
    let graph: RoadGraph
    beforeAll(() => {
      graph = new RoadGraph(buildImage([file!], getProfile('car')))
    })
    it.each([false, true])('is the table by sweeps, also where the many are known already; mixes: %s', (withMixes) => {
      const many = somePlaces(graph, 90, 1)
      let reachable = 0
      for (let round = 0; round < 4; round++) {
        // Some of the few are on the streets of the many.
        const few = [...somePlaces(graph, 2, 10 + round).slice(0, 2), many[round]!, many.at(-2 - round)!]
        for (const [sources, targets] of [
          [few, many],
          [many, few],
          [few.slice(0, 1), many],
          [many, few.slice(2, 3)],
        ] as const) {
          const found = graph.matrix(sources, targets, withMixes)
          expect(found).toEqual(bySweeps(graph, sources, targets, withMixes))
          reachable += found.seconds.filter((seconds) => seconds > 0).length
        }
      }
      expect(reachable).toBeGreaterThan(2_000)
    })
  })
}

it('looks for the road of each place once where the places are starts and ends alike', () => {
  const graph = new RoadGraph(buildImage([extract], getProfile('car')))
  const looks = vi.spyOn(graph.snapper, 'find')
  const points = gridPoints(SIZE, 40)
  const whole = graph.matrix(points)
  expect(looks).toHaveBeenCalledTimes(40)
  expect(graph.matrix(points, [...points])).toEqual(whole)
  expect(looks).toHaveBeenCalledTimes(120)
})

it('is the same from the threads of a service, from few to many and back, one after the other and at once', async () => {
  const service = await openRoadService([extract], { profile: 'car', cacheDir: folder, threads: 2 })
  const graph = new RoadGraph(buildImage([extract], getProfile('car')))
  try {
    const points = gridPoints(SIZE, 120)
    const many = points.slice(20)
    const asked = points.slice(0, 20).map(async (place) => {
      const both = await Promise.all([service.matrix([place], many), service.matrix(many, [place])])
      expect(both[0].seconds).toEqual(bySweeps(graph, [place], many, false).seconds)
      expect(both[1].meters).toEqual(bySweeps(graph, many, [place], false).meters)
    })
    await Promise.all(asked)
    const mixed = await service.matrix(points.slice(0, 1), many, { withMixes: true })
    expect(mixed.mixes).toEqual(graph.matrix(points.slice(0, 1), many, true).mixes)
  } finally {
    await service.close()
  }
})

it('climbs from a known place only once, and forgets those not asked about for longest', () => {
  const climbs: string[] = []
  const search = {
    place: () => ({ place: undefined, directions: [] }),
    climb: (_placed: unknown, direction: string, withSums: boolean) => {
      climbs.push(`${direction}${withSums ? ' with sums' : ''}`)
      const [ranks, costs] = [new Int32Array(34), new Float64Array(34)]
      return { ranks, costs, ...(withSums && { sums: new Float64Array(34) }) }
    },
  }
  // Room for ten climbs of 50.
  const known = new KnownPoints(search, 500)
  const place = (number: number) => ({ lat: number, lng: 0 })
  for (let round = 0; round < 3; round++) {
    known.find(place(1), 'forward', false)
    known.find(place(1), 'backward', false)
  }
  expect(climbs).toEqual(['forward', 'backward'])
  known.find(place(1), 'forward', true)
  known.find(place(1), 'forward', false)
  expect(climbs).toEqual(['forward', 'backward', 'forward with sums'])
  for (let number = 2; number <= 30; number++) known.find(place(number), 'forward', false)
  expect(known.count).toBe(10)
  known.find(place(30), 'forward', false)
  expect(climbs).toHaveLength(32)
  known.find(place(1), 'forward', false)
  expect(climbs).toHaveLength(33)
})
