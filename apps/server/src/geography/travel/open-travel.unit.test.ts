// The source of this process's travel times: straight lines until the roads are ready, then roads, and straight lines when they fail.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoadService, type RoadService } from '@routewright/roads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { townPlace, writeTown } from '../../../test/road-town.ts'
import { createLog } from '../../frame/platform/log.ts'
import { openTravel } from './open-travel.ts'
import { straightLines } from './straight-lines.ts'
import { TravelError } from './travel.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-travel-'))
const extract = writeTown(folder)
const ways = [townPlace(1_500, 800), townPlace(1_500, 1_100), townPlace(100, 200)]
const lines: string[] = []
const log = createLog({ level: 'info', write: (line) => lines.push(line) })
const config = { routingType: 'osrm', travelCacheMegabytes: 10 } as const
let roads: RoadService
const usually = (find: () => RoadService[] | undefined) => ({
  find: () => ({ roads: find(), isStandIn: false }),
  open: async () => {},
})

beforeAll(async () => {
  roads = await openRoadService([extract], { profile: 'car', threads: 1 })
})

afterAll(async () => {
  await roads.close()
  rmSync(folder, { recursive: true })
})

test('straight lines until the roads are ready; then the roads, for all who ask', async () => {
  let ready: RoadService[] | undefined
  const travel = openTravel({ config, log, roads: usually(() => ready) })
  expect(await travel.best.matrix(ways, 'car')).toEqual(await straightLines.matrix(ways, 'car'))
  ready = [roads]
  const own = await roads.matrix(ways)
  const whole = await travel.best.matrix(ways, 'car')
  expect([...whole.seconds]).toEqual([...own.seconds])
  expect([...whole.meters]).toEqual([...own.meters])
  const path = await travel.local.path(ways, 'car')
  expect(path.legMeters).toEqual([whole.meters[1], whole.meters[5]])
  expect(path.polyline).toBe((await roads.path(ways)).geometry)
})

test('a road engine in trouble fails an optimization in words, and leaves rules with straight lines', async () => {
  const broken = await openRoadService([extract], { profile: 'car', threads: 1 })
  const brokenGraphs = [broken]
  const travel = openTravel({ config, log, roads: usually(() => brokenGraphs) })
  await broken.close()
  await expect(travel.best.matrix(ways, 'car')).rejects.toThrow(TravelError)
  await expect(travel.best.matrix(ways, 'car')).rejects.toThrow('the road engine failed (')
  const straight = await straightLines.path(ways, 'car')
  // All of it is told as straight lines, but roads are known: the engine is only in trouble.
  expect(await travel.local.path(ways, 'car')).toEqual({ ...straight, isOffRoads: false, isStandIn: true })
  expect(await travel.local.matrix(ways, 'car')).toEqual(await straightLines.matrix(ways, 'car'))
  expect(lines.join('')).toContain('travel times of a rule are straight lines')
})
