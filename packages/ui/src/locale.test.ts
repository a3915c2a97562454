import { expect, test } from 'vitest'
import { createFormats } from './format.ts'
import { withRegion } from './locale.ts'

test('a language is written as in the region that the browser prefers most', () => {
  expect(withRegion('en', ['en-GB', 'en-US', 'en'])).toBe('en-GB')
  expect(withRegion('en', ['de-DE', 'de', 'en-US', 'en'])).toBe('en-DE')
  expect(withRegion('pt', ['pt-BR'])).toBe('pt-BR')
})

test('without a region of its own it takes that of a wish for the language, else none', () => {
  expect(withRegion('en', ['en', 'en-AU'])).toBe('en-AU')
  expect(withRegion('de', ['en', 'fr-CH'])).toBe('de')
  expect(withRegion('fr', ['not a language', ''])).toBe('fr')
  expect(withRegion('de', [])).toBe('de')
})

test('the clock follows the region: 24 hours in Britain, 12 in the United States', () => {
  const at = (preferred: string[]) => createFormats({ language: withRegion('en', preferred) }).timeOfDay(44_880)
  expect(at(['en-GB'])).toBe('12:28')
  expect(at(['de-CH', 'en-US'])).toBe('12:28')
  expect(at(['en-US'])).toMatch(/^12:28\sPM$/)
})
