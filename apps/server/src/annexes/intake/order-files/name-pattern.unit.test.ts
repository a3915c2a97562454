import { expect, test } from 'vitest'
import { fitsPattern } from './name-pattern.ts'

test.each([
  ['orders-2026-03-01.csv', 'orders-*.csv', true],
  ['ORDERS-1.CSV', 'orders-*.csv', true],
  ['orders-1.csv.part', 'orders-*.csv', false],
  ['old-orders-1.csv', 'orders-*.csv', false],
  ['a.xlsx', '?.xlsx', true],
  ['ab.xlsx', '?.xlsx', false],
  ['a[1].csv', 'a[1].csv', true],
  ['a1.csv', 'a[1].csv', false],
  ['', '**', true],
  ['aXbXc.csv', 'a*b*c.csv', true],
])('%j fits %j: %j', (name, pattern, fits) => {
  expect(fitsPattern(name, pattern)).toBe(fits)
})

test('a pattern of many stars comes to its end', () => {
  expect(fitsPattern(`${'a'.repeat(250)}b`, `${'*a'.repeat(49)}c`)).toBe(false)
})
