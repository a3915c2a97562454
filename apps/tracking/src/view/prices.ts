// Formats money for the reader: what is to be paid, and the surcharge or discount of a window.
import { moneyFormatIn } from '@routewright/ui/money'

const minus = '\u2212'

/** Returns an amount with all decimals that its currency has by ISO 4217. */
export function moneyText(amount: string, currency: string, locale: string): string {
  return moneyFormatIn(locale, currency).format(Number(amount))
}

/**
 * Always with its sign, for a language with its region. The locales of most languages write a hyphen where a minus belongs, which is read over before a currency; a sign
 * of a locale's own stays.
 */
export function priceChangeText(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, signDisplay: 'always' })
  const parts = format.formatToParts(amount)
  return parts.map(({ type, value }) => (type === 'minusSign' ? value.replace('-', minus) : value)).join('')
}
