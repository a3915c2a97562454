// Roads of several extracts that do not touch, and the places between them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoadService, type RoadService } from '@routewright/roads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { townPlace, writeTown } from '../../../test/road-town.ts'
import { createRoadSource } from './road-source.ts'
import { straightLeg, straightMeters } from './straight-lines.ts'
import type { TravelPoint } from './travel.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-towns-'))
const east = 40_000
let west: RoadService
let other: RoadService

beforeAll(async () => {
  west = await openRoadService([writeTown(folder)], { profile: 'car', threads: 1 })
  other = await openRoadService([writeTown(folder, east)], { profile: 'car', threads: 1 })
})

afterAll(async () => {
  await west.close()
  await other.close()
  rmSync(folder, { recursive: true })
})

const inWest = [townPlace(1_500, 800), townPlace(1_500, 1_100)]
const inEast = [townPlace(east + 1_500, 800), townPlace(east + 1_500, 1_100)]
const between = townPlace(east / 2, 0)

test('each pair within one town is driven on its roads, every other on a straight line, in tables and in paths', async () => {
  const told: number[] = []
  const source = createRoadSource([west, other], 'car', (places) => told.push(places))
  const points = [inWest[0]!, inEast[0]!, between, inEast[1]!, inWest[1]!]
  const isWest = (point: TravelPoint) => inWest.includes(point as (typeof inWest)[number])
  const isEast = (point: TravelPoint) => inEast.includes(point as (typeof inEast)[number])
  const expected = async (from: TravelPoint, to: TravelPoint) => {
    if (isWest(from) && isWest(to)) return (await west.matrix([from], [to])).meters[0]
    if (isEast(from) && isEast(to)) return (await other.matrix([from], [to])).meters[0]
    return straightLeg(from, to, 'car').meters
  }
  const { meters } = await source.matrix(points, points)
  for (const [row, from] of points.entries()) {
    for (const [column, to] of points.entries()) {
      expect(meters[row * points.length + column], `${row} to ${column}`).toBe(await expected(from, to))
    }
  }
  expect(told).toEqual([1])
  expect(meters[4]).toBe(3_300)

  const way = [...inWest, ...inEast, between, inEast[0]!, inWest[0]!]
  const legs = await source.path(way)
  for (const [index, leg] of legs.entries()) expect(leg.meters).toBe(await expected(way[index]!, way[index + 1]!))
  expect(legs).toHaveLength(way.length - 1)
})

test('recorded positions follow the roads of each town, and go straight between them', async () => {
  const source = createRoadSource([west, other], 'car', () => {})
  const [south, north] = inWest
  const corner = townPlace(0, 500)
  const places = [south!, north!, between, ...inEast, south!, corner]
  const legs = await source.track(places.map((place, index) => ({ ...place, atSeconds: index * 600 })))
  const meters = legs.map((leg) => Math.round(leg.meters))
  // 300 m away over the water, 3.3 km over the bridge; the same in the other town.
  expect([meters[0], meters[3]]).toEqual([3_300, 3_300])
  expect(meters[1]).toBe(Math.round(straightMeters(north!, between)))
  expect(meters[4]).toBe(Math.round(straightMeters(inEast[1]!, south!)))
  expect(meters[5]).toBe(1_800)
  expect(await source.track([])).toEqual([])
  expect(await source.track([between])).toEqual([])
})

test('tables of other rows than columns are put together alike', async () => {
  const source = createRoadSource([west, other], 'car', () => {})
  const points = [...inWest, between, ...inEast]
  const whole = await source.matrix(points, points)
  const part = await source.matrix(points.slice(1, 3), points)
  expect([...part.seconds]).toEqual([...whole.seconds.slice(5, 15)])
  expect((await source.matrix([], points)).seconds).toHaveLength(0)
})
