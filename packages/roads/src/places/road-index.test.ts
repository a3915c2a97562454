import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { buildRoadIndex, eastMetersAt, NORTH_METERS, RoadIndex } from './road-index.ts'

describe('the index of roads', () => {
  it('shows every item within reach, whatever their number, and few beside them', () => {
    const random = createRandom(41)
    for (const count of [0, 1, 8, 9, 64, 65, 3000]) {
      const points = Array.from({ length: count }, () => ({
        latE7: 47e7 + random.below(2e6),
        lngE7: -1e6 + random.below(2e6),
      }))
      const items = Int32Array.from(points, (_, item) => item)
      const index = new RoadIndex(
        buildRoadIndex(items, (item, box) => {
          const { latE7, lngE7 } = points[item]!
          box.set([lngE7, latE7, lngE7, latE7])
        }),
      )
      for (let round = 0; round < 50; round++) {
        const [latE7, lngE7] = [47e7 + random.below(2e6), -1e6 + random.below(2e6)]
        const meters = (item: number) =>
          Math.hypot((points[item]!.latE7 - latE7) * NORTH_METERS, (points[item]!.lngE7 - lngE7) * eastMetersAt(latE7))
        const shown: number[] = []
        index.visit(latE7, lngE7, 1500, (item) => {
          shown.push(item)
          return 1500
        })
        expect(new Set(shown).size).toBe(shown.length)
        const near = points.map((_, item) => item).filter((item) => meters(item) <= 1500)
        expect(near.filter((item) => !shown.includes(item))).toEqual([])
        if (count === 3000) expect(shown.length).toBeLessThan(count / 5)
        // With the distance of the best so far as the reach, the nearest is among the first visited.
        let best = { item: -1, meters: Infinity }
        index.visit(latE7, lngE7, 1e6, (item) => {
          if (meters(item) < best.meters) best = { item, meters: meters(item) }
          return best.meters
        })
        expect(best.meters).toBe(Math.min(Infinity, ...points.map((_, item) => meters(item))))
      }
    }
  })
})
