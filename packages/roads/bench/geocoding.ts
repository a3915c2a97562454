// Quality and speed of address search: 1,000 addresses of Liechtenstein as written, with one and with two typing errors, and 100 that do
// not exist. Run alone: node packages/roads/bench/geocoding.ts

import { AddressIndex } from '../src/addresses/address-index.ts'
import { buildAddressData } from '../src/addresses/build-address-index.ts'
import { type AddressHit, searchAddresses } from '../src/addresses/search-addresses.ts'
import { distanceMetersE7 } from '../src/foundation/geo.ts'
import { createRandom, type Random } from '../test/random.ts'
import { findSharedExtract } from '../test/shared-extracts.ts'

export interface GeocodingResult {
  addresses: number
  buildCpuMs: number
  /** Share of samples whose best hit is within 30 m, by number of errors. */
  topWithin30m: number[]
  p50Ms: number
  p95Ms: number
  /** Best score of any address that does not exist. */
  inventedMaxScore: number
  inventedAbove: string[]
  misses: string[]
}

const SAMPLE = 1_000
const HIT_METERS = 30

export interface Sample {
  text: string
  latE7: number
  lngE7: number
}

/** Addresses of the index as people write them, in four orders. */
export function sampleAddresses(index: AddressIndex, count: number, random: Random): Sample[] {
  const { data } = index
  return Array.from({ length: count }, () => {
    const address = random.below(data.addressNumber.length)
    const entry = index.entryOf(address)
    const street = index.text(data.entryName[entry]!)
    const number = index.writtenNumber(address)
    const place = `${index.text(data.entryPostcode[entry]!)} ${index.text(data.entryCity[entry]!)}`
    const text = random.pick([
      `${street} ${number}, ${place}`,
      `${street} ${number}, ${place}, Liechtenstein`,
      `${place}, ${street} ${number}`,
      `${number} ${street} ${place}`.toLowerCase(),
    ])
    return { text, latE7: data.addressLatE7[address]!, lngE7: data.addressLngE7[address]! }
  })
}

/** One letter (never a digit) left out, doubled, changed or swapped with the next. */
export function misspell(text: string, random: Random): string {
  for (;;) {
    const at = random.below(text.length)
    if (!/\p{L}/u.test(text[at]!)) continue
    const letter = 'abcdefghijklmnopqrstuvwxyz'[random.below(26)]!
    const changed = [
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + letter + text.slice(at),
      () => text.slice(0, at) + letter + text.slice(at + 1),
      () => text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2),
    ][random.below(4)]!()
    if (changed !== text) return changed
  }
}

const STEMS = [
  'Papageien',
  'Zauberberg',
  'Kaktus',
  'Raumschiff',
  'Elefanten',
  'Polarstern',
  'Ananas',
  'Krokodil',
  'Saturn',
  'Vulkan',
]
const ENDINGS = ['strasse', 'weg', 'gasse', 'platz', 'allee']
const TOWNS = ['9490 Vaduz', '9494 Schaan', '9495 Triesen', '9496 Balzers', '9999 Nirgendwo']

/** Streets that do not exist, real streets with numbers far too high, real streets in the wrong town. */
export function inventAddresses(index: AddressIndex, random: Random): string[] {
  const invented = Array.from({ length: 50 }, (_, at) => {
    return `${STEMS[at % 10]}${ENDINGS[Math.floor(at / 10)]} ${1 + random.below(80)}, ${TOWNS[at % 5]}`
  })
  const { data } = index
  while (invented.length < 100) {
    const address = random.below(data.addressNumber.length)
    const entry = index.entryOf(address)
    const street = index.text(data.entryName[entry]!)
    const city = index.text(data.entryCity[entry]!)
    const place = `${index.text(data.entryPostcode[entry]!)} ${city}`
    if (invented.length < 75) invented.push(`${street} ${2_000 + random.below(900)}, ${place}`)
    else {
      const wrong = random.pick(TOWNS.slice(0, 4))
      const number = index.writtenNumber(address)
      if (!isThere(index, street, wrong)) invented.push(`${street} ${number}, ${wrong}`)
    }
  }
  return invented
}

function isThere(index: AddressIndex, street: string, town: string): boolean {
  const { data } = index
  for (let entry = 0; entry < data.entryName.length; entry++) {
    const postcode = index.text(data.entryPostcode[entry]!)
    if (index.text(data.entryName[entry]!) === street && town.startsWith(postcode)) return true
  }
  return false
}

export function measureGeocoding(extract: string): GeocodingResult {
  const start = process.cpuUsage()
  const index = new AddressIndex(buildAddressData([extract]))
  const used = process.cpuUsage(start)
  const random = createRandom(20_261_120)
  const samples = sampleAddresses(index, SAMPLE, random)
  const times: number[] = []
  const misses: string[] = []
  const topWithin30m = [0, 1, 2].map((mistakes) => {
    let hits = 0
    for (const sample of samples) {
      let text = sample.text
      for (let count = 0; count < mistakes; count++) text = misspell(text, random)
      const before = process.cpuUsage()
      const [best] = searchAddresses(index, { text })
      const spent = process.cpuUsage(before)
      times.push((spent.user + spent.system) / 1000)
      if (best && metersTo(best, sample) <= HIT_METERS) hits++
      else misses.push(`${text}  <  ${sample.text}  >  ${best ? describe(best) : 'nothing'}`)
    }
    return hits / SAMPLE
  })
  times.sort((a, b) => a - b)
  const inventedHits = inventAddresses(index, random).map((text) => ({
    text,
    best: searchAddresses(index, { text })[0],
  }))
  return {
    addresses: index.facts.addressCount,
    buildCpuMs: Math.round((used.user + used.system) / 1000),
    topWithin30m,
    p50Ms: times[times.length >> 1]!,
    p95Ms: times[Math.floor(times.length * 0.95)]!,
    inventedMaxScore: Math.max(...inventedHits.map(({ best }) => best?.score ?? 0)),
    inventedAbove: inventedHits
      .filter(({ best }) => best && best.score > 0.6)
      .map(({ text, best }) => `${text}  >  ${describe(best!)}`),
    misses,
  }
}

const GOALS = ['≥ 99.5 %', '≥ 99 %', '≥ 95 %']

/** The figures as rows of a table: what, value, target. */
export function geocodingRows(result: GeocodingResult): [what: string, value: string, goal: string][] {
  const hits = result.topWithin30m.map((share, mistakes): [string, string, string] => {
    return [`best hit within 30 m, ${mistakes} typing mistakes`, `${(100 * share).toFixed(1)} %`, GOALS[mistakes]!]
  })
  return [
    [`index of ${result.addresses.toLocaleString('en')} addresses, CPU`, `${result.buildCpuMs} ms`, ''],
    ...hits,
    ['search, CPU, p50', `${result.p50Ms.toFixed(2)} ms`, '≤ 5 ms'],
    ['search, CPU, p95', `${result.p95Ms.toFixed(2)} ms`, ''],
    ['best score of 100 invented addresses', result.inventedMaxScore.toFixed(2), '≤ 0.6'],
  ]
}

function metersTo(hit: AddressHit, sample: Sample): number {
  return distanceMetersE7(Math.round(hit.lat * 1e7), Math.round(hit.lng * 1e7), sample.latE7, sample.lngE7)
}

function describe(hit: AddressHit): string {
  return `${hit.street} ${hit.houseNumber}, ${hit.postcode} ${hit.city} (${hit.score})`
}

if (import.meta.main) {
  const extract = findSharedExtract('liechtenstein')
  if (extract) {
    const { misses, inventedAbove, ...figures } = measureGeocoding(extract)
    console.log(figures)
    const isVerbose = process.argv.includes('--misses')
    for (const line of [...inventedAbove, ...(isVerbose ? misses : [])]) console.log(line)
  }
}
