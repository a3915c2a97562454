// Where a van stood while a report was made, from a track that walks to the door with its phone.
import { expect, test } from 'vitest'
import { straightMeters } from '../../../geography/travel/straight-lines.ts'
import type { Fix } from './fix.ts'
import { MomentsOfTrack } from './moments.ts'

const start = Date.parse('2026-03-02T08:00:00Z')
const point = (second: number, north: number, east = 0, accuracy = 8): Fix => ({
  lat: 47.1 + north / 111_195,
  lng: 9.5 + east / 75_690,
  at: start + second * 1_000,
  accuracy,
  speed: null,
})
/** 8 m/s north from a second at a place, every ten seconds. */
const drive = (second: number, north: number, steps: number) =>
  Array.from({ length: steps }, (_, step) => point(second + 10 * step, north + 80 * step))
const when = (second: number) => start + second * 1_000

/** Drives to 400 m, parks, walks 60 m east and back, drives on. */
const track = [
  ...drive(0, 0, 6),
  ...[10, 20, 30, 42, 54, 60].map((east, step) => point(60 + 10 * step, 400, east)),
  point(170, 402, 61),
  ...[48, 30, 16, 4].map((east, step) => point(200 + 10 * step, 400, east)),
  ...drive(240, 402, 6),
]
const halts = new MomentsOfTrack(track)

test('the van stood where it came to a halt, not where the driver walked to', () => {
  const { halt, isDriving, accuracy } = halts.at(when(175))
  expect(isDriving).toBe(false)
  expect(accuracy).toBe(8)
  expect(straightMeters(halt!, point(0, 400))).toBeLessThan(12)
})

test('a report on the way says nothing, nor one of a moment that no track tells of', () => {
  expect(halts.at(when(25))).toMatchObject({ isDriving: true, halt: undefined })
  expect(halts.at(when(4_000))).toMatchObject({ isDriving: false, halt: undefined, accuracy: undefined })
  expect(new MomentsOfTrack([]).at(when(10))).toMatchObject({ isDriving: false, halt: undefined })
})

test('after the last stop of a day nobody drives on: the van stood where it came', () => {
  const last = new MomentsOfTrack(track.slice(0, 13))
  expect(straightMeters(last.at(when(172)).halt!, point(0, 400))).toBeLessThan(12)
})

test('a van that creeps on stands nowhere', () => {
  const moved = [...drive(0, 0, 6), point(110, 400), point(170, 450), point(230, 500), ...drive(240, 500, 4)]
  expect(new MomentsOfTrack(moved).at(when(200)).halt).toBeUndefined()
})

test('noise of a receiver that stands still is no drive', () => {
  const noisy = Array.from({ length: 60 }, (_, step) =>
    point(60 + 10 * step, 400 + 14 * Math.sin(step * 12.9898), 14 * Math.sin(step * 78.233)),
  )
  const all = new MomentsOfTrack([...drive(0, 0, 6), ...noisy, ...drive(660, 400, 6)])
  for (const second of [120, 300, 500, 640]) {
    const { halt, isDriving } = all.at(when(second))
    expect(isDriving).toBe(false)
    expect(straightMeters(halt!, point(0, 400))).toBeLessThan(25)
  }
})
