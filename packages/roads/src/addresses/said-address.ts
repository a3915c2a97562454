// Address in the tags of one element.

import type { Tags } from '../pbf/primitive-block.ts'
import { splitChome } from './blocks.ts'

/** Address fields; empty texts when the tags give none. */
export interface SaidAddress {
  /** House numbers; one building may have several: `76, 76a` and `68a;68b`. */
  numbers: string
  /** Staircase, flat or door at these numbers; empty for a whole house. */
  unit: string
  street: string
  /** Used as the street when no street is given. */
  hamlet: string
  city: string
  postcode: string
  country: string
}

/** Reads the address; undefined when the tags contain no house number. */
export function readSaidAddress(tags: Tags): SaidAddress | undefined {
  const block = tags.get('addr:block_number')
  const numbers = tags.get('addr:housenumber') ?? tags.get('addr:conscriptionnumber') ?? block
  if (numbers === undefined) return undefined
  const said = (...keys: string[]) => {
    for (const key of keys) {
      const value = tags.get(`addr:${key}`)
      if (value !== undefined) return value.trim()
    }
    return ''
  }
  const street = said('street', 'place')
  const quarter = street === '' && block !== undefined ? readQuarter(said('quarter'), said('neighbourhood')) : undefined
  return {
    numbers: quarter ? [quarter.chome, block, tags.get('addr:housenumber')].filter(Boolean).join('-') : numbers,
    unit: /[;,]/.test(said('unit')) ? '' : said('unit'),
    street: quarter?.name ?? street,
    hamlet: said('hamlet'),
    city: said('city', 'town', 'village'),
    postcode: said('postcode'),
    country: said('country').toUpperCase(),
  }
}

/** Quarter and chome, which take the place of the street in Japan. */
function readQuarter(quarter: string, neighbourhood: string): { name: string; chome: string } | undefined {
  const { name, chome } = splitChome(neighbourhood)
  const full = quarter !== '' && name.startsWith(quarter) ? name : quarter + name
  return full === '' ? undefined : { name: full, chome }
}

/** Separates a house number from its unit, in the texts of the index. */
const UNIT_MARK = '\u001f'

export function joinUnit(number: string, unit: string): string {
  return unit === '' || unit.length > 12 ? number : number + UNIT_MARK + unit
}

export function splitUnit(text: string): { number: string; unit: string } {
  const [number, unit = ''] = text.split(UNIT_MARK)
  return { number: number!, unit }
}

/** Splits the house numbers of an element. */
export function listNumbers(numbers: string): string[] {
  const texts = numbers.split(/[;,]/).map((number) => number.trim())
  return texts.filter((text) => text !== '' && text.length <= 20)
}
