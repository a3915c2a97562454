// Routing servers over HTTP, against a small server that speaks their protocols: shapes, parts, refusals, silence.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { osrmProtocol } from './osrm.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'
import { createServerSource } from './routing-server.ts'
import { straightLeg, straightMeters } from './straight-lines.ts'
import type { TravelPoint } from './travel.ts'
import { valhallaProtocol } from './valhalla.ts'

let server: Server | undefined
let url = ''
const calls: { path: string; body: string }[] = []

interface Answer {
  status?: number
  body: unknown
}

/** Serves until the test ends; an undefined response means silence. */
async function serve(answer: (path: string, body: string) => Answer | undefined): Promise<void> {
  calls.length = 0
  server = createServer(async (request, response) => {
    const body = await readAll(request)
    const path = decodeURI(request.url!)
    calls.push({ path, body })
    const found = answer(path, body)
    if (!found) return
    response.writeHead(found.status ?? 200, { 'content-type': 'application/json;charset=UTF-8' })
    response.end(typeof found.body === 'string' ? found.body : JSON.stringify(found.body))
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** No road leads here. */
const island = { lat: 48, lng: 10 }
const isIsland = ({ lat }: TravelPoint) => lat === island.lat
const places = (count: number): TravelPoint[] =>
  Array.from({ length: count }, (_, index) => ({ lat: 47 + (index % 13) / 100, lng: 9 + index / 1000 }))
const expected = (from: TravelPoint, to: TravelPoint) =>
  isIsland(from) || isIsland(to) ? -1 : straightLeg(from, to, 'car').seconds

async function expectTable(points: readonly TravelPoint[], protocol: ReturnType<typeof osrmProtocol>): Promise<void> {
  const { seconds, meters } = await createServerSource({ url, protocol }).matrix(points, points)
  const wanted = points.flatMap((from) => points.map((to) => expected(from, to)))
  expect([...seconds]).toEqual(wanted)
  expect([...meters].every((meter, entry) => meter >= 0 === wanted[entry]! >= 0)).toBe(true)
}

/** Responds like osrm-routed 5.27. */
function osrm(path: string): Answer {
  const [, service, version, , rest] = path.split('/') as [string, string, string, string, string]
  expect(version).toBe('v1')
  const [coordinates, query] = rest.split('?') as [string, string]
  const points = coordinates.split(';').map((pair) => {
    const [lng, lat] = pair.split(',').map(Number) as [number, number]
    return { lat, lng }
  })
  const waypoints = points.map(({ lat, lng }) => ({ hint: 'x', distance: 3.2, name: '', location: [lng, lat] }))
  const options = new URLSearchParams(query)
  const lost = points.findIndex(isIsland)
  if (lost >= 0) {
    const message = `Could not find a matching segment for coordinate ${lost}`
    return { status: 400, body: { code: 'NoSegment', message } }
  }
  if (service === 'table') {
    const side = (name: string) =>
      options
        .get(name)!
        .split(';')
        .map((index) => points[Number(index)]!)
    const [sources, destinations] = [side('sources'), side('destinations')]
    if (sources.length * destinations.length > 10_000) {
      return { status: 400, body: { code: 'TooBig', message: 'Too many table coordinates' } }
    }
    const table = (field: 'seconds' | 'meters') =>
      sources.map((from) => destinations.map((to) => straightLeg(from, to, 'car')[field] + 0.2))
    return {
      body: { code: 'Ok', durations: table('seconds'), distances: table('meters'), sources: [], destinations: [] },
    }
  }
  const legs = points.slice(1).map((to, index) => {
    const leg = straightLeg(points[index]!, to, 'car')
    const end = encodePolyline([to, to])
    return {
      duration: leg.seconds + 0.1,
      distance: leg.meters,
      summary: '',
      weight: 1,
      steps: [{ geometry: leg.geometry }, { geometry: end }],
    }
  })
  return {
    body: {
      code: 'Ok',
      routes: [{ legs, distance: 1, duration: 1, weight_name: 'routability', weight: 1 }],
      waypoints,
    },
  }
}

describe('OSRM', () => {
  test('tells tables in parts of 100 × 100', async () => {
    await serve(osrm)
    await expectTable(places(130), osrmProtocol('car'))
    expect(calls).toHaveLength(4)
    expect(calls[0]!.path).toMatch(
      /^\/table\/v1\/driving\/9\.000000,47\.000000;9\.001000,47\.010000;.*\?annotations=duration,distance&sources=0;1;2;/,
    )
  })

  test('a place that is source and target stands in the address once, and one alone twice', async () => {
    await serve(osrm)
    await expectTable(places(2), osrmProtocol('car'))
    expect(calls[0]!.path).toMatch(/\/9\.000000,47\.000000;9\.001000,47\.010000\?.*&sources=0;1&destinations=0;1$/)
    await expectTable(places(1), osrmProtocol('car'))
    expect(calls[1]!.path).toMatch(/\/9\.000000,47\.000000;9\.000000,47\.000000\?.*&sources=0&destinations=0$/)
  })

  test('a place beside a meridian is written in digits, which the server reads, not as 1e-7', async () => {
    await serve(osrm)
    await createServerSource({ url, protocol: osrmProtocol('car') }).path([{ lat: 51.5, lng: 1e-7 }, ...places(1)])
    expect(calls[0]!.path).toContain('/route/v1/driving/0.000000,51.500000;9.000000,47.000000?')
  })

  test('tells paths as legs whose lines are joined', async () => {
    await serve(osrm)
    const points = places(130)
    const legs = await createServerSource({ url, protocol: osrmProtocol('bicycle') }).path(points)
    expect(legs.map((leg) => leg.seconds)).toEqual(points.slice(1).map((to, index) => expected(points[index]!, to)))
    expect(decodePolyline(legs[0]!.geometry)).toEqual(points.slice(0, 2))
    expect(calls).toHaveLength(2)
    expect(calls[0]!.path).toContain('/route/v1/cycling/')
  })

  test('one place without a road is unreachable, and the others are not', async () => {
    await serve(osrm)
    const points = [...places(6), island, ...places(9).slice(6)]
    await expectTable(points, osrmProtocol('car'))
    const legs = await createServerSource({ url, protocol: osrmProtocol('car') }).path(points)
    expect(legs.map((leg) => leg.seconds < 0)).toEqual(
      points.slice(1).map((to, i) => isIsland(to) || isIsland(points[i]!)),
    )
  })

  test('entries without a number are unreachable', async () => {
    await serve(() => ({ body: { code: 'Ok', durations: [[0, null]], distances: [[0, null]] } }))
    const { seconds, meters } = await createServerSource({ url, protocol: osrmProtocol('car') }).matrix(
      places(1),
      places(2),
    )
    expect([...seconds, ...meters]).toEqual([0, -1, 0, -1])
  })
})

/** Responds like Valhalla 3.5. */
function valhalla(path: string, body: string): Answer {
  const question = JSON.parse(body) as Record<string, { lat: number; lon: number }[]> & { costing: string }
  expect(question.costing).toBe('truck')
  const listPoints = (name: string) => question[name]!.map(({ lat, lon }) => ({ lat, lng: lon }))
  const refused = (error_code: number, error: string) => ({
    status: 400,
    body: { error_code, error, status_code: 400, status: 'Bad Request' },
  })
  if (path === '/sources_to_targets') {
    const [sources, targets] = [listPoints('sources'), listPoints('targets')]
    if (sources.length * targets.length > 2_500) return refused(150, 'Exceeded max locations: 2500')
    if ([...sources, ...targets].some(isIsland)) return refused(171, 'No suitable edges near location')
    // The largest distance of a pair, 400 km as it comes.
    const isFar = sources.some((from) => targets.some((to) => straightMeters(from, to) > 400_000))
    if (isFar) return refused(154, 'Path distance exceeds the max distance limit: 400000 meters')
    const cells = sources.map((from, from_index) =>
      targets.map((to, to_index) => {
        const leg = straightLeg(from, to, 'car')
        return { from_index, to_index, time: leg.seconds, distance: leg.meters / 1_000 }
      }),
    )
    return { body: { sources_to_targets: cells, units: 'kilometers', algorithm: 'costmatrix' } }
  }
  const points = listPoints('locations')
  if (points.length > 20) return refused(150, 'Exceeded max locations: 20')
  if (points.some(isIsland)) return refused(442, 'No path could be found for input')
  const legs = points.slice(1).map((to, index) => {
    const leg = straightLeg(points[index]!, to, 'car')
    return {
      shape: sixDecimals([points[index]!, to]),
      summary: { time: leg.seconds + 0.3, length: leg.meters / 1_000 },
    }
  })
  return { body: { trip: { legs, status: 0, units: 'kilometers', summary: {} } } }
}

/** A line of six decimals is one of five whose coordinates are ten times as large. */
function sixDecimals(points: readonly TravelPoint[]): string {
  return encodePolyline(points.map(({ lat, lng }) => ({ lat: lat * 10, lng: lng * 10 })))
}

describe('Valhalla', () => {
  test('tells tables in parts of 50 × 50, and paths in parts of 20 places', async () => {
    await serve(valhalla)
    const points = places(120)
    await expectTable(points, valhallaProtocol('truck'))
    expect(calls).toHaveLength(9)
    const legs = await createServerSource({ url, protocol: valhallaProtocol('truck') }).path(points)
    expect(legs.map((leg) => leg.seconds)).toEqual(points.slice(1).map((to, index) => expected(points[index]!, to)))
    expect(decodePolyline(legs[7]!.geometry)).toEqual(points.slice(7, 9))
    expect(calls).toHaveLength(9 + 7)
  })

  test('one place without a road is unreachable, and the others are not', async () => {
    await serve(valhalla)
    await expectTable([...places(3), island, ...places(5).slice(3)], valhallaProtocol('truck'))
  })

  test('one place at the other end of the world spoils no other pair', async () => {
    await serve(valhalla)
    const far = { lat: 0, lng: 0 }
    const points = [...places(3), far]
    const { seconds } = await createServerSource({ url, protocol: valhallaProtocol('truck') }).matrix(points, points)
    const wanted = points.flatMap((from) =>
      points.map((to) => ((from === far) === (to === far) ? expected(from, to) : -1)),
    )
    expect([...seconds]).toEqual(wanted)
  })
})

describe('a server in trouble', () => {
  const ask = (timeoutMilliseconds?: number, signal?: AbortSignal) =>
    createServerSource({ url, protocol: osrmProtocol('car'), timeoutMilliseconds }).matrix(places(2), places(2), {
      signal,
    })

  test.each([
    [
      'refuses',
      { status: 400, body: { code: 'InvalidOptions', message: 'Query string malformed' } },
      'answered 400 InvalidOptions: Query string malformed',
    ],
    ['is overloaded', { status: 429, body: { message: 'Too Many Requests' } }, 'answered 429 Too Many Requests'],
    ['answers a page', { status: 502, body: '<html>' }, 'answered 502 without JSON'],
    ['answers too little', { body: { code: 'Ok', durations: [[0]], distances: [[0]] } }, 'a table of another size'],
    ['answers null', { body: null }, 'answered 200'],
  ])('that %s is told by what it said', async (_what, answer, message) => {
    await serve(() => answer)
    await expect(ask()).rejects.toThrow(message)
  })

  test('that does not answer is waited for so long and no longer', async () => {
    await serve(() => undefined)
    await expect(ask(50)).rejects.toThrow(/did not answer within 0\.05 s/)
  })

  test('that is not there is told', async () => {
    await serve(() => undefined)
    url = 'http://127.0.0.1:9'
    await expect(ask()).rejects.toThrow('127.0.0.1:9 cannot be reached')
  })

  test('is not asked on when nobody waits any more', async () => {
    await serve(() => undefined)
    const controller = new AbortController()
    const asking = ask(10_000, controller.signal)
    controller.abort()
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  })
})
