// Reads amounts of money with their currency: `12.50 CHF`, `EUR 1.250,00`, `12,50 €`, or a bare number in a currency that is said elsewhere.
import type { CashOnDelivery } from '@routewright/contract'
import { findDecimals, fromMinorUnits } from '@routewright/contract/currencies'
import { type CellReading, Doubtful, Faulty } from './cells.ts'
import { type NumberForm, readNumberText } from './numbers.ts'

/** Signs that stand for one currency only; a dollar or a crown may be many. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  'FR.': 'CHF',
  SFR: 'CHF',
  R$: 'BRL',
  ZŁ: 'PLN',
  KČ: 'CZK',
  '₺': 'TRY',
}

/** Currencies that are written with a bare dollar sign where they are at home. */
const DOLLARS = /^(?:[A-Z]{2}D|MXN|ARS|CLP|COP|UYU|DOP|CUP)$/

/** Whether the cell has a dollar sign that cannot be of this currency. */
function isDollarOfOther(text: string, currency: string): boolean {
  return /(?<![A-Za-z])\$/.test(text) && !DOLLARS.test(currency)
}

/** Most that an amount may be. */
const MOST = 1_000_000_000

/** Returns the currency that a cell or a heading names, as a code or by a sign; undefined for none. */
export function findCurrency(text: string): string | undefined {
  const words = text
    .toUpperCase()
    .split(/[\s\d.,'’()[\]{}:;/_+-]+/)
    .filter(Boolean)
  const code = words.find((word) => findDecimals(word) !== undefined)
  if (code) return code
  const sign = Object.keys(SIGNS).find((known) => words.includes(known) || text.toUpperCase().includes(known))
  return sign && SIGNS[sign]
}

/**
 * Reads what is to be collected; undefined for 0, which is nothing. `currency` is what heading, column or project say; the cell's own
 * comes first. Faulty without a currency, and where the amount has more decimals than it.
 */
export function readMoney(text: string, currency: string | undefined, form?: NumberForm): CellReading<CashOnDelivery> {
  const own = findCurrency(text) ?? currency
  if (own !== undefined && isDollarOfOther(text, own)) return new Faulty('currency')
  const bare = text
    .replace(/[A-Za-z]{3}(?![A-Za-z])/g, (word) => (findDecimals(word.toUpperCase()) === undefined ? word : ''))
    .replace(/€|£|R\$|Fr\.|SFr|zł|Kč|₺/gi, '')
    .trim()
  const read = readNumberText(bare, form)
  if (!read || !/^[-–.—]*$/.test(read.rest) || read.value < 0 || read.value >= MOST) return new Faulty('money')
  if (read.value === 0) return undefined
  const decimals = own === undefined ? undefined : findDecimals(own)
  if (own === undefined || decimals === undefined) return new Faulty('currency')
  const units = Math.round(read.value * 10 ** decimals)
  if (Math.abs(units / 10 ** decimals - read.value) > 1e-9 * Math.max(1, read.value)) return new Faulty('money')
  const money = { amount: fromMinorUnits(units, own), currency: own }
  return read.isDoubtful ? new Doubtful(money, { kind: 'thousands' }) : money
}
