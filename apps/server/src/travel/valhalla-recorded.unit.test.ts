// What Valhalla itself answered, recorded: the protocol is read as the program speaks it, not as we think it does.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePolyline } from './polyline.ts'
import { createServerSource } from './routing-server.ts'
import { straightMeters } from './straight-lines.ts'
import { valhallaProtocol } from './valhalla.ts'

interface Recording {
  exchanges: { path: string; body: unknown; answer: unknown }[]
}

const file = new URL('../../test/fixtures/valhalla-3.6.1.json', import.meta.url)
const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as Recording

/** Answers what was recorded, and nothing to any other question. */
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const asked = JSON.stringify([request.url, JSON.parse(text)])
  const found = exchanges.find(({ path, body }) => JSON.stringify([path, body]) === asked)
  response.writeHead(found ? 200 : 400, { 'content-type': 'application/json;charset=utf-8' })
  response.end(JSON.stringify(found?.answer ?? { error_code: 106, error: 'Try any of the recorded questions' }))
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

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
    const source = createServerSource({ url, protocol: valhallaProtocol(mode) })
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
  const source = createServerSource({ url, protocol: valhallaProtocol('truck') })
  await expect(source.path(places)).rejects.toThrow('answered 400: Try any of the recorded questions')
})
