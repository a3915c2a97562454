// Reads an amount of money that somebody typed: with the decimal and grouping signs of their language, and with the digits of their keyboard.
import { findDecimals, toMinorUnits } from '@routewright/contract/currencies'
import { withRegion } from './locale.ts'

/** The digit 0 of scripts whose keyboards write digits of their own: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

/** Digits in groups of three, or of two and three as in India, with the same sign between all of them. */
const grouped = /^\d{1,3}([.,' ])(?:\d{2,3}\1)*\d{3}$/

/**
 * Returns the amount as the interface takes it: `1234.50`. Undefined for what is no amount of the currency. A single sign before three
 * digits is judged by the language, or is the decimal sign where the currency has three decimals: `1.234` is 1234 in German.
 */
export function readTypedAmount(typed: string, currency: string, language = shownLanguage()): string | undefined {
  const text = toPlainSigns(typed)
  const at = findDecimalSign(text, currency, language)
  const whole = at < 0 ? text : text.slice(0, at)
  const sign = grouped.exec(whole)?.[1]
  if (sign !== undefined && sign === text[at]) return undefined
  const digits = (sign === undefined ? whole : whole.replaceAll(sign, '')).replace(/^0+(?=\d)/, '')
  const fraction = at < 0 ? '' : text.slice(at + 1)
  if (digits === '' && fraction === '') return undefined
  const amount = `${digits || '0'}${fraction && `.${fraction}`}`
  return toMinorUnits({ amount, currency }) === undefined ? undefined : amount
}

/** Plain digits, plain blanks, and one sign for each apostrophe; the Arabic signs become those of English. */
function toPlainSigns(typed: string): string {
  const plain = typed.normalize('NFKC').trim().replace(/[’٬]/g, "'").replaceAll('٫', '.')
  return plain.replace(/[^\x20-\x7e]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    const zero = ZEROS.find((first) => code >= first && code < first + 10)
    return zero === undefined ? character : String(code - zero)
  })
}

/** Position of the sign before the decimals; -1 where there are none. */
function findDecimalSign(text: string, currency: string, language: string): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return -1
  const sign = text[last] ?? ''
  const hasBoth = text.includes('.') && text.includes(',')
  if (hasBoth) return last
  if (text.indexOf(sign) < last) return -1
  const hasThree = text.length - last - 1 === 3
  const isDecimal = !hasThree || findDecimals(currency) === 3 || sign === decimalSign(language)
  return isDecimal ? last : -1
}

function decimalSign(language: string): string | undefined {
  return new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
}

/** The language that the page is written in, with the reader's region. */
function shownLanguage(): string {
  return withRegion(globalThis.document?.documentElement.lang || 'en')
}
