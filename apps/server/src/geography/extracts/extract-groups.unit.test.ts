// Extracts that touch are one map, others are maps of their own.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openExtract, SHIPPED_EXTRACT } from '@routewright/roads'
import { afterAll, expect, test } from 'vitest'
import { writeTown } from '../../../test/road-town.ts'
import { groupExtracts } from './extract-groups.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-groups-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shared = process.env.ROUTEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../../../../shared')
const porto = join(shared, 'osm/porto-2015-06-roads.osm.pbf')
const areThere = existsSync(porto)
if (!areThere) console.warn(`SKIPPED: no extracts under ${shared}/osm (set ROUTEWRIGHT_SHARED)`)

test('neighbours belong together, and so does what cannot be told apart', () => {
  const [one, two] = [writeTown(folder), writeTown(folder, 5_000)]
  const broken = join(folder, 'broken.osm.pbf')
  writeFileSync(broken, 'no map at all')
  expect(groupExtracts([])).toEqual([])
  expect(groupExtracts([broken])).toEqual([[broken]])
  expect(groupExtracts([one, two])).toEqual([[one, two]])
  expect(groupExtracts([one, broken])).toEqual([[one, broken]])
})

test.skipIf(!areThere)('a header that claims a quarter of the earth is not believed', () => {
  const heidelberg = join(shared, 'osm/heidelberg-2024-09-roads.osm.pbf')
  const extract = openExtract(heidelberg)
  extract.close()
  expect(extract.bounds).toMatchObject({ minLng: 0, maxLng: 180 })
  expect(groupExtracts([SHIPPED_EXTRACT, heidelberg])).toEqual([[SHIPPED_EXTRACT], [heidelberg]])
})

test.skipIf(!areThere)('cities of two countries are maps of their own, in the order in which they were named', () => {
  expect(groupExtracts([porto, SHIPPED_EXTRACT])).toEqual([[porto], [SHIPPED_EXTRACT]])
  // The town lies in the Alps by its box.
  const town = writeTown(folder)
  expect(groupExtracts([porto, town, SHIPPED_EXTRACT])).toEqual([[porto], [town, SHIPPED_EXTRACT]])
})
