import { expect, test } from 'vitest'
import { currencyCodes, findDecimals, fromMinorUnits, toMinorUnits } from './currencies.ts'

test('an amount becomes minor units by the decimals of its currency, and back', () => {
  expect(toMinorUnits({ amount: '12.5', currency: 'CHF' })).toBe(1_250)
  expect(toMinorUnits({ amount: '900', currency: 'JPY' })).toBe(900)
  expect(toMinorUnits({ amount: '0.005', currency: 'KWD' })).toBe(5)
  expect(fromMinorUnits(1_250, 'CHF')).toBe('12.50')
  expect(fromMinorUnits(900, 'JPY')).toBe('900')
  expect(fromMinorUnits(5, 'KWD')).toBe('0.005')
})

test('amounts with more decimals than their currency, signs, or commas are no amounts', () => {
  for (const amount of ['12.505', '-1', '1,50', '01', '', '1e3', '1234567890', '1.']) {
    expect(toMinorUnits({ amount, currency: 'CHF' }), amount).toBeUndefined()
  }
  expect(toMinorUnits({ amount: '1.5', currency: 'JPY' })).toBeUndefined()
  expect(toMinorUnits({ amount: '1', currency: 'XXX' })).toBeUndefined()
})

test('sums of the largest amounts stay exact', () => {
  const largest = toMinorUnits({ amount: '999999999.999', currency: 'KWD' })!
  expect(fromMinorUnits(largest * 1_000, 'KWD')).toBe('999999999999.000')
})

test('no code is listed twice', () => {
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
  expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code) && findDecimals(code) !== undefined)).toBe(true)
})
