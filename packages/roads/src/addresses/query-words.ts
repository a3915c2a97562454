// An address query taken apart: words, numbers, postcode, country.

import { foldLetters, foldNumber, foldOrdinal, foldWords, joinBroken } from '../names/fold.ts'
import { isNumberWord, isShort } from '../names/short-forms.ts'
import type { AddressIndex } from './address-index.ts'
import { findCountry } from './countries.ts'
import { editDistance } from './edit-distance.ts'
import { removeUnits } from './units.ts'

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
  /** Points, degrees: of addresses that fit equally well the one nearest to any of them is meant. */
  near?: readonly { lat: number; lng: number }[]
}

/** A house number it may be. */
export interface AskedNumber {
  /** As `foldNumber` gives it. */
  text: string
  /** Place in `all` of the word it was read from; -1 where it was given apart. */
  at: number
  /** 0..1: below 1 where only a part of what is written is meant, as 12 of 12-14. */
  trust: number
}

export interface QueryWords {
  /** Words and numbers in the order written; ordinals as numbers. */
  all: string[]
  /** Whether each word may be a short form. */
  short: boolean[]
  /** Whether any word may be written otherwise in a name. */
  isFree: boolean
  /** Folded postcode; empty when none was recognised. */
  postcode: string
  /** It names a post-office box: without a street and a number there is nothing to drive to. */
  hasBox: boolean
  /** House numbers it may be, the likeliest first. */
  numbers: AskedNumber[]
  country: string
}

interface Token {
  text: string
  /** As written, in small letters: postcodes are recognised by it, since folding changes letters. */
  raw: string
  hasDot: boolean
}

const MAX_WORDS = 14
/** Words that say nothing about the place. */
const NOISE = new Set(['nr', 'no', 'nummer', 'hausnummer', 'hnr', 'number', 'bei', 'cedex'])
const NUMBER = /^\d{1,5}[a-z]{0,4}$|^\d{1,5}[a-z]?(?:[-/]\d{1,5}[a-z]?)+$/
const BEHIND_NUMBER = /^(?:[a-z]|bis|ter|quater)$/
const TOKEN = /\d+[a-z]?(?:\s?[-/]\s?\d+[a-z]?)+(?![\p{L}\d])|[\p{L}\p{M}\p{N}]+\.?/giu
/** Postcodes with letters, whole and the part that people leave: Canada, Britain, Ireland, Netherlands. */
const LETTER_POSTCODES = [
  /^[a-z]\d[a-z] ?\d[a-z]\d$/,
  /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/,
  /^[a-z]\d[\dw] ?[a-z\d]{4}$/,
  /^\d{4} ?[a-z]{2}$/,
]
const FIRST_PARTS = /^(?:[a-z]\d[a-z]|[a-z]{1,2}\d{1,2}[a-z]?|[a-z]\d\d)$/
const DIGIT_POSTCODE = /^\d{4,8}$/

/**
 * Takes a query apart, in every way it may be meant: a number may be postcode or house. One way at least. Long texts are cut:
 * what an address needs stands within the first words.
 */
export function readQuery(query: AddressQuery, index: AddressIndex): QueryWords[] {
  const text = [query.text, query.street, query.houseNumber, query.city].filter(Boolean).join(', ')
  const { text: bare, hasBox } = removeUnits(text.slice(0, 500))
  const tokens = splitTokens(bare)
  const country = takeCountry(tokens, query.country, index)
  if (query.postcode?.trim()) {
    return [{ ...toWords(query, tokens, foldWords(query.postcode).join(''), country), hasBox }]
  }
  const found = findPostcode(tokens, index)
  if (!found) return [{ ...toWords(query, tokens, '', country), hasBox }]
  const without = tokens.toSpliced(found.at, found.length)
  const readings = [toWords(query, without, found.postcode, country)]
  // Where it is the only number, or is no postcode here, it may as well be the house.
  const isAlone = !without.some(({ text }) => NUMBER.test(text))
  const isDoubtful = (isAlone && found.length === 1) || !index.hasPostcode(found.postcode)
  if (NUMBER.test(tokens[found.at]!.text) && isDoubtful) {
    readings.push(toWords(query, tokens, '', country))
  }
  return readings.map((reading) => ({ ...reading, hasBox }))
}

function toWords(
  query: AddressQuery,
  tokens: readonly Token[],
  postcode: string,
  country: string,
): Omit<QueryWords, 'hasBox'> {
  const numbers: AskedNumber[] = query.houseNumber ? [{ text: foldNumber(query.houseNumber), at: -1, trust: 1 }] : []
  const words = tokens.flatMap(splitLetters).slice(0, MAX_WORDS)
  for (const [at, { text }] of words.entries()) {
    if (!NUMBER.test(text)) continue
    const next = words[at + 1]?.text ?? ''
    if (/^\d+$/.test(text) && BEHIND_NUMBER.test(next)) numbers.push({ text: text + next, at, trust: 1 })
    numbers.push({ text: foldNumber(text), at, trust: 1 })
    for (const likely of readBehindNumber(text)) numbers.push({ text: likely, at, trust: 0.97 })
    // 12-14 or 12/3/14: the first part is the house, where not the whole is.
    for (let part = text.replace(/[-/]?[^-/]*$/, ''); part !== ''; ) {
      numbers.push({ text: part, at, trust: 0.97 })
      part = part.replace(/[-/]?[^-/]*$/, '')
    }
  }
  // Letters behind the digits of a street are an ordinal, also with a slip: `5ht`.
  const all = words.map(({ text }) => foldOrdinal(text).replace(/^(\d+)[a-z]{2,3}$/, '$1'))
  const short = words.map(({ text, hasDot }) => isShort(text, hasDot))
  return { all, short, isFree: short.includes(true) || all.some(isNumberWord), numbers, postcode, country }
}

/** `128teur` is 128ter with a slip, or house 128. */
function readBehindNumber(text: string): string[] {
  const [, digits, letters] = /^(\d+)([a-z]{2,4})$/.exec(text) ?? []
  if (!digits || !letters) return []
  const behind = ['bis', 'ter', 'quater'].find((word) => editDistance(letters, word, 1) === 1)
  return behind === undefined ? [digits] : [digits + behind, digits]
}

/** `FL-9490` and `D-69115` lose the letters. */
function splitTokens(text: string): Token[] {
  const plain = joinBroken(text)
    .replace(/\b[A-Za-z]{1,2}[-\u2013](?=\d{4,5}\b)/g, '')
    .replace(/[\u2012-\u2015]/g, '-')
    .replace(/\bC\//gi, ' c. ')
  const tokens = (plain.match(TOKEN) ?? []).map((word) => {
    const raw = word.replace(/[.\s]/g, '').toLowerCase()
    return { raw, text: foldLetters(raw).replace(/\s/g, ''), hasDot: word.endsWith('.') && !/^\d/.test(word) }
  })
  return tokens.filter(({ text }) => !NOISE.has(text))
}

function takeCountry(tokens: Token[], named: string | undefined, index: AddressIndex): string {
  if (named !== undefined && named !== '') return findCountry(foldWords(named).join('')) ?? ''
  // A country stands at the end, or before nothing but numbers.
  for (const length of [3, 2, 1]) {
    const at = tokens.length - length
    if (at < 1) continue
    const joined = tokens
      .slice(at)
      .map(({ text }) => text)
      .join('')
    // Two letters may be anything (`im`, `am`): only written-out names count. A town of that name (Jamaica) is meant first.
    const code = joined.length > 2 && !index.isCity(joined) ? findCountry(joined) : undefined
    if (code === undefined) continue
    tokens.splice(at, length)
    return code
  }
  return ''
}

interface FoundPostcode {
  postcode: string
  at: number
  length: number
}

/** One that the index knows, else one that looks like it; of several the last. */
function findPostcode(tokens: readonly Token[], index: AddressIndex): FoundPostcode | undefined {
  let shaped: FoundPostcode | undefined
  for (const length of [2, 1]) {
    for (let at = tokens.length - length; at >= 0; at--) {
      const part = tokens.slice(at, at + length).map(({ raw }) => raw)
      const postcode = foldLetters(part.join('').replace(/[-/]/g, ''))
      if (!/\d/.test(postcode) || postcode.length < 3) continue
      const found = { postcode, at, length }
      if (isKnown(postcode, part, index)) return found
      shaped ??= looksLikePostcode(part, postcode, at === tokens.length - length) ? found : undefined
    }
  }
  const extended = findExtended(tokens)
  return extended ?? shaped
}

/** `12 34a` is no postcode even where one of that name exists: two parts are one only in the shapes that are written so. */
function isKnown(postcode: string, part: readonly string[], index: AddressIndex): boolean {
  return index.hasPostcode(postcode) && (part.length === 1 || isTwoPart(part))
}

function isTwoPart([first, second]: readonly string[]): boolean {
  return (
    LETTER_POSTCODES.some((shape) => shape.test(`${first} ${second}`)) ||
    (/^\d{3}$/.test(first!) && /^\d{2}$/.test(second!)) ||
    (/^\d{2}$/.test(first!) && /^\d{3}$/.test(second!)) ||
    (/^\d{4,5}$/.test(first!) && /^\d{3}$/.test(second!))
  )
}

/** The nine digits of America: the first five count. */
function findExtended(tokens: readonly Token[]): FoundPostcode | undefined {
  const at = tokens.findLastIndex(({ text }) => /^\d{5}-\d{4}$/.test(text))
  if (at < 0) return undefined
  const postcode = tokens[at]!.text.slice(0, 5)
  return { postcode, at, length: 1 }
}

function looksLikePostcode(part: readonly string[], postcode: string, isLast: boolean): boolean {
  if (part.length === 2) return isTwoPart(part) && (isLast || /[a-z]/.test(postcode))
  if (/[-/]/.test(part[0]!)) return /^\d{4,5}-\d{3}$/.test(part[0]!) || (isLast && /^\d{2}-\d{3}$/.test(part[0]!))
  if (DIGIT_POSTCODE.test(postcode)) return true
  return LETTER_POSTCODES.some((shape) => shape.test(part[0]!)) || (isLast && FIRST_PARTS.test(postcode))
}

/** `strass e13` is `strasse 13` with a slip: letters before digits are a word of their own. */
function splitLetters(token: Token): Token[] {
  const parts = /^(\p{L}+)(\d.*)$/u.exec(token.text)
  return parts ? [parts[1]!, parts[2]!].map((text) => ({ text, raw: text, hasDot: false })) : [token]
}

/** Whether two postcodes differ by a slip of the finger. */
export function isNearPostcode(left: string, right: string): boolean {
  return left.length >= 4 && right.length >= 4 && editDistance(left, right, 1) === 1
}
