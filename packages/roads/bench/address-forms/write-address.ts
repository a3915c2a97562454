// Writes one known address as people do: clean, misspelt, shortened, with missing or wrong postcodes.

import type { Random } from '../../test/random.ts'
import { misspell } from '../geocoding.ts'
import type { CountryForms } from './countries.ts'
import type { KnownAddress } from './make-towns.ts'

/** Kinds measured, with the share that must be found; those without a target are only reported. */
export const kinds = {
  clean: 0.99,
  'one slip': 0.98,
  'two slips': 0.95,
  shortened: 0.98,
  'no postcode': 0.97,
  'wrong postcode': 0.95,
  'part of the postcode': undefined,
  unit: undefined,
  'other town name': undefined,
  'plain letters': undefined,
} as const

export type Kind = keyof typeof kinds

/** The address written in this way, or undefined when the kind does not apply to it. */
export function writeAddress(known: KnownAddress, kind: Kind, random: Random): string | undefined {
  const { country, postcode } = known
  const clean = (change: Partial<KnownAddress> = {}) => fillLine({ ...known, ...change }, random.pick(country.lines))
  if (kind === 'clean') return clean()
  if (kind === 'one slip') return misspell(clean(), random)
  if (kind === 'two slips') return misspell(misspell(clean(), random), random)
  if (kind === 'no postcode') return clean({ postcode: '' })
  if (kind === 'wrong postcode') return clean({ postcode: wrongPostcode(country, postcode, random) })
  if (kind === 'plain letters') return toPlainLetters(clean())
  if (kind === 'unit') return writeUnit(known, random)
  if (kind === 'other town name') {
    return known.otherCities.length === 0 ? undefined : clean({ city: random.pick(known.otherCities) })
  }
  if (kind === 'part of the postcode') {
    const [part] = postcode.split(/[ -]/)
    return part === postcode ? undefined : clean({ postcode: part })
  }
  const street = shorten(known.street, country)
  return street === known.street ? undefined : clean({ street })
}

function fillLine({ street, number, city, postcode, country }: KnownAddress, line: string): string {
  return line
    .replace('{street}', () => street)
    .replace('{number}', number)
    .replace('{city}', () => city)
    .replace('{postcode}', postcode)
    .replace('{region}', country.region ?? '')
    .replace(/ +/g, ' ')
    .replace(/ ,/g, ',')
    .replace(/(, )?(- )?,? ?$/, '')
    .replace(/^ /, '')
}

/** The words of the street, all abbreviated as usual. */
function shorten(street: string, { short }: CountryForms): string {
  let text = street
  for (const [long, brief] of Object.entries(short)) {
    const pattern = long.startsWith('-') ? `(?<=\\p{L}{2})${long.slice(1)}(?!\\p{L})` : `(?<!\\p{L})${long}(?!\\p{L})`
    text = text.replace(new RegExp(pattern, 'gu'), brief)
  }
  return text
}

function writeUnit(known: KnownAddress, random: Random): string {
  const unit = random.pick(known.country.units).replaceAll('{n}', String(1 + random.below(5)))
  const isAttached = /^[-/]/.test(unit)
  if (known.country.lines[0]!.startsWith('{number}')) {
    return fillLine({ ...known, street: `${known.street}, ${unit}` }, known.country.lines[0]!)
  }
  const line = random.pick(known.country.lines)
  return fillLine({ ...known, number: `${known.number}${isAttached ? '' : ', '}${unit}` }, line)
}

/** A postcode of another town, one with another digit, or one that no town has. */
function wrongPostcode({ towns }: CountryForms, postcode: string, random: Random): string {
  const chance = random.below(3)
  if (chance === 0) {
    const others = towns.flatMap(([, postcodes]) => (postcodes.includes(postcode) ? [] : postcodes))
    return random.pick(others)
  }
  const digits = [...postcode].flatMap((letter, at) => (/\d/.test(letter) ? [at] : []))
  const changed = [...postcode]
  for (const at of chance === 1 ? [random.pick(digits)] : digits) changed[at] = String((Number(changed[at]) + 3) % 10)
  return changed.join('')
}

/** The text as typed on a keyboard without accents, in the usual ways. */
function toPlainLetters(text: string): string {
  const pairs: Record<string, string> = {
    ä: 'ae',
    ö: 'oe',
    ü: 'ue',
    Ä: 'Ae',
    Ö: 'Oe',
    Ü: 'Ue',
    ß: 'ss',
    ø: 'oe',
    Ø: 'Oe',
  }
  const others: Record<string, string> = { å: 'aa', Å: 'Aa', æ: 'ae', Æ: 'Ae', ł: 'l', Ł: 'L' }
  return text
    .replace(/[äöüÄÖÜßøØåÅæÆłŁ]/g, (letter) => pairs[letter] ?? others[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}
