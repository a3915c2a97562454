// The extract that is shipped is the cut of a whole one, and nothing that is made of it shows that it was cut.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readRawAddresses } from '../../packages/roads/src/addresses/raw-addresses.ts'
import { getProfile, PROFILE_NAMES } from '../../packages/roads/src/graph/profiles.ts'
import { readRawRoads } from '../../packages/roads/src/graph/raw-roads.ts'
import { openExtract, SHIPPED_EXTRACT } from '../../packages/roads/src/index.ts'
import { LAYER_NAMES } from '../../packages/roads/src/tiles/map-kinds.ts'
import { readMapLayers } from '../../packages/roads/test/map-layers.ts'
import { findSharedExtract } from '../../packages/roads/test/shared-extracts.ts'
import { cutExtract } from './cut-extract.ts'

const whole = findSharedExtract('wholeLiechtenstein')

test('is small enough for every clone, and holds what a country has', () => {
  expect(readFileSync(SHIPPED_EXTRACT).length).toBeLessThan(2_500_000)
  const { addresses, areas, streets } = readRawAddresses([SHIPPED_EXTRACT])
  expect(addresses.length).toBeGreaterThan(12_000)
  expect(streets.length).toBeGreaterThan(2_000)
  for (const name of ['Balzers', 'Ruggell', 'Vaduz']) expect(areas.map((area) => area.name)).toContain(name)
})

describe.skipIf(!whole)('beside the extract it was cut from', { timeout: 120_000 }, () => {
  test('it holds what the tool keeps, and nothing else', () => {
    const [ours, made] = [SHIPPED_EXTRACT, whole!].map((path) => {
      const extract = openExtract(path)
      const [cut, { bounds }] = [cutExtract(extract), extract]
      extract.close()
      return { ...cut, bounds }
    })
    expect(ours).toEqual(made)
  })

  test.each(PROFILE_NAMES)('the road engine reads the same for a %s', (name) => {
    const [cut, all] = [SHIPPED_EXTRACT, whole!].map((path) => readRawRoads([path], getProfile(name)))
    expect(cut!.wayIds.length).toBeGreaterThan(3_000)
    expect(cut).toEqual(all)
  })

  test('the address search reads the same', () => {
    expect(readRawAddresses([SHIPPED_EXTRACT])).toEqual(readRawAddresses([whole!]))
  })

  test('the map shows the same', () => {
    const [cut, all] = [SHIPPED_EXTRACT, whole!].map((path) => readMapLayers([path]))
    expect(cut!.bounds).toEqual(all!.bounds)
    for (const layer of LAYER_NAMES) {
      // Borders are listed by level, in the order in which the levels come up; the members that are left out change it.
      const [ours, theirs] = [cut!, all!].map(({ layers }) =>
        layers[layer].map((feature) => JSON.stringify(feature)).sort(),
      )
      expect(ours, layer).toEqual(theirs)
    }
  })
})
