// Tables of plans and legs of routes are computed once and then cached.
import { describe, expect, test } from 'vitest'
import { LegCache } from './leg-cache.ts'
import type { LegSource } from './leg-source.ts'
import { MatrixCache } from './matrix-cache.ts'
import { straightLeg, straightTable } from './straight-lines.ts'
import type { TravelPoint } from './travel.ts'

/** Straight lines that note what they are asked; going there and coming back differ, as on roads. */
function notingSource() {
  const asked: string[] = []
  const source: LegSource = {
    async matrix(sources, targets) {
      asked.push(`${sources.length}×${targets.length}`)
      const { seconds, meters } = await straightTable(sources, targets, 'car')
      const bent = seconds.map((second, entry) => {
        const from = sources[Math.floor(entry / targets.length)]!
        return from.lat < targets[entry % targets.length]!.lat ? 2 * second : second
      })
      return { seconds: bent, meters: meters.slice() }
    },
    async path(points) {
      asked.push(`path of ${points.length}`)
      return points.slice(1).map((point, index) => straightLeg(points[index]!, point, 'car'))
    },
  }
  return { source, asked }
}

const places = (count: number, from = 0): TravelPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    lat: 47 + ((from + index) % 17) / 100,
    lng: 9 + (from + index) / 100,
  }))

const plenty = 2 ** 24

describe('tables of plans', () => {
  test('are not computed again for the same places, whatever their order, and are the same memory for the same order', async () => {
    const { source, asked } = notingSource()
    const cache = new MatrixCache(plenty)
    const points = places(12)
    const first = await cache.matrix(source, points)
    const again = await cache.matrix(source, points)
    expect(again.seconds.buffer).toBe(first.seconds.buffer)
    // The message as another thread gets it.
    expect(structuredClone(again)).toEqual(first)
    expect(first.seconds.buffer).toBeInstanceOf(SharedArrayBuffer)
    const turned = points.toReversed()
    expect(await cache.matrix(source, turned)).toEqual(await fresh(turned))
    expect(await cache.matrix(source, points.slice(3, 7))).toEqual(await fresh(points.slice(3, 7)))
    expect(asked).toEqual(['12×12'])
  })

  test('are extended by the rows and columns of new places only', async () => {
    const { source, asked } = notingSource()
    const cache = new MatrixCache(plenty)
    await cache.matrix(source, places(20))
    const more = [...places(2, 100), ...places(20).slice(4), ...places(1, 200)]
    expect(await cache.matrix(source, more)).toEqual(await fresh(more))
    expect(asked).toEqual(['20×20', '3×19', '16×3'])
    // The extended table is there now, too.
    await cache.matrix(source, more.slice(0, 10))
    expect(asked).toHaveLength(3)
  })

  test('are kept in 16 bits an entry while all of them fit, in 32 from the first that does not', async () => {
    const near = (count: number, from: number): TravelPoint[] =>
      Array.from({ length: count }, (_, index) => ({
        lat: 47 + ((from + index) % 97) / 1000,
        lng: 9 + (from + index) / 10_000,
      }))
    const { source } = notingSource()
    const cache = new MatrixCache(plenty)
    const ask = async (points: TravelPoint[]) => {
      const { seconds, meters } = await cache.matrix(source, points)
      const wanted = await fresh(points)
      const areEqual = [
        Int32Array.from(seconds).every((entry, cell) => entry === wanted.seconds[cell]),
        Int32Array.from(meters).every((entry, cell) => entry === wanted.meters[cell]),
      ]
      expect(areEqual).toEqual([true, true])
      return [seconds.BYTES_PER_ELEMENT, meters.BYTES_PER_ELEMENT]
    }
    const points = near(1000, 0)
    expect(await ask(points)).toEqual([2, 2])
    expect(cache.facts.bytes).toBe(1000 * 1000 * 4 + 1000 * 120)
    expect(await ask([...points.toReversed(), ...near(5, 1000)])).toEqual([2, 2])
    // Metres of 200 km do not fit, its seconds do.
    const withFar = [...points, { lat: 48.8, lng: 9 }]
    expect(await ask(withFar)).toEqual([2, 4])
    await ask(withFar.slice(990))
  })

  test('are computed whole where most places are new', async () => {
    const { source, asked } = notingSource()
    const cache = new MatrixCache(plenty)
    await cache.matrix(source, places(4))
    const others = [...places(2), ...places(6, 50)]
    expect(await cache.matrix(source, others)).toEqual(await fresh(others))
    expect(asked).toEqual(['4×4', '8×8'])
  })

  test('take no more memory than allowed: the one used longest ago goes', async () => {
    const { source, asked } = notingSource()
    const bytesOfTen = 10 * 10 * 8 + 10 * 120
    const cache = new MatrixCache(2 * bytesOfTen)
    const [a, b, c] = [places(10), places(10, 100), places(10, 200)]
    await cache.matrix(source, a)
    await cache.matrix(source, b)
    await cache.matrix(source, a)
    await cache.matrix(source, c)
    expect(cache.facts).toMatchObject({ tables: 2, bytes: 2 * bytesOfTen })
    await cache.matrix(source, a)
    expect(asked).toHaveLength(3)
    await cache.matrix(source, b)
    expect(asked).toHaveLength(4)
    await cache.matrix(source, places(50, 300))
    expect(cache.facts.bytes).toBeLessThanOrEqual(2 * bytesOfTen)
  })

  test('of one source are not given for another', async () => {
    const [one, other] = [notingSource(), notingSource()]
    const cache = new MatrixCache(plenty)
    await cache.matrix(one.source, places(5))
    await cache.matrix(other.source, places(5))
    expect(other.asked).toEqual(['5×5'])
  })

  test('know places by 0.1 m, and the place of a vehicle from an address', async () => {
    const { source, asked } = notingSource()
    const cache = new MatrixCache(plenty)
    const points = places(5)
    await cache.matrix(source, points)
    await cache.matrix(
      source,
      points.map(({ lat, lng }) => ({ lat: lat + 4e-7, lng })),
    )
    expect(asked).toEqual(['5×5'])
    await cache.matrix(source, [{ ...points[0]!, isVehicle: true }, ...points.slice(1)])
    expect(asked).toEqual(['5×5', '1×5', '4×1'])
    expect(cache.facts.tables).toBe(1)
  })
})

describe('legs of routes', () => {
  test('are searched once, and of a new order only the new ones', async () => {
    const { source, asked } = notingSource()
    const cache = new LegCache(plenty)
    const [a, b, c, d, e] = places(5) as [TravelPoint, TravelPoint, TravelPoint, TravelPoint, TravelPoint]
    await cache.path(source, [a, b, c, d, e])
    expect(asked).toEqual(['path of 5'])
    const legs = await cache.path(source, [a, b, d, c, d, e])
    // From b over d to c; the leg from c to d is known.
    expect(asked).toEqual(['path of 5', 'path of 3'])
    expect(legs.map((leg) => leg.meters)).toEqual(
      [
        [a, b],
        [b, d],
        [d, c],
        [c, d],
        [d, e],
      ].map(([from, to]) => straightLeg(from!, to!, 'car').meters),
    )
  })

  test('take no more memory than allowed', async () => {
    const { source, asked } = notingSource()
    const cache = new LegCache(3 * 300)
    await cache.path(source, places(9))
    await cache.path(source, places(9).slice(6))
    expect(asked).toEqual(['path of 9'])
    await cache.path(source, places(2))
    expect(asked).toEqual(['path of 9', 'path of 2'])
  })
})

/** Result of the source without any cache. */
async function fresh(points: readonly TravelPoint[]) {
  return notingSource().source.matrix(points, points)
}
