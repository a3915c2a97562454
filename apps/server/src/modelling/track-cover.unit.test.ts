// Lines against lines: what counts as followed.
import { describe, expect, test } from 'vitest'
import type { TravelPoint } from '../travel/travel.ts'
import { coveredShare, cutLine } from './track-cover.ts'

/** Metres east and north of a corner. */
function at(east: number, north: number): TravelPoint {
  const latPerMeter = 1 / 111_195.08
  return { lat: 47 + north * latPerMeter, lng: 9.5 + (east * latPerMeter) / Math.cos((47 * Math.PI) / 180) }
}

const planned = [at(0, 0), at(1_000, 0), at(1_000, 1_000)]

describe('the share of the planned line that was followed', () => {
  test.each([
    ['all of it, a street away', [at(-20, 60), at(940, 60), at(940, 1_020)], 1],
    ['half of it', [at(0, 0), at(1_000, 0)], 0.55],
    ['a parallel street too far away', [at(0, 120), at(850, 120), at(850, 1_000)], 0],
    ['few positions far apart', [at(0, 0), at(1_000, 0), at(1_000, 1_000)], 1],
    ['a single position', [at(500, 0)], 0.1],
    ['no position', [], 0],
  ])('%s', (_what, recorded, share) => {
    expect(coveredShare(planned, recorded, 100)).toBeCloseTo(share, 1)
  })

  test('is not known for a line without length', () => {
    expect(coveredShare([], [at(0, 0)], 100)).toBeUndefined()
    expect(coveredShare([at(0, 0), at(0, 0)], [at(0, 0)], 100)).toBeUndefined()
  })

  test('of a day of 150 km and 3,000 positions takes some milliseconds', () => {
    const day = Array.from({ length: 7_500 }, (_, index) => at(index * 20, 300 * Math.sin(index / 50)))
    const drive = Array.from({ length: 3_000 }, (_, index) => at(index * 50, 300 * Math.sin((index * 2.5) / 50)))
    const before = process.cpuUsage()
    expect(coveredShare(day, drive, 100)).toBe(1)
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(500)
  })
})

describe('a line cut at a share of its length', () => {
  test.each([
    [0, [at(0, 0)]],
    [0.25, [at(0, 0), at(500, 0)]],
    [0.75, [at(0, 0), at(1_000, 0), at(1_000, 500)]],
    [1.2, planned],
  ])('%s', (share, expected) => {
    const cut = cutLine(planned, share)
    expect(cut).toHaveLength(expected.length)
    for (const [index, { lat, lng }] of expected.entries()) {
      expect(cut[index]!.lat).toBeCloseTo(lat, 6)
      expect(cut[index]!.lng).toBeCloseTo(lng, 6)
    }
  })
})
