// How far a found place is what was asked for, for servers that do not say it themselves.
import { editDistance, foldWords } from '@routewright/roads'
import type { FoundPlace } from './geocoder.ts'

type Parts = Omit<FoundPlace, 'scoring' | 'partial_match'>

/** Adds scoring and partial_match by comparing the words asked for with the parts that were found. */
export function withTrust(found: Parts, asked: string): FoundPlace {
  if (asked === '') return { ...found, scoring: 1, partial_match: false }
  const words = foldWords(asked)
  const postcode = foldWords(found.postalCode ?? '').join('')
  const known = foldWords(
    [found.street, found.houseNumber, postcode, found.city, found.state, found.country, found.countryCode]
      .filter(Boolean)
      .join(' '),
  )
  const joined = known.join('')
  let letters = 0
  let explained = 0
  for (const word of words) {
    letters += word.length
    explained += word.length * likeness(word, known, joined)
  }
  const share = letters === 0 ? 0 : explained / letters
  const hasStreet = found.street !== undefined
  const numbers = words.filter((word) => /^\d{1,4}[a-z]?$/.test(word) && word !== postcode)
  const number = foldWords(found.houseNumber ?? '').join('')
  const hasNumber = number !== '' && numbers.includes(number)
  // Without the house it is a street, without the street a town: never above 0.6 and 0.4.
  const ceiling = hasNumber ? 1 : hasStreet ? 0.6 : 0.4
  return { ...found, scoring: Math.round(share * ceiling * 1000) / 1000, partial_match: !hasNumber || share < 0.75 }
}

/** 0..1: the word itself, a part of a longer one, or one with a mistake. */
function likeness(word: string, known: readonly string[], joined: string): number {
  if (known.includes(word)) return 1
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
