// Money in a currency of its own, for the reader's language.
import { findDecimals } from '@routewright/contract/currencies'

/** Returns a format with the decimals of ISO 4217, which the data of browsers do not follow everywhere. */
export function moneyFormatIn(language: string, currency: string): Intl.NumberFormat {
  const digits = findDecimals(currency) ?? 2
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals })
}
