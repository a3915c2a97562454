// Reading fixes: which are believable, where the van stood, where it is, when it came to its stops.
import { describe, expect, test } from 'vitest'
import type { Fix } from './fix.ts'
import { drawAddition, placeOfVan, readTrack } from './track.ts'
import { noticeVisits } from './visits.ts'

const start = Date.parse('2026-03-02T08:00:00Z')
/** A fix at a second, metres north and east of a corner. */
const fix = (second: number, north: number, east = 0, told: Partial<Fix> = {}): Fix => ({
  lat: 47.1 + north / 111_195.08,
  lng: 9.5 + east / 75_690,
  at: start + second * 1_000,
  accuracy: null,
  speed: null,
  ...told,
})
/** 10 m/s to the north, a fix every ten seconds. */
const drive = (second: number, north: number, count: number, told: Partial<Fix> = {}) =>
  Array.from({ length: count }, (_, step) => fix(second + 10 * step, north + 100 * step, 0, told))
const seconds = (fixes: readonly Fix[]) => fixes.map(({ at }) => (at - start) / 1_000)
const measureLength = (line: readonly Fix[]) =>
  line.slice(1).reduce((sum, { lat }, at) => sum + Math.abs(lat - line[at]!.lat) * 111_195.08, 0)

describe('believed are', () => {
  test.each([
    ['no jump of 5 km and back', [fix(0, 0), fix(10, 5_000), fix(20, 200), fix(30, 400)], [0, 20, 30]],
    [
      'no two jumps in a row',
      [...drive(0, 0, 6), fix(60, 60_000), fix(70, 60_100), ...drive(80, 800, 4)],
      [0, 10, 20, 30, 40, 50, 80, 90, 100, 110],
    ],
    ['no fix of a receiver that knows no place', [fix(0, 0), { ...fix(10, 0), lat: 0, lng: 0 }, fix(20, 200)], [0, 20]],
    ['fixes on a motorway', [fix(0, 0), fix(10, 400), fix(20, 800)], [0, 10, 20]],
    ['a few wrong ones at the beginning not', [fix(0, 90_000), fix(10, 90_000), ...drive(20, 0, 4)], [20, 30, 40, 50]],
    ['no last fix that cannot be, until a second one agrees', [...drive(0, 0, 3), fix(30, 9_000)], [0, 10, 20]],
    [
      'no fix off the way that a van at rest tells',
      [fix(0, 0, 0, { speed: 0 }), fix(10, 300, 0, { speed: 0 }), fix(20, 0, 0, { speed: 0 })],
      [0, 20],
    ],
    [
      'no fix 300 m off a van that stands',
      [fix(0, 0), fix(30, 4), fix(60, 300), fix(90, 2), fix(120, 0)],
      [0, 30, 90, 120],
    ],
    [
      'a drive to another place, once time has passed',
      [fix(0, 0), fix(3_600, 40_000), fix(3_610, 40_100)],
      [0, 3_600, 3_610],
    ],
    ['none of nothing', [], []],
  ])('%s', (_what, fixes, believed) => {
    expect(seconds(readTrack(fixes).fixes)).toEqual(believed)
  })
})

describe('a van that stands', () => {
  test.each([5, 15, 30, 50])('drives nothing, with a receiver %i m off', (noise) => {
    const next = randomNumbers(noise)
    const off = () => noise * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    const fixes = Array.from({ length: 110 }, (_, step) => fix(30 * step, off(), off()))
    expect(measureLength(readTrack(fixes).line)).toBe(0)
  })

  test('has stopped where it is, and one fix away from there waits', () => {
    const standing = Array.from({ length: 8 }, (_, step) => fix(50 + 10 * step, 500 + (step % 2) * 8))
    const line = readTrack([...drive(0, 0, 5), ...standing, fix(140, 800)]).line
    expect(measureLength(line)).toBeCloseTo(500, -1.3)
    expect(measureLength(readTrack([...drive(0, 0, 5), ...standing, fix(140, 800), fix(150, 900)]).line)).toBeCloseTo(
      900,
      -1.3,
    )
  })

  test('stands, while its driver walks to a door and back', () => {
    const walk = [10, 22, 35, 50, 50, 36, 24, 10].map((east, step) => fix(50 + 10 * step, 500, east, { speed: 1.3 }))
    const told = { speed: 10 }
    const { halts, line } = readTrack([...drive(0, 0, 5, told), ...walk, ...drive(140, 600, 5, told)])
    expect(halts).toHaveLength(1)
    expect(measureLength(line)).toBeCloseTo(1_000, -1)
  })

  test('and a slow one on a straight way is no standing van', () => {
    const crawling = Array.from({ length: 20 }, (_, step) => fix(10 * step, 25 * step))
    expect(measureLength(readTrack(crawling).line)).toBeGreaterThan(440)
  })
})

describe('the place of a van', () => {
  test('is its last fix, the middle of its halt, or where it was while a farther fix waits', () => {
    const driving = drive(0, 0, 6)
    expect(placeOfVan(driving)).toMatchObject({ at: driving.at(-1)!.at })
    expect(placeOfVan([...driving, fix(60, 1_100)])).toMatchObject({ at: driving.at(-1)!.at })
    expect(placeOfVan([...driving, fix(60, 1_100), { ...fix(70, 0), lat: 0, lng: 0 }])).toMatchObject({
      at: driving.at(-1)!.at,
    })
    expect(placeOfVan([...driving, fix(60, 1_100), fix(70, 1_200)])).toMatchObject({ at: start + 70_000 })
    const standing = [-20, 20, -12, 12, 0].map((east, step) => fix(60 + 10 * step, 600, east))
    expect(placeOfVan([...driving, ...standing])).toMatchObject({ lng: 9.5 })
    expect(placeOfVan([])).toBeUndefined()
  })

  test('is not told by a first fix alone that the van cannot have come to', () => {
    const begin = { places: [{ lat: 47.1, lng: 9.5 }], at: start }
    expect(placeOfVan([fix(10, 50_000)], begin)).toBeUndefined()
    expect(placeOfVan([fix(10, 900)], begin)).toMatchObject({ at: start + 10_000 })
    expect(placeOfVan([fix(10, 50_000), fix(20, 50_100)], begin)).toMatchObject({ at: start + 20_000 })
  })
})

describe('visits', () => {
  const standing = Array.from({ length: 12 }, (_, step) => fix(50 + 10 * step, 500))
  const track = readTrack([...drive(0, 0, 5), ...standing, ...drive(170, 550, 6)])
  const stop = { id: 'a', lat: fix(0, 520).lat, lng: 9.5, until: Number.POSITIVE_INFINITY }

  test('begin and end with the halt beside the address', () => {
    const [visit] = noticeVisits(track, [stop])
    expect(Math.abs(visit!.arrivedAt - (start + 50_000))).toBeLessThan(10_000)
    expect(Math.abs(visit!.leftAt! - (start + 163_000))).toBeLessThan(10_000)
  })

  test('are none where the van drove past, and open while it stands', () => {
    expect(noticeVisits(track, [{ ...stop, lat: fix(0, 900).lat }])).toEqual([])
    expect(noticeVisits(track, [{ ...stop, until: start }])).toEqual([])
    const still = readTrack([...drive(0, 0, 5), ...standing])
    expect(noticeVisits(still, [stop])[0]!.leftAt).toBeUndefined()
  })
})

test('lines are added to from a little before where they part', () => {
  const fixes = drive(0, 0, 30)
  const { without, withThem } = drawAddition(readTrack(fixes.slice(0, 25)), readTrack(fixes))
  expect(withThem.length - without.length).toBe(5)
  expect(measureLength(withThem) - measureLength(without)).toBeCloseTo(500, 3)
  expect(drawAddition(readTrack(fixes), readTrack(fixes))).toEqual({ without: [], withThem: [] })
})

/** Numbers from 0 to 1, the same for the same seed (Lehmer, 1951). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
