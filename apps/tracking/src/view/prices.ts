// Formats the surcharge or discount of a window for the reader.

const minus = '\u2212'

/**
 * Always with its sign, for a language with its region. The locales of most languages write a hyphen where a minus belongs, which is read over before a currency; a sign
 * of a locale's own stays.
 */
export function priceChangeText(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, signDisplay: 'always' })
  const parts = format.formatToParts(amount)
  return parts.map(({ type, value }) => (type === 'minusSign' ? value.replace('-', minus) : value)).join('')
}
