import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestExtract, writePbf } from '../../test/pbf-writer.ts'
import { AddressIndex } from './address-index.ts'
import { openAddressService } from './address-service.ts'
import { buildAddressData } from './build-address-index.ts'
import { findNearestAddress } from './nearest-address.ts'
import type { AddressQuery } from './query-words.ts'
import { type AddressHit, searchAddresses } from './search-addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-addresses-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (street: string, number: string, city: string, postcode: string, country = 'LI') => ({
  'addr:street': street,
  'addr:housenumber': number,
  'addr:city': city,
  'addr:postcode': postcode,
  'addr:country': country,
})

/** Three small towns, 0.1° apart; Altdorf and Neudorf are in one country, Grenzstadt in another. */
const towns: TestExtract = {
  nodes: [
    { id: 1, lat: 47.1, lng: 9.5, tags: at('Bahnhofstraße', '1', 'Altdorf', '9490') },
    { id: 2, lat: 47.1001, lng: 9.5, tags: at('Bahnhofstraße', '3', 'Altdorf', '9490') },
    { id: 3, lat: 47.1002, lng: 9.5, tags: at('Bahnhofstraße', '5a', 'Altdorf', '9490') },
    { id: 4, lat: 47.101, lng: 9.5, tags: at('Feldkircher Strasse', '12', 'Altdorf', '9490') },
    { id: 5, lat: 47.102, lng: 9.5, tags: at('Sankt-Markus-Gasse', '7;7a', 'Altdorf', '9490') },
    { id: 6, lat: 47.103, lng: 9.5, tags: at('Platz des 3. Mai', '4', 'Altdorf', '9490') },
    { id: 7, lat: 47.2, lng: 9.5, tags: at('Bahnhofstrasse', '1', 'Neudorf', '9494') },
    { id: 8, lat: 47.201, lng: 9.5, tags: at('Älpeleweg', '2', 'Neudorf', '9494') },
    // Has neither city nor postcode: its neighbours do.
    { id: 9, lat: 47.2011, lng: 9.5, tags: { 'addr:street': 'Älpeleweg', 'addr:housenumber': '4' } },
    { id: 10, lat: 47.3, lng: 9.5, tags: at('Bahnhofstrasse', '1', 'Grenzstadt', '6800', 'AT') },
    { id: 11, lat: 47.2, lng: 9.51, tags: { place: 'village', name: 'Malbun' } },
    // A street without addresses.
    { id: 12, lat: 47.2003, lng: 9.5 },
    { id: 13, lat: 47.2004, lng: 9.5003 },
    // Corners of a house.
    { id: 14, lat: 47.11, lng: 9.5 },
    { id: 15, lat: 47.11, lng: 9.5002 },
    { id: 16, lat: 47.1102, lng: 9.5002 },
    { id: 17, lat: 47.1102, lng: 9.5 },
    // Ends of a row of houses, the only ones that are known.
    { id: 21, lat: 47.123, lng: 9.5, tags: at('Blockgasse', '31-41', 'Altdorf', '9490') },
    { id: 22, lat: 47.4, lng: 9.5, tags: at('Rua de Santa Catarina', '112', 'Porto', '4000-447', 'PT') },
    { id: 23, lat: 47.13, lng: 9.5, tags: at('Bodastrasse', '4', 'Altdorf', '9490') },
    { id: 24, lat: 47.14, lng: 9.51, tags: at('Bödastrasse', '4', 'Altdorf', '9490') },
    { id: 18, lat: 47.12, lng: 9.5, tags: at('Reihenweg', '2', 'Altdorf', '9490') },
    { id: 19, lat: 47.121, lng: 9.5, tags: at('Reihenweg', '10', 'Altdorf', '9490') },
    {
      id: 20,
      lat: 47.122,
      lng: 9.5,
      tags: { 'addr:housenumber': '9', 'addr:city': 'Altdorf', 'addr:postcode': '9490' },
    },
  ],
  ways: [
    { id: 31, refs: [12, 13], tags: { highway: 'residential', name: 'Leerer Weg' } },
    { id: 32, refs: [14, 15, 16, 17, 14], tags: { building: 'yes', ...at('Hofgasse', '8', 'Altdorf', '9490') } },
    { id: 33, refs: [18, 19], tags: { 'addr:interpolation': 'even' } },
  ],
  relations: [
    {
      id: 41,
      members: [{ type: 'node', ref: 20, role: 'house' }],
      tags: { type: 'associatedStreet', name: 'Siedlung' },
    },
  ],
}

const extract = join(folder, 'towns.osm.pbf')
let index: AddressIndex
beforeAll(() => {
  // Relations first and nodes last: the order of elements must not matter.
  writeFileSync(extract, writePbf(towns, { order: ['relations', 'ways', 'nodes'] }))
  index = new AddressIndex(buildAddressData([extract]))
})

function best(query: string | AddressQuery): AddressHit | undefined {
  return searchAddresses(index, typeof query === 'string' ? { text: query } : query)[0]
}

function line(hit: AddressHit | undefined): string {
  return hit ? `${hit.street} ${hit.houseNumber}, ${hit.postcode} ${hit.city}` : 'nothing'
}

describe('finding an address', () => {
  it('finds an address as written, with full trust', () => {
    const hit = best('Bahnhofstraße 3, 9490 Altdorf')
    expect(hit).toEqual({
      score: 1,
      isPartial: false,
      kind: 'address',
      name: '',
      lat: 47.1001,
      lng: 9.5,
      street: 'Bahnhofstraße',
      houseNumber: '3',
      unit: '',
      city: 'Altdorf',
      postcode: '9490',
      countryCode: 'LI',
    })
  })

  it.each([
    ['another order', '9490 Altdorf, 3 Bahnhofstraße'],
    ['ss for ß', 'Bahnhofstrasse 3 Altdorf'],
    ['an abbreviated street', 'Bahnhofstr. 3, 9490 Altdorf'],
    ['capitals, no commas', 'BAHNHOFSTRASSE 3 9490 ALTDORF'],
    ['the country behind', 'Bahnhofstraße 3, 9490 Altdorf, Liechtenstein'],
    ['the country before the postcode', 'Bahnhofstraße 3, FL-9490 Altdorf'],
    ['a line break', 'Bahnhofstraße 3\n9490 Altdorf'],
  ])('finds it with %s', (_what, text) => {
    expect(line(best(text))).toBe('Bahnhofstraße 3, 9490 Altdorf')
    expect(best(text)!.score).toBeGreaterThan(0.9)
    expect(best(text)!.isPartial).toBe(false)
  })

  it.each([
    ['Bahnhofstrase 3, 9490 Altdorf', 'Bahnhofstraße 3, 9490 Altdorf'],
    ['Bahnofstrasse 3, 9490 Altdrof', 'Bahnhofstraße 3, 9490 Altdorf'],
    ['Bahnhofstrass e3, 9490 Altdorf', 'Bahnhofstraße 3, 9490 Altdorf'],
    ['Feldkircherstr 12 Altdorf', 'Feldkircher Strasse 12, 9490 Altdorf'],
    ['St. Markusgasse 7a, Altdorf', 'Sankt-Markus-Gasse 7a, 9490 Altdorf'],
    ['Aelpeleweg 2 Neudorf', 'Älpeleweg 2, 9494 Neudorf'],
    ['Bahnhofstrasse 5 A, 9490 Altdorf', 'Bahnhofstraße 5a, 9490 Altdorf'],
    ['Platz des 3. Mai 4, Altdorf', 'Platz des 3. Mai 4, 9490 Altdorf'],
    ['Bahnhofstraße 3, 9940 Altdorf', 'Bahnhofstraße 3, 9490 Altdorf'],
  ])('forgives: %s', (text, expected) => {
    expect(line(best(text))).toBe(expected)
    expect(best(text)!.score).toBeGreaterThan(0.6)
  })

  it('reads an address given in parts', () => {
    const parts = { street: 'Bahnhofstraße', houseNumber: '1', city: 'Neudorf', postcode: '9494', country: 'LI' }
    expect(line(best(parts))).toBe('Bahnhofstrasse 1, 9494 Neudorf')
    expect(best(parts)!.score).toBe(1)
  })

  it('prefers the country it is told, but not over what the query says', () => {
    expect(best({ text: 'Bahnhofstrasse 1, 6800', countryBias: 'LI' })!.city).toBe('Grenzstadt')
    expect(best({ text: 'Bahnhofstrasse 1', countryBias: 'AT' })!.city).toBe('Grenzstadt')
    expect(best({ text: 'Bahnhofstrasse 1, Österreich' })!.city).toBe('Grenzstadt')
  })

  it('takes the street that is written so where another differs by an accent', () => {
    for (const street of ['Bodastrasse', 'Bödastrasse', 'BÖDASTRASSE', 'Bo\u0308dastraße']) {
      const expected = street.toLowerCase().startsWith('boda') ? 'Bodastrasse' : 'Bödastrasse'
      expect(best(`${street} 4, 9490 Altdorf`)).toMatchObject({ street: expected, score: 1 })
    }
    // Without the dots it may be either.
    expect(best('Boedastrasse 4, 9490 Altdorf')!.score).toBeLessThan(0.8)
  })

  it('trusts less what could be several places', () => {
    expect(best('Bahnhofstrasse 1')!.score).toBeLessThanOrEqual(0.6)
    expect(best('Bahnhofstrasse 1, Neudorf')!.score).toBeGreaterThan(0.9)
  })

  it('takes the one near the other stops where nothing else decides, and trusts it a little more', () => {
    const near = [{ lat: 47.21, lng: 9.5 }]
    expect(best({ text: 'Bahnhofstrasse 1', near })).toMatchObject({ city: 'Neudorf', isPartial: false })
    expect(best({ text: 'Bahnhofstrasse 1', near })!.score).toBeLessThanOrEqual(0.7)
    expect(best({ text: 'Bahnhofstrasse 1, Altdorf', near })!.city).toBe('Altdorf')
  })

  it('finds nothing for a post-office box, and the house beside one', () => {
    expect(best('Postfach 123, 9490 Altdorf')).toBeUndefined()
    expect(line(best('Postfach 123, Bahnhofstrasse 3, 9490 Altdorf'))).toBe('Bahnhofstraße 3, 9490 Altdorf')
  })

  it('answers the nearest number as a part, and never above 0.6', () => {
    const hit = best('Bahnhofstraße 4, 9490 Altdorf')!
    expect([hit.isPartial, hit.kind]).toEqual([true, 'address'])
    expect(hit.score).toBeLessThanOrEqual(0.6)
  })

  it.each([
    'Zauberwaldstrasse 12, 9490 Altdorf',
    'Bahnhofstraße 999, 9490 Altdorf',
    'Feldkircher Strasse 12, 9494 Neudorf',
    'Hofgasse 8, Schweiz',
    'Erfundener Weg 1',
  ])('does not trust what is not there: %s', (text) => {
    expect(best(text)?.score ?? 0).toBeLessThanOrEqual(0.6)
  })

  it('finds streets without numbers, and places', () => {
    expect(best('Leerer Weg, Neudorf')).toMatchObject({ kind: 'street', isPartial: true, street: 'Leerer Weg' })
    expect(best('Malbun')).toMatchObject({ kind: 'place', isPartial: true, city: 'Malbun' })
  })

  it.each(['', '   ', '9490', '!!!', '12', '\u0000', 'ß'.repeat(5000), '1 '.repeat(2000)])(
    'answers nothing, and quickly, for %j',
    (text) => {
      expect(searchAddresses(index, { text })).toEqual([])
    },
  )
})

describe('reading addresses', () => {
  it('takes a building by its middle', () => {
    expect(best('Hofgasse 8, 9490 Altdorf')).toMatchObject({ lat: 47.1101, lng: 9.5001, score: 1 })
  })

  it('fills in the city of an address that does not say it', () => {
    expect(line(best('Älpeleweg 4, 9494 Neudorf'))).toBe('Älpeleweg 4, 9494 Neudorf')
  })

  it('gives each number of a list, and each of an interpolated row, its own address', () => {
    expect(best('Sankt-Markus-Gasse 7, Altdorf')!.houseNumber).toBe('7')
    expect(best('Reihenweg 6, 9490 Altdorf')).toMatchObject({ houseNumber: '6', lat: 47.1205, isPartial: false })
    expect(best('Reihenweg 5, 9490 Altdorf')!.isPartial).toBe(true)
  })

  it('knows which numbers a range holds', () => {
    expect(best('Blockgasse 35, 9490 Altdorf')).toMatchObject({ houseNumber: '31-41', isPartial: false, score: 0.95 })
    expect(best('Blockgasse 31-41, 9490 Altdorf')!.isPartial).toBe(false)
    expect(best('Blockgasse 36, 9490 Altdorf')!.isPartial).toBe(true)
  })

  it.each(['4000-447', '4000', '4000-100'])('reads postcodes of two parts: %s', (postcode) => {
    const hit = best(`Rua de Sta Catarina 112, ${postcode} Porto`)!
    expect([hit.houseNumber, hit.postcode]).toEqual(['112', '4000-447'])
    expect(hit.score).toBeGreaterThan(postcode === '4000-100' ? 0.7 : 0.95)
  })

  it('takes the street from an associatedStreet relation', () => {
    expect(line(best('Siedlung 9, 9490 Altdorf'))).toBe('Siedlung 9, 9490 Altdorf')
  })

  it('counts an address once when two files hold it', () => {
    const twice = new AddressIndex(buildAddressData([extract, extract]))
    expect(twice.facts).toEqual(index.facts)
  })
})

describe('the nearest address', () => {
  it('answers the house and how far it is', () => {
    const near = findNearestAddress(index, 47.10012, 9.5001, 250)
    expect(near).toMatchObject({ street: 'Bahnhofstraße', houseNumber: '3' })
    expect(near!.meters).toBeLessThan(12)
  })

  it('answers nothing far from every house', () => {
    expect(findNearestAddress(index, 48, 9.5, 250)).toBeUndefined()
  })
})

describe('the address service', () => {
  it('answers batches in order, single questions in between, and keeps its index on disk', async () => {
    const cacheDir = join(folder, 'cache')
    const service = await openAddressService([extract], { cacheDir })
    expect(service.source).toBe('build')
    const queries = Array.from({ length: 5_000 }, (_, number) => ({
      text: `Bahnhofstraße ${number % 7}, 9490 Altdorf`,
    }))
    const finished: string[] = []
    const batch = service.search(queries).then((hits) => {
      finished.push('batch')
      return hits
    })
    const single = service.nearest([{ lat: 47.1, lng: 9.5 }]).then(([hit]) => {
      finished.push('single')
      return hit
    })
    expect((await single)!.houseNumber).toBe('1')
    const hits = await batch
    expect(finished).toEqual(['single', 'batch'])
    expect(hits).toHaveLength(5_000)
    expect(hits.slice(0, 7)).toEqual(queries.slice(0, 7).map((query) => searchAddresses(index, query)))
    await service.close()
    await expect(service.search([{ text: 'x' }])).rejects.toMatchObject({ code: 'closed' })

    const again = await openAddressService([extract], { cacheDir })
    expect([again.source, again.facts]).toEqual(['cache', service.facts])
    await again.close()
  })

  it('builds a damaged index anew', async () => {
    const cacheDir = join(folder, 'damaged')
    const first = await openAddressService([extract], { cacheDir })
    await first.close()
    const kept = join(cacheDir, 'towns.osm.pbf.addresses')
    const bytes = readFileSync(kept)
    bytes[bytes.length - 20]! ^= 255
    writeFileSync(kept, bytes)
    const second = await openAddressService([extract], { cacheDir })
    expect([second.source, second.facts]).toEqual(['build', first.facts])
    await second.close()
  })

  it('says what is wrong with a file', async () => {
    const broken = join(folder, 'broken.osm.pbf')
    writeFileSync(broken, 'no map')
    await expect(openAddressService([broken])).rejects.toMatchObject({ code: 'file_not_pbf' })
    await expect(openAddressService([])).rejects.toMatchObject({ code: 'file_not_found' })
  })
})
