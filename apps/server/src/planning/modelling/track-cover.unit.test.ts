// Lines against lines: what counts as followed.
import { describe, expect, test } from 'vitest'
import type { TravelPoint } from '../../geography/travel/travel.ts'
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

  test('is the same as by looking at every piece of the recorded line, for lines of all kinds', () => {
    const next = randomNumbers(7)
    for (let round = 0; round < 60; round++) {
      const walk = (count: number, stride: number, from: [number, number]) => {
        let [east, north] = from
        return Array.from({ length: count }, () => {
          east += (next() - 0.4) * stride
          north += (next() - 0.5) * stride
          return at(east, north)
        })
      }
      const route = walk(40, 20 + next() * 400, [0, 0])
      const strays = walk(1 + Math.floor(next() * 60), 10 + next() * 900, [next() * 300, next() * 300])
      const recorded = round % 3 === 0 ? strays : [...route.slice(0, 10 + round / 3), ...strays]
      const share = coveredShare(route, recorded, 100)!
      expect(share).toBeCloseTo(shareByAll(route, recorded, 100), 9)
      expect(share).toBeLessThanOrEqual(1)
    }
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

/** Numbers from 0 to 1, the same for the same seed (Lehmer, 1951). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Reference computation of the share: every twenty metres of the route against every piece of the recorded line. */
function shareByAll(route: readonly TravelPoint[], recorded: readonly TravelPoint[], reach: number): number {
  const cosine = Math.cos((route[0]!.lat * Math.PI) / 180)
  const flat = ({ lat, lng }: TravelPoint): [number, number] => [
    (lng - route[0]!.lng) * 111_195.08 * cosine,
    (lat - route[0]!.lat) * 111_195.08,
  ]
  const line = recorded.map(flat)
  const distance = ([x, y]: [number, number]) =>
    Math.min(
      ...line.map(([toX, toY], index) => {
        const [fromX, fromY] = line[Math.max(0, index - 1)]!
        const [dx, dy] = [toX - fromX, toY - fromY]
        const squared = dx * dx + dy * dy
        const share = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / squared))
        return Math.hypot(x - fromX - share * dx, y - fromY - share * dy)
      }),
    )
  let [covered, total] = [0, 0]
  for (const [index, end] of route.slice(1).entries()) {
    const [[fromX, fromY], [toX, toY]] = [flat(route[index]!), flat(end)]
    const length = Math.hypot(toX - fromX, toY - fromY)
    const pieces = Math.max(1, Math.ceil(length / 20))
    for (let piece = 0; piece < pieces; piece++) {
      const share = (piece + 0.5) / pieces
      const place: [number, number] = [fromX + share * (toX - fromX), fromY + share * (toY - fromY)]
      if (distance(place) <= reach) covered += length / pieces
    }
    total += length
  }
  return covered / total
}
