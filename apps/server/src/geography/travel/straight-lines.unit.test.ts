// Travel on straight lines: distances, speeds, and the properties that planning relies on.
import { describe, expect, test } from 'vitest'
import { decodePolyline, encodePolyline } from './polyline.ts'
import { modeModels, openStraightTable, roadSeconds, straightLines, straightMeters } from './straight-lines.ts'
import type { TravelMode, TravelPoint } from './travel.ts'

const vaduz = { lat: 47.141, lng: 9.521 }
const zurich = { lat: 47.3769, lng: 8.5417 }
const modes = Object.keys(modeModels) as TravelMode[]

/** Points spread over a few kilometres, always the same. */
const points: TravelPoint[] = Array.from({ length: 40 }, (_, index) => ({
  lat: 47 + ((index * 7919) % 101) / 500,
  lng: 9 + ((index * 104_729) % 97) / 400,
}))

describe('the distance between two points', () => {
  test('is the great circle, also between neighbours and across the date line', () => {
    // 78.57 km by the haversine formula on a sphere of 6,371.0088 km.
    expect(straightMeters(vaduz, zurich)).toBeCloseTo(haversineMeters(vaduz, zurich), 3)
    expect(straightMeters(vaduz, { ...vaduz, lat: vaduz.lat + 1e-6 })).toBeCloseTo(0.1112, 3)
    expect(straightMeters({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(111_195, 0)
    expect(straightMeters(vaduz, vaduz)).toBe(0)
  })
})

describe('the matrix', () => {
  test('equals the legs of the path, is symmetric, and 0 on the diagonal', async () => {
    for (const mode of modes) {
      const { seconds, meters } = await straightLines.matrix(points, mode)
      const path = await straightLines.path(points, mode)
      for (let from = 0; from < points.length; from++) {
        expect(seconds[from * points.length + from]).toBe(0)
        for (let to = 0; to < points.length; to++) {
          expect(seconds[from * points.length + to]).toBe(seconds[to * points.length + from])
        }
        if (from === 0) continue
        expect(path.legSeconds[from - 1]).toBe(seconds[(from - 1) * points.length + from])
        expect(path.legMeters[from - 1]).toBe(meters[(from - 1) * points.length + from])
      }
    }
  })

  test('of a thousand places takes 16 bits an entry where no way is too long for them, and is the same', async () => {
    const around = (degrees: number) =>
      Array.from({ length: 1000 }, (_, index) => ({
        lat: 47 + (degrees * (index % 31)) / 31,
        lng: 9 + (degrees * index) / 1000,
      }))
    for (const [degrees, bytes] of [
      [0.3, [2, 2]],
      [2, [2, 4]],
      [60, [4, 4]],
    ] as const) {
      const { seconds, meters } = await straightLines.matrix(around(degrees), 'car')
      const open = await openStraightTable(around(degrees), 'car')
      expect([seconds.BYTES_PER_ELEMENT, meters.BYTES_PER_ELEMENT]).toEqual(bytes)
      expect(seconds.every((entry, cell) => entry === open.seconds[cell])).toBe(true)
      expect(meters.every((entry, cell) => entry === open.meters[cell])).toBe(true)
    }
  })

  test('has no detour over a third point that is quicker, but for rounding', async () => {
    const count = points.length
    const { seconds } = await straightLines.matrix(points, 'car')
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) {
        for (let c = 0; c < count; c++) {
          const direct = seconds[a * count + c]!
          expect(seconds[a * count + b]! + seconds[b * count + c]! + 1).toBeGreaterThanOrEqual(direct)
        }
      }
    }
  })
})

describe('speeds', () => {
  test('grow with the distance, from town streets to trunk roads', () => {
    const averageKilometersPerHour = (meters: number) => (meters / roadSeconds(meters, modeModels.car)) * 3.6
    const averages = [500, 3_000, 10_000, 40_000, 200_000].map(averageKilometersPerHour)
    expect(averages).toEqual([...averages].sort((a, b) => a - b))
    expect(averages[0]).toBeCloseTo(20, 5)
    expect(averages[4]).toBeLessThan(95)
  })

  test('put the modes in order', () => {
    const seconds = (mode: TravelMode) => roadSeconds(8_000, modeModels[mode])
    expect(seconds('car')).toBeLessThan(seconds('truck'))
    expect(seconds('scooter')).toBeLessThan(seconds('bicycle'))
    expect(seconds('bicycle')).toBeLessThan(seconds('pedestrian'))
  })
})

describe('the encoded polyline', () => {
  test('is the published example, and decodes to what was encoded', () => {
    const example = [
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ]
    expect(encodePolyline(example)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(decodePolyline(encodePolyline(example))).toEqual(example)
    expect(decodePolyline('')).toEqual([])
    expect(() => decodePolyline('_p~iF~ps|')).toThrow(RangeError)
  })
})

function haversineMeters(a: TravelPoint, b: TravelPoint): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h))
}
