import { describe, expect, it } from 'vitest'
import { createRandom } from '../../test/random.ts'
import { combineCost, metersOfCost, secondsOfCost } from './cost.ts'
import {
  bearingDegreesE7,
  decodePolyline,
  distanceMetersE7,
  mercatorE7,
  mercatorUnitsPerMeter,
  PolylineEncoder,
} from './geo.ts'

describe('encoded polylines', () => {
  it("are those of the format's own example", () => {
    const encoder = new PolylineEncoder()
    encoder.add(38.5e7, -120.2e7)
    encoder.add(40.7e7, -120.95e7)
    encoder.add(43.252e7, -126.453e7)
    expect(encoder.toString()).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453],
    ])
  })

  it('come back rounded to five digits, from anywhere on earth', () => {
    const random = createRandom(5)
    const points = Array.from({ length: 500 }, () => [random.next() * 180 - 90, random.next() * 360 - 180] as const)
    const encoder = new PolylineEncoder()
    for (const [lat, lng] of points) encoder.add(Math.round(lat * 1e7), Math.round(lng * 1e7))
    const decoded = decodePolyline(encoder.toString())
    expect(decoded).toHaveLength(points.length)
    for (const [index, [lat, lng]] of points.entries()) {
      expect(decoded[index]![0]).toBeCloseTo(lat, 4)
      expect(decoded[index]![1]).toBeCloseTo(lng, 4)
    }
  })

  it('hold no point twice in a row', () => {
    const encoder = new PolylineEncoder()
    for (const lng of [10e7, 10e7 + 20, 10.001e7, 10.001e7]) encoder.add(50e7, lng)
    expect(decodePolyline(encoder.toString())).toHaveLength(2)
  })
})

describe('distances and directions', () => {
  it('a degree of latitude, and of longitude at 60° north', () => {
    expect(distanceMetersE7(0, 0, 1e7, 0)).toBeCloseTo(111_195, 0)
    expect(distanceMetersE7(60e7, 0, 60e7, 1e7)).toBeCloseTo(55_597, -1)
  })

  it('compass directions', () => {
    expect(bearingDegreesE7(47e7, 9e7, 47.01e7, 9e7)).toBe(0)
    expect(bearingDegreesE7(47e7, 9e7, 47e7, 9.01e7)).toBe(90)
    expect(bearingDegreesE7(47e7, 9e7, 46.99e7, 9e7)).toBe(180)
    expect(bearingDegreesE7(47e7, 9e7, 47e7, 8.99e7)).toBe(270)
  })

  it('the projection keeps distances around a point', () => {
    const north = (mercatorE7(60.001e7) - mercatorE7(60e7)) / mercatorUnitsPerMeter(60e7)
    expect(north).toBeCloseTo(distanceMetersE7(60e7, 0, 60.001e7, 0), 1)
    for (const lat of [-90e7, 90e7]) expect(Math.abs(mercatorE7(lat))).toBeLessThan(2 ** 31)
  })
})

describe('costs', () => {
  it('keep time and length apart, whatever is added up', () => {
    const random = createRandom(9)
    let [cost, timeCs, lengthDm] = [0, 0, 0]
    for (let step = 0; step < 10_000; step++) {
      const [time, length] = [1 + random.below(5000), 1 + random.below(5000)]
      cost += combineCost(time, length)
      timeCs += time
      lengthDm += length
    }
    expect(secondsOfCost(cost)).toBe(Math.round(timeCs / 100))
    expect(metersOfCost(cost)).toBe(Math.round(lengthDm / 10))
    expect(cost - combineCost(timeCs, lengthDm)).toBe(0)
  })

  it('order by time first, then by length', () => {
    expect(combineCost(10, 999)).toBeLessThan(combineCost(11, 1))
    expect(combineCost(10, 1)).toBeLessThan(combineCost(10, 2))
  })
})
