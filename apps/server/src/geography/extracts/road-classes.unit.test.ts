// Which graphs kinds of vehicles get: their own, one they share, or that of their mode.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { townPlace, writeBridges } from '../../../test/road-town.ts'
import { createLog } from '../../frame/platform/log.ts'
import { type RoadClass, RoadClasses } from './road-classes.ts'
import { RoadParts } from './road-parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-kinds-'))
const extract = writeBridges(folder, 0, {
  15: { maxheight: '2.2' },
  13: { 'motor_vehicle:conditional': 'no @ (Sa-Su)' },
})
const log = createLog({ level: 'error', write: () => {} })
const cacheDir = join(folder, 'kinds')
let parts: RoadParts
let classes: RoadClasses

beforeAll(async () => {
  parts = new RoadParts({ cacheDir: folder, modes: ['car'], log })
  parts.use([extract])
  await parts.opened()
  classes = new RoadClasses({ parts, cacheDir, most: 2, log })
})

afterAll(async () => {
  await classes.close()
  await parts.close()
  rmSync(folder, { recursive: true })
})

const high = (heightMeters: number): RoadClass => ({ mode: 'car', needs: { size: { heightMeters } } })
const on = (date: string): RoadClass => ({
  mode: 'car',
  needs: {},
  day: { date, fromSeconds: 28_800, toSeconds: 61_200 },
})
/** Metres from one bank to the other, by the bridge that may be crossed. */
async function metersFor(roadClass: RoadClass): Promise<number> {
  await classes.open(roadClass)
  const { roads, isStandIn } = classes.find(roadClass)
  expect(isStandIn).toBe(false)
  return (await roads![0]!.matrix([townPlace(1_500, 800)], [townPlace(1_500, 1_100)])).meters[0]!
}

test('the usual vehicle on a usual day has the roads of its mode at once', () => {
  const usual = parts.find('car')
  expect(classes.find({ mode: 'car', needs: {} })).toEqual({ roads: usual, isStandIn: false })
  expect(classes.find(on('2026-03-02')).roads).toBe(usual)
})

test('another one has those of its mode until its own are open', async () => {
  const usual = parts.find('car')
  expect(classes.find(high(2.8))).toEqual({ roads: usual, isStandIn: true })
  expect(await metersFor(high(2.8))).toBe(700)
  expect(await metersFor({ mode: 'car', needs: {} })).toBe(300)
})

test('its own are kept beside those of its mode, and take little', async () => {
  await metersFor(high(2.8))
  const bytes = (where: string) =>
    readdirSync(where).flatMap((name) => (name.endsWith('.roads') ? [statSync(join(where, name)).size] : []))
  expect(Math.max(...bytes(cacheDir))).toBeLessThan(Math.min(...bytes(folder)) / 3)
})

test('vehicles with the same roads share them, with those of the mode too', async () => {
  await metersFor(high(2.8))
  await metersFor(high(2.9))
  expect(classes.find(high(2.9)).roads).toBe(classes.find(high(2.8)).roads)
  expect(await metersFor(high(2.1))).toBe(300)
  expect(classes.find(high(2.1)).roads).toBe(parts.find('car'))
})

test('what is asked for longest ago makes room, what is shared stays open, and the files are not kept for ever', async () => {
  const saturdays = on('2026-03-07')
  const highOnSaturdays = { ...saturdays, needs: high(2.8).needs }
  expect(await metersFor(saturdays)).toBe(300)
  expect(await metersFor(highOnSaturdays)).toBe(3_300)
  for (const heightMeters of [2.5, 2.6, 2.7]) expect(await metersFor(high(heightMeters))).toBe(700)
  expect(await metersFor(saturdays)).toBe(300)
  expect(readdirSync(cacheDir).filter((name) => name.endsWith('.roads')).length).toBeLessThanOrEqual(8)
})

test('a failure is told to who waits, and leaves others with the roads of the mode', async () => {
  const wrong = high(-1)
  await expect(classes.open(wrong)).rejects.toThrow('heightMeters must be positive')
  expect(classes.find(wrong)).toEqual({ roads: parts.find('car'), isStandIn: false })
})

test('with no kinds allowed all travel as is usual for their mode', async () => {
  const none = new RoadClasses({ parts, cacheDir, most: 0, log })
  await none.open(high(2.8))
  expect(none.find(high(2.8))).toEqual({ roads: parts.find('car'), isStandIn: false })
  expect(none.find({ mode: 'van', needs: {} }).roads).toBe(parts.find('car'))
})
