// Small towns of every country as an extract: the same streets in several towns, the same numbers in several streets.

import type { TestExtract, TestNode, TestWay } from '../../test/pbf-writer.ts'
import type { Random } from '../../test/random.ts'
import { type CountryForms, countries, type WrittenParts } from './countries.ts'

/** An address with everything needed to write it in its country's forms. */
export interface KnownAddress extends WrittenParts {
  country: CountryForms
  otherCities: readonly string[]
  lat: number
  lng: number
}

const STREETS_OF_TOWN = 17
const NUMBERS_OF_STREET = 12
/** Farther than the 30 m within which a place counts as found. */
const DEGREES_BETWEEN_HOUSES = 0.0005
const DEGREES_BETWEEN_STREETS = 0.003
const DEGREES_BETWEEN_TOWNS = 0.4

/** Towns next to each other, one row per country. */
export function makeTowns(random: Random): { extract: TestExtract; addresses: KnownAddress[] } {
  const nodes: TestNode[] = []
  const ways: TestWay[] = []
  const addresses: KnownAddress[] = []
  for (const [row, country] of countries.entries()) {
    for (const [column, [city, postcodes, otherCities = []]] of country.towns.entries()) {
      const south = 30 + row
      const west = 5 + column * DEGREES_BETWEEN_TOWNS
      nodes.push(townNode(nodes.length + 1, { lat: south, lng: west }, city, otherCities))
      for (const [place, street] of pickSome(country.streets, STREETS_OF_TOWN, random).entries()) {
        const lat = south + place * DEGREES_BETWEEN_STREETS
        const postcode = postcodes[place % postcodes.length]!
        const refs: number[] = []
        for (const [house, number] of makeNumbers(country, random).entries()) {
          const known = { street, number, postcode, city, lat, lng: west + house * DEGREES_BETWEEN_HOUSES }
          addresses.push({ ...known, country, otherCities })
          nodes.push(addressNode(nodes.length + 1, known, country.code))
          refs.push(nodes.length)
        }
        ways.push({ id: ways.length + 1, refs, tags: { highway: 'residential', name: street } })
      }
    }
  }
  return { extract: { nodes, ways }, addresses }
}

function townNode(id: number, point: { lat: number; lng: number }, name: string, others: readonly string[]): TestNode {
  const tags = { place: 'town', name, ...(others.length > 0 ? { alt_name: others.join(';') } : {}) }
  return { id, ...point, tags }
}

function addressNode(id: number, known: WrittenParts & { lat: number; lng: number }, country: string): TestNode {
  const tags = {
    'addr:street': known.street,
    'addr:housenumber': known.number,
    'addr:city': known.city,
    'addr:postcode': known.postcode,
    'addr:country': country,
  }
  return { id, lat: known.lat, lng: known.lng, tags }
}

/** Numbers that cannot be confused with another house of the street: each begins with another count. */
function makeNumbers({ numbers: { from, to, special } }: CountryForms, random: Random): string[] {
  const counts = new Set<number>()
  while (counts.size < NUMBERS_OF_STREET) counts.add(from + random.below(to - from + 1))
  return [...counts].map((count) => {
    if (!special || !random.chance(0.25)) return String(count)
    // A range that ends at an even distance, and the two digits after the hyphen as in Queens.
    const last = count + 2 * (1 + random.below(3))
    return random
      .pick(special)
      .replace('{n}', String(count))
      .replace('{m}', String(last))
      .replace('{s}', String(1 + random.below(9)))
  })
}

function pickSome<T>(items: readonly T[], count: number, random: Random): T[] {
  const left = [...items]
  const picked: T[] = []
  while (picked.length < count && left.length > 0) picked.push(...left.splice(random.below(left.length), 1))
  return picked
}
