// Doors of one house by addr:unit, and Japanese addresses, which have blocks instead of streets.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePbf } from '../../test/pbf-writer.ts'
import { AddressIndex } from './address-index.ts'
import { joinBlocks } from './blocks.ts'
import { buildAddressData } from './build-address-index.ts'
import { searchAddresses } from './search-addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-units-'))
afterAll(() => rmSync(folder, { recursive: true }))
let index: AddressIndex

const espoo = (unit: string) => ({
  'addr:street': 'Kalastajanmäki',
  'addr:housenumber': '2',
  ...(unit && { 'addr:unit': unit }),
  'addr:city': 'Espoo',
  'addr:postcode': '02150',
  'addr:country': 'FI',
})
const tokyo = (quarter: string, neighbourhood: string, block: string, house: string) => ({
  'addr:quarter': quarter,
  'addr:neighbourhood': neighbourhood,
  'addr:block_number': block,
  'addr:housenumber': house,
  'addr:city': '千代田区',
  'addr:country': 'JP',
})

beforeAll(() => {
  const file = join(folder, 'units.osm.pbf')
  const nodes = [
    { id: 1, lat: 60.1, lng: 24.8, tags: espoo('A') },
    { id: 2, lat: 60.1002, lng: 24.8, tags: espoo('B') },
    { id: 3, lat: 60.1004, lng: 24.8, tags: { ...espoo(''), 'addr:housenumber': '4' } },
    { id: 4, lat: 35.68, lng: 139.76, tags: tokyo('丸の内', '1丁目', '9', '1') },
    { id: 5, lat: 35.681, lng: 139.76, tags: tokyo('丸の内', '丸の内二丁目', '4', '1') },
    { id: 6, lat: 35.682, lng: 139.76, tags: tokyo('Otemachi', '2-chome', '3', '5') },
  ]
  writeFileSync(file, writePbf({ nodes, ways: [] }))
  index = new AddressIndex(buildAddressData([file]))
})

it.each([
  ['Kalastajanmäki 2 A, Espoo', { houseNumber: '2', unit: 'A', isPartial: false }],
  ['Kalastajanmäki 2B, Espoo', { houseNumber: '2', unit: 'B', isPartial: false }],
  ['Kalastajanmäki 2, Espoo', { houseNumber: '2', isPartial: false }],
  ['Kalastajanmäki 4 A, Espoo', { houseNumber: '4', unit: '', isPartial: false }],
])('finds the door of a unit: %s', (text, expected) => {
  expect(searchAddresses(index, { text })[0]).toMatchObject(expected)
})

it.each([
  ['東京都千代田区丸の内1丁目9-1', '丸の内', '1-9-1'],
  ['東京都千代田区丸の内一丁目9番1号', '丸の内', '1-9-1'],
  ['千代田区丸の内1-9-1', '丸の内', '1-9-1'],
  ['丸の内2丁目4番地1', '丸の内', '2-4-1'],
  ['2-chome 3-5 Otemachi, 千代田区', 'Otemachi', '2-3-5'],
  ['2-3-5 Otemachi', 'Otemachi', '2-3-5'],
])('reads chome, block and house of %s', (text, street, houseNumber) => {
  expect(searchAddresses(index, { text })[0]).toMatchObject({ street, houseNumber, isPartial: false })
})

it('leaves other texts as they are', () => {
  expect(joinBlocks('12 go-kart Road, flat 3')).toBe('12 go-kart Road, flat 3')
})
