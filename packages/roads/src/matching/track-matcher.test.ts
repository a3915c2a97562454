// Positions matched to roads: scenarios on little towns, then drives over real roads whose length is known.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { recordDrive } from '../../test/recorded-drive.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { at, buildTown, shapeMeters, type TownPlan } from '../../test/town.ts'
import { block } from '../../test/town-plans.ts'
import { buildRoads } from '../engine/build-roads.ts'
import type { RoadGraph } from '../engine/road-graph.ts'
import { decodePolyline, distanceMetersE7 } from '../foundation/geo.ts'
import type { RoadPoint, TrackLeg } from '../places/road-point.ts'

const total = (legs: readonly TrackLeg[]) => legs.reduce((sum, { meters }) => sum + meters, 0)
const through = (graph: RoadGraph, ...places: [number, number][]) =>
  graph.match(places.map(([east, north]) => at(east, north)))

/** A street of 200 m with a dead end to the north halfway. */
const stub: TownPlan = { map: '..D..\nA.B.C', ways: { street: ['ABC'], stub: ['BD'] } }

describe('positions matched to roads', () => {
  const town = buildTown(block({}))

  it('1 follow the road around corners that lie between them', () => {
    const legs = through(town.graph, [4, 0], [3, 98], [104, 96], [203, 97])
    expect(legs.every(({ isOnRoads }) => isOnRoads)).toBe(true)
    // From 4 m east of A up to the corner and over to F.
    expect(total(legs)).toBeGreaterThan(290)
    expect(total(legs)).toBeLessThan(306)
    expect(shapeMeters(legs.map(({ geometry }) => geometry)[1]!).every(([, north]) => north > 90)).toBe(true)
    // Positions far apart: the corner at D is still on the line.
    const far = through(town.graph, [0, 10], [100, 103])
    expect(shapeMeters(far[0]!.geometry)).toContainEqual([0, 100])
    expect(total(far)).toBeCloseTo(190, -1)
  })

  it('2 each leg begins where the one before ended', () => {
    const legs = through(town.graph, [2, 30], [3, 98], [104, 96], [204, 80], [199, 4], [90, -6])
    for (const [index, leg] of legs.slice(1).entries()) {
      expect(decodePolyline(leg.geometry)[0]).toEqual(decodePolyline(legs[index]!.geometry).at(-1))
    }
  })

  it('3 a standing vehicle goes nowhere, however its receiver wanders', () => {
    const wandering = Array.from(
      { length: 40 },
      (_, index) => [50 + (index % 5) * 3, (index % 3) * 4] as [number, number],
    )
    expect(total(through(town.graph, [0, 0], ...wandering, [100, 0]))).toBeCloseTo(100, -1)
  })

  it('4 a position nearer to a side street does not send the vehicle into it', () => {
    const { graph } = buildTown(stub)
    const legs = through(graph, [10, 0], [60, 3], [101, 14], [150, -2], [190, 0])
    expect(total(legs)).toBe(180)
    expect(legs.flatMap(({ geometry }) => shapeMeters(geometry)).every(([, north]) => north === 0)).toBe(true)
    // It drove seventy metres up the side street and came back.
    expect(total(through(graph, [10, 0], [60, 3], [102, 70], [150, -2], [190, 0]))).toBeCloseTo(180 + 140, -1)
  })

  it('5 an error backwards on a one-way street is not a trip around the block', () => {
    const { graph } = buildTown(block({ oneway: 'yes' }))
    const legs = through(graph, [10, 2], [60, 1], [36, -2], [90, 0], [150, 3])
    expect(total(legs)).toBeLessThan(200)
  })

  it('6 where there is no road the way is straight, and says so', () => {
    const legs = through(town.graph, [0, 10], [0, 60], [-150, 60], [-300, 60], [0, 80])
    expect(legs.map(({ isOnRoads }) => isOnRoads)).toEqual([true, false, false, false])
    expect(legs.map(({ meters }) => Math.round(meters / 10))).toEqual([5, 15, 15, 30])
  })

  it('7 a jump that no road explains is straight too', () => {
    const apart = buildTown({ map: 'A.B..................C.D', ways: { main: ['AB'], island: ['CD'] } })
    const legs = through(apart.graph, [20, 0], [80, 0], [1_080, 0])
    expect(legs[0]).toMatchObject({ isOnRoads: true, meters: 60 })
    expect(legs[1]).toMatchObject({ isOnRoads: false, meters: 1_000 })
  })

  it('8 a river between two positions is crossed by the bridge if there was the time for it', () => {
    const bank = 'ABCDEFGHIJ'
    const river = buildTown({
      map: `${[...'abcdefghij'].join('.')}\n${[...bank].join('.')}`,
      ways: { north: ['abcdefghij'], south: [bank], bridge: ['aA'] },
    })
    const cross = (seconds: number) => {
      const [from, to] = [river.between('I', 'J'), river.between('i', 'j')]
      return total(
        river.graph.match([
          { ...from, atSeconds: 0 },
          { ...to, atSeconds: seconds },
        ]),
      )
    }
    expect(cross(300)).toBe(850 + 100 + 850)
    expect(cross(8)).toBe(100)
  })

  it('9 no position, one position, the same one twice', () => {
    expect(town.graph.match([])).toEqual([])
    expect(town.graph.match([at(0, 0)])).toEqual([])
    expect(town.graph.match([at(0, 0), at(0, 0)])).toEqual([{ meters: 0, geometry: '', isOnRoads: true }])
    expect(() => town.graph.match([{ lat: 91, lng: 0 }])).toThrow('91, 0 is no place on earth')
  })

  it('10 a doubtful position reaches farther for its road than a good one', () => {
    const wide = [at(20, 0), { ...at(60, 70), accuracyMeters: 60 }, at(120, 0)]
    expect(total(buildTown(stub).graph.match(wide))).toBeCloseTo(100, -1)
  })
})

describe('whatever is sent', () => {
  const { graph } = buildTown(block({ oneway: 'yes' }))
  /** Whether a place is on one of the town's four streets, the sides of a rectangle. */
  const isOnStreet = ([east, north]: [number, number]) => {
    const isNear = (value: number, other: number) => Math.abs(value - other) <= 2
    const isWithin = (value: number, least: number, most: number) => value >= least - 2 && value <= most + 2
    const isOnRow = (isNear(north, 0) || isNear(north, 100)) && isWithin(east, 0, 200)
    const isOnColumn = (isNear(east, 0) || isNear(east, 200)) && isWithin(north, 0, 100)
    return isOnRow || isOnColumn
  }
  const measureLength = (line: readonly [number, number][]) =>
    line.slice(1).reduce((sum, [lat, lng], index) => {
      const [fromLat, fromLng] = line[index]!
      return sum + distanceMetersE7(fromLat * 1e7, fromLng * 1e7, lat * 1e7, lng * 1e7)
    }, 0)

  it('there is a leg for each pair, as long as it is drawn, on a street or straight, that begins where the last one ended', () => {
    const random = createRandom(5)
    const seen = { driven: 0, straight: 0, standing: 0 }
    for (let round = 0; round < 400; round++) {
      const stepMeters = random.pick([3, 40, 150, 3_000])
      let [east, north, atSeconds] = [random.below(400) - 100, random.below(300) - 100, 0]
      const positions = Array.from({ length: random.below(25) }, () => {
        east += (random.next() - 0.5) * stepMeters
        north += (random.next() - 0.5) * stepMeters
        // Clocks stop, and go backwards.
        atSeconds += random.below(60) - 5
        const accuracyMeters = random.chance(0.5) ? random.next() * 150 : undefined
        return { ...at(east, north), accuracyMeters, atSeconds: random.chance(0.8) ? atSeconds : undefined }
      })
      const legs = graph.match(positions)
      expect(legs).toHaveLength(Math.max(0, positions.length - 1))
      let end: [number, number] | undefined
      for (const { meters, geometry, isOnRoads } of legs) {
        if (geometry === '') {
          expect(meters).toBe(0)
          seen.standing++
          continue
        }
        const line = decodePolyline(geometry)
        // A point of a line is up to 0.8 m from its place, because lines have five decimals.
        expect(Math.abs(meters - measureLength(line))).toBeLessThan(1 + 1.6 * line.length)
        if (isOnRoads) expect(shapeMeters(geometry).every(isOnStreet)).toBe(true)
        else expect(line.length).toBeLessThanOrEqual(2)
        seen[isOnRoads ? 'driven' : 'straight']++
        if (end) expect([line[0]![0] - end[0], line[0]![1] - end[1]].every((gap) => Math.abs(gap) < 1.5e-5)).toBe(true)
        end = line.at(-1)
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(300)
  })
})

describe('drives over the roads of Liechtenstein', () => {
  const extract = findSharedExtract('liechtenstein')
  // Otherwise the built roads would be kept next to the extract, which is not ours.
  const cacheDir = mkdtempSync(join(tmpdir(), 'routewright-matcher-'))
  afterAll(() => rmSync(cacheDir, { recursive: true }))
  it.skipIf(!extract).each([
    ['every 10 s, 6 m off', 120, 6, 0.01],
    ['every 10 s, 15 m off', 120, 15, 0.015],
    ['every 30 s, 8 m off', 360, 8, 0.03],
    ['every minute, 8 m off', 720, 8, 0.04],
  ])('%s: their length is found', (_what, everyMeters, errorMeters, tolerance) => {
    const graph = buildRoads([extract!], { profile: 'car', cacheDir })
    const random = createRandom(11)
    let [driven, found, straight] = [0, 0, 0]
    for (let drive = 0; drive < 12; drive++) {
      const { geometry, legs } = graph.path([pickPlace(random.next, random.next), pickPlace(random.next, random.next)])
      if (legs[0]!.seconds < 0) continue
      const { positions, meters } = recordDrive(decodePolyline(geometry), everyMeters, errorMeters, random)
      const matched = graph.match(positions)
      driven += meters
      found += total(matched)
      straight += total(matched.filter(({ isOnRoads }) => !isOnRoads))
    }
    expect(driven).toBeGreaterThan(50_000)
    expect(Math.abs(found / driven - 1)).toBeLessThan(tolerance)
    expect(straight / driven).toBeLessThan(0.04)
  })

  function pickPlace(north: () => number, east: () => number): RoadPoint {
    return { lat: 47.06 + 0.18 * north(), lng: 9.49 + 0.04 * east(), isVehicle: true }
  }
})
