// Search quality for addresses in the forms of nineteen countries and on two real extracts: `npm run bench -- addresses`, with `--country
// France` for one of them and `--misses` for addresses that were not found.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serialize } from 'node:v8'
import { AddressIndex } from '../src/addresses/address-index.ts'
import { buildAddressData } from '../src/addresses/build-address-index.ts'
import { writePbf } from '../test/pbf-writer.ts'
import { createRandom } from '../test/random.ts'
import { findSharedExtract } from '../test/shared-extracts.ts'
import { type KnownAddress, makeTowns } from './address-forms/make-towns.ts'
import { type FormsResult, measureForms } from './address-forms/measure-forms.ts'
import { listRealAddresses, realCountries } from './address-forms/real-addresses.ts'
import { type Kind, kinds } from './address-forms/write-address.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    country: { type: 'string' },
  },
})
const SEED = 20_261_123
const samplesOfKind = options.quick ? 40 : 200
const cpuMs: number[] = []
const kindNames = Object.keys(kinds) as Kind[]

const percent = (share: number | undefined) => (share === undefined ? '' : (100 * share).toFixed(1))
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

const trustNames = ['of what is sure right', 'of what is right sure']
row('found within 30 m, %', ...kindNames, 'invented, claimed', ...trustNames)
row('---', ...kindNames.map(() => '--:'), '--:', ...trustNames.map(() => '--:'))
row('goal', ...kindNames.map((kind) => percent(kinds[kind])), 0, percent(0.995), percent(0.9))
const results = [...measureMadeTowns(), ...measureReal('queens'), ...measureReal('liechtenstein')]
const failed = results.flatMap(({ country, found }) =>
  kindNames.filter((kind) => (found[kind] ?? 1) < (kinds[kind] ?? 0)).map((kind) => `${country}: ${kind}`),
)
cpuMs.sort((a, b) => a - b)
console.log(
  `\nSearches: ${cpuMs.length}, CPU p50 ${at(0.5)} ms, p95 ${at(0.95)} ms. Below the goal: ${failed.join('; ') || 'none'}.`,
)

function at(share: number): string {
  return (cpuMs[Math.floor(cpuMs.length * share)] ?? 0).toFixed(3)
}

function measureMadeTowns(): FormsResult[] {
  const { extract, addresses } = makeTowns(createRandom(SEED))
  const folder = mkdtempSync(join(tmpdir(), 'address-forms-'))
  try {
    const file = join(folder, 'towns.osm.pbf')
    writeFileSync(file, writePbf(extract))
    const index = new AddressIndex(buildAddressData([file]))
    const byCountry = Map.groupBy(addresses, ({ country }) => country.name)
    return [...byCountry.values()].flatMap((known) => measureOne(index, known))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measureReal(name: keyof typeof realCountries): FormsResult[] {
  const file = findSharedExtract(name === 'queens' ? 'queens' : 'wholeLiechtenstein')
  if (!file) return []
  const data = buildAddressData([file])
  const index = new AddressIndex(data)
  const results = measureOne(index, listRealAddresses(index, realCountries[name]))
  if (options.misses)
    console.log(`${name}: ${data.addressNumber.length} addresses, ${(serialize(data).length / 1e6).toFixed(2)} MB`)
  return results
}

function measureOne(index: AddressIndex, known: readonly KnownAddress[]): FormsResult[] {
  if (options.country && !known[0]!.country.name.startsWith(options.country)) return []
  const result = measureForms(index, known, samplesOfKind, createRandom(SEED), cpuMs)
  const { country, found, claimed, invented, trust, misses } = result
  const shares = [trust.both / trust.sure, trust.both / trust.right]
  row(
    country,
    ...kindNames.map((kind) => percent(found[kind])),
    `${claimed.length} of ${invented}`,
    ...shares.map(percent),
  )
  if (options.misses) {
    for (const { kind, text, hit } of misses) console.log(`  ${kind}: ${text}  >  ${hit}`)
    for (const text of claimed) console.log(`  claimed: ${text}`)
  }
  return [result]
}
