// Parses an address query: words, numbers, postcode, country.

import { foldLetters, foldNumber, foldOrdinal, foldWords, joinBroken } from '../names/fold.ts'
import { isNumberWord, isShort } from '../names/short-forms.ts'
import type { AddressIndex } from './address-index.ts'
import { joinBlocks } from './blocks.ts'
import { findCountry } from './countries.ts'
import { editDistance } from './edit-distance.ts'
import { removeUnits } from './units.ts'

/** Query: one line of free text, or parts of an address, or both. */
export interface AddressQuery {
  text?: string
  street?: string
  houseNumber?: string
  city?: string
  postcode?: string
  /** Name or two-letter code. */
  country?: string
  /** Two-letter code of the country preferred when a place exists in several. */
  countryBias?: string
  /** Points in degrees: among addresses that fit equally well, the one nearest to any of them is meant. */
  near?: readonly { lat: number; lng: number }[]
}

/** A possible house number. */
export interface AskedNumber {
  /** Text as returned by `foldNumber`. */
  text: string
  /** Index in `all` of the word it was read from; -1 when it was given separately. */
  at: number
  /** 0..1: below 1 when only a part of the written number is meant, such as 12 of 12-14. */
  trust: number
  /** Index in `all` of a letter or `bis` next to the number, which belongs to it unless the street's name takes it. */
  letterAt?: number
  /** The letter is left out: the house differs from the requested one, unless the street's name takes the letter. */
  isCut?: true
  /** One part of a two-part number. The country decides which part is the house; the other is its unit. */
  part?: NumberPart
}

export interface NumberPart {
  isLast: boolean
  separator: string
  /** The other part. */
  unit: string
}

export interface QueryWords {
  /** Words and numbers in the order written; ordinals as numbers. */
  all: string[]
  /** Whether each word may be a short form. */
  short: boolean[]
  /** Whether each word follows a comma or similar separator. */
  apart: boolean[]
  /** Whether any word may be written differently in a name. */
  isFree: boolean
  /** Folded postcode; empty when none was recognised. */
  postcode: string
  /** Names a post-office box: without a street and a number there is no destination. */
  hasBox: boolean
  /** Possible house numbers, likeliest first. */
  numbers: AskedNumber[]
  country: string
  /** A word that the street's name must contain in this reading; empty: none. */
  nameWord: string
}

interface Token {
  text: string
  /** Whether it follows a comma or similar separator. */
  isApart: boolean
  /** The text as written, in lower case: used to recognise postcodes, because folding changes letters. */
  raw: string
  hasDot: boolean
}

const MAX_WORDS = 14
/** Trust in a house number that is also a postcode on the map. */
const RATHER_POSTCODE = 0.8
/** Words that carry no information about the place. */
const NOISE = new Set(['nr', 'no', 'nummer', 'hausnummer', 'hnr', 'number', 'bei', 'cedex'])
const NUMBER = /^\d{1,5}[a-z]{0,4}$|^\d{1,5}[a-z]?(?:[-/]\d{1,5}[a-z]?)+$/
const AFTER_NUMBER = /^(?:[a-z]|bis|ter|quater)$/
/** A postcode directly followed by the town, without a blank. */
const GLUED_POSTCODE = /^(\d{4,6})(\p{L}{3,})$/u
const TWO_PARTS = /^(\d+[a-z]?)([-/])(\d+[a-z]?)$/
const TOKEN = /\d+[a-z]?(?:\s?[-/]\s?\d+[a-z]?)+(?![\p{L}\d])|[\p{L}\p{M}\p{N}]+\.?/giu
/** Postcodes with letters, whole and as the part that people give: Canada, Britain, Ireland, Netherlands. */
const LETTER_POSTCODES = [
  /^[a-z]\d[a-z] ?\d[a-z]\d$/,
  /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/,
  /^[a-z]\d[\dw] ?[a-z\d]{4}$/,
  /^\d{4} ?[a-z]{2}$/,
]
const FIRST_PARTS = /^(?:[a-z]\d[a-z]|[a-z]{1,2}\d{1,2}[a-z]?|[a-z]\d\d)$/
const DIGIT_POSTCODE = /^\d{4,8}$/

/**
 * Parses a query into every possible reading: a number may be postcode or house. Returns at least one reading. Long texts are cut, because
 * an address needs only the first words.
 */
export function readQuery(query: AddressQuery, index: AddressIndex): QueryWords[] {
  const text = [query.text, query.street, query.houseNumber, query.city].filter(Boolean).join(', ')
  const { text: bare, hasBox, named } = removeUnits(text.slice(0, 500))
  const readings = readBare(query, bare, index)
  if (named) {
    const nameWord = foldOrdinal(foldWords(named.word).join(''))
    readings.push(...readBare(query, named.text, index).map((reading) => ({ ...reading, nameWord })))
  }
  return readings.map((reading) => ({ ...reading, hasBox }))
}

type Reading = Omit<QueryWords, 'hasBox'>

/** Readings of a text without units. A country name at its end may be the last word of a street. */
function readBare(query: AddressQuery, text: string, index: AddressIndex): Reading[] {
  const tokens = splitTokens(text)
  if (query.country !== undefined && query.country !== '') {
    return readTokens(query, tokens, findCountry(foldWords(query.country).join('')) ?? '', index)
  }
  const found = findCountryAtEnd(tokens, index)
  if (!found) return readTokens(query, tokens, '', index)
  const readings = readTokens(query, tokens.slice(0, found.at), found.code, index)
  return found.isSure ? readings : [...readings, ...readTokens(query, tokens, '', index)]
}

function readTokens(query: AddressQuery, tokens: readonly Token[], country: string, index: AddressIndex): Reading[] {
  if (query.postcode?.trim()) return [toWords(query, tokens, foldWords(query.postcode).join(''), country)]
  const found = findPostcode(tokens, index)
  if (!found) return [toWords(query, tokens, '', country)]
  const without = tokens.toSpliced(found.at, found.length)
  const readings = [toWords(query, without, found.postcode, country)]
  // When it is the only number, or no known postcode, it may also be the house number.
  const isAlone = !without.some(({ text }) => NUMBER.test(text))
  const isDoubtful = (isAlone && found.length === 1) || !index.hasPostcode(found.postcode)
  if (!NUMBER.test(tokens[found.at]!.text) || !isDoubtful) return readings
  const other = toWords(query, tokens, '', country)
  const isPostcode = index.hasPostcode(found.postcode)
  const numbers = other.numbers.map((number) =>
    isPostcode ? { ...number, trust: RATHER_POSTCODE * number.trust } : number,
  )
  return [...readings, { ...other, numbers }]
}

function toWords(query: AddressQuery, tokens: readonly Token[], postcode: string, country: string): Reading {
  const numbers: AskedNumber[] = query.houseNumber ? [{ text: foldNumber(query.houseNumber), at: -1, trust: 1 }] : []
  const words = tokens.flatMap(splitLetters).slice(0, MAX_WORDS)
  for (const [at, { text }] of words.entries()) {
    if (NUMBER.test(text)) numbers.push(...readNumber(text, at, words[at + 1]))
  }
  // Letters after the digits of a street form an ordinal, even misspelt: `5ht`.
  const all = words.map(({ text }) => foldOrdinal(text).replace(/^(\d+)[a-z]{2,3}$/, '$1'))
  const short = words.map(({ text, hasDot }) => isShort(text, hasDot))
  const isFree = short.includes(true) || all.some(isNumberWord)
  const apart = words.map(({ isApart }) => isApart)
  return { all, short, apart, isFree, numbers, postcode, country, nameWord: '' }
}

/** House numbers that a word and the next one may mean, likeliest first. */
function readNumber(text: string, at: number, next: Token | undefined): AskedNumber[] {
  const numbers: AskedNumber[] = []
  const hasLetter = next !== undefined && !next.isApart && /\d$/.test(text) && AFTER_NUMBER.test(next.raw)
  if (hasLetter) numbers.push({ text: text + next.text, at, trust: 1, letterAt: at + 1 })
  numbers.push({ text: foldNumber(text), at, trust: 1, ...(hasLetter && { letterAt: at + 1, isCut: true }) })
  for (const likely of readBehindNumber(text))
    numbers.push({ text: likely, at, trust: 0.97, ...isCutFrom(text, likely) })
  const [, first, separator, last] = TWO_PARTS.exec(text) ?? []
  if (first && separator && last) {
    numbers.push({ text: first, at, trust: 0.97, part: { isLast: false, separator, unit: last } })
    numbers.push({ text: last, at, trust: 1, part: { isLast: true, separator, unit: first } })
    return numbers
  }
  // 12/3/14: the first part is the house when the whole is not.
  for (let part = text.replace(/[-/]?[^-/]*$/, ''); part !== ''; part = part.replace(/[-/]?[^-/]*$/, '')) {
    numbers.push({ text: part, at, trust: 0.97 })
  }
  return numbers
}

function isCutFrom(text: string, part: string): { isCut?: true } {
  return /^\d+$/.test(part) && /[a-z]$/.test(text) ? { isCut: true } : {}
}

/** `128teur` is a misspelt 128ter, or house 128. */
function readBehindNumber(text: string): string[] {
  const [, digits, letters] = /^(\d+)([a-z]{2,4})$/.exec(text) ?? []
  if (!digits || !letters) return []
  const behind = ['bis', 'ter', 'quater'].find((word) => editDistance(letters, word, 1) === 1)
  return behind === undefined ? [digits] : [digits + behind, digits]
}

/** Splits a text into tokens. `FL-9490` and `D-69115` lose the letters, `29600morlaix` becomes two words. */
function splitTokens(text: string): Token[] {
  const plain = joinBroken(joinBlocks(text))
    .replace(/\b[A-Za-z]{1,2}[-\u2013](?=\d{4,5}\b)/g, '')
    .replace(/[\u2012-\u2015]/g, '-')
    .replace(/\bC\//gi, ' c. ')
  let end = 0
  const tokens = [...plain.matchAll(TOKEN)].flatMap(({ 0: word, index }) => {
    const isApart = /[,;:|()\n]|\s-\s/.test(plain.slice(end, index))
    end = index + word.length
    const raw = word.replace(/[.\s]/g, '').toLowerCase()
    const hasDot = word.endsWith('.') && !/^\d/.test(word)
    const glued = GLUED_POSTCODE.exec(raw)
    if (!glued || AFTER_NUMBER.test(glued[2]!)) return [toToken(raw, hasDot, isApart)]
    return [toToken(glued[1]!, false, isApart), toToken(glued[2]!, hasDot, false)]
  })
  return tokens.filter(({ text }) => !NOISE.has(text))
}

function toToken(raw: string, hasDot: boolean, isApart: boolean): Token {
  return { raw, text: foldLetters(raw).replace(/\s/g, ''), hasDot, isApart }
}

interface FoundCountry {
  code: string
  at: number
  /** False when it may be the end of a street's name, as in Rue Anatole France. */
  isSure: boolean
}

function findCountryAtEnd(tokens: readonly Token[], index: AddressIndex): FoundCountry | undefined {
  for (const length of [3, 2, 1]) {
    const at = tokens.length - length
    if (at < 1) continue
    const joined = tokens
      .slice(at)
      .map(({ text }) => text)
      .join('')
    // Two letters may be anything (`im`, `am`), so only full names count. A town of that name (Jamaica) takes precedence.
    const code = joined.length > 2 && !index.isCity(joined) ? findCountry(joined) : undefined
    if (code !== undefined) return { code, at, isSure: tokens[at]!.isApart || index.isCity(tokens[at - 1]!.text) }
  }
  return undefined
}

interface FoundPostcode {
  postcode: string
  at: number
  length: number
}

/** Finds a postcode known to the index, otherwise one that looks like a postcode; the last one of several. */
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

/**
 * Whether a postcode is known to the index. `12 34a` is none even when such a postcode exists: two parts count as one only in the usual
 * forms.
 */
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

/** The nine-digit postcodes of the United States: the first five digits count. */
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

/** `strass e13` is a misspelt `strasse 13`: splits letters before digits off as a separate word. */
function splitLetters(token: Token): Token[] {
  const parts = /^(\p{L}+)(\d.*)$/u.exec(token.text)
  if (!parts) return [token]
  const { raw, isApart } = token
  return [
    { text: parts[1]!, raw, hasDot: false, isApart },
    { text: parts[2]!, raw, hasDot: false, isApart: false },
  ]
}

/** Whether two postcodes differ by a single typing error. */
export function isNearPostcode(left: string, right: string): boolean {
  return left.length >= 4 && right.length >= 4 && editDistance(left, right, 1) === 1
}
