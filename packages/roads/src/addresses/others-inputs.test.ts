// Queries to other programs with their expected results, when the folder of shared inputs is present.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { AddressIndex } from './address-index.ts'
import { buildAddressData } from './build-address-index.ts'
import { searchAddresses } from './search-addresses.ts'

const shared =
  process.env.ROUTEWRIGHT_SHARED ?? resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../shared')
const folder = resolve(shared, 'inputs/addresses')
const isThere = existsSync(folder)
if (!isThere) console.warn(`SKIPPED: no address queries under ${folder} (set ROUTEWRIGHT_SHARED)`)

const rows = isThere
  ? [...readFileSync(resolve(folder, 'queries.csv'), 'utf8').matchAll(/^"([^"]+)","([^"]+)"$/gm)].map(
      ([, query, right]) => ({ query: query!, right: right! }),
    )
  : []

describe.skipIf(!isThere)('the shared queries', () => {
  let index: AddressIndex
  beforeAll(() => {
    index = new AddressIndex(buildAddressData([resolve(folder, 'towns.osm.pbf')]))
  })

  it('are read', () => {
    expect(rows).toHaveLength(12)
  })

  it.each(rows)('$query: $right', ({ query, right }) => {
    const [hit] = searchAddresses(index, { text: query })
    const [, street, number, unit] = /^([^,]+), (\S+)(?: \(unit (\w+)\))?/.exec(right)!
    expect(hit).toMatchObject({ street, houseNumber: number, ...(unit && { unit }) })
    if (right.endsWith('not sure')) expect(hit).toMatchObject({ isPartial: true })
    else expect(hit!.isPartial || hit!.score < 0.75).toBe(false)
  })
})
