import { beforeAll, describe, expect, it } from 'vitest'
import { type GeocodingResult, measureGeocoding } from '../../bench/geocoding.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'

const extract = findSharedExtract('liechtenstein')

describe.skipIf(!extract)('geocoding a whole country', () => {
  let result: GeocodingResult
  beforeAll(() => {
    result = measureGeocoding(extract!)
  })

  it('finds 99.5 % of the addresses within 30 m, 99 % with one typing mistake, 95 % with two', () => {
    const [clean, oneMistake, twoMistakes] = result.topWithin30m
    expect(clean).toBeGreaterThanOrEqual(0.995)
    expect(oneMistake).toBeGreaterThanOrEqual(0.99)
    expect(twoMistakes).toBeGreaterThanOrEqual(0.95)
  })

  it('scores no invented address above 0.6', () => {
    expect(result.inventedAbove).toEqual([])
  })

  it('needs 5 ms of CPU for half of the searches', () => {
    expect(result.p50Ms).toBeLessThanOrEqual(5)
  })
})
