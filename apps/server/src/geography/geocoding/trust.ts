// How far a found place is what was asked for, for servers that do not say it themselves.
import { editDistance, findCountry, foldWords, isShortFor } from '@routewright/roads'
import type { FoundPlace } from './geocoder.ts'

type Parts = Omit<FoundPlace, 'scoring' | 'partial_match'>

/**
 * Adds scoring and partial_match by comparing the words asked for with the parts that were found. `areas` are names around
 * the place that are no part of it (a suburb, a county): people write them, so they explain words, and no more.
 */
export function withTrust(found: Parts, asked: string, areas: readonly (string | undefined)[] = []): FoundPlace {
  if (asked === '') return { ...found, scoring: 1, partial_match: false }
  const words = foldWords(asked)
  const postcode = foldWords(found.postalCode ?? '').join('')
  const around = listWords([postcode, found.city, found.state, found.country, found.countryCode, ...areas])
  const street = listWords([found.street])
  const known = [...street, ...listWords([found.houseNumber]), ...around]
  const joined = known.join('')
  let letters = 0
  let explained = 0
  for (const word of words) {
    letters += word.length
    explained += word.length * (isCountry(word, found) ? 1 : likeness(word, known, joined))
  }
  const share = letters === 0 ? 0 : explained / letters
  // A town has many streets, and a search for the town finds one of them: the street counts when its own words are asked for.
  const own = street.filter((word) => !around.includes(word))
  const isStreet = (own.length > 0 ? own : street).some((word) => isAsked(word, words))
  const numbers = words.filter((word) => /^\d{1,4}[a-z]?$/.test(word) && word !== postcode)
  const number = foldWords(found.houseNumber ?? '').join('')
  const isHouse = number !== '' && numbers.includes(number) && (isStreet || found.street === undefined)
  // Without the house it is a street, without the street a town: never above 0.6 and 0.4.
  const ceiling = isHouse ? 1 : isStreet ? 0.6 : 0.4
  return { ...found, scoring: Math.round(share * ceiling * 1000) / 1000, partial_match: !isHouse || share < 0.75 }
}

function listWords(texts: readonly (string | undefined)[]): string[] {
  return foldWords(texts.filter(Boolean).join(' '))
}

/** The country of the place by a code or by its name in another language. */
function isCountry(word: string, { countryCode }: Parts): boolean {
  return countryCode !== undefined && findCountry(word) === countryCode
}

/** Two letters (de, la) say nothing of which street it is. */
function isAsked(word: string, words: readonly string[]): boolean {
  return word.length > 2 && likeness(word, words, words.join('')) > 0
}

/** 0..1: the word itself, a part of a longer one, or one with a mistake. */
function likeness(word: string, known: readonly string[], joined: string): number {
  if (known.includes(word)) return 1
  if (known.some((other) => isShortFor(word, other) || isShortFor(other, word))) return 1
  if (/\d/.test(word)) return 0
  if (word.length >= 4 && joined.includes(word)) return 1
  const limit = Math.floor(word.length / 4)
  let best = 0
  for (const other of known) {
    const edits = editDistance(word, other, limit)
    if (edits <= limit) best = Math.max(best, 1 - edits / word.length)
  }
  return best
}
