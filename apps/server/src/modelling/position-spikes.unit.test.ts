// What counts as a position that cannot be.
import { expect, test } from 'vitest'
import { withoutSpikes } from './position-spikes.ts'

const at = (second: number, northMeters: number) => ({
  lat: 47 + northMeters / 111_195.08,
  lng: 9.5,
  recorded_at: new Date(Date.UTC(2026, 2, 2, 8, 0, second)),
})
const seconds = (positions: { recorded_at: Date }[]) => positions.map(({ recorded_at }) => recorded_at.getUTCSeconds())

test.each([
  ['a jump of 5 km and back within 20 s', [at(0, 0), at(10, 5_000), at(20, 200), at(30, 400)], [0, 20, 30]],
  ['two jumps, one after the other', [at(0, 0), at(10, 5_000), at(20, 200), at(30, -9_000), at(40, 300)], [0, 20, 40]],
  ['noise of 150 m', [at(0, 0), at(1, 150), at(2, 10)], [0, 1, 2]],
  ['a motorway', [at(0, 0), at(10, 400), at(20, 800)], [0, 10, 20]],
  [
    'a jump that lasts: the phone was off, or its clock stood still',
    [at(0, 0), at(10, 5_000), at(20, 5_100)],
    [0, 10, 20],
  ],
  ['doors reported all at once', [at(0, 0), at(0, 900), at(0, 2_000), at(0, 4_000)], [0, 0, 0, 0]],
  ['the last position, of which nobody knows yet', [at(0, 0), at(10, 90), at(20, 9_000)], [0, 10, 20]],
  ['nothing', [], []],
])('%s', (_what, positions, kept) => {
  expect(seconds(withoutSpikes(positions))).toEqual(kept)
})
