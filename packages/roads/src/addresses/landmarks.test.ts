// Points of interest by their names, and houses by their entrances.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestExtract, writePbf } from '../../test/pbf-writer.ts'
import { AddressIndex } from './address-index.ts'
import { buildAddressData } from './build-address-index.ts'
import { searchAddresses } from './search-addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-landmarks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (street: string, number: string, city: string, postcode: string) => ({
  'addr:street': street,
  'addr:housenumber': number,
  'addr:city': city,
  'addr:postcode': postcode,
})
/** A square of 22 m, its corners counted counter-clockwise from the south-west, with tags of its corners. */
const corners = (first: number, lat: number, tags: Record<number, Record<string, string>> = {}) =>
  [
    [lat, 9.5],
    [lat, 9.5003],
    [lat + 0.0002, 9.5003],
    [lat + 0.0002, 9.5],
  ].map(([y, x], place) => ({ id: first + place, lat: y!, lng: x!, ...(tags[place] && { tags: tags[place] }) }))
const ring = (first: number) => [first, first + 1, first + 2, first + 3, first]

const map: TestExtract = {
  nodes: [
    { id: 1, lat: 47.1, lng: 9.5, tags: at('Bahnhofstrasse', '1', 'Altdorf', '9490') },
    { id: 2, lat: 47.2, lng: 9.5, tags: at('Lindenplatz', '1', 'Neudorf', '9494') },
    { id: 3, lat: 47.1005, lng: 9.501, tags: { shop: 'supermarket', name: 'Coop', brand: 'Coop Supermarkt' } },
    { id: 4, lat: 47.2005, lng: 9.501, tags: { shop: 'supermarket', name: 'Coop' } },
    { id: 5, lat: 47.101, lng: 9.502, tags: { amenity: 'parking', name: 'Parkhaus Post' } },
    { id: 6, lat: 47.102, lng: 9.502, tags: { amenity: 'restaurant', name: 'Lindenplatz' } },
    { id: 7, lat: 47.1102, lng: 9.5001, tags: { amenity: 'school', name: 'Weiterführende Schulen Altdorf' } },
    ...corners(20, 47.11),
    ...corners(30, 47.12, { 1: { entrance: 'yes' } }),
    ...corners(40, 47.13, { 0: { entrance: 'yes' }, 2: { entrance: 'main' } }),
    ...corners(50, 47.14, { 0: { entrance: 'yes' }, 2: { entrance: 'yes' } }),
    ...corners(60, 47.15, { 0: { entrance: 'emergency' }, 2: { entrance: 'yes', access: 'private' } }),
    ...corners(70, 47.16, { 3: { entrance: 'main' } }),
  ],
  ways: [
    { id: 101, refs: ring(20), tags: { amenity: 'school', name: 'Weiterführende Schulen Altdorf' } },
    { id: 102, refs: ring(30), tags: { building: 'yes', ...at('Hofgasse', '2', 'Altdorf', '9490') } },
    { id: 103, refs: ring(40), tags: { building: 'yes', ...at('Hofgasse', '4', 'Altdorf', '9490') } },
    { id: 104, refs: ring(50), tags: { building: 'yes', ...at('Hofgasse', '6', 'Altdorf', '9490') } },
    { id: 105, refs: ring(60), tags: { building: 'yes', ...at('Hofgasse', '8', 'Altdorf', '9490') } },
    { id: 106, refs: ring(70), tags: {} },
  ],
  relations: [
    {
      id: 201,
      members: [{ type: 'way', ref: 106, role: 'outer' }],
      tags: { type: 'multipolygon', amenity: 'hospital', name: 'Landesspital', 'name:en': 'State Hospital' },
    },
  ],
}

let index: AddressIndex
beforeAll(() => {
  const extract = join(folder, 'map.osm.pbf')
  writeFileSync(extract, writePbf(map, { order: ['nodes', 'relations', 'ways'] }))
  index = new AddressIndex(buildAddressData([extract]))
})

const best = (text: string, near?: { lat: number; lng: number }) =>
  searchAddresses(index, { text, ...(near && { near: [near] }) })[0]

describe('a point of interest', () => {
  it.each([
    ['Coop Altdorf', 'Coop', 47.1005],
    ['coop, 9494 Neudorf', 'Coop', 47.2005],
    ['Coop Supermarkt, Altdorf', 'Coop', 47.1005],
    ['Landesspital', 'Landesspital', 47.1602],
    ['State Hospital, Altdorf', 'Landesspital', 47.1602],
    ['Landespital Altdorf', 'Landesspital', 47.1602],
  ])('is found by its name: %s', (text, name, lat) => {
    expect(best(text)).toMatchObject({ kind: 'landmark', name, lat, isPartial: false, street: '', houseNumber: '' })
    expect(best(text)!.score).toBeGreaterThan(0.6)
  })

  it('says where it is, by its neighbours', () => {
    expect(best('Coop Altdorf')).toMatchObject({ city: 'Altdorf', postcode: '9490' })
  })

  it('is the one near the depot where there are several, and less sure', () => {
    expect(best('Coop', { lat: 47.21, lng: 9.5 })).toMatchObject({ city: 'Neudorf' })
    expect(best('Coop', { lat: 47.09, lng: 9.5 })).toMatchObject({ city: 'Altdorf' })
    expect(best('Coop Altdorf')!.score).toBeGreaterThan(best('Coop')!.score)
  })

  it('comes behind an address, and behind a street of its name', () => {
    expect(best('Lindenplatz 1, 9494 Neudorf')).toMatchObject({ kind: 'address', score: 1 })
    expect(best('Lindenplatz')!.kind).toBe('street')
    const kinds = searchAddresses(index, { text: 'Lindenplatz' }, 5).map(({ kind }) => kind)
    expect(kinds).toEqual(['street', 'landmark'])
  })

  it('is not trusted where a number stands beside its name, or another town', () => {
    expect(best('Coop 12, Altdorf')?.score ?? 0).toBeLessThan(0.5)
    expect(best('Landesspital, Neudorf')?.score ?? 0).toBeLessThanOrEqual(0.6)
  })

  it('is none where nobody delivers, and one where the map has it twice', () => {
    expect(best('Parkhaus Post Altdorf')?.kind).not.toBe('landmark')
    expect(index.facts.landmarkCount).toBe(5)
  })
})

describe('a house', () => {
  it.each([
    ['its only entrance', '2', 47.12, 9.5003],
    ['its main entrance among several', '4', 47.1302, 9.5003],
    ['its middle where either of two may be meant', '6', 47.1401, 9.50015],
    ['its middle where only an emergency exit and a private door are known', '8', 47.1501, 9.50015],
  ])('is served at %s', (_, number, lat, lng) => {
    expect(best(`Hofgasse ${number}, 9490 Altdorf`)).toMatchObject({ score: 1, lat, lng })
  })
})
