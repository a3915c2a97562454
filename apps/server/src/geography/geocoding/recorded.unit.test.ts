// Recorded responses of Nominatim, Photon and Pelias: tests that the protocols are read as the programs speak them.
import { afterEach, describe, expect, test } from 'vitest'
import { openReplay, type ReplayServer, readExchanges } from '../../../test/replay-server.ts'
import type { Geocoder } from './geocoder.ts'
import { nominatim } from './nominatim.ts'
import { pelias } from './pelias.ts'
import { photon } from './photon.ts'
import { createRemoteGeocoder, type GeocoderProtocol } from './remote.ts'

/** Parameters that identify the requested place; limits, languages and keys differ from the recorded call's. */
const essential = ['q', 'text', 'lat', 'lon', 'point.lat', 'point.lon']
let replay: ReplayServer

async function open(file: string, protocol: GeocoderProtocol): Promise<Geocoder> {
  replay = await openReplay(readExchanges(file), { error: 'not recorded' }, essential)
  return createRemoteGeocoder(replay.url, protocol)
}
afterEach(() => replay.close())

async function findOne(geocoder: Geocoder, address: string) {
  const [place] = await geocoder.find([{ address }])
  return place
}

const downingStreet = {
  street: 'Downing Street',
  houseNumber: '10',
  postalCode: 'SW1A 2AA',
  country: 'United Kingdom',
  countryCode: 'GB',
  partial_match: false,
}

describe('Nominatim', () => {
  const start = () => open('nominatim.json', nominatim)

  test('"St" and "UK" are the street and the country that its answer writes out', async () => {
    const place = await findOne(await start(), '10 Downing St, London, UK')
    expect(place).toMatchObject({ ...downingStreet, lat: 51.50344025, lng: -0.12770820958562096, city: 'Westminster' })
    expect(place!.scoring).toBe(1)
    expect(replay.asked).toEqual(['GET /search?q=10 Downing St, London, UK&format=jsonv2&addressdetails=1&limit=5'])
  })

  test('names in two languages hold the one that was asked for; numbers come as texts', async () => {
    expect(await findOne(await start(), '35 avenue jean de bologne 1020 bruxelles')).toEqual({
      lat: 50.89634435,
      lng: 4.36059848989059,
      street: 'Avenue Jean de Bologne - Jean de Bolognelaan',
      houseNumber: '35',
      city: 'Ville de Bruxelles - Stad Brussel',
      postalCode: '1020',
      state: 'Région de Bruxelles-Capitale - Brussels Hoofdstedelijk Gewest',
      country: 'België / Belgique / Belgien',
      countryCode: 'BE',
      scoring: 1,
      partial_match: false,
    })
  })

  test('a country and a stream without any address are not places to drive to', async () => {
    const geocoder = await start()
    expect(await findOne(geocoder, 'Italia')).toBeUndefined()
    const places = await geocoder.suggest({ address: 'Italia' }, 5)
    expect(places.map(({ lat, countryCode, scoring }) => [lat, countryCode, scoring <= 0.4])).toEqual([
      [42.6384261, 'IT', true],
      [-62.17462, undefined, true],
    ])
  })

  test('the address at a point, without a house, without a name, and in the middle of the sea', async () => {
    const geocoder = await start()
    const paris = { street: 'Rue Quincampoix', city: 'Paris', postalCode: '75004', countryCode: 'FR' }
    expect(await geocoder.nearest(48.86, 2.35)).toMatchObject({ ...paris, houseNumber: undefined })
    const tokyo = { street: 'Sarue 1-chome', city: 'Koto', postalCode: '135-0002', state: undefined, countryCode: 'JP' }
    expect(await geocoder.nearest(35.685939, 139.811695)).toMatchObject(tokyo)
    expect(await geocoder.nearest(0, 0)).toBeUndefined()
    expect(replay.asked[0]).toBe('GET /reverse?lat=48.86&lon=2.35&format=jsonv2&addressdetails=1')
  })
})

describe('Photon', () => {
  const start = () => open('photon.json', photon)

  test('the house that was asked for is taken although the server puts another first', async () => {
    const place = await findOne(await start(), '10 Downing St, London, UK')
    expect(place).toMatchObject({ ...downingStreet, lat: 51.50344025, lng: -0.12770820958562096, state: 'England' })
    expect(replay.asked).toEqual(['GET /api?q=10 Downing St, London, UK&limit=5'])
  })

  test('a house in France, and a museum by its name and number', async () => {
    const geocoder = await start()
    expect(await findOne(geocoder, '10 avenue Gambetta, Paris, France')).toEqual({
      lat: 48.8631927,
      lng: 2.3890894,
      street: 'Avenue Gambetta',
      houseNumber: '10',
      city: 'Paris',
      postalCode: '75020',
      state: 'Île-de-France',
      country: 'France',
      countryCode: 'FR',
      scoring: 1,
      partial_match: false,
    })
    const museum = await findOne(geocoder, 'Sherlock Holmes Museum, 221B Baker St, London, England')
    expect(museum).toMatchObject({ street: 'Baker Street', houseNumber: '221b', scoring: 1, partial_match: false })
  })

  test('a town is a doubtful place, and twenty postcodes in one field are none', async () => {
    const geocoder = await start()
    expect(await findOne(geocoder, 'Paris')).toBeUndefined()
    const places = await geocoder.suggest({ address: 'Paris' }, 5)
    expect(places.map(({ city, state, postalCode, scoring }) => [city, state, postalCode, scoring])).toEqual([
      ['Paris', 'Île-de-France', undefined, 0.4],
      ['Paris', 'Île-de-France', undefined, 0.4],
      ['Paris', 'Texas', undefined, 0.4],
    ])
  })

  test('a street at a point has its name in `name`', async () => {
    const place = await (await start()).nearest(38.900206, -77.036991)
    const street = { street: 'H Street Northwest', city: 'Washington', postalCode: '20006', countryCode: 'US' }
    expect(place).toMatchObject({ ...street, houseNumber: undefined })
    expect(replay.asked).toEqual(['GET /reverse?lat=38.900206&lon=-77.036991&limit=1'])
  })
})

describe('Pelias', () => {
  const start = () => open('pelias.json', pelias)

  test('of 10a and 10 the house that was asked for is taken; the country is known without its code of two letters', async () => {
    const address = 'Kalbacher Hauptstraße 10, 60437 Frankfurt, Germany'
    expect(await findOne(await start(), address)).toEqual({
      lat: 50.189044,
      lng: 8.636575,
      street: 'Kalbacher Hauptstraße',
      houseNumber: '10',
      city: 'Frankfurt',
      postalCode: '60437',
      state: 'Hessen',
      country: 'Germany',
      countryCode: 'DE',
      scoring: 1,
      partial_match: false,
    })
    expect(replay.asked).toEqual([`GET /v1/search?text=${address}&size=5`])
  })

  test('"St" and "UK" are the street and the country that its answer writes out', async () => {
    const place = await findOne(await start(), '10 Downing St, London, UK')
    expect(place).toMatchObject({ ...downingStreet, lat: 51.50328, lng: -0.127636, city: 'London', scoring: 1 })
  })

  test('towns are doubtful places, its own guesses more so, and nothing is nothing', async () => {
    const geocoder = await start()
    expect(await findOne(geocoder, 'Hanover')).toBeUndefined()
    const places = await geocoder.suggest({ address: 'Hanover' }, 5)
    expect(
      places.map(({ city, countryCode, scoring, partial_match }) => [city, countryCode, scoring, partial_match]),
    ).toEqual([
      ['Hanover', 'DE', 0.4, true],
      ['Hanover', 'DE', 0.4, true],
      [undefined, 'JM', 0.3, true],
    ])
    expect(await findOne(geocoder, 'jsajhgsdkfjhsfkjhaldkadjaslgldasd')).toBeUndefined()
  })

  test('the address at a point', async () => {
    const place = await (await start()).nearest(54.0484068, -2.7990345)
    const house = { street: 'Ffrances Passage', houseNumber: '11', postalCode: 'LA1 1UG', countryCode: 'GB' }
    expect(place).toMatchObject({ ...house, city: 'Lancaster', state: 'Lancashire' })
    expect(replay.asked).toEqual(['GET /v1/reverse?point.lat=54.0484068&point.lon=-2.7990345&size=1&layers=address'])
  })
})
