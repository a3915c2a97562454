// An address query taken apart: words, numbers, postcode, country.

import type { AddressIndex } from './address-index.ts'
import { findCountry } from './countries.ts'
import { editDistance } from './edit-distance.ts'
import { foldNumber, foldWords } from './fold.ts'

/** What is asked for: one line of free text, or parts of an address, or both. */
export interface AddressQuery {
  text?: string
  street?: string
  houseNumber?: string
  city?: string
  postcode?: string
  /** Name or two-letter code. */
  country?: string
  /** Two-letter code of the country that is preferred when a place exists in several. */
  countryBias?: string
}

export interface QueryWords {
  /** Words of street and place, without numbers, in the order written. */
  words: string[]
  /** Words and numbers, for streets whose name holds a number. */
  all: string[]
  /** Folded postcode; empty when none was recognised. */
  postcode: string
  /** A postcode that the index knows, else one that only looks like it. */
  isPostcodeKnown: boolean
  /** Folded house numbers it may be, the likeliest first. */
  numbers: string[]
  country: string
}

const MAX_WORDS = 14
/** Words that say nothing about the place. */
const NOISE = new Set(['nr', 'no', 'nummer', 'hausnummer', 'hnr', 'number', 'bei', 'c', 'o'])
const NUMBER = /^\d{1,5}[a-z]{0,2}$/
const POSTCODE_SHAPE = /^\d{4,7}$/

/** Takes a query apart. Long texts are cut: what an address needs stands within the first words. */
export function readQuery(query: AddressQuery, index: AddressIndex): QueryWords {
  const text = [query.text, query.street, query.houseNumber, query.city].filter(Boolean).join(', ')
  const tokens = splitTokens(text.slice(0, 500))
  const country = takeCountry(tokens, query.country)
  const postcode = takePostcode(tokens, query.postcode, index)
  const all = joinNumberLetters(tokens.flatMap(splitLetters)).slice(0, MAX_WORDS)
  const numbers = query.houseNumber ? [foldNumber(query.houseNumber)] : []
  for (const word of all) if (NUMBER.test(word) && !numbers.includes(word)) numbers.push(word)
  const words = all.filter((word) => !/^\d/.test(word))
  // A number as long as a postcode is tried last: house numbers are short.
  numbers.sort((a, b) => Number(POSTCODE_SHAPE.test(a)) - Number(POSTCODE_SHAPE.test(b)))
  return { words, all, numbers, country, ...postcode }
}

/**
 * `FL-9490` and `D-69115` lose the letters; `4000-447` and `00-950` are postcodes in one piece; `12-14` and `12/3` keep their
 * first number only.
 */
function splitTokens(text: string): string[] {
  const plain = text
    .replace(/\b[A-Za-z]{1,2}[-\u2013](?=\d{4,5}\b)/g, '')
    .replace(/\b(\d{4}|\d{2})-(\d{3})\b/g, '$1$2')
    .replace(/(\d[A-Za-z]?)\s*[-\u2013/]\s*\d+[A-Za-z]?/g, '$1')
  return foldWords(plain).filter((word) => !NOISE.has(word))
}

function takeCountry(tokens: string[], named: string | undefined): string {
  if (named !== undefined && named !== '') return findCountry(foldWords(named).join('')) ?? ''
  // A country stands at the end, or before nothing but numbers.
  for (const length of [3, 2, 1]) {
    const at = tokens.length - length
    if (at < 1) continue
    const joined = tokens.slice(at).join('')
    // Two letters may be anything (`im`, `am`): only written-out names count.
    const code = joined.length > 2 ? findCountry(joined) : undefined
    if (code === undefined) continue
    tokens.splice(at, length)
    return code
  }
  return ''
}

function takePostcode(tokens: string[], given: string | undefined, index: AddressIndex) {
  if (given !== undefined && given.trim() !== '') {
    const postcode = foldWords(given).join('')
    return { postcode, isPostcodeKnown: index.entriesOfPostcode.has(postcode) }
  }
  for (const length of [1, 2]) {
    for (let at = 0; at + length <= tokens.length; at++) {
      const joined = tokens.slice(at, at + length).join('')
      if (!/\d/.test(joined) || joined.length < 3 || !index.entriesOfPostcode.has(joined)) continue
      tokens.splice(at, length)
      return { postcode: joined, isPostcodeKnown: true }
    }
  }
  // A number of four and more digits is a postcode with a mistake, or of elsewhere.
  const at = tokens.findIndex((token) => POSTCODE_SHAPE.test(token))
  if (at < 0) return { postcode: '', isPostcodeKnown: false }
  return { postcode: tokens.splice(at, 1)[0]!, isPostcodeKnown: false }
}

/** `strass e13` is `strasse 13` with a slip: letters before digits are a word of their own. */
function splitLetters(token: string): string[] {
  const parts = /^(\p{L}+)(\d.*)$/u.exec(token)
  return parts ? [parts[1]!, parts[2]!] : [token]
}

/** `12 a` becomes `12a`. */
function joinNumberLetters(tokens: readonly string[]): string[] {
  const joined: string[] = []
  for (const token of tokens) {
    const last = joined[joined.length - 1]
    if (last !== undefined && /^\d{1,4}$/.test(last) && /^[a-z]$/.test(token)) joined[joined.length - 1] = last + token
    else joined.push(token)
  }
  return joined
}

/** Whether two postcodes differ by a slip of the finger. */
export function isNearPostcode(left: string, right: string): boolean {
  return left.length >= 4 && right.length >= 4 && editDistance(left, right, 1) === 1
}
