// OSRM's paths where the service has several extracts, between which no road leads.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeBridges } from '../../../test/road-town.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-osrm-'))
const apart = 40_000
let server: TestServer & { stop(): Promise<void> }

beforeAll(async () => {
  const osmFiles = [writeBridges(folder, 0, {}), writeBridges(folder, apart, {})]
  server = await startTestServer({ listen: true, config: { osmFiles, roadModes: ['car'], osrmPort: 0 } })
  await until('the roads', async () => (await server.call('GET', '/health')).body.roads.car.state === 'ready')
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const at = (eastMeters: number, northMeters: number) => {
  const { lat, lng } = townPlace(eastMeters, northMeters)
  return `${lng},${lat}`
}
/** Two places in the western town, 300 m apart, and one in the eastern one. */
const [here, near, far] = [at(100, 100), at(400, 100), at(apart + 100, 100)]

async function ask(path: string) {
  const response = await fetch(`http://127.0.0.1:${server.services.config.osrmPort}${path}`)
  return JSON.parse(await response.text())
}

test('a table has the times within each, and null between them', async () => {
  const { code, durations, distances } = await ask(`/table/v1/car/${here};${near};${far}?annotations=duration,distance`)
  expect(code).toBe('Ok')
  expect(distances).toEqual([
    [0, 300, null],
    [300, 0, null],
    [null, null, 0],
  ])
  expect(durations[0][2]).toBeNull()
})

test('a speed fills the gaps with straight lines, and their cells are told', async () => {
  const query = 'annotations=duration,distance&fallback_speed=10&sources=0&destinations=1;2'
  const { durations, distances, fallback_speed_cells } = await ask(`/table/v1/car/${here};${near};${far}?${query}`)
  expect(fallback_speed_cells).toEqual([[0, 1]])
  expect(distances[0][0]).toBe(300)
  expect(Math.round(distances[0][1] / 100)).toBe(apart / 100)
  expect(durations[0][1]).toBeCloseTo(distances[0][1] / 10, 0)
})

test('routes, trips and matches lead from none to another', async () => {
  expect(await ask(`/route/v1/car/${here};${far}`)).toEqual({
    code: 'NoRoute',
    message: 'Impossible route between points',
  })
  expect((await ask(`/trip/v1/car/${here};${near};${far}`)).code).toBe('NoTrips')
  expect((await ask(`/match/v1/car/${here};${far}`)).code).toBe('NoMatch')
})

test('the nearest road is that of the place’s own extract', async () => {
  const { waypoints } = await ask(`/nearest/v1/car/${far}`)
  expect(waypoints[0].distance).toBeLessThan(1)
})

test('steps turn where the streets do', async () => {
  const { routes } = await ask(`/route/v1/car/${at(100, 100)};${at(300, 300)}?steps=true&geometries=polyline6`)
  const steps: { maneuver: { type: string; modifier?: string } }[] = routes[0].legs[0].steps
  expect(steps[0]!.maneuver.type).toBe('depart')
  expect(steps.at(-1)!.maneuver.type).toBe('arrive')
  expect(routes[0].distance).toBe(400)
})
