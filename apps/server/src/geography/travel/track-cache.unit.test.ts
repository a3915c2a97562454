// Recorded tracks in pieces: nothing is lost at their ends, and earlier pieces are not requested again.
import { expect, test } from 'vitest'
import type { TrackSource } from './leg-source.ts'
import { TrackCache } from './track-cache.ts'
import type { RecordedPosition } from './travel.ts'

/** Every leg says between which two positions it lies; counts what it was asked. */
function createSource(): TrackSource & { asked: number } {
  return {
    asked: 0,
    matrix: () => Promise.reject(new Error('not asked for')),
    path: () => Promise.reject(new Error('not asked for')),
    async track(positions) {
      this.asked += positions.length
      return positions.slice(1).map(({ lat }, index) => ({ meters: lat, geometry: `${positions[index]!.lat}-${lat}` }))
    },
  }
}

const drive = (count: number): RecordedPosition[] => Array.from({ length: count }, (_, lat) => ({ lat, lng: 0 }))
const expected = (count: number) =>
  drive(count)
    .slice(1)
    .map(({ lat }) => `${lat - 1}-${lat}`)

test.each([0, 1, 2, 64, 65, 66, 129, 140, 141, 500])('%i positions give each leg once, in order', async (count) => {
  const legs = await new TrackCache(2 ** 20).track(createSource(), drive(count))
  expect(legs.map(({ geometry }) => geometry)).toEqual(expected(count))
})

test('a track that grows is asked for at its end only, and is the same again', async () => {
  const source = createSource()
  const cache = new TrackCache(2 ** 20)
  await cache.track(source, drive(1_000))
  const whole = source.asked
  const legs = await cache.track(source, drive(1_010))
  expect(legs.map(({ geometry }) => geometry)).toEqual(expected(1_010))
  expect(source.asked - whole).toBeLessThan(150)
})

test('a position that comes late, or another source, is asked about', async () => {
  const source = createSource()
  const cache = new TrackCache(2 ** 20)
  await cache.track(source, drive(300))
  const late = drive(300).toSpliced(10, 0, { lat: 9.5, lng: 0 })
  expect((await cache.track(source, late)).slice(8, 12).map(({ geometry }) => geometry)).toEqual([
    '8-9',
    '9-9.5',
    '9.5-10',
    '10-11',
  ])
  const other = createSource()
  await cache.track(other, drive(300))
  expect(other.asked).toBeGreaterThan(300)
})

test('what is kept stays within its bytes', async () => {
  const source = createSource()
  const cache = new TrackCache(10_000)
  await cache.track(source, drive(2_000))
  const before = source.asked
  await cache.track(source, drive(2_000))
  expect(source.asked - before).toBeGreaterThan(1_500)
})
