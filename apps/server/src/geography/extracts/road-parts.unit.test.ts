// The graphs of modes of travel, and how those of vans share memory with those of cars.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { townPlace, writeBridges } from '../../../test/road-town.ts'
import { createLog } from '../../frame/platform/log.ts'
import { RoadParts } from './road-parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-parts-'))
const log = createLog({ level: 'error', write: () => {} })
afterAll(() => rmSync(folder, { recursive: true }))

/** Metres from one bank to the other, by the bridge that may be crossed. */
async function measureMeters(parts: RoadParts, mode: 'car' | 'van'): Promise<number> {
  const [roads] = parts.find(mode)!
  return (await roads!.matrix([townPlace(1_500, 800)], [townPlace(1_500, 1_100)])).meters[0]!
}

/** Memory of the mode's only graph. */
function getBytes(parts: RoadParts, mode: 'car' | 'van' | 'scooter'): number {
  const [part] = [...parts.wanted(mode).values()]
  return part!.find()!.memoryBytes
}

test('the graph of vans takes little beside that of cars, in whatever order they are named', async () => {
  const bridges = { 15: { goods: 'no' }, 13: {} }
  const here = writeBridges(folder, 0, bridges)
  const parts = new RoadParts({ cacheDir: folder, modes: ['van', 'scooter', 'car'], log })
  try {
    parts.use([here])
    await parts.opened()
    expect([await measureMeters(parts, 'car'), await measureMeters(parts, 'van')]).toEqual([300, 700])
    expect(getBytes(parts, 'van')).toBeLessThan(getBytes(parts, 'car') / 3)
    expect(getBytes(parts, 'scooter')).toBeGreaterThan(getBytes(parts, 'car') / 2)
    expect(Object.keys(parts.status).sort()).toEqual(['car', 'scooter', 'van'])

    // Other extracts, and the same again: what was kept fits.
    parts.use([writeBridges(folder, 40_000, bridges)])
    await parts.opened()
    parts.use([here])
    await parts.opened()
    expect([await measureMeters(parts, 'car'), await measureMeters(parts, 'van')]).toEqual([300, 700])
    expect(getBytes(parts, 'van')).toBeLessThan(getBytes(parts, 'car') / 3)
  } finally {
    await parts.close()
  }
})

test('without cars vans have a graph of their own', async () => {
  const parts = new RoadParts({ cacheDir: join(folder, 'alone'), modes: ['van'], log })
  try {
    parts.use([writeBridges(folder, 0, { 15: { goods: 'no' }, 13: {} })])
    await parts.opened()
    expect(await measureMeters(parts, 'van')).toBe(700)
    expect(getBytes(parts, 'van')).toBeGreaterThan(20_000)
  } finally {
    await parts.close()
  }
})
