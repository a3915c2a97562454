import { expect, it } from 'vitest'
import { priceChangeText } from './prices.ts'

it('is written with the sign where the language has it, and with a minus that is none of the hyphens', () => {
  const texts = ['en', 'de', 'es', 'fr', 'pt'].map((language) => [
    priceChangeText(-2, 'EUR', language).replaceAll(/[\u00a0\u202f]/g, ' '),
    priceChangeText(1.5, 'EUR', language).replaceAll(/[\u00a0\u202f]/g, ' '),
  ])
  expect(texts).toEqual([
    ['−€2.00', '+€1.50'],
    ['−2,00 €', '+1,50 €'],
    ['−2,00 €', '+1,50 €'],
    ['−2,00 €', '+1,50 €'],
    // Brazilian format, unless the browser names another region.
    ['−€ 2,00', '+€ 1,50'],
  ])
  expect(priceChangeText(-2, 'CHF', 'de-CH')).toMatch(/^(CHF\s?)?−\s?(CHF\s?)?2\.00$/)
  // Swedish has the minus of its own.
  expect(priceChangeText(-2, 'SEK', 'sv')).toMatch(/^−2,00/)
})
