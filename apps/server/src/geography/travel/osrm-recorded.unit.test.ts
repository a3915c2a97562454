// Recorded responses of OSRM: tables with distances, a path with its steps, and the table of a server without distances.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplay, type ReplayServer, readExchanges } from '../../../test/replay-server.ts'
import { osrmProtocol } from './osrm.ts'
import { decodePolyline } from './polyline.ts'
import { createServerSource } from './routing-server.ts'
import { straightMeters } from './straight-lines.ts'

let replay: ReplayServer
beforeAll(async () => {
  const refusal = { message: 'Query string malformed close to position 28', code: 'InvalidQuery' }
  // The places stand in the path; the recorded calls asked for an overview too.
  replay = await openReplay(readExchanges('osrm.json'), refusal, [])
})
afterAll(() => replay.close())

const source = () => createServerSource({ url: replay.url, protocol: osrmProtocol('car') })

const berlin = [
  { lat: 52.517037, lng: 13.38886 },
  { lat: 52.529407, lng: 13.397634 },
  { lat: 52.523219, lng: 13.428555 },
]
const path = '13.388860,52.517037;13.397634,52.529407;13.428555,52.523219'

test('a table has its times and distances', async () => {
  const { seconds, meters } = await source().matrix(berlin, berlin)
  expect([...seconds]).toEqual([0, 252, 385, 258, 0, 364, 458, 413, 0])
  expect([...meters]).toEqual([0, 1_887, 3_803, 1_903, 0, 2_846, 4_003, 3_015, 0])
  const query = 'annotations=duration,distance&sources=0;1;2&destinations=0;1;2'
  expect(replay.asked.at(-1)).toBe(`GET /table/v1/driving/${path}?${query}`)
})

test('the lines of the steps join to the line of a leg, from place to place and as long as is said', async () => {
  const legs = await source().path(berlin)
  expect(legs.map(({ seconds, meters }) => [seconds, meters])).toEqual([
    [252, 1_885],
    [364, 2_839],
  ])
  for (const [index, leg] of legs.entries()) {
    const line = decodePolyline(leg.geometry)
    expect(straightMeters(line[0]!, berlin[index]!)).toBeLessThan(10)
    expect(straightMeters(line.at(-1)!, berlin[index + 1]!)).toBeLessThan(10)
    const drawn = line.slice(1).reduce((sum, point, at) => sum + straightMeters(line[at]!, point), 0)
    expect(Math.abs(drawn / leg.meters - 1)).toBeLessThan(0.01)
  }
  const query = 'overview=false&steps=true&geometries=polyline&continue_straight=false'
  expect(replay.asked.at(-1)).toBe(`GET /route/v1/driving/${path}?${query}`)
})

test('a server that knows no distances is told to be too old', async () => {
  const newYork = [
    { lat: 40.714701, lng: -73.990185 },
    { lat: 40.717571, lng: -73.991801 },
    { lat: 40.715651, lng: -73.985751 },
  ]
  await expect(source().matrix(newYork, newYork)).rejects.toThrow('a table without distances, as old versions do')
})

test('any other question is refused in its own words', async () => {
  await expect(source().path(berlin.slice(1))).rejects.toThrow(
    'answered 400 InvalidQuery: Query string malformed close to position 28',
  )
})
