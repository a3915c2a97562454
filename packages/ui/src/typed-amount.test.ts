import { expect, test } from 'vitest'
import { readTypedAmount } from './typed-amount.ts'

test.each([
  ['12', '12'],
  ['12,5', '12.5'],
  ['12.50', '12.50'],
  [' 012,50 ', '12.50'],
  ['12.', '12'],
  [',5', '0.5'],
  ['0', '0'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1 234,50', '1234.50'],
  ['1\u202f234,50', '1234.50'],
  ['1\u00a0234.5', '1234.5'],
  ["1'234.50", '1234.50'],
  ['1’234.50', '1234.50'],
  ['1.234.567', '1234567'],
  ['1,23,456.50', '123456.50'],
  ['١٢٫٥٠', '12.50'],
  ['١٬٢٣٤٫٥٠', '1234.50'],
  ['۱۲', '12'],
  ['१२.५', '12.5'],
  ['１２．５', '12.5'],
])('%s is %s in every language', (typed, amount) => {
  for (const language of ['en', 'de', 'es', 'fr', 'pt', 'de-CH'])
    expect(readTypedAmount(typed, 'EUR', language), language).toBe(amount)
})

test.each(['', ' ', '.', 'x', '12 €', '-3', '1.2.3', '12.50.10', '1.234.50', '12 50', '1,2345.10', '12,3456', '1e3'])(
  '"%s" is no amount',
  (typed) => {
    for (const language of ['en', 'de', 'fr']) expect(readTypedAmount(typed, 'EUR', language), language).toBeUndefined()
  },
)

test.each([
  ['1.234', 'en', undefined],
  ['1.234', 'de', '1234'],
  ['1.234', 'de-CH', undefined],
  ['1,234', 'en', '1234'],
  ['1,234', 'de', undefined],
  ['1,234', 'fr', undefined],
  ['1234.567', 'de', undefined],
])('a single sign before three digits, %s, is judged by the language: in %s %s', (typed, language, amount) => {
  expect(readTypedAmount(typed, 'EUR', language)).toBe(amount)
})

test('the currency says how many decimals there are', () => {
  expect(readTypedAmount('1.500', 'KWD', 'de')).toBe('1.500')
  expect(readTypedAmount('1,500', 'KWD', 'en')).toBe('1.500')
  expect(readTypedAmount('1.500,250', 'KWD', 'de')).toBe('1500.250')
  expect(readTypedAmount('1.500', 'JPY', 'de')).toBe('1500')
  expect(readTypedAmount('12,5', 'JPY', 'de')).toBeUndefined()
  expect(readTypedAmount('12', 'XXX', 'de')).toBeUndefined()
})
