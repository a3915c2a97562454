// Days, windows and prices, written as the reader writes them.
import { withRegion } from '@routewright/ui/locale'
import { priceChangeText } from '../view/prices.ts'
import type { Language } from './words.ts'

export { windowText } from '../view/times.ts'

/** A calendar date: midnight UTC, whatever the zone. */
export function dayText(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(withRegion(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const text = format.format(new Date(date))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the surcharge or discount of a window; empty where there is none. */
export function priceText(
  { price_change = 0, currency = 'EUR' }: { price_change?: number; currency?: string },
  language: Language,
) {
  return price_change === 0 ? '' : priceChangeText(price_change, currency, withRegion(language))
}
