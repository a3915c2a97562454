// The routes of a plan as other maps and devices read them.
import { beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let routeIds: string[]
const depot = { lat: 47.1, lng: 9.5 }
const name = 'Ida & <Söhne>'

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const ways = (query: Record<string, string>) => call('GET', `/app/v1/plan/${planId}/ways`, undefined, query)

beforeAll(async () => {
  account = await server.createAccount()
  const stops = [
    { label: name, location: { lat: 47.11, lng: 9.51, label: 'Städtle 1, Vaduz' } },
    { label: 'nowhere' },
    { label: 'last', location: { lat: 47.12, lng: 9.52 } },
  ]
  const route = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
  const plan = {
    label: 'Monday',
    execution_date: '2026-03-02',
    routes: [
      { ...route, label: 'North', stops },
      { ...route, label: 'South', stops: [{ label: 'only', location: { lat: 47.09, lng: 9.5 } }] },
    ],
  }
  const made = await call('POST', '/v2/plan', plan, { project_id: account.project_id })
  expect(made.status, made.text).toBe(201)
  planId = made.body.id
  const { body: whole } = await call('GET', `/v2/plan/${planId}`)
  routeIds = whole.routes.map(({ id }: { id: string }) => id)
})

test('GeoJSON: a line for each route, a point for each stop that has a place', async () => {
  const { status, text, headers } = await ways({})
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/geo+json')
  expect(headers['content-disposition']).toContain('filename="2026-03-02 Monday.geojson"')
  const { type, features } = JSON.parse(text)
  expect(type).toBe('FeatureCollection')
  const kinds = features.map(
    ({ geometry, properties }: { geometry: { type: string }; properties: { route: string } }) => [
      properties.route,
      geometry.type,
    ],
  )
  expect(kinds).toEqual([
    ['North', 'LineString'],
    ['North', 'Point'],
    ['North', 'Point'],
    ['South', 'LineString'],
    ['South', 'Point'],
  ])
  const [line, first, last] = features
  // There and back, through both stops; as exact as a polyline is.
  expect(line.geometry.coordinates[0]).toEqual([9.5, 47.1])
  expect(line.geometry.coordinates.at(-1)).toEqual([9.5, 47.1])
  expect(line.geometry.coordinates).toContainEqual([9.51, 47.11])
  expect(first).toMatchObject({
    geometry: { coordinates: [9.51, 47.11] },
    properties: { number: 1, name, address: 'Städtle 1, Vaduz', planned_arrival: expect.stringMatching(/^08:\d\d$/) },
  })
  // Its place on the route counts the stop without a place, as everywhere else.
  expect(last.properties).toMatchObject({ number: 3, name: 'last' })
})

test.each([
  ['gpx', 'application/gpx+xml', /<wpt lat="47\.11" lon="9\.51">/, /<trkpt lat="47\.1" lon="9\.5"\/>/g],
  ['kml', 'application/vnd.google-earth.kml+xml', /<coordinates>9\.51,47\.11<\/coordinates>/, /<LineString>/g],
])('%s says the same, and names are text in it', async (format, type, stop, line) => {
  const { text, headers } = await ways({ format })
  expect(headers['content-type']).toBe(type)
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/)
  expect(text).toMatch(stop)
  expect(text.match(line)!.length).toBeGreaterThanOrEqual(2)
  expect(text).toContain('1. Ida &#38; &#60;Söhne&#62;')
  expect(text).not.toContain('nowhere')
})

test('one route alone', async () => {
  const { text } = await ways({ format: 'gpx', route_id: routeIds[1]! })
  expect(text).toContain('<name>South</name>')
  expect(text).not.toContain('North')
})

test.each([
  [{ format: 'shp' }, 400, 'format'],
  [{ route_id: '0'.repeat(24) }, 404, 'route'],
])('%j is refused', async (query, status, word) => {
  const answer = await ways(query as Record<string, string>)
  expect(answer.status).toBe(status)
  expect(answer.body.message).toContain(word)
})

test('what was driven is a second line of its route, with its times', async () => {
  const at = (second: number) => new Date(server.clock.now().getTime() - 60_000 + second * 1_000)
  const positions = [0, 20, 40].map((second) => ({
    route_id: routeIds[0]!,
    organization_id: account.organization_id,
    received_at: at(60),
    recorded_at: at(second),
    lat: (471_000 + second) / 10_000,
    lng: 9.5,
  }))
  await server.services.database.db.insertInto('positions').values(positions).execute()
  const { features } = JSON.parse((await ways({})).text)
  const lines = features.filter(({ geometry }: { geometry: { type: string } }) => geometry.type === 'LineString')
  const tracks = lines.map(({ properties }: { properties: object }) => properties)
  expect(tracks.map(({ route, track }: { route: string; track: string }) => [route, track])).toEqual([
    ['North', 'planned'],
    ['North', 'driven'],
    ['South', 'planned'],
  ])
  expect(lines[1].geometry.coordinates).toEqual([
    [9.5, 47.1],
    [9.5, 47.102],
    [9.5, 47.104],
  ])
  expect(tracks[1].times[1]).toBe(at(20).toISOString())
  const { text: gpx } = await ways({ format: 'gpx' })
  const driven = gpx.slice(gpx.indexOf('<trk><name>North · GPS</name>'))
  expect(driven).toContain(`<trkpt lat="47.102" lon="9.5"><time>${at(20).toISOString()}</time></trkpt>`)
  const { text: kml } = await ways({ format: 'kml' })
  expect(kml).toContain('<name>North · GPS</name>')
  expect(kml).toContain('<coordinates>9.5,47.1 9.5,47.102 9.5,47.104</coordinates>')
})
