import { expect, test } from 'vitest'
import { Faulty } from './cells.ts'
import { findCurrency, readMoney } from './money.ts'

test('amounts are read with the currency of their cell', () => {
  expect(readMoney('12.50 CHF', 'EUR')).toEqual({ amount: '12.50', currency: 'CHF' })
  expect(readMoney('EUR 1.250,00', undefined)).toEqual({ amount: '1250.00', currency: 'EUR' })
  expect(readMoney('12,5 €', 'CHF')).toEqual({ amount: '12.50', currency: 'EUR' })
  expect(readMoney('£30', undefined)).toEqual({ amount: '30.00', currency: 'GBP' })
  expect(readMoney('Fr. 25.–', undefined)).toEqual({ amount: '25.00', currency: 'CHF' })
})

test('a bare number is in the currency of heading, column or project', () => {
  expect(readMoney('900', 'JPY')).toEqual({ amount: '900', currency: 'JPY' })
  expect(readMoney('12.5', 'CHF')).toEqual({ amount: '12.50', currency: 'CHF' })
  expect(readMoney('12.5', undefined)).toEqual(new Faulty('currency'))
})

test('a bare dollar sign is of a dollar or peso, and of no other currency', () => {
  expect(readMoney('$12.50', 'USD')).toEqual({ amount: '12.50', currency: 'USD' })
  expect(readMoney('$12.50', 'CHF')).toEqual(new Faulty('currency'))
})

test('nothing to collect is no amount', () => {
  expect(readMoney('0.00', 'CHF')).toBeUndefined()
})

test('what is no amount of the currency is a fault, and never rounded', () => {
  for (const text of ['yes', '-5', '12.505 CHF', '1.5 JPY', '5 boxes', '$ 12', '9999999999'])
    expect(readMoney(text, 'CHF'), text).toBeInstanceOf(Faulty)
})

test('a heading names its currency', () => {
  expect(findCurrency('COD (CHF)')).toBe('CHF')
  expect(findCurrency('Nachnahme in EUR')).toBe('EUR')
  expect(findCurrency('cod_amount_eur')).toBe('EUR')
  expect(findCurrency('Cash on delivery')).toBeUndefined()
  expect(findCurrency('COD')).toBeUndefined()
})
