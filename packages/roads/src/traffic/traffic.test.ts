import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { listShapes } from '../../test/shape-points.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { buildImage } from '../engine/build-image.ts'
import { RoadGraph } from '../engine/road-graph.ts'
import { getProfile } from '../graph/profiles.ts'
import type { RoadPoint } from '../places/road-point.ts'
import { openRoadService } from '../service/road-service.ts'
import { getMix, MIX_SHARES, ROAD_GROUPS } from './road-mix.ts'
import { TYPICAL_WEEK } from './typical-week.ts'
import { arrivalBy, dayTraffic, HOURS_OF_WEEK, type WeekTraffic } from './week-traffic.ts'

describe('the mix of a way', () => {
  it('tells shares to a twentieth, in one byte', () => {
    expect(MIX_SHARES.length).toBeLessThan(256)
    expect(MIX_SHARES[getMix(1_000, 0, 0)]).toEqual({ motorway: 0, main: 0, other: 1 })
    expect(MIX_SHARES[getMix(1_000, 1_000, 0)]).toEqual({ motorway: 1, main: 0, other: 0 })
    expect(MIX_SHARES[getMix(1_000, 260, 490)]).toEqual({ motorway: 0.25, main: 0.5, other: 0.25 })
    for (const [number, { motorway, main }] of MIX_SHARES.entries())
      expect(getMix(20, 20 * motorway, 20 * main)).toBe(number)
  })
  it('never leaves the shares, whatever rounding did to the parts', () => {
    const random = createRandom(5).next
    for (let run = 0; run < 2_000; run++) {
      const [time, motorway, main] = [random() * 100, random() * 60 - 2, random() * 60 - 2]
      const shares = MIX_SHARES[getMix(time, motorway, main)]!
      expect(ROAD_GROUPS.reduce((sum, group) => sum + shares[group], 0)).toBeCloseTo(1, 9)
    }
  })
})

describe('the traffic of a day', () => {
  it('has a factor for each hour of the week', () => {
    for (const group of ROAD_GROUPS) expect(TYPICAL_WEEK[group]).toHaveLength(HOURS_OF_WEEK)
  })
  it('has only the periods that differ', () => {
    const flat = getWeek(() => 1)
    expect(dayTraffic(flat, '2026-11-23')).toBeUndefined()
    const rush = getWeek((hour) => (hour === 8 ? 2 : 1))
    expect(dayTraffic(rush, '2026-11-23')!.periodStarts).toEqual([0, 8 * 3600, 9 * 3600])
    // The day before: the rush is that of the following day.
    expect(dayTraffic(rush, '2026-11-22')!.periodStarts).toEqual([0, 32 * 3600, 33 * 3600])
  })
  it('goes by the weekday, and on holidays by Sunday', () => {
    const busySunday = getWeek((hour) => (hour >= 144 ? 2 : 1))
    const speedAt8 = (date: string, holidays?: string[]) => {
      const day = dayTraffic(busySunday, date, new Set(holidays))
      return day ? 3600 / (arrivalBy(day, 0, 3600, 8 * 3600) - 8 * 3600) : 1
    }
    expect(speedAt8('2026-11-23')).toBe(1)
    expect(speedAt8('2026-11-22')).toBe(0.5)
    expect(speedAt8('2026-11-23', ['2026-11-23'])).toBe(0.5)
  })
  it('drives each moment at its own speed', () => {
    const day = dayTraffic(
      getWeek((hour) => (hour === 8 ? 2 : 1)),
      '2026-11-23',
    )!
    expect(arrivalBy(day, 0, 600, 7 * 3600)).toBe(7 * 3600 + 600)
    expect(arrivalBy(day, 0, 600, 8 * 3600)).toBe(8 * 3600 + 1200)
    expect(arrivalBy(day, 0, 600, 8 * 3600 - 300)).toBe(8 * 3600 + 600)
    expect(arrivalBy(day, 0, 600, 9 * 3600 - 600)).toBe(9 * 3600 + 300)
  })
  it('lets nobody overtake: who leaves later never arrives earlier, in any week', () => {
    const random = createRandom(7).next
    for (let run = 0; run < 300; run++) {
      const week = getWeek(() => 0.3 + 4.7 * random() ** 2)
      const day = dayTraffic(week, '2026-11-20')!
      const [mix, seconds] = [Math.floor(random() * MIX_SHARES.length), random() * 20_000]
      let before = Number.NEGATIVE_INFINITY
      for (let departure = 0; departure < 172_800; departure += 1 + random() * 3_000) {
        const arrival = arrivalBy(day, mix, seconds, departure)
        expect(arrival).toBeGreaterThan(before)
        before = arrival
      }
    }
  })
})

const queens = findSharedExtract('queens')

describe.runIf(queens)('mixes of real roads', () => {
  let graph: RoadGraph
  let points: ReturnType<typeof pointsIn>
  // Not in the body of `describe`: that is also run when the extract is absent.
  beforeAll(() => {
    graph = new RoadGraph(buildImage([queens!], getProfile('car')))
    points = pointsIn(graph, 60)
  })

  it('leaves times and lengths as they are', () => {
    const plain = graph.matrix(points)
    const mixed = graph.matrix(points, points, true)
    expect(plain.mixes).toBeUndefined()
    expect(mixed.seconds).toEqual(plain.seconds)
    expect(mixed.meters).toEqual(plain.meters)
    expect(new Set(mixed.mixes).size).toBeGreaterThan(50)
  })
  it('are those of the way that is driven, for every pair', () => {
    const { mixes, seconds } = graph.matrix(points, points, true)
    let compared = 0
    for (const [from, start] of points.entries()) {
      const path = graph.path(points.flatMap((end) => [start, end]))
      for (const [to] of points.entries()) {
        const leg = path.legs[2 * to]!
        expect(leg.seconds).toBe(seconds[from * points.length + to])
        expect(leg.mix, `from ${from} to ${to}`).toBe(mixes![from * points.length + to])
        if (leg.seconds > 0) compared++
      }
    }
    expect(compared).toBeGreaterThan(3_000)
  })
  it('are the same from the threads of a service, in small matrices and in large ones', async () => {
    const service = await openRoadService([queens!], { profile: 'car', threads: 2 })
    try {
      const many = pointsIn(graph, 210)
      const alone = graph.matrix(many, many, true)
      const large = await service.matrix(many, many, { withMixes: true })
      expect(large.mixes).toEqual(alone.mixes)
      expect(large.seconds).toEqual(alone.seconds)
      const small = await service.matrix(many.slice(0, 20), many.slice(0, 20), { withMixes: true })
      expect(small.mixes![19]).toEqual(alone.mixes![19])
      expect((await service.matrix(many)).mixes).toBeUndefined()
    } finally {
      await service.close()
    }
  })
})

function getWeek(factorAt: (hour: number) => number): WeekTraffic {
  const hours = Array.from({ length: HOURS_OF_WEEK }, (_, hour) => factorAt(hour))
  return { motorway: hours, main: hours, other: hours }
}

/** Places on roads. */
function pointsIn({ image }: RoadGraph, count: number): RoadPoint[] {
  const random = createRandom(11)
  const shapePoints = listShapes(image.arrays).flat()
  return Array.from({ length: count }, () => {
    const { latE7, lngE7 } = random.pick(shapePoints)
    return { lat: latE7 / 1e7, lng: lngE7 / 1e7 }
  })
}
