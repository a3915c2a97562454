// OSRM's paths on the shipped extract: the calls of programs that know OSRM, and responses that equal those of our own engine.
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { SHIPPED_EXTRACT } from '@routewright/roads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { createRandom } from '../../../test/random.ts'
import { readExchanges } from '../../../test/replay-server.ts'
import type { Roads } from '../../geography/extracts/road-parts.ts'
import { osrmProtocol } from '../../geography/travel/osrm.ts'
import { decodePolyline, encodePolyline } from '../../geography/travel/polyline.ts'
import { createServerSource } from '../../geography/travel/routing-server.ts'

let server: TestServer & { stop(): Promise<void> }
let own: Account
let base: string
let roads: Roads
let places: { lat: number; lng: number }[]

beforeAll(async () => {
  server = await startTestServer({
    listen: true,
    config: { osmFiles: [SHIPPED_EXTRACT], roadModes: ['car', 'bicycle'], osrmPort: 0 },
  })
  own = await server.createAccount()
  const isReady = async () => (await server.call('GET', '/health')).body.roads.bicycle.state === 'ready'
  await until('the roads', isReady, 120_000)
  base = `http://127.0.0.1:${server.services.config.osrmPort}`
  ;[roads] = server.services.roads.find('car')! as [Roads]
  places = await placesOnRoads(60)
}, 180_000)

afterAll(() => server.stop())

/** Random places of the country that have a road within reach. */
async function placesOnRoads(count: number): Promise<typeof places> {
  const random = createRandom(11)
  const six = (value: number) => Math.round(value * 1e6) / 1e6
  const tried = Array.from({ length: count * 6 }, () => ({
    lat: six(47.06 + random() * 0.17),
    lng: six(9.49 + random() * 0.06),
  }))
  const snaps = await roads.snap(tried)
  return tried.filter((_, index) => snaps[index]).slice(0, count)
}

const written = (points: readonly { lat: number; lng: number }[]) =>
  points.map(({ lat, lng }) => `${lng},${lat}`).join(';')

async function ask(path: string, init?: RequestInit) {
  const response = await fetch(base + path, init)
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

async function ok(path: string, init?: RequestInit) {
  const { status, body } = await ask(path, init)
  expect([status, body.code], JSON.stringify(body).slice(0, 300)).toEqual([200, 'Ok'])
  return body
}

const vaduz = '9.5209,47.1410'
const schaan = '9.5090,47.1660'
const triesen = '9.5280,47.1080'

describe('the calls of programs that know OSRM', () => {
  test('leaflet-routing-machine gets its steps, and places by the hints of the response before', async () => {
    const call = (hints: readonly string[]) =>
      `/route/v1/driving/${vaduz};${schaan}?overview=false&alternatives=true&steps=true&hints=${hints.join(';')}`
    const first = await ok(call(['', '']))
    const [leg] = first.routes[0].legs
    expect(leg.steps.map(({ maneuver }: { maneuver: { type: string } }) => maneuver.type)).toEqual(
      expect.arrayContaining(['depart', 'arrive']),
    )
    // It draws the lines of the steps, one after another.
    const drawn = leg.steps.flatMap(({ geometry }: { geometry: string }) => decodePolyline(geometry))
    expect(drawn.length).toBeGreaterThan(50)
    expect(leg.summary).toBe('Herrengasse, Landstrasse')
    const again = await ok(call(first.waypoints.map(({ hint }: { hint: string }) => hint)))
    expect(again).toEqual(first)
  })

  test('osrm of R gets routes, tables by a polyline, and round trips whose places are on the line', async () => {
    const route = await ok(
      `/route/v1/car/${vaduz};${schaan}?alternatives=false&geometries=polyline&steps=false&overview=simplified`,
    )
    expect(route.routes[0]).toMatchObject({ duration: expect.any(Number), distance: expect.any(Number) })
    const encoded = encodeURIComponent(`polyline(${encodePolyline(places.slice(0, 4))})`)
    const table = await ok(`/table/v1/car/${encoded}?sources=0;1&destinations=2;3&annotations=duration,distance`)
    expect([table.durations.length, table.durations[0].length, table.sources.length]).toEqual([2, 2, 2])
    const trip = await ok(
      `/trip/v1/car/${written(places.slice(0, 5))}?steps=false&geometries=geojson&overview=simplified&generate_hints=false`,
    )
    expect(Object.keys(trip.waypoints[0])).toEqual(['waypoint_index', 'trips_index', 'distance', 'name', 'location'])
    for (const { location } of trip.waypoints) expect(trip.trips[0].geometry.coordinates).toContainEqual(location)
  })

  test('VROOM gets tables and routes over a socket that it reads to its end', async () => {
    const radiuses = ['35000', '35000', '35000'].join(';')
    const coordinates = [vaduz, schaan, triesen].join(';')
    const table = await overSocket(`/table/v1/car/${coordinates}?annotations=duration,distance&radiuses=${radiuses}`)
    expect(table.durations).toHaveLength(3)
    expect(table.distances).toHaveLength(3)
    const query = 'alternatives=false&steps=false&overview=full&continue_straight=false'
    const route = await overSocket(`/route/v1/car/${coordinates}?${query}&radiuses=${radiuses}`)
    expect(route.routes[0].legs).toHaveLength(2)
    expect(typeof route.routes[0].geometry).toBe('string')
    // Its message names the coordinate by the number at its end.
    const far = await overSocket(
      `/table/v1/car/${vaduz};0.000000,0.000000?annotations=duration,distance&radiuses=35000;35000`,
    )
    expect(far).toEqual({ code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' })
  })

  test('our own client of routing servers gets what our own engine says', async () => {
    const source = createServerSource({ url: base, protocol: osrmProtocol('car') })
    const some = places.slice(0, 6)
    const [asked, direct] = [await source.matrix(some, some), await roads.matrix(some)]
    expect([Array.from(asked.seconds), Array.from(asked.meters)]).toEqual([
      Array.from(direct.seconds),
      Array.from(direct.meters),
    ])
    const [legs, { legs: driven }] = [await source.path(some), await roads.path(some)]
    expect(legs.map(({ seconds, meters }) => [seconds, meters])).toEqual(
      driven.map(({ seconds, meters }) => [seconds, meters]),
    )
  })

  /** Reads like VROOM: one call, everything up to the end, JSON between the first and the last brace. */
  async function overSocket(path: string) {
    const { port } = new URL(base)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\nConnection: close\r\n\r\n`)
    let response = ''
    for await (const chunk of socket) response += chunk
    return JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1))
  }
})

describe('equal to our own engine', () => {
  test('500 random routes', { timeout: 120_000 }, async () => {
    const random = createRandom(5)
    const pick = () => places[Math.floor(random() * places.length)]!
    const pairs = Array.from({ length: 500 }, () => [pick(), pick()] as const)
    for (const pair of pairs) {
      const { routes } = await ok(`/route/v1/car/${written(pair)}?overview=full`)
      const path = await roads.path(pair)
      expect([routes[0].duration, routes[0].distance]).toEqual([path.seconds, path.meters])
      expect(decodePolyline(routes[0].geometry).length).toBeGreaterThan(1)
    }
  })

  test('500 random tables', { timeout: 120_000 }, async () => {
    const random = createRandom(6)
    const pick = (count: number) => Array.from({ length: count }, () => places[Math.floor(random() * places.length)]!)
    const rows = (values: ArrayLike<number>) =>
      Array.from({ length: 3 }, (_, row) => Array.from(values).slice(row * 4, row * 4 + 4))
    for (let table = 0; table < 500; table++) {
      const [sources, targets] = [pick(3), pick(4)]
      const query = 'sources=0;1;2&destinations=3;4;5;6&annotations=duration,distance&generate_hints=false'
      const { durations, distances } = await ok(`/table/v1/car/${written([...sources, ...targets])}?${query}`)
      const { seconds, meters } = await roads.matrix(sources, targets)
      expect([durations, distances]).toEqual([rows(seconds), rows(meters)])
    }
  })

  test('the steps of a leg add up to it, and their lines to the line of the route', async () => {
    const { routes } = await ok(
      `/route/v1/car/${written(places.slice(0, 8))}?steps=true&overview=full&geometries=geojson`,
    )
    for (const leg of routes[0].legs) {
      const sum = (field: 'duration' | 'distance') =>
        leg.steps.reduce((total: number, step: Record<string, number>) => total + step[field]!, 0)
      expect(Math.abs(sum('duration') - leg.duration)).toBeLessThanOrEqual(0.5 + leg.steps.length * 0.05)
      expect(Math.abs(sum('distance') - leg.distance)).toBeLessThanOrEqual(0.6)
    }
    const lines = routes[0].legs.flatMap((leg: { steps: { geometry: { coordinates: unknown[] } }[] }) =>
      leg.steps.flatMap(({ geometry }) => geometry.coordinates),
    )
    const withoutRepeats = lines.filter((place: unknown, index: number) => String(place) !== String(lines[index - 1]))
    expect(withoutRepeats).toEqual(routes[0].geometry.coordinates)
  })
})

describe('the form of recorded responses of OSRM', () => {
  /** Returns the names of a record's fields with the kinds of their values; arrays by their first entry. */
  function listKinds(value: unknown): unknown {
    if (Array.isArray(value)) return value.length === 0 ? [] : [listKinds(value[0])]
    if (value === null || typeof value !== 'object') return typeof value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, listKinds(field)]))
  }

  test('of a route with steps is that of ours', async () => {
    const recorded = readExchanges('osrm.json').find(({ url }) => url.includes('/route/') && url.includes('steps=true'))
    const theirs = JSON.parse(JSON.stringify(recorded!.answer))
    const ours = await ok(
      `/route/v1/driving/${vaduz};${schaan};${triesen}?overview=full&steps=true&geometries=polyline`,
    )
    const [their, our] = [theirs.routes[0], ours.routes[0]]
    // Numbers of roads stand among the names; `annotations` is what the recorded version writes without any.
    const { ref: _, ...step } = their.legs[0].steps[0]
    expect(listKinds(our.legs[0].steps[0])).toMatchObject(Object(listKinds(step)))
    expect(Object.keys(our).sort()).toEqual(expect.arrayContaining(Object.keys({ ...their, geometry: 1 }).sort()))
    const { annotations: __, ...leg } = their.legs[0]
    expect(Object.keys(our.legs[0]).sort()).toEqual(Object.keys(leg).sort())
    expect(listKinds(ours.waypoints[0])).toMatchObject(Object(listKinds(theirs.waypoints[0])))
  })
})

describe('options', () => {
  test('annotations have an entry for each piece of the line', async () => {
    const { routes } = await ok(`/route/v1/car/${vaduz};${schaan}?annotations=true&geometries=geojson&overview=full`)
    const [{ annotation }] = routes[0].legs
    const pieces = routes[0].geometry.coordinates.length - 1
    for (const name of ['duration', 'distance', 'weight', 'speed', 'datasources'])
      expect(annotation[name]).toHaveLength(pieces)
    expect(annotation).not.toHaveProperty('nodes')
    const meters = annotation.distance.reduce((sum: number, piece: number) => sum + piece, 0)
    expect(Math.abs(meters - routes[0].distance)).toBeLessThan(2)
  })

  test('a coordinate that is no waypoint is driven through in one leg', async () => {
    const path = `/route/v1/car/${vaduz};${schaan};${triesen}`
    const [all, joined] = [await ok(`${path}?steps=true`), await ok(`${path}?steps=true&waypoints=0;2`)]
    expect([joined.routes[0].legs.length, joined.waypoints.length]).toEqual([1, 2])
    expect([joined.routes[0].duration, joined.routes[0].distance]).toEqual([
      all.routes[0].duration,
      all.routes[0].distance,
    ])
    const types = joined.routes[0].legs[0].steps.map(({ maneuver }: { maneuver: { type: string } }) => maneuver.type)
    expect(types.filter((type: string) => type === 'arrive')).toHaveLength(1)
  })

  test('a radius, the curb side and any road are kept to', async () => {
    expect((await ask(`/route/v1/car/${vaduz};${schaan}?radiuses=1;unlimited`)).body).toEqual({
      code: 'NoSegment',
      message: 'Could not find a matching segment for coordinate 0',
    })
    const points = places.slice(0, 12)
    const query = `approaches=${points.map(() => 'curb').join(';')}&annotations=duration`
    const { durations } = await ok(`/table/v1/car/${written(points)}?${query}`)
    const { seconds } = await roads.matrix(points.map((point) => ({ ...point, approach: 'curb' })))
    expect(durations.flat()).toEqual(Array.from(seconds))
    const { waypoints } = await ok(`/nearest/v1/car/${vaduz}?number=3&snapping=any`)
    const distances = waypoints.map(({ distance }: { distance: number }) => distance)
    expect(distances).toEqual(distances.toSorted((distance: number, other: number) => distance - other))
  })

  test('a hint stands for the road that it was given for, and one of another place is passed over', async () => {
    const { waypoints } = await ok(`/nearest/v1/car/${vaduz}?number=5`)
    const last = waypoints.at(-1)
    const path = `/route/v1/car/${vaduz};${schaan}?overview=false`
    const plain = await ok(path)
    expect(last.location).not.toEqual(plain.waypoints[0].location)
    const [hinted] = (await ok(`${path}&hints=${last.hint};`)).waypoints
    expect(hinted).toEqual(last)
    expect(await ok(`${path}&hints=;${last.hint}`)).toEqual(plain)
    expect(
      await ok(`${path}&hints=KSoKADRYroqUBAEAEAAAABkAAAAGAAAAAAAAABhnCQCLtwAA_0vMAKlYIQM8TMwArVghAwEAAQH1a66g;`),
    ).toEqual(plain)
  })

  test('where no way leads, a table has null, or what a speed makes of the straight line', async () => {
    const query = `scale_factor=2&fallback_speed=10&annotations=duration,distance`
    const table = await ok(`/table/v1/car/${written(places.slice(0, 3))}?${query}`)
    const plain = await ok(`/table/v1/car/${written(places.slice(0, 3))}`)
    expect(table.durations).toEqual(plain.durations.map((row: number[]) => row.map((seconds) => seconds * 2)))
    expect(table.fallback_speed_cells).toEqual([])
  })

  test('trips begin and end where they are to', async () => {
    const coordinates = written(places.slice(0, 7))
    const order = async (query: string) => {
      const { trips, waypoints } = await ok(`/trip/v1/car/${coordinates}?overview=false&${query}`)
      return {
        legs: trips[0].legs.length,
        duration: trips[0].duration,
        places: waypoints.map((waypoint: { waypoint_index: number }) => waypoint.waypoint_index),
      }
    }
    const round = await order('roundtrip=true')
    expect([round.legs, round.places[0]]).toEqual([7, 0])
    expect([...round.places].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect((await order('destination=last')).places[6]).toBe(6)
    const open = await order('roundtrip=false&source=first&destination=last')
    expect([open.legs, open.places[0], open.places[6]]).toEqual([6, 0, 6])
    const free = await order('roundtrip=false&source=first')
    expect(free.duration).toBeLessThanOrEqual(open.duration)
    expect((await order('roundtrip=false&destination=last')).places[6]).toBe(6)
  })

  test('a long trip is no longer than the order it was asked in', async () => {
    const some = places.slice(0, 25)
    const { trips, waypoints } = await ok(`/trip/v1/car/${written(some)}?overview=false`)
    const order = waypoints.map(({ waypoint_index }: { waypoint_index: number }) => waypoint_index)
    expect(order.toSorted((first: number, other: number) => first - other)).toEqual([...some.keys()])
    const { routes } = await ok(`/route/v1/car/${written([...some, some[0]!])}?overview=false`)
    expect(trips[0].duration).toBeLessThan(routes[0].duration)
  })

  test('positions are matched, those off all roads are null, and a long silence begins another matching', async () => {
    const { routes } = await ok(`/route/v1/car/${vaduz};${schaan}?overview=full&geometries=geojson`)
    const drive = routes[0].geometry.coordinates.filter((_: unknown, index: number) => index % 8 === 0)
    const times = drive.map((_: unknown, index: number) => index * 20)
    const path = `/match/v1/car/${drive.join(';')}`
    const { matchings, tracepoints } = await ok(`${path}?timestamps=${times.join(';')}&steps=true`)
    expect(matchings).toHaveLength(1)
    expect(matchings[0].confidence).toBeGreaterThan(0.9)
    expect(matchings[0].legs).toHaveLength(drive.length - 1)
    expect(tracepoints.map((point: { waypoint_index: number }) => point.waypoint_index)).toEqual([...drive.keys()])
    const late = times.map((time: number, index: number) => (index > 4 ? time + 3_600 : time))
    expect((await ok(`${path}?timestamps=${late.join(';')}`)).matchings).toHaveLength(2)
    expect((await ok(`${path}?timestamps=${late.join(';')}&gaps=ignore`)).matchings).toHaveLength(1)
    const lost = [...drive.slice(0, 5), [9.6, 47.05], ...drive.slice(5)]
    expect((await ok(`/match/v1/car/${lost.join(';')}`)).tracepoints[5]).toBeNull()
  })

  test('a POST says the same as an address, and is as long as it must be', async () => {
    const points = Array.from({ length: 300 }, (_, index) => places[index % places.length]!)
    const body = {
      coordinates: points.map(({ lat, lng }) => [lng, lat]),
      annotations: ['duration', 'distance'],
      sources: [0, 1],
    }
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const posted = await ok('/table/v1/car', init)
    expect(posted).toEqual(await ok(`/table/v1/car/${written(points)}?annotations=duration,distance&sources=0;1`))
  })
})

describe('what cannot be done is said in OSRM’s form', () => {
  const two = `${vaduz};${schaan}`
  test.each([
    [`/route/v1/car/${vaduz}`, 'InvalidOptions', 'Number of coordinates needs to be at least two.'],
    [`/route/v1/boat/${two}`, 'InvalidValue', 'Profile boat is not known'],
    [`/route/v1/truck/${two}`, 'DisabledDataset', 'The roads for profile truck are not open'],
    [`/route/v1/car/${two}?bearings=10,20;`, 'NotImplemented', 'bearings'],
    [`/route/v1/car/${two}?approaches=opposite;`, 'NotImplemented', 'opposite'],
    [`/route/v1/car/${two}?exclude=motorway`, 'InvalidValue', 'Exclude flag combination is not supported.'],
    [`/route/v1/car/${two}?continue_straight=true`, 'NotImplemented', 'continue_straight'],
    [`/route/v1/car/${two}?annotations=nodes`, 'NotImplemented', 'nodes'],
    [`/route/v1/car/${two}?waypoints=0`, 'InvalidValue', 'First and last coordinates'],
    [`/route/v1/car/${Array(501).fill(vaduz).join(';')}`, 'TooBig', '501 is higher than current maximum (500)'],
    [`/table/v1/car/${two}?sources=2`, 'InvalidOptions', 'Index 2 in sources'],
    [`/table/v1/car/${two}?fallback_speed=0`, 'InvalidOptions', 'fallback_speed must be > 0'],
    [`/nearest/v1/car/${two}`, 'InvalidOptions', 'Only one input coordinate'],
    [`/nearest/v1/car/${vaduz}?number=101`, 'TooBig', '101 is higher than current maximum (100)'],
    [`/nearest/v1/car/0,0?radiuses=100`, 'NoSegment', 'coordinate 0'],
    [`/match/v1/car/${two}?timestamps=5;4`, 'InvalidValue', 'Timestamps'],
    ['/match/v1/car/0,0;1,1', 'NoMatch', 'Could not match the trace.'],
    [`/trip/v1/car/${two}?roundtrip=false`, 'NotImplemented', 'source=first or destination=last'],
    [`/route/v1/car/${two}?speed=5`, 'InvalidQuery', 'option speed is not known'],
  ])('%s', async (path, code, message) => {
    const { status, headers, body } = await ask(path)
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
    expect(body).toEqual({ code, message: expect.stringContaining(message) })
  })

  test('a body that is no JSON', async () => {
    const { status, body } = await ask('/route/v1/car', { method: 'POST', body: '{"coordinates":' })
    expect([status, body.code]).toEqual([400, 'InvalidQuery'])
  })
})

describe('who may call', () => {
  const path = `/route/v1/bicycle/${vaduz};${schaan}?overview=false`
  const keyed = (url: string, headers: Record<string, string> = {}) => fetch(server.address + url, { headers })

  test('on the service’s own port a key is needed: as a parameter, a header, or in the path', async () => {
    const refused = await keyed(`/osrm${path}`)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'InvalidOptions', message: expect.stringContaining('key') })
    const expected = JSON.stringify(await ok(path))
    for (const response of [
      await keyed(`/osrm${path}&private_key=${own.key}`),
      await keyed(`/osrm${path.replace('?', `?private_key=${own.key}&`)}`),
      await keyed(`/osrm${path}`, { 'x-api-key': own.key }),
      await keyed(`/osrm${path}`, { authorization: `Bearer ${own.key}` }),
      await keyed(`/osrm/key/${own.key}${path}`),
    ])
      expect([response.status, await response.text()]).toEqual([200, expected])
  })

  test('no key is in the log', () => {
    expect(server.logLines.some((line) => line.includes('/osrm'))).toBe(true)
    expect(server.logLines.filter((line) => line.includes(own.key))).toEqual([])
  })

  test('browsers may read responses from every page', async () => {
    const preflight = await fetch(`${server.address}/osrm${path}`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect((await fetch(base + path)).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('on the open port other methods are not there', async () => {
    const status = await new Promise((resolve) =>
      httpRequest(base + path, { method: 'DELETE' }, (response) => resolve(response.statusCode)).end(),
    )
    expect(status).toBe(405)
  })
})
