// Recorded responses of Valhalla: tests that the protocol is read as the program speaks it, not as we think it does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplay, type ReplayServer, readExchanges } from '../../../test/replay-server.ts'
import { decodePolyline } from './polyline.ts'
import { createServerSource } from './routing-server.ts'
import { straightMeters } from './straight-lines.ts'
import { valhallaProtocol } from './valhalla.ts'

let replay: ReplayServer
beforeAll(async () => {
  const refusal = { error_code: 106, error: 'Try any of the recorded questions' }
  replay = await openReplay(readExchanges('valhalla-3.6.1.json'), refusal)
})
afterAll(() => replay.close())

/** Vaduz, Schaan, Balzers. */
const places = [
  { lat: 47.141, lng: 9.521 },
  { lat: 47.1755, lng: 9.5045 },
  { lat: 47.066, lng: 9.503 },
]

test.each([
  ['car', [0, 396, 615, 423, 0, 1_031, 602, 998, 0], [0, 4_449, 9_179, 4_393, 0, 13_500, 9_047, 13_496, 0]],
  [
    'bicycle',
    [0, 1_037, 2_008, 1_029, 0, 2_976, 2_016, 2_983, 0],
    [0, 4_735, 9_671, 4_674, 0, 14_000, 9_654, 14_000, 0],
  ],
] as const)(
  '%s: a table has its times and distances, and a path its legs with their lines',
  async (mode, seconds, meters) => {
    const source = createServerSource({ url: replay.url, protocol: valhallaProtocol(mode) })
    const table = await source.matrix(places, places)
    expect([...table.seconds]).toEqual(seconds)
    expect([...table.meters]).toEqual(meters)
    const legs = await source.path(places)
    for (const [index, leg] of legs.entries()) {
      // The table rounds to whole seconds and five digits.
      expect(Math.abs(leg.seconds - seconds[index * 3 + index + 1]!)).toBeLessThanOrEqual(1)
      expect(Math.abs(leg.meters - meters[index * 3 + index + 1]!)).toBeLessThanOrEqual(1)
      const line = decodePolyline(leg.geometry)
      expect(straightMeters(line[0]!, places[index]!)).toBeLessThan(100)
      expect(straightMeters(line.at(-1)!, places[index + 1]!)).toBeLessThan(100)
      const drawn = line.slice(1).reduce((sum, point, at) => sum + straightMeters(line[at]!, point), 0)
      expect(Math.abs(drawn / leg.meters - 1)).toBeLessThan(0.02)
    }
  },
)

test('any other question is refused in its own words', async () => {
  const source = createServerSource({ url: replay.url, protocol: valhallaProtocol('truck') })
  await expect(source.path(places)).rejects.toThrow('answered 400: Try any of the recorded questions')
})
