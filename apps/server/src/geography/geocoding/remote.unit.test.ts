// Each protocol against a small server that responds in the formats documented by the three programs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GeocoderType, readConfig } from '../../frame/platform/config.ts'
import { MapData } from '../extracts/map-data.ts'
import { chooseGeocoder } from './choose-geocoder.ts'

const nominatimHouse = {
  place_id: 87,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'way',
  osm_id: 1,
  lat: '47.1393',
  lon: '9.5222',
  category: 'building',
  type: 'yes',
  place_rank: 30,
  importance: 0.0000745,
  addresstype: 'building',
  display_name: '32, Städtle, Vaduz, Oberland, 9490, Liechtenstein',
  address: {
    house_number: '32',
    road: 'Städtle',
    village: 'Vaduz',
    county: 'Oberland',
    postcode: '9490',
    country: 'Liechtenstein',
    country_code: 'li',
  },
}
const photonHouse = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [9.5222, 47.1393] },
      properties: {
        osm_type: 'W',
        osm_id: 1,
        osm_key: 'building',
        osm_value: 'yes',
        type: 'house',
        postcode: '9490',
        housenumber: '32',
        countrycode: 'LI',
        country: 'Liechtenstein',
        city: 'Vaduz',
        street: 'Städtle',
      },
    },
  ],
}
const peliasHouse = {
  geocoding: { version: '0.2', engine: { name: 'Pelias' } },
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [9.5222, 47.1393] },
      properties: {
        id: 'way/1',
        gid: 'openstreetmap:address:way/1',
        layer: 'address',
        name: 'Städtle 32',
        housenumber: '32',
        street: 'Städtle',
        postalcode: '9490',
        confidence: 0.96,
        match_type: 'exact',
        accuracy: 'point',
        country: 'Liechtenstein',
        country_code: 'LI',
        locality: 'Vaduz',
      },
    },
  ],
}

/** Next response of the server by the path's beginning, and the requests it got. */
let answers: (url: URL) => { status?: number; body: unknown; delay?: number }
let asked: string[] = []
const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://localhost')
  asked.push(decodeURIComponent(request.url!.replaceAll('+', ' ')))
  const { status = 200, body } = answers(url)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  asked = []
})

function geocoder(geocoderType: GeocoderType) {
  const config = readConfig({}, { geocoderUrl: address, geocoderType })
  return chooseGeocoder(config, new MapData({ cacheDir: '', log: undefined as never }))
}

const house = {
  lat: 47.1393,
  lng: 9.5222,
  street: 'Städtle',
  houseNumber: '32',
  city: 'Vaduz',
  postalCode: '9490',
  country: 'Liechtenstein',
  countryCode: 'LI',
  partial_match: false,
}

describe.each([
  [
    'nominatim',
    [nominatimHouse],
    nominatimHouse,
    '/search?q=Städtle 32, 9490 Vaduz, LI',
    '/reverse?lat=47.1393&lon=9.5222',
  ],
  ['photon', photonHouse, photonHouse, '/api?q=Städtle 32, 9490 Vaduz, LI', '/reverse?lat=47.1393&lon=9.5222'],
  [
    'pelias',
    peliasHouse,
    peliasHouse,
    '/v1/search?text=Städtle 32, 9490 Vaduz, LI',
    '/v1/reverse?point.lat=47.1393&point.lon=9.5222',
  ],
] as const)('%s', (type, searchAnswer, reverseAnswer, searchPath, reversePath) => {
  test('finds a house with its parts and trust', async () => {
    answers = () => ({ body: searchAnswer })
    const [place] = await geocoder(type).find([{ address: 'Städtle 32, 9490 Vaduz', countryCode: 'LI' }])
    expect(place).toMatchObject(house)
    expect(place!.scoring).toBeGreaterThan(0.9)
    expect(asked[0]).toContain(searchPath)
  })

  test('finds the address at a point', async () => {
    answers = () => ({ body: reverseAnswer })
    expect(await geocoder(type).nearest(47.1393, 9.5222)).toMatchObject(house)
    expect(asked[0]).toContain(reversePath)
  })

  test('does not trust another place than was asked for', async () => {
    answers = () => ({ body: searchAnswer })
    const places = await geocoder(type).find([
      { address: 'Bahnhofstrasse 7, 6800 Feldkirch' },
      { address: 'Städtle 99, 9490 Vaduz' },
    ])
    expect(places[0]).toBeUndefined()
    expect(places[1]?.scoring ?? 0).toBeLessThanOrEqual(0.6)
    expect(places[1]?.partial_match ?? true).toBe(true)
  })

  test.each([
    ['nothing found', { body: type === 'nominatim' ? [] : { features: [] } }],
    ['a refused query', { status: 400, body: { error: 'bad' } }],
    ['an answer of another shape', { body: { what: [1, 'x', null] } }],
    ['coordinates that are none', { body: [{ lat: 'x', lon: null }] }],
  ])('%s is a miss', async (_what, answer) => {
    answers = () => answer
    expect(await geocoder(type).find([{ address: 'Städtle 32' }])).toEqual([undefined])
  })
})

test("Photon's record of a town has its name as `name` and no `city`; it is the town all the same", async () => {
  const properties = {
    osm_key: 'place',
    osm_value: 'town',
    type: 'city',
    name: 'Vaduz',
    postcode: '9490',
    countrycode: 'LI',
  }
  const town = { type: 'Feature', geometry: { type: 'Point', coordinates: [9.52, 47.14] }, properties }
  answers = () => ({ body: { type: 'FeatureCollection', features: [town] } })
  const [place] = await geocoder('photon').suggest({ address: 'Vaduz' }, 5)
  expect(place).toMatchObject({ city: 'Vaduz', postalCode: '9490', partial_match: true })
  expect(place!.scoring).toBe(0.4)
})

test('each address is asked once, and answers stand in the order of the queries', async () => {
  answers = (url) => ({ body: url.searchParams.get('q')!.startsWith('Städtle') ? [nominatimHouse] : [] })
  const queries = Array.from({ length: 40 }, (_, index) => ({
    address: index % 2 ? 'Städtle 32, Vaduz' : 'Nirgends 1',
  }))
  const places = await geocoder('nominatim').find(queries)
  expect(places.map((place) => place !== undefined)).toEqual(queries.map((_, index) => index % 2 === 1))
  expect(asked).toHaveLength(2)
})

test('a failure is repeated once', async () => {
  answers = () => (asked.length === 1 ? { status: 503, body: '' } : { body: [nominatimHouse] })
  expect((await geocoder('nominatim').find([{ address: 'Städtle 32, Vaduz' }]))[0]).toMatchObject(house)
})

test.each([
  ['answers 500 twice', { status: 500, body: '' }, 'Nominatim answered 500', 2],
  ['wants another key', { status: 403, body: '' }, 'Nominatim answered 403', 1],
  ['answers no JSON', { body: '<html>' }, 'Nominatim did not answer (the answer is not JSON)', 2],
])('a server that %s is unavailable', async (_what, answer, message, count) => {
  answers = () => answer
  await expect(geocoder('nominatim').find([{ address: 'Städtle 32' }])).rejects.toThrow(message)
  expect(asked).toHaveLength(count)
})
